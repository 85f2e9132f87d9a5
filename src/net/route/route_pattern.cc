#include "net/route/route_pattern.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"

namespace assay {

RoutePattern::RoutePattern(std::string_view path) {
  ASSAY_CHECK(StartsWith(path, "/"));
  while (!path.empty()) {
    ASSAY_CHECK(parts_.empty() || parts_.back().kind != Kind::kRest);
    const size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view part = path.substr(1, end - 1);
    Kind kind = Kind::kName;
    if (HasParameters(part)) {
      ASSAY_CHECK(part.front() == '{' && part.back() == '}');
      kind = part.ends_with("...}") ? Kind::kRest : Kind::kParameter;
    }
    parts_.push_back({kind, kind == Kind::kName ? std::string(part) : std::string()});
    path.remove_prefix(end);
  }
}

std::optional<std::vector<std::string>> RoutePattern::Match(std::string_view path) const {
  std::vector<std::string> parameters;
  for (const Part& part : parts_) {
    if (part.kind == Kind::kRest) {
      if (!path.empty()) path.remove_prefix(1);
      parameters.emplace_back(path);
      return parameters;
    }
    if (path.empty() || path.front() != '/') return std::nullopt;
    const size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view value = path.substr(1, end - 1);
    if (part.kind == Kind::kName ? value != part.name : value.empty()) return std::nullopt;
    if (part.kind == Kind::kParameter) parameters.emplace_back(value);
    path.remove_prefix(end);
  }
  if (!path.empty()) return std::nullopt;
  return parameters;
}

bool RoutePattern::MoreExactThan(const RoutePattern& other) const {
  for (size_t i = 0; i < std::min(parts_.size(), other.parts_.size()); ++i) {
    if (parts_[i].kind != other.parts_[i].kind) return parts_[i].kind < other.parts_[i].kind;
  }
  return parts_.size() > other.parts_.size();
}

}  // namespace assay
