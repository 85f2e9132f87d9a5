// Names of the enumerators on the wire and in reports, one table for each enum. Pure, thread-safe.
#pragma once

#include "base/enum_names.h"
#include "model/problem.h"
#include "model/run_result.h"
#include "model/submission.h"
#include "model/verdict.h"

namespace assay {

inline constexpr auto kRunStatusNames = MakeEnumNames<RunStatus>({
    {RunStatus::kExited, "exited"},
    {RunStatus::kSignalled, "signalled"},
    {RunStatus::kCpuLimit, "cpu-limit"},
    {RunStatus::kWallLimit, "wall-limit"},
    {RunStatus::kMemoryLimit, "memory-limit"},
    {RunStatus::kOutputLimit, "output-limit"},
    {RunStatus::kStartFailed, "start-failed"},
    {RunStatus::kCancelled, "cancelled"},
});
static_assert(kRunStatusNames.IsWholeUpTo(RunStatus::kCancelled));

inline constexpr auto kVerdictNames = MakeEnumNames<Verdict>({
    {Verdict::kAccepted, "AC"},
    {Verdict::kWrongAnswer, "WA"},
    {Verdict::kPresentationError, "PE"},
    {Verdict::kTimeLimit, "TLE"},
    {Verdict::kMemoryLimit, "MLE"},
    {Verdict::kOutputLimit, "OLE"},
    {Verdict::kRuntimeError, "RE"},
    {Verdict::kCompileError, "CE"},
    {Verdict::kJudgeError, "JE"},
    {Verdict::kInternalError, "IE"},
    {Verdict::kSkipped, "SKIPPED"},
});
static_assert(kVerdictNames.IsWholeUpTo(Verdict::kSkipped));

inline constexpr auto kCauseNames = MakeEnumNames<Cause>({
    {Cause::kCandidate, "candidate"},
    {Cause::kProblem, "problem"},
    {Cause::kInfrastructure, "infrastructure"},
    {Cause::kCancelled, "cancelled"},
});
static_assert(kCauseNames.IsWholeUpTo(Cause::kCancelled));

inline constexpr auto kProblemModeNames = MakeEnumNames<ProblemMode>({
    {ProblemMode::kRun, "run"},
    {ProblemMode::kStdinStdout, "stdin_stdout"},
    {ProblemMode::kFunctionCall, "function_call"},
    {ProblemMode::kAssert, "assert"},
});
static_assert(kProblemModeNames.IsWholeUpTo(ProblemMode::kAssert));

inline constexpr auto kCheckerKindNames = MakeEnumNames<CheckerKind>({
    {CheckerKind::kScaleBox, "scalebox"},
    {CheckerKind::kTestlib, "testlib"},
    {CheckerKind::kIcpc, "icpc"},
    {CheckerKind::kCms, "cms"},
});
static_assert(kCheckerKindNames.IsWholeUpTo(CheckerKind::kCms));

// Judges that talk with the program.
inline constexpr auto kInteractorKindNames = MakeEnumNames<CheckerKind>({
    {CheckerKind::kTestlib, "testlib"},
    {CheckerKind::kIcpc, "icpc"},
});

// Those that a request may name; kTestlib is named with its checker.
inline constexpr auto kCompareModeNames = MakeEnumNames<CompareMode>({
    {CompareMode::kDefault, "default"},
    {CompareMode::kExact, "exact"},
    {CompareMode::kLines, "lines"},
    {CompareMode::kTokens, "tokens"},
    {CompareMode::kFloat, "float"},
    {CompareMode::kYesNo, "yesno"},
    {CompareMode::kUnorderedLines, "unordered_lines"},
    {CompareMode::kIcpc, "icpc"},
});
static_assert(kCompareModeNames.IsWholeUpTo(CompareMode::kIcpc));
static_assert(static_cast<int>(CompareMode::kTestlib) == kCompareModeNames.rows.size());

inline constexpr auto kTestlibCheckerNames = MakeEnumNames<TestlibChecker>({
    {TestlibChecker::kAcmp, "testlib-acmp"},
    {TestlibChecker::kCaseIcmp, "testlib-caseicmp"},
    {TestlibChecker::kCaseNcmp, "testlib-casencmp"},
    {TestlibChecker::kCaseWcmp, "testlib-casewcmp"},
    {TestlibChecker::kDcmp, "testlib-dcmp"},
    {TestlibChecker::kFcmp, "testlib-fcmp"},
    {TestlibChecker::kHcmp, "testlib-hcmp"},
    {TestlibChecker::kIcmp, "testlib-icmp"},
    {TestlibChecker::kLcmp, "testlib-lcmp"},
    {TestlibChecker::kNcmp, "testlib-ncmp"},
    {TestlibChecker::kNyesno, "testlib-nyesno"},
    {TestlibChecker::kRcmp, "testlib-rcmp"},
    {TestlibChecker::kRcmp4, "testlib-rcmp4"},
    {TestlibChecker::kRcmp6, "testlib-rcmp6"},
    {TestlibChecker::kRcmp9, "testlib-rcmp9"},
    {TestlibChecker::kRncmp, "testlib-rncmp"},
    {TestlibChecker::kUncmp, "testlib-uncmp"},
    {TestlibChecker::kWcmp, "testlib-wcmp"},
    {TestlibChecker::kYesno, "testlib-yesno"},
});
static_assert(kTestlibCheckerNames.IsWholeUpTo(TestlibChecker::kYesno));

inline constexpr auto kProfileNames = MakeEnumNames<Profile>({
    {Profile::kAssay, "assay"},
    {Profile::kCompat, "compat"},
    {Profile::kScaleBox, "scalebox"},
    {Profile::kSandboxFusion, "sandboxfusion"},
    {Profile::kLiveCodeBench, "livecodebench"},
    {Profile::kVerlPrime, "verl_prime"},
});
static_assert(kProfileNames.IsWholeUpTo(Profile::kVerlPrime));

inline constexpr auto kPriorityNames = MakeEnumNames<Priority>({
    {Priority::kTrain, "train"},
    {Priority::kEval, "eval"},
    {Priority::kBatch, "batch"},
});
static_assert(kPriorityNames.IsWholeUpTo(Priority::kBatch));

inline constexpr auto kStopPolicyNames = MakeEnumNames<StopPolicy>({
    {StopPolicy::kFirstFailure, "first_failure"},
    {StopPolicy::kRunAll, "all"},
});
static_assert(kStopPolicyNames.IsWholeUpTo(StopPolicy::kRunAll));

}  // namespace assay
