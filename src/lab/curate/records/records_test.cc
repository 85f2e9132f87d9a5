// What rows say beside their text: attempts, lengths, difficulty, days, addresses, and the mix.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "lab/curate/records/addresses.h"
#include "lab/curate/records/attempts.h"
#include "lab/curate/records/dates.h"
#include "lab/curate/records/difficulty.h"
#include "lab/curate/records/draw.h"
#include "lab/curate/records/majority.h"
#include "lab/curate/records/mix.h"
#include "lab/curate/records/response_length.h"

namespace assay::curate {
namespace {

std::string ReasonOf(const Objection& objection) {
  return objection ? objection->reason : "";
}

std::optional<std::vector<Attempt>> Read(const std::string& json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  EXPECT_TRUE(document) << json;
  return ReadAttempts(document->root());
}

TEST(ReadAttempts, ReadsEveryForm) {
  const auto plain = Read(R"([true, false, 1, 0.5, null, "so \\boxed{3}"])");
  ASSERT_TRUE(plain);
  ASSERT_EQ(plain->size(), 5U);
  EXPECT_EQ((*plain)[0].correct, true);
  EXPECT_EQ((*plain)[1].correct, false);
  EXPECT_EQ((*plain)[2].correct, true);
  EXPECT_EQ((*plain)[3].correct, false);
  EXPECT_FALSE((*plain)[4].correct.has_value());
  EXPECT_EQ((*plain)[4].answer, "so \\boxed{3}");
  const auto objects = Read(R"([{"verdict":"AC","completion_tokens":120,"response":"r"},
                                {"correct":null},{"verdict":"IE"},{"reward":0,"answer":7}])");
  ASSERT_TRUE(objects);
  ASSERT_EQ(objects->size(), 2U);
  EXPECT_EQ((*objects)[0].correct, true);
  EXPECT_EQ((*objects)[0].tokens, 120);
  EXPECT_EQ((*objects)[1].correct, false);
  EXPECT_EQ((*objects)[1].answer, "7");
  EXPECT_FALSE(Read("3"));
  EXPECT_FALSE(Read("[[1]]"));
  EXPECT_FALSE(ReadAttempts({}));
}

TEST(ReadAttempts, WhatIsWrittenAsTextCounts) {
  const auto texts = Read(R"([{"correct":"true"},{"reward":"1.0"},{"reward":"0.5"},
                              {"passed":"False"},{"verdict":"Accepted"},{"verdict":"wa"}])");
  ASSERT_TRUE(texts);
  std::vector<bool> correct;
  for (const Attempt& attempt : *texts) correct.push_back(attempt.correct.value());
  EXPECT_THAT(correct, testing::ElementsAre(true, true, false, false, true, false));
  // What says nothing about the candidate is no attempt, and what nobody can read is a fault.
  const auto none = Read(R"([{"verdict":"JE"},{"verdict":"SKIPPED"},{},
                             {"score":0,"masked":true}])");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
  EXPECT_FALSE(Read(R"([{"verdict":"perhaps"}])"));
}

std::vector<Vote> Votes(int correct, const std::vector<std::string>& wrong) {
  std::vector<Vote> votes(static_cast<size_t>(correct), Vote{true, ""});
  for (const std::string& answer : wrong) votes.push_back({false, answer});
  return votes;
}

TEST(NotVerifiable, WantsACorrectMajority) {
  EXPECT_EQ(ReasonOf(NotVerifiable(Votes(5, {"1", "2", "3"}))), "");
  // Most are wrong, but no other answer has as many votes.
  EXPECT_EQ(ReasonOf(NotVerifiable(Votes(2, {"1", "2", "3", "4"}))), "");
  EXPECT_EQ(ReasonOf(NotVerifiable(Votes(2, {"7", "7 ", " 7"}))), "the majority is wrong");
  EXPECT_EQ(ReasonOf(NotVerifiable(Votes(2, {"7", "7"}))), "the majority is wrong");
  // Nobody knows whether these agree.
  EXPECT_EQ(ReasonOf(NotVerifiable(Votes(2, {"", "", ""}))), "the majority is wrong");
  EXPECT_EQ(ReasonOf(NotVerifiable(Votes(0, {"1", "2"}))), "never solved");
  EXPECT_EQ(ReasonOf(NotVerifiable({})), "no attempts");
}

TEST(OutsideDifficulty, KeepsBetweenTheBounds) {
  DifficultyBounds code;  // AceReason: level 8 of 8 goes
  code.fewest_solved = 1;
  EXPECT_EQ(ReasonOf(OutsideDifficulty({0, 8}, code)), "too hard");
  EXPECT_EQ(ReasonOf(OutsideDifficulty({1, 8}, code)), "");
  EXPECT_EQ(ReasonOf(OutsideDifficulty({8, 8}, code)), "");
  DifficultyBounds hard;
  hard.highest_rate = 6.0 / 16;
  EXPECT_EQ(ReasonOf(OutsideDifficulty({6, 16}, hard)), "");
  EXPECT_EQ(ReasonOf(OutsideDifficulty({7, 16}, hard)), "too easy");
  hard.basis = RateBasis::kInterval;  // 7 of 16: 0.231 to 0.668
  EXPECT_EQ(ReasonOf(OutsideDifficulty({7, 16}, hard)), "");
  EXPECT_EQ(ReasonOf(OutsideDifficulty({11, 16}, hard)), "too easy");
  DifficultyBounds some;
  some.most_solved = 7;
  some.lowest_rate = 0.25;
  some.fewest_attempts = 4;
  EXPECT_EQ(ReasonOf(OutsideDifficulty({8, 8}, some)), "too easy");
  EXPECT_EQ(ReasonOf(OutsideDifficulty({1, 8}, some)), "too hard");
  EXPECT_EQ(ReasonOf(OutsideDifficulty({2, 8}, some)), "");
  EXPECT_EQ(ReasonOf(OutsideDifficulty({2, 3}, some)), "too few attempts");
  EXPECT_EQ(ReasonOf(OutsideDifficulty({0, 0}, {})), "too few attempts");
}

