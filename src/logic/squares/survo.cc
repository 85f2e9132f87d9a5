#include <array>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/squares/filled.h"
#include "logic/squares/givens.h"
#include "logic/squares/squares.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostSurvoSide = 6;
struct SurvoLevel {
  size_t rows;
  size_t columns;
  size_t given;  // numbers, at first
};
constexpr std::array<SurvoLevel, 5> kSurvoLevels = {
    {{2, 3, 2}, {3, 3, 3}, {3, 4, 3}, {3, 5, 3}, {4, 5, 5}}};
// For each search of another answer.
constexpr size_t kSurvoProofWork = 2'000'000;

struct SurvoTable {
  Grid given;
  std::vector<int> rows;
  std::vector<int> columns;
};

Result<SurvoTable> ReadSurvo(JsonValue facts) {
  SurvoTable table;
  constexpr int kMostNumber = kMostSurvoSide * kMostSurvoSide;
  constexpr int kMostSum = kMostNumber * kMostSurvoSide;
  ASSAY_ASSIGN_OR_RETURN(table.given, ReadGrid(facts, "grid", kMostSurvoSide, 0, kMostNumber));
  if (!GivenAreDifferent(table.given)) {
    return BadFacts("grid", "has a number twice, or one above the number of its cells");
  }
  const size_t rows = table.given.size(), columns = table.given.front().size();
  ASSAY_ASSIGN_OR_RETURN(table.rows, ReadInts(facts, "rows", rows, rows, 0, kMostSum));
  ASSAY_ASSIGN_OR_RETURN(table.columns, ReadInts(facts, "columns", columns, columns, 0, kMostSum));
  return table;
}

// The choices are cell by cell, for each its numbers.
ZeroOne SurvoProblem(const SurvoTable& table) {
  const size_t rows = table.rows.size(), columns = table.columns.size(), cells = rows * columns;
  ZeroOne problem(cells * cells);
  std::vector<std::vector<ZeroOne::Term>> row_terms(rows), column_terms(columns);
  for (size_t a = 0; a < cells; ++a) {
    std::vector<size_t> of_cell, of_number;
    for (size_t b = 0; b < cells; ++b) {
      of_cell.push_back(a * cells + b);
      of_number.push_back(b * cells + a);
      const ZeroOne::Term term{a * cells + b, static_cast<int>(b) + 1};
      row_terms[a / columns].push_back(term);
      column_terms[a % columns].push_back(term);
    }
    problem.Count(of_cell, 1, 1);
    problem.Count(of_number, 1, 1);
    const int given = table.given[a / columns][a % columns];
    if (given != 0) problem.Fix(a * cells + static_cast<size_t>(given) - 1, true);
  }
  for (size_t row = 0; row < rows; ++row) {
    problem.Require(row_terms[row], table.rows[row], table.rows[row]);
  }
  for (size_t column = 0; column < columns; ++column) {
    problem.Require(column_terms[column], table.columns[column], table.columns[column]);
  }
  return problem;
}

// The choice that a grid makes in each of its cells, and back.
std::vector<uint8_t> SurvoChoices(const Grid& grid) {
  const size_t columns = grid.front().size(), cells = grid.size() * columns;
  std::vector<uint8_t> choices(cells * cells);
  for (size_t cell = 0; cell < cells; ++cell) {
    choices[cell * cells + static_cast<size_t>(grid[cell / columns][cell % columns]) - 1] = 1;
  }
  return choices;
}
Grid SurvoGrid(const SurvoTable& table, const std::vector<uint8_t>& choices) {
  const size_t columns = table.columns.size(), cells = table.rows.size() * columns;
  Grid grid(table.rows.size(), std::vector<int>(columns));
  for (size_t choice = 0; choice < choices.size(); ++choice) {
    if (choices[choice] == 0) continue;
    const size_t cell = choice / cells;
    grid[cell / columns][cell % columns] = static_cast<int>(choice % cells) + 1;
  }
  return grid;
}

void AddSurvoSums(const Grid& grid, SurvoTable* table) {
  table->rows.assign(grid.size(), 0);
  table->columns.assign(grid.front().size(), 0);
  for (size_t row = 0; row < grid.size(); ++row) {
    for (size_t column = 0; column < grid.front().size(); ++column) {
      table->rows[row] += grid[row][column];
      table->columns[column] += grid[row][column];
    }
  }
}

std::string SurvoPrompt(const SurvoTable& table) {
  const std::string most = std::to_string(table.rows.size() * table.columns.size());
  return "Fill the empty cells (_) of the grid so that it has each of the numbers 1 to " + most +
         " exactly once, and every row and column has the sum that is said. Given numbers "
         "stay.\n\n" +
         GridText(table.given) + "\nRow sums, from top to bottom: " + NumbersText(table.rows) +
         "\nColumn sums, from left to right: " + NumbersText(table.columns) + "\n\n" +
         AskForRows("one line for each row, all its numbers separated by spaces, without the sums.",
                    "3 1\n2 4\n");
}

class SurvoKind final : public Kind {
 public:
  std::string_view name() const override { return "survo"; }
  std::string_view summary() const override {
    return "Fill a grid with different numbers so that rows and columns have given sums.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const SurvoLevel& level = kSurvoLevels[static_cast<size_t>(difficulty - kEasiest)];
    const size_t cells = level.rows * level.columns;
    Grid grid(level.rows, std::vector<int>(level.columns));
    const std::vector<size_t> numbers = Shuffled(cells, dice);
    SurvoTable table;
    for (size_t i = 0; i < cells; ++i) {
      grid[i / level.columns][i % level.columns] = static_cast<int>(numbers[i]) + 1;
    }
    AddSurvoSums(grid, &table);
    table.given = GiveUntilOne(
        grid, level.given,
        [&](const Grid& given, Grid* other) {
          ZeroOne problem = SurvoProblem({given, table.rows, table.columns});
          problem.Forbid(SurvoChoices(grid));
          std::vector<uint8_t> choices;
          const ZeroOne::End end = problem.Search(kSurvoProofWork, &choices);
          if (end == ZeroOne::End::kFound) *other = SurvoGrid(table, choices);
          return end;
        },
        dice);
    JsonWriter facts;
    facts.BeginObject().Key("grid").Raw(GridJson(table.given));
    facts.Key("rows").Raw(NumbersJson(table.rows));
    facts.Key("columns").Raw(NumbersJson(table.columns)).EndObject();
    return {std::string(name()), difficulty, SurvoPrompt(table), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const SurvoTable table, ReadSurvo(facts));
    const Filled filled = FilledOf(answer, table.given);
    if (filled.fault) return *filled.fault;
    SurvoTable found;
    AddSurvoSums(filled.grid, &found);
    if (found.rows != table.rows) return Wrong("row_sum");
    if (found.columns != table.columns) return Wrong("column_sum");
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const SurvoTable table, ReadSurvo(facts));
    std::vector<uint8_t> choices;
    const ZeroOne::End end = SurvoProblem(table).Search(ZeroOne::kMostWork, &choices);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    return GridText(SurvoGrid(table, choices));
  }
};

}  // namespace

const Kind& Survo() {
  static const SurvoKind kind;
  return kind;
}

}  // namespace assay::logic
