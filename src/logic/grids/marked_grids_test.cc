#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "logic/boards/kind_test_util.h"
#include "logic/grids/grids.h"

namespace assay::logic {
namespace {

constexpr std::string_view kCampFacts =
    R"({"trees":["T.T",".T.","..."],"rows":[1,1,1],"columns":[1,1,1]})";

TEST(Campsite, TakesEveryRightAnswer) {
  // Both trees have both tents beside them or one each: any pairing does.
  constexpr std::string_view kFacts =
      R"({"trees":["....","T.T.","...."],"rows":[1,1,0],"columns":[0,1,0,1]})";
  EXPECT_EQ(VerdictOf(Campsite(), kFacts, ". . . .\nT C T .\n. . . ."), "row_count");
  EXPECT_EQ(VerdictOf(Campsite(), kFacts, ". C . .\nT . T C\n. . . ."), "tree_without_tent");
  constexpr std::string_view kEither =
      R"({"trees":["..",".T",".T",".."],"rows":[1,0,0,1],"columns":[0,2]})";
  EXPECT_EQ(VerdictOf(Campsite(), kEither, ".c\n.t\n.t\n.c"), "right");
  EXPECT_EQ(VerdictOf(Campsite(), kEither, R"([["." , "C"],[".","T"],[".","T"],[".","C"]])"),
            "right");
  constexpr std::string_view kTwo =
      R"({"trees":["...T.","T....","....."],"rows":[1,1,0],"columns":[1,0,0,0,1]})";
  EXPECT_EQ(VerdictOf(Campsite(), kTwo, "C . . T .\nT . . . .\n. . . . C"), "row_count");
  constexpr std::string_view kMirror =
      R"({"trees":[".....",".T.T.","....."],"rows":[1,0,1],"columns":[0,1,0,1,0]})";
  EXPECT_EQ(VerdictOf(Campsite(), kMirror, ".C...\n.T.T.\n...C."), "right");
  EXPECT_EQ(VerdictOf(Campsite(), kMirror, "...C.\n.T.T.\n.C..."), "right");
}

TEST(Campsite, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Campsite(), kCampFacts, answer);
  };
  EXPECT_EQ(verdict("T C T\n. T .\n. . ."), "row_count");
  EXPECT_EQ(verdict("T C T\nC T .\n. . ."), "tents_touch");
  EXPECT_EQ(verdict("T . T\nC T C\n. . ."), "row_count");
  EXPECT_EQ(verdict("T . .\n. T .\n. . ."), "tree_changed");
  EXPECT_EQ(verdict("T T T\n. T .\n. . ."), "tree_changed");
  EXPECT_EQ(verdict("T C C\n. T .\n. . ."), "tents_touch");
  EXPECT_EQ(verdict("T . T\n. T ."), "wrong_size");
  EXPECT_EQ(verdict("T . T\n. T .\n. A ."), "unreadable");
  ExpectGarbageUnreadable(Campsite(), kCampFacts);
  constexpr std::string_view kColumns = R"({"trees":["T..","..."],"rows":[1,0],"columns":[0,0,1]})";
  EXPECT_EQ(VerdictOf(Campsite(), kColumns, "TC.\n..."), "column_count");
  EXPECT_EQ(VerdictOf(Campsite(), kColumns, "T.C\n..."), "tree_without_tent");
  constexpr std::string_view kOneTree =
      R"({"trees":[".....","T...."],"rows":[2,0],"columns":[1,0,1,0,0]})";
  EXPECT_EQ(VerdictOf(Campsite(), kOneTree, "C.C..\nT...."), "tents_and_trees_differ");
  // Each tree has a tent beside it, but two of them have the same.
  constexpr std::string_view kShared =
      R"({"trees":["T.T....","......."],"rows":[1,1],"columns":[0,1,0,1,0,0,0]})";
  EXPECT_EQ(VerdictOf(Campsite(), kShared, "TCT....\n...C..."), "tree_without_tent");
  EXPECT_EQ(SolutionOf(Campsite(), kShared), "none: the puzzle has no answer");
}

