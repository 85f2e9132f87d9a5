// Squares with cages: what the facts of a calcudoku say, and its rules as sums. Pure; thread-safe.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "logic/boards/zero_one.h"
#include "text/json_reader.h"

namespace assay::logic {

struct Cage {
  std::vector<size_t> cells;
  char op = '=';  // one of + - * / =
  int target = 0;
};

struct CagedSquare {
  size_t size = 0;
  std::vector<Cage> cages;
};

// As Calcudoku() says.
Result<CagedSquare> ReadCagedSquare(JsonValue facts);

// What a cage's numbers, each 1 to 9, come to; 0 where a division has a remainder. REQUIRES: one
// number at least.
int CageValue(char op, const std::vector<int>& numbers);

// Cells are those of a Latin square; those beyond say which filling a cage has. Nothing when there
// are more fillings than a search should take on.
std::optional<ZeroOne> CagedProblem(const CagedSquare& square);

}  // namespace assay::logic
