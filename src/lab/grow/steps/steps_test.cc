#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/audit/judge/fake_judge_test_util.h"
#include "lab/grow/steps/choose.h"
#include "lab/grow/steps/grow_problem.h"
#include "lab/grow/steps/likeness.h"
#include "lab/grow/steps/vote.h"

namespace assay::grow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using State = Observation::State;

class NoOracle final : public Oracle {
 public:
  std::vector<std::vector<Observation>> Observe(const std::vector<Program>&,
                                                const std::vector<Arguments>&,
                                                const ObserveOptions&,
                                                std::vector<std::string>*) const override {
    return {};
  }
  bool Same(const DataValue& a, const DataValue& b) const override { return SameValue(a, b, 0); }
};

Observation Saw(int64_t value) {
  return {State::kValue, DataValue::OfInteger(value)};
}

Vote VoteOf(const std::vector<Observation>& first, const std::vector<Observation>& again,
            Ground ground = Ground::kLike, const GrowOptions& options = {}) {
  std::vector<const Observation*> looks, second;
  for (const Observation& each : first) looks.push_back(&each);
  for (const Observation& each : again) second.push_back(&each);
  return TakeVote(NoOracle(), looks, second, ground, options);
}

Vote VoteOf(const std::vector<Observation>& looks, Ground ground = Ground::kLike,
            const GrowOptions& options = {}) {
  return VoteOf(looks, looks, ground, options);
}

TEST(Vote, TheAnswerOfMostCountsWhenItLeads) {
  const Vote vote = VoteOf({Saw(1), Saw(2), Saw(1), Saw(1), Saw(1)});
  EXPECT_EQ(vote.verdict, Verdict::kAgreed);
  EXPECT_EQ(LiteralOf(vote.answer), "1");
  EXPECT_THAT(vote.agreed, ElementsAre(0, 2, 3, 4));
  EXPECT_THAT(vote.against, ElementsAre(1));
  EXPECT_EQ(VoteOf({Saw(1), Saw(1)}).verdict, Verdict::kAgreed);
  EXPECT_EQ(VoteOf({Saw(1), Saw(2), Saw(1), Saw(1)}).verdict, Verdict::kDisagreed);
  EXPECT_EQ(VoteOf({Saw(1), Saw(2)}).verdict, Verdict::kDisagreed);
}

TEST(Vote, AFailureOfAnyIsNoAnswer) {
  EXPECT_EQ(VoteOf({Saw(1), Saw(1), {State::kCrashed, {}}}).verdict, Verdict::kCrashed);
  EXPECT_EQ(VoteOf({Saw(1), {State::kLate, {}}}).verdict, Verdict::kLate);
  EXPECT_EQ(VoteOf({{State::kNoData, {}}}).verdict, Verdict::kNoData);
  EXPECT_EQ(VoteOf({Saw(1)}, {Saw(2)}).verdict, Verdict::kNondeterministic);
}

TEST(Vote, UnlikeTheGivenInputsThreeHaveToAgree) {
  EXPECT_EQ(VoteOf({Saw(1)}, Ground::kUnlike).verdict, Verdict::kTooFew);
  EXPECT_EQ(VoteOf({Saw(1), Saw(1)}, Ground::kUnlike).verdict, Verdict::kTooFew);
  EXPECT_EQ(VoteOf({Saw(1), Saw(1), Saw(1)}, Ground::kUnlike).verdict, Verdict::kAgreed);
  EXPECT_EQ(VoteOf({Saw(1), Saw(1), Saw(1), Saw(2)}, Ground::kUnlike).verdict, Verdict::kDisagreed);
}

TEST(Vote, UnlikeThemOneHasToAgreeWithTheOwnReferenceAndNoneToDiffer) {
  EXPECT_EQ(VoteOf({Saw(1)}, Ground::kOwnWord).verdict, Verdict::kTooFew);
  EXPECT_EQ(VoteOf({Saw(1), Saw(1)}, Ground::kOwnWord).verdict, Verdict::kAgreed);
  EXPECT_EQ(VoteOf({Saw(1), Saw(2)}, Ground::kOwnWord).verdict, Verdict::kDisagreed);
  EXPECT_EQ(VoteOf({Saw(1), Saw(1), Saw(1), Saw(1), Saw(2)}, Ground::kOwnWord).verdict,
            Verdict::kDisagreed);
  EXPECT_EQ(VoteOf({Saw(1), {State::kCrashed, {}}}, Ground::kOwnWord).verdict, Verdict::kCrashed);
}

