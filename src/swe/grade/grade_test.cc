#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "swe/grade/stable_tests.h"
#include "swe/grade/verdict.h"

namespace assay::swe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr TestOutcome kPassed = TestOutcome::kPassed;
constexpr TestOutcome kFailed = TestOutcome::kFailed;

TestReport Complete(std::vector<TestRecord> records) {
  return {std::move(records)};
}

TestReport Broken(ReportFault fault) {
  return {{}, fault, "the log breaks off"};
}

TestLists Lists() {
  return {{"new"}, {"old"}};
}

Attempt Good() {
  return {Complete({{"new", kPassed}, {"old", kPassed}, {"other", kPassed}})};
}

std::vector<ReasonKind> Kinds(const Grading& grading) {
  std::vector<ReasonKind> kinds;
  for (const Reason& each : grading.reasons) kinds.push_back(each.kind);
  return kinds;
}

TEST(Grade, ResolvedWhenEveryListedTestPassed) {
  const Grading grading = Grade(Lists(), Good());
  EXPECT_EQ(grading.verdict, SweVerdict::kResolved);
  EXPECT_THAT(grading.reasons, IsEmpty());
  EXPECT_EQ(grading.fail_to_pass_passed, 1u);
  EXPECT_EQ(grading.pass_to_pass_passed, 1u);
}

TEST(Grade, EveryOtherOutcomeCountsAgainstAndIsNamed) {
  struct Case {
    TestOutcome outcome;
    ReasonKind kind;
  };
  for (const auto& [outcome, kind] :
       {Case{kFailed, ReasonKind::kFailed}, Case{TestOutcome::kError, ReasonKind::kError},
        Case{TestOutcome::kSkipped, ReasonKind::kSkipped},
        Case{TestOutcome::kExpectedFailure, ReasonKind::kExpectedFailure},
        Case{TestOutcome::kUnexpectedPass, ReasonKind::kUnexpectedPass}}) {
    const Grading grading = Grade(Lists(), {Complete({{"new", kPassed}, {"old", outcome}})});
    EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
    EXPECT_THAT(Kinds(grading), ElementsAre(kind));
    EXPECT_EQ(grading.reasons[0].test, "old");
    EXPECT_THAT(grading.reasons[0].message, HasSubstr("old"));
    EXPECT_FALSE(grading.wants_control);
  }
  EXPECT_THAT(Kinds(Grade(Lists(), {Complete({{"new", kPassed}})})),
              ElementsAre(ReasonKind::kMissing));
  EXPECT_THAT(
      Kinds(Grade(Lists(), {Complete({{"new", kPassed}, {"old", kPassed}, {"old", kFailed}})})),
      ElementsAre(ReasonKind::kTwoOutcomes));
  EXPECT_EQ(
      Grade(Lists(), {Complete({{"new", kPassed}, {"old", kPassed}, {"old", kPassed}})}).verdict,
      SweVerdict::kResolved);
}

TEST(Grade, ATaskWithoutTestsIsNeverResolved) {
  EXPECT_THAT(Kinds(Grade({}, Good())), ElementsAre(ReasonKind::kNoTests));
}

TEST(Grade, AnAccountThatIsNotWholeIsTheCandidatesFaultUntilTheReferenceShowsOtherwise) {
  for (const ReportFault fault :
       {ReportFault::kNothing, ReportFault::kCutOff, ReportFault::kStopped,
        ReportFault::kContradiction, ReportFault::kTooLarge}) {
    // 126 and 127 are a candidate's to choose.
    Attempt candidate{Broken(fault), {.exit_code = 127}};
    Grading grading = Grade(Lists(), candidate);
    EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
    EXPECT_TRUE(grading.wants_control);

    const Attempt reference = Good();
    grading = Grade(Lists(), candidate, &reference);
    EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
    EXPECT_FALSE(grading.wants_control);

    const Attempt fails_too{Broken(ReportFault::kNothing), {.exit_code = 127}};
    grading = Grade(Lists(), candidate, &fails_too);
    EXPECT_EQ(grading.verdict, SweVerdict::kInfrastructure);
    EXPECT_EQ(grading.reasons[0].kind, ReasonKind::kReference);
  }
}

