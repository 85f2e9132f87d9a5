#include "engine/request_check.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kMaxPathBytes = 1024;
constexpr size_t kMaxNameBytes = 255;
constexpr size_t kMaxWordsBytes = 64 << 10;
// Files and their folders. A box has room for a multiple of them.
constexpr size_t kMaxEntries = 1 << 14;
constexpr const char* kWorkFolder = "/box";
constexpr const char* kWritablePlaces[] = {"/box/", "/tmp/", "/var/tmp/", "/mnt/", "/dev/shm/"};

Error Invalid(const std::string& field, const std::string& what) {
  return InvalidField("engine.submit", field, what);
}

bool HasNul(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

// The path in the box without "." and "..", or why there is none.
Result<std::string> Normalize(const std::string& field, const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return Invalid(field, "'" + path.substr(0, kMaxNameBytes) + "' " + why);
  };
  if (path.empty()) return Invalid(field, "a path is empty");
  if (HasNul(path)) return refuse("contains a NUL");
  if (path.size() > kMaxPathBytes) return refuse("is too long");
  if (path.back() == '/') return refuse("is not a file path");
  std::vector<std::string_view> parts;
  for (size_t start = 0; start <= path.size();) {
    const size_t end = std::min(path.find('/', start), path.size());
    const std::string_view part = std::string_view(path).substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part.size() > kMaxNameBytes) return refuse("has a name that is too long");
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return refuse("leaves the work folder");
    } else {
      parts.pop_back();
    }
  }
  if (parts.empty()) return refuse("is not a file path");
  std::string normal = path[0] == '/' ? "" : kWorkFolder;
  for (const std::string_view part : parts) normal.append("/").append(part);
  const bool writable = std::any_of(
      std::begin(kWritablePlaces), std::end(kWritablePlaces), [&](std::string_view place) {
        return normal.size() > place.size() && StartsWith(normal, place);
      });
  if (!writable) return refuse("is not in a place that can be written");
  return normal;
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
    if (path.empty()) return Invalid(field, "a path is empty");
    if (HasNul(path)) return Invalid(field, "a path contains a NUL");
    if (path.size() > kMaxPathBytes) return Invalid(field, "a path is too long");
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
