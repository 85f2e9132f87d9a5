#include "swe/patch/apply.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace assay::swe {
namespace {

Error Refused(const std::string& path, const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, "swe.patch", 0, path + ": " + what};
}

// With their ends.
std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

bool StandsAt(const std::vector<std::string_view>& lines, size_t at, const DiffHunk& hunk) {
  if (at > lines.size() || lines.size() - at < hunk.old_lines.size()) return false;
  return std::equal(hunk.old_lines.begin(), hunk.old_lines.end(), lines.begin() + at);
}

// Where the hunk's old lines stand, nearest to where it says. As in git, a hunk that begins at the
// first line stays there, and one without context behind it ends the file.
std::optional<size_t> FindHunk(const std::vector<std::string_view>& lines, size_t from,
                               size_t wanted, const DiffHunk& hunk) {
  const size_t count = hunk.old_lines.size();
  if (count > lines.size() || from > lines.size() - count) return std::nullopt;
  const size_t last = lines.size() - count;
  const bool at_begin = hunk.old_start <= 1;
  const bool at_end = hunk.trailing == 0;
  const auto fits = [&](size_t at) {
    return (!at_begin || at == 0) && (!at_end || at == last) && StandsAt(lines, at, hunk);
  };
  wanted = std::clamp(wanted, from, last);
  for (size_t distance = 0; distance <= last - from; ++distance) {
    if (wanted + distance <= last && fits(wanted + distance)) return wanted + distance;
    if (wanted >= from + distance && fits(wanted - distance)) return wanted - distance;
  }
  return std::nullopt;
}

Result<std::string> ApplyHunks(const std::string& content, const FileDiff& file) {
  const auto lines = SplitLines(content);
  std::string result;
  size_t at = 0;  // lines before it are in the result
  // How far hunks so far stood from where they said.
  size_t ahead = 0;
  size_t behind = 0;
  for (const DiffHunk& hunk : file.hunks) {
    // A hunk without old lines stands behind the line it names.
    const size_t named =
        hunk.old_count == 0 ? hunk.old_start : hunk.old_start - std::min<size_t>(hunk.old_start, 1);
    const size_t wanted = named + ahead - std::min(named + ahead, behind);
    const auto found = FindHunk(lines, at, wanted, hunk);
    if (!found) {
      return Refused(file.path(), "the hunk at line " + std::to_string(hunk.old_start) +
                                      " doesn't fit the file");
    }
    ahead = *found > named ? *found - named : 0;
    behind = named > *found ? named - *found : 0;
    for (; at < *found; ++at) result += lines[at];
    for (const std::string_view line : hunk.new_lines) result += line;
    at += hunk.old_lines.size();
  }
  for (; at < lines.size(); ++at) result += lines[at];
  return result;
}

class Applier {
 public:
  Applier(const std::vector<FileDiff>& diff, const ReadTree& read) : diff_(diff), read_(read) {}

  Result<std::vector<FileChange>> Apply() {
    for (const FileDiff& file : diff_) {
      if (file.kind == DiffKind::kDelete || file.kind == DiffKind::kRename) {
        leaving_.insert(file.old_path);
      }
    }
    for (const FileDiff& file : diff_) ASSAY_RETURN_IF_ERROR(ApplyFile(file));
    std::vector<FileChange> changes;
    for (auto& [path, change] : changes_) changes.push_back({path, std::move(change)});
    return changes;
  }

 private:
  Status ApplyFile(const FileDiff& file) {
    TreeFile tree{TreeEntry::kFile};
    if (file.kind != DiffKind::kCreate) {
      // Renames and copies mean the file as it was before the patch.
      const bool before = file.kind == DiffKind::kRename || file.kind == DiffKind::kCopy;
      tree = Look(file.old_path, before);
      if (tree.entry == TreeEntry::kAbsent) return Refused(file.old_path, "there is no such file");
      if (tree.entry != TreeEntry::kFile) return Refused(file.old_path, "is no plain file");
    }
    ASSAY_ASSIGN_OR_RETURN(tree.content, ApplyHunks(tree.content, file));
    if (file.kind == DiffKind::kDelete) {
      if (!tree.content.empty()) return Refused(file.old_path, "is deleted and has lines left");
      Leave(file.old_path);
      return {};
    }
    if (file.kind != DiffKind::kModify) {
      const TreeEntry there = Look(file.new_path, false).entry;
      const bool makes_room = leaving_.count(file.new_path) > 0 && made_.count(file.new_path) == 0;
      if (there == TreeEntry::kOther || (there == TreeEntry::kFile && !makes_room)) {
        return Refused(file.new_path, "is there already");
      }
      ASSAY_RETURN_IF_ERROR(CheckFolders(file.new_path));
    }
    if (file.executable) tree.executable = *file.executable;
    if (file.kind == DiffKind::kRename) Leave(file.old_path);
    made_.insert(file.new_path);
    changes_[file.new_path] = std::move(tree);
    return {};
  }

  Status CheckFolders(const std::string& path) const {
    for (size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      if (Look(path.substr(0, slash), false).entry == TreeEntry::kFile) {
        return Refused(path, "a file stands in the place of a folder");
      }
    }
    return {};
  }

  TreeFile Look(const std::string& path, bool before) const {
    const auto found = changes_.find(path);
    if (before || found == changes_.end()) return read_(path);
    return found->second.value_or(TreeFile{});
  }

  // Unless another part of the patch put a file of its own there.
  void Leave(const std::string& path) {
    if (made_.count(path) == 0) changes_[path] = std::nullopt;
  }

  const std::vector<FileDiff>& diff_;
  const ReadTree& read_;
  std::set<std::string> leaving_;
  std::set<std::string> made_;
  std::map<std::string, std::optional<TreeFile>> changes_;
};

}  // namespace

Result<std::vector<FileChange>> ApplyDiff(const std::vector<FileDiff>& diff, const ReadTree& read) {
  return Applier(diff, read).Apply();
}

}  // namespace assay::swe
