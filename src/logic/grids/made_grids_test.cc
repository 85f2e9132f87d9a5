#include <gtest/gtest.h>

#include <map>
#include <string>

#include "logic/boards/kind_test_util.h"
#include "logic/grids/grids.h"

namespace assay::logic {
namespace {

class MadeGrids : public testing::TestWithParam<const Kind*> {};

TEST_P(MadeGrids, AreSolvedAndTaken) {
  ExpectSolvesWhatItMakes(*GetParam());
}

TEST_P(MadeGrids, NeedEveryMember) {
  ExpectNamesBrokenMembers(*GetParam(), MadePuzzle(*GetParam(), 2, 1).facts);
}

TEST_P(MadeGrids, AreTheSameForTheSameSeed) {
  const std::map<std::string_view, uint64_t> hashes = {
      {"arrow_maze", 0x4284D54E854487FF}, {"calcudoku", 0xC91782DF5ECDB2CB},
      {"campsite", 0xC3374AE9E40E1949},   {"futoshiki", 0xCEBBBC81949E7A0D},
      {"kukurasu", 0x6AC51A50EFA62472},   {"minesweeper", 0x6C1CFCE467F7BD74},
      {"norinori", 0x885E1049D1CA2078}};
  EXPECT_EQ(HashOfMade(*GetParam()), hashes.at(GetParam()->name()));
  EXPECT_EQ(MadePuzzle(*GetParam(), 2, 9).prompt, MadePuzzle(*GetParam(), 2, 9).prompt);
  EXPECT_NE(MadePuzzle(*GetParam(), 2, 9).facts, MadePuzzle(*GetParam(), 2, 10).facts);
}

INSTANTIATE_TEST_SUITE_P(All, MadeGrids,
                         testing::Values(&ArrowMaze(), &Calcudoku(), &Campsite(), &Futoshiki(),
                                         &Kukurasu(), &Minesweeper(), &Norinori()),
                         [](const auto& each) { return std::string(each.param->name()); });

}  // namespace
}  // namespace assay::logic
