#include <gtest/gtest.h>

#include <map>
#include <string>

#include "logic/boards/kind_test_util.h"
#include "logic/squares/squares.h"

namespace assay::logic {
namespace {

class MadeSquares : public testing::TestWithParam<const Kind*> {};

TEST_P(MadeSquares, AreSolvedAndTaken) {
  ExpectSolvesWhatItMakes(*GetParam());
}

TEST_P(MadeSquares, NeedEveryMember) {
  ExpectNamesBrokenMembers(*GetParam(), MadePuzzle(*GetParam(), 2, 1).facts);
}

TEST_P(MadeSquares, AreTheSameForTheSameSeed) {
  const std::map<std::string_view, uint64_t> hashes = {
      {"number_wall", 0x8DF2AE070AA4F99C}, {"numbrix", 0x2B52D4871DEE15EC},
      {"skyscrapers", 0x4F040C333A89F4FE}, {"star_placement", 0x901A2E42FB7AD322},
      {"sudoku", 0x9A3AF0042695C747},      {"survo", 0x235A637B13EE50DE}};
  EXPECT_EQ(HashOfMade(*GetParam()), hashes.at(GetParam()->name()));
  EXPECT_EQ(MadePuzzle(*GetParam(), 2, 9).prompt, MadePuzzle(*GetParam(), 2, 9).prompt);
  EXPECT_NE(MadePuzzle(*GetParam(), 2, 9).facts, MadePuzzle(*GetParam(), 2, 10).facts);
}

INSTANTIATE_TEST_SUITE_P(All, MadeSquares,
                         testing::Values(&NumberWall(), &Numbrix(), &Skyscrapers(),
                                         &StarPlacement(), &Sudoku(), &Survo()),
                         [](const auto& each) { return std::string(each.param->name()); });

}  // namespace
}  // namespace assay::logic