TEST(Campsite, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view facts) { return VerdictOf(Campsite(), facts, "T"); };
  EXPECT_EQ(verdict(R"({"trees":["TC"],"rows":[1],"columns":[0,1]})"), "facts: trees");
  EXPECT_EQ(verdict(R"({"trees":["T.","."],"rows":[1,0],"columns":[0,1]})"), "facts: trees");
  EXPECT_EQ(verdict(R"({"trees":["................."],"rows":[1],"columns":[]})"), "facts: trees");
  EXPECT_EQ(verdict(R"({"trees":["T."],"rows":[1,0],"columns":[0,1]})"), "facts: rows");
  EXPECT_EQ(verdict(R"({"trees":["T."],"rows":[17],"columns":[0,1]})"), "facts: rows");
  EXPECT_EQ(verdict(R"({"trees":["T."],"rows":[1],"columns":[0]})"), "facts: columns");
}

constexpr std::string_view kSumsFacts = R"({"rows":[3,3,0],"columns":[3,3,3]})";

TEST(Kukurasu, TakesEveryRightAnswer) {
  constexpr std::string_view kFacts = R"({"rows":[3,3,3],"columns":[3,3,3]})";
  EXPECT_EQ(VerdictOf(Kukurasu(), kFacts, ". . #\n. . #\n# # ."), "right");
  EXPECT_EQ(VerdictOf(Kukurasu(), kFacts, "##.\n##.\n..#"), "right");
  EXPECT_EQ(VerdictOf(Kukurasu(), kFacts, R"([["#","#","."],["#","#","."],[".",".","#"]])"),
            "right");
  EXPECT_EQ(VerdictOf(Kukurasu(), kFacts, "| . | . | # |\n| . | . | # |\n| # | # | . |"), "right");
}

TEST(Kukurasu, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Kukurasu(), kSumsFacts, answer);
  };
  EXPECT_EQ(verdict("..#\n..#\n##."), "row_sum");
  EXPECT_EQ(verdict("..#\n..#\n..."), "column_sum");
  EXPECT_EQ(verdict("..#\n..#"), "wrong_size");
  EXPECT_EQ(verdict("..#\n..#\n.."), "wrong_size");
  EXPECT_EQ(verdict("..#\n..#\n..1"), "unreadable");
  ExpectGarbageUnreadable(Kukurasu(), kSumsFacts);
  EXPECT_EQ(SolutionOf(Kukurasu(), kSumsFacts), "none: the puzzle has no answer");
}

TEST(Kukurasu, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view facts) { return VerdictOf(Kukurasu(), facts, "#"); };
  EXPECT_EQ(verdict(R"({"rows":[],"columns":[1]})"), "facts: rows");
  EXPECT_EQ(verdict(R"({"rows":[79],"columns":[1]})"), "facts: rows");
  EXPECT_EQ(verdict(R"({"rows":[1.5],"columns":[1]})"), "facts: rows");
  EXPECT_EQ(verdict(R"({"rows":[1],"columns":[-1]})"), "facts: columns");
  EXPECT_EQ(verdict(R"({"rows":[1],"columns":[0,0,0,0,0,0,0,0,0,0,0,0,0]})"), "facts: columns");
}

constexpr std::string_view kMinesFacts = R"({"shown":["??1","???","??1"],"mines":2})";

TEST(Minesweeper, TakesEveryRightAnswer) {
  EXPECT_EQ(VerdictOf(Minesweeper(), kMinesFacts, ". * 1\n. . .\n. * 1"), "right");
  EXPECT_EQ(VerdictOf(Minesweeper(), kMinesFacts, "* . 1\n. * .\n. . 1"), "right");
  EXPECT_EQ(VerdictOf(Minesweeper(), kMinesFacts, "..1\n..*\n*.1"), "right");
  EXPECT_EQ(VerdictOf(Minesweeper(), kMinesFacts, "[[.,.,.],[.,.,*],[*,.,.]]"), "right");
}

