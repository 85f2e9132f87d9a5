#include "runner/box_paths.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"

namespace assay {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "runner.path", 0, std::move(message)};
}

bool HasNul(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

}  // namespace

bool BoxOwns(std::string_view path) {
  std::vector<std::string> owned(std::begin(kWritablePlaces), std::end(kWritablePlaces));
  owned.insert(owned.end(), {"/proc", "/dev"});
  return std::any_of(owned.begin(), owned.end(), [&](const std::string& place) {
    return path == place || StartsWith(path, place + "/");
  });
}

Result<BoxPath> ParseBoxPath(std::string_view path) {
  const auto refuse = [&](const char* why) {
    return Invalid("'" + std::string(path.substr(0, kMaxBoxNameBytes)) + "' " + why);
  };
  if (path.empty()) return Invalid("a path is empty");
  if (HasNul(path)) return refuse("contains a NUL");
  if (path.size() > kMaxBoxPathBytes) return refuse("is too long");
  if (path.back() == '/') return refuse("is not a file path");
  std::vector<std::string_view> parts;
  for (size_t start = 0; start <= path.size();) {
    const size_t end = std::min(path.find('/', start), path.size());
    const std::string_view part = path.substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part.size() > kMaxBoxNameBytes) return refuse("has a name that is too long");
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return refuse("leaves the work folder");
    } else {
      parts.pop_back();
    }
  }
  if (parts.empty()) return refuse("is not a file path");
  std::string normal;
  for (const std::string_view part : parts) normal.append("/").append(part);
  if (path[0] != '/') return BoxPath{0, normal.substr(1)};
  for (int i = 0; i < kWritablePlaceCount; ++i) {
    const std::string place = std::string(kWritablePlaces[i]) + "/";
    if (StartsWith(normal, place)) return BoxPath{i, normal.substr(place.size())};
  }
  return refuse("is not in a place that can be written");
}

Status CheckFetchName(std::string_view name) {
  if (name.empty()) return Invalid("a path is empty");
  if (HasNul(name)) return Invalid("a path contains a NUL");
  if (name.size() > kMaxBoxPathBytes) return Invalid("a path is too long");
  return {};
}

}  // namespace assay
