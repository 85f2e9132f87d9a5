// Why a verdict is what it is: a stable code beside the verdict and the cause.
//
// One table (reason.cc) names every reason and says with which verdict and cause it may stand, on a
// test or on a submission. Inside the house reasons are enumerators, which caches, aggregation and
// the peers' formats compare; they become text at the edges only. docs/verdicts.md lists the same
// rows for people, and a test compares the two. New reasons may be added; none is renamed. Pure,
// thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/verdict.h"

namespace assay {

enum class Reason : uint8_t {
  kNone,  // not judged yet; no name

  // Accepted.
  kSameOutput,
  kSameValue,
  kAssertionsPassed,
  kCheckerAccepted,
  kFinished,
  kAccepted,
  kCompiled,
  // What the candidate's program said is wrong.
  kDifferentOutput,
  kEmptyOutput,
  kLayout,
  kDifferentValue,
  kUnserializable,
  kAssertionFailed,
  kCheckerRejected,
  kCheckerPartial,
  kCheckerPresentation,
  kCheckerFailedOnOutput,
  kUnreadableOutput,
  kPresentation,
  kNoCode,
  kTestsFailed,
  kPatchRefused,
  // It broke a limit.
  kCpuLimit,
  kWallLimit,
  kIdle,
  kMemoryLimit,
  kOutputLimit,
  kTotalTimeout,
  // It failed by itself.
  kExitCode,
  kReportedFailure,
  kSignal,
  kException,
  kMissingFunction,
  kBadArguments,
  kNoReply,
  kBadReply,
  kStartFailed,
  kTestsEnded,
  kUndecided,
  // It does not compile.
  kCompileError,
  kCompilerCrashed,
  kCompileTimeLimit,
  kCompileMemoryLimit,
  kCompileOutputLimit,
  kCompilerStartFailed,
  // The problem is at fault.
  kTestsBroken,
  kTestsIdle,
  kUnseparated,
  kBadExpected,
  kBadInput,
  kCheckerCrashed,
  kCheckerTimeLimit,
  kCheckerMemoryLimit,
  kCheckerOutputLimit,
  kCheckerStartFailed,
  kCheckerCompileError,
  kCheckerFailed,
  kCheckerBadExit,
  kCheckerBadOutput,
  kCheckerIdle,
  kCheckerTooManyPasses,
  kNoTests,
  kInvalidSubmission,
  kUnknownProblem,
  // We are, or nobody is.
  kInfrastructure,
  kIncomplete,
  kQueueFull,
  kEarlierTestFailed,
  kCancelled,
};
inline constexpr size_t kReasons = static_cast<size_t>(Reason::kCancelled) + 1;

// "different_output"; empty for kNone.
std::string_view ToString(Reason reason);
std::optional<Reason> ParseReason(std::string_view name);

// What a reason is said of. A reason of a test that decides the verdict is the submission's, too.
enum class ReasonScope {
  kTest,
  kSubmission,
  kCompileStep,  // only between grading and the engine: never on the wire
};

// One row for each verdict and cause that may stand beside a reason. Rows of one reason follow each
// other; the first is what a judgement with this reason says.
struct ReasonRow {
  Reason reason;
  std::string_view name;
  ReasonScope scope;
  Verdict verdict;
  Cause cause;
  std::string_view when;  // one line, as in docs/verdicts.md
};
std::span<const ReasonRow> ReasonTable();

// REQUIRES: not kNone.
const ReasonRow& FirstRow(Reason reason);

// Whether the table allows these three together.
bool IsTestOutcome(Verdict verdict, Cause cause, Reason reason);
bool IsSubmissionOutcome(Verdict verdict, Cause cause, Reason reason);

}  // namespace assay
