#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "logic/boards/kind_test_util.h"
#include "logic/squares/squares.h"

namespace assay::logic {
namespace {

constexpr std::string_view kIslands = R"({"grid":[[2,0,1],[0,0,0],[0,1,0]]})";

TEST(NumberWall, TakesEveryRightAnswer) {
  for (const std::string_view answer :
       {". # .\n. # #\n# . #", ".#.\n.##\n#.#", "2 # 1\n. # #\n# 1 #",
        R"([[".","#","."],[".","#","#"],["#",".","#"]])"}) {
    EXPECT_EQ(VerdictOf(NumberWall(), kIslands, answer), "right") << answer;
  }
  constexpr std::string_view kEither = R"({"grid":[[2,0,0],[0,0,1]]})";
  EXPECT_EQ(VerdictOf(NumberWall(), kEither, "..#\n##."), "right");
  EXPECT_EQ(VerdictOf(NumberWall(), kEither, ".##\n.#."), "right");
  // The walls needn't hang together, and there may be none or nothing else.
  EXPECT_EQ(VerdictOf(NumberWall(), R"({"grid":[[0,1,0]]})", "# . #"), "right");
  EXPECT_EQ(VerdictOf(NumberWall(), R"({"grid":[[2,0]]})", ". ."), "right");
  EXPECT_EQ(VerdictOf(NumberWall(), R"({"grid":[[0,0,0]]})", "# # #"), "right");
}

TEST(NumberWall, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(NumberWall(), kIslands, answer);
  };
  EXPECT_EQ(verdict("# # .\n. # #\n# . #"), "wall_on_number");
  EXPECT_EQ(verdict(". # .\n. # #\n# 2 #"), "number_changed");
  EXPECT_EQ(verdict(". # .\n1 # #\n# . #"), "number_changed");
  EXPECT_EQ(verdict(". # .\n# # #\n. . #"), "island_size");
  EXPECT_EQ(verdict(". # .\n. # #\n. . #"), "island_with_numbers");
  EXPECT_EQ(verdict(". # .\n. # #\n# . ."), "island_size");
  EXPECT_EQ(VerdictOf(NumberWall(), R"({"grid":[[1,0,0]]})", ". # ."), "island_without_number");
  EXPECT_EQ(VerdictOf(NumberWall(), R"({"grid":[[1,0,0],[0,0,0]]})", ". # #\n# # #"),
            "square_of_wall");
  EXPECT_EQ(verdict(". # .\n. # #"), "wrong_size");
  EXPECT_EQ(verdict(". # .\n. # _\n# . #"), "unreadable");
  EXPECT_EQ(verdict(". # .\n. # 0\n# . #"), "unreadable");
  ExpectGarbageUnreadable(NumberWall(), kIslands);
}

TEST(NumberWall, RefusesBrokenFacts) {
  for (const std::string_view facts :
       {R"({"grid":[[10]]})", R"({"grid":[[-1]]})", R"({"grid":[[1],[]]})",
        R"({"grid":[[0,0,0,0,0,0,0,0,0,0,0]]})"}) {
    EXPECT_EQ(VerdictOf(NumberWall(), facts, "."), "facts: grid") << facts;
  }
  EXPECT_EQ(SolutionOf(NumberWall(), R"({"grid":[[1,1]]})"), "none: the puzzle has no answer");
  EXPECT_EQ(SolutionOf(NumberWall(), R"({"grid":[[0,0],[0,0]]})"),
            "none: the puzzle has no answer");
  EXPECT_EQ(SolutionOf(NumberWall(), R"({"grid":[[0,0]]})"), "# #\n");
  // One island of nine cells in the middle has more shapes than a search takes on.
  std::string wide = "[0,0,0,0,0,0,0,0,0,0]", grid;
  for (int row = 0; row < 9; ++row) grid += wide + ",";
  grid += wide;
  grid.replace(grid.find("0,0,0,0],", 4 * wide.size()), 1, "9");
  EXPECT_EQ(SolutionOf(NumberWall(), "{\"grid\":[" + grid + "]}"),
            "none: the search was given up after many steps");
}

constexpr std::string_view kStars =
    R"({"regions":[[0,0,0,1],[0,2,1,1],[2,2,3,3],[2,2,3,3]],"stars":1})";

TEST(StarPlacement, TakesEveryRightAnswer) {
  for (const std::string_view answer :
       {". * . .\n. . . *\n* . . .\n. . * .", ".*..\n...*\n*...\n..*.",
        "[.*..]\n[...*][*...][..*.]",
        "| . | * | . | . |\n| . | . | . | * |\n| * | . | . | . |\n| . | . | * | . |"}) {
    EXPECT_EQ(VerdictOf(StarPlacement(), kStars, answer), "right") << answer;
  }
  // Both of the ways to put four stars on four rows and columns.
  constexpr std::string_view kRows =
      R"({"regions":[[0,0,0,0],[1,1,1,1],[2,2,2,2],[3,3,3,3]],"stars":1})";
  EXPECT_EQ(VerdictOf(StarPlacement(), kRows, ".*..\n...*\n*...\n..*."), "right");
  EXPECT_EQ(VerdictOf(StarPlacement(), kRows, "..*.\n*...\n...*\n.*.."), "right");
  // Two in every line.
  constexpr std::string_view kTwo =
      R"({"regions":[[0,0,0,0,0,0,0,0],[1,1,1,1,1,1,1,1],[2,2,2,2,2,2,2,2],[3,3,3,3,3,3,3,3],)"
      R"([4,4,4,4,4,4,4,4],[5,5,5,5,5,5,5,5],[6,6,6,6,6,6,6,6],[7,7,7,7,7,7,7,7]],"stars":2})";
  const std::string_view two =
      "....*.*.\n*.*.....\n....*.*.\n*.*.....\n.....*.*\n.*.*....\n.....*.*\n.*.*....";
  EXPECT_EQ(VerdictOf(StarPlacement(), kTwo, two), "right");
  EXPECT_EQ(VerdictOf(StarPlacement(), kTwo, ".*..\n...*\n*...\n..*."), "wrong_size");
}

TEST(StarPlacement, SaysWhichRuleIsBroken) {
  const auto verdict = [](std::string_view answer) {
    return VerdictOf(StarPlacement(), kStars, answer);
  };
  EXPECT_EQ(verdict("....\n...*\n*...\n..*."), "row_count");
  EXPECT_EQ(verdict(".*..\n...*\n.*..\n...*"), "column_count");
  EXPECT_EQ(verdict("..*.\n*...\n...*\n.*.."), "region_count");
  EXPECT_EQ(verdict("*...\n.*..\n...*\n..*."), "stars_touch");
  EXPECT_EQ(verdict("**..\n...*\n*...\n..*."), "stars_touch");
  EXPECT_EQ(verdict("....\n....\n....\n...."), "row_count");
  EXPECT_EQ(verdict(".*..\n...*\n*..."), "wrong_size");
  EXPECT_EQ(verdict(".*..\n...*\n*...\n..x."), "unreadable");
  ExpectGarbageUnreadable(StarPlacement(), kStars);
}

// A region's number would else be the row of its star.
TEST(StarPlacement, NumbersRegionsAsTheyCome) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const std::string facts = MadePuzzle(StarPlacement(), 3, seed).facts;
    char highest = '0' - 1;
    for (const char c : facts) {
      if (c < '0' || c > '9' || c <= highest) continue;
      EXPECT_EQ(c, highest + 1) << facts;
      highest = c;
    }
  }
}

TEST(StarPlacement, RefusesBrokenFacts) {
  const auto verdict = [](std::string_view facts) {
    return VerdictOf(StarPlacement(), facts, ".");
  };
  EXPECT_EQ(verdict(R"({"regions":[[0,1],[1,2]],"stars":1})"), "facts: regions");
  EXPECT_EQ(verdict(R"({"regions":[[0,0],[0,0]],"stars":1})"), "facts: regions");
  EXPECT_EQ(verdict(R"({"regions":[[0,1]],"stars":1})"), "facts: regions");
  EXPECT_EQ(verdict(R"({"regions":[[1,1],[2,2]],"stars":1})"), "facts: regions");
  EXPECT_EQ(verdict(R"({"regions":[[0,0],[1,1]],"stars":0})"), "facts: stars");
  EXPECT_EQ(verdict(R"({"regions":[[0,0],[1,1]],"stars":4})"), "facts: stars");
  EXPECT_EQ(SolutionOf(StarPlacement(), R"({"regions":[[0,0],[1,1]],"stars":1})"),
            "none: the puzzle has no answer");
}

}  // namespace
}  // namespace assay::logic
