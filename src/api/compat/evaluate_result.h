// EvalResult: the answer of the ScaleBox routes and of data sets. Pure functions, thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/problem.h"
#include "model/submission_result.h"
#include "store/problem_store.h"

namespace assay {

// What an answer repeats of its request: made with the submission, kept until the verdict is there.
struct EvaluateEcho {
  std::string id_json;
  std::string extracted_code;
  std::string_view extracted_type;
  ProblemPtr problem;
  bool run_all = false;
  bool return_full_case = false;
  std::shared_ptr<const std::vector<CallCase>> calls;

  // Of data sets. Empty texts of JSON are null.
  std::optional<std::string> full_code = std::nullopt;
  std::optional<std::string> test_code = std::nullopt;
  std::string test_info_json = {};
  std::string extra_json = {};
  // Why the only test is no pass, however its run ended; mostly empty.
  std::string fault = {};
};

// Why the result says nothing about the candidate, if so: then there is no EvalResult to give.
std::optional<std::string> InfrastructureFailure(const EvaluateEcho& echo,
                                                 const SubmissionResult& result);
std::string RenderEvaluation(const EvaluateEcho& echo, const SubmissionResult& result,
                             std::string_view pod_name);

// Texts over 1000 characters become their first and last 498 around "...".
std::string ShortenCase(std::string_view utf8);

}  // namespace assay
