// VerdictBrief: what the series count of a verdict, and what decides whether it is remembered.
// Refers to texts of whoever makes it.
#pragma once

#include <optional>
#include <string_view>

#include "model/verdict.h"

namespace assay {

struct VerdictBrief {
  Verdict verdict = Verdict::kInternalError;
  Cause cause = Cause::kInfrastructure;
  std::optional<double> score;
  bool cached = false;
  // More than one of thousands like it: never left out.
  bool evidence = false;
  std::string_view run = {}, group = {};
  bool math = false;  // a math answer, otherwise a program
};

}  // namespace assay
