// VerifyResponse: extraction and comparison in one call. The gold may be a bare answer or a whole
// solution, the response a bare answer or a model's whole text.
//
// Thread-safe. Never throws; time is linear in the length of the texts plus the work budget of the
// comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "math/decide/verify.h"
#include "math/find/extract.h"
#include "math/profiles/profile.h"

namespace assay::math {

struct ResponseResult {
  Outcome outcome = Outcome::kUndecided;
  // Of the comparison; or why there was nothing to compare.
  Reason reason = Reason::kNone;
  std::string rule;         // of the comparison
  std::string gold_answer;  // as extracted
  std::string gold_normal;
  std::string answer;  // as extracted
  std::string answer_normal;
  ExtractRule gold_extract_rule = ExtractRule::kNone;
  ExtractRule extract_rule = ExtractRule::kNone;
  // Where the answer stands in the response, in bytes.
  size_t offset = 0;
  size_t length = 0;
  int64_t work_used = 0;
};

ResponseResult VerifyResponse(std::string_view gold, std::string_view response,
                              const MathProfile& profile);

// Whether a gold answer is an option letter: "C", "(C)", "\text{(C)}".
bool IsChoiceLetter(std::string_view gold);

}  // namespace assay::math
