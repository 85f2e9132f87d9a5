// What a model is told of a score: each function that counts, its value and its verdict, and
// nothing that would give the answer away. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::env {

struct Feedback {
  std::optional<double> score;  // nothing: it is masked
  std::string text;             // "tests: 0.5 (WA)", a line for each function
};
// kUnavailable: `result` is none of POST /v1/score.
Result<Feedback> FeedbackOf(std::string_view result);

}  // namespace assay::env
