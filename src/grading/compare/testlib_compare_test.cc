#include <gtest/gtest.h>

#include "grading/compare/compare.h"

namespace assay {
namespace {

constexpr Match kYes = Match::kEqual;
constexpr Match kNo = Match::kDifferent;
constexpr Match kOdd = Match::kUnreadable;
constexpr Match kBad = Match::kBadExpectation;

CompareResult Judge(const char* checker, std::string_view expected, std::string_view actual) {
  Comparison comparison{.mode = CompareMode::kTestlib};
  comparison.testlib = ParseTestlibChecker(std::string("testlib-") + checker).value();
  return Compare(comparison, expected, actual);
}

struct Case {
  const char* checker;
  const char* expected;
  const char* actual;
  Match match;
};

TEST(TestlibCompare, DecidesAsTheCheckersDo) {
  const Case cases[] = {
      // The recorded cases of testlib's own tests.
      {"wcmp", "abc 01 \\%test!$\n", "abc 01 \\%test!$\n\nme\n", kNo},
      {"wcmp", "abc 01 \\%test!$\n\nme\n",
       "\xef\xbb\xbf"
       "abc 01 \\%test!$\r\n\r\nme\r\n",
       kYes},
      {"fcmp", "abc 01 \\%test!$\n", "abc 01 \\%test!$\n\nme\n", kOdd},
      {"fcmp", "abc 01 \\%test!$\n\nme\n", "abc 01 \\%test!$\n\nme\n", kYes},

      {"wcmp", "1 2", "1\n2\n", kYes},
      {"wcmp", "a", "A", kNo},
      {"fcmp", "1 2\n", "1  2\n", kNo},
      {"fcmp", "1\n\n", "1\r\n", kYes},
      {"lcmp", "1 2\n3\n", " 1  2\r\n3", kYes},
      {"lcmp", "1 2\n3\n", "1\n2 3\n", kNo},
      {"icmp", "2147483647", "2147483647", kYes},
      {"icmp", "1", "2147483648", kOdd},
      {"icmp", "1", "01", kOdd},
      {"icmp", "1", "1 1", kOdd},
      {"icmp", "x", "1", kBad},
      {"hcmp", "-10", "-10", kYes},
      {"hcmp", "0", "-0", kOdd},
      {"hcmp", "1 2", "1", kBad},
      {"ncmp", "1 2 3", "1 2", kNo},
      {"ncmp", "1 2", "1 2 3", kNo},
      {"ncmp", "1 2", "1 2 x", kOdd},
      {"ncmp", "1 x", "2 2", kNo},
      {"uncmp", "1 2 2", "2 1 2", kYes},
      {"uncmp", "1 2 2", "2 1 1", kNo},
      {"acmp", "1", "1.0000015", kYes},
      {"rcmp", "1", "1.0000016", kNo},
      {"dcmp", "1000000", "1000000.9", kYes},
      {"dcmp", "1", "nan", kOdd},
      {"dcmp", "1", "inf", kOdd},
      {"dcmp", "1", "0x1", kOdd},
      {"dcmp", "1e400", "2e301", kYes},
      {"rcmp4", "1 2", "1.0001 2", kYes},
      {"rcmp6", "1 2", "1.0001 2", kNo},
      {"rcmp9", "1 2", "1 2 3", kOdd},
      {"rncmp", "1 2", "1", kOdd},
      {"yesno", "YES", "yes", kYes},
      {"yesno", "YES", "no", kNo},
      {"yesno", "YES", "maybe", kOdd},
      {"yesno", "maybe", "yes", kBad},
      {"nyesno", "YES no", "yes NO", kYes},
      {"nyesno", "YES no", "yes", kNo},
      {"caseicmp", "Case 1: 5\nCase 2: 6\n", "Case 1: 5 Case 2: 6", kYes},
      {"caseicmp", "Case 1: 5\nCase 2: 6\n", "Case 1: 5", kOdd},
      {"caseicmp", "Case 1: 5", "Case 2: 5", kOdd},
      {"casencmp", "Case 1: 5 6\nCase 2:\n", "Case 1: 5 6\nCase 2:", kYes},
      {"casencmp", "Case 1: 5 6", "Case 1: 5 7", kNo},
      {"casewcmp", "Case 1: a b", "Case 1: a b", kYes},
      {"casewcmp", "Case 1: a b", "Case 1: a", kNo},
  };
  for (const Case& c : cases) {
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
