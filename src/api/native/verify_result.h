// Results of POST /v1/verify as JSON. Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/native/bundle.h"
#include "api/shared/text_budget.h"
#include "grading/extract/extracted_code.h"
#include "model/submission.h"
#include "model/submission_result.h"
#include "text/field_reader.h"

namespace assay {

// How a program was found in a response.
struct Extraction {
  std::string_view profile;  // as asked for
  ExtractedCode found;
};

// What a result repeats of its request: made once, when the submission is whole, and kept until its
// verdict is there.
struct VerifyEcho {
  std::string id;
  Origin origin;
  size_t index = 0;
  Limits limits;  // as asked for; a result says those that applied
  double time_multiplier = 1;
  std::vector<std::string> test_ids;
  std::vector<std::string> warnings;     // fields of the submission that nobody reads
  FieldErrors faults;                    // why it was not judged
  std::optional<Extraction> extraction;  // to be told
  bool include_output = false;
  int64_t include_output_bytes = 0;
  int64_t text_bytes = kMostReplyText;         // of all outputs and files, as JSON text
  std::shared_ptr<const BundleSource> bundle;  // null: none is wanted
};

std::string RenderVerifyResult(const VerifyEcho& echo, const SubmissionResult& result);

}  // namespace assay
