#include "grading/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "grading/compare/number.h"

namespace assay {
namespace {

struct Case {
  Comparison comparison;
  std::string expected;
  std::string actual;
  Match match;
};

constexpr Comparison kNative{CompareMode::kDefault, Profile::kAssay};
constexpr Comparison kCompat{CompareMode::kDefault, Profile::kCompat};
constexpr Comparison kScaleBox{CompareMode::kDefault, Profile::kScaleBox};
constexpr Comparison kFusion{CompareMode::kDefault, Profile::kSandboxFusion};
constexpr Comparison kLiveCode{CompareMode::kDefault, Profile::kLiveCodeBench};
constexpr Comparison kVerl{CompareMode::kDefault, Profile::kVerlPrime};
constexpr Match kYes = Match::kEqual;
constexpr Match kNo = Match::kDifferent;
constexpr Match kLayout = Match::kLayoutDiffers;

void Check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const CompareResult result = Compare(c.comparison, c.expected, c.actual);
    EXPECT_EQ(result.match, c.match)
        << ToString(c.comparison.mode) << "/" << ToString(c.comparison.profile) << " "
        << testing::PrintToString(c.expected) << " " << testing::PrintToString(c.actual) << " "
        << result.ToString();
  }
}

TEST(Compare, NativeWhiteSpace) {
  Check({
      {kNative, "", "", kYes},
      {kNative, "", "\n \n", kYes},
      {kNative, "5\n", "5", kYes},
      {kNative, "5", "5 \r\n\n\n", kYes},
      {kNative, "1 2\n3\n", "1\t 2\r\n3\r\n", kYes},
      {kNative, "  1 2", "1  2", kYes},
      {kNative, "1 2\n3", "1\n2 3", kLayout},
      {kNative, "1\n2", "1\n\n2", kLayout},
      {kNative, "1", "\n1", kLayout},
      {kNative, "5\n6\n7\n", "5\n", kNo},
      {kNative, "5", "5\njunk", kNo},
      {kNative, "5", "", kNo},
      {kNative, "", "5", kNo},
      {kNative, "a b", "ab", kNo},
      {kNative, std::string("a\0b", 3), std::string("a\0b", 3), kYes},
      {kNative, std::string("a\0b", 3), std::string("a\0c", 3), kNo},
  });
}

TEST(Compare, BytesThatAreNotUtf8AreNoSpace) {
  Check({
      {kFusion, "1", "1\xe2\x80", kNo},
      {kFusion, "1", "\xe2\x80\n1", kNo},
      {kFusion, "", "\xe2\x80!", kNo},
      {kFusion, "1",
       "\xe2\x80\x8a"
       "1",
       kYes},
      {kCompat, "1", "\xe2\x80\t1", kNo},
  });
}

TEST(Compare, LiveCodeBenchComparesExactDecimals) {
  Check({
      {kLiveCode, "1.0 2\n3", "1 2.00\n 3e0 \n", kYes},
      {kLiveCode, "1000000007", "1000000000", kNo},
      {kLiveCode, "0.3", "0.30000000000000004", kNo},
      {kLiveCode, "-0", "0.000", kYes},
      {kLiveCode, "1e999999999999999999", "10e999999999999999998", kYes},
      {kLiveCode, "1e1000000000000000000", "10e999999999999999999", kNo},
      {kLiveCode, "1000", "1_0_00_", kYes},
      {kLiveCode, "inf", "Infinity", kYes},
      {kLiveCode, "inf 1", "-Infinity 1", kNo},
      {kLiveCode, "nan", "NaN", kNo},
      {kLiveCode, "nan", "nan", kYes},
      {kLiveCode, "a b", "a  b", kLayout},
      {kLiveCode, "Yes", "YES", kNo},
      {kLiveCode, "1\n2", "1", kNo},
      {kLiveCode, "1\n2", "1\n\n2", kLayout},
  });
}