TEST(Grade, PassesInAnAccountThatIsNotWholeDontCount) {
  Attempt candidate = Good();
  candidate.report.fault = ReportFault::kContradiction;
  candidate.report.problem = "two closings";
  EXPECT_EQ(Grade(Lists(), candidate).verdict, SweVerdict::kNotResolved);
}

TEST(Grade, AFaultOfTheSandboxIsNoAnswer) {
  const Grading grading =
      Grade(Lists(), {Broken(ReportFault::kCutOff), {.sandbox_fault = "no disk"}});
  EXPECT_EQ(grading.verdict, SweVerdict::kInfrastructure);
  EXPECT_THAT(Kinds(grading), ElementsAre(ReasonKind::kSandbox));
}

TEST(Grade, LimitsAreTheCandidates) {
  Attempt candidate = Good();
  candidate.facts.timed_out = true;
  EXPECT_EQ(Grade(Lists(), candidate).verdict, SweVerdict::kNotResolved);
  candidate.facts = {.out_of_memory = true};
  EXPECT_EQ(Grade(Lists(), candidate).verdict, SweVerdict::kNotResolved);
}

TEST(Grade, TheExitCodeMustAgreeWithTheReport) {
  Attempt candidate = Good();
  candidate.facts.exit_code = 0;
  EXPECT_EQ(Grade(Lists(), candidate).verdict, SweVerdict::kResolved);
  candidate.facts.exit_code = 3;
  EXPECT_EQ(Grade(Lists(), candidate).verdict, SweVerdict::kNotResolved);
  // A failure that no list names, and an exit status that denies it.
  candidate.report.records.push_back({"unlisted", kFailed});
  candidate.facts.exit_code = 1;
  EXPECT_EQ(Grade(Lists(), candidate).verdict, SweVerdict::kResolved);
  candidate.facts.exit_code = 0;
  EXPECT_EQ(Grade(Lists(), candidate).verdict, SweVerdict::kNotResolved);
  EXPECT_TRUE(Grade(Lists(), candidate).wants_control);
}

TEST(Grade, ControlTestsUnmaskAMadeUpSession) {
  TestLists lists = Lists();
  lists.must_fail = {"control_5f3a"};
  // Printed by one that doesn't know of it.
  EXPECT_THAT(Kinds(Grade(lists, Good())), ElementsAre(ReasonKind::kControlPassed));
  // By a framework that was made to report success.
  Attempt turned = Good();
  turned.report.records.push_back({"control_5f3a", kPassed});
  EXPECT_THAT(Kinds(Grade(lists, turned)), ElementsAre(ReasonKind::kControlPassed));
  turned.report.records.back().outcome = kFailed;
  EXPECT_EQ(Grade(lists, turned).verdict, SweVerdict::kResolved);
}

TEST(Grade, FollowsSweBenchWhereRowsNeedIt) {
  TestLists lists{{"a.py::t[x"}, {"a.py::xf", "a.py::sk"}};
  const Attempt candidate{Complete({{"a.py::t[x y]", kPassed},
                                    {"a.py::t[x z]", kPassed},
                                    {"a.py::xf", TestOutcome::kExpectedFailure},
                                    {"a.py::sk", TestOutcome::kSkipped}})};
  EXPECT_THAT(
      Kinds(Grade(lists, candidate)),
      ElementsAre(ReasonKind::kMissing, ReasonKind::kExpectedFailure, ReasonKind::kSkipped));
  lists.names = NameStyle::kSweBench;
  lists.expected_failure_passes = true;
  lists.skipped_is_maintained = true;
  EXPECT_EQ(Grade(lists, candidate).verdict, SweVerdict::kResolved);
  // All that the cut name may mean must pass.
  Attempt worse = candidate;
  worse.report.records[1].outcome = kFailed;
  EXPECT_EQ(Grade(lists, worse).verdict, SweVerdict::kNotResolved);
  // A skipped test mends nothing.
  lists.fail_to_pass = {"a.py::sk"};
  EXPECT_EQ(Grade(lists, candidate).verdict, SweVerdict::kNotResolved);
}

