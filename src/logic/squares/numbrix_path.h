// Paths of numbers through all cells of a board, each beside the one before it: at random, and all
// that have some numbers where they are given. Pure; thread-safe.
#pragma once

#include <cstddef>
#include <vector>

#include "base/dice/mix.h"
#include "logic/boards/board.h"
#include "logic/model/facts.h"

namespace assay::logic {

inline constexpr size_t kMostNumbrixSide = 10;

// Any path, as a grid of its numbers. REQUIRES: two cells at least.
Grid RandomNumbrixPath(const Board& board, Dice* dice);

// Up to `most` paths with these numbers where they are given (0: none). A step is a look at one
// number, some 10 ns. REQUIRES: no number is given twice, none is above the number of cells.
struct NumbrixPaths {
  std::vector<Grid> found;
  bool gave_up = false;  // there may be more
};
NumbrixPaths FindNumbrixPaths(const Grid& given, size_t most, size_t most_steps);

}  // namespace assay::logic
