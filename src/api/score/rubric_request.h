// Decoding the rubrics of POST /v1/score. Pure; thread-safe.
#pragma once

#include <optional>

#include "api/score/rubric.h"
#include "text/field_reader.h"

namespace assay {

struct RubricBounds {
  static constexpr size_t kRubrics = 256;
  static constexpr size_t kFunctions = 32;   // of a rubric
  static constexpr size_t kSections = 32;    // of a format
  static constexpr size_t kNameBytes = 128;  // of rubrics, functions and sections
  static constexpr size_t kCriterionBytes = 32 << 10;
};

struct RubricRules {
  bool has_judge = false;                              // this server has a judge model
  bool has_sandboxes = false;                          // it can run a repository's tests
  SecondOpinion second_opinion = SecondOpinion::kOff;  // where a math function does not say
};

// Faults go to `errors`; the rubric is then not to be used.
Rubric DecodeRubric(std::string_view name, JsonValue json, const FieldPath& path,
                    const RubricRules& rules, FieldErrors* errors);

}  // namespace assay
