#include "logic/squares/squares.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "logic/boards/kind_test_util.h"

namespace assay::logic {
namespace {

constexpr std::string_view kSudokuFacts = R"({"grid":[[1,0,0,0],[0,4,0,2],[0,0,0,0],[0,0,2,0]]})";
constexpr std::string_view kSudokuAnswer = "1 2 4 3\n3 4 1 2\n2 1 3 4\n4 3 2 1";

TEST(Sudoku, TakesEveryRightAnswer) {
  EXPECT_EQ(VerdictOf(Sudoku(), kSudokuFacts, kSudokuAnswer), "right");
  EXPECT_EQ(VerdictOf(Sudoku(), kSudokuFacts, "[[1,2,4,3],[3,4,1,2],[2,1,3,4],[4,3,2,1]]"),
            "right");
  EXPECT_EQ(VerdictOf(Sudoku(), kSudokuFacts, "1243\n3412\n2134\n4321"), "right");
  EXPECT_EQ(VerdictOf(Sudoku(), kSudokuFacts, "1 2 | 4 3\n3 4 | 1 2\n\n2 1 | 3 4\n4 3 | 2 1\n"),
            "right");
  constexpr std::string_view kOpen = R"({"grid":[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]]})";
  EXPECT_EQ(VerdictOf(Sudoku(), kOpen, "1234\n3412\n2143\n4321"), "right");
  EXPECT_EQ(VerdictOf(Sudoku(), kOpen, "1234\n3412\n4321\n2143"), "right");
  // Boxes of two rows and three columns.
  constexpr std::string_view kSix =
      R"({"grid":[[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]]})";
  EXPECT_EQ(VerdictOf(Sudoku(), kSix, "123456\n456123\n231564\n564231\n312645\n645312"), "right");
  EXPECT_EQ(VerdictOf(Sudoku(), kSix, "123456\n231564\n456123\n564231\n312645\n645312"),
            "box_repeats");
}

TEST(Sudoku, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Sudoku(), kSudokuFacts, answer);
  };
  EXPECT_EQ(verdict("1 1 4 3\n3 4 1 2\n2 1 3 4\n4 3 2 1"), "row_repeats");
  EXPECT_EQ(verdict("1 2 4 3\n1 4 3 2\n2 1 3 4\n4 3 2 1"), "column_repeats");
  EXPECT_EQ(verdict("1 2 3 4\n2 4 1 3\n3 1 4 2\n4 3 2 1"), "given_changed");
  EXPECT_EQ(verdict("1 3 4 2\n2 4 3 1\n3 1 2 4\n4 2 1 3"), "given_changed");
  EXPECT_EQ(VerdictOf(Sudoku(), R"({"grid":[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]})",
                      "1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1"),
            "box_repeats");
  EXPECT_EQ(verdict("1 2 4 3\n3 4 1 2\n2 1 3 4\n4 3 2 5"), "out_of_range");
  EXPECT_EQ(verdict("1 2 4 3\n3 4 1 2\n2 1 3 4"), "wrong_size");
  EXPECT_EQ(verdict("1 2 4 3 3 4 1 2 2 1 3 4 4 3 2 1"), "wrong_size");
  EXPECT_EQ(verdict("1 2 4 3\n3 4 1 2\n2 1 3 4\n4 3 2 _"), "unreadable");
  ExpectGarbageUnreadable(Sudoku(), kSudokuFacts);
}

TEST(Sudoku, RefusesBrokenFacts) {
  for (const std::string_view facts :
       {R"({"grid":[[1]]})", R"({"grid":[[0,0,0,0],[0,0,0,0],[0,0,0,0]]})",
        R"({"grid":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0]]})",
        R"({"grid":[[5,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]})",
        R"({"grid":[[0,0,0],[0,0,0],[0,0,0]]})"}) {
    EXPECT_EQ(VerdictOf(Sudoku(), facts, "1"), "facts: grid") << facts;
  }
  EXPECT_EQ(SolutionOf(Sudoku(), R"({"grid":[[1,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]})"),
            "none: the puzzle has no answer");
}

constexpr std::string_view kSkyline =
    R"({"top":[0,0,2],"bottom":[0,0,0],"left":[1,0,0],"right":[0,0,1]})";

TEST(Skyscrapers, TakesEveryRightAnswer) {
  EXPECT_EQ(VerdictOf(Skyscrapers(), kSkyline, "3 1 2\n2 3 1\n1 2 3"), "right");
  EXPECT_EQ(VerdictOf(Skyscrapers(), kSkyline, "312\n231\n123"), "right");
  constexpr std::string_view kOpen = R"({"top":[0,0],"bottom":[0,0],"left":[0,0],"right":[0,0]})";
  EXPECT_EQ(VerdictOf(Skyscrapers(), kOpen, "1 2\n2 1"), "right");
  EXPECT_EQ(VerdictOf(Skyscrapers(), kOpen, "[[2,1],[1,2]]"), "right");
}

