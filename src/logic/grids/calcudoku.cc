#include <algorithm>
#include <array>

#include "logic/boards/board.h"
#include "logic/boards/latin.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/grids/cages.h"
#include "logic/grids/grids.h"
#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

struct CalcudokuSize {
  size_t side;
  size_t cage;    // its most cells
  bool products;  // and quotients
};
constexpr std::array<CalcudokuSize, 5> kCalcudokuSizes = {
    {{4, 2, false}, {4, 3, true}, {5, 3, true}, {6, 4, true}, {7, 4, true}}};
// Rounds in which Make takes a cell out of a cage when there is another answer.
constexpr int kCalcudokuRounds = 8;
constexpr size_t kCalcudokuProofWork = 2'000'000;

int CalcudokuNumber(const Grid& grid, size_t cell) {
  return grid[cell / grid.size()][cell % grid.size()];
}

// An operation for its cells, with what it comes to.
void SetCageOp(const Grid& grid, bool products, Dice* dice, Cage* cage) {
  std::vector<int> numbers;
  for (const size_t cell : cage->cells) numbers.push_back(CalcudokuNumber(grid, cell));
  std::string ops = numbers.size() == 1 ? "=" : "+";
  if (numbers.size() > 1 && products) ops += '*';
  if (numbers.size() == 2) ops += '-';
  if (numbers.size() == 2 && products && CageValue('/', numbers) != 0) ops += "//";
  cage->op = ops[dice->Below(ops.size())];
  cage->target = CageValue(cage->op, numbers);
}

std::vector<Cage> CalcudokuCages(const Grid& grid, const CalcudokuSize& wanted, Dice* dice) {
  const Board board{grid.size(), grid.size()};
  std::vector<Cage> cages;
  std::vector<bool> taken(board.cells());
  for (const size_t first : Shuffled(board.cells(), dice)) {
    if (taken[first]) continue;
    Cage cage;
    cage.cells.push_back(first);
    taken[first] = true;
    const size_t most_cells = 2 + dice->Below(wanted.cage - 1);
    while (cage.cells.size() < most_cells) {
      std::vector<size_t> open;
      for (const size_t cell : cage.cells) {
        for (const size_t other : board.Beside(cell)) {
          if (!taken[other]) open.push_back(other);
        }
      }
      if (open.empty()) break;
      cage.cells.push_back(open[dice->Below(open.size())]);
      taken[cage.cells.back()] = true;
    }
    SetCageOp(grid, wanted.products, dice, &cage);
    cages.push_back(std::move(cage));
  }
  return cages;
}

// A cell whose number differs in `other` becomes a cage of its own. False: there is none to take.
bool SplitCage(const Grid& grid, const Grid& other, bool products, Dice* dice,
               CagedSquare* square) {
  const Board board{square->size, square->size};
  for (const size_t cell : Shuffled(board.cells(), dice)) {
    if (CalcudokuNumber(grid, cell) == CalcudokuNumber(other, cell)) continue;
    const auto has_cell = [&](const Cage& cage) {
      return std::find(cage.cells.begin(), cage.cells.end(), cell) != cage.cells.end();
    };
    const auto cage = std::find_if(square->cages.begin(), square->cages.end(), has_cell);
    if (!CanLeave(board, cage->cells, cell)) continue;
    cage->cells.erase(std::find(cage->cells.begin(), cage->cells.end(), cell));
    SetCageOp(grid, products, dice, &*cage);
    square->cages.push_back({{cell}, '=', CalcudokuNumber(grid, cell)});
    return true;
  }
  return false;
}

CagedSquare MakeCagedSquare(const CalcudokuSize& wanted, Dice* dice) {
  const Grid grid = RandomLatin(wanted.side, dice);
  CagedSquare square{wanted.side, CalcudokuCages(grid, wanted, dice)};
  for (int round = 0; round < kCalcudokuRounds; ++round) {
    std::optional<ZeroOne> problem = CagedProblem(square);
    if (!problem) break;
    problem->Forbid(LatinChoices(grid));
    std::vector<uint8_t> choices;
    if (problem->Search(kCalcudokuProofWork, &choices) != ZeroOne::End::kFound) break;
    if (!SplitCage(grid, LatinGrid(square.size, choices), wanted.products, dice, &square)) break;
  }
  for (Cage& cage : square.cages) std::sort(cage.cells.begin(), cage.cells.end());
  // By their first cells, so that letters go on in reading order.
  std::sort(square.cages.begin(), square.cages.end(),
            [](const Cage& a, const Cage& b) { return a.cells.front() < b.cells.front(); });
  return square;
}

