// Answers that were once rewarded and are wrong, each beside one of its kind that is right. The
// kinds are those an audit found, by how often they occur.
#include <gtest/gtest.h>

#include "math/profiles/rows_test_util.h"

namespace assay::math {
namespace {

TEST(WrongAccepts, Letters) {
  ExpectBoxed({{"2bc", "2", false},
               {"v^2=u^2+2as", "v^2=u^2+2", false},
               {"v^2=u^2+2as", "2as+u^2=v^2", true},
               {"ab+bc+ca", "bc+ca+ab", true}});
}

TEST(WrongAccepts, Lists) {
  ExpectBoxed({{"1,1,2", "1,2", false},
               {"1,1,2", "2,1,1", true},
               {"0,1", "0.1", false},
               {"0,1", "1,0", true},
               {"1,000", "1000", true},
               {"(1) 5; (2) 6", "30", false},
               {"(1) 5; (2) 6", "(1) 6; (2) 5", false},
               {"(1) 5; (2) 6", "(1) 5; (2) 6", true}});
}

TEST(WrongAccepts, Chains) {
  ExpectBoxed({{"a=b=c", "a=c", false},
               {"x=y=3", "x=3", false},
               {"x=2y=3z", "x=3z", false},
               {R"(9\pi)", R"(S=\pi r^2=9\pi)", true}});
}

TEST(WrongAccepts, Vectors) {
  ExpectBoxed({{R"(2\mathbf{i}+3\mathbf{j})", "2i+3", false},
               {R"(2\mathbf{i}+3\mathbf{j})", R"(2\mathbf{i})", false},
               {R"(2\mathbf{i}+3\mathbf{j})", R"(3\mathbf{j}+2\mathbf{i})", true}});
}

TEST(WrongAccepts, ScalesAndWords) {
  ExpectBoxed({{R"(5\text{ eV})", R"(5\text{ keV})", false},
               {R"(5000\text{ eV})", R"(5\text{ keV})", true},
               {R"(5\text{ mW})", R"(5\text{ MW})", false},
               {R"(20^\circ\text{C})", R"(20^\circ\text{F})", false},
               {"20℃", "20°C", true},
               {R"(2\text{ radians})", R"(2\text{ degrees})", false},
               {R"(\pi\text{ radians})", R"(180^\circ)", true},
               {"5米", "5厘米", false},
               {"5米", "500厘米", true},
               {"3.5万", "3.5", false},
               {"3.5万", "35000", true},
               {"5 squared", "5", false},
               {"5 squared", "25", true}});
}

TEST(WrongAccepts, PointsTooCloseToTell) {
  ExpectBoxed({{"10^{50}x", "10^{50}x+1", false},
               {"(x+1)^{2024}-1", "(x+1)^{2024}", false},
               {R"(\tanh 300)", "1", false},
               {"1", R"(\tanh 300)", false},
               {"|z|^2", "z^2", false},
               {"|z|^2", R"(z\bar z)", true}});
}

TEST(WrongAccepts, DifferentialsAndNames) {
  ExpectBoxed({{R"(\frac{dy}{dx})", R"(\frac yx)", false},
               {R"(\frac{dy}{dx}=2x)", R"(\frac{y}{x}=2x)", false},
               {R"(\frac{d^2y}{dx^2})", R"(\frac{dy}{x^2})", false},
               {R"(\frac{\partial f}{\partial x})", R"(\frac fx)", false},
               {R"(\frac{dy}{dx})", R"(\frac{\mathrm{d}y}{\mathrm{d}x})", true},
               {"(x,y)=(1,2)", "(y,x)=(1,2)", false},
               {"(x,y)=(1,2)", "(y,x)=(2,1)", true},
               {"x=1,y=2", "y=1,x=2", false}});
}

TEST(WrongAccepts, NegatedAndHedgedSentences) {
  for (const char* response :
       {"The answer is not 16.", "It is not 16.", "The answer is either 16 or 17.",
        R"(\boxed{\text{not }16})", R"(\boxed{\text{either }16\text{ or }17})",
        "<answer>not 16</answer>", "Answer: less than $16$", "16 is wrong.", "Answer: 16 or 17",
        R"(The answer is not \boxed{16}.)"}) {
    const ResponseResult result = VerifyResponse("16", response, DefaultProfile());
    EXPECT_TRUE(result.outcome == Outcome::kIncorrect || result.outcome == Outcome::kUnparseable)
        << response << ": " << OutcomeName(result.outcome) << ", " << ToString(result.reason);
  }
  for (const char* response : {"The answer is $16$, not $17$.", "It is 16, not 17.",
                               "Either way, the answer is 16.", "The answer is exactly 16."}) {
    EXPECT_EQ(VerifyResponse("16", response, DefaultProfile()).outcome, Outcome::kCorrect)
        << response;
  }
}

TEST(WrongAccepts, WhatCannotBeReadStandsBetweenDigits) {
  ExpectBoxed({{"12",
                "1\xef\xbf\xbd"
                "2",
                false},
               {"12",
                "1\xe2\x80\x8b"
                "2",
                true}});
}

}  // namespace
}  // namespace assay::math
