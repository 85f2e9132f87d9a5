// What joins, orders or changes values, in words and in signs: answers of an attack on the
// verifier, the wrong ones of which were once rewarded and the right ones refused.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "math/profiles/rows_test_util.h"

namespace assay::math {
namespace {

TEST(Joins, AndOrInChinese) {
  ExpectBoxed({{"2", "x=1或x=2", false},
               {"4", "4或5", false},
               {"3", R"(3\text{或}4)", false},
               {"B", "B或C", false},
               {"3", "3至4", false},
               {"3", "3以上", false},
               {"3", "3不对", false},
               {"3", "3加1", false},
               {"3", "3的平方", false},
               {"3", "3还是4", false},
               {"x=1或x=2", R"(x=1\text{ or }x=2)", true},
               {R"(a<-1\text{ or }a>2)", R"(a<-1\text{或}a>2)", true},
               {R"(a<-1\text{或}a>2)", R"((-\infty,-1)\cup(2,+\infty))", true},
               {"5元", "5", true},
               {"3 平方米", "3平方米", true},
               {"3加仑", "3", true},
               {"3", "3种不同的方法", true},
               {"3", "3个负数", true},
               {"3", "3个半圆", true},
               {"3", "3个错误", true},
               {"2", "2个命题不成立", true}});
}

TEST(Joins, WordsThatChangeTheValue) {
  ExpectBoxed({{"3", R"(3\text{ plus one})", false},
               {"3", R"(3\text{ thousands})", false},
               {"3", R"(3\text{ doubled})", false},
               {"3", R"(3\text{ (wrong)})", false},
               {"12", "12 dozens", false},
               {"12", "12 divided by two", false},
               {"12", "12 point five", false},
               {"12", "12 to the power of three", false},
               {"36", "3 dozens", true},
               {"300000", "3 lakhs", true},
               {"3", R"(3\text{ tickets})", true},
               {"1", "1 point", true},
               {"1", "1 root", true},
               {"3", "3 negative numbers", true},
               {"5", "5 miles to the east", true},
               {"6", "6 power stations", true},
               {"12", "12 ten", false},
               {"24", R"(24 \text{ four-digit numbers})", true},
               {"648", R"(648 \text{ three digit numbers})", true},
               {"2", "2 ten-dollar bills", true},
               {"3", "3 third-graders", true},
               {"8", "8 tenth grade students", true},
               {"2", "two fifth-graders", true},
               {"4", R"(4\text{ (two are false)})", true},
               {"2", "2 minus signs", true},
               {"500", "500 gross profit", true},
               {"3", R"(3\text{ (tickets)})", true}});
}

TEST(Joins, AnEquationToBeSolved) {
  ExpectBoxed({{"10", "2x=10", false},
               {"10", R"(\frac{x}{2}=10)", false},
               {"5", "2x=10", false},
               {"10", "x=10", true},
               {"10", "mn=10", true},
               {"42", R"(6\times7=42)", true}});
}

TEST(Joins, Directions) {
  ExpectBoxed({{R"(p\Rightarrow q)", R"(q\Rightarrow p)", false},
               {R"(A\subseteq B)", R"(B\subseteq A)", false},
               {R"(A\subsetneq B)", R"(B\subsetneq A)", false},
               {R"(a\in A)", R"(A\in a)", false},
               {R"(x\to y)", R"(y\to x)", false},
               {R"(M\subseteq N)", R"(N\supseteq M)", true},
               {R"(x\perp y)", R"(y\perp x)", true},
               {R"(\overrightarrow{AB})", R"(\overrightarrow{BA})", false},
               {R"(\overrightarrow{AB})", R"(-\overrightarrow{BA})", true},
               {R"(\vec{AB}+\vec{BC})", R"(\vec{BA}+\vec{CB})", false},
               {R"(\vec{AB}+\vec{BC})", R"(\vec{BC}+\vec{AB})", true},
               {R"(f\circ g)", R"(g\circ f)", false},
               {R"(f\circ g)", R"(f\circ g)", true},
               {R"(30^\circ)", R"(30\circ)", true},
               {"(1,2)", R"(\overrightarrow{BA}=(1,2))", true},
               {R"(\overrightarrow{BA}=(1,2))", R"(\overrightarrow{AB}=(1,2))", false},
               {R"(\overrightarrow{BA}\cdot\overrightarrow{BC}=2)", "2", true},
               {R"(|\overrightarrow{AB}|=5)", R"(|\overrightarrow{BA}|=5)", true}});
}

TEST(Joins, AndIsNotOr) {
  ExpectBoxed({{R"(p\land q)", R"(p\lor q)", false},
               {R"(p\land q)", R"(q\land p)", true},
               {R"(x>0\land y>0)", R"(x>0\lor y>0)", false},
               {R"(x=1\text{ or }x=2)", R"(x=1\text{ and }x=2)", true},
               {R"(x<-1\text{ or }x>1)", "x<-1, x>1", true},
               {R"(a<b \text{ or } b<a)", "a<b, b<a", true},
               {"C, D", R"(C \text{ or } D)", true}});
}

TEST(Joins, IntervalsAreNoPairs) {
  ExpectBoxed({{"0, 1", "[0,1)", false},
               {"-1,3", "(-1,3]", false},
               {"(-1,3)", R"(x=-1\text{ or }x=3)", false},
               {"1, 2", "(1,2)", true},
               {R"((-\infty,2)\cup(3,\infty))", R"((-\infty,2)\text{ or }(3,\infty))", true},
               {"[0,1)", "[0,1[", true},
               {R"([2,\infty))", R"([2,+\infty[)", true},
               {R"(\{1,2\})", R"(\{1\}\cup\{2\})", true},
               {R"(\{1,2\})", R"(\{1\}\cup\{3\})", false},
               {R"(\{1,2\})", R"(A\cap B=\{1,2\})", true}});
}

TEST(Joins, Distances) {
  ExpectBoxed({{R"(|x-2|\le3)", R"(-1\le x\le5)", true},
               {R"(|x-2|\le3)", R"(|2-x|\le3)", true},
               {"(-3,3)", "|x|<3", true},
               {"|x|>1", R"(x<-1\text{ or }x>1)", true},
               {"(-3,3)", R"(|x|\le3)", false},
               {"|x|>1", "x>1", false},
               {"-3<z<3", "|z|<3", false}});
}

TEST(Joins, TimesOfDay) {
  ExpectBoxed({{"3:30 PM", "0.1", false},
               {"10:45 a.m.", "2:9", false},
               {R"(\text{8:00 a.m.})", R"(8\text{ AM})", true},
               {"6 p.m.", "6 PM", true},
               {"6 p.m.", "6 AM", false},
               {"BC=2AM", R"(BC=2\cdot AM)", true},
               {"3:30 PM", "15:30", true}});
}

TEST(Joins, NamesOfValues) {
  ExpectBoxed({{R"(\frac{\sqrt5}{2})", R"(e=\frac{\sqrt5}2)", true},
               {R"(e=\frac{\sqrt2}2)", R"(\frac{\sqrt2}2)", true},
               {R"(e=\frac{\sqrt2}2)", R"(e=\frac{\sqrt3}2)", false},
               {"2", "i=2", true},
               {"x=e", "e", true},
               {"5", "f'(2)=5", true},
               {"5", "f^{-1}(3)=5", true},
               {"4", R"(\varphi(8)=4)", true},
               {"4", R"(\varphi(8)=6)", false},
               {"f'(1)=3", "3", true}});
}

TEST(Joins, Families) {
  ExpectBoxed({{R"([k\pi,k\pi+\frac\pi2](k\in\mathbb{Z}))",
                R"([k\pi,k\pi+\frac\pi2],k\in\mathbb{Z})", true},
               {R"((k\pi,0),k\in\mathbb{Z})", R"((k\pi,0))", true},
               {R"(\{x\mid x=k\pi,k\in\mathbb{Z}\})", R"(x=k\pi,k\in\mathbb{Z})", true},
               {R"(\{x\mid x=k\pi,k\in\mathbb{Z}\})", R"(\{k\pi\mid k\in\mathbb{Z}\})", true},
               {R"(\{x\mid x=k\pi,k\in\mathbb{Z}\})", R"(\{2k\pi\mid k\in\mathbb{Z}\})", false}});
}

TEST(Joins, Layout) {
  ExpectBoxed(
      {{R"(\begin{pmatrix}1\\2\end{pmatrix})", R"(\begin{pmatrix}1\\[4pt]2\end{pmatrix})", true},
       {R"(\begin{pmatrix}1\\{[4]}\end{pmatrix})", R"(\begin{pmatrix}1\\[2mm]4\end{pmatrix})",
        true},
       {R"(\begin{cases}x=3\\y=4\end{cases})",
        R"(\left\{\begin{aligned}x&=3\\y&=4\end{aligned}\right.)", true},
       {R"(\begin{cases}x=3\\y=4\end{cases})",
        R"(\left\{\begin{aligned}x&=4\\y&=3\end{aligned}\right.)", false},
       {R"(\mathbb{R})", R"(\mathbf{R})", true},
       {R"((-\infty,\infty))", R"(x\in\mathbf{R})", true},
       {R"(\frac23)", R"(0.\bar6)", true},
       {R"(\frac13)", R"(.\overline{3})", true},
       {"120", R"({}^{10}C_3)", true},
       {"90", R"(90^{\text{o}})", true},
       {"5", R"({\bf 5})", true},
       {"17", R"(17^{\text{th}})", true},
       {"3:4", "3{:}4", true},
       {"x>3", "x &gt; 3", true}});
}

TEST(Joins, NumbersAndThingsInWords) {
  ExpectBoxed({{"13", R"(\text{thirteen})", true},
               {"21", R"(\text{twenty-one})", true},
               {"21", R"(\text{twenty-two})", false},
               {R"(\frac23)", R"(\text{two thirds})", true},
               {R"(\text{ellipse})", R"(\text{an ellipse})", true},
               {R"(\text{ellipse})", R"(\text{a hyperbola})", false},
               {"12", "12 tanks", true}});
}

TEST(Joins, OtherValuesOnOffer) {
  for (const char* response : {"The answer is 42 or maybe 43.", "The answer is 42, or possibly 43.",
                               "The answer is anything but 42.", "\\boxed{42} is wrong."}) {
    EXPECT_NE(VerifyResponse("42", response, DefaultProfile()).outcome, Outcome::kCorrect)
        << response;
  }
  for (const char* response : {"Die Antwort ist 3 oder 4.", "答案是3或4。", "答案不是3。"}) {
    EXPECT_NE(VerifyResponse("3", response, DefaultProfile()).outcome, Outcome::kCorrect)
        << response;
  }
  for (const char* response : {"The answer is 42, as the sum of 20 and 22.", "The answer is 42.",
                               "\\boxed{42} is the answer.", "The answer is 42, a 2-digit number.",
                               "The answer is 42, also 6 times 7."}) {
    EXPECT_EQ(VerifyResponse("42", response, DefaultProfile()).outcome, Outcome::kCorrect)
        << response;
  }
}

TEST(Joins, ListsAndStatementsOfProse) {
  for (const auto& [gold, response] : std::vector<std::pair<const char*, const char*>>{
           {"-1,3", "故答案为：$-1$或$3$."},
           {"4,5", "答案：$4$ 或 $5$"},
           {"C", "Therefore, statement $\\boxed{C}$ is false."}}) {
    EXPECT_EQ(VerifyResponse(gold, response, DefaultProfile()).outcome, Outcome::kCorrect)
        << response;
  }
  for (const auto& [gold, response] : std::vector<std::pair<const char*, const char*>>{
           {"3", "答案为$-1$或$3$。"}, {"4", "故答案为：$5$或$4$."}, {"2", "答案是1或$2$。"}}) {
    EXPECT_NE(VerifyResponse(gold, response, DefaultProfile()).outcome, Outcome::kCorrect)
        << response;
  }
}

}  // namespace
}  // namespace assay::math
