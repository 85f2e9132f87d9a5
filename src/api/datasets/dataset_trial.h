// From a row and a completion to what the engine gets, and back to the answer. Thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "api/compat/evaluate_result.h"
#include "api/datasets/classes/dataset_class.h"
#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "model/submission.h"

namespace assay {

struct DatasetTrial {
  Submission submission;
  EvaluateEcho echo;
  std::string end_mark;  // the program writes it when it gets to its end; empty: nobody looks
  bool without_code = false;
  bool imports_tuples = false;
  std::function<std::optional<std::string>(const RunResult&)> objection;
  std::function<std::string(const RunResult&)> extra_of_run;
};

// `language`: the id to run under. `secret`: of this server, for marks that nobody guesses.
DatasetTrial MakeDatasetTrial(Trial trial, std::string language, std::string id_json,
                              const LimitPolicy& policy, std::string_view secret);

// Why the result says nothing about the answer, if so.
std::optional<std::string> FailureOf(const DatasetTrial& trial, const SubmissionResult& result);

// The answer's body.
std::string RenderDatasetTrial(const DatasetTrial& trial, const SubmissionResult& result,
                               std::string_view pod_name);

}  // namespace assay
