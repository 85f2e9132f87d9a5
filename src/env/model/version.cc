#include "env/model/version.h"

#include <fmt/format.h>

#include <algorithm>

#include "env/model/names.h"
#include "text/number.h"

namespace assay::env {
namespace {

constexpr size_t kMostDigits = 9;
constexpr size_t kMostPrereleaseBytes = 40;

std::optional<int64_t> Number(std::string_view text) {
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  if (text.find_first_not_of("0123456789") != text.npos) return std::nullopt;
  if (text.size() > 1 && text[0] == '0') return std::nullopt;
  return NumberIn<int64_t>(text);
}

std::vector<std::string_view> Split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool IsPrerelease(std::string_view text) {
  if (text.size() > kMostPrereleaseBytes) return false;
  for (const std::string_view part : Split(text, '.')) {
    if (part.empty()) return false;
    const bool number = part.find_first_not_of("0123456789") == part.npos;
    if (number && !Number(part)) return false;
    constexpr char kLetters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
    if (part.find_first_not_of(kLetters) != part.npos) return false;
  }
  return true;
}

std::strong_ordering ComparePrereleases(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return left.empty() <=> right.empty();
  const auto a = Split(left, '.');
  const auto b = Split(right, '.');
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const auto first = Number(a[i]);
    const auto second = Number(b[i]);
    if (first && second && *first != *second) return *first <=> *second;
    if (first && second) continue;
    // A number is below a word.
    if (first || second) return second.has_value() <=> first.has_value();
    if (const int order = a[i].compare(b[i]); order != 0) return order <=> 0;
  }
  return a.size() <=> b.size();
}

// "1", "1.2" or a whole version; `parts`: how many numbers there are.
std::optional<Version> ParsePartial(std::string_view text, size_t* parts) {
  if (auto whole = Version::Parse(text)) {
    *parts = 3;
    return whole;
  }
  Version version;
  const auto numbers = Split(text, '.');
  *parts = numbers.size();
  if (numbers.size() > 2) return std::nullopt;
  const auto major = Number(numbers[0]);
  const auto minor = numbers.size() > 1 ? Number(numbers[1]) : std::optional<int64_t>(0);
  if (!major || !minor) return std::nullopt;
  version.major = *major;
  version.minor = *minor;
  return version;
}

// The first version behind all that begin with it.
Version After(const Version& version, size_t parts) {
  if (parts == 1) return Version{version.major + 1, 0, 0, ""};
  if (parts == 2) return Version{version.major, version.minor + 1, 0, ""};
  return Version{version.major, version.minor, version.patch + 1, ""};
}

}  // namespace

std::optional<Version> Version::Parse(std::string_view text) {
  Version version;
  if (const size_t dash = text.find('-'); dash != text.npos) {
    version.prerelease = text.substr(dash + 1);
    if (!IsPrerelease(version.prerelease)) return std::nullopt;
    text = text.substr(0, dash);
  }
  const auto parts = Split(text, '.');
  if (parts.size() != 3) return std::nullopt;
  int64_t* const to[] = {&version.major, &version.minor, &version.patch};
  for (size_t i = 0; i < 3; ++i) {
    const auto number = Number(parts[i]);
    if (!number) return std::nullopt;
    *to[i] = *number;
  }
  return version;
}

std::string Version::ToString() const {
  return fmt::format("{}.{}.{}{}{}", major, minor, patch, prerelease.empty() ? "" : "-",
                     prerelease);
}

std::strong_ordering Version::operator<=>(const Version& other) const {
  if (const auto order = major <=> other.major; order != 0) return order;
  if (const auto order = minor <=> other.minor; order != 0) return order;
  if (const auto order = patch <=> other.patch; order != 0) return order;
  return ComparePrereleases(prerelease, other.prerelease);
}

Result<Wanted> Wanted::Parse(const std::string& text) {
  Wanted wanted;
  const size_t at = text.find('@');
  wanted.name = text.substr(0, at);
  if (!IsEnvironmentName(wanted.name)) {
    return Error{ErrorCode::kInvalidArgument, "env", 0,
                 fmt::format("'{}' is no name of an environment: it {}", wanted.name, kNameRule)};
  }
  if (at == text.npos) return wanted;
  wanted.given = text.substr(at + 1);
  for (std::string_view bound : Split(wanted.given, ',')) {
    const size_t digits = std::min(bound.find_first_not_of("<>="), bound.size());
    const std::string_view sign = bound.substr(0, digits);
    bound.remove_prefix(digits);
    size_t parts = 0;
    const auto version = ParsePartial(bound, &parts);
    const bool known = sign.empty() || sign == "=" || sign == "==" || sign == ">=" || sign == ">" ||
                       sign == "<" || sign == "<=";
    if (!version || !known) {
      return Error{ErrorCode::kInvalidArgument, "env", 0,
                   fmt::format("'{}': behind the @ stands a version or bounds, as in {}@1.2, "
                               "{}@1.2.3 or '{}@>=1,<2'",
                               text, wanted.name, wanted.name, wanted.name)};
    }
    if (sign.empty() || sign[0] == '=') {
      if (parts == 3) wanted.exactly_ = *version;
      wanted.bounds_.push_back({*version, true});
      wanted.bounds_.push_back({After(*version, parts), false});
    } else if (sign[0] == '>') {
      wanted.bounds_.push_back({sign == ">" ? After(*version, parts) : *version, true});
    } else {
      wanted.bounds_.push_back({sign == "<" ? *version : After(*version, parts), false});
    }
  }
  return wanted;
}

bool Wanted::Accepts(const Version& version) const {
  if (exactly_) return version == *exactly_;
  if (!version.prerelease.empty()) return false;
  for (const Bound& bound : bounds_) {
    if (bound.from ? version < bound.version : version >= bound.version) return false;
  }
  return true;
}

}  // namespace assay::env
