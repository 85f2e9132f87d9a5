#include "model/names.h"

namespace assay {

std::string_view ToString(RunStatus status) {
  return kRunStatusNames.NameOf(status);
}

std::string_view ToString(Verdict verdict) {
  return kVerdictNames.NameOf(verdict);
}

std::string_view ToString(Cause cause) {
  return kCauseNames.NameOf(cause);
}

std::string_view ToString(CheckerKind kind) {
  return kCheckerKindNames.NameOf(kind);
}

std::optional<CheckerKind> ParseCheckerKind(std::string_view name) {
  return kCheckerKindNames.Find(name);
}

std::string_view ToString(CompareMode mode) {
  return mode == CompareMode::kTestlib ? "testlib" : kCompareModeNames.NameOf(mode);
}

std::optional<CompareMode> ParseCompareMode(std::string_view name) {
  return kCompareModeNames.Find(name);
}

std::string_view ToString(TestlibChecker checker) {
  return kTestlibCheckerNames.NameOf(checker);
}

std::optional<TestlibChecker> ParseTestlibChecker(std::string_view name) {
  return kTestlibCheckerNames.Find(name);
}

std::string_view ToString(Profile profile) {
  return kProfileNames.NameOf(profile);
}

std::optional<Profile> ParseProfile(std::string_view name) {
  return kProfileNames.Find(name);
}

}  // namespace assay
