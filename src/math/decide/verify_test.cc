#include "math/decide/verify.h"

#include <gtest/gtest.h>

#include <clocale>
#include <string>
#include <thread>
#include <vector>

namespace assay::math {
namespace {

struct Pair {
  const char* gold;
  const char* answer;
};

std::string Show(const VerifyResult& result) {
  return std::string(OutcomeName(result.outcome)) + " by " + result.rule + " because " +
         std::string(ToString(result.reason)) + ": " + result.gold_normal + " | " +
         result.answer_normal;
}

// Decided the same way from both sides.
void ExpectEqual(const std::vector<Pair>& pairs) {
  for (const auto& [gold, answer] : pairs) {
    for (const auto& [a, b] : {std::pair{gold, answer}, std::pair{answer, gold}}) {
      const VerifyResult result = VerifyAnswer(a, b, {});
      EXPECT_EQ(result.outcome, Outcome::kCorrect) << a << " against " << b << ": " << Show(result);
    }
  }
}

void ExpectDifferent(const std::vector<Pair>& pairs) {
  for (const auto& [gold, answer] : pairs) {
    for (const auto& [a, b] : {std::pair{gold, answer}, std::pair{answer, gold}}) {
      const VerifyResult result = VerifyAnswer(a, b, {});
      EXPECT_EQ(result.outcome, Outcome::kIncorrect)
          << a << " against " << b << ": " << Show(result);
    }
  }
}

// Pairs that other graders are known to confuse.
TEST(VerifyAnswer, TellsNearMissesApart) {
  ExpectDifferent({
      {R"(1 - 1/\mathrm{e})", R"(1 + 1/\mathrm{e})"},
      {"1/2004!", "1/2006!"},
      {"1/2^99", "1/2^98"},
      {R"(\frac{2^{2005}+1}{3\cdot 2^{2006}})", R"(\frac{1}{3 \cdot 2^{2006}})"},
      {R"(x\equiv 3 \pmod 7)", R"(x \equiv 4 \pmod{7})"},
      {"204_5", "204_6"},
      {R"(1,2,\ldots,n)", R"(1,3,5,\ldots,2n-1)"},
      {"f'", "f''"},
      {R"(\angle ABC)", R"(\angle BAC)"},
      {"5", "5 or 6"},
      {"0.28", "28"},
      {"[0,1)", "(0,1)"},
      {R"(x\geq 3)", "x > 3"},
      {"12345678901234567890123456789", "12345678901234567890123456788"},
      {"10^{100}", "10^{100}+1"},
  });
}

TEST(VerifyAnswer, Integers) {
  ExpectEqual({{"5", "5.0"},
               {"1,000,000", "10^6"},
               {R"(1\,000\,000)", "1000000"},
               {"1 000", "1000"},
               {"14{,}916", "14916"},
               {R"(11,\! 111,\! 111)", "11111111"},
               {"-5", "−5"},
               {"+5", "5"},
               {"2004!/2003!", "2004"},
               {"1101_2", "13"},
               {"$5$", R"(\boxed{5}.)"},
               {R"(\[5\])", R"(\(5\))"},
               {"5th", "5"}});
  ExpectDifferent({{"5", "6"}, {"5", "-5"}, {"1000", "1001"}, {"1", "0.9999999"}});
}

TEST(VerifyAnswer, FractionsAndDecimals) {
  ExpectEqual({{R"(\frac12)", "0.5"},
               {R"(\dfrac{1}{2})", "1/2"},
               {R"(\frac3{6})", ".5"},
               {R"(2\frac{3}{4})", "11/4"},
               {"2 3/4", "2.75"},
               {"½", "0.5"},
               {R"(0.\overline{3})", "1/3"},
               {R"(0.1\overline{6})", R"(\frac16)"},
               {"0.333...", "1/3"},
               {"444E-5...", "1/225"},
               {R"(4E-3\dots)", "0.004"},
               {"0.(27)", "3/11"},
               {"1.5e8", "150000000"},
               {"1e-3", "0.001"},
               {R"(1.5 \times 10^{8})", "1.5e8"},
               {"5 × 10³", "5000"},
               {"{3 \\over 4}", "6/8"}});
  ExpectDifferent(
      {{R"(\frac12)", R"(\frac13)"}, {"0.25", "0.26"}, {"1/3", "0.334"}, {"1/3", "0.33"}});
}

TEST(VerifyAnswer, DecimalPolicyIsExplicit) {
  VerifyOptions options;
  EXPECT_EQ(VerifyAnswer("0.333", "1/3", options).rule, "decimal_rounding");
  EXPECT_EQ(VerifyAnswer("1/3", "0.3333", options).rule, "decimal_rounding");
  EXPECT_EQ(VerifyAnswer("14.0", "14.02", options).outcome, Outcome::kIncorrect);
  options.decimals = VerifyOptions::DecimalPolicy::kGoldRounded;
  EXPECT_EQ(VerifyAnswer("0.333", "1/3", options).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("1/3", "0.3333", options).outcome, Outcome::kIncorrect);
  options.decimals = VerifyOptions::DecimalPolicy::kExact;
  EXPECT_EQ(VerifyAnswer("0.333", "1/3", options).outcome, Outcome::kIncorrect);
  options.relative_tolerance = 0.01;
  EXPECT_EQ(VerifyAnswer("0.333", "1/3", options).rule, "relative_tolerance");
}

TEST(VerifyAnswer, PercentUnitsAndCurrency) {
  ExpectEqual({{R"(28\%)", "0.28"},
               {R"(28\%)", "28"},
               {"28 percent", "28%"},
               {R"(\$10)", "10 dollars"},
               {"$1,000.99", "1000.99"},
               {"5 hours", "300 min"},
               {R"(5 \text{ cm})", "5"},
               {R"(36\sqrt{7}cm^{3})", R"(36\sqrt 7)"},
               {R"(17\text{ any text})", "17"},
               {"14 (tickets)", "14"},
               {R"(30^\circ)", R"(\frac{\pi}{6})"},
               {R"(30^\circ)", "30 degrees"},
               {R"(63^{\circ} 45^{\prime})", "63.75°"},
               {"3 million", "3,000,000"},
               {R"(90 \mathrm{~km}/\mathrm{h})", "25 m/s"}});
  ExpectDifferent({{"5 cm", "5 m"}, {"5 hours", "5 min"}, {R"(28\%)", "0.29"}});
}

TEST(VerifyAnswer, RadicalsLogarithmsAndTrigonometry) {
  ExpectEqual({{R"(\sqrt{2}+\sqrt{3})", R"(\sqrt{5+2\sqrt 6})"},
               {R"(\frac{1+\sqrt5}{2})", R"(2\cos(\pi/5))"},
               {R"(4\arctan(1/5)-\arctan(1/239))", R"(\pi/4)"},
               {R"(\log 8/\log 2)", "3"},
               {R"(\log_2 8)", "3"},
               {"√2/2", R"(\frac{1}{\sqrt2})"},
               {R"(\sqrt[3]{-8})", "-2"},
               {R"(\arcsin(1/2))", R"(\sin^{-1}\left(\frac12\right))"},
               {"e^{2}", R"(\exp(2))"},
               {"9^{9^9}", "9^{9^{9}}"}});
  ExpectDifferent({{R"(\sqrt 2)", "1.5"}, {R"(\sqrt2+\sqrt3)", R"(\sqrt{5+2\sqrt6}+10^{-30})"}});
}

TEST(VerifyAnswer, ComplexNumbers) {
  ExpectEqual({{"i^2", "-1"},
               {R"(\sqrt{-4})", "2i"},
               {"1/i", "-i"},
               {R"(e^{i\pi})", "-1"},
               {R"(3(\cos 60^\circ + i\sin 60^\circ))", R"(3e^{i\pi/3})"},
               {"(1+i)^2", "2i"},
               {"2+3i", "3i + 2"}});
  ExpectDifferent({{"2+3i", "2-3i"}, {"i", "-i"}});
}

TEST(VerifyAnswer, ExpressionsWithVariables) {
  ExpectEqual({{"x^2-1", "(x-1)(x+1)"},
               {R"(\sin^2 x+\cos^2 x)", "1"},
               {R"(\tan^2(y)+1)", R"(\sec^2(y))"},
               {R"(\sqrt{1/n})", R"(1/\sqrt n)"},
               {"x^{2/3}", R"(\sqrt[3]{x^2})"},
               {R"(\ln(x^4y^2))", R"(4\ln x+2\ln y)"},
               {R"(\sqrt{x^2})", "|x|"},
               {"(x^2-1)/(x-1)", "x+1"},
               {"(-1)^n", R"(\cos(n\pi))"},
               {"n!", R"(n \cdot (n-1)!)"},
               {R"(\frac{x+2}{7})", R"(\frac{x}{7}+\frac{2}{7})"},
               {R"(\cos 2x)", R"(2\cos^2 x-1)"},
               {"f(2x)", "f(x+x)"}});
  ExpectDifferent({{R"(\sqrt{x^2})", "x"},
                   {"x+2n+1", "x+1"},
                   {"x^2+1", "x^2+2"},
                   {"x", "y"},
                   {"x+C", "x"},
                   {"f(x)", "f(2x)"}});
}

TEST(VerifyAnswer, EquationsAndAssignments) {
  ExpectEqual({{"x=5", "5"},
               {"y = 2x+1", "2x+1"},
               {"y=2x+1", "f(x)=2x+1"},
               {"5=x", "x=5"},
               {R"(\frac{x^2}{9}+\frac{y^2}{4}=1)", "4x^2+9y^2=36"},
               {"2x+4y-3=0", R"(y=-\frac{1}{2}x+\frac{3}{4})"},
               {"x = 5+5+1 = 7 = 11", "x=11"},
               {R"(\frac{\sqrt 3}{3} \approx 0.577)", R"(\frac{\sqrt3}{3})"},
               {"(p,q)=(3,2)", "(3,2)"},
               {"x=1, y=2", "(1,2)"},
               {"p=5,q=2;p=7,q=2", R"(p = 5, q = 2 \quad \text{and} \quad p = 7, q = 2)"},
               {R"(\frac{NO}{BO}=\frac{1}{\sqrt{6}})", R"(\frac{1}{\sqrt{6}})"}});
  ExpectEqual({{R"(y=x^2 \quad y=-x)", "y=-x, y=x^2"}});
  ExpectDifferent(
      {{R"(y=\frac{c x^{2}}{1-c x} \quad y=-x)", R"(y=\frac{c x^{8}}{1-c x} \quad y=-x)"},
       {"7 = 11a+c", "11a+c"},
       {"a+3z=0", "0"},
       {"x+y=1", "x+y=2"},
       {"x=1, y=2", "(2,1)"},
       {"x=5", "x=6"},
       {"no solution", "x^2-12x+39=0"}});
}

TEST(VerifyAnswer, IntervalsAndInequalities) {
  ExpectEqual({{"x > 3", R"((3, \infty))"},
               {"2x > 6", "x > 3"},
               {"5 \\leq x", "x >= 5"},
               {"]0,1[", "(0,1)"},
               {"−2 ≤ x < 3", "[-2,3)"},
               {"x^2 < 4", "-2<x<2"},
               {R"((-\infty, 1) \cup (2,\infty))", "x<1 or x>2"},
               {R"([1,2) \cup [2,3])", "[1,3]"},
               {R"(x \in [0,7))", "[0,7)"},
               {R"(\{x \mid x > 3\})", R"((3,\infty))"},
               {R"(\mathbb{R})", "all real numbers"},
               {R"(\mathbb{R} \setminus \{0\})", R"(x \neq 0)"},
               {"0<f(x)<1", "(0,1)"},
               {"f(2) < f(1) < f(4)", "f(4) > f(1) > f(2)"},
               {"x+y>1", "2x+2y>2"}});
  ExpectDifferent({{"x < 3", "x > 3"},
                   {"x < 1", "x > -1"},
                   {"[0,9)", "[0,1)"},
                   {R"((-\infty,1))", R"((-\infty,1])"},
                   {"x>3", "y>3"},
                   {"x+y>1", "x+y<1"}});
}

TEST(VerifyAnswer, SetsTuplesAndLists) {
  ExpectEqual({{R"(\{1,2\})", R"(\{2,1\})"},
               {"1, 2 and 3", "{3,2,1}"},
               {R"(\pm 3)", "3, -3"},
               {R"(x=\pm 3)", R"(\{-3,3\})"},
               {R"(3 \pm 2\sqrt2)", R"(3-2\sqrt2, 3+2\sqrt2)"},
               {R"(\{1\pm\sqrt{5},-2\})", R"(-2, 1+\sqrt5, 1-\sqrt5)"},
               {R"((1,\frac{9}{2}))", "(1,4.5)"},
               {R"(\langle 1,2\rangle)", "(1,2)"},
               {"<1,2>", "(1,2)"},
               {"(11,7) or (7,11)", R"(\{(7,11),(11,7)\})"},
               {"-12;-11;-10", R"(\{-12, -11, -10\})"},
               {"100,200", "100, 200"},
               {R"(\emptyset)", "no solution"},
               {R"(\{1, 1, 2\})", R"(\{1,2\})"}});
  ExpectDifferent({{"(1,2)", "(2,1)"},
                   {R"(\{1,2\})", "(1,2)"},
                   {R"(\{1,2\})", R"(\{1,3\})"},
                   {"1,2", "1,2,3"},
                   {R"(\sqrt{67},-\sqrt{85})", R"(\sqrt{67})"}});
}

TEST(VerifyAnswer, Matrices) {
  ExpectEqual({{R"(\begin{pmatrix}1&2\\3&4\end{pmatrix})",
                R"(\left[\begin{array}{cc}1 & 2 \\ 3 & 4\end{array}\right])"},
               {"[[1,0],[0,1]]", R"(\begin{pmatrix}1&0\\0&1\end{pmatrix})"},
               {R"(\begin{pmatrix}1\\2\end{pmatrix})", "(1,2)"},
               {R"(\begin{pmatrix}1&2\\3&4\end{pmatrix}+\begin{pmatrix}5&6\\7&8\end{pmatrix})",
                R"(\begin{bmatrix}6&8\\10&12\end{bmatrix})"},
               {R"(\begin{vmatrix}1&2\\3&4\end{vmatrix})", "-2"}});
  ExpectDifferent(
      {{R"(\begin{pmatrix}1&2\\3&4\end{pmatrix})", R"(\begin{pmatrix}1&3\\2&4\end{pmatrix})"},
       {R"(\begin{pmatrix}1&2\end{pmatrix})", R"(\begin{pmatrix}1&2&3\end{pmatrix})"}});
}

TEST(VerifyAnswer, ChoicesTextAndTruth) {
  ExpectEqual({{"(A)", R"(\textbf{A})"},
               {"C", "C. 12"},
               {"12", "C. 12"},
               {"AC", "A, C"},
               {R"(\text{odd})", "$odd$"},
               {R"(\text{Even})", "even"},
               {"yes", "Yes."},
               {"E", R"(\mathrm{E})"},
               {"1:58 am", "1:58 a.m."},
               {"DNE", "does not exist"}});
  ExpectDifferent({{"A", "B"},
                   {"d", R"(\text{E})"},
                   {"true", "false"},
                   {"odd", "even"},
                   {"E", R"(\mathrm{E}*2)"},
                   {"1:58 am", "1:58 pm"},
                   {"3:45", "1:15"}});
}

TEST(VerifyAnswer, RatiosCongruencesAndFunctions) {
  ExpectEqual({{"2:3", "4:6"},
               {"2:3", "2/3"},
               {"3:45", "3:45"},
               {R"(x \equiv 10 \pmod 7)", R"(x \equiv 3 \pmod{7})"},
               {R"(128 \mod 3)", "2"},
               {R"(\binom{10}{3})", "120"},
               {R"(\gcd(12,18))", "6"},
               {R"(\max(1,2,3))", "3"},
               {R"(\lfloor 3.7 \rfloor)", "3"},
               {R"(\sum_{k=1}^{10} k)", "55"},
               {"|-3|", "3"}});
}

TEST(VerifyAnswer, NeverTakesANumberOutOfAFormulaItCannotRead) {
  for (const char* broken :
       {R"(\frac{5}{)", "5 + * 3", R"(5 \begin{pmatrix} 1)", "5 ( 3", "2 3 5"}) {
    EXPECT_EQ(VerifyAnswer("5", broken, {}).outcome, Outcome::kUnparseable) << broken;
    EXPECT_EQ(VerifyAnswer("5", broken, {}).reason, Reason::kAnswerUnparseable) << broken;
    EXPECT_EQ(VerifyAnswer(broken, "5", {}).reason, Reason::kGoldUnparseable) << broken;
  }
  EXPECT_EQ(VerifyAnswer("5", "", {}).outcome, Outcome::kUnparseable);
  EXPECT_EQ(VerifyAnswer("", "", {}).outcome, Outcome::kUnparseable);
}

// "_.5" once gave a number without digits, and an exception.
TEST(VerifyAnswer, ReadsSubscriptsThatBeginWithAPoint) {
  for (const char* text : {R"(\log_.5)", "6.60_.6.6", "20.0_.0_{", R"(\int_.9.090)", "x__.0.0"}) {
    EXPECT_NE(VerifyAnswer("1", text, {}).outcome, Outcome::kCorrect) << text;
    EXPECT_NE(VerifyAnswer(text, "1", {}).outcome, Outcome::kCorrect) << text;
  }
}

TEST(VerifyAnswer, BoundsTheWorkOnHostileInput) {
  std::string deep(40'000, '(');
  std::string tower = "9";
  for (int i = 0; i < 300; ++i) tower += "^9";
  std::string product = "(x+y+z+w+1)^{40}";
  for (int i = 0; i < 50; ++i) product += "(x+y+z+w+" + std::to_string(i) + ")^{39}";
  std::string sum = "1";
  for (int i = 2; i < 900; ++i) sum += "+\\sqrt{" + std::to_string(i) + "}";
  std::string marks = "5" + std::string(30'000, '!');
  std::string list = "1";
  for (int i = 2; i < 4000; ++i) list += "," + std::to_string(i) + "x";
  std::string matrices;
  for (int i = 0; i < 60; ++i) matrices += "\\begin{pmatrix}x&1\\\\1&y\\end{pmatrix}";
  const VerifyOptions options;
  for (const std::string& hostile :
       {deep, tower, product, sum, marks, list, matrices, std::string("7^{7^{7^7}}"),
        std::string("99999999999!"), std::string("10^{-99999}"), std::string(49'000, '7'),
        std::string("\\binom{10^{9}}{10^{8}}"), std::string("\\sin(10^{10^{10}})"),
        std::string("2^{9^{9^9}}")}) {
    for (const char* other : {"5", "x", "7^{7^{7^8}}"}) {
      for (bool swap : {false, true}) {
        const VerifyResult result =
            swap ? VerifyAnswer(other, hostile, options) : VerifyAnswer(hostile, other, options);
        EXPECT_LE(result.work_used, options.work_budget);
        EXPECT_NE(result.outcome, Outcome::kCorrect) << hostile.substr(0, 60);
      }
    }
  }
  EXPECT_EQ(VerifyAnswer("9^{9^9}+1", "9^{9^9}", options).outcome, Outcome::kUndecided);
}

TEST(VerifyAnswer, SpentBudgetIsUndecided) {
  VerifyOptions options;
  options.work_budget = 50;
  const VerifyResult result = VerifyAnswer("(x+1)^{20}", "(1+x)^{20}+0", options);
  EXPECT_EQ(result.outcome, Outcome::kUndecided);
  EXPECT_EQ(result.reason, Reason::kBudgetSpent);
}

TEST(VerifyAnswer, DoesNotDependOnLocaleOrThread) {
  const std::vector<Pair> pairs = {{"0.5", "1/2"},
                                   {R"(\sin^2 x+\cos^2 x)", "1"},
                                   {"x^2-1", "(x-1)(x+1)"},
                                   {R"(\sqrt 8)", R"(2\sqrt2)"},
                                   {"0.333", "1/3"},
                                   {"1.5", "2.5"},
                                   {R"(\frac{1+\sqrt5}{2})", R"(2\cos(\pi/5))"}};
  std::vector<std::string> expected;
  for (const auto& [gold, answer] : pairs) expected.push_back(Show(VerifyAnswer(gold, answer, {})));
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        for (size_t k = 0; k < pairs.size(); ++k) {
          EXPECT_EQ(Show(VerifyAnswer(pairs[k].gold, pairs[k].answer, {})), expected[k]);
        }
      }
      ReleaseThreadCaches();
      EXPECT_EQ(VerifyAnswer("1/3", "2/6", {}).outcome, Outcome::kCorrect);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::setlocale(LC_ALL, "C");
}

TEST(ParseAnswer, ReportsNormalForms) {
  EXPECT_EQ(ParseAnswer(R"(\frac12)", {}).normal, "(1/2)");
  EXPECT_TRUE(ParseAnswer("Book store", {}).ok);
  EXPECT_FALSE(ParseAnswer(R"(\frac{1}{)", {}).ok);
  EXPECT_EQ(ParseAnswer("", {}).error, "empty");
  EXPECT_EQ(ParseAnswer(std::string(60'000, '1'), {}).error, "too_long");
}

}  // namespace
}  // namespace assay::math