TEST(Vote, TheOwnReferenceIsBelievedWhereItAsks) {
  EXPECT_EQ(VoteOf({Saw(1)}, Ground::kOwnQuestion).verdict, Verdict::kAgreed);
  const Vote vote =
      VoteOf({Saw(1), Saw(2), Saw(1), {State::kCrashed, {}}, Saw(1)},
             {Saw(1), Saw(2), Saw(1), {State::kCrashed, {}}, Saw(3)}, Ground::kOwnQuestion);
  EXPECT_EQ(vote.verdict, Verdict::kAgreed);
  EXPECT_EQ(LiteralOf(vote.answer), "1");
  EXPECT_THAT(vote.agreed, ElementsAre(0, 2));
  EXPECT_THAT(vote.against, ElementsAre(1, 3, 4));
  // What fails itself, or answers otherwise when asked again, says nothing.
  EXPECT_EQ(VoteOf({{State::kCrashed, {}}, Saw(1)}, {}, Ground::kOwnQuestion).verdict,
            Verdict::kCrashed);
  EXPECT_EQ(VoteOf({Saw(1), Saw(1)}, {Saw(2), Saw(1)}, Ground::kOwnQuestion).verdict,
            Verdict::kNondeterministic);
  GrowOptions options;
  options.single = false;
  EXPECT_EQ(VoteOf({Saw(1)}, Ground::kOwnQuestion, options).verdict, Verdict::kTooFew);
}

TEST(Vote, ASingleReferenceCountsWhereItMay) {
  EXPECT_EQ(VoteOf({Saw(1)}).verdict, Verdict::kAgreed);
  GrowOptions options;
  options.single = false;
  EXPECT_EQ(VoteOf({Saw(1)}, Ground::kLike, options).verdict, Verdict::kTooFew);
}

Worth Kills(std::vector<bool> kills, std::string source = "random", size_t size = 1) {
  return {std::move(kills), std::move(source), "", false, size};
}

std::vector<std::vector<Observation>> LooksOf(size_t inputs, size_t every) {
  std::vector<std::vector<Observation>> looks(2);
  for (size_t i = 0; i < inputs; ++i) {
    looks[0].push_back(Saw(0));
    looks[1].push_back(Saw(i % every == 0 ? 1 : 0));
  }
  return looks;
}

TEST(Contradicting, OftenAndAlone) {
  const NoOracle oracle;
  const std::vector<bool> all(100, true);
  auto looks = LooksOf(100, 10);
  EXPECT_THAT(Contradicting(oracle, looks, all, 0), ElementsAre(1));
  EXPECT_THAT(Contradicting(oracle, looks, all, 1), ElementsAre(0));
  // Seldom, on too few inputs, on such as are unlike the given ones: nobody knows.
  EXPECT_THAT(Contradicting(oracle, LooksOf(100, 12), all, 0), IsEmpty());
  EXPECT_THAT(Contradicting(oracle, LooksOf(49, 7), std::vector<bool>(49, true), 0), IsEmpty());
  EXPECT_THAT(Contradicting(oracle, looks, std::vector<bool>(100, false), 0), IsEmpty());
  // Two against the problem's own one: it may be that.
  looks.push_back(looks[1]);
  EXPECT_THAT(Contradicting(oracle, looks, all, 0), IsEmpty());
  EXPECT_THAT(Contradicting(oracle, looks, all, 1), ElementsAre(0));
}

TEST(Choose, TakesWhatRejectsMostFirstAndLeavesOutTheRest) {
  const std::vector<Worth> tests = {Kills({true, false, false}), Kills({true, true, false}),
                                    Kills({false, false, false}), Kills({false, false, true})};
  EXPECT_THAT(Choose(tests, {30, 0, 1}), ElementsAre(1, 3));
  EXPECT_THAT(Choose(tests, {1, 0, 1}), ElementsAre(1));
  // A second test for the first program, too.
  EXPECT_THAT(Choose(tests, {30, 0, 2}), ElementsAre(1, 3, 0));
  EXPECT_THAT(Choose({}, {}), ElementsAre());
}

TEST(Choose, OfEqualsTheSmallest) {
  EXPECT_THAT(Choose({Kills({true}, "random", 9), Kills({true}, "random", 2)}, {30, 0, 1}),
              ElementsAre(1));
}

TEST(Choose, KeepsAnEdgeOfEachSource) {
  const std::vector<Worth> tests = {Kills({true}, "emptied"), Kills({false}, "emptied"),
                                    Kills({false}, "zero"), Kills({false}, "zero"),
                                    Kills({false}, "sorted")};
  EXPECT_THAT(Choose(tests, {30, 1, 1}), ElementsAre(0, 2));
  EXPECT_THAT(Choose(tests, {30, 8, 1}), ElementsAre(0, 2, 4));
}

