#include <array>

#include "logic/boards/board.h"
#include "logic/boards/latin.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/squares/filled.h"
#include "logic/squares/squares.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

struct SudokuLevel {
  size_t size;
  size_t blanks;  // at most
};
constexpr std::array<SudokuLevel, 5> kSudokuLevels = {{{4, 7}, {4, 11}, {6, 22}, {9, 40}, {9, 54}}};
// For each search of another answer.
constexpr size_t kSudokuProofWork = 400'000;

size_t SudokuBoxRows(size_t size) {
  return size == 9 ? 3 : 2;
}
size_t SudokuBoxOf(size_t size, size_t row, size_t column) {
  const size_t rows = SudokuBoxRows(size);
  const size_t columns = size / rows;
  return row / rows * rows + column / columns;
}

Result<Grid> ReadSudoku(JsonValue facts) {
  ASSAY_ASSIGN_OR_RETURN(Grid grid, ReadGrid(facts, "grid", 9, 0, 9));
  const size_t size = grid.size();
  if ((size != 4 && size != 6 && size != 9) || grid.front().size() != size) {
    return BadFacts("grid", "must be a square of 4, 6 or 9 rows");
  }
  for (const std::vector<int>& row : grid) {
    for (const int value : row) {
      if (value > static_cast<int>(size)) return BadFacts("grid", "has a number above its size");
    }
  }
  return grid;
}

ZeroOne SudokuProblem(const Grid& given) {
  const size_t size = given.size();
  ZeroOne problem = LatinProblem(size);
  std::vector<std::vector<size_t>> in_box(size * size);
  for (size_t row = 0; row < size; ++row) {
    for (size_t column = 0; column < size; ++column) {
      for (size_t value = 1; value <= size; ++value) {
        in_box[SudokuBoxOf(size, row, column) * size + value - 1].push_back(
            LatinChoice(size, row, column, value));
      }
      const auto value = static_cast<size_t>(given[row][column]);
      if (value != 0) problem.Fix(LatinChoice(size, row, column, value), true);
    }
  }
  for (const std::vector<size_t>& choices : in_box) problem.Count(choices, 1, 1);
  return problem;
}

// Lines in some order that keeps each within its band, and the bands whole.
std::vector<size_t> SudokuLines(size_t size, size_t band, Dice* dice) {
  std::vector<size_t> lines;
  for (const size_t first : Shuffled(size / band, dice)) {
    for (const size_t line : Shuffled(band, dice)) lines.push_back(first * band + line);
  }
  return lines;
}

// A pattern that is one, with its lines, bands and numbers in some order.
Grid FullSudoku(size_t size, Dice* dice) {
  const size_t box_rows = SudokuBoxRows(size);
  const size_t box_columns = size / box_rows;
  const std::vector<size_t> rows = SudokuLines(size, box_rows, dice);
  const std::vector<size_t> columns = SudokuLines(size, box_columns, dice);
  const std::vector<size_t> numbers = Shuffled(size, dice);
  Grid grid(size, std::vector<int>(size));
  for (size_t row = 0; row < size; ++row) {
    for (size_t column = 0; column < size; ++column) {
      const size_t r = rows[row];
      const size_t at = (box_columns * (r % box_rows) + r / box_rows + columns[column]) % size;
      grid[row][column] = static_cast<int>(numbers[at]) + 1;
    }
  }
  return grid;
}

Grid SudokuHints(const Grid& full, size_t blanks, Dice* dice) {
  const size_t size = full.size();
  Grid given = full;
  for (const size_t cell : Shuffled(size * size, dice)) {
    if (blanks == 0) break;
    given[cell / size][cell % size] = 0;
    ZeroOne problem = SudokuProblem(given);
    problem.Forbid(LatinChoices(full));
    std::vector<uint8_t> other;
    if (problem.Search(kSudokuProofWork, &other) == ZeroOne::End::kNone) {
      --blanks;
    } else {
      given[cell / size][cell % size] = full[cell / size][cell % size];
    }
  }
  return given;
}

std::string SudokuPrompt(const Grid& given) {
  const std::string size = std::to_string(given.size());
  const size_t box_rows = SudokuBoxRows(given.size());
  return "Complete the sudoku of " + size + " rows and " + size +
         " columns: every row, every column and every box of " + std::to_string(box_rows) +
         " rows and " + std::to_string(given.size() / box_rows) +
         " columns (the boxes divide the square without gaps, beginning at its upper left corner) "
         "has each of the numbers 1 to " +
         size + " exactly once. Given numbers stay; _ is an empty cell.\n\n" + GridText(given) +
         "\n" +
         AskForRows("one line for each row, its " + size + " numbers separated by spaces.",
                    "2 1\n1 2\n");
}

class SudokuKind final : public Kind {
 public:
  std::string_view name() const override { return "sudoku"; }
  std::string_view summary() const override {
    return "Complete a square so that rows, columns and boxes have every number once.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const SudokuLevel& level = kSudokuLevels[static_cast<size_t>(difficulty - kEasiest)];
    const Grid given = SudokuHints(FullSudoku(level.size, dice), level.blanks, dice);
    JsonWriter facts;
    facts.BeginObject().Key("grid").Raw(GridJson(given)).EndObject();
    return {std::string(name()), difficulty, SudokuPrompt(given), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const Grid given, ReadSudoku(facts));
    const size_t size = given.size();
    const Latin latin = LatinOf(answer, size);
    if (latin.fault) return *latin.fault;
    std::vector<uint32_t> boxes(size);
    for (size_t row = 0; row < size; ++row) {
      for (size_t column = 0; column < size; ++column) {
        const int value = latin.grid[row][column];
        if (given[row][column] != 0 && given[row][column] != value) return Wrong("given_changed");
        boxes[SudokuBoxOf(size, row, column)] |= 1U << value;
      }
    }
    for (const uint32_t box : boxes) {
      if (box != (2U << size) - 2) return Wrong("box_repeats");
    }
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const Grid given, ReadSudoku(facts));
    std::vector<uint8_t> choices;
    const ZeroOne::End end = SudokuProblem(given).Search(ZeroOne::kMostWork, &choices);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    return LatinText(LatinGrid(given.size(), choices));
  }
};

}  // namespace

const Kind& Sudoku() {
  static const SudokuKind kind;
  return kind;
}

}  // namespace assay::logic