TEST(Skyscrapers, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view edge, std::string_view answer) {
    std::string facts = "{";
    for (const std::string_view each : {"top", "bottom", "left", "right"}) {
      facts += (facts.size() > 1 ? ",\"" : "\"") + std::string(each) +
               "\":" + (each == edge ? "[3,0,0]" : "[0,0,0]");
    }
    return VerdictOf(Skyscrapers(), facts + "}", answer);
  };
  const std::string_view up = "1 2 3\n2 3 1\n3 1 2", down = "3 2 1\n2 1 3\n1 3 2";
  EXPECT_EQ(verdict("top", up), "right");
  EXPECT_EQ(verdict("left", up), "right");
  EXPECT_EQ(verdict("bottom", down), "right");
  EXPECT_EQ(verdict("right", down), "right");
  EXPECT_EQ(verdict("top", down), "top_differs");
  EXPECT_EQ(verdict("left", down), "left_differs");
  EXPECT_EQ(verdict("bottom", up), "bottom_differs");
  EXPECT_EQ(verdict("right", up), "right_differs");
  EXPECT_EQ(verdict("right", "3 2 1\n3 1 2\n1 3 2"), "column_repeats");
  EXPECT_EQ(verdict("right", "3 2 3\n2 1 3\n1 3 2"), "row_repeats");
  EXPECT_EQ(verdict("right", "3 2 4\n2 1 3\n1 3 2"), "out_of_range");
  EXPECT_EQ(verdict("right", "3 2\n2 1"), "wrong_size");
  ExpectGarbageUnreadable(Skyscrapers(), kSkyline);
}

TEST(Skyscrapers, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view facts) { return VerdictOf(Skyscrapers(), facts, "1"); };
  EXPECT_EQ(verdict(R"({"top":[0],"bottom":[0],"left":[0],"right":[0]})"), "facts: top");
  EXPECT_EQ(verdict(R"({"top":[0,0,0,0,0,0,0],"bottom":[0],"left":[0],"right":[0]})"),
            "facts: top");
  EXPECT_EQ(verdict(R"({"top":[0,7],"bottom":[0,0],"left":[0,0],"right":[0,0]})"), "facts: top");
  EXPECT_EQ(verdict(R"({"top":[0,0],"bottom":[0],"left":[0,0],"right":[0,0]})"), "facts: bottom");
  EXPECT_EQ(verdict(R"({"top":[0,0],"bottom":[0,0],"left":[0,-1],"right":[0,0]})"), "facts: left");
  EXPECT_EQ(verdict(R"({"top":[0,0],"bottom":[0,0],"left":[0,0],"right":["0",0]})"),
            "facts: right");
  EXPECT_EQ(SolutionOf(Skyscrapers(), R"({"top":[2,2],"bottom":[0,0],"left":[0,0],"right":[0,0]})"),
            "none: the puzzle has no answer");
}

constexpr std::string_view kSurvoFacts =
    R"({"grid":[[0,0,3],[4,0,0]],"rows":[6,15],"columns":[5,7,9]})";

TEST(Survo, TakesEveryRightAnswer) {
  EXPECT_EQ(VerdictOf(Survo(), kSurvoFacts, "1 2 3\n4 5 6"), "right");
  EXPECT_EQ(VerdictOf(Survo(), kSurvoFacts, "[[1,2,3],[4,5,6]]"), "right");
  constexpr std::string_view kTwo = R"({"grid":[[0,0],[0,0]],"rows":[5,5],"columns":[5,5]})";
  EXPECT_EQ(VerdictOf(Survo(), kTwo, "1 4\n4 1"), "number_repeats");
  constexpr std::string_view kEither = R"({"grid":[[0,0],[0,0]],"rows":[5,5],"columns":[4,6]})";
  EXPECT_EQ(VerdictOf(Survo(), kEither, "1 4\n3 2"), "right");
  EXPECT_EQ(VerdictOf(Survo(), kEither, "3 2\n1 4"), "right");
  // More than nine cells.
  constexpr std::string_view kLong = R"({"grid":[[0,0,0,0,0],[0,0,0,0,0]],"rows":[15,40],)"
                                     R"("columns":[7,9,11,13,15]})";
  EXPECT_EQ(VerdictOf(Survo(), kLong, "1 2 3 4 5\n6 7 8 9 10"), "right");
}

