#include "engine/job_plan.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine/request_check.h"
#include "grading/grade.h"

namespace assay {
namespace {

constexpr Nanoseconds kMaxTime{std::chrono::hours(1)};
constexpr int64_t kMaxBytes = 1LL << 40;
constexpr int64_t kMaxProcesses = 1 << 20;
constexpr int kMaxBackstopFactor = 100;

Error Invalid(const std::string& field, const std::string& what) {
  return InvalidField("engine.submit", field, what);
}

Status CheckLimits(const std::string& name, const Limits& limits) {
  const auto time = [&](const char* field, Nanoseconds value) -> Status {
    if (value > Nanoseconds{0} && value <= kMaxTime) return {};
    return Invalid(name + "." + field, "must be more than 0 and at most an hour");
  };
  const auto amount = [&](const char* field, int64_t value, int64_t least, int64_t most) -> Status {
    if (value >= least && value <= most) return {};
    return Invalid(name + "." + field,
                   "must be between " + std::to_string(least) + " and " + std::to_string(most));
  };
  ASSAY_RETURN_IF_ERROR(time("cpu_time", limits.cpu_time));
  ASSAY_RETURN_IF_ERROR(time("wall_time", limits.wall_time));
  ASSAY_RETURN_IF_ERROR(
      amount("wall_backstop_factor", limits.wall_backstop_factor, 1, kMaxBackstopFactor));
  ASSAY_RETURN_IF_ERROR(amount("memory_bytes", limits.memory_bytes, 0, kMaxBytes));
  ASSAY_RETURN_IF_ERROR(amount("output_bytes", limits.output_bytes, 0, kMaxBytes));
  ASSAY_RETURN_IF_ERROR(amount("file_bytes", limits.file_bytes, 0, kMaxBytes));
  ASSAY_RETURN_IF_ERROR(amount("processes", limits.processes, 1, kMaxProcesses));
  return amount("stack_bytes", limits.stack_bytes, 0, kMaxBytes);
}

// The field that a client names a judge by.
std::string RoleOf(const Checker& checker) {
  return checker.interactive ? "problem.interactor" : "problem.checker";
}

Status CheckTests(const Problem& problem) {
  if (problem.mode == ProblemMode::kRun) {
    if (problem.tests.size() <= 1) return {};
    return Invalid("problem.tests", "a plain run has one input, not " +
                                        std::to_string(problem.tests.size()) + " tests");
  }
  if (problem.tests.empty()) {
    return Invalid("problem.tests", "must not be empty: no test is never a pass");
  }
  for (size_t i = 0; i < problem.tests.size(); ++i) {
    const std::string name = "problem.tests[" + std::to_string(i) + "]";
    if (problem.tests[i].input == nullptr) return Invalid(name + ".input", "is missing");
    if (problem.tests[i].expected == nullptr) return Invalid(name + ".expected", "is missing");
  }
  return {};
}

Status CheckChecker(const Checker& checker) {
  const std::string role = RoleOf(checker);
  if (!(checker.max_points > 0)) return Invalid(role + ".max_points", "must be more than 0");
  if (checker.passes < 1) return Invalid(role + ".passes", "must be at least 1");
  if (checker.passes > 1 && checker.kind != CheckerKind::kIcpc) {
    return Invalid(role + ".passes", "several are for checkers of kind icpc");
  }
  ASSAY_RETURN_IF_ERROR(CheckInputFiles(role + ".files", checker.files));
  return CheckWords(role + ".arguments", checker.arguments);
}

Status CheckInteractor(const Problem& problem) {
  if (!problem.checker || !problem.checker->interactive) return {};
  const CheckerKind kind = problem.checker->kind;
  if (kind != CheckerKind::kTestlib && kind != CheckerKind::kIcpc) {
    return Invalid("problem.interactor.kind", "must be testlib or icpc");
  }
  if (problem.mode == ProblemMode::kStdinStdout) return {};
  return Invalid("problem.interactor", "is for mode stdin_stdout");
}

Status CheckTranscriptChecker(const Problem& problem) {
  if (!problem.transcript_checker) return {};
  const bool written = problem.checker && problem.checker->interactive &&
                       problem.checker->kind == CheckerKind::kTestlib;
  if (!written) {
    return Invalid("problem.checker", "can be there with an interactor of kind testlib only");
  }
  const Checker& checker = *problem.transcript_checker;
  if (checker.interactive) return Invalid("problem.checker", "can't be a second interactor");
  if (checker.passes > 1) return Invalid("problem.checker.passes", "must be 1 with an interactor");
  return CheckChecker(checker);
}

Status CheckJudges(const Problem& problem) {
  ASSAY_RETURN_IF_ERROR(CheckInteractor(problem));
  if (problem.checker) {
    ASSAY_RETURN_IF_ERROR(CheckChecker(*problem.checker));
  }
  return CheckTranscriptChecker(problem);
}

Status CheckSubmission(const Submission& submission) {
  if (submission.problem == nullptr) return Invalid("problem", "is missing");
  const Problem& problem = *submission.problem;
  ASSAY_RETURN_IF_ERROR(CheckTests(problem));
  if (problem.mode == ProblemMode::kFunctionCall && problem.function_name.empty()) {
    return Invalid("problem.function_name", "is needed to call a function");
  }
  if (problem.mode == ProblemMode::kAssert && problem.assert_code.empty()) {
    return Invalid("problem.assert_code", "must not be empty: no assert is never a pass");
  }
  ASSAY_RETURN_IF_ERROR(CheckJudges(problem));
  ASSAY_RETURN_IF_ERROR(CheckLimits("limits", submission.limits));
  ASSAY_RETURN_IF_ERROR(CheckLimits("compile_limits", submission.compile_limits));
  if (submission.total_timeout < Nanoseconds{0}) {
    return Invalid("total_timeout", "must not be negative");
  }
  ASSAY_RETURN_IF_ERROR(CheckInputFiles("files", submission.files));
  ASSAY_RETURN_IF_ERROR(CheckFetchedFiles("fetch_files", submission.fetch_files));
  ASSAY_RETURN_IF_ERROR(CheckWords("compile_flags", submission.compile_flags));
  return CheckWords("problem.function_name", {problem.function_name});
}

// Collects the parts of a cache key so that no two different lists of parts look alike.
class KeyBuilder {
 public:
  void Add(std::string_view part) {
    text_ += std::to_string(part.size());
    text_ += ':';
    text_ += part;
  }
  void Add(int64_t number) { Add(std::to_string(number)); }
  std::string Finish() const { return Sha256Hex(text_); }

