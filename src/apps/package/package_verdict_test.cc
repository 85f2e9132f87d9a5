#include "apps/package/package_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/package/package_judge.h"
#include "data/packages/problem/package_problem.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

ProblemPackage Package(const std::vector<std::string>& ids, bool scoring) {
  ProblemPackage package;
  package.scoring = scoring;
  for (const std::string& id : ids) package.tests.push_back({id, Blob::Empty(), Blob::Empty()});
  return package;
}

// A test that ended by itself after `ms`.
TestResult Ended(Verdict verdict, int ms) {
  TestResult test;
  test.verdict = verdict;
  test.executed = true;
  test.run.status = RunStatus::kExited;
  test.run.cpu_time = test.run.wall_time = milliseconds(ms);
  return test;
}

TestResult Skipped() {
  TestResult test;
  test.reason = Reason::kEarlierTestFailed;
  return test;
}

SubmissionResult Under(const ProblemPackage& package, std::vector<TestResult> tests, int ms) {
  auto problem = std::make_shared<Problem>();
  problem->tests = package.tests;
  SubmissionResult run;
  run.tests = std::move(tests);
  Limits limits;
  limits.cpu_time = milliseconds(ms);
  limits.wall_time = milliseconds(2 * ms + 1000);
  return UnderLimits(package, problem, std::move(run), limits);
}

constexpr Verdict kAc = Verdict::kAccepted;
constexpr Verdict kWa = Verdict::kWrongAnswer;
constexpr Verdict kTle = Verdict::kTimeLimit;

TEST(ProblemOf, FilesBesideAValidatorsFolderAreNoPartOfIt) {
  const auto text = [](const char* contents) { return Blob::FromString(contents); };
  ProblemPackage package = Package({"1"}, false);
  package.validator = {{"format.ctd", text("INT")},
                       {"check/validate.cpp", text("#include \"validate.h\"")},
                       {"check/validate.h", text("int x;")}};
  auto problem = ProblemOf(package, BuiltInLanguages());
  ASSERT_TRUE(problem.ok());
  EXPECT_EQ((*problem)->checker->source, "#include \"validate.h\"");
  EXPECT_EQ((*problem)->checker->files.size(), 1u);
  EXPECT_EQ((*problem)->checker->files.count("validate.h"), 1u);
  // Sources beside the folder: the folder is a part of theirs.
  package.validator = {{"main.cpp", text("a")}, {"lib/x.cpp", text("b")}, {"lib/x.h", text("c")}};
  problem = ProblemOf(package, BuiltInLanguages());
  ASSERT_TRUE(problem.ok());
  EXPECT_EQ((*problem)->checker->source, "a");
  EXPECT_EQ((*problem)->checker->files.count("lib/x.h"), 1u);
}

TEST(UnderLimits, OneRunAnswersForBothLimits) {
  const ProblemPackage package = Package({"sample/1", "secret/1", "secret/2"}, false);
  const std::vector<TestResult> slow = {Ended(kAc, 10), Ended(kAc, 1500), Ended(kAc, 20)};
  const SubmissionResult under = Under(package, slow, 1000);
  EXPECT_EQ(under.verdict, kTle);
  EXPECT_EQ(under.score, 0);
  EXPECT_EQ(under.reason, Reason::kCpuLimit);
  EXPECT_THAT(under.message, HasSubstr("test 2: used 1.50 s"));
  EXPECT_EQ(Under(package, slow, 1500).verdict, kAc);
}

TEST(UnderLimits, TheFirstFailureInOrderDecides) {
  const ProblemPackage package = Package({"secret/1", "secret/2", "secret/3"}, false);
  const std::vector<TestResult> slow_then_wrong = {Ended(kAc, 1500), Ended(kWa, 10), Skipped()};
  EXPECT_EQ(Under(package, slow_then_wrong, 1000).verdict, kTle);
  EXPECT_EQ(Under(package, slow_then_wrong, 2000).verdict, kWa);
  const std::vector<TestResult> slow_and_wrong = {Ended(kAc, 10), Ended(kWa, 1500), Skipped()};
  EXPECT_EQ(Under(package, slow_and_wrong, 1000).verdict, kTle);
  const std::vector<TestResult> wrong_then_slow = {Ended(kWa, 10), Skipped(), Skipped()};
  EXPECT_EQ(Under(package, wrong_then_slow, 1000).verdict, kWa);
}

