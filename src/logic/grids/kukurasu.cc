#include <array>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/grids/grids.h"
#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostKukurasuSide = 12;
constexpr int kMostKukurasuSum = 78;  // 1 + 2 + ... + 12
constexpr std::array<size_t, 5> kKukurasuSides = {4, 5, 6, 7, 8};
// Layouts that Make tries for one without another answer, and the work for each.
constexpr int kKukurasuTries = 12;
constexpr size_t kKukurasuProofWork = 1'000'000;

struct KukurasuSums {
  std::vector<int> rows;
  std::vector<int> columns;

  Board board() const { return {rows.size(), columns.size()}; }
};

Result<KukurasuSums> ReadKukurasu(JsonValue facts) {
  KukurasuSums sums;
  ASSAY_ASSIGN_OR_RETURN(sums.rows,
                         ReadInts(facts, "rows", 1, kMostKukurasuSide, 0, kMostKukurasuSum));
  ASSAY_ASSIGN_OR_RETURN(sums.columns,
                         ReadInts(facts, "columns", 1, kMostKukurasuSide, 0, kMostKukurasuSum));
  return sums;
}

KukurasuSums KukurasuSumsOf(const Board& board, std::string_view cells) {
  KukurasuSums sums{std::vector<int>(board.rows), std::vector<int>(board.columns)};
  for (size_t row = 0; row < board.rows; ++row) {
    for (size_t column = 0; column < board.columns; ++column) {
      if (cells[board.At(row, column)] != '#') continue;
      sums.rows[row] += static_cast<int>(column) + 1;
      sums.columns[column] += static_cast<int>(row) + 1;
    }
  }
  return sums;
}

ZeroOne KukurasuProblem(const KukurasuSums& sums) {
  const Board board = sums.board();
  ZeroOne problem(board.cells());
  for (size_t row = 0; row < board.rows; ++row) {
    std::vector<ZeroOne::Term> terms;
    for (size_t column = 0; column < board.columns; ++column) {
      terms.push_back({board.At(row, column), static_cast<int>(column) + 1});
    }
    problem.Require(std::move(terms), sums.rows[row], sums.rows[row]);
  }
  for (size_t column = 0; column < board.columns; ++column) {
    std::vector<ZeroOne::Term> terms;
    for (size_t row = 0; row < board.rows; ++row) {
      terms.push_back({board.At(row, column), static_cast<int>(row) + 1});
    }
    problem.Require(std::move(terms), sums.columns[column], sums.columns[column]);
  }
  return problem;
}

std::string KukurasuPrompt(const KukurasuSums& sums) {
  const std::string rows = std::to_string(sums.rows.size());
  const std::string columns = std::to_string(sums.columns.size());
  return "Shade some cells of a grid of " + rows + " rows and " + columns +
         " columns. A shaded cell adds its column number (1 for the leftmost column) to the sum of "
         "its row, and its row number (1 for the top row) to the sum of its column. The sums must "
         "be exactly these; a sum of 0 means that nothing is shaded there.\n\nRow sums, from top "
         "to bottom: " +
         NumbersText(sums.rows) +
         "\nColumn sums, from left to right: " + NumbersText(sums.columns) + "\n\n" +
         AskForRows(
             "one line for each row, with # for a shaded cell and . for any other, "
             "separated by spaces.",
             "# . #\n. . #\n. # .\n");
}

class KukurasuKind final : public Kind {
 public:
  std::string_view name() const override { return "kukurasu"; }
  std::string_view summary() const override {
    return "Shade cells so that rows and columns have given weighted sums.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const size_t side = kKukurasuSides[static_cast<size_t>(difficulty - kEasiest)];
    const Board board{side, side};
    KukurasuSums sums;
    for (int attempt = 0; attempt < kKukurasuTries; ++attempt) {
      std::string cells;
      std::vector<uint8_t> values;
      for (size_t cell = 0; cell < board.cells(); ++cell) {
        values.push_back(Chance(50, dice) ? 1 : 0);
        cells += values.back() == 1 ? '#' : '.';
      }
      sums = KukurasuSumsOf(board, cells);
      ZeroOne problem = KukurasuProblem(sums);
      problem.Forbid(values);
      if (problem.Search(kKukurasuProofWork, &values) == ZeroOne::End::kNone) break;
    }
    JsonWriter facts;
    facts.BeginObject().Key("rows").Raw(NumbersJson(sums.rows));
    facts.Key("columns").Raw(NumbersJson(sums.columns)).EndObject();
    return {std::string(name()), difficulty, KukurasuPrompt(sums), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const KukurasuSums sums, ReadKukurasu(facts));
    const Marks marks = MarksOf(answer, sums.board(), "#.");
    if (marks.fault) return *marks.fault;
    const KukurasuSums found = KukurasuSumsOf(sums.board(), marks.cells);
    if (found.rows != sums.rows) return Wrong("row_sum");
    if (found.columns != sums.columns) return Wrong("column_sum");
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const KukurasuSums sums, ReadKukurasu(facts));
    std::vector<uint8_t> values;
    const ZeroOne::End end = KukurasuProblem(sums).Search(ZeroOne::kMostWork, &values);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    std::string cells;
    for (const uint8_t value : values) cells += value == 1 ? '#' : '.';
    return MarksText(sums.board(), cells);
  }
};

}  // namespace

const Kind& Kukurasu() {
  static const KukurasuKind kind;
  return kind;
}

}  // namespace assay::logic
