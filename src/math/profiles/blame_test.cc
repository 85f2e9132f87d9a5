// Who is masked: what can't be judged is a zero on the answer's side and a mask on the gold's.
#include <gtest/gtest.h>

#include "math/decide/verify.h"

namespace assay::math {
namespace {

TEST(Blame, AnAnswerThatCantBeEvaluatedIsIncorrect) {
  for (const char* answer :
       {R"(4 \text{ wrong})", R"(\int_0^1 f(x)dx)", R"(4+\int_0^1 f)", R"(9^{9^{9^9}})",
        "99999999999!", R"((10^{10})!)", R"(\lim_{x\to 0} f(x))", R"(\sum_{n=1}^\infty a_n)",
        R"(4 \text{ if } 1=1)", R"(\frac{1}{0})", R"(\binom{10^{9}}{10^{8}})", "I do not know 4",
        R"(\begin{pmatrix}1&2\end{pmatrix}\begin{pmatrix}1&2\end{pmatrix})",
        R"(\sin(10^{10^{10}}))", "4 apples wrong"}) {
    const VerifyResult result = VerifyAnswer("4", answer, {});
    EXPECT_EQ(result.outcome, Outcome::kIncorrect) << answer << ": " << ToString(result.reason);
  }
  EXPECT_EQ(VerifyAnswer("4", R"(\int_0^1 f(x)dx)", {}).reason, Reason::kUnknownValue);
  EXPECT_EQ(VerifyAnswer("4", R"(4 \text{ wrong})", {}).reason, Reason::kProseDiffers);
  EXPECT_EQ(VerifyAnswer("[0,1]", R"(\{x: f(x)>0\})", {}).reason, Reason::kSetsNotComparable);
  EXPECT_EQ(VerifyAnswer(R"(\{1,2\})", R"(\{1,\int f\})", {}).outcome, Outcome::kIncorrect);
  EXPECT_EQ(VerifyAnswer("x+1", R"(\int f(x)dx)", {}).outcome, Outcome::kIncorrect);
  EXPECT_EQ(VerifyAnswer(R"(\sqrt2)", R"(9^{9^9}+\sqrt2-9^{9^9})", {}).outcome,
            Outcome::kIncorrect);
}

// Whatever a clear gold holds, no hostile answer leaves it without a score.
TEST(Blame, AClearGoldIsNeverMasked) {
  for (const char* gold : {"4",
                           "x+1",
                           R"((-\infty,\infty))",
                           R"((-2,-1)\cup(1,\infty))",
                           "(3,2)",
                           "[0,1)",
                           "x>3",
                           R"(\lfloor\sqrt{n-1}\rfloor)",
                           R"(\frac{d!}{2k(d-k)!})",
                           R"(\{1,2\})",
                           "x^2+y^2=1",
                           R"(\infty)",
                           R"(\sqrt{2}+\sqrt[3]{5})",
                           R"(\begin{pmatrix}1&x\\2&3\end{pmatrix})",
                           R"(x\equiv 3\pmod 7)",
                           "2:3",
                           R"(x \ne 1)",
                           "5 cm",
                           R"(\ln x)",
                           R"(\pm 3)",
                           "A",
                           "yes",
                           R"(\emptyset)",
                           R"(\mathbb{R})",
                           "x=1,y=2",
                           "f(x)=x^2",
                           "even"}) {
    for (const char* answer :
         {R"(4\text{ wrong})", R"(\int_0^1 f(x)dx)", R"(9^{9^{9^9}})", "99999999999!",
          R"(\lim_{x\to0}f(x))", R"(\sum_{n=1}^\infty a_n)", R"(\{x: f(x)>0\})", "x^5+x>3",
          R"(\begin{pmatrix}1&2\end{pmatrix}\begin{pmatrix}1&2\end{pmatrix})", "35+71=105",
          R"(\sin(10^{10^{10}}))", R"(\mathbb{Q})", "f(x)>g(x)", "I do not know 4"}) {
      const VerifyResult result = VerifyAnswer(gold, answer, {});
      EXPECT_NE(result.outcome, Outcome::kUndecided)
          << gold << " against " << answer << ": " << ToString(result.reason);
    }
  }
}

TEST(Blame, AGoldThatCantBeEvaluatedMasks) {
  for (const auto& [gold, answer] :
       {std::pair{R"(\int_0^1 f(x)dx)", "4"},
        {R"(\int_0^1 f(x)dx)", R"(\int_0^1 g(x)dx)"},
        {"9^{9^9}+1", "9^{9^9}"},
        {R"(\{x: f(x)>0\})", "[0,1]"},
        {"it is 4 if n>2", "4"},
        {R"(\begin{pmatrix}1&2\end{pmatrix}\begin{pmatrix}1&2\end{pmatrix})", "4"}}) {
    const VerifyResult result = VerifyAnswer(gold, answer, {});
    EXPECT_EQ(result.outcome, Outcome::kUndecided) << gold << ": " << ToString(result.reason);
    EXPECT_NE(result.reason, Reason::kNone) << gold;
  }
}

// However much of the budget the answer takes, the gold is judged from a share of its own.
TEST(Blame, AnAnswerThatSpendsTheBudgetIsIncorrect) {
  std::string list = "1";
  for (int i = 2; i < 4000; ++i) list += "," + std::to_string(i) + "x";
  std::string product = "(x+y+z+w+1)^{40}";
  for (int i = 0; i < 50; ++i) product += "(x+y+z+w+" + std::to_string(i) + ")^{39}";
  for (const std::string& answer : {list, product, std::string(40'000, '(')}) {
    for (const char* gold : {"5", "x+1", R"(\sqrt2)", R"(\{1,2\})", "[0,1)"}) {
      const Outcome outcome = VerifyAnswer(gold, answer, {}).outcome;
      EXPECT_TRUE(outcome == Outcome::kIncorrect || outcome == Outcome::kUnparseable)
          << gold << " against " << answer.substr(0, 40);
    }
  }
}

}  // namespace
}  // namespace assay::math