TEST(Choose, ThenKeepsWhatNoneIsLikeTheSmallestFirst) {
  std::vector<Worth> tests = {Kills({true}), Kills({false}, "random", 9),
                              Kills({false}, "random", 2), Kills({false}, "random", 5)};
  tests[0].likeness = "1";
  tests[1].likeness = tests[2].likeness = "2";
  tests[3].likeness = "3";
  EXPECT_THAT(Choose(tests, {30, 8, 1}), ElementsAre(0, 2, 3));
  EXPECT_THAT(Choose(tests, {30, 1, 1}), ElementsAre(0, 2));
  EXPECT_THAT(Choose(tests, {2, 8, 1}), ElementsAre(0, 2));
}

std::string Likeness(const std::string& input, const std::string& answer) {
  return LikenessOf(ParseWire(input)->items, *ParseWire(answer));
}

TEST(Likeness, TellsSmallNumbersAndLengthsApart) {
  EXPECT_NE(Likeness("[3]", "true"), Likeness("[4]", "true"));
  EXPECT_NE(Likeness("[3]", "true"), Likeness("[3]", "false"));
  EXPECT_NE(Likeness("[3]", "1"), Likeness("[-3]", "1"));
  EXPECT_NE(Likeness("[0.5]", "1"), Likeness("[-0.5]", "1"));
  EXPECT_EQ(Likeness("[100]", "7"), Likeness("[101]", "8"));
  EXPECT_NE(Likeness("[[1,2]]", "1"), Likeness("[[1,2,3]]", "1"));
  EXPECT_EQ(Likeness("[[1,2,3,4]]", "1"), Likeness("[[1,2,3,4,5]]", "2"));
  // Of several arguments less, so that they don't multiply.
  EXPECT_EQ(Likeness("[3,7]", "1"), Likeness("[4,5]", "1"));
  EXPECT_NE(Likeness("[1,7]", "1"), Likeness("[4,7]", "1"));
  EXPECT_EQ(Likeness("[123456789012345678901234567890]", "1"),
            Likeness("[923456789012345678901234567890]", "1"));
}

// Programs that read a number and print: "double" twice of it, "abs" twice of its magnitude,
// "even" twice of it where it is even, "four" 4.
std::string Opinion(const std::string& problem, const std::string& code) {
  JsonError error;
  const auto document = JsonDocument::Parse(problem, &error);
  JsonWriter tests;
  tests.BeginArray();
  bool all = true;
  for (const JsonValue test : document->root().Find("tests").Items()) {
    const int64_t number = std::stoll(TextAt(test, "input"));
    const std::string printed = std::to_string(code == "double" ? 2 * number
                                               : code == "abs"  ? 2 * std::abs(number)
                                               : code == "even" ? number / 2 * 4
                                                                : 4) +
                                "\n";
    const bool right = printed == TextAt(test, "expected");
    all = all && right;
    tests.BeginObject().Key("id").String("t").Key("verdict").String(right ? "AC" : "WA");
    tests.Key("executed").Bool(true).Key("stdout").String(printed).EndObject();
  }
  tests.EndArray();
  JsonWriter json;
  json.BeginObject().Key("verdict").String(all ? "AC" : "WA").Key("cause").String("candidate");
  return json.Key("tests").Raw(tests.text()).EndObject().Take();
}

LabelledProblem Doubling(const std::vector<std::string>& right,
                         const std::vector<std::string>& wrong) {
  LabelledProblem problem;
  problem.id = "doubling";
  problem.problem =
      R"({"tests":[{"input":"2\n","expected":"4\n"},{"input":"-2\n","expected":"-4\n"}]})";
  for (const std::string& each : right)
    problem.solutions.push_back({each, "made-up", each, Label::kCorrect});
  for (const std::string& each : wrong)
    problem.solutions.push_back({each, "made-up", each, Label::kWrong});
  return problem;
}

TEST(GrowProblem, AddsTestsThatReferencesPassAndWrongProgramsFail) {
  LabelledProblem problem = Doubling({"double"}, {"four"});
  problem.problem = R"({"tests":[{"input":"2\n","expected":"4\n"}]})";
  audit::FakeJudge judge(Opinion);
  const ProblemGrowth growth = GrowProblem(problem, {}, Asker(&judge, nullptr));
  EXPECT_EQ(growth.skipped, "");
  ASSERT_FALSE(growth.tests.empty());
  EXPECT_EQ(growth.wrong.all, 1);
  EXPECT_EQ(growth.wrong.before, 0);
  EXPECT_EQ(growth.wrong.after, 1);
  EXPECT_GT(growth.tests[0].kills, 0);
  EXPECT_THAT(growth.tests[0].agreed, ElementsAre("double"));
  EXPECT_THAT(growth.grown_row, HasSubstr(R"("id":"grown 1")"));
  EXPECT_THAT(growth.grown_row, HasSubstr(R"("grown_tests":[{"input")"));
  JsonError error;
  EXPECT_TRUE(JsonDocument::Parse(growth.grown_row, &error)) << error.message;
}

