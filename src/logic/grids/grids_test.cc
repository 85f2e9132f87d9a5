#include "logic/grids/grids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "logic/boards/kind_test_util.h"

namespace assay::logic {
namespace {

constexpr std::string_view kMazeFacts = R"({"grid":[[0,3],[0,0]]})";

TEST(ArrowMaze, TakesEveryRightAnswer) {
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 3\n↙ ↓"), "right");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "[[\"←\", \"3\"], [\"↙\", \"↓\"]]"), "right");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "\xE2\xAC\x85\xEF\xB8\x8F 3\r\n\r\n↙⬇️\r\n"),
            "right");
  constexpr std::string_view kTwo = R"({"grid":[[1,0,0,1]]})";
  EXPECT_EQ(VerdictOf(ArrowMaze(), kTwo, "1 → ← 1"), "right");
  constexpr std::string_view kEither = R"({"grid":[[1,0,1],[0,1,0]]})";
  EXPECT_EQ(VerdictOf(ArrowMaze(), kEither, "1 → 1\n← 1 ↓"), "right");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kEither, "1 ← 1\n↓ 1 →"), "right");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kEither, "1 ↑ 1\n↓ 1 ↓"), "right");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kEither, "1 ↑ 1\n← 1 ↓"), "count_differs");
}

TEST(ArrowMaze, SaysWhichRuleIsBroken) {
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 3\n↙ ←"), "arrow_without_number");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "→ 3\n↙ ↓"), "arrow_without_number");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 2\n↙ ↓"), "number_changed");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← ←\n↙ ↓"), "number_changed");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 3\n_ ↓"), "not_an_arrow");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 3\n5 ↓"), "not_an_arrow");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 3 ↙ ↓"), "wrong_size");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 3\n↙"), "wrong_size");
  // Past another number no ray goes.
  constexpr std::string_view kRow = R"({"grid":[[2,0,1,0]]})";
  EXPECT_EQ(VerdictOf(ArrowMaze(), kRow, "2 → 1 →"), "count_differs");
  // A run goes on as long as its arrows do: what follows is the same ray.
  constexpr std::string_view kLong = R"({"grid":[[1,0,0,1]]})";
  EXPECT_EQ(VerdictOf(ArrowMaze(), kLong, "1 → → 1"), "count_differs");
  ExpectGarbageUnreadable(ArrowMaze(), kMazeFacts);
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 3\n↙ -1"), "unreadable");
  EXPECT_EQ(VerdictOf(ArrowMaze(), kMazeFacts, "← 12345678901234567890\n↙ ↓"), "unreadable");
}

TEST(ArrowMaze, RefusesBrokenFacts) {
  for (const std::string_view facts :
       {R"({"grid":[[101]]})", R"({"grid":[[-1]]})", R"({"grid":[[0,1],[0]]})", R"({"grid":[]})",
        R"({"grid":[[0,0,0,0,0,0,0,0,0,0,0]]})", R"({"grid":"1"})"}) {
    EXPECT_EQ(VerdictOf(ArrowMaze(), facts, "1"), "facts: grid") << facts;
  }
  EXPECT_EQ(SolutionOf(ArrowMaze(), R"({"grid":[[0,0]]})"), "none: the puzzle has no answer");
}

constexpr std::string_view kCagesFacts =
    R"({"cages":[[0,0,1],[2,3,1],[2,3,4]],"ops":["+","-","*","/","="],"targets":[3,1,6,3,2]})";

TEST(Calcudoku, TakesWhatHasTheRules) {
  EXPECT_EQ(VerdictOf(Calcudoku(), kCagesFacts, "1 2 3\n3 1 2\n2 3 1"), "cage_differs");
  constexpr std::string_view kFacts =
      R"({"cages":[[0,0,1],[2,3,1],[2,3,4]],"ops":["+","-","*","/","="],"targets":[3,1,6,3,1]})";
  for (const std::string_view answer : {"1 2 3\n3 1 2\n2 3 1", "[[1,2,3],[3,1,2],[2,3,1]]",
                                        "123\n312\n231", " 1,2,3\n\n3,1,2\n2,3,1 "}) {
    EXPECT_EQ(VerdictOf(Calcudoku(), kFacts, answer), "right") << answer;
  }
  EXPECT_EQ(SolutionOf(Calcudoku(), kFacts), "1 2 3\n3 1 2\n2 3 1\n");
  constexpr std::string_view kEither = R"({"cages":[[0,0],[1,1]],"ops":["/","-"],"targets":[2,1]})";
  EXPECT_EQ(VerdictOf(Calcudoku(), kEither, "1 2\n2 1"), "right");
  EXPECT_EQ(VerdictOf(Calcudoku(), kEither, "2 1\n1 2"), "right");
}

TEST(Calcudoku, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Calcudoku(), kCagesFacts, answer);
  };
  EXPECT_EQ(verdict("1 1 3\n3 1 2\n2 3 1"), "row_repeats");
  EXPECT_EQ(verdict("1 2 3\n1 2 3\n2 3 1"), "column_repeats");
  EXPECT_EQ(verdict("1 2 4\n3 1 2\n2 3 1"), "out_of_range");
  EXPECT_EQ(verdict("0 2 3\n3 1 2\n2 3 1"), "out_of_range");
  EXPECT_EQ(verdict("1 2 -3\n3 1 2\n2 3 1"), "out_of_range");
  EXPECT_EQ(verdict("1 2 3\n3 1 2"), "wrong_size");
  EXPECT_EQ(verdict("1 2 3 3 1 2 2 3 1"), "wrong_size");
  EXPECT_EQ(verdict("12 3\n31 2\n23 1"), "wrong_size");
  EXPECT_EQ(verdict("1 2 3\n3 1 2\n2 3 x"), "unreadable");
  ExpectGarbageUnreadable(Calcudoku(), kCagesFacts);
}