TEST(Compare, VerlPrimeTriesTextsListsAndNumbers) {
  Check({
      {kVerl, "1 2\n3\n", " 1 2 \n3", kYes},
      {kVerl, "1\n\n2 \n", "1\n2", kYes},
      {kVerl, "1\n2", "1\n\n\n2", kYes},
      {kVerl, "1 2", "1  2", kLayout},
      {kVerl, "1.00\n2", "1.000001\n2", kYes},
      {kVerl, "1.00 2", "1.000001 2", kNo},
      {kVerl, "-1000000007", "-1000000000", kYes},  // a sign makes it a float there
      {kVerl, "1000000007", "1000000000", kNo},
      {kVerl, "7", "007", kNo},
      {kVerl, "inf", "1e400", kYes},
      {kVerl, "nan", "-nan", kNo},
      {kVerl, "Yes", "YES", kNo},
      {kVerl, "1\n2", "1\v2", kYes},
      {kVerl, "1\n2", "1", kNo},
  });
}

TEST(Compare, NativeNumbers) {
  Check({
      {kNative, "3", "3.0", kNo},
      {kNative, "3.0", "3", kYes},
      {kNative, "3.0", "+3", kYes},
      {kNative, "7", "007", kNo},
      {kNative, "0", "-0", kNo},
      {kNative, "1000000007", "1000000000", kNo},
      {kNative, "123456789012345678901234567890", "123456789012345678901234567891", kNo},
      {kNative, "1.00 2.00", "1.0 2.0", kYes},
      {kNative, "0.333333333", "0.3333335", kYes},
      {kNative, "0.333333333", "0.333334", kNo},
      {kNative, "0.0", "-0.000000", kYes},
      {kNative, "0.0", "1e-9", kYes},
      {kNative, "0.0", "2e-9", kNo},
      {kNative, "1e5", "100000", kYes},
      {kNative, "100000", "1e5", kNo},
      {kNative, "1.5", "1_0.5", kNo},
      {kNative, "16.0", "0x10", kNo},
      {kNative, "1.0", "nan", kNo},
      {kNative, "1.0", "1.0x", kNo},
      {kNative, "1.2.3", "1.2.30", kNo},
      {kNative, "nan", "NaN", kYes},
      {kNative, "inf", "INF", kYes},
      {kNative, "inf", "infinity", kNo},
      {kNative, "inf", "1e999", kNo},
      {kNative, "1e999", "1e998", kNo},
      {kNative, "1e-999", "0", kYes},
      {kNative, "Yes", "yes", kNo},
      {{.mode = CompareMode::kDefault, .absolute_tolerance = 0.1}, "1.0", "1.05", kYes},
      {{.mode = CompareMode::kDefault, .relative_tolerance = 0.1}, "100.0", "109", kYes},
  });
}

TEST(Compare, OtherModes) {
  const auto in = [](CompareMode mode) { return Comparison{.mode = mode}; };
  Check({
      {in(CompareMode::kExact), "5\n", "5\n", kYes},
      {in(CompareMode::kExact), "5\n", "5", kLayout},
      {in(CompareMode::kExact), "5\n", "5\r\n", kLayout},
      {in(CompareMode::kExact), "5\n", "6\n", kNo},
      {in(CompareMode::kLines), "a b\n", "a b  \r\n\n", kYes},
      {in(CompareMode::kLines), "a b", "a  b", kLayout},
      {in(CompareMode::kLines), "1.0", "1.00", kNo},
      {in(CompareMode::kLines), "a\nb", "a", kNo},
      {in(CompareMode::kTokens), "a b\nc", " a\nb c", kYes},
      {in(CompareMode::kTokens), "1.0", "1.00", kNo},
      {in(CompareMode::kTokens), "a b", "a b c", kNo},
      {in(CompareMode::kFloat), "a 1.0\n2", "a\n1.0000001 2", kYes},
      {in(CompareMode::kFloat), "2", "2.0", kNo},
      {in(CompareMode::kYesNo), "YES", "yes\n1 2 3", kYes},
      {in(CompareMode::kYesNo), "No", "nope", kNo},
      {in(CompareMode::kYesNo), "no", "", kNo},
      {in(CompareMode::kYesNo), "maybe", "maybe", Match::kBadExpectation},
      {in(CompareMode::kYesNo), "", "yes", Match::kBadExpectation},
      {in(CompareMode::kUnorderedLines), "b\na\n", "a \nb", kYes},
      {in(CompareMode::kUnorderedLines), "b\na\na", "a\nb\nb", kNo},
      {in(CompareMode::kUnorderedLines), "a", "a\na", kNo},
      {in(CompareMode::kUnorderedLines), "a\n\nb", "b\na", kNo},
      {in(CompareMode::kUnorderedLines), "a\n\nb", "a\nb", kLayout},
  });
}