TEST(Grade, FindsR2eNamesAndAliases) {
  TestLists lists{{"TestC.test_m[a::b]"}, {}};
  lists.names = NameStyle::kR2e;
  EXPECT_EQ(Grade(lists, {Complete({{"tests/a.py::TestC::test_m[a::b]", kPassed}})}).verdict,
            SweVerdict::kNotResolved);
  lists.fail_to_pass = {"TestC.test_m[a.b]"};
  EXPECT_EQ(Grade(lists, {Complete({{"tests/a.py::TestC::test_m[a::b]", kPassed}})}).verdict,
            SweVerdict::kResolved);
  EXPECT_EQ(Grade({{"Docstring."}, {}}, {Complete({{"t (m.C)", kPassed, "Docstring."}})}).verdict,
            SweVerdict::kResolved);
}

TEST(Grade, KeepsSoManyReasons) {
  TestLists lists;
  for (size_t i = 0; i < 2 * Grading::kMaxReasons; ++i) {
    lists.fail_to_pass.push_back(std::to_string(i));
  }
  EXPECT_EQ(Grade(lists, Good()).reasons.size(), Grading::kMaxReasons);
}

TEST(SortTests, SortsAndSetsAside) {
  const TestOutcome skipped = TestOutcome::kSkipped;
  const std::vector<TestReport> reference = {Complete({{"fix", kPassed},
                                                       {"keep", kPassed},
                                                       {"flaky", kPassed},
                                                       {"coin", kPassed},
                                                       {"never", kFailed},
                                                       {"twice", kPassed}}),
                                             Complete({{"fix", kPassed},
                                                       {"keep", kPassed},
                                                       {"flaky", kFailed},
                                                       {"coin", kPassed},
                                                       {"never", skipped},
                                                       {"twice", kPassed},
                                                       {"twice", kFailed}})};
  const std::vector<TestReport> nothing = {
      Complete({{"keep", kPassed}, {"coin", kPassed}, {"gone", kPassed}}),
      Complete({{"fix", kFailed}, {"keep", kPassed}, {"coin", kFailed}})};
  const auto sorted = SortTests(reference, nothing);
  ASSERT_TRUE(sorted.ok());
  EXPECT_THAT(sorted->fail_to_pass, ElementsAre("fix"));
  EXPECT_THAT(sorted->pass_to_pass, ElementsAre("keep"));
  std::vector<std::string> aside;
  for (const SetAside& each : sorted->set_aside) aside.push_back(each.test + ": " + each.why);
  EXPECT_THAT(aside, ElementsAre("coin: passes in 1 of 2 runs of nothing",
                                 "flaky: passes in 1 of 2 runs of the reference",
                                 "never: never passes with the reference",
                                 "twice: has two outcomes in one run",
                                 "gone: isn't there with the reference"));
}

TEST(SortTests, ARunOfNothingMayStopAndNoOtherMay) {
  const std::vector<TestReport> good = {Complete({{"fix", kPassed}})};
  const auto sorted = SortTests(good, std::vector{Broken(ReportFault::kStopped)});
  ASSERT_TRUE(sorted.ok());
  EXPECT_THAT(sorted->fail_to_pass, ElementsAre("fix"));
  EXPECT_FALSE(SortTests(good, std::vector{Broken(ReportFault::kCutOff)}).ok());
  EXPECT_FALSE(SortTests(std::vector{Broken(ReportFault::kStopped)}, good).ok());
  EXPECT_FALSE(SortTests({}, good).ok());
  EXPECT_FALSE(SortTests(good, {}).ok());
}

}  // namespace
}  // namespace assay::swe
