#include "api/problems/unknown_fields.h"

#include <array>

namespace assay {
namespace {

// What decode_problem.cc reads.
constexpr std::array<std::string_view, 8> kProblem = {
    "mode",       "tests",         "comparison",  "checker",
    "interactor", "function_name", "assert_code", "assert_setup_code"};
constexpr std::array<std::string_view, 6> kComparison = {"mode",
                                                         "profile",
                                                         "absolute_tolerance",
                                                         "relative_tolerance",
                                                         "case_sensitive",
                                                         "space_change_sensitive"};
constexpr std::array<std::string_view, 8> kJudge = {"kind",      "language",   "source", "always",
                                                    "arguments", "max_points", "passes", "files"};

}  // namespace

void WarnOfUnknownInProblem(JsonValue problem, const FieldPath& path,
                            std::vector<std::string>* warnings) {
  WarnOfUnknown(problem, path, kProblem, warnings);
  if (!problem.Is(JsonType::kObject)) return;
  WarnOfUnknown(problem.Find("comparison"), path / "comparison", kComparison, warnings);
  for (const char* judge : {"checker", "interactor"}) {
    WarnOfUnknown(problem.Find(judge), path / judge, kJudge, warnings);
  }
}

}  // namespace assay
