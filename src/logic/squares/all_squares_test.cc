// Every answer that there is to some small puzzles, judged by the kind and by a plain second look.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "logic/boards/kind_test_util.h"
#include "logic/squares/squares.h"

namespace assay::logic {
namespace {

using Sides = std::array<size_t, 9>;

TEST(AllSquares, OfANumberWall) {
  const std::string numbers = "200001000";
  const auto is_right = [&](const std::string& cells) {
    // By island: the least of its cells, found by passing it on until nothing changes.
    Sides least{};
    for (size_t i = 0; i < 9; ++i) least[i] = i;
    for (int round = 0; round < 9; ++round) {
      for (size_t a = 0; a < 9; ++a) {
        for (size_t b = 0; b < 9; ++b) {
          const bool beside = (a + 1 == b && b % 3 != 0) || a + 3 == b;
          if (!beside || cells[a] == '#' || cells[b] == '#') continue;
          least[a] = least[b] = std::min(least[a], least[b]);
        }
      }
    }
    for (size_t i = 0; i < 9; ++i) {
      if (numbers[i] != '0' && cells[i] == '#') return false;
      if (cells[i] == '#') continue;
      int size = 0, sum = 0, count = 0;
      for (size_t j = 0; j < 9; ++j) {
        if (cells[j] == '#' || least[j] != least[i]) continue;
        ++size;
        sum += numbers[j] - '0';
        count += numbers[j] != '0' ? 1 : 0;
      }
      if (count != 1 || sum != size) return false;
    }
    for (const size_t at : {0, 1, 3, 4}) {
      if (cells[at] == '#' && cells[at + 1] == '#' && cells[at + 3] == '#' &&
          cells[at + 4] == '#') {
        return false;
      }
    }
    return true;
  };
  EXPECT_EQ(
      JudgeAllMarks(NumberWall(), R"({"grid":[[2,0,0],[0,0,1],[0,0,0]]})", 3, 3, "#.", is_right),
      1u);
}

TEST(AllSquares, OfAStarPlacement) {
  const std::string regions = "0001021122332233";
  const auto is_right = [&](const std::string& cells) {
    int rows[4] = {}, columns[4] = {}, in_regions[4] = {};
    for (int i = 0; i < 16; ++i) {
      if (cells[static_cast<size_t>(i)] != '*') continue;
      ++rows[i / 4];
      ++columns[i % 4];
      ++in_regions[regions[static_cast<size_t>(i)] - '0'];
      for (int j = 0; j < i; ++j) {
        const bool touch = std::abs(i / 4 - j / 4) <= 1 && std::abs(i % 4 - j % 4) <= 1;
        if (touch && cells[static_cast<size_t>(j)] == '*') return false;
      }
    }
    for (int i = 0; i < 4; ++i) {
      if (rows[i] != 1 || columns[i] != 1 || in_regions[i] != 1) return false;
    }
    return true;
  };
  EXPECT_EQ(JudgeAllMarks(StarPlacement(),
                          R"({"regions":[[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]],"stars":1})", 4,
                          4, "*.", is_right),
            1u);
}

TEST(AllSquares, OfASkyline) {
  const auto seen = [](char a, char b, char c) {
    return 1 + (b > a ? 1 : 0) + (c > std::max(a, b) ? 1 : 0);
  };
  const auto is_right = [&](const std::string& c) {
    for (size_t i = 0; i < 3; ++i) {
      std::string row = c.substr(3 * i, 3), column = {c[i], c[i + 3], c[i + 6]};
      std::sort(row.begin(), row.end());
      std::sort(column.begin(), column.end());
      if (row != "123" || column != "123") return false;
    }
    return seen(c[0], c[3], c[6]) == 2 && seen(c[8], c[5], c[2]) == 2 &&
           seen(c[3], c[4], c[5]) == 1 && seen(c[8], c[7], c[6]) == 2;
  };
  EXPECT_GT(JudgeAllMarks(Skyscrapers(),
                          R"({"top":[2,0,0],"bottom":[0,0,2],"left":[0,1,0],"right":[0,0,2]})", 3,
                          3, "123", is_right),
            0u);
}

bool HasEachOfSix(std::string cells) {
  std::sort(cells.begin(), cells.end());
  return cells == "123456";
}

TEST(AllSquares, OfASurvo) {
  const auto is_right = [](const std::string& c) {
    return HasEachOfSix(c) && c[0] + c[1] + c[2] - 3 * '0' == 10 && c[0] + c[3] - 2 * '0' == 6 &&
           c[1] + c[4] - 2 * '0' == 7 && c[5] == '3';
  };
  EXPECT_GT(JudgeAllMarks(Survo(),
                          R"({"grid":[[0,0,0],[0,0,3]],"rows":[10,11],)"
                          R"("columns":[6,7,8]})",
                          2, 3, "123456", is_right),
            0u);
}

TEST(AllSquares, OfANumbrix) {
  const auto is_right = [](const std::string& c) {
    if (!HasEachOfSix(c) || c[1] != '1') return false;
    for (char number = '1'; number < '6'; ++number) {
      const auto a = static_cast<int>(c.find(number)), b = static_cast<int>(c.find(number + 1));
      if (std::abs(a / 3 - b / 3) + std::abs(a % 3 - b % 3) != 1) return false;
    }
    return true;
  };
  EXPECT_EQ(JudgeAllMarks(Numbrix(), R"({"grid":[[0,1,0],[0,0,0]]})", 2, 3, "123456", is_right),
            2u);
  const auto from_corner = [&](const std::string& c) {
    if (c[0] != '1') return false;
    for (char number = '1'; number < '6'; ++number) {
      const size_t a = c.find(number), b = c.find(static_cast<char>(number + 1));
      if (a == std::string::npos || b == std::string::npos) return false;
      const bool beside =
          a + 3 == b || b + 3 == a || (a + 1 == b && b != 3) || (b + 1 == a && a != 3);
      if (!beside) return false;
    }
    return true;
  };
  EXPECT_EQ(JudgeAllMarks(Numbrix(), R"({"grid":[[1,0,0],[0,0,0]]})", 2, 3, "123456", from_corner),
            3u);
}

}  // namespace
}  // namespace assay::logic
