// Latin squares: of n rows and n columns, each with every number from 1 to n once. For the kinds
// that add rules of their own to them. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dice/mix.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/model/kind.h"

namespace assay::logic {

inline constexpr size_t kMostLatinSize = 9;

// Row by row, any square may come.
Grid RandomLatin(size_t size, Dice* dice);

// An answer's square, or what is wrong: "unreadable", "wrong_size", "out_of_range", "row_repeats",
// "column_repeats". Rows of digits without spaces are taken, too.
struct Latin {
  std::optional<Verdict> fault;
  Grid grid;
};
Latin LatinOf(std::string_view answer, size_t size);

// As an answer: a row a line, spaces between numbers.
std::string LatinText(const Grid& grid);

// The rules as sums. Its cells are the choices LatinChoice(..).
ZeroOne LatinProblem(size_t size);
// Whether a place has that value, from 1.
inline size_t LatinChoice(size_t size, size_t row, size_t column, size_t value) {
  return (row * size + column) * size + value - 1;
}
// The choices of a square, and back. `choices` may have more cells.
std::vector<uint8_t> LatinChoices(const Grid& grid);
Grid LatinGrid(size_t size, const std::vector<uint8_t>& choices);

}  // namespace assay::logic
