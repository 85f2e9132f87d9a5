// Versions by semver.org 2.0.0 (without build metadata, so that a version is one text), and which
// of them somebody wants. Plain values; pure; thread-safe.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::env {

struct Version {
  int64_t major = 0;
  int64_t minor = 0;
  int64_t patch = 0;
  std::string prerelease;  // "rc.1"; empty: a release

  // "1.0.0", "2.1.0-rc.1"; nothing: it is none.
  static std::optional<Version> Parse(std::string_view text);
  std::string ToString() const;

  bool operator==(const Version&) const = default;
  // semver's precedence: a release is above its pre-releases.
  std::strong_ordering operator<=>(const Version& other) const;
};
inline constexpr std::string_view kVersionRule =
    "must be three numbers with points between, as in '1.0.0' or '1.0.0-rc.1'";

// "name", "name@1.2", "name@>=1,<2.5".
struct Wanted {
  std::string name;
  std::string given;  // behind the '@'; empty: any release

  static Result<Wanted> Parse(const std::string& text);
  // A pre-release is only wanted where it is named.
  bool Accepts(const Version& version) const;

 private:
  // From one version on, or below one.
  struct Bound {
    Version version;
    bool from = true;
  };
  std::vector<Bound> bounds_;
  std::optional<Version> exactly_;
};

}  // namespace assay::env
