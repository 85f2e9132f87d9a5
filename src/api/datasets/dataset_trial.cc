#include "api/datasets/dataset_trial.h"

#include <utility>

#include "api/compat/exec_info.h"
#include "base/text.h"
#include "base/work/fingerprint.h"

namespace assay {
namespace {

// A whole program that runs once.
std::shared_ptr<Problem> PlainRun() {
  auto problem = std::make_shared<Problem>();
  problem->mode = ProblemMode::kRun;
  problem->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
  return problem;
}

// Past the program's own buffers and whatever it put in the place of sys.stdout.
std::string WriteAtEnd(const std::string& mark) {
  return "\n\nimport os as _os, sys as _sys\n_sys.stdout.flush()\n_os.write(1, b\"" + mark +
         "\")\n";
}

// What is left of the output without the mark; nothing when it isn't there.
std::optional<std::string> WithoutMark(const std::string& out, const std::string& mark) {
  const size_t at = out.rfind(mark);
  if (at == out.npos) return std::nullopt;
  return out.substr(0, at) + out.substr(at + mark.size());
}

// Why a run that ended well is no pass. Empty: it is one.
std::string FaultOf(const DatasetTrial& trial, const RunResult& run, bool at_end) {
  if (trial.without_code) return "no program was found in the completion";
  if (!at_end) return "the program left before its tests were over";
  if (!trial.objection) return {};
  return trial.objection(run).value_or("");
}

}  // namespace

DatasetTrial MakeDatasetTrial(Trial trial, std::string language, std::string id_json,
                              const LimitPolicy& policy, std::string_view secret) {
  DatasetTrial made;
  const bool whole = trial.problem == nullptr;
  if (whole && trial.to_the_end) {
    made.end_mark =
        "\\n" + PartWriter().Add(secret).Add(trial.code).Fingerprint().substr(0, 32) + "\\n";
    trial.code += WriteAtEnd(made.end_mark);
    made.end_mark = "\n" + made.end_mark.substr(2, 32) + "\n";
  }
  made.without_code = trial.needs_code && TrimAsciiSpace(trial.extracted_code).empty();
  made.imports_tuples = trial.imports_tuples;
  made.objection = std::move(trial.objection);
  made.extra_of_run = std::move(trial.extra_of_run);

  Submission& submission = made.submission;
  submission.language = std::move(language);
  submission.code = std::move(trial.code);
  submission.from_response = !whole;
  submission.problem = whole ? PlainRun() : std::move(trial.problem);
  submission.limits = policy.OfRun(trial.run_s, 0);
  submission.compile_limits = policy.OfCompile(trial.compile_s);
  submission.stop = trial.run_all ? StopPolicy::kRunAll : StopPolicy::kFirstFailure;
  submission.files = std::move(trial.files);
  submission.fetch_files = std::move(trial.fetch_files);

  EvaluateEcho& echo = made.echo;
  echo.id_json = std::move(id_json);
  echo.extracted_code = std::move(trial.extracted_code);
  echo.extracted_type = trial.extracted_type;
  echo.problem = submission.problem;
  echo.run_all = trial.run_all;
  echo.return_full_case = trial.return_full_case;
  echo.calls = std::move(trial.calls);
  echo.full_code = std::move(trial.full_code);
  echo.test_code = std::move(trial.test_code);
  echo.test_info_json = std::move(trial.test_info_json);
  echo.extra_json = std::move(trial.extra_json);
  return made;
}

std::optional<std::string> FailureOf(const DatasetTrial& trial, const SubmissionResult& result) {
  if (trial.imports_tuples && result.compile &&
      result.compile->stderr_bytes.find("package org.javatuples does not exist") !=
          std::string::npos) {
    return "failed to request sandbox: Java's package org.javatuples is not installed here";
  }
  return InfrastructureFailure(trial.echo, result);
}

std::string RenderDatasetTrial(const DatasetTrial& trial, const SubmissionResult& result,
                               std::string_view pod_name) {
  const bool ran = trial.echo.problem->mode == ProblemMode::kRun && !result.tests.empty() &&
                   result.tests[0].executed;
  if (!ran) return RenderEvaluation(trial.echo, result, pod_name);
  SubmissionResult shown = result;
  EvaluateEcho echo = trial.echo;
  RunResult& run = shown.tests[0].run;
  bool at_end = true;
  if (!trial.end_mark.empty()) {
    auto rest = WithoutMark(run.stdout_bytes, trial.end_mark);
    at_end = rest.has_value();
    if (rest) run.stdout_bytes = *std::move(rest);
  }
  if (ReturnCode(run) == 0) echo.fault = FaultOf(trial, run, at_end);
  if (trial.extra_of_run) echo.extra_json = trial.extra_of_run(run);
  return RenderEvaluation(echo, shown, pod_name);
}

}  // namespace assay
