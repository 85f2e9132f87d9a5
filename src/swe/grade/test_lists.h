// TestLists: the tests that decide a task, and NameIndex, which finds them in a report. Values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "swe/report/test_report.h"

namespace assay::swe {

// How lists write the names of pytest's tests.
enum class NameStyle {
  kWhole,     // as the report has them
  kSweBench,  // cut at the first space, as SWE-bench's log parser leaves them
  kR2e,       // "TestC.test_m": behind the file, with dots, as R2E-Gym's log parser joins them
};
inline constexpr auto kNameStyleNames = MakeEnumNames<NameStyle>({
    {NameStyle::kWhole, "whole"},
    {NameStyle::kSweBench, "swe_bench"},
    {NameStyle::kR2e, "r2e"},
});
static_assert(kNameStyleNames.IsWholeUpTo(NameStyle::kR2e));

struct TestLists {
  std::vector<std::string> fail_to_pass;
  std::vector<std::string> pass_to_pass;
  // Control tests: the grader puts them beside the task's own under names that nobody can guess,
  // and they fail whatever the patch is. Who makes up a session, or makes the framework report
  // success, doesn't know them or turns them over with the rest.
  std::vector<std::string> must_fail = {};
  NameStyle names = NameStyle::kWhole;
  // SWE-bench's harness (swebench/harness/grading.py, test_passed and test_maintained) takes an
  // expected failure for a pass, and in pass_to_pass a skipped test too. Rows whose lists were made
  // with it may need both; by themselves neither shows that anything works.
  bool expected_failure_passes = false;
  bool skipped_is_maintained = false;
};

// Of a report, which must outlive it. Immutable; thread-safe.
class NameIndex {
 public:
  NameIndex(const TestReport& report, NameStyle style);

  // The records that a list's entry means: those of that name, else those of that alias, else those
  // whose name in the list's style it is. Empty: the report has none.
  std::vector<const TestRecord*> Find(const std::string& listed) const;

 private:
  using Records = std::multimap<std::string, const TestRecord*, std::less<>>;
  Records names_;
  Records aliases_;
  Records styled_;
};

}  // namespace assay::swe
