#include "logic/boards/latin.h"

#include <algorithm>
#include <utility>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"

namespace assay::logic {
namespace {

// A matching of the columns of a new row with values that their columns don't have yet. There
// always is one (Hall).
class LatinRow {
 public:
  LatinRow(const Grid& above, size_t size, Dice* dice) : columns_of_(size + 1, size) {
    for (size_t column = 0; column < size; ++column) {
      std::vector<size_t> free;
      for (const size_t zero_based : Shuffled(size, dice)) {
        const auto value = static_cast<int>(zero_based) + 1;
        const bool used = std::any_of(above.begin(), above.end(), [&](const std::vector<int>& row) {
          return row[column] == value;
        });
        if (!used) free.push_back(zero_based + 1);
      }
      free_.push_back(free);
    }
    for (size_t column = 0; column < size; ++column) {
      tried_.assign(size + 1, false);
      Place(column);
    }
  }

  std::vector<int> row() const {
    std::vector<int> row(free_.size());
    for (size_t value = 1; value < columns_of_.size(); ++value) {
      row[columns_of_[value]] = static_cast<int>(value);
    }
    return row;
  }

 private:
  bool Place(size_t column) {
    for (const size_t value : free_[column]) {
      if (tried_[value]) continue;
      tried_[value] = true;
      if (columns_of_[value] == free_.size() || Place(columns_of_[value])) {
        columns_of_[value] = column;
        return true;
      }
    }
    return false;
  }

  std::vector<std::vector<size_t>> free_;
  std::vector<size_t> columns_of_;  // by value; size: none
  std::vector<bool> tried_;
};

std::optional<std::string_view> LatinFault(const Grid& grid, size_t size) {
  std::vector<uint32_t> rows(size);
  std::vector<uint32_t> columns(size);
  bool column_repeats = false;
  for (size_t row = 0; row < size; ++row) {
    for (size_t column = 0; column < size; ++column) {
      const int value = grid[row][column];
      if (value < 1 || value > static_cast<int>(size)) return "out_of_range";
      const uint32_t bit = 1U << value;
      if ((rows[row] & bit) != 0) return "row_repeats";
      column_repeats |= (columns[column] & bit) != 0;
      rows[row] |= bit;
      columns[column] |= bit;
    }
  }
  if (column_repeats) return "column_repeats";
  return std::nullopt;
}

}  // namespace

Grid RandomLatin(size_t size, Dice* dice) {
  Grid grid;
  while (grid.size() < size) grid.push_back(LatinRow(grid, size, dice).row());
  return grid;
}

Latin LatinOf(std::string_view answer, size_t size) {
  Numbers numbers = NumbersOf(answer, {size, size});
  if (numbers.fault) return {numbers.fault, {}};
  if (const auto fault = LatinFault(numbers.grid, size)) return {Wrong(*fault), {}};
  return {std::nullopt, std::move(numbers.grid)};
}

std::string LatinText(const Grid& grid) {
  std::string text;
  for (const std::vector<int>& row : grid) text += NumbersText(row) + "\n";
  return text;
}

ZeroOne LatinProblem(size_t size) {
  ZeroOne problem(size * size * size);
  for (size_t a = 0; a < size; ++a) {
    for (size_t b = 0; b < size; ++b) {
      std::vector<size_t> in_place;
      std::vector<size_t> in_row;
      std::vector<size_t> in_column;
      for (size_t c = 0; c < size; ++c) {
        in_place.push_back(LatinChoice(size, a, b, c + 1));
        in_row.push_back(LatinChoice(size, a, c, b + 1));
        in_column.push_back(LatinChoice(size, c, a, b + 1));
      }
      problem.Count(in_place, 1, 1);
      problem.Count(in_row, 1, 1);
      problem.Count(in_column, 1, 1);
    }
  }
  return problem;
}

std::vector<uint8_t> LatinChoices(const Grid& grid) {
  const size_t size = grid.size();
  std::vector<uint8_t> choices(size * size * size);
  for (size_t row = 0; row < size; ++row) {
    for (size_t column = 0; column < size; ++column) {
      choices[LatinChoice(size, row, column, static_cast<size_t>(grid[row][column]))] = 1;
    }
  }
  return choices;
}

Grid LatinGrid(size_t size, const std::vector<uint8_t>& choices) {
  Grid grid(size, std::vector<int>(size));
  for (size_t row = 0; row < size; ++row) {
    for (size_t column = 0; column < size; ++column) {
      for (size_t value = 1; value <= size; ++value) {
        if (choices[LatinChoice(size, row, column, value)] == 1) {
          grid[row][column] = static_cast<int>(value);
        }
      }
    }
  }
  return grid;
}

}  // namespace assay::logic
