// Finding: one thing that is wrong with a problem, and ProblemAudit: all that an audit found out
// about one. finding.cc has the table of kinds: what each means and what it comes to.
//
// Plain values; pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"

namespace assay::audit {

enum class FindingKind {
  kProblemRefused,
  kReferenceFails,
  kReferencesDisagree,
  kWrongPasses,
  kFlaky,
  kCheckerNondeterministic,
  kCheckerFails,
  kContradictingTests,
  kDuplicateTests,
  kTrivialTests,
  kWeakTests,
  kLimitsTight,
  kLimitsLoose,
  kOrderDependent,
  kPackageMissing,
  kSeveralAnswers,
  kComparisonTooStrict,
  kNoReference,
  kNotRun,
};
inline constexpr auto kFindingNames = MakeEnumNames<FindingKind>({
    {FindingKind::kProblemRefused, "problem_refused"},
    {FindingKind::kReferenceFails, "reference_fails"},
    {FindingKind::kReferencesDisagree, "references_disagree"},
    {FindingKind::kWrongPasses, "wrong_passes"},
    {FindingKind::kFlaky, "flaky"},
    {FindingKind::kCheckerNondeterministic, "checker_nondeterministic"},
    {FindingKind::kCheckerFails, "checker_fails"},
    {FindingKind::kContradictingTests, "contradicting_tests"},
    {FindingKind::kDuplicateTests, "duplicate_tests"},
    {FindingKind::kTrivialTests, "trivial_tests"},
    {FindingKind::kWeakTests, "weak_tests"},
    {FindingKind::kLimitsTight, "limits_tight"},
    {FindingKind::kLimitsLoose, "limits_loose"},
    {FindingKind::kOrderDependent, "order_dependent"},
    {FindingKind::kPackageMissing, "package_missing"},
    {FindingKind::kSeveralAnswers, "several_answers"},
    {FindingKind::kComparisonTooStrict, "comparison_too_strict"},
    {FindingKind::kNoReference, "no_reference"},
    {FindingKind::kNotRun, "not_run"},
});
static_assert(kFindingNames.IsWholeUpTo(FindingKind::kNotRun));

enum class Advice { kKeep, kMend, kDrop };
inline constexpr auto kAdviceNames = MakeEnumNames<Advice>(
    {{Advice::kKeep, "keep"}, {Advice::kMend, "mend"}, {Advice::kDrop, "drop"}});
static_assert(kAdviceNames.IsWholeUpTo(Advice::kDrop));

// What a kind is, in a sentence for people.
std::string_view AboutFinding(FindingKind kind);
// What it comes to where nothing speaks for another advice. kKeep: a note.
Advice UsualAdvice(FindingKind kind);

struct Finding {
  FindingKind kind = FindingKind::kNoReference;
  Advice advice = Advice::kKeep;
  std::string message;
  std::vector<std::string> solutions = {};  // by name, the first few
  std::vector<std::string> tests = {};      // by id, the first few
  bool mended = false;                      // the mended row is without it
};
Finding MakeFinding(FindingKind kind, std::string message);

struct Survivor {
  std::string operator_name;
  int line = 0;
  std::string before;
  std::string after;
};

// How many variants of a reference with a fault each the tests reject.
struct TestStrength {
  std::string solution;  // whose variants
  int64_t killed = 0;
  int64_t survived = 0;
  int64_t not_compiled = 0;
  double low = 0, high = 1;         // 95 % interval of the killed share
  std::vector<Survivor> survivors;  // the first few

  int64_t judged() const { return killed + survived; }
  double share() const {
    return judged() == 0 ? 0 : static_cast<double>(killed) / static_cast<double>(judged());
  }
};

struct ProblemAudit {
  std::string id;
  std::string file;     // without folders
  int64_t row = 0;      // in its file, from 1
  int64_t index = 0;    // of all rows that are audited, from 0
  std::string refused;  // why the row is no problem; then nothing else counts
  bool math = false;    // a gold answer: there is no program to judge
  int64_t correct = 0, correct_passed = 0;
  int64_t wrong = 0, wrong_passed = 0;
  std::vector<Finding> findings;
  std::optional<TestStrength> strength;
  std::vector<std::string> not_judged;  // what our side failed to judge, and why
  std::string mended_row;               // JSON; empty: there is none
  double seconds = 0;                   // that it took

  Advice advice() const;
};

// One line of JSON; `with_row` includes the mended row.
std::string ToJson(const ProblemAudit& audit, bool with_row);
Result<ProblemAudit> ParseAudit(std::string_view json);

}  // namespace assay::audit
