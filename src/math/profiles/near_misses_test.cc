// Pairs that a careless comparison calls equal, each kind from both sides.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "math/decide/verify.h"

namespace assay::math {
namespace {

using Pair = std::pair<const char*, const char*>;

void ExpectDifferent(const std::vector<Pair>& pairs) {
  for (const auto& [x, y] : pairs) {
    for (const auto& [gold, answer] : {Pair{x, y}, Pair{y, x}}) {
      const VerifyResult result = VerifyAnswer(gold, answer, {});
      EXPECT_EQ(result.outcome, Outcome::kIncorrect)
          << gold << " against " << answer << ": " << result.rule << ", " << result.gold_normal
          << " | " << result.answer_normal;
    }
  }
}

TEST(NearMisses, PowersBindAsTheyAreBracketed) {
  ExpectDifferent({{"-x^2", "(-x)^2"},
                   {"(-2)^2", "-2^2"},
                   {"(2^3)^2", "2^{3^2}"},
                   {"(x^y)^z", "x^{y^z}"},
                   {"(-a)^{n}", "-a^{n}"},
                   {R"((-\sqrt{2})^{x})", R"(-\sqrt{2}^{x})"}});
  EXPECT_EQ(VerifyAnswer("(-x)^2", "x^2", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("-(x)^2", "-x^2", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("(x^2)^3", "x^6", {}).outcome, Outcome::kCorrect);
}

TEST(NearMisses, GroupsOfAListStayGroups) {
  ExpectDifferent({{"1, 2; 3", "1; 2, 3"}, {"(1,2),3", "1,(2,3)"}});
}

TEST(NearMisses, ScalesAreNotMixed) {
  ExpectDifferent({{R"(\$5)", R"(5\%)"},
                   {R"(\$5)", "€5"},
                   {"5 dollars", "5 euros"},
                   {R"(45^\circ)", R"(45\%)"},
                   {R"(45^\circ)", "45 cm"},
                   {R"(2^\circ)", R"(2\text{ rad})"},
                   {R"(30^\circ)", R"(30\text{ radians})"},
                   {R"(5\%)", "5‰"}});
  EXPECT_EQ(VerifyAnswer(R"(180^\circ)", R"(\pi\text{ rad})", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("2", R"(2\text{ rad})", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("$5", "5 dollars", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("0.005", "5‰", {}).outcome, Outcome::kCorrect);
}

TEST(NearMisses, NamesOfRelationsAndFiguresCount) {
  ExpectDifferent({{R"(AB \parallel CD)", R"(AB \perp CD)"},
                   {R"(A \subset B)", R"(A \supset B)"},
                   {R"(a \sim b)", R"(a \cong b)"},
                   {R"(\triangle ABC)", R"(\angle ABC)"},
                   {"f(2)=5", "f(3)=5"},
                   {"P(A)=0.5", "P(B)=0.5"},
                   {"f(x)=x^2", "f(y)=x^2"}});
  EXPECT_EQ(VerifyAnswer("f(x)=x^2", "g(x)=x^2", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("y=x^2", "f(x)=x^2", {}).outcome, Outcome::kCorrect);
}

// As the gold, words that are not understood mask.
TEST(NearMisses, WordsAndMarksThatChangeAValue) {
  for (const char* answer :
       {"5 hundredths", "5 lakh", "5 factorial", R"(\not 5)", R"(\cancel{5})"}) {
    EXPECT_NE(VerifyAnswer("5", answer, {}).outcome, Outcome::kCorrect) << answer;
    EXPECT_NE(VerifyAnswer("5", answer, {}).outcome, Outcome::kUndecided) << answer;
    EXPECT_NE(VerifyAnswer(answer, "5", {}).outcome, Outcome::kCorrect) << answer;
  }
  ExpectDifferent({{R"(\pi)", R"(\Pi)"}, {"x<1 and x>0", "x<1 or x>0"}});
  EXPECT_EQ(VerifyAnswer("5", R"(\cancel{6}5)", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("5%", "5 per cent", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("500000", "5 lakh", {}).outcome, Outcome::kCorrect);
}

TEST(NearMisses, NumbersInWordsStayApart) {
  EXPECT_NE(VerifyAnswer("on days 1, 23", "on days 12, 3", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("on days 1, 23", "On days 1 23.", {}).outcome, Outcome::kCorrect);
}

TEST(NearMisses, YesTakenBackIsNoYes) {
  ExpectDifferent({{"yes", "yes, no"}, {"Yes", "Yes. No."}, {"yes", "Yes, but no"}});
  EXPECT_EQ(VerifyAnswer("yes", "Yes, it is prime", {}).outcome, Outcome::kCorrect);
}

TEST(NearMisses, NumberSetsDiffer) {
  ExpectDifferent({{R"(\mathbb{C})", R"(\mathbb{R})"},
                   {R"(\mathbb{Z})", R"(\mathbb{N})"},
                   {R"(\mathbb{Z})", "[0,1]"},
                   {R"(x\in\mathbb{R})", R"(x\in\mathbb{Q})"}});
}

}  // namespace
}  // namespace assay::math
