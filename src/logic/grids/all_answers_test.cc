// Every answer that there is to some small puzzles, judged by the kind and by a plain second look.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "logic/boards/kind_test_util.h"
#include "logic/grids/grids.h"

namespace assay::logic {
namespace {

// Of a board of that many columns: cells as (row, column), those outside are '-'.
struct PlainBoard {
  std::string cells;
  int columns;

  int rows() const { return static_cast<int>(cells.size()) / columns; }
  char At(int row, int column) const {
    if (row < 0 || column < 0 || row >= rows() || column >= columns) return '-';
    return cells[static_cast<size_t>(row * columns + column)];
  }
  int Around(int row, int column, char mark, bool corners) const {
    int count = 0;
    for (int down = -1; down <= 1; ++down) {
      for (int on = -1; on <= 1; ++on) {
        const int steps = down * down + on * on;
        if (steps == 0 || (steps == 2 && !corners)) continue;
        count += At(row + down, column + on) == mark ? 1 : 0;
      }
    }
    return count;
  }
};

TEST(AllAnswers, OfAKukurasu) {
  const auto is_right = [](const std::string& cells) {
    int rows[3] = {}, columns[3] = {};
    for (int i = 0; i < 9; ++i) {
      if (cells[static_cast<size_t>(i)] != '#') continue;
      rows[i / 3] += i % 3 + 1;
      columns[i % 3] += i / 3 + 1;
    }
    return rows[0] == 3 && rows[1] == 3 && rows[2] == 3 && columns[0] == 3 && columns[1] == 3 &&
           columns[2] == 3;
  };
  EXPECT_EQ(
      JudgeAllMarks(Kukurasu(), R"({"rows":[3,3,3],"columns":[3,3,3]})", 3, 3, "#.", is_right), 2u);
}

TEST(AllAnswers, OfANorinori) {
  const std::string regions = "000100112211";
  const auto is_right = [&](const std::string& cells) {
    const PlainBoard board{cells, 4};
    int in_region[3] = {};
    for (int i = 0; i < 12; ++i) {
      if (board.At(i / 4, i % 4) != '#') continue;
      ++in_region[regions[static_cast<size_t>(i)] - '0'];
      if (board.Around(i / 4, i % 4, '#', false) != 1) return false;
    }
    return in_region[0] == 2 && in_region[1] == 2 && in_region[2] == 2;
  };
  EXPECT_GT(JudgeAllMarks(Norinori(), R"({"regions":[[0,0,0,1],[0,0,1,1],[2,2,1,1]]})", 3, 4, "#.",
                          is_right),
            0u);
}

TEST(AllAnswers, OfAMinefield) {
  const std::string shown = "??1???2??";
  const auto is_right = [&](const std::string& cells) {
    const PlainBoard board{cells, 3};
    for (int i = 0; i < 9; ++i) {
      const char number = shown[static_cast<size_t>(i)];
      if (number == '?') continue;
      if (board.At(i / 3, i % 3) == '*') return false;
      if (board.Around(i / 3, i % 3, '*', true) != number - '0') return false;
    }
    return std::count(cells.begin(), cells.end(), '*') == 3;
  };
  EXPECT_GT(JudgeAllMarks(Minesweeper(), R"({"shown":["??1","???","2??"],"mines":3})", 3, 3, "*.",
                          is_right),
            1u);
}

TEST(AllAnswers, OfACampsite) {
  const std::string trees = "...T....T.";
  const auto is_right = [&](const std::string& cells) {
    const PlainBoard board{cells, 5};
    int rows[2] = {}, columns[5] = {};
    std::vector<int> tents;
    for (int i = 0; i < 10; ++i) {
      const char mark = cells[static_cast<size_t>(i)];
      if ((mark == 'T') != (trees[static_cast<size_t>(i)] == 'T')) return false;
      if (mark != 'C') continue;
      tents.push_back(i);
      ++rows[i / 5];
      ++columns[i % 5];
      if (board.Around(i / 5, i % 5, 'C', true) > 0) return false;
    }
    const auto beside = [](int a, int b) {
      return std::abs(a / 5 - b / 5) + std::abs(a % 5 - b % 5) == 1;
    };
    // The trees are in the cells 3 and 8.
    return tents.size() == 2 && rows[0] + rows[1] == 2 && rows[0] == 1 && columns[2] == 1 &&
           columns[4] == 1 &&
           ((beside(tents[0], 3) && beside(tents[1], 8)) ||
            (beside(tents[0], 8) && beside(tents[1], 3)));
  };
  EXPECT_EQ(
      JudgeAllMarks(Campsite(), R"({"trees":["...T.","...T."],"rows":[1,1],"columns":[0,0,1,0,1]})",
                    2, 5, "TC.", is_right),
      2u);
}

bool IsPlainLatin(const std::string& cells) {
  for (size_t i = 0; i < 3; ++i) {
    const std::set<char> row = {cells[3 * i], cells[3 * i + 1], cells[3 * i + 2]};
    const std::set<char> column = {cells[i], cells[i + 3], cells[i + 6]};
    if (row.size() < 3 || column.size() < 3) return false;
  }
  return true;
}

TEST(AllAnswers, OfACalcudoku) {
  const auto is_right = [](const std::string& c) {
    return IsPlainLatin(c) && c[0] + c[1] + c[3] - 3 * '0' == 6 && std::abs(c[2] - c[5]) == 1 &&
           (c[4] - '0') * (c[7] - '0') == 2;
  };
  EXPECT_GT(
      JudgeAllMarks(Calcudoku(),
                    R"({"cages":[[0,0,1],[0,2,1],[3,2,3]],"ops":["+","-","*","+"],)"
                    R"("targets":[6,1,2,4]})",
                    3, 3, "123",
                    [&](const std::string& c) { return is_right(c) && c[6] + c[8] - 96 == 4; }),
      0u);
}

TEST(AllAnswers, OfAFutoshiki) {
  const auto is_right = [](const std::string& c) {
    return IsPlainLatin(c) && c[0] > c[1] && c[4] > c[5] && c[3] < c[6] && c[8] == '3';
  };
  EXPECT_GT(
      JudgeAllMarks(
          Futoshiki(),
          R"({"grid":[[0,0,0],[0,0,0],[0,0,3]],"across":[">.",".>",".."],"down":["...","^.."]})", 3,
          3, "123", is_right),
      0u);
}

// All eight arrows in each blank of a maze of two rows.
TEST(AllAnswers, OfAMaze) {
  const std::vector<std::pair<std::string, std::pair<int, int>>> arrows = {
      {"↑", {-1, 0}}, {"↗", {-1, 1}}, {"→", {0, 1}},  {"↘", {1, 1}},
      {"↓", {1, 0}},  {"↙", {1, -1}}, {"←", {0, -1}}, {"↖", {-1, -1}}};
  const std::string facts = R"({"grid":[[0,3,0],[1,0,0]]})";
  const int blanks[4][2] = {{0, 0}, {0, 2}, {1, 1}, {1, 2}};
  size_t right = 0;
  for (size_t way = 0; way < 8 * 8 * 8 * 8; ++way) {
    int arrow[2][3] = {{-1, -1, -1}, {-1, -1, -1}};
    for (size_t i = 0, rest = way; i < 4; ++i, rest /= 8) {
      arrow[blanks[i][0]][blanks[i][1]] = static_cast<int>(rest % 8);
    }
    int counts[2][3] = {};
    std::string answer;
    bool all_in_rays = true;
    for (int row = 0; row < 2; ++row) {
      for (int column = 0; column < 3; ++column) {
        const int which = arrow[row][column];
        if (which < 0) {
          answer += row == 0 ? "3 " : "1 ";
          continue;
        }
        const auto& [sign, step] = arrows[static_cast<size_t>(which)];
        answer += sign + " ";
        int r = row, c = column;
        while (r >= 0 && c >= 0 && r < 2 && c < 3 && arrow[r][c] == which) {
          r -= step.first;
          c -= step.second;
        }
        const bool inside = r >= 0 && c >= 0 && r < 2 && c < 3;
        if (inside && arrow[r][c] < 0) {
          ++counts[r][c];
        } else {
          all_in_rays = false;
        }
      }
      answer += "\n";
    }
    const bool is_right = all_in_rays && counts[0][1] == 3 && counts[1][0] == 1;
    const std::string verdict = VerdictOf(ArrowMaze(), facts, answer);
    EXPECT_EQ(verdict == "right", is_right) << answer << verdict;
    right += is_right ? 1 : 0;
  }
  EXPECT_GT(right, 1u);
}

}  // namespace
}  // namespace assay::logic