std::string CalcudokuFacts(const CagedSquare& square) {
  Grid grid(square.size, std::vector<int>(square.size));
  std::vector<int> targets;
  JsonWriter ops;
  ops.BeginArray();
  for (size_t i = 0; i < square.cages.size(); ++i) {
    const Cage& cage = square.cages[i];
    for (const size_t cell : cage.cells) {
      grid[cell / square.size][cell % square.size] = static_cast<int>(i);
    }
    ops.String(std::string(1, cage.op));
    targets.push_back(cage.target);
  }
  JsonWriter facts;
  facts.BeginObject().Key("cages").Raw(GridJson(grid));
  facts.Key("ops").Raw(ops.EndArray().Take());
  facts.Key("targets").Raw(NumbersJson(targets)).EndObject();
  return facts.Take();
}

std::string CalcudokuPrompt(const CagedSquare& square) {
  const Board board{square.size, square.size};
  std::string letters(board.cells(), ' ');
  std::string list;
  for (size_t i = 0; i < square.cages.size(); ++i) {
    const Cage& cage = square.cages[i];
    for (const size_t cell : cage.cells) letters[cell] = GroupLetter(i);
    list += std::string(1, GroupLetter(i)) + ": " +
            (cage.op == '=' ? "" : std::string(1, cage.op) + " ") + std::to_string(cage.target) +
            "\n";
  }
  const std::string size = std::to_string(square.size);
  return "Fill the square of " + size + " rows and " + size + " columns with the numbers 1 to " +
         size +
         " so that every row and every column has each of them exactly once. The cells are divided "
         "into cages; cells with the same letter are in the same cage:\n\n" +
         MarksText(board, letters) +
         "\nEach cage has an operation and a target: + the sum of its numbers is the target; * "
         "their product is; - the greater of its two numbers less the smaller is; / the greater "
         "divided by the smaller is. A cage of one cell has just its number. Within a cage a "
         "number may come more than once where rows and columns allow it.\n\n" +
         list + "\n" +
         AskForRows("one line for each row, its " + size + " numbers separated by spaces.",
                    "2 3 1\n1 2 3\n3 1 2\n");
}

class CalcudokuKind final : public Kind {
 public:
  std::string_view name() const override { return "calcudoku"; }
  std::string_view summary() const override {
    return "Fill a Latin square whose cages come to their targets.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const CalcudokuSize& size = kCalcudokuSizes[static_cast<size_t>(difficulty - kEasiest)];
    const CagedSquare square = MakeCagedSquare(size, dice);
    return {std::string(name()), difficulty, CalcudokuPrompt(square), CalcudokuFacts(square)};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const CagedSquare square, ReadCagedSquare(facts));
    const Latin latin = LatinOf(answer, square.size);
    if (latin.fault) return *latin.fault;
    for (const Cage& cage : square.cages) {
      std::vector<int> numbers;
      for (const size_t cell : cage.cells) numbers.push_back(CalcudokuNumber(latin.grid, cell));
      if (CageValue(cage.op, numbers) != cage.target) return Wrong("cage_differs");
    }
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const CagedSquare square, ReadCagedSquare(facts));
    const std::optional<ZeroOne> problem = CagedProblem(square);
    if (!problem) return NoAnswer(ZeroOne::End::kGaveUp);
    std::vector<uint8_t> choices;
    const ZeroOne::End end = problem->Search(ZeroOne::kMostWork, &choices);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    return LatinText(LatinGrid(square.size, choices));
  }
};

}  // namespace

const Kind& Calcudoku() {
  static const CalcudokuKind kind;
  return kind;
}

}  // namespace assay::logic
