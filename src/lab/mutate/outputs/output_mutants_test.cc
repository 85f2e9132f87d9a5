#include "lab/mutate/outputs/output_mutants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lab/mutate/outputs/tokens.h"

namespace assay::mutate {
namespace {

std::map<std::string, std::string> ByName(std::string_view output,
                                          const OutputSurroundings& around = {},
                                          uint64_t seed = 1) {
  std::map<std::string, std::string> texts;
  for (const OutputMutant& mutant : MutateOutput(output, around, seed)) {
    EXPECT_TRUE(texts.emplace(ToString(mutant.change), mutant.text).second);
  }
  return texts;
}

TEST(OutputTokens, KeepTheWhiteSpaceBetween) {
  const Tokens split = SplitTokens(" 1\t2\n\n3");
  EXPECT_THAT(split.tokens, testing::ElementsAre("1", "2", "3"));
  EXPECT_THAT(split.spaces, testing::ElementsAre(" ", "\t", "\n\n", ""));
  EXPECT_THAT(SplitTokens(" \n").spaces, testing::ElementsAre(" \n"));
}

TEST(OutputTokens, AnEndOfLineOpensNoLine) {
  EXPECT_THAT(SplitLines("a\n\nb\n"), testing::ElementsAre("a", "", "b"));
  EXPECT_THAT(SplitLines("a\nb"), testing::ElementsAre("a", "b"));
  EXPECT_TRUE(SplitLines("").empty());
}

TEST(OutputMutants, EachChangeChangesWhatItSays) {
  const auto texts = ByName("3 10\nYES 7\n", {"the input\n", "1\n", {"3 10 yes 7", "2 2\n"}, {}});
  EXPECT_EQ(texts.at("empty"), "");
  EXPECT_EQ(texts.at("white_space"), "3 10 \nYES 7 \n\n");
  EXPECT_EQ(texts.at("hollow"), "? ?\n? ?\n");
  EXPECT_EQ(texts.at("truncated"), "3 10\n");
  EXPECT_EQ(texts.at("extended"), "3 10\nYES 7 7\n");
  EXPECT_EQ(texts.at("swapped_lines"), "YES 7\n3 10\n");
  EXPECT_EQ(texts.at("flipped_word"), "3 10\nNO 7\n");
  EXPECT_EQ(texts.at("case"), "3 10\nyes 7\n");
  EXPECT_EQ(texts.at("echo"), "the input\n");
  EXPECT_EQ(texts.at("sample"), "1\n");
  // The first of the others is the same answer in other letters.
  EXPECT_EQ(texts.at("other_test"), "2 2\n");
  EXPECT_THAT(texts.at("all_off_by_one"), testing::AnyOf("4 11\nYES 8\n", "2 9\nYES 6\n"));
}

TEST(OutputMutants, AreNeverTheOutputItself) {
  for (const std::string_view output :
       {"", "\n", "1", "x\n", "1 1\n1 1\n", "YES", "0.5\n-0.25\n"}) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
      for (const OutputMutant& mutant :
           MutateOutput(output, {"1 1\n1 1", output, {output}, 1e-6}, seed)) {
        EXPECT_NE(mutant.text, output) << ToString(mutant.change);
        if (RelationOf(mutant.change) == Relation::kOtherAnswer) {
          EXPECT_FALSE(SameTokens(mutant.text, output)) << ToString(mutant.change);
        }
        if (mutant.change == OutputChange::kWhiteSpace) {
          EXPECT_TRUE(SameTokens(mutant.text, output));
        }
      }
    }
  }
}

TEST(OutputMutants, AreTheSameForTheSameSeed) {
  const std::string_view output = "5 6 7 8 9\n1 2 3\n";
  EXPECT_EQ(ByName(output, {}, 7), ByName(output, {}, 7));
  std::set<std::string> places;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    places.insert(ByName(output, {}, seed).at("off_by_one"));
  }
  EXPECT_GT(places.size(), 8u);
}

TEST(OutputMutants, DecimalsMoveByPartsOfTheTolerance) {
  const auto texts = ByName("2.5 1e3 7\n", {{}, {}, {}, 1e-6});
  const auto inside = SplitTokens(texts.at("float_inside"));
  EXPECT_NEAR(std::stod(std::string(inside.tokens[0])), 2.5, 2e-7);
  EXPECT_EQ(inside.tokens[2], "7");
  const auto outside = SplitTokens(texts.at("float_outside"));
  EXPECT_GT(std::stod(std::string(outside.tokens[0])) - 2.5, 1e-5);
  EXPECT_GT(std::stod(std::string(outside.tokens[1])) - 1000, 0.05);
  EXPECT_EQ(ByName("2.5\n").count("float_inside"), 0u);
}

TEST(OutputMutants, WordsAloneAreNotMadeHollow) {
  EXPECT_EQ(ByName("abc\n").count("hollow"), 0u);
  EXPECT_EQ(ByName("0.5\n").at("hollow"), "?\n");
}

TEST(OutputMutants, TheLargestNumberMovesBack) {
  const auto texts = ByName("9223372036854775807\n");
  EXPECT_EQ(texts.at("all_off_by_one"), "9223372036854775806\n");
}

TEST(OutputMutants, TheHugeOneIsTenMegabytes) {
  const OutputMutant huge = HugeOutput();
  EXPECT_GE(huge.text.size(), kHugeBytes);
  EXPECT_EQ(SplitTokens(huge.text).tokens.size(), 1u);
}

}  // namespace
}  // namespace assay::mutate