TEST(OutsideLength, DropsTheShortAndThinsOutTheRest) {
  const LengthBounds bounds{
      .fewest_tokens = 2000, .most_tokens = 30000, .thin_below_tokens = 4000, .thin_share = 0.5};
  EXPECT_EQ(ReasonOf(OutsideLength(1999, bounds, 0)), "too short");
  EXPECT_EQ(ReasonOf(OutsideLength(2000, bounds, 0.49)), "");
  EXPECT_EQ(ReasonOf(OutsideLength(2000, bounds, 0.5)), "thinned out");
  EXPECT_EQ(ReasonOf(OutsideLength(3999, bounds, 0.9)), "thinned out");
  EXPECT_EQ(ReasonOf(OutsideLength(4000, bounds, 0.9)), "");
  EXPECT_EQ(ReasonOf(OutsideLength(30001, bounds, 0)), "too long");
  EXPECT_EQ(LengthOfAll({5, 1, 2}, LengthOf::kMedian), 2);
  EXPECT_EQ(LengthOfAll({4, 1, 2, 8}, LengthOf::kMedian), 3);
  EXPECT_EQ(LengthOfAll({4, 1, 4}, LengthOf::kMean), 3);
  EXPECT_EQ(LengthOfAll({4, 1}, LengthOf::kShortest), 1);
  EXPECT_EQ(LengthOfAll({4, 1}, LengthOf::kLongest), 4);
}

TEST(Draw, IsEvenAndTheSameEverywhere) {
  // A recipe's rows must not change with a new version.
  EXPECT_EQ(Draw(42, "thin", "a"), 7891480691335961739U);
  int below = 0;
  for (int i = 0; i < 10000; ++i) below += DrawShare(1, "x", std::to_string(i)) < 0.3 ? 1 : 0;
  EXPECT_NEAR(below, 3000, 200);
  EXPECT_NE(Draw(1, "x", "a"), Draw(2, "x", "a"));
  EXPECT_NE(Draw(1, "x", "a"), Draw(1, "y", "a"));
  EXPECT_NE(Draw(1, "xa", ""), Draw(1, "x", "a"));
}

TEST(ParseDay, ReadsDatesAndMoments) {
  const int64_t day = 19936;  // 2024-08-01
  for (const char* text :
       {"2024-08-01", "2024-08-01T23:59:59Z", "2024-08-01 10:00", "2024/8/1", "20240801",
        "1722470400", "1722470400000", "1722470400.5", " 2024-8-1 "}) {
    EXPECT_EQ(ParseDay(text), day) << text;
  }
  for (const char* text : {"", "2024", "2024-13-01", "2023-02-29", "01/08/2024", "soon", "12345",
                           "2024-08-01x", "2024-08/01", "-1"}) {
    EXPECT_FALSE(ParseDay(text)) << text;
  }
  EXPECT_EQ(DayText(day), "2024-08-01");
}

TEST(NormalAddress, IsOneForOnePage) {
  for (const char* url : {"https://codeforces.com/contest/1/problem/A",
                          "http://www.Codeforces.com/problemset/problem/1/A",
                          "codeforces.com/contest/1/problem/A/?locale=en#x",
                          "https://codeforces.com:443/contest/1/problem/A"}) {
    EXPECT_EQ(NormalAddress(url), "codeforces.com/contest/1/problem/A") << url;
  }
  EXPECT_EQ(NormalAddress("https://a.org/p?id=3&utm_source=x&n=1"), "a.org/p?id=3&n=1");
  EXPECT_NE(NormalAddress("https://a.org/p?id=3"), NormalAddress("https://a.org/p?id=4"));
  EXPECT_NE(NormalAddress("https://a.org/Two-Sum"), NormalAddress("https://a.org/two-sum"));
  EXPECT_EQ(NormalAddress("  "), "");
}

using Counts = std::map<std::string, int64_t>;

TEST(MixCounts, KeepsTheShares) {
  const Counts there = {{"code", 100}, {"math", 900}, {"other", 50}};
  MixGoals goals;
  EXPECT_EQ(MixCounts(there, goals), there);
  goals.shares = {{"code", 1}, {"math", 3}};
  EXPECT_EQ(MixCounts(there, goals), (Counts{{"code", 100}, {"math", 300}, {"other", 0}}));
  goals.total = 40;
  EXPECT_EQ(MixCounts(there, goals), (Counts{{"code", 10}, {"math", 30}, {"other", 0}}));
  goals.shares["science"] = 1;
  EXPECT_EQ(MixCounts(there, goals),
            (Counts{{"code", 0}, {"math", 0}, {"other", 0}, {"science", 0}}));
}

TEST(MixCounts, TakesInProportionWithoutShares) {
  const Counts there = {{"a", 100}, {"b", 200}, {"c", 1}};
  MixGoals goals;
  goals.total = 30;
  const Counts counts = MixCounts(there, goals);
  EXPECT_EQ(counts, (Counts{{"a", 10}, {"b", 20}, {"c", 0}}));
  goals.most_of_each = 10;
  goals.total.reset();
  EXPECT_EQ(MixCounts(there, goals), (Counts{{"a", 10}, {"b", 10}, {"c", 1}}));
}

}  // namespace
}  // namespace assay::curate