TEST(Compare, PeerProfiles) {
  Check({
      // ScaleBox compares only the lines both sides have, and integers with tolerance.
      {kScaleBox, "5\n6\n7", "5", kYes},
      {kScaleBox, "5", "5\njunk", kYes},
      {kScaleBox, "1000000", "1000001", kYes},
      {kScaleBox, "1000", "1_000", kYes},
      {kScaleBox, "YES", "yes", kYes},
      {kScaleBox, "1.00 2.00", "1.0 2.0", kNo},
      {kScaleBox, "a  b", "a b", kLayout},
      {kScaleBox, "a\nb", "a\n\nb", kLayout},
      {kScaleBox, "inf", "infinity", kNo},
      {kScaleBox, "nan", "NaN", kYes},
      {kScaleBox, "0", "1e-16", kYes},
      {kScaleBox, "0", "1e-14", kNo},
      {kScaleBox, "5", "", kNo},
      {kScaleBox, "", "5", kNo},
      {kScaleBox, "\n\n5\n", "5", kYes},
      {kScaleBox, "1.5", "1.5\xc2\xa0", kYes},
      // SandboxFusion wants the same number of lines.
      {kFusion, "5\n6\n7", "5", kNo},
      {kFusion, "5", "5\njunk", kNo},
      {kFusion, "1000000007", "1000000000", kYes},
      {kFusion, "5\n6", "5 \n 6\n\n", kYes},
      // compat: lenient, without those holes.
      {kCompat, "5\n6\n7", "5", kNo},
      {kCompat, "5", "5\njunk", kNo},
      {kCompat, "1000000", "1000001", kNo},
      {kCompat, "1000", "1_000", kNo},
      {kCompat, "YES", "yes", kYes},
      {kCompat, "1.00 2.00", "1.0 2.0", kYes},
      {kCompat, "x 0.5", "X 0.500001", kYes},
      {kCompat, "x 0.5", "X 0.50001", kNo},
      {kCompat, "\n5", "5", kYes},
      {kCompat, "a\nb", "a\n\nb", kLayout},
      // A mode other than the default means the same in every profile.
      {{CompareMode::kTokens, Profile::kScaleBox}, "5 6", "5", kNo},
  });
}

TEST(Compare, SaysWhereTheFirstDifferenceIs) {
  EXPECT_EQ(Compare(kNative, "1 2\n3 4\n", "1 2\n3 5\n").ToString(),
            "line 2, token 2: expected `4`, got `5`");
  EXPECT_EQ(Compare(kNative, "1 2 3\n", "1 2\n").ToString(),
            "line 1, token 3: expected `3`, got nothing");
  EXPECT_EQ(Compare(kNative, "1\n", "1\n2").ToString(),
            "line 1, token 2: expected nothing, got `\\n`");
  EXPECT_EQ(Compare({CompareMode::kLines}, "a\nb c\n", "a\nb d\n").ToString(),
            "line 2: expected `b c`, got `b d`");
  EXPECT_EQ(Compare({CompareMode::kUnorderedLines}, "b\na\n", "a\nc").ToString(),
            "expected `b`, got `c`");
  EXPECT_EQ(Compare(kFusion, "\na\nb\n", "a\nc\n").ToString(), "line 3: expected `b`, got `c`");
}

