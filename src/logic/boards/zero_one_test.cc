#include "logic/boards/zero_one.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/dice/mix.h"

namespace assay::logic {
namespace {

TEST(ZeroOne, SaysWhenThereIsNoneAndWhenItGivesUp) {
  ZeroOne problem(3);
  problem.Require({{0, 2}, {1, -1}, {2, 3}}, 4, 4);
  std::vector<uint8_t> values;
  ASSERT_EQ(problem.Search(1000, &values), ZeroOne::End::kFound);
  EXPECT_EQ(values, (std::vector<uint8_t>{1, 1, 1}));
  problem.Forbid(values);
  EXPECT_EQ(problem.Search(1000, &values), ZeroOne::End::kNone);
  // Five pigeons in four holes, which takes some steps to see.
  ZeroOne pigeons(20);
  for (size_t pigeon = 0; pigeon < 5; ++pigeon) {
    pigeons.Count({4 * pigeon, 4 * pigeon + 1, 4 * pigeon + 2, 4 * pigeon + 3}, 1, 1);
  }
  for (size_t hole = 0; hole < 4; ++hole) {
    pigeons.Count({hole, hole + 4, hole + 8, hole + 12, hole + 16}, 0, 1);
  }
  EXPECT_EQ(pigeons.Search(20, &values), ZeroOne::End::kGaveUp);
  EXPECT_EQ(pigeons.Search(ZeroOne::kMostWork, &values), ZeroOne::End::kNone);
}

TEST(ZeroOne, TakesSumsOfNothing) {
  ZeroOne problem(1);
  std::vector<uint8_t> values;
  problem.Count({}, 0, 0);
  EXPECT_EQ(problem.Search(100, &values), ZeroOne::End::kFound);
  problem.Count({}, 1, 1);
  EXPECT_EQ(problem.Search(100, &values), ZeroOne::End::kNone);
}

// As many answers as there are when every way is tried.
TEST(ZeroOne, FindsEveryAnswerOnce) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Dice dice(seed);
    constexpr size_t kCells = 7;
    ZeroOne problem(kCells);
    for (int sums = 0; sums < 3; ++sums) {
      std::vector<ZeroOne::Term> terms;
      for (size_t cell = 0; cell < kCells; ++cell) {
        const int weight = static_cast<int>(dice.Below(7)) - 3;
        if (weight != 0) terms.push_back({cell, weight});
      }
      problem.Require(std::move(terms), -2, static_cast<int>(dice.Below(4)));
    }
    size_t wanted = 0;
    for (unsigned way = 0; way < 1U << kCells; ++way) {
      wanted += std::all_of(problem.sums().begin(), problem.sums().end(), [&](const auto& sum) {
        int value = 0;
        for (const ZeroOne::Term& term : sum.terms) {
          value += (way >> term.cell & 1) != 0 ? term.weight : 0;
        }
        return value >= sum.least && value <= sum.most;
      });
    }
    size_t found = 0;
    std::vector<uint8_t> values;
    while (problem.Search(ZeroOne::kMostWork, &values) == ZeroOne::End::kFound && found <= wanted) {
      ++found;
      problem.Forbid(values);
    }
    EXPECT_EQ(found, wanted) << seed;
  }
}

}  // namespace
}  // namespace assay::logic
