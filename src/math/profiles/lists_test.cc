// Lists, parts, chains and names: what the shape of an answer says beside its numbers.
#include <gtest/gtest.h>

#include "math/profiles/rows_test_util.h"

namespace assay::math {
namespace {

TEST(Lists, ElementsCountAsOftenAsTheyAreWritten) {
  Expect({{"1,1,2", "1,2", false},
          {"1,2", "1,1,2", false},
          {"1,1,2", "1,2,2", false},
          {"1,1,2", "2,1,1", true},
          {"1,1", "1", false},
          {R"(\{1,1,2\})", R"(\{1,2\})", true},
          {"1/2", "0.5 or 1/2", true}});
}

TEST(Lists, ACommaBetweenDigitsSeparates) {
  Expect({{"0,1", "0.1", false},
          {"0.1", "0,1", false},
          {"1/2", "0,5", false},
          {"3,14", "3.14", false},
          {"1,000", "1,0", false},
          {"1,000", "1000", true},
          {"100,200", "100, 200", true},
          {"2{,}74", "2.74", true},
          {"14{,}916", "14916", true}});
}

TEST(Lists, PartsAreATuple) {
  Expect({{"(1) 5; (2) 6", "30", false},
          {"(1) 5; (2) 6", "5, 12", false},
          {"(1) 5; (2) 6", "(1) 6; (2) 5", false},
          {"(1) 5; (2) 6", "5", false},
          {"(1) 5; (2) 6", "5; 6", true},
          {"(1) 5; (2) 6", "(5, 6)", true},
          {"(1) x=5; (2) y=6", "(1) 5 (2) 6", true},
          {"(a) 5; (b) 6", "(i) 5, (ii) 6", true},
          {"① 5; ② 6", "(1) 5; (2) 6", true},
          {"(1) 5; (2) 6", "5<x<6", false},
          {"(1)(2)", "2", true},
          {"(2)(3)", "6", true},
          {"(1)3", "3", true},
          {"(1)+(2)", "3", true}});
}

TEST(Lists, ChainsSayWhatAllTheirMembersSay) {
  Expect({{"x=y=3", "x=3", false},
          {"x=3", "x=y=3", false},
          {"a=b=c", "a=c", false},
          {"a=c", "a=b=c", false},
          {"x=2y=3z", "x=3z", false},
          {"x=y=1", "x=z=1", false},
          {"x=y=1", "y=x=1", true},
          {"a=b=3", "b=3, a=3", true},
          {R"(\frac{x-1}{2}=\frac{y}{3}=z)", R"(\frac{x-1}{2}=z)", false},
          {R"(\frac{x-1}{2}=\frac{y}{3}=z)", R"(\frac{y}{3}=z=\frac{x-1}{2})", true},
          {"x=5", "x=4=5", false},
          {"105", "35+71=105", false},
          {"105", "35+70=105", true},
          {R"(9\pi)", R"(S=\pi r^2=9\pi)", true},
          {R"(\frac{1}{3})", R"(x=\frac{2}{6}=\frac13\approx 0.33)", true}});
}

TEST(Lists, AFalseEqualityMasksAsTheGold) {
  const VerifyResult result = VerifyAnswer("35+71=105", "105", {});
  EXPECT_EQ(result.outcome, Outcome::kUndecided);
  EXPECT_EQ(result.reason, Reason::kChainContradicts);
}

TEST(Lists, NamesOfATupleCount) {
  Expect({{"(x,y)=(1,2)", "(y,x)=(1,2)", false},
          {"(x,y)=(1,2)", "(y,x)=(2,1)", true},
          {"(x,y)=(1,2)", "(a,b)=(1,2)", false},
          {"(x,y)=(1,2)", "(1,2)", true},
          {"(x,y)=(1,2)", "y=2, x=1", true},
          {"(x,y)=(1,2)", "y=1, x=2", false},
          {"x=1,y=2", "(y,x)=(1,2)", false},
          {"x=1,y=2", "(x,y)=(1,2)", true},
          {R"(\{(1,2)\})", "(x,y)=(1,2)", true}});
}

}  // namespace
}  // namespace assay::math
