// Values and functions that differ by less than a fixed precision shows, and equal ones that look
// as hard.
#include <gtest/gtest.h>

#include <utility>

#include "math/decide/verify.h"

namespace assay::math {
namespace {

using Pair = std::pair<const char*, const char*>;

TEST(CloseValues, ATinyDifferenceIsADifference) {
  for (const auto& [x, y] : {
           Pair{"10^{50}x", "10^{50}x+1"},
           {"(x+1)^{2024}-1", "(x+1)^{2024}"},
           {R"(10^{50}\sin x)", R"(10^{50}\sin x+1)"},
           {R"(\tanh(x)+10^{-60})", R"(\tanh x)"},
           {R"(\sin x+10^{-40})", R"(\sin x)"},
           {"x+10^{-100}", "x"},
           {R"(\sqrt{x^2+10^{-60}})", "|x|"},
           {R"(\sqrt{n+10^{40}})", R"(\sqrt{n+10^{40}+1})"},
           {"e^{x}+10^{-50}", "e^x"},
           {R"(\sin(10^{50}x))", R"(\sin x)"},
           {R"(\tanh 300)", "1"},
           {R"(\coth 200)", "1"},
           {R"(\frac{1}{1+e^{-1000}})", "1"},
           {R"(\sqrt{x+10^{30}}+y)", R"(\sqrt{x+10^{30}}+y+10^{-30})"},
           {R"(y=10^{40}\sin x+1)", R"(y=10^{40}\sin x)"},
       }) {
    for (const auto& [gold, answer] : {Pair{x, y}, Pair{y, x}}) {
      EXPECT_EQ(VerifyAnswer(gold, answer, {}).outcome, Outcome::kIncorrect)
          << gold << " " << answer;
    }
  }
}

TEST(CloseValues, EqualFunctionsOfAnySizeAreEqual) {
  for (const auto& [gold, answer] : {
           Pair{"(x^2+2x+1)^{1012}", "(x+1)^{2024}"},
           {"10^{50}x+10^{50}", "10^{50}(x+1)"},
           {R"(10^{50}\sin 2x)", R"(2\cdot 10^{50}\sin x\cos x)"},
           {"e^{100x}", "(e^{x})^{100}"},
           {R"(\tanh(300))", R"(\frac{e^{300}-e^{-300}}{e^{300}+e^{-300}})"},
           {R"(\tanh x)", R"(\frac{e^{2x}-1}{e^{2x}+1})"},
           {R"(\sqrt{10^{40}x^2})", R"(10^{20}|x|)"},
           {"(x+1)^{100}", "(x+1)^{98}(x^2+2x+1)"},
       }) {
    EXPECT_EQ(VerifyAnswer(gold, answer, {}).outcome, Outcome::kCorrect) << gold << " " << answer;
  }
}

TEST(CloseValues, BranchesFarFromZeroCount) {
  for (const auto& [x, y] : {
           Pair{"|x+100|", "x+100"},
           {"|x-1000|", "1000-x"},
           {R"(\max(x,-1000))", "x"},
           {R"(\min(x,10^6))", "x"},
           {R"(\lfloor \frac{x}{1000}\rfloor)", "0"},
           {R"(\sqrt{(x+10^{6})^2})", "x+10^{6}"},
           {"|u|", "u"},
           {"|t|", "t"},
           {R"(\sqrt{m^2})", "m"},
           {R"(\operatorname{sgn}(p))", "1"},
           {R"(\gcd(n,29))", "1"},
           {"|x-y+500|", "x-y+500"},
       }) {
    for (const auto& [gold, answer] : {Pair{x, y}, Pair{y, x}}) {
      EXPECT_EQ(VerifyAnswer(gold, answer, {}).outcome, Outcome::kIncorrect)
          << gold << " " << answer;
    }
  }
  for (const auto& [gold, answer] : {
           Pair{"|x+100|", "|100+x|"},
           {R"(\max(x,7))", R"(\frac{x+7+|x-7|}{2})"},
           {R"(\sqrt{x+100})", R"((x+100)^{1/2})"},
           {R"(\sqrt{9x^2})", "3|x|"},
           {R"(\sqrt{\frac{m}{1000k}})", R"(\frac{\sqrt{m}}{\sqrt{1000k}})"},
       }) {
    EXPECT_EQ(VerifyAnswer(gold, answer, {}).outcome, Outcome::kCorrect) << gold << " " << answer;
  }
}

TEST(CloseValues, TheModulusOfAComplexNumberIsNotTheNumber) {
  EXPECT_EQ(VerifyAnswer("|z|^2", "z^2", {}).outcome, Outcome::kIncorrect);
  EXPECT_EQ(VerifyAnswer("z^2", "|z|^2", {}).outcome, Outcome::kIncorrect);
  EXPECT_EQ(VerifyAnswer("|z|^2", R"(z\bar{z})", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer(R"(z+\overline{z})", R"(2\operatorname{Re}(z))", {}).outcome,
            Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("|x|^2", "x^2", {}).outcome, Outcome::kCorrect);
  EXPECT_EQ(VerifyAnswer("|x-z|", "|z-x|", {}).outcome, Outcome::kCorrect);
}

}  // namespace
}  // namespace assay::math
