// What POST /v1/score tells whoever counts. Any thread; several at a time.
#pragma once

#include <functional>
#include <string_view>

#include "api/math/math_run.h"

namespace assay {

struct ScoreEvents {
  // "scored", "masked" or "faulty".
  std::function<void(std::string_view outcome)> on_item;
  // A function without a value, by its kind.
  std::function<void(std::string_view kind, std::string_view reason)> on_masked_function;
  // The end of a question to the judge model: "graded", or the fault's name.
  std::function<void(std::string_view outcome)> on_grade;
  // A judge model's grade beside a verdict by rules on the same item: whether each is in favour.
  std::function<void(std::string_view kind, bool rules, bool judge)> on_agreement;
  std::function<void(const MathItem& item, const MathAnswer& answer)> on_math;
};

}  // namespace assay
