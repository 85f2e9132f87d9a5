#include "model/reason.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/check.h"

namespace assay {
namespace {

using enum Reason;

// The columns' names, short, so that a row is a line.
constexpr auto kTest = ReasonScope::kTest, kWhole = ReasonScope::kSubmission,
               kStep = ReasonScope::kCompileStep;
constexpr auto AC = Verdict::kAccepted, WA = Verdict::kWrongAnswer,
               PE = Verdict::kPresentationError, TLE = Verdict::kTimeLimit,
               MLE = Verdict::kMemoryLimit, OLE = Verdict::kOutputLimit,
               RE = Verdict::kRuntimeError, CE = Verdict::kCompileError, JE = Verdict::kJudgeError,
               IE = Verdict::kInternalError, SKIPPED = Verdict::kSkipped;
constexpr auto kTheirs = Cause::kCandidate, kProblems = Cause::kProblem,
               kOurs = Cause::kInfrastructure, kNobodys = Cause::kCancelled;

// clang-format off
constexpr ReasonRow kTable[] = {
    {kSameOutput, "same_output", kTest, AC, kTheirs, "the output compares equal"},
    {kSameValue, "same_value", kTest, AC, kTheirs, "the returned value compares equal"},
    {kAssertionsPassed, "assertions_passed", kTest, AC, kTheirs, "the test code ran to its end"},
    {kCheckerAccepted, "checker_accepted", kTest, AC, kTheirs, "the special judge accepts"},
    {kFinished, "finished", kTest, AC, kTheirs, "mode run: exited with 0"},
    {kFinished, "finished", kWhole, AC, kTheirs, "mode run"},
    {kAccepted, "accepted", kWhole, AC, kTheirs, "every test was executed and accepted"},
    {kCompiled, "compiled", kStep, AC, kTheirs, "the compiler exited with 0"},

    {kDifferentOutput, "different_output", kTest, WA, kTheirs, "the output differs"},
    {kEmptyOutput, "empty_output", kTest, WA, kTheirs, "nothing but white space was printed"},
    {kLayout, "layout", kTest, WA, kTheirs, "the tokens are right, the lines or spaces are not"},
    {kDifferentValue, "different_value", kTest, WA, kTheirs, "the returned value differs"},
    {kUnserializable, "unserializable", kTest, WA, kTheirs, "the returned value is not plain data"},
    {kAssertionFailed, "assertion_failed", kTest, WA, kTheirs, "an assertion of the test code failed"},
    {kCheckerRejected, "checker_rejected", kTest, WA, kTheirs, "the special judge rejects"},
    {kCheckerPartial, "checker_partial", kTest, WA, kTheirs, "the special judge gives some of the points"},
    {kCheckerPresentation, "checker_presentation", kTest, PE, kTheirs, "the special judge can't read the output"},
    {kCheckerFailedOnOutput, "checker_failed_on_output", kTest, WA, kTheirs, "the special judge fails on this output, and not on a right one"},
    {kUnreadableOutput, "unreadable_output", kTest, PE, kTheirs, "a comparison of testlib's can't read the output"},
    {kPresentation, "presentation", kTest, PE, kTheirs, "mode exact, and only white space differs"},
    {kNoCode, "no_code", kWhole, WA, kTheirs, "there is no program: the response has none, or it is empty"},
    {kNoCode, "no_code", kTest, SKIPPED, kTheirs, "there is no program"},
    {kTestsFailed, "tests_failed", kWhole, WA, kTheirs, "mode swe: the repository's tests don't pass, or what they say can't be believed"},
    {kPatchRefused, "patch_refused", kWhole, WA, kTheirs, "mode swe: the patch doesn't fit the repository, or leaves it"},

    {kCpuLimit, "cpu_limit", kTest, TLE, kTheirs, "used more CPU time than allowed"},
    {kWallLimit, "wall_limit", kTest, TLE, kTheirs, "took longer than allowed, host delays not counted"},
    {kIdle, "idle", kTest, TLE, kTheirs, "interactor and program waited for each other"},
    {kMemoryLimit, "memory_limit", kTest, MLE, kTheirs, "used more memory than allowed"},
    {kOutputLimit, "output_limit", kTest, OLE, kTheirs, "wrote more than allowed"},
    {kTotalTimeout, "total_timeout", kTest, SKIPPED, kTheirs, "the total time was over"},
    {kTotalTimeout, "total_timeout", kTest, SKIPPED, kOurs, "the total time was over, most of it spent waiting for a slot"},
    {kTotalTimeout, "total_timeout", kWhole, TLE, kTheirs, "tests were skipped because the total time was over"},
    {kTotalTimeout, "total_timeout", kWhole, IE, kOurs, "the total time was over, most of it spent waiting for a slot"},

    {kExitCode, "exit_code", kTest, RE, kTheirs, "exited with another code than 0"},
    {kReportedFailure, "reported_failure", kTest, RE, kTheirs, "exited with 0, though its error output has the words by which the language reports a failure"},
    {kSignal, "signal", kTest, RE, kTheirs, "ended by a signal"},
    {kException, "exception", kTest, RE, kTheirs, "a driver saw an exception"},
    {kMissingFunction, "missing_function", kTest, RE, kTheirs, "the function to call is not defined"},
    {kBadArguments, "bad_arguments", kTest, RE, kTheirs, "the function does not take the test's arguments"},
    {kNoReply, "no_reply", kTest, RE, kTheirs, "exited with 0 before the call returned or the tests were over"},
    {kBadReply, "bad_reply", kTest, RE, kTheirs, "the reply is malformed, repeated, or lacks the test's nonce"},
    {kStartFailed, "start_failed", kTest, RE, kTheirs, "the compiled program could not be executed"},
    {kStartFailed, "start_failed", kTest, IE, kOurs, "the interpreter could not be executed"},
    {kTestsEnded, "tests_ended", kTest, RE, kTheirs, "the assert tests ended without a word on the program's results"},
    {kUndecided, "undecided", kTest, RE, kTheirs, "what assert tests call kept changing with the results"},

    {kCompileError, "compile_error", kWhole, CE, kTheirs, "the compiler exited with an error"},
    {kCompileError, "compile_error", kTest, SKIPPED, kTheirs, "the program does not compile"},
    {kCompilerCrashed, "compiler_crashed", kWhole, CE, kTheirs, "the compiler ended by a signal"},
    {kCompilerCrashed, "compiler_crashed", kTest, SKIPPED, kTheirs, "the program does not compile"},
    {kCompileTimeLimit, "compile_time_limit", kWhole, CE, kTheirs, "the compiler took more time than allowed"},
    {kCompileTimeLimit, "compile_time_limit", kTest, SKIPPED, kTheirs, "the program does not compile"},
    {kCompileMemoryLimit, "compile_memory_limit", kWhole, CE, kTheirs, "the compiler used more memory than allowed"},
    {kCompileMemoryLimit, "compile_memory_limit", kTest, SKIPPED, kTheirs, "the program does not compile"},
    {kCompileOutputLimit, "compile_output_limit", kWhole, CE, kTheirs, "the compiler wrote more than allowed"},
    {kCompileOutputLimit, "compile_output_limit", kTest, SKIPPED, kTheirs, "the program does not compile"},
    {kCompilerStartFailed, "compiler_start_failed", kWhole, IE, kOurs, "the compiler could not be executed"},
    {kCompilerStartFailed, "compiler_start_failed", kTest, SKIPPED, kOurs, "the compiler could not be executed"},

    {kTestsBroken, "tests_broken", kTest, JE, kProblems, "assert tests fail before they call the program"},
    {kTestsIdle, "tests_idle", kTest, JE, kProblems, "assert tests pass without calling the program"},
    {kUnseparated, "unseparated", kTest, JE, kProblems, "assert tests need to share a process with the program, and the operator wants no such verdict"},
    {kBadExpected, "bad_expected", kTest, JE, kProblems, "the expectation does not fit the mode, or is not JSON"},
    {kBadInput, "bad_input", kTest, JE, kProblems, "the arguments of a function call are not JSON"},
    {kCheckerCrashed, "checker_crashed", kTest, JE, kProblems, "the special judge ended by a signal"},
    {kCheckerTimeLimit, "checker_time_limit", kTest, JE, kProblems, "the special judge took more time than allowed"},
    {kCheckerMemoryLimit, "checker_memory_limit", kTest, JE, kProblems, "the special judge used more memory than allowed"},
    {kCheckerOutputLimit, "checker_output_limit", kTest, JE, kProblems, "the special judge wrote more than allowed"},
    {kCheckerStartFailed, "checker_start_failed", kTest, JE, kProblems, "the special judge could not be executed"},
    {kCheckerCompileError, "checker_compile_error", kTest, JE, kProblems, "the special judge does not compile"},
    {kCheckerFailed, "checker_failed", kTest, JE, kProblems, "the special judge gave up"},
    {kCheckerBadExit, "checker_bad_exit", kTest, JE, kProblems, "the special judge's exit code means nothing in its protocol"},
    {kCheckerBadOutput, "checker_bad_output", kTest, JE, kProblems, "the special judge gave no number of points where one is due"},
    {kCheckerIdle, "checker_idle", kTest, JE, kProblems, "the interactor waited for something that is not the candidate's to give"},
    {kCheckerTooManyPasses, "checker_too_many_passes", kTest, JE, kProblems, "the special judge asked for another pass than the problem has"},
    {kNoTests, "no_tests", kWhole, JE, kProblems, "the problem has no tests"},
    {kInvalidSubmission, "invalid_submission", kWhole, JE, kProblems, "one of a batch: what it asks for cannot be judged"},
    {kUnknownProblem, "unknown_problem", kWhole, JE, kProblems, "one of a batch: it names a problem that the store does not have"},

    {kInfrastructure, "infrastructure", kTest, IE, kOurs, "runs or compiles were lost"},
    {kIncomplete, "incomplete", kWhole, IE, kOurs, "not every test was executed though none failed"},
    {kQueueFull, "queue_full", kWhole, IE, kOurs, "one of a batch: the queue had no room for it"},
    {kEarlierTestFailed, "earlier_test_failed", kTest, SKIPPED, kTheirs, "an earlier test failed"},
    {kCancelled, "cancelled", kTest, SKIPPED, kNobodys, "the caller no longer wanted it"},
};
// clang-format on

struct Place {
  const ReasonRow* first = nullptr;
  size_t rows = 0;
};

// Where the rows of each reason are.
constexpr auto kPlaces = [] {
  std::array<Place, kReasons> places{};
  for (const ReasonRow& row : kTable) {
    Place& place = places[static_cast<size_t>(row.reason)];
    if (place.rows++ == 0) place.first = &row;
  }
  return places;
}();

// Every reason but kNone has rows, which follow each other and agree on its name.
constexpr bool IsWhole() {
  for (size_t i = 1; i < kReasons; ++i) {
    const Place& place = kPlaces[i];
    for (size_t row = 0; row < place.rows; ++row) {
      if (static_cast<size_t>(place.first[row].reason) != i) return false;
      if (place.first[row].name != place.first->name) return false;
    }
    if (place.rows == 0 || place.first->name.empty()) return false;
  }
  return kPlaces[0].rows == 0;
}
static_assert(IsWhole());

std::span<const ReasonRow> RowsOf(Reason reason) {
  const Place& place = kPlaces[static_cast<size_t>(reason)];
  return {place.first, place.rows};
}

bool HasRow(ReasonScope scope, Verdict verdict, Cause cause, Reason reason) {
  const auto rows = RowsOf(reason);
  return std::any_of(rows.begin(), rows.end(), [&](const ReasonRow& row) {
    return row.scope == scope && row.verdict == verdict && row.cause == cause;
  });
}

}  // namespace

std::string_view ToString(Reason reason) {
  const Place& place = kPlaces[static_cast<size_t>(reason)];
  return place.rows == 0 ? std::string_view() : place.first->name;
}

std::optional<Reason> ParseReason(std::string_view name) {
  const auto* found = std::find_if(std::begin(kTable), std::end(kTable),
                                   [&](const ReasonRow& row) { return row.name == name; });
  if (found == std::end(kTable)) return std::nullopt;
  return found->reason;
}

std::span<const ReasonRow> ReasonTable() {
  return kTable;
}

const ReasonRow& FirstRow(Reason reason) {
  ASSAY_CHECK(reason != kNone);
  return RowsOf(reason).front();
}

bool IsTestOutcome(Verdict verdict, Cause cause, Reason reason) {
  return HasRow(ReasonScope::kTest, verdict, cause, reason);
}

bool IsSubmissionOutcome(Verdict verdict, Cause cause, Reason reason) {
  if (HasRow(ReasonScope::kSubmission, verdict, cause, reason)) return true;
  // The first test that is not accepted decides: as it is, unless it was merely not needed.
  if (verdict == AC || (verdict == SKIPPED && cause != kNobodys)) return false;
  return HasRow(ReasonScope::kTest, verdict, cause, reason);
}

}  // namespace assay
