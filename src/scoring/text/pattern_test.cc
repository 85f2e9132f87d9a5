#include "scoring/text/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::scoring {
namespace {

using ::testing::HasSubstr;

Pattern Compiled(std::string_view text) {
  auto pattern = Pattern::Compile(text);
  EXPECT_TRUE(pattern.ok()) << text;
  return *pattern;
}

TEST(Pattern, FindsTheFirstMatchFromAPlaceOn) {
  const Pattern pattern = Compiled("a+");
  EXPECT_EQ(pattern.Find("baab")->begin, 1u);
  EXPECT_EQ(pattern.Find("baab")->end, 3u);
  EXPECT_EQ(pattern.Find("baabba", 3)->begin, 5u);
  EXPECT_FALSE(pattern.Find("bbb"));
  EXPECT_FALSE(pattern.Find(""));
}

TEST(Pattern, WholeTextsMatchFromEndToEnd) {
  const Pattern pattern = Compiled("a|ab");
  EXPECT_TRUE(pattern.MatchesAll("ab"));
  EXPECT_FALSE(pattern.MatchesAll("abc"));
}

// What would keep a matcher that backtracks busy for longer than the universe.
TEST(Pattern, HostilePairsEnd) {
  const std::string text(100'000, 'a');
  EXPECT_FALSE(Compiled("^(a+)+$").Find(text + "!"));
  EXPECT_FALSE(Compiled("(a|aa)*b").Find(text));
  EXPECT_FALSE(Compiled("(x?x?x?x?){50}y").Find(text));
}

TEST(Pattern, WhatIsNoneSaysWhy) {
  EXPECT_THAT(Pattern::Compile("(").error().message, HasSubstr("missing )"));
  EXPECT_THAT(Pattern::Compile("").error().message, HasSubstr("empty"));
  EXPECT_THAT(Pattern::Compile(R"((a)\1)").error().message, HasSubstr("invalid escape"));
  EXPECT_THAT(Pattern::Compile("(?=a)").error().message, HasSubstr("RE2"));
  EXPECT_THAT(Pattern::Compile(std::string(5000, 'a')).error().message, HasSubstr("4096 bytes"));
  EXPECT_THAT(Pattern::Compile("\\pL{100}").error().message, HasSubstr("smaller"));
}

TEST(Pattern, GiantTextsAreNoMatch) {
  const std::string text(Pattern::kMostTextBytes + 1, 'a');
  EXPECT_FALSE(Compiled("a").Find(text));
  EXPECT_FALSE(Compiled("a*").MatchesAll(text));
  EXPECT_TRUE(Compiled("a*").MatchesAll(text.substr(1)));
}

}  // namespace
}  // namespace assay::scoring
