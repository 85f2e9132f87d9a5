// Letters: products in italics; words and units where \text, \mathrm or a number before a known
// unit says so.
#include <gtest/gtest.h>

#include "math/profiles/rows_test_util.h"

namespace assay::math {
namespace {

TEST(Italics, AdjacentLettersAreFactors) {
  Expect({{"2bc", "2", false},
          {"2", "2bc", false},
          {"v^2=u^2+2as", "v^2=u^2+2", false},
          {"v^2=u^2+2as", "v^2 = u^2 + 2 a s", true},
          {"ab+bc+ca", "bc+ca+ab", true},
          {"ab + bc + ca", "ca+ab+bc", true},
          {"ab+bc+ca", "ab+ca", false},
          {"pq+qr+rp", "rp+pq+qr", true},
          {R"(ut+\frac12 at^2)", R"(tu+\frac{a t^2}{2})", true},
          {R"(ut+\frac12 at)", "ut+\\frac12", false},
          {"u+at", "u + a t", true},
          {"u + at", "u", false},
          {R"(2\pi hr)", R"(2\pi rh)", true},
          {R"(2\pi hr)", R"(2\pi)", false},
          {R"(\frac{mg}{k})", R"(\frac{g m}{k})", true},
          {R"(\frac{1}{k})", R"(\frac{mg}{k})", false},
          {"2mg", "2", false},
          {"2ms", "2", false},
          {"2ha", "2ah", true},
          {"2ha", "2", false},
          {"2in", "2", false},
          {"2at", "2ta", true},
          {"2at", "2", false},
          {"2no", "2", false},
          {"12abcd", "12dcba", true},
          {"3abcd", "3", false},
          {"x^2+abcd", "x^2", false},
          {"axb", "abx", true}});
}

TEST(Italics, UnitsAndWordsStayWhatTheyAre) {
  Expect({{"5cm", "5", true},
          {R"(36\sqrt{7}cm^{3})", R"(36\sqrt 7)", true},
          {"5 km", "5 m", false},
          {"5 in", "5", true},
          {"20miles", "20", true},
          {"5 ms", "5", true},
          {R"(5\,\mathrm{ms})", "5", true},
          {R"(2\text{ as})", "2", true},
          {"14 apples", "14", true},
          {"even", R"(\text{even})", true},
          {"odd + even", R"(\text{odd + even})", true},
          {"1 or 2", "2, 1", true},
          {"no solution", R"(\emptyset)", true},
          {"12 cm^2", "12", true},
          {"(a+b) cm", "a+b", true}});
}

}  // namespace
}  // namespace assay::math
