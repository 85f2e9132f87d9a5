#include "logic/boards/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "logic/boards/latin.h"

namespace assay::logic {
namespace {

constexpr Board kTwoByThree{2, 3};

std::string MarksFound(std::string_view answer) {
  const Marks marks = MarksOf(answer, kTwoByThree, "a.#");
  return marks.fault ? std::string(marks.fault->reason) : marks.cells;
}

TEST(Rows, TakeMarksHoweverTheyAreWritten) {
  for (const std::string_view answer :
       {"a.#\n#.a", "A . #\r\n# . A\r\n", "\n\n[[\"a\",\".\",\"#\"],\n[\"#\",\".\",\"A\"]]\n",
        "| a | . | # |\n| # | . | a |", "['a.#', '#.a']\n", "[a . #][# . a]", "a,.,#\n\n#,.,a"}) {
    const bool one_list = answer.substr(0, 2) == "['";
    EXPECT_EQ(MarksFound(answer), one_list ? "wrong_size" : "a.##.a") << answer;
  }
  EXPECT_EQ(MarksFound("a.##.a"), "wrong_size");
  EXPECT_EQ(MarksFound("a.#\n#."), "wrong_size");
  EXPECT_EQ(MarksFound("a.#\n#.a\n###"), "wrong_size");
  EXPECT_EQ(MarksFound("a.\n##.\na"), "wrong_size");
  EXPECT_EQ(MarksFound("a.#\nb.a"), "unreadable");
  EXPECT_EQ(MarksFound(std::string_view("a.#\n#\0a", 7)), "unreadable");
  EXPECT_EQ(MarksFound(""), "unreadable");
  EXPECT_EQ(MarksFound("[]\n|,\"'"), "unreadable");
  EXPECT_EQ(MarksFound(std::string(kMostAnswerBytes, '.')), "wrong_size");
  EXPECT_EQ(MarksFound("a.#\n#.a" + std::string(kMostAnswerBytes, ' ')), "unreadable");
}

std::string NumbersFound(std::string_view answer) {
  const Numbers numbers = NumbersOf(answer, kTwoByThree);
  return numbers.fault ? std::string(numbers.fault->reason) : GridJson(numbers.grid);
}

TEST(Rows, TakeNumbersHoweverTheyAreWritten) {
  for (const std::string_view answer :
       {"1 2 3\n4 5 6", "[[1,2,3],[4,5,6]]", "1,2,3\r\n\r\n4,5,6\n", "123\n456",
        "| 1 | 2 | 3 |\n| 4 | 5 | 6 |", "\t1  2\t3 \n 4 5 6", "['1','2','3']['4','5','6']",
        "+1 02 3\n4 5 6"}) {
    EXPECT_EQ(NumbersFound(answer), "[[1,2,3],[4,5,6]]") << answer;
  }
  EXPECT_EQ(NumbersFound("-1 20 300\n4 5 999999999"), "[[-1,20,300],[4,5,999999999]]");
  for (const std::string_view answer :
       {"1 2 3 4 5 6", "1 2 3\n4 5", "1 2\n3 4\n5 6", "1", "1 2 3\n4 5 6\n7", "12 3\n45 6",
        "1234\n5678", "1\n2", "0123\n0456", "+123\n456", "123\n-45", "123\n4 5 6"}) {
    EXPECT_EQ(NumbersFound(answer), "wrong_size") << answer;
  }
  for (const std::string_view answer : {"", "[[]]", "1 2 x\n4 5 6", "1.0 2 3\n4 5 6", "1 2 - 3",
                                        "1 2 3\n4 5 1234567890", "1 2 3;4 5 6", "1 2 ３"}) {
    EXPECT_EQ(NumbersFound(answer), "unreadable") << answer;
  }
  EXPECT_EQ(NumbersFound(std::string(kMostAnswerBytes, '1')), "unreadable");
}

TEST(Rows, LatinSquaresHaveEachNumberInEachLine) {
  const auto fault = [](std::string_view answer) {
    const Latin latin = LatinOf(answer, 3);
    return latin.fault ? latin.fault->reason : "none";
  };
  EXPECT_EQ(fault("1 2 3\n2 3 1\n3 1 2"), "none");
  EXPECT_EQ(fault("123\n231\n312"), "none");
  EXPECT_EQ(fault("1 2 2\n2 3 1\n3 1 2"), "row_repeats");
  EXPECT_EQ(fault("1 2 3\n1 2 3\n1 2 3"), "column_repeats");
  EXPECT_EQ(fault("1 2 3\n2 4 1\n3 1 2"), "out_of_range");
  EXPECT_EQ(fault("1 2 3\n2 3 0\n3 1 2"), "out_of_range");
  EXPECT_EQ(fault("1 2 3\n2 3 1"), "wrong_size");
  EXPECT_EQ(fault("x"), "unreadable");
  for (size_t size = 2; size <= kMostLatinSize; ++size) {
    Dice dice(size);
    const Grid grid = RandomLatin(size, &dice);
    const Latin latin = LatinOf(LatinText(grid), size);
    EXPECT_FALSE(latin.fault);
    EXPECT_EQ(latin.grid, grid);
    EXPECT_EQ(LatinGrid(size, LatinChoices(grid)), grid);
  }
}

TEST(Board, KnowsItsNeighbours) {
  EXPECT_EQ(kTwoByThree.Beside(0), (std::vector<size_t>{1, 3}));
  EXPECT_EQ(kTwoByThree.Beside(4), (std::vector<size_t>{1, 5, 3}));
  EXPECT_EQ(kTwoByThree.Around(0), (std::vector<size_t>{1, 3, 4}));
  EXPECT_EQ(kTwoByThree.Around(1).size(), 5u);
  EXPECT_EQ(kTwoByThree.From(1, 1, 1), std::optional<size_t>(5));
  EXPECT_FALSE(kTwoByThree.From(2, 0, 1));
  EXPECT_FALSE(kTwoByThree.From(2, -1, 0));
}

TEST(Board, GroupsUseEveryNumber) {
  const auto groups = GroupsOf("regions", {{0, 1}, {1, 0}}, 2);
  ASSERT_TRUE(groups.ok());
  EXPECT_EQ(*groups, (std::vector<std::vector<size_t>>{{0, 3}, {1, 2}}));
  EXPECT_FALSE(GroupsOf("regions", {{0, 2}}, 3).ok());
  EXPECT_FALSE(GroupsOf("regions", {{0, 2}}, 2).ok());
  EXPECT_FALSE(GroupsOf("regions", {{0, -1}}, 2).ok());
  EXPECT_TRUE(CanLeave({1, 3}, {0, 1, 2}, 2));
  EXPECT_FALSE(CanLeave({1, 3}, {0, 1, 2}, 1));
  EXPECT_FALSE(CanLeave({1, 3}, {0}, 0));
}

}  // namespace
}  // namespace assay::logic