TEST(Survo, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Survo(), kSurvoFacts, answer);
  };
  EXPECT_EQ(verdict("1 2 3\n4 6 5"), "column_sum");
  EXPECT_EQ(verdict("1 5 3\n4 2 6"), "row_sum");
  EXPECT_EQ(verdict("1 3 2\n4 5 6"), "given_changed");
  EXPECT_EQ(verdict("1 1 3\n4 5 6"), "number_repeats");
  EXPECT_EQ(verdict("1 2 3\n4 5 7"), "out_of_range");
  EXPECT_EQ(verdict("1 2 3\n4 5 -6"), "out_of_range");
  EXPECT_EQ(verdict("1 2 3 6\n4 5 6 15\n5 7 9 21"), "wrong_size");
  ExpectGarbageUnreadable(Survo(), kSurvoFacts);
}

TEST(Survo, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view facts) { return VerdictOf(Survo(), facts, "1"); };
  EXPECT_EQ(verdict(R"({"grid":[[1,1]],"rows":[2],"columns":[1,1]})"), "facts: grid");
  EXPECT_EQ(verdict(R"({"grid":[[3,0]],"rows":[2],"columns":[1,1]})"), "facts: grid");
  EXPECT_EQ(verdict(R"({"grid":[[0,0]],"rows":[2,1],"columns":[1,1]})"), "facts: rows");
  EXPECT_EQ(verdict(R"({"grid":[[0,0]],"rows":[3],"columns":[1]})"), "facts: columns");
  EXPECT_EQ(verdict(R"({"grid":[[0,0]],"rows":[3],"columns":[1,1000]})"), "facts: columns");
  EXPECT_EQ(SolutionOf(Survo(), R"({"grid":[[0,0]],"rows":[4],"columns":[1,2]})"),
            "none: the puzzle has no answer");
}

constexpr std::string_view kPathFacts = R"({"grid":[[1,0,0],[0,0,0],[7,0,9]]})";

TEST(Numbrix, TakesEveryRightAnswer) {
  EXPECT_EQ(VerdictOf(Numbrix(), kPathFacts, "1 2 3\n6 5 4\n7 8 9"), "right");
  EXPECT_EQ(VerdictOf(Numbrix(), kPathFacts, "123\n654\n789"), "right");
  constexpr std::string_view kOpen = R"({"grid":[[1,0],[0,0]]})";
  EXPECT_EQ(VerdictOf(Numbrix(), kOpen, "1 2\n4 3"), "right");
  EXPECT_EQ(VerdictOf(Numbrix(), kOpen, "1 4\n2 3"), "right");
  EXPECT_EQ(VerdictOf(Numbrix(), R"({"grid":[[0,0,0,0]]})", "4 3 2 1"), "right");
  EXPECT_EQ(VerdictOf(Numbrix(), R"({"grid":[[0]]})", "1"), "right");
  EXPECT_EQ(SolutionOf(Numbrix(), R"({"grid":[[0]]})"), "1\n");
}

TEST(Numbrix, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(Numbrix(), kPathFacts, answer);
  };
  EXPECT_EQ(verdict("1 2 3\n4 5 6\n7 8 9"), "path_broken");
  EXPECT_EQ(verdict("1 2 5\n6 3 4\n7 8 9"), "path_broken");
  EXPECT_EQ(verdict("3 2 1\n4 5 6\n9 8 7"), "given_changed");
  EXPECT_EQ(verdict("1 2 2\n6 5 4\n7 8 9"), "number_repeats");
  EXPECT_EQ(verdict("1 2 3\n6 5 10\n7 8 9"), "out_of_range");
  EXPECT_EQ(verdict("1 2 3\n6 5 4"), "wrong_size");
  ExpectGarbageUnreadable(Numbrix(), kPathFacts);
}

TEST(Numbrix, RefusesBrokenFacts) {
  for (const std::string_view facts :
       {R"({"grid":[[1,1],[0,0]]})", R"({"grid":[[5,0],[0,0]]})", R"({"grid":[[1,0],[0]]})",
        R"({"grid":[[0,0,0,0,0,0,0,0,0,0,0]]})"}) {
    EXPECT_EQ(VerdictOf(Numbrix(), facts, "1"), "facts: grid") << facts;
  }
  // A path that would have to cross itself, and one of another colour of the chess board.
  EXPECT_EQ(SolutionOf(Numbrix(), R"({"grid":[[1,4],[0,0]]})").substr(0, 1), "1");
  EXPECT_EQ(SolutionOf(Numbrix(), R"({"grid":[[1,3],[0,0]]})"), "none: the puzzle has no answer");
  EXPECT_EQ(SolutionOf(Numbrix(), R"({"grid":[[0,1,0],[0,0,0],[0,0,0]]})"),
            "none: the puzzle has no answer");
}

}  // namespace
}  // namespace assay::logic