TEST(UnderLimits, AFaultOfOursStaysOne) {
  const ProblemPackage package = Package({"secret/1"}, false);
  TestResult broken = Ended(Verdict::kInternalError, 1500);
  broken.cause = Cause::kInfrastructure;
  const SubmissionResult under = Under(package, {broken}, 1000);
  EXPECT_EQ(under.cause, Cause::kInfrastructure);
  EXPECT_TRUE(under.masked());
}

TEST(Parts, AFailureEndsAllOrInScoringPackagesItsGroup) {
  const std::vector<std::string> ids = {"sample/1",    "sample/2",    "secret/0",   "secret/1",
                                        "secret/g1/1", "secret/g1/2", "secret/g2/1"};
  ASSERT_EQ(PartsOf(Package(ids, false)).size(), 1u);
  EXPECT_EQ(PartsOf(Package(ids, false))[0].end, ids.size());
  const std::vector<TestPart> parts = PartsOf(Package(ids, true));
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_FALSE(parts[0].scored);
  EXPECT_EQ(parts[1].stop, StopPolicy::kRunAll);  // tests of no group stand for themselves
  EXPECT_FALSE(parts[1].group);
  EXPECT_EQ(parts[2].begin, 4u);
  EXPECT_EQ(parts[2].end, 6u);
  EXPECT_EQ(parts[2].stop, StopPolicy::kFirstFailure);
  EXPECT_TRUE(parts[3].group && parts[3].scored);
  EXPECT_TRUE(PartsOf(Package({"sample/1"}, true))[0].scored);
}

TEST(Score, GroupsAreWorthNothingUnlessWhole) {
  const ProblemPackage package =
      Package({"sample/1", "secret/g1/1", "secret/g1/2", "secret/g2/1", "secret/g2/2"}, true);
  const SubmissionResult half = Under(
      package, {Ended(kAc, 1), Ended(kAc, 1), Ended(kAc, 1), Ended(kAc, 1), Ended(kWa, 1)}, 1000);
  EXPECT_EQ(half.verdict, kWa);
  EXPECT_EQ(half.score, 0.5);
  const std::vector<TestResult> slow = {Ended(kAc, 1), Ended(kAc, 1500), Ended(kAc, 1),
                                        Ended(kWa, 1), Skipped()};
  EXPECT_EQ(Under(package, slow, 1000).score, 0);
  EXPECT_EQ(Under(package, slow, 2000).score, 0.5);
}

TEST(Score, JudgesPointsOfAGroupCount) {
  const ProblemPackage package = Package({"secret/1", "secret/g/1"}, true);
  TestResult points = Ended(kAc, 1);
  points.share = 0.5;
  EXPECT_EQ(Under(package, {points, points}, 1000).score, 0.5);
  EXPECT_EQ(Under(package, {points, Ended(kWa, 1)}, 1000).score, 0.25);
}

Agreement Of(const std::string& folder, Verdict under, Verdict extra,
             Cause cause = Cause::kCandidate) {
  PackageSubmission submission;
  submission.folder = folder;
  const auto result = [&](Verdict verdict) {
    SubmissionResult made;
    made.verdict = verdict;
    made.cause = cause;
    return made;
  };
  return AgreementOf(ExpectationOf(submission), result(under), result(extra));
}

TEST(Agreement, IsWithEitherVerdictAndToldApart) {
  EXPECT_EQ(Of("time_limit_exceeded", kTle, kAc), Agreement::kUnderLimit);
  EXPECT_EQ(Of("accepted", kTle, kAc), Agreement::kWithExtraTime);
  EXPECT_EQ(Of("wrong_answer", kTle, kAc), Agreement::kNone);
  EXPECT_EQ(Of("time_limit_exceeded", kAc, kAc), Agreement::kNone);
  EXPECT_EQ(Of("unheard_of", kAc, kAc), Agreement::kUnknown);
  EXPECT_EQ(Of("accepted", kAc, kAc, Cause::kInfrastructure), Agreement::kUnknown);
}

}  // namespace
}  // namespace assay
