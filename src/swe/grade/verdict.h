// Grade: whether a patch resolved its task, from the reports of test runs.
//
// Resolved means: the account of the run can be believed, and every listed test passed in it. A
// listed test that is missing, skipped, failing as expected or there with two outcomes counts
// against the patch, with a reason that names it.
//
// Who is at fault when the account can't be believed. Everything that happens inside of the sandbox
// can be brought about by the patch: exit codes 126 and 127, a framework that is missing (a module
// of the same name shadows it), a failed collection, a killed process, a log that breaks off. Were
// any of it taken for a fault of ours, a patch that can't win would take itself out of training at
// will. So there are two sources of an infrastructure error, and a patch writes neither:
// 1. What the sandbox says from outside: RunFacts::sandbox_fault.
// 2. The control run: the task's reference patch in the same image with the same command. Only when
//    the reference isn't resolved there either, the environment is to blame. It is asked for
//    (wants_control) only when the candidate's account can't be believed, so that it costs a second
//    run seldom, and its answer holds for all candidates of one image on one node.
//
// What stays open: a patch's code runs in the process that reports. A process that prints a whole
// session, with the right names and numbers, is told from the true one by the control tests of
// TestLists::must_fail alone, which it must neither know nor turn over.
// Pure functions, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "swe/grade/test_lists.h"
#include "swe/report/test_report.h"

namespace assay::swe {

// What is known of a run from outside of its sandbox.
struct RunFacts {
  // Empty: the sandbox did its part. Otherwise what failed of it.
  std::string sandbox_fault = {};
  bool timed_out = false;
  bool out_of_memory = false;
  // Of the framework itself. Nullopt: unknown, since a pipe or more commands hide it.
  std::optional<int> exit_code = std::nullopt;
};

struct Attempt {
  TestReport report;
  RunFacts facts = {};
};

enum class SweVerdict { kResolved, kNotResolved, kInfrastructure };
inline constexpr auto kSweVerdictNames = MakeEnumNames<SweVerdict>({
    {SweVerdict::kResolved, "resolved"},
    {SweVerdict::kNotResolved, "not_resolved"},
    {SweVerdict::kInfrastructure, "infrastructure"},
});
static_assert(kSweVerdictNames.IsWholeUpTo(SweVerdict::kInfrastructure));

enum class ReasonKind {
  kMissing,
  kFailed,
  kError,
  kSkipped,
  kExpectedFailure,
  kUnexpectedPass,
  kTwoOutcomes,
  kControlPassed,  // a test that must fail didn't
  kReport,         // the account can't be believed
  kRun,            // the run went over its limits
  kSandbox,
  kReference,  // the control run wasn't resolved either
  kNoTests,    // the lists name no test
  kPatch,      // it can't or may not be applied, and nothing was run
};
inline constexpr auto kReasonKindNames = MakeEnumNames<ReasonKind>({
    {ReasonKind::kMissing, "missing"},
    {ReasonKind::kFailed, "failed"},
    {ReasonKind::kError, "error"},
    {ReasonKind::kSkipped, "skipped"},
    {ReasonKind::kExpectedFailure, "expected_failure"},
    {ReasonKind::kUnexpectedPass, "unexpected_pass"},
    {ReasonKind::kTwoOutcomes, "two_outcomes"},
    {ReasonKind::kControlPassed, "control_passed"},
    {ReasonKind::kReport, "report"},
    {ReasonKind::kRun, "run"},
    {ReasonKind::kSandbox, "sandbox"},
    {ReasonKind::kReference, "reference"},
    {ReasonKind::kNoTests, "no_tests"},
    {ReasonKind::kPatch, "patch"},
});
static_assert(kReasonKindNames.IsWholeUpTo(ReasonKind::kPatch));

struct Reason {
  ReasonKind kind;
  std::string test;     // empty: none is at fault alone
  std::string message;  // a sentence that names the test
};

struct Grading {
  // So many reasons are kept; more help nobody.
  static constexpr size_t kMaxReasons = 200;

  SweVerdict verdict = SweVerdict::kNotResolved;
  std::vector<Reason> reasons;  // empty exactly when resolved
  // The verdict stands only once a control run confirms that the environment works.
  bool wants_control = false;
  // Of the listed tests; all of them when resolved.
  size_t fail_to_pass_passed = 0;
  size_t pass_to_pass_passed = 0;
};

// `control`: the reference's run, where there is one; null: none yet.
Grading Grade(const TestLists& lists, const Attempt& candidate, const Attempt* control = nullptr);
// Of a run in which no test may pass that `lists` name in must_fail: resolved when none did, and
// the account can be believed.
Grading GradeDecoys(const TestLists& lists, const Attempt& attempt);
// The same from two gradings, each by its own lists: control tests differ from run to run.
Grading Settle(Grading candidate, const Grading& control);

}  // namespace assay::swe
