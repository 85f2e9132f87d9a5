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
  }
  ASSAY_CHECK(false);
}

std::optional<CompareMode> ParseCompareMode(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(CompareMode::kIcpc); ++i) {
    if (ToString(static_cast<CompareMode>(i)) == name) return static_cast<CompareMode>(i);
  }
  return std::nullopt;
}

std::string_view ToString(Profile profile) {
  switch (profile) {
    case Profile::kAssay: return "assay";
    case Profile::kCompat: return "compat";
    case Profile::kScaleBox: return "scalebox";
    case Profile::kSandboxFusion: return "sandboxfusion";
  }
  ASSAY_CHECK(false);
}

std::optional<Profile> ParseProfile(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Profile::kSandboxFusion); ++i) {
    if (ToString(static_cast<Profile>(i)) == name) return static_cast<Profile>(i);
  }
  return std::nullopt;
}

}  // namespace assay
