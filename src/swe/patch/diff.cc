#include "swe/patch/diff.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "swe/report/log_lines.h"

namespace assay::swe {
namespace {

constexpr size_t kMaxBytes = size_t{64} << 20;
constexpr size_t kMaxFiles = 20'000;

Error Refused(const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, "swe.patch", 0, what};
}

// "\"a/\\303\\251\"", C's way, off the front.
std::optional<std::string> TakeQuoted(std::string_view* text) {
  if (!Take(text, "\"")) return std::nullopt;
  std::string path;
  while (!text->empty()) {
    const char c = text->front();
    text->remove_prefix(1);
    if (c == '"') return path;
    if (c != '\\') {
      path += c;
      continue;
    }
    if (text->empty()) return std::nullopt;
    constexpr std::string_view kLetters = "abtnvfr\"\\";
    constexpr std::string_view kMeanings = "\a\b\t\n\v\f\r\"\\";
    if (const size_t at = kLetters.find(text->front()); at != std::string_view::npos) {
      path += kMeanings[at];
      text->remove_prefix(1);
      continue;
    }
    int code = 0;
    for (int i = 0; i < 3; ++i) {
      if (text->empty() || text->front() < '0' || text->front() > '7') return std::nullopt;
      code = code * 8 + (text->front() - '0');
      text->remove_prefix(1);
    }
    if (code > 0xFF) return std::nullopt;
    path += static_cast<char>(code);
  }
  return std::nullopt;
}

// A path that ends its line; behind a tab a date may stand.
std::string ReadPath(std::string_view text) {
  if (StartsWith(text, "\"")) return TakeQuoted(&text).value_or("");
  return std::string(text.substr(0, text.find('\t')));
}

std::string WithoutFirstComponent(const std::string& path) {
  const size_t slash = path.find('/');
  return slash == std::string::npos ? "" : path.substr(slash + 1);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  Result<std::vector<FileDiff>> Parse() {
    while (!rest_.empty()) {
      const std::string_view line = Header();
      if (StartsWith(line, "diff --git ")) {
        Advance();
        ASSAY_RETURN_IF_ERROR(ReadGitHeaders(line));
      } else if (StartsWith(line, "--- ") && StartsWith(HeaderAfter(), "+++ ")) {
        files_.emplace_back();
        ASSAY_RETURN_IF_ERROR(ReadNames(false));
      } else if (StartsWith(line, "@@ -")) {
        return Refused("a hunk belongs to no file");
      } else {
        Advance();  // a letter's text before the diff, or between two
        continue;
      }
      ASSAY_RETURN_IF_ERROR(ReadHunks());
      ASSAY_RETURN_IF_ERROR(Check(files_.back()));
      if (files_.size() > kMaxFiles) return Refused("the patch changes too many files");
    }
    if (files_.empty() && any_) return Refused("the text is no patch");
    return std::move(files_);
  }

 private:
  std::string_view Line() const { return rest_.substr(0, rest_.find('\n')); }
  std::string_view Header() const {
    std::string_view line = Line();
    TakeEnd(&line, "\r");
    return line;
  }
  std::string_view HeaderAfter() const {
    const size_t end = rest_.find('\n');
    return end == std::string_view::npos ? "" : rest_.substr(end + 1);
  }
  void Advance() {
    any_ |= Line().find_first_not_of(" \t\r") != std::string_view::npos;
    const size_t end = rest_.find('\n');
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  }

  Status ReadGitHeaders(std::string_view first) {
    files_.emplace_back();
    FileDiff& file = files_.back();
    first.remove_prefix(std::string_view("diff --git ").size());
    ReadBothNames(first, &file);
    while (!rest_.empty()) {
      std::string_view line = Header();
      if (StartsWith(line, "--- ")) return ReadNames(true);
      if (Take(&line, "old mode ")) {
        ASSAY_RETURN_IF_ERROR(ReadMode(line, nullptr));
      } else if (Take(&line, "new mode ")) {
        ASSAY_RETURN_IF_ERROR(ReadMode(line, &file));
      } else if (Take(&line, "new file mode ")) {
        file.kind = DiffKind::kCreate;
        ASSAY_RETURN_IF_ERROR(ReadMode(line, &file));
      } else if (Take(&line, "deleted file mode ")) {
        file.kind = DiffKind::kDelete;
        ASSAY_RETURN_IF_ERROR(ReadMode(line, nullptr));
      } else if (Take(&line, "rename from ")) {
        file.kind = DiffKind::kRename;
        file.old_path = ReadPath(line);
      } else if (Take(&line, "copy from ")) {
        file.kind = DiffKind::kCopy;
        file.old_path = ReadPath(line);
      } else if (Take(&line, "rename to ") || Take(&line, "copy to ")) {
        file.new_path = ReadPath(line);
      } else if (Take(&line, "index ")) {
        const size_t mode = line.rfind(' ');
        if (mode != std::string_view::npos) {
          ASSAY_RETURN_IF_ERROR(ReadMode(line.substr(mode + 1), nullptr));
        }
      } else if (StartsWith(line, "GIT binary patch") || StartsWith(line, "Binary files ")) {
        return Refused(file.path() + ": binary patches aren't taken");
      } else if (!StartsWith(line, "similarity index ") &&
                 !StartsWith(line, "dissimilarity index ")) {
        return {};
      }
      Advance();
    }
    return {};
  }

  // "a/x b/x": of a file without "---" and renames, both are the same path.
  static void ReadBothNames(std::string_view text, FileDiff* file) {
    std::string path;
    if (StartsWith(text, "\"")) {
      path = WithoutFirstComponent(TakeQuoted(&text).value_or(""));
    } else if (text.size() % 2 == 1) {
      const size_t middle = text.size() / 2;
      const std::string one = WithoutFirstComponent(std::string(text.substr(0, middle)));
      const std::string other = WithoutFirstComponent(std::string(text.substr(middle + 1)));
      if (text[middle] == ' ' && one == other) path = one;
    }
    file->old_path = file->new_path = path;
  }

  // "--- a/x", "+++ b/x".
  Status ReadNames(bool git) {
    FileDiff& file = files_.back();
    std::string_view before = Header();
    before.remove_prefix(4);
    const std::string old_name = ReadPath(before);
    Advance();
    std::string_view after = Header();
    if (!Take(&after, "+++ ")) return Refused(file.path() + ": a line with +++ is missing");
    const std::string new_name = ReadPath(after);
    Advance();
    if (file.kind == DiffKind::kRename || file.kind == DiffKind::kCopy) return {};
    if (!git && old_name == "/dev/null") file.kind = DiffKind::kCreate;
    if (!git && new_name == "/dev/null") file.kind = DiffKind::kDelete;
    if (old_name != "/dev/null") file.old_path = WithoutFirstComponent(old_name);
    if (new_name != "/dev/null") file.new_path = WithoutFirstComponent(new_name);
    const bool one_sided = old_name == "/dev/null" || new_name == "/dev/null";
    const bool modifies = file.kind == DiffKind::kModify;
    if (one_sided == modifies || (modifies && file.old_path != file.new_path)) {
      return Refused(file.path() + ": the names of the file disagree");
    }
    return {};
  }

  Status ReadMode(std::string_view mode, FileDiff* file) const {
    if (mode == "120000") return Refused(files_.back().path() + ": symbolic links aren't taken");
    if (mode == "160000") return Refused(files_.back().path() + ": submodules aren't taken");
    if (mode != "100644" && mode != "100755") {
      return Refused(files_.back().path() + ": the mode must be 100644 or 100755");
    }
    if (file != nullptr) file->executable = mode == "100755";
    return {};
  }

  Status ReadHunks() {
    while (StartsWith(rest_, "@@ -")) {
      DiffHunk hunk;
      std::string_view line = Header();
      size_t new_start = 0;
      if (!Take(&line, "@@ -") || !TakeRange(&line, &hunk.old_start, &hunk.old_count) ||
          !Take(&line, " +") || !TakeRange(&line, &new_start, &hunk.new_count) ||
          !StartsWith(line, " @@")) {
        return Refused(files_.back().path() + ": a hunk's header is malformed");
      }
      Advance();
      if (!ReadLines(&hunk)) {
        return Refused(files_.back().path() + ": a hunk is shorter or longer than it says");
      }
      files_.back().hunks.push_back(std::move(hunk));
    }
    return {};
  }

  // "12,3", "12".
  static bool TakeRange(std::string_view* line, size_t* start, size_t* count) {
    const auto first = TakeNumber(line);
    if (!first) return false;
    *start = *first;
    *count = 1;
    if (!Take(line, ",")) return true;
    const auto number = TakeNumber(line);
    if (number) *count = *number;
    return number.has_value();
  }

  bool ReadLines(DiffHunk* hunk) {
    bool changed = false;
    char last = ' ';
    while (true) {
      if (!rest_.empty() && rest_.front() == '\\') {
        // "\ No newline at end of file", of the line before.
        if (last != '+') DropEnd(&hunk->old_lines);
        if (last != '-') DropEnd(&hunk->new_lines);
        Advance();
        continue;
      }
      const bool old_full = hunk->old_lines.size() == hunk->old_count;
      const bool new_full = hunk->new_lines.size() == hunk->new_count;
      if (old_full && new_full) return changed;
      if (rest_.empty()) return false;
      const size_t end = std::min(rest_.find('\n'), rest_.size() - 1);
      std::string_view line = rest_.substr(0, end + 1);
      last = line.front();
      // Some editors take the space off an empty line of context.
      if (last == '\n') {
        last = ' ';
      } else {
        line.remove_prefix(1);
      }
      if ((last != ' ' && last != '-' && last != '+') || (last != '+' && old_full) ||
          (last != '-' && new_full)) {
        return false;
      }
      if (last != '+') hunk->old_lines.push_back(line);
      if (last != '-') hunk->new_lines.push_back(line);
      hunk->trailing = last == ' ' ? hunk->trailing + 1 : 0;
      changed |= last != ' ';
      if (!changed) ++hunk->leading;
      Advance();
    }
  }

  static void DropEnd(std::vector<std::string_view>* lines) {
    if (!lines->empty()) TakeEnd(&lines->back(), "\n");
  }

  static Status Check(FileDiff& file) {
    if (file.kind == DiffKind::kCreate) file.old_path.clear();
    if (file.kind == DiffKind::kDelete) file.new_path.clear();
    const bool old_bad = file.kind != DiffKind::kCreate && !IsSafePath(file.old_path);
    const bool new_bad = file.kind != DiffKind::kDelete && !IsSafePath(file.new_path);
    if (!old_bad && !new_bad) return {};
    return Refused("\"" + ReplaceInvalidUtf8(old_bad ? file.old_path : file.new_path) +
                   "\" is no path inside of the repository");
  }

  std::string_view rest_;
  bool any_ = false;
  std::vector<FileDiff> files_;
};

}  // namespace

bool IsSafePath(std::string_view path) {
  constexpr size_t kLongest = 4096;
  if (path.empty() || path.size() > kLongest || path.find('\0') != std::string_view::npos) {
    return false;
  }
  while (true) {
    const size_t slash = path.find('/');
    const std::string part = AsciiLower(path.substr(0, slash));
    if (part.empty() || part == "." || part == ".." || part == ".git") return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

Result<std::vector<FileDiff>> ParseDiff(std::string_view text) {
  if (text.size() > kMaxBytes) return Refused("the patch is larger than 64 MiB");
  return Parser(text).Parse();
}

}  // namespace assay::swe
