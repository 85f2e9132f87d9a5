#include <gtest/gtest.h>

#include "grading/compare/compare.h"

namespace assay {
namespace {

constexpr Match kSame = Match::kEqual;
constexpr Match kUnlike = Match::kDifferent;
constexpr Match kOdd = Match::kUnreadable;
constexpr Match kBad = Match::kBadExpectation;

CompareResult Judge(const char* checker, std::string_view expected, std::string_view actual) {
  Comparison comparison{.mode = CompareMode::kTestlib};
  comparison.testlib = ParseTestlibChecker(std::string("testlib-") + checker).value();
  return Compare(comparison, expected, actual);
}

struct CheckerCase {
  const char* checker;
  const char* expected;
  const char* actual;
  Match match;
};

TEST(TestlibCompare, DecidesAsTheCheckersDo) {
  const CheckerCase cases[] = {
      // The recorded cases of testlib's own tests.
      {"wcmp", "abc 01 \\%test!$\n", "abc 01 \\%test!$\n\nme\n", kUnlike},
      {"wcmp", "abc 01 \\%test!$\n\nme\n",
       "\xef\xbb\xbf"
       "abc 01 \\%test!$\r\n\r\nme\r\n",
       kSame},
      {"fcmp", "abc 01 \\%test!$\n", "abc 01 \\%test!$\n\nme\n", kOdd},
      {"fcmp", "abc 01 \\%test!$\n\nme\n", "abc 01 \\%test!$\n\nme\n", kSame},

      {"wcmp", "1 2", "1\n2\n", kSame},
      {"wcmp", "a", "A", kUnlike},
      {"fcmp", "1 2\n", "1  2\n", kUnlike},
      {"fcmp", "1\n\n", "1\r\n", kSame},
      {"lcmp", "1 2\n3\n", " 1  2\r\n3", kSame},
      {"lcmp", "1 2\n3\n", "1\n2 3\n", kUnlike},
      {"icmp", "2147483647", "2147483647", kSame},
      {"icmp", "1", "2147483648", kOdd},
      {"icmp", "1", "01", kOdd},
      {"icmp", "1", "1 1", kOdd},
      {"icmp", "x", "1", kBad},
      {"hcmp", "-10", "-10", kSame},
      {"hcmp", "0", "-0", kOdd},
      {"hcmp", "1 2", "1", kBad},
      {"ncmp", "1 2 3", "1 2", kUnlike},
      {"ncmp", "1 2", "1 2 3", kUnlike},
      {"ncmp", "1 2", "1 2 x", kOdd},
      {"ncmp", "1 x", "2 2", kUnlike},
      {"uncmp", "1 2 2", "2 1 2", kSame},
      {"uncmp", "1 2 2", "2 1 1", kUnlike},
      {"acmp", "1", "1.0000015", kSame},
      {"rcmp", "1", "1.0000016", kUnlike},
      {"dcmp", "1000000", "1000000.9", kSame},
      {"dcmp", "1", "nan", kOdd},
      {"dcmp", "1", "inf", kOdd},
      {"dcmp", "1", "0x1", kOdd},
      {"dcmp", "1e400", "2e301", kSame},
      {"rcmp4", "1 2", "1.0001 2", kSame},
      {"rcmp6", "1 2", "1.0001 2", kUnlike},
      {"rcmp9", "1 2", "1 2 3", kOdd},
      {"rncmp", "1 2", "1", kOdd},
      {"yesno", "YES", "yes", kSame},
      {"yesno", "YES", "no", kUnlike},
      {"yesno", "YES", "maybe", kOdd},
      {"yesno", "maybe", "yes", kBad},
      {"nyesno", "YES no", "yes NO", kSame},
      {"nyesno", "YES no", "yes", kUnlike},
      {"caseicmp", "Case 1: 5\nCase 2: 6\n", "Case 1: 5 Case 2: 6", kSame},
      {"caseicmp", "Case 1: 5\nCase 2: 6\n", "Case 1: 5", kOdd},
      {"caseicmp", "Case 1: 5", "Case 2: 5", kOdd},
      {"casencmp", "Case 1: 5 6\nCase 2:\n", "Case 1: 5 6\nCase 2:", kSame},
      {"casencmp", "Case 1: 5 6", "Case 1: 5 7", kUnlike},
      {"casewcmp", "Case 1: a b", "Case 1: a b", kSame},
      {"casewcmp", "Case 1: a b", "Case 1: a", kUnlike},
  };
  for (const CheckerCase& c : cases) {
    EXPECT_EQ(Judge(c.checker, c.expected, c.actual).match, c.match)
        << c.checker << " " << testing::PrintToString(c.expected) << " "
        << testing::PrintToString(c.actual);
  }
}

TEST(TestlibCompare, SaysWhere) {
  EXPECT_EQ(Judge("ncmp", "1 2\n3 4\n", "1 2 3 5").ToString(),
            "line 2, token 2: expected `4`, got `5`");
  EXPECT_EQ(Judge("rcmp6", "1\n", "1\n2\n").ToString(),
            "line 2, token 1: expected nothing, got `2`");
  EXPECT_EQ(Judge("uncmp", "3 1 2", "2 3 4").ToString(), "line 1, token 2: expected `1`, got `2`");
  EXPECT_EQ(Judge("fcmp", "a\nb c\n", "a\nb  c\n").ToString(),
            "line 2: expected `b c`, got `b  c`");
}

TEST(TestlibCompare, NamesAreWhole) {
  EXPECT_EQ(ParseTestlibChecker("testlib-rcmp6"), TestlibChecker::kRcmp6);
  EXPECT_FALSE(ParseTestlibChecker("rcmp6"));
  EXPECT_FALSE(ParseTestlibChecker("testlib-pointscmp"));
  EXPECT_FALSE(ParseCompareMode("testlib"));
}

}  // namespace
}  // namespace assay
