// Names of the enumerators on the wire and in reports.
#include "base/check.h"
#include "model/problem.h"
#include "model/run_result.h"
#include "model/verdict.h"

namespace assay {

std::string_view ToString(RunStatus status) {
  switch (status) {
    case RunStatus::kExited: return "exited";
    case RunStatus::kSignalled: return "signalled";
    case RunStatus::kCpuLimit: return "cpu-limit";
    case RunStatus::kWallLimit: return "wall-limit";
    case RunStatus::kMemoryLimit: return "memory-limit";
    case RunStatus::kOutputLimit: return "output-limit";
    case RunStatus::kStartFailed: return "start-failed";
    case RunStatus::kCancelled: return "cancelled";
  }
  ASSAY_CHECK(false);
}

std::string_view ToString(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAccepted: return "AC";
    case Verdict::kWrongAnswer: return "WA";
    case Verdict::kPresentationError: return "PE";
    case Verdict::kTimeLimit: return "TLE";
    case Verdict::kMemoryLimit: return "MLE";
    case Verdict::kOutputLimit: return "OLE";
    case Verdict::kRuntimeError: return "RE";
    case Verdict::kCompileError: return "CE";
    case Verdict::kJudgeError: return "JE";
    case Verdict::kInternalError: return "IE";
    case Verdict::kSkipped: return "SKIPPED";
  }
  ASSAY_CHECK(false);
}

std::string_view ToString(Cause cause) {
  switch (cause) {
    case Cause::kCandidate: return "candidate";
    case Cause::kProblem: return "problem";
    case Cause::kInfrastructure: return "infrastructure";
    case Cause::kCancelled: return "cancelled";
  }
  ASSAY_CHECK(false);
}

std::string_view ToString(CheckerKind kind) {
  switch (kind) {
    case CheckerKind::kScaleBox: return "scalebox";
    case CheckerKind::kTestlib: return "testlib";
    case CheckerKind::kIcpc: return "icpc";
    case CheckerKind::kCms: return "cms";
  }
  ASSAY_CHECK(false);
}

std::optional<CheckerKind> ParseCheckerKind(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(CheckerKind::kCms); ++i) {
    const auto kind = static_cast<CheckerKind>(i);
    if (ToString(kind) == name) return kind;
  }
  return std::nullopt;
}

std::string_view ToString(CompareMode mode) {
  switch (mode) {
    case CompareMode::kDefault: return "default";
    case CompareMode::kExact: return "exact";
    case CompareMode::kLines: return "lines";
    case CompareMode::kTokens: return "tokens";
    case CompareMode::kFloat: return "float";
    case CompareMode::kYesNo: return "yesno";
    case CompareMode::kUnorderedLines: return "unordered_lines";
    case CompareMode::kIcpc: return "icpc";
    case CompareMode::kTestlib: return "testlib";
  }
  ASSAY_CHECK(false);
}

std::optional<CompareMode> ParseCompareMode(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(CompareMode::kIcpc); ++i) {
    if (ToString(static_cast<CompareMode>(i)) == name) return static_cast<CompareMode>(i);
  }
  return std::nullopt;
}

std::string_view ToString(TestlibChecker checker) {
  switch (checker) {
    case TestlibChecker::kAcmp: return "testlib-acmp";
    case TestlibChecker::kCaseIcmp: return "testlib-caseicmp";
    case TestlibChecker::kCaseNcmp: return "testlib-casencmp";
    case TestlibChecker::kCaseWcmp: return "testlib-casewcmp";
    case TestlibChecker::kDcmp: return "testlib-dcmp";
    case TestlibChecker::kFcmp: return "testlib-fcmp";
    case TestlibChecker::kHcmp: return "testlib-hcmp";
    case TestlibChecker::kIcmp: return "testlib-icmp";
    case TestlibChecker::kLcmp: return "testlib-lcmp";
    case TestlibChecker::kNcmp: return "testlib-ncmp";
    case TestlibChecker::kNyesno: return "testlib-nyesno";
    case TestlibChecker::kRcmp: return "testlib-rcmp";
    case TestlibChecker::kRcmp4: return "testlib-rcmp4";
    case TestlibChecker::kRcmp6: return "testlib-rcmp6";
    case TestlibChecker::kRcmp9: return "testlib-rcmp9";
    case TestlibChecker::kRncmp: return "testlib-rncmp";
    case TestlibChecker::kUncmp: return "testlib-uncmp";
    case TestlibChecker::kWcmp: return "testlib-wcmp";
    case TestlibChecker::kYesno: return "testlib-yesno";
  }
  ASSAY_CHECK(false);
}

std::optional<TestlibChecker> ParseTestlibChecker(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(TestlibChecker::kYesno); ++i) {
    const auto checker = static_cast<TestlibChecker>(i);
    if (ToString(checker) == name) return checker;
  }
  return std::nullopt;
}

std::string_view ToString(Profile profile) {
  switch (profile) {
    case Profile::kAssay: return "assay";
    case Profile::kCompat: return "compat";
    case Profile::kScaleBox: return "scalebox";
    case Profile::kSandboxFusion: return "sandboxfusion";
    case Profile::kLiveCodeBench: return "livecodebench";
    case Profile::kVerlPrime: return "verl_prime";
  }
  ASSAY_CHECK(false);
}

std::optional<Profile> ParseProfile(std::string_view name) {
  for (const Profile profile : kProfiles) {
    if (ToString(profile) == name) return profile;
  }
  return std::nullopt;
}

}  // namespace assay
