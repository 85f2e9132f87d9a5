// Right answers in spellings that once were refused, each kind with near misses that stay wrong.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "math/decide/verify.h"

namespace assay::math {
namespace {

struct Case {
  const char* gold;
  std::vector<const char*> right;
  std::vector<const char*> wrong;
};

void Judge(const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    for (const bool expected : {true, false}) {
      for (const char* answer : expected ? each.right : each.wrong) {
        const VerifyResult result = VerifyAnswer(each.gold, answer, {});
        EXPECT_EQ(result.outcome, expected ? Outcome::kCorrect : Outcome::kIncorrect)
            << each.gold << " against " << answer << ": " << ToString(result.reason) << ": "
            << result.gold_normal << " | " << result.answer_normal;
      }
    }
  }
}

TEST(Spellings, AnExpressionThatEqualsTheValue) {
  Judge({{"113", {"m+n=113", "a+b+c=113", "mn=113"}, {"m+n=112", "m+n", "x+1=113", "2x-113=0"}},
         {"5", {R"(\tan\alpha=5)", R"(\angle A=5)", R"(\sigma^2=5)"}, {R"(\tan\alpha=-5)"}},
         {"1", {"m+n=1"}, {R"(\frac{x^2}{4}+\frac{y^2}{9}=1)"}},
         {"x+y=5", {"x+y=5", "y=5-x"}, {"5", "x+y"}}});
}

TEST(Spellings, LeftSides) {
  Judge({{"3x^2",
          {R"(\frac{dy}{dx}=3x^2)", R"(\frac{\mathrm{d}y}{\mathrm{d}x}=3x^2)", "y'=3x^2",
           R"(f^{\prime}(x)=3x^2)", R"(\frac{d}{dx}f(x)=3x^2)", "f^{-1}(x)=3x^2"},
          {R"(\frac{dy}{dx}=2x^2)", R"(\frac{dy}{dx})", R"(f^{-1}(x)=3x)"}},
         {R"(\frac{dy}{dx}=2y)", {"y'=2y"}, {R"(\frac{y}{x}=2y)", R"(\frac{dx}{dy}=2y)"}},
         {R"(P(A\mid B)=\frac13)",
          {R"(\frac{1}{3})", R"(P(A|B)=\frac{1}{3})"},
          {R"(P(B\mid A)=\frac13)", R"(P(A\mid B)=\frac23)"}},
         {"y=2x+1", {"l: y=2x+1", "2x-y+1=0"}, {"l: y=2x-1"}},
         {"2:3", {"S:S=2:3", "S_1:S_2=4:6", "2 to 3"}, {"S:S=3:2", "3 to 2"}},
         {R"(S:S=7:32)", {"7:32"}, {"32:7", "S:S=7"}}});
}

TEST(Spellings, Units) {
  Judge({{"18 (cm)", {"18", "18 cm", R"(18\mathrm{~cm})", R"(180\text{ mm})"}, {"18 m", "19"}},
         {R"(18\mathrm{~MPa})", {"18", "18 MPa", R"(18\text{ MPa})"}, {R"(18\mathrm{~kPa})"}},
         {"5 MHz", {"5", "5000 kHz"}, {"5 GHz", "5 kHz"}},
         {R"(12{\rm cm})", {"12 cm", "12"}, {"12 km"}},
         {R"(39\Omega)", {"39", R"(39\text{ ohms})"}, {"38", R"(39\mathrm{~k\Omega})"}},
         {"15 mA", {R"(15\text{ mA})"}, {"15 A", R"(15\mathrm{~MA})"}},
         {"64%", {"64 pct", "0.64"}, {"65 pct"}},
         {R"(39^\circ\text{C})", {"39°C", "39", "39 degrees Celsius"}, {"39°F", "39 K"}},
         {R"(6\text{ rad})", {"6", R"(6\mathrm{~rad})"}, {R"(6^\circ)", "6 degrees"}},
         {"8000 g", {"8 kg"}, {"80 kg", "8000 s"}},
         {"4", {"2 squared"}, {"4 squared"}}});
}

TEST(Spellings, TimesAndDurations) {
  Judge({{"11:43 pm", {"11:43 PM", "11:43 p.m.", "23:43"}, {"11:43 am", "11:44 pm", "12:43 pm"}},
         {"12:30 am", {"0:30", "12:30 AM"}, {"12:30 pm", "13:30"}},
         {"5 hours 12 minutes",
          {"312 minutes", "5 h 12 min", "5 hours and 12 minutes", R"(5.2\text{ hours})"},
          {"12 hours 5 minutes", "5 hours", "312 seconds", "5.12 hours"}},
         {"2 m, 30 cm", {"30 cm, 2 m"}, {"230 cm"}}});
}

TEST(Spellings, ConstantsOfIntegration) {
  Judge({{"x^2+C", {"x^2+c", "C+x^2", "x^2+5+C", "x^2+k"}, {"x^2", "2x+C", "x^2+Cx", "Cx^2"}},
         {R"(\sin^2 x+C)",
          {R"(-\cos^2 x+C)", R"(-\frac{1}{2}\cos 2x+c)"},
          {R"(\cos^2 x+C)", R"(\sin x+C)"}},
         {"a+b+c", {"c+b+a"}, {"a+b+k", "a+b+5+c", "a+b+C"}},
         {"x^2+5", {"5+x^2"}, {"x^2+C", "x^2+5+C"}},
         {"10^{50}x^2+C", {"10^{50}x^2+c"}, {"10^{50}x^2+x+C"}}});
}

TEST(Spellings, Conditions) {
  Judge({{"a_n=2n+1",
          {R"(a_n=2n+1\ (n\ge1))", R"(2n+1, n\in\mathbb{N}^*)", R"(a_n=2n+1, n\in\mathbf{N}_+)"},
          {R"(a_n=2n-1\ (n\ge1))", R"(a_n=2n+1\ (n\ge 5))", R"(n\ge1)"}},
         {R"(x=\frac{\pi}{6}+2k\pi, k\in\mathbb{Z})",
          {R"(\frac{\pi}{6}+2k\pi)", R"(x=2k\pi+\frac{\pi}{6}\ (k\in\mathbb Z))"},
          {R"(\frac{\pi}{6}+k\pi,k\in\mathbb Z)", R"(\frac{\pi}{6}+2k\pi, k\in\mathbb{N})"}},
         {R"(\frac{1}{x-1}, x\ne 1)",
          {R"(\frac{1}{x-1})", R"(\frac{1}{x-1} \text{ for } x\ne 1)"},
          {R"(\frac{1}{x-1}, x\ne 2)", R"(\frac{1}{x-1}, x=1)"}},
         {"x>3", {"x>3"}, {"x>3, x<5", R"(x>3\ (x<5))"}}});
}

TEST(Spellings, SetsAndCases) {
  Judge(
      {{R"(\mathbb R-\{1\})",
        {R"(\{x\mid x\ne 1\})", R"((-\infty,1)\cup(1,\infty))", R"((-\infty,1)\bigcup(1,\infty))"},
        {R"(\mathbb R)", R"(\mathbb R-\{2\})", R"(\mathbb Z-\{1\})"}},
       {R"(\{x\mid x>2\})", {R"(\{t\mid t>2\})", "x>2"}, {R"(\{t\mid t\ge 2\})"}},
       {"{1,3}", {R"(\{3,1\})", "1,3"}, {"{1}", "{1.3}", "{13}"}},
       {R"(\begin{cases}x & x\ge0\\-x & x<0\end{cases})",
        {R"(\begin{cases}-x & \text{if }x<0\\x & \text{if }x\ge0\end{cases})",
         R"(\begin{cases}x, & x\ge0\\-x, & x<0\end{cases})"},
        {R"(\begin{cases}-x & x\ge0\\x & x<0\end{cases})",
         R"(\begin{cases}x & x>0\\-x & x\le0\end{cases})", "x"}},
       {R"(\begin{cases}x=1\\y=2\end{cases})",
        {R"(\left\{\begin{array}{l}y=2\\x=1\end{array}\right.)", "x=1,y=2"},
        {R"(\begin{cases}x=2\\y=1\end{cases})", "x=1"}},
       {"2,1", {"x_1=2,x_2=1", "x_1=1,x_2=2", "x=1 or x=2"}, {"x_1=2", "x_1=2,x_2=2"}},
       {"(2,3)", {"A(2,3)", "P(2,3)"}, {"A(3,2)"}}});
}

TEST(Spellings, CountsSumsAndIntegrals) {
  Judge({{"7", {R"(\log_2 128)"}, {R"(\log_2 64)", R"(\log_3 128)"}},
         {"120",
          {"C_{10}^{3}", R"(\mathrm{C}_{10}^3)", "C_{10}^7", "C(10,3)", "{}_{10}C_3"},
          {"C_{10}^{4}", R"(\mathrm{A}_{10}^3)", "(10,3)"}},
         {"720", {R"(\mathrm{A}_{10}^3)"}, {"C_{10}^3"}},
         {R"(\frac{n(n+1)}{2})", {R"(\sum_{k=1}^{n} k)"}, {R"(\sum_{k=1}^{n-1} k)"}},
         {"36", {R"(\sum_{i=1}^{8} i)"}, {R"(\sum_{i=0}^{7} i)"}},
         {"2", {R"(\sum_{k=0}^{\infty}\frac{1}{2^k})"}, {R"(\sum_{k=1}^{\infty}\frac{1}{2^k})"}},
         {"-1", {"-1.0"}, {R"(\sum_{k=0}^{\infty} 2^k)", R"(\sum_{k=0}^\infty k)"}},
         {R"(\frac13)",
          {R"(\int_0^1 x^2dx)", R"(\int_0^1 t^2\,{\rm d}t)", R"(\int_0^1 2x^2-x+\frac16 dx)"},
          {R"(\int_0^1 x^3dx)", R"(\int_1^0 x^2dx)"}},
         {"2", {R"(\int_0^\pi\sin x\,dx)"}, {R"(\int_0^\pi\cos x\,dx)"}},
         {"-2", {"-2"}, {R"(\int_{-1}^1\frac{1}{x^2}dx)", R"(\int_{-1}^1 x^{-2}dx)"}},
         {"3-2i", {R"(\overline{3+2i})"}, {"3+2i"}},
         {R"(x\equiv 3\pmod 7)", {R"(3\pmod 7)", R"(x\equiv 10\pmod 7)"}, {R"(7\pmod 4)"}}});
}

TEST(Spellings, WordsAroundAValue) {
  Judge({{"32",
          {R"(\text{The answer is } 32)", R"(\text{Answer: }32)", "about 32", "共32个", "答案是32"},
          {R"(\text{The answer is } 33)", R"(\text{The answer is not } 32)", "共33个"}},
         {R"(\text{Area}=5)", {"5", R"(\text{Area}=5)"}, {R"(\text{Perimeter}=5)"}},
         {"5", {"五", "五个", R"(\text{Area}=5)"}, {"六", "五十", "负五"}},
         {"64000", {"6.4万", R"(6.4\text{万})", "6.4万元"}, {"6.4", "6.4亿", "6.4千"}},
         {"40 厘米", {"40cm", "40", "0.4米"}, {"40米", "40毫米"}},
         {"61分钟", {"61", R"(61\text{分钟})"}, {"61秒", "61小时"}},
         {"3 平方米", {"3", R"(3\text{ m}^2)"}, {"3 平方厘米", "3 立方米", "3米"}}});
}

}  // namespace
}  // namespace assay::math