TEST(Compare, WhatTheEyeMissesIsSpeltOut) {
  const auto lines = [](const std::string& expected, const std::string& actual) {
    return Compare({CompareMode::kLines}, expected, actual).ToString();
  };
  EXPECT_EQ(lines("1 6", "1 6\n7"), "line 2: expected nothing, got `7`");
  EXPECT_EQ(lines("1 6\n7", "1 6"), "line 2: expected `7`, got nothing");
  EXPECT_EQ(lines("1 6", "1 6\n\n7"), "line 2: expected nothing, got `\\n`");
  EXPECT_EQ(lines("1 6", "1  6"), "line 1: expected `1 6`, got `1  6`");
  EXPECT_EQ(lines("1 6", "1\t6"), "line 1: expected `1 6`, got `1\\x096`");
  EXPECT_EQ(lines("1 6", "1\u00a06"), "line 1: expected `1 6`, got `1\\u00a06`");
  EXPECT_EQ(lines("1 6", "\ufeff1 6"), "line 1: expected `1 6`, got `\\ufeff1 6`");
  EXPECT_EQ(Compare({CompareMode::kExact}, "1 6\n", "1 6").ToString(),
            "line 1: expected `1 6\\n`, got `1 6`");
  EXPECT_EQ(Compare({CompareMode::kExact}, "1 6\n", "1 6\r\n").ToString(),
            "line 1: expected `1 6`, got `1 6\\x0d`");
}

TEST(Compare, LongLinesAreShownWhereTheyDiffer) {
  const std::string start(100, 'x');
  const CompareResult result = Compare({CompareMode::kLines}, start + "1", start + "2");
  EXPECT_EQ(result.expected, "…" + std::string(20, 'x') + "1");
  EXPECT_EQ(result.actual, "…" + std::string(20, 'x') + "2");
}

TEST(Compare, ExcerptsAreShortAndPrintable) {
  const CompareResult result = Compare(kNative, std::string(1000, 'x'), "\x1b\xff");
  EXPECT_LT(result.expected.size(), 100u);
  EXPECT_EQ(result.actual, "\\x1b\xef\xbf\xbd");
}

TEST(Compare, LongTextsThatDifferEverywhereInWhiteSpace) {
  std::string expected, actual;
  for (int i = 0; i < 300'000; ++i) {
    expected += std::to_string(i) + ".5 " + std::to_string(i) + "\n";
    actual += std::to_string(i) + ".50  " + std::to_string(i) + " \r\n";
  }
  EXPECT_TRUE(Compare(kNative, expected, actual).equal());
  EXPECT_TRUE(Compare(kCompat, expected, actual).equal());
  actual += "x";
  EXPECT_EQ(Compare(kNative, expected, actual).match, kNo);
}

TEST(Number, FormsAreExplicit) {
  for (const char* text : {"0", "007", "-5", "+5", "99999999999999999999999"}) {
    EXPECT_EQ(FormOf(text), NumberForm::kInteger) << text;
  }
  for (const char* text : {"1.", ".5", "-1.5", "1e5", "1E+5", "2.5e-3", "+.5e1"}) {
    EXPECT_EQ(FormOf(text), NumberForm::kNonInteger) << text;
  }
  for (const char* text : {"", "+", ".", "e5", "1e", "1e+", "0x10", "1_0", "nan", "inf", "1.5.",
                           " 1", "1 ", "--1", "1f", ".e5"}) {
    EXPECT_EQ(FormOf(text), NumberForm::kNone) << text;
  }
}

TEST(Number, ValuesOutOfRangeSaturate) {
  EXPECT_EQ(DecimalValue("1e400"), INFINITY);
  EXPECT_EQ(DecimalValue("-1e400"), -INFINITY);
  EXPECT_EQ(DecimalValue("1e-400"), 0);
  EXPECT_EQ(DecimalValue("0." + std::string(500, '0') + "1e600"), 1e99);
  EXPECT_EQ(DecimalValue("0." + std::string(500, '0') + "1"), 0);
  EXPECT_EQ(DecimalValue("1" + std::string(500, '0') + ".0"), INFINITY);
  EXPECT_EQ(DecimalValue("1e99999999999999999999"), INFINITY);
  EXPECT_EQ(DecimalValue("1e-99999999999999999999"), 0);
}

TEST(Number, PythonFloatGrammar) {
  EXPECT_EQ(ParsePythonFloat(" 1_0.5 "), 10.5);
  EXPECT_EQ(ParsePythonFloat("-Infinity"), -INFINITY);
  EXPECT_TRUE(std::isnan(*ParsePythonFloat("nAn")));
  for (const char* text : {"", "1__0", "_1", "1_", "1_.5", "1._5", "0x1p3", "1e_5", "+-1"}) {
    EXPECT_EQ(ParsePythonFloat(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace assay
