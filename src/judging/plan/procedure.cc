#include "judging/plan/procedure.h"

#include "judging/plan/request_check.h"

namespace assay {
namespace {

Error Invalid(const std::string& field, const std::string& what) {
  return InvalidField("engine.submit", field, what);
}

// Of one judge by itself.
Status CheckJudge(const Checker& judge) {
  const std::string role = FieldOf(judge);
  if (!(judge.max_points > 0)) return Invalid(role + ".max_points", "must be more than 0");
  if (judge.passes < 1) return Invalid(role + ".passes", "must be at least 1");
  if (judge.passes > 1 && judge.kind != CheckerKind::kIcpc) {
    return Invalid(role + ".passes", "several are for checkers of kind icpc");
  }
  ASSAY_RETURN_IF_ERROR(CheckInputFiles(role + ".files", judge.files));
  return CheckWords(role + ".arguments", judge.arguments);
}

Status CheckInteractor(const Problem& problem) {
  const CheckerKind kind = problem.checker->kind;
  if (kind != CheckerKind::kTestlib && kind != CheckerKind::kIcpc) {
    return Invalid("problem.interactor.kind", "must be testlib or icpc");
  }
  if (problem.mode == ProblemMode::kStdinStdout) return {};
  return Invalid("problem.interactor", "is for mode stdin_stdout");
}

Status CheckTranscriptChecker(const Problem& problem) {
  const bool written = problem.checker && problem.checker->interactive &&
                       problem.checker->kind == CheckerKind::kTestlib;
  if (!written) {
    return Invalid("problem.checker", "can be there with an interactor of kind testlib only");
  }
  const Checker& checker = *problem.transcript_checker;
  if (checker.interactive) return Invalid("problem.checker", "can't be a second interactor");
  if (checker.passes > 1) return Invalid("problem.checker.passes", "must be 1 with an interactor");
  return CheckJudge(checker);
}

Status CheckCombination(const Problem& problem) {
  if (problem.mode == ProblemMode::kFunctionCall && problem.function_name.empty()) {
    return Invalid("problem.function_name", "is needed to call a function");
  }
  if (problem.mode == ProblemMode::kAssert && problem.assert_code.empty()) {
    return Invalid("problem.assert_code", "must not be empty: no assert is never a pass");
  }
  if (problem.checker && problem.checker->interactive) {
    ASSAY_RETURN_IF_ERROR(CheckInteractor(problem));
  }
  if (problem.checker) {
    ASSAY_RETURN_IF_ERROR(CheckJudge(*problem.checker));
  }
  return problem.transcript_checker ? CheckTranscriptChecker(problem) : Status();
}

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace

std::string FieldOf(const Checker& judge) {
  return judge.interactive ? "problem.interactor" : "problem.checker";
}

Result<Procedure> ChooseProcedure(const Problem& problem) {
  ASSAY_RETURN_IF_ERROR(CheckCombination(problem));
  const auto judge = [](const std::optional<Checker>& rules, size_t program) {
    return rules ? std::optional(PlannedJudge{&*rules, program}) : std::nullopt;
  };
  const auto checker = judge(problem.checker, kCheckerProgram);
  switch (problem.mode) {
    case ProblemMode::kRun: return Procedure(PlainRun{});
    case ProblemMode::kFunctionCall: return Procedure(FunctionCall{});
    case ProblemMode::kAssert: return Procedure(Asserts{});
    case ProblemMode::kStdinStdout:
      if (!checker || !checker->rules->interactive) return Procedure(StdinCompare{checker});
      return Procedure(
          Interactive{*checker, judge(problem.transcript_checker, kTranscriptCheckerProgram)});
  }
  ASSAY_CHECK(false);
}

ProgramKind ProgramKindFor(const Procedure& procedure) {
  return std::visit(Overloaded{
                        [](const PlainRun&) { return ProgramKind::kWhole; },
                        [](const StdinCompare&) { return ProgramKind::kWhole; },
                        [](const Interactive&) { return ProgramKind::kWhole; },
                        [](const FunctionCall&) { return ProgramKind::kFunctionCall; },
                        [](const Asserts&) { return ProgramKind::kAssert; },
                    },
                    procedure);
}

}  // namespace assay