TEST(Minesweeper, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Minesweeper(), kMinesFacts, answer);
  };
  EXPECT_EQ(verdict(". * 1\n* . .\n. * 1"), "total_differs");
  EXPECT_EQ(verdict(". . 1\n. * .\n. . 1"), "total_differs");
  EXPECT_EQ(verdict(". * 1\n* . .\n. . 1"), "number_differs");
  EXPECT_EQ(verdict(". . *\n. . *\n. . 1"), "mine_on_number");
  EXPECT_EQ(verdict(". * 2\n. . .\n. * 1"), "number_changed");
  EXPECT_EQ(verdict(". * 1\n. 1 .\n. * 1"), "covered_cell_left");
  EXPECT_EQ(verdict(". * 1\n. * 1"), "wrong_size");
  EXPECT_EQ(verdict(". * 1\n? ? ?\n. * 1"), "unreadable");
  ExpectGarbageUnreadable(Minesweeper(), kMinesFacts);
}

TEST(Minesweeper, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view facts) { return VerdictOf(Minesweeper(), facts, "."); };
  EXPECT_EQ(verdict(R"({"shown":["9"],"mines":1})"), "facts: shown");
  EXPECT_EQ(verdict(R"({"shown":["?","??"],"mines":1})"), "facts: shown");
  EXPECT_EQ(verdict(R"({"shown":[""],"mines":1})"), "facts: shown");
  EXPECT_EQ(verdict(R"({"shown":["?"],"mines":257})"), "facts: mines");
  EXPECT_EQ(verdict(R"({"shown":["?"],"mines":"1"})"), "facts: mines");
  EXPECT_EQ(verdict(R"({"shown":["?"]})"), "facts: mines");
}

constexpr std::string_view kRegionsFacts = R"({"regions":[[0,0,1],[0,2,1],[2,2,1]]})";

TEST(Norinori, TakesEveryRightAnswer) {
  constexpr std::string_view kFacts = R"({"regions":[[0,0,0,1],[0,0,1,1]]})";
  EXPECT_EQ(VerdictOf(Norinori(), kFacts, "# . . #\n# . . #"), "right");
  EXPECT_EQ(VerdictOf(Norinori(), kFacts, "##..\n..##"), "right");
  EXPECT_EQ(VerdictOf(Norinori(), kFacts, "[.#.#]\n[.#.#]"), "right");
  // A domino may lie over a border.
  constexpr std::string_view kBorder = R"({"regions":[[0,0,1,1],[0,0,1,1],[0,0,1,1]]})";
  EXPECT_EQ(VerdictOf(Norinori(), kBorder, ".##.\n....\n.##."), "right");
}

TEST(Norinori, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Norinori(), kRegionsFacts, answer);
  };
  EXPECT_EQ(verdict("##.\n...\n##."), "region_count");
  EXPECT_EQ(verdict("##.\n..#\n###"), "not_a_domino");
  EXPECT_EQ(verdict("##.\n..#\n#.#"), "region_count");
  EXPECT_EQ(verdict("##.\n.##\n#.#"), "not_a_domino");
  EXPECT_EQ(verdict("##.\n..#\n##"), "wrong_size");
  EXPECT_EQ(verdict("ab.\n..#\n##."), "unreadable");
  ExpectGarbageUnreadable(Norinori(), kRegionsFacts);
  // Alone, and three in a row.
  constexpr std::string_view kRow = R"({"regions":[[0,0,0,1,1,1]]})";
  EXPECT_EQ(VerdictOf(Norinori(), kRow, "#.##.#"), "not_a_domino");
  EXPECT_EQ(VerdictOf(Norinori(), kRow, "##.#.#"), "not_a_domino");
  EXPECT_EQ(VerdictOf(Norinori(), kRow, "##.##."), "right");
  EXPECT_EQ(SolutionOf(Norinori(), R"({"regions":[[0,1]]})"), "none: the puzzle has no answer");
}

TEST(Norinori, RefusesBrokenFacts) {
  for (const std::string_view facts :
       {R"({"regions":[[0,2]]})", R"({"regions":[[1,1]]})", R"({"regions":[[0,144]]})",
        R"({"regions":[[0,0],[0]]})", R"({"regions":[[0,0,0,0,0,0,0,0,0,0,0,0,0]]})"}) {
    EXPECT_EQ(VerdictOf(Norinori(), facts, "##"), "facts: regions") << facts;
  }
}

}  // namespace
}  // namespace assay::logic
