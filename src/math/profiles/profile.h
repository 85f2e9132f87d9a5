// Profiles: named sets of extraction and comparison options. `assay` is the default; the others
// follow the extraction order of graders that trainers use today, so that a switch can be audited.
// docs/math.md has the table.
//
// Immutable after first use; thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "math/decide/verify.h"
#include "math/find/extract.h"

namespace assay::math {

struct MathProfile {
  // What happens when the extracted text does not parse as an answer.
  enum class Retry {
    kNone,
    kUnparseable  // the next alternative is tried; a parsed but wrong answer is final
  };

  std::string_view name;
  std::string_view description;
  ExtractOptions extract;
  Retry retry = Retry::kUnparseable;
  VerifyOptions verify;
};

inline constexpr std::string_view kDefaultProfile = "assay";

const MathProfile& DefaultProfile();
// nullptr when there is no such profile. The empty name is the default.
const MathProfile* FindProfile(std::string_view name);
// All of them, the default first.
const std::vector<MathProfile>& Profiles();

}  // namespace assay::math
