#include "api/compat/evaluate_submission.h"

#include <utility>

#include "grading/extract/extract.h"
#include "model/names.h"
#include "text/field_reader.h"

namespace assay {
namespace {

struct Timeouts {
  double compile_s = 10;
  double run_s = 10;
  double total_s = 300;
};

// The contract's defaults (section 8.1).
Timeouts DefaultTimeouts(const ContractLanguage& language, ProblemMode mode) {
  Timeouts timeouts;
  timeouts.total_s = language.total_timeout_s;
  if (mode != ProblemMode::kFunctionCall) timeouts.run_s = language.run_timeout_s;
  if (mode == ProblemMode::kAssert) timeouts = {20, 20, 0};
  return timeouts;
}

// Members of `extra` are free-form on the wire: their types are ours to check.
class ExtraReader {
 public:
  ExtraReader(JsonValue extra, CaseFault* fault)
      : fields_(extra, FieldPath{} / "config" / "extra", &errors_), fault_(fault) {}
  ~ExtraReader() {
    if (errors_.empty() || fault_->has_value()) return;
    const FieldError& error = errors_.errors().front();
    *fault_ = ToString(error.path) + ": " + error.message;
  }

  bool Flag(std::string_view name) {
    return fields_.Bool(name, Presence::kOptionalOrNull).value_or(false);
  }
  std::optional<double> Number(std::string_view name) {
    return fields_.Number(name, Presence::kOptionalOrNull);
  }
  std::optional<std::string> String(std::string_view name) {
    return fields_.String(name, Presence::kOptionalOrNull);
  }

 private:
  FieldErrors errors_;
  FieldReader fields_;
  CaseFault* const fault_;
};

// A zero means the default, as in the peers' `value or default`.
double TimeoutOr(std::optional<double> given, double fallback) {
  return given && *given != 0 ? *given : fallback;
}

void SetLimits(const EvaluateRequest& request, const Timeouts& defaults, const LimitPolicy& policy,
               Submission* submission, CaseFault* fault) {
  const double compile = TimeoutOr(request.compile_s, defaults.compile_s);
  const double run = TimeoutOr(request.run_s, defaults.run_s);
  if (compile < 0) *fault = "config.compile_timeout must not be negative";
  if (run < 0) *fault = "config.run_timeout must not be negative";
  submission->limits = policy.OfRun(run, request.memory_bytes);
  submission->compile_limits = policy.OfCompile(compile);
}

// What `extra` says about how to judge, apart from the problem.
void ReadSettings(JsonValue json, const Timeouts& defaults, ProblemMode mode, EvaluateTask* task,
                  CaseFault* fault) {
  ExtraReader extra(json, fault);
  Submission& submission = task->submission;
  submission.stop = extra.Flag("run_all_cases") ? StopPolicy::kRunAll : StopPolicy::kFirstFailure;
  task->echo.return_full_case = extra.Flag("return_full_case");
  const double total = extra.Number("total_timeout").value_or(defaults.total_s);
  if (mode != ProblemMode::kAssert) {
    if (total <= 0) *fault = "config.extra.total_timeout must be more than 0";
    submission.total_timeout = FromSeconds(total);
  }
}

// What `extra` says about the problem.
void ReadRules(JsonValue json, const ApiLanguages& languages, Problem* problem, CaseFault* fault) {
  ExtraReader extra(json, fault);
  problem->comparison.profile = Profile::kCompat;
  if (const auto name = extra.String("profile")) {
    const auto profile = ParseProfile(*name);
    if (!profile) {
      *fault = "config.extra.profile must be " + kProfileNames.Choices();
      return;
    }
    problem->comparison.profile = *profile;
  }
  auto source = extra.String("special_judge_program");
  if (!source || source->empty() || problem->mode != ProblemMode::kStdinStdout) return;
  Checker checker;
  checker.source = std::move(*source);
  const std::string name =
      extra.String("special_judge_language")
          .value_or(
              std::string(IncludesTestlib(checker.source) ? kTestlibLanguage : kDefaultLanguage));
  std::string reason;
  const auto language = languages.Runnable(name, &reason);
  if (!language) {
    *fault = "config.extra.special_judge_language: " + reason;
    return;
  }
  checker.language = *language;
  const bool of_testlib = IsTestlibJudge(checker.source, checker.language);
  if (of_testlib) checker.kind = CheckerKind::kTestlib;
  // One of testlib's may look at what the comparison ignores.
  checker.always = extra.Flag("force_special_judge") || of_testlib;
  problem->checker = std::move(checker);
}

// The problem, decoded once for all requests that bring the same test data and rules.
std::optional<GivenProblem> FindProblem(const EvaluateRequest& request,
                                        const ApiLanguages& languages,
                                        const TenantProblems& problems, CaseFault* fault) {
  const CaseSource& cases = request.cases;
  const std::string_view provided_text = cases.provided ? cases.provided.raw() : "";
  const std::string_view extra_text = request.extra ? request.extra.raw() : "";
  // Beside the data: all that ReadCases and ReadRules look at.
  const std::string key =
      GivenKey({cases.form == EvaluateForm::kBatch ? "batch" : "list", cases.language,
                cases.names_numpy ? "numpy" : "", provided_text, extra_text});
  const auto decode = [&]() -> std::optional<GivenProblem> {
    auto problem = std::make_shared<Problem>();
    auto calls = std::make_shared<std::vector<CallCase>>();
    *fault = ReadCases(cases, problem.get(), calls.get());
    if (!*fault) ReadRules(request.extra, languages, problem.get(), fault);
    if (*fault) return std::nullopt;
    problem->identity = key;
    return GivenProblem{std::move(problem), std::move(calls)};
  };
  return problems.Given(key, provided_text.size(), decode);
}

// All but the program. Nothing, and why, when faulty.
CaseFault Fill(const EvaluateRequest& request, const ApiLanguages& languages,
               const LimitPolicy& policy, const TenantProblems& problems, EvaluateTask* task) {
  CaseFault fault;
  const auto given = FindProblem(request, languages, problems, &fault);
  if (!given) return fault;
  const ProblemMode mode = given->problem->mode;
  const Timeouts defaults = DefaultTimeouts(languages.Contract(request.cases.language), mode);
  SetLimits(request, defaults, policy, &task->submission, &fault);
  ReadSettings(request.extra, defaults, mode, task, &fault);
  if (fault) return fault;
  std::string reason;
  auto language = languages.Runnable(request.cases.language, &reason);
  if (!language) return "config.language: " + reason;
  task->submission.language = *std::move(language);
  task->submission.problem = task->echo.problem = given->problem;
  task->echo.calls = given->calls;
  return std::nullopt;
}

}  // namespace

std::optional<EvaluateTask> MakeEvaluateTask(const EvaluateRequest& request,
                                             const ApiLanguages& languages,
                                             const LimitPolicy& policy,
                                             const TenantProblems& problems, Refusal* refusal) {
  EvaluateTask task;
  if (auto fault = Fill(request, languages, policy, problems, &task)) {
    *refusal = Refusal::Invalid(*std::move(fault));
    return std::nullopt;
  }
  ExtractedCode extracted =
      ExtractCode(request.completion, languages.table().FencesFor(request.cases.language),
                  ExtractProfile::kSandboxFusion);
  task.echo.id_json = request.id_json;
  task.echo.extracted_type = ToString(extracted.type);
  task.echo.run_all = task.submission.stop == StopPolicy::kRunAll;
  task.submission.code = extracted.code;
  task.submission.from_response = true;
  task.echo.extracted_code = std::move(extracted.code);
  return task;
}

}  // namespace assay
