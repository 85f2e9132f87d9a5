// Decoding the bodies of POST /v1/math/verify. Pure; thread-safe.
#pragma once

#include "api/math/math_run.h"
#include "text/field_reader.h"
#include "text/json_reader.h"

namespace assay {

struct MathBounds {
  static constexpr size_t kItems = 65'536;
  static constexpr size_t kGoldBytes = 1 << 20;
  static constexpr size_t kResponseBytes = 16 << 20;  // a longer one is incorrect
};

struct MathRequest {
  MathWork work;
  bool stream = false;
};

// Faults go to `errors`; the request is then not to be used. `default_opinion`: where the request
// does not say.
MathRequest DecodeMath(JsonValue body, SecondOpinion default_opinion, FieldErrors* errors);

// "profile" and "options" of an object, as far as they are there. Leaves alone what is faulty.
void DecodeMathRules(JsonValue object, const FieldPath& path, FieldErrors* errors,
                     math::MathProfile* profile, SecondOpinion* second_opinion);

// One {"id", "gold", "response"}. `response_field`: what the file or route calls the response.
MathItem DecodeMathItem(JsonValue json, size_t index, const FieldPath& path,
                        std::string_view response_field, FieldErrors* errors);

// "off", "report", "apply".
std::optional<SecondOpinion> ParseSecondOpinion(std::string_view name);

}  // namespace assay
