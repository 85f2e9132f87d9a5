// Requests of POST /run_code, parsed into values. Pure, thread-safe.
#pragma once

#include <string>

#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "model/submission.h"
#include "text/field_reader.h"

namespace assay {

struct RunCodeRequest {
  std::string language;  // as sent
  double compile_timeout_s = 10;
  double run_timeout_s = 10;
  Submission submission;         // without language
  std::string undecodable_file;  // path of the first file that is not base64; empty: none
};

// Faults go to `errors`; the request is then incomplete.
RunCodeRequest ParseRunCode(JsonValue body, const ApiLanguages& languages,
                            const LimitPolicy& policy, FieldErrors* errors);

}  // namespace assay