 private:
  std::string text_;
};

std::string CompileKey(const Program& program, const std::map<std::string, BlobPtr>& files,
                       const Limits& limits) {
  if (program.compile_argv.empty()) return {};
  KeyBuilder key;
  key.Add(program.language);
  key.Add(static_cast<int64_t>(program.compile_argv.size()));
  for (const std::string& word : program.compile_argv) key.Add(word);
  key.Add(static_cast<int64_t>(program.sources.size()));
  for (const ProgramFile& source : program.sources) {
    key.Add(source.path);
    key.Add(source.contents->view());
  }
  key.Add(static_cast<int64_t>(program.env.size()));
  for (const auto& [name, value] : program.env) {
    key.Add(name);
    key.Add(value);
  }
  key.Add(static_cast<int64_t>(program.artifacts.size()));
  for (const std::string& artifact : program.artifacts) key.Add(artifact);
  key.Add(static_cast<int64_t>(files.size()));
  for (const auto& [path, contents] : files) {
    key.Add(path);
    key.Add(Sha256Hex(contents->view()));
  }
  for (const int64_t number :
       {static_cast<int64_t>(limits.cpu_time.count()),
        static_cast<int64_t>(limits.wall_time.count()),
        static_cast<int64_t>(limits.wall_backstop_factor), limits.memory_bytes, limits.output_bytes,
        limits.file_bytes, limits.processes, limits.stack_bytes}) {
    key.Add(number);
  }
  return key.Finish();
}

// The files beside a judge's source; those that are sources of the same language are compiled with
// it. A file with the name of one of ours gives way to it.
void AddCheckerFiles(const Checker& checker, const LanguageTable& languages, Program* program) {
  const auto is_taken = [&](std::string_view path) {
    return std::any_of(program->sources.begin(), program->sources.end(),
                       [&](const ProgramFile& source) { return source.path == path; });
  };
  const std::string main = program->sources.empty() ? "" : program->sources.front().path;
  const auto add = [&](const std::string& path, const BlobPtr& contents) {
    if (is_taken(path)) return;
    program->sources.push_back({path, contents});
    if (!languages.IsCompileUnit(program->language, path)) return;
    auto& argv = program->compile_argv;
    argv.insert(std::find(argv.begin(), argv.end(), main), path);
  };
  for (const auto& [path, contents] : checker.files) add(path, contents);
  // C++ judges find testlib.h without bringing it.
  for (const ProgramFile& file : languages.OfferedFiles(program->language, checker.source)) {
    add(file.path, file.contents);
  }
}

// `names`, and those of the program's files: what is written when it is compiled or run. Artifacts
// that are patterns depend on the program, and meet its own files only in the compiler.
std::vector<std::string> OwnNames(const Program& program, std::vector<std::string> names) {
  for (const ProgramFile& source : program.sources) names.push_back(source.path);
  for (const std::string& artifact : program.artifacts) {
    if (artifact.find('*') == std::string::npos) names.push_back(artifact);
  }
  return names;
}

ProblemPtr WithImplicitTest(const Problem& problem) {
  auto copy = std::make_shared<Problem>(problem);
  copy->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
  return copy;
}

ProgramKind KindFor(ProblemMode mode) {
  switch (mode) {
    case ProblemMode::kRun:
    case ProblemMode::kStdinStdout: return ProgramKind::kWhole;
    case ProblemMode::kFunctionCall: return ProgramKind::kFunctionCall;
    case ProblemMode::kAssert: return ProgramKind::kAssert;
  }
  ASSAY_CHECK(false);
}

// The program of a special judge and its key in the compile cache.
Status PlanJudge(const Checker& judge, const Problem& problem, const LanguageTable& languages,
                 std::optional<Program>* program, std::string* key) {
  const std::string role = RoleOf(judge);
  const auto language = languages.Canonical(judge.language);
  if (!language) return Invalid(role + ".language", "unknown: \"" + judge.language + "\"");
  auto made = languages.MakeProgram(*language, ProgramKind::kJudge, judge.source, problem, {});
  if (!made.ok()) {
    Error error = made.error();
    error.message = role + "." + error.message;
    error.field = role + "." + error.field;
    return error;
  }
  *program = std::move(made).value();
  const BlobPtr none = Blob::Empty();
  std::vector<std::string> written;
  for (const InputFile& file : MakeCheckerCall(judge, none, none, none, {}).files) {
    written.push_back(file.path);
  }
  ASSAY_RETURN_IF_ERROR(CheckApart(role + ".files", judge.files,
                                   OwnNames(**program, std::move(written)), SameName::kGivesWay));
  AddCheckerFiles(judge, languages, &**program);
  *key = CompileKey(**program, {}, CheckerCompileLimits());
  return {};
}

}  // namespace

Limits CheckerLimits() {
  Limits limits;
  limits.cpu_time = std::chrono::seconds(10);
  limits.wall_time = std::chrono::seconds(30);
  limits.memory_bytes = 1LL << 30;
  return limits;
}

Limits CheckerCompileLimits() {
  Limits limits;
  limits.cpu_time = std::chrono::seconds(30);
  limits.wall_time = std::chrono::seconds(60);
  limits.memory_bytes = 2LL << 30;
  return limits;
}

Result<JobPlan> MakeJobPlan(Submission submission, const LanguageTable& languages) {
  const auto language = languages.Canonical(submission.language);
  if (!language) return Invalid("language", "unknown: \"" + submission.language + "\"");
  submission.language = *language;
  ASSAY_RETURN_IF_ERROR(CheckSubmission(submission));
  if (submission.problem->tests.empty()) {
    submission.problem = WithImplicitTest(*submission.problem);
  }
  const Problem& problem = *submission.problem;

  JobPlan plan;
  ASSAY_ASSIGN_OR_RETURN(plan.program,
                         languages.MakeProgram(submission.language, KindFor(problem.mode),
                                               submission.code, problem, submission.compile_flags));
  if (problem.mode == ProblemMode::kAssert && languages.SeparatesAsserts(submission.language)) {
    for (const auto& [kind, program] : {std::pair(ProgramKind::kAssertTests, &plan.assert_tests),
                                        std::pair(ProgramKind::kAssertCalls, &plan.assert_calls)}) {
      ASSAY_ASSIGN_OR_RETURN(
          *program, languages.MakeProgram(submission.language, kind, submission.code, problem, {}));
    }
  }
  // A plain run is how validators and generators are used.
  if (problem.mode == ProblemMode::kRun) {
    for (ProgramFile& file : languages.OfferedFiles(submission.language, submission.code)) {
      if (submission.files.count(file.path) > 0) continue;
      plan.program.sources.push_back(std::move(file));
    }
  }
  std::vector<std::string> own = OwnNames(plan.program, {});
  if (plan.assert_calls) own = OwnNames(*plan.assert_calls, std::move(own));
  ASSAY_RETURN_IF_ERROR(CheckApart("files", submission.files, own, SameName::kRefused));
  plan.compile_key = CompileKey(plan.program, submission.files, submission.compile_limits);
  if (problem.checker) {
    ASSAY_RETURN_IF_ERROR(
        PlanJudge(*problem.checker, problem, languages, &plan.checker, &plan.checker_key));
  }
  if (problem.transcript_checker) {
    ASSAY_RETURN_IF_ERROR(PlanJudge(*problem.transcript_checker, problem, languages,
                                    &plan.transcript_checker, &plan.transcript_checker_key));
  }
  plan.submission = std::move(submission);
  return plan;
}

}  // namespace assay
