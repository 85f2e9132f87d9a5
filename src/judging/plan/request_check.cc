#include "judging/plan/request_check.h"

#include <set>

#include "base/text.h"
#include "runner/box_paths.h"

namespace assay {
namespace {

constexpr size_t kMaxWordsBytes = 64 << 10;
// Files and their folders. A box has room for a multiple of them.
constexpr size_t kMaxEntries = 1 << 14;

Error Invalid(const std::string& field, const std::string& what) {
  return InvalidField("engine.submit", field, what);
}

bool HasNul(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

// The path in the box without "." and "..", or why there is none.
Result<std::string> Normalize(const std::string& field, const std::string& path) {
  auto parsed = ParseBoxPath(path);
  if (!parsed.ok()) return Invalid(field, parsed.error().message);
  return parsed->Absolute();
}

}  // namespace

Status CheckInputFiles(const std::string& field, const std::map<std::string, BlobPtr>& files) {
  std::set<std::string> names;
  for (const auto& [path, contents] : files) {
    ASSAY_ASSIGN_OR_RETURN(std::string name, Normalize(field, path));
    if (contents == nullptr) return Invalid(field, path + " has no contents");
    if (names.count(name) != 0) return Invalid(field, "'" + name + "' is there twice");
    names.insert(std::move(name));
  }
  std::set<std::string> folders;
  for (const std::string& name : names) {
    for (size_t at = name.rfind('/'); at != 0; at = name.rfind('/', at - 1)) {
      std::string folder = name.substr(0, at);
      if (names.count(folder) != 0) {
        return Invalid(field, "'" + folder + "' is a file and a folder of '" + name + "'");
      }
      if (!folders.insert(std::move(folder)).second) break;
    }
    if (names.size() + folders.size() > kMaxEntries) {
      return Invalid(field, "are more than " + std::to_string(kMaxEntries) + " with their folders");
    }
  }
  return {};
}

Status CheckApart(const std::string& field, const std::map<std::string, BlobPtr>& files,
                  const std::vector<std::string>& own, SameName same) {
  for (const auto& [path, contents] : files) {
    ASSAY_ASSIGN_OR_RETURN(const std::string name, Normalize(field, path));
    for (const std::string& own_path : own) {
      ASSAY_ASSIGN_OR_RETURN(const std::string own_name, Normalize(field, own_path));
      const std::string what = "'" + path + "' ";
      if (name == own_name && (same == SameName::kRefused || path != own_path)) {
        return Invalid(field, what + "is the name of one of the program's own files");
      }
      if (StartsWith(name, own_name + "/") || StartsWith(own_name, name + "/")) {
        return Invalid(field, what + "needs '" + own_path +
                                  "', one of the program's own files, to be a folder, or is one");
      }
    }
  }
  return {};
}

Status CheckFetchedFiles(const std::string& field, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (Status named = CheckFetchName(path); !named.ok()) {
      return Invalid(field, named.error().message);
    }
  }
  return {};
}

Status CheckWords(const std::string& field, const std::vector<std::string>& words) {
  size_t bytes = 0;
  for (const std::string& word : words) {
    if (HasNul(word)) return Invalid(field, "contains a NUL");
    bytes += word.size() + 1;
  }
  if (bytes > kMaxWordsBytes) return Invalid(field, "is too long");
  return {};
}

}  // namespace assay
