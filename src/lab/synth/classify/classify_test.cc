#include "lab/synth/classify/classify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::synth {
namespace {

SynthProblem Problem(std::string statement, std::vector<std::string> answers) {
  SynthProblem problem;
  problem.statement = std::move(statement);
  for (std::string& answer : answers) problem.tests.push_back({"t", "1\n", std::move(answer)});
  return problem;
}

std::vector<std::string> NamesOf(const std::vector<Judge>& judges) {
  std::vector<std::string> names;
  for (const Judge& judge : judges) names.push_back(judge.name);
  return names;
}

TEST(Statement, QuotesThePassagesThatAllowSeveralAnswers) {
  for (const char* text : {
           "If there are multiple solutions, print any of them.",
           "If there are several answers, you may output any.",
           "Any valid answer will be accepted.",
           "If multiple correct sequences exist, print any of those.",
           "You can print any such array.",
           "The answer is not necessarily unique.",
       }) {
    EXPECT_GE(ReadStatement(text).WeightOf(Hint::kAnyAnswer), 0.8) << text;
  }
  const StatementHints hints = ReadStatement("Read n.\nIf there are many, print any of them.\nEnd");
  ASSERT_FALSE(hints.passages.empty());
  EXPECT_THAT(hints.passages[0].text, testing::HasSubstr("print any of them"));
}

TEST(Statement, SaysNothingWhereNothingIsAllowed) {
  for (const char* text : {
           "Print the number of ways modulo 10^9+7.",
           "Given any array, compute its sum. The input has at most 10^5 numbers.",
           "For any two nodes print their distance.",
       }) {
    EXPECT_LT(ReadStatement(text).WeightOf(Hint::kAnyAnswer), 0.8) << text;
    EXPECT_EQ(ReadStatement(text).WeightOf(Hint::kTolerance), 0) << text;
  }
}

TEST(Statement, FindsTheToleranceInItsForms) {
  const auto tolerance = [](const char* text) { return ReadStatement(text).tolerance.value_or(0); };
  EXPECT_DOUBLE_EQ(tolerance("absolute or relative error at most $10^{-6}$."), 1e-6);
  EXPECT_DOUBLE_EQ(tolerance("an absolute error of 1e-9 is allowed"), 1e-9);
  EXPECT_DOUBLE_EQ(tolerance("its relative error does not exceed 0.0001 anywhere"), 1e-4);
  EXPECT_DOUBLE_EQ(tolerance("The error must not exceed 10^-5"), 1e-5);
  EXPECT_DOUBLE_EQ(tolerance("N is at most 10^-5"), 0);
}

TEST(Differ, TellsHowRightOutputsDiffer) {
  const auto how = [](const char* a, const char* b) { return Differ(a, b).difference; };
  EXPECT_EQ(how("1 2\n", "1\n2"), Difference::kNone);
  EXPECT_EQ(how("Yes", "YES\n"), Difference::kCase);
  EXPECT_EQ(how("0.5 x", "0.5000001 x"), Difference::kFloat);
  EXPECT_EQ(how("NaN inf 0.5", "nan Inf 0.5000001"), Difference::kFloat);
  EXPECT_EQ(how("0.5", "0.7"), Difference::kOther);
  EXPECT_EQ(how("5", "6"), Difference::kOther);
  EXPECT_EQ(how("1 2\n3 4\n", "3 4\n1 2\n"), Difference::kOrder);
  EXPECT_EQ(how("1 2 3\n", "3 1 2\n"), Difference::kTokens);
  EXPECT_EQ(how("1000000.5", "1000001.0"), Difference::kFloat);
}

TEST(Classify, OutputsThatDifferLeaveNoDoubt) {
  const auto several = Classify(Problem("", {"1 2\n"}), {{0, "s", "7 9\n"}});
  EXPECT_EQ(several.kind, ProblemClass::kMultiple);
  EXPECT_GT(several.confidence, 0.9);
  EXPECT_EQ(several.disagreements[0].solution, "s");
  EXPECT_TRUE(several.MaybeSeveral());
  EXPECT_TRUE(Configure(several).empty());

  const auto close = Classify(Problem("", {"0.25\n"}), {{0, "s", "0.250001\n"}});
  EXPECT_EQ(close.kind, ProblemClass::kFloat);
  EXPECT_GE(*close.tolerance, 1e-6);
}

TEST(Classify, WordsDecideWhereOutputsSayNothing) {
  const auto any = Classify(Problem("If there are several, print any of them.", {"1"}), {});
  EXPECT_EQ(any.kind, ProblemClass::kMultiple);
  const auto close =
      Classify(Problem("Allowed is a relative error of 1e-7.", {"1.25"}), {{0, "s", "1.25"}});
  EXPECT_EQ(close.kind, ProblemClass::kFloat);
  EXPECT_DOUBLE_EQ(*close.tolerance, 1e-7);
  EXPECT_THAT(NamesOf(Configure(close)), testing::ElementsAre("icpc, tolerance 1e-07"));
}

TEST(Classify, AToleranceIsNoneWhereAnswersAreWhole) {
  const auto whole = Classify(Problem("The absolute error of the scale is known.", {"12"}), {});
  EXPECT_EQ(whole.kind, ProblemClass::kSingle);
}

TEST(Classify, AskingForOneOfSeveralIsNoClassAndADoubt) {
  for (const char* text : {
           "Find a longest increasing subsequence of A.",
           "Find one of their greatest common divisors.",
           "Construct the assignment of variables.",
           "Output one of the cycles.",
       }) {
    const auto doubtful = Classify(Problem(text, {"12"}), {{0, "s", "12"}});
    EXPECT_EQ(doubtful.kind, ProblemClass::kSingle) << text;
    EXPECT_TRUE(doubtful.MaybeSeveral()) << text;
  }
  for (const char* text : {
           "Find the number of subsequences of A.",
           "Print one number, the length of the shortest path.",
           "Build the sum of a sequence.",
       }) {
    EXPECT_FALSE(Classify(Problem(text, {"12"}), {{0, "s", "12"}}).MaybeSeveral()) << text;
  }
}

TEST(Configure, DecimalsAreNumbersAlsoWhereNobodySaysHowClose) {
  const auto silent = Classify(Problem("", {"0.25\n", "1.5\n"}), {{0, "s", "0.25\n"}});
  EXPECT_EQ(silent.kind, ProblemClass::kFloat);
  EXPECT_THAT(
      NamesOf(Configure(silent)),
      testing::ElementsAre("icpc, tolerance 1e-06", "icpc, tolerance 0.0001", "tokens", "icpc"));
  EXPECT_DOUBLE_EQ(*silent.WidestTolerance(), 1e-4);
}

TEST(Configure, OfAFewWordsLettersCaseTellsNothing) {
  const auto names = [](std::vector<std::string> answers) {
    return NamesOf(Configure(Classify(Problem("", std::move(answers)), {})));
  };
  EXPECT_THAT(names({"3 impossible", "possible"}), testing::ElementsAre("icpc", "tokens"));
  EXPECT_THAT(names({"aB", "ab"}), testing::ElementsAre("tokens", "icpc"));
  EXPECT_THAT(names({"a b c d e", "f g h i j"}), testing::ElementsAre("tokens", "icpc"));
}

TEST(Configure, GoesFromTheStrictestOn) {
  const auto plain = Classify(Problem("Print the sum.", {"12"}), {{0, "s", "12"}});
  EXPECT_FALSE(plain.MaybeSeveral());
  EXPECT_THAT(NamesOf(Configure(plain)), testing::ElementsAre("tokens", "icpc"));
  const auto words = Classify(Problem("Print YES or NO.", {"YES", "NO"}), {{0, "s", "yes"}});
  EXPECT_THAT(NamesOf(Configure(words)), testing::ElementsAre("testlib-nyesno", "icpc"));
  const auto order = Classify(Problem("", {"1\n2\n"}), {{0, "s", "2\n1\n"}});
  EXPECT_TRUE(order.any_order);
  EXPECT_THAT(NamesOf(Configure(order)), testing::ElementsAre("unordered_lines", "testlib-uncmp"));
}

}  // namespace
}  // namespace assay::synth
