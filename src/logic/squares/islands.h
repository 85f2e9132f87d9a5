// Islands in a wall: the squares that may not be all wall, all islands that numbers allow, and some
// at random. Pure; thread-safe.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "base/dice/mix.h"
#include "logic/boards/board.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"

namespace assay::logic {

// Numbers of islands on their cells; 0: none is given there.
struct WallMap {
  Board board;
  Grid grid;

  int At(size_t cell) const { return grid[cell / board.columns][cell % board.columns]; }
};

// The four cells of a square of two rows and columns.
using WallSquare = std::array<size_t, 4>;
std::vector<WallSquare> WallSquares(const Board& board);

// What islands may be: a cell of the search for each shape that an island may have, and the shape's
// cells. Nothing when there are more shapes than a search should take on.
struct WallProblem {
  ZeroOne problem{0};
  std::vector<std::vector<size_t>> shapes;
};
std::optional<WallProblem> WallProblemOf(const WallMap& map);

// The numbers of some islands of up to `most_cells` that leave no square all wall.
Grid RandomWallGrid(const Board& board, size_t most_cells, Dice* dice);

}  // namespace assay::logic
