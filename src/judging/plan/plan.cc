#include "judging/plan/plan.h"

#include <atomic>
#include <utility>

#include "base/work/fingerprint.h"
#include "judging/plan/judge_program.h"
#include "judging/plan/request_check.h"
#include "judging/plan/submission_check.h"

namespace assay {
namespace {

Error Invalid(const std::string& field, const std::string& what) {
  return InvalidField("engine.submit", field, what);
}

ProblemPtr WithImplicitTest(const Problem& problem) {
  auto copy = std::make_shared<Problem>(problem);
  copy->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
  return copy;
}

// The tests alone and the code alone, where the language can have them apart.
Status SeparateAsserts(const Submission& submission, const LanguageTable& languages,
                       Asserts* asserts) {
  if (!languages.SeparatesAsserts(submission.language)) return {};
  Asserts::Separated& separated = asserts->separated.emplace();
  for (const auto& [kind, program] : {std::pair(ProgramKind::kAssertTests, &separated.tests),
                                      std::pair(ProgramKind::kAssertCalls, &separated.calls)}) {
    ASSAY_ASSIGN_OR_RETURN(
        *program,
        languages.MakeProgram(submission.language, kind, submission.code, *submission.problem, {}));
  }
  return {};
}

Result<PlannedProgram> PlanCandidate(const Submission& submission, const Procedure& procedure,
                                     const LanguageTable& languages) {
  ASSAY_ASSIGN_OR_RETURN(
      Program program,
      languages.MakeProgram(submission.language, ProgramKindFor(procedure), submission.code,
                            *submission.problem, submission.compile_flags));
  // A plain run is how validators and generators are used.
  if (std::holds_alternative<PlainRun>(procedure)) {
    for (ProgramFile& file : languages.OfferedFiles(submission.language, submission.code)) {
      if (submission.files.count(file.path) == 0) program.sources.push_back(std::move(file));
    }
  }
  return WithCompileKey(std::move(program), submission.files, submission.compile_limits);
}

// The client's files must not be in the way of the program's.
Status CheckFilesApart(const JobPlan& plan) {
  std::vector<std::string> own = OwnNames(plan.candidate(), {});
  const auto* asserts = std::get_if<Asserts>(&plan.procedure);
  if (asserts != nullptr && asserts->separated) {
    own = OwnNames(asserts->separated->calls, std::move(own));
  }
  return CheckApart("files", plan.submission.files, own, SameName::kRefused);
}

// Making a process that can be restored costs about what two restored runs save.
constexpr size_t kTestsOfASeries = 4;

// A checker's runs come between those of the candidate, in the same box, and end what waits there.
bool RunsFollowEachOther(const Procedure& procedure) {
  const auto* compared = std::get_if<StdinCompare>(&procedure);
  return compared != nullptr ? !compared->checker
                             : std::holds_alternative<PlainRun>(procedure) ||
                                   std::holds_alternative<FunctionCall>(procedure);
}

uint64_t NextSeries() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

}  // namespace

Result<JobPlan> MakeJobPlan(Submission submission, const LanguageTable& languages) {
  const auto language = languages.Canonical(submission.language);
  if (!language) return Invalid("language", "unknown: \"" + submission.language + "\"");
  submission.language = *language;
  if (submission.problem == nullptr) return Invalid("problem", "is missing");
  ASSAY_RETURN_IF_ERROR(CheckTests(*submission.problem));
  if (submission.problem->tests.empty()) {
    submission.problem = WithImplicitTest(*submission.problem);
  }

  JobPlan plan;
  plan.submission = std::move(submission);
  const Problem& problem = *plan.submission.problem;
  ASSAY_ASSIGN_OR_RETURN(plan.procedure, ChooseProcedure(problem));
  ASSAY_RETURN_IF_ERROR(CheckLimitsAndFiles(plan.submission));
  ASSAY_ASSIGN_OR_RETURN(PlannedProgram candidate,
                         PlanCandidate(plan.submission, plan.procedure, languages));
  plan.programs.push_back(std::move(candidate));
  if (auto* asserts = std::get_if<Asserts>(&plan.procedure)) {
    ASSAY_RETURN_IF_ERROR(SeparateAsserts(plan.submission, languages, asserts));
  }
  ASSAY_RETURN_IF_ERROR(CheckFilesApart(plan));
  for (const auto* judge : {&problem.checker, &problem.transcript_checker}) {
    if (!*judge) continue;
    ASSAY_ASSIGN_OR_RETURN(PlannedProgram program, PlanJudge(**judge, problem, languages));
    plan.programs.push_back(std::move(program));
  }
  if (const std::string& tenant = plan.submission.tenant; !tenant.empty()) {
    for (PlannedProgram& program : plan.programs) {
      if (program.compile_key.empty()) continue;
      program.compile_key = PartWriter().Add(tenant).Add(program.compile_key).Fingerprint();
    }
  }
  if (RunsFollowEachOther(plan.procedure)) {
    const bool enough = plan.tests().size() >= kTestsOfASeries;
    if (enough) plan.series = NextSeries();
    plan.may_follow_others = !enough;
  }
  return plan;
}

}  // namespace assay