TEST(GrowProblem, IsTheSameForTheSameSeed) {
  audit::FakeJudge judge(Opinion);
  const Asker asker(&judge, nullptr);
  const LabelledProblem problem = Doubling({"double"}, {});
  EXPECT_EQ(ToJson(GrowProblem(problem, {}, asker)), ToJson(GrowProblem(problem, {}, asker)));
}

TEST(GrowProblem, WhereReferencesDifferTheMajorityDecides) {
  LabelledProblem problem = Doubling({"double", "double", "double", "abs"}, {});
  problem.problem =
      R"({"tests":[{"input":"2\n","expected":"4\n"},{"input":"0\n","expected":"0\n"}]})";
  audit::FakeJudge judge(Opinion);
  GrowOptions options;
  options.stress = true;
  const ProblemGrowth growth = GrowProblem(problem, options, Asker(&judge, nullptr));
  // Negative numbers are unlike the given ones, where all have to agree; the search finds them.
  EXPECT_TRUE(growth.outvoted.empty());
  EXPECT_GT(growth.fates.disagreed, 0);
  ASSERT_EQ(growth.differences.size(), 1u);
  EXPECT_EQ(growth.differences[0].input, "-1\n");
}

TEST(GrowProblem, TheProblemsOwnReferenceSetsAnotherAside) {
  LabelledProblem problem = Doubling({"double", "even"}, {});
  problem.problem =
      R"({"tests":[{"input":"2\n","expected":"4\n"},{"input":"1000\n","expected":"2000\n"}]})";
  problem.solutions[0].own = true;
  audit::FakeJudge judge(Opinion);
  const ProblemGrowth growth = GrowProblem(problem, {}, Asker(&judge, nullptr));
  EXPECT_THAT(growth.references, ElementsAre("double"));
  EXPECT_THAT(growth.outvoted, ElementsAre("even"));
  EXPECT_GT(growth.fates.agreed, 100);
  problem.solutions[0].own = false;
  const ProblemGrowth equals = GrowProblem(problem, {}, Asker(&judge, nullptr));
  EXPECT_THAT(equals.references, ElementsAre("double", "even"));
  EXPECT_GT(equals.fates.disagreed, 20);
}

TEST(GrowProblem, UnlikeTheGivenInputsOneWithTheOwnReferenceIsEnough) {
  LabelledProblem problem = Doubling({"double", "double"}, {});
  problem.problem =
      R"({"tests":[{"input":"2\n","expected":"4\n"},{"input":"1000\n","expected":"2000\n"}]})";
  audit::FakeJudge judge(Opinion);
  const auto beyond = [&] {
    const ProblemGrowth growth = GrowProblem(problem, {}, Asker(&judge, nullptr));
    return std::count_if(growth.tests.begin(), growth.tests.end(),
                         [](const auto& test) { return test.beyond; });
  };
  EXPECT_EQ(beyond(), 0);
  problem.solutions[0].own = true;
  EXPECT_GT(beyond(), 0);
}

TEST(GrowProblem, SaysWhyThereIsNothingToDo) {
  audit::FakeJudge judge(Opinion);
  const Asker asker(&judge, nullptr);
  EXPECT_THAT(GrowProblem(Doubling({}, {}), {}, asker).skipped, HasSubstr("no program"));
  EXPECT_THAT(GrowProblem(Doubling({"four"}, {}), {}, asker).skipped,
              HasSubstr("passes its tests"));
  LabelledProblem checked = Doubling({"double"}, {});
  checked.problem.insert(1, R"("checker":{"source":"x"},)");
  EXPECT_THAT(GrowProblem(checked, {}, asker).skipped, HasSubstr("a program judges"));
}

TEST(GrowProblem, OurFailureIsNoFindingOnTheProblem) {
  audit::FakeJudge judge([](const std::string&, const std::string&) {
    return audit::ResultOf("JE", "invalid_submission", "language: there is no such");
  });
  const ProblemGrowth growth = GrowProblem(Doubling({"double"}, {}), {}, Asker(&judge, nullptr));
  EXPECT_FALSE(growth.done());
  EXPECT_EQ(growth.grown_row, "");
}

}  // namespace
}  // namespace assay::grow
