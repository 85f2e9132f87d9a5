// The regions of a norinori: from facts, made at random, and its rules as sums. Pure; thread-safe.
#pragma once

#include <vector>

#include "base/dice/mix.h"
#include "base/result.h"
#include "logic/boards/board.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "text/json_reader.h"

namespace assay::logic {

struct NorinoriRegions {
  Board board;
  Grid grid;                                // of region numbers
  std::vector<std::vector<size_t>> groups;  // by region number, its cells
};

// As Norinori() says.
Result<NorinoriRegions> ReadNorinori(JsonValue facts);
// Its cells are the board's.
ZeroOne NorinoriProblem(const NorinoriRegions& regions);
// With one right answer at least, and no other if that comes out of a bounded number of changes.
NorinoriRegions MakeNorinoriRegions(const Board& board, Dice* dice);

}  // namespace assay::logic