TEST(Calcudoku, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view facts) {
    return VerdictOf(Calcudoku(), facts, "1 2\n2 1");
  };
  EXPECT_EQ(verdict(R"({"cages":[[0,2],[0,2]],"ops":["+","+"],"targets":[3,3]})"), "facts: cages");
  EXPECT_EQ(verdict(R"({"cages":[[0,1]],"ops":["=","="],"targets":[1,2]})"), "facts: cages");
  EXPECT_EQ(verdict(R"({"cages":[[0]],"ops":["="],"targets":[1]})"), "facts: cages");
  EXPECT_EQ(verdict(R"({"cages":[[0,0,0],[0,0,0],[0,1,1]],"ops":["+","+"],"targets":[9,3]})"),
            "facts: cages");
  EXPECT_EQ(verdict(R"({"cages":[[0,0],[0,0]],"ops":["-"],"targets":[3]})"), "facts: ops");
  EXPECT_EQ(verdict(R"({"cages":[[0,0],[1,1]],"ops":["=","+"],"targets":[3,3]})"), "facts: ops");
  EXPECT_EQ(verdict(R"({"cages":[[0,0],[1,1]],"ops":["","+"],"targets":[3,3]})"), "facts: ops");
  EXPECT_EQ(verdict(R"({"cages":[[0,0],[1,1]],"ops":["+"],"targets":[3,3]})"), "facts: ops");
  EXPECT_EQ(verdict(R"({"cages":[[0,0],[1,1]],"ops":["+","+"],"targets":[3]})"), "facts: targets");
  EXPECT_EQ(verdict(R"({"cages":[[0,0],[1,1]],"ops":["+","+"],"targets":[3,0]})"),
            "facts: targets");
}

constexpr std::string_view kSignsFacts =
    R"({"grid":[[0,0,0],[0,0,0],[0,3,0]],"across":["<.","..",".."],"down":["^..","..."]})";

TEST(Futoshiki, TakesEveryRightAnswer) {
  EXPECT_EQ(VerdictOf(Futoshiki(), kSignsFacts, "1 2 3\n3 1 2\n2 3 1"), "right");
  EXPECT_EQ(VerdictOf(Futoshiki(), kSignsFacts, "1,2,3\n2,1,3\n3,3,1"), "row_repeats");
  EXPECT_EQ(VerdictOf(Futoshiki(), kSignsFacts, "[1 2 3]\n[3 1 2]\n[2 3 1]"), "right");
  constexpr std::string_view kOpen = R"({"grid":[[0,0],[0,0]],"across":[".","."],"down":[".."]})";
  EXPECT_EQ(VerdictOf(Futoshiki(), kOpen, "12\n21"), "right");
  EXPECT_EQ(VerdictOf(Futoshiki(), kOpen, "21\n12"), "right");
}

TEST(Futoshiki, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Futoshiki(), kSignsFacts, answer);
  };
  EXPECT_EQ(verdict("2 1 3\n1 3 2\n3 2 1"), "given_changed");
  EXPECT_EQ(verdict("2 1 3\n3 2 1\n1 3 2"), "sign_broken");
  EXPECT_EQ(verdict("1 2 3\n3 1 2\n2 3"), "wrong_size");
  EXPECT_EQ(verdict("1 2 3\n3 1 2\n1 3 2"), "column_repeats");
  EXPECT_EQ(verdict("1 < 2 3\n3 1 2\n2 3 1"), "unreadable");
  ExpectGarbageUnreadable(Futoshiki(), kSignsFacts);
  // Each sign points at the lesser.
  const auto two = [](std::string_view across, std::string_view down, std::string_view answer) {
    const std::string facts = R"({"grid":[[0,0],[0,0]],"across":[")" + std::string(across) +
                              R"(","."],"down":[")" + std::string(down) + R"("]})";
    return VerdictOf(Futoshiki(), facts, answer);
  };
  EXPECT_EQ(two("<", "..", "12\n21"), "right");
  EXPECT_EQ(two(">", "..", "12\n21"), "sign_broken");
  EXPECT_EQ(two(".", "^.", "12\n21"), "right");
  EXPECT_EQ(two(".", "v.", "12\n21"), "sign_broken");
  EXPECT_EQ(two(".", ".v", "12\n21"), "right");
}

TEST(Futoshiki, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view facts) {
    return VerdictOf(Futoshiki(), facts, "1 2\n2 1");
  };
  EXPECT_EQ(verdict(R"({"grid":[[0,3],[0,0]],"across":[".","."],"down":[".."]})"), "facts: grid");
  EXPECT_EQ(verdict(R"({"grid":[[0,0]],"across":["."],"down":[".."]})"), "facts: grid");
  EXPECT_EQ(verdict(R"({"grid":[[0]],"across":["."],"down":[".."]})"), "facts: grid");
  EXPECT_EQ(verdict(R"({"grid":[[0,0],[0,0]],"across":["."],"down":[".."]})"), "facts: across");
  EXPECT_EQ(verdict(R"({"grid":[[0,0],[0,0]],"across":["^","."],"down":[".."]})"), "facts: across");
  EXPECT_EQ(verdict(R"({"grid":[[0,0],[0,0]],"across":[".","."],"down":["."]})"), "facts: down");
  EXPECT_EQ(verdict(R"({"grid":[[0,0],[0,0]],"across":[".","."],"down":["<."]})"), "facts: down");
}

}  // namespace
}  // namespace assay::logic
