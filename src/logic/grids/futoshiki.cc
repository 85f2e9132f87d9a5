#include <array>

#include "logic/boards/board.h"
#include "logic/boards/latin.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/grids/grids.h"
#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

struct FutoshikiSize {
  size_t side;
  size_t sign_percent;   // of the places between neighbours, at first
  size_t given_percent;  // of the cells, at first
};
constexpr std::array<FutoshikiSize, 5> kFutoshikiSizes = {
    {{4, 50, 20}, {4, 40, 0}, {5, 35, 0}, {6, 30, 0}, {8, 30, 0}}};
// For each search of another answer.
constexpr size_t kFutoshikiProofWork = 1'000'000;

struct FutoshikiSquare {
  Grid given;
  std::vector<std::string> across;
  std::vector<std::string> down;

  size_t size() const { return given.size(); }
};

// That many strings of that many signs.
bool HasFutoshikiShape(const std::vector<std::string>& signs, size_t rows, size_t columns) {
  return signs.size() == rows && signs.front().size() == columns;
}

Result<FutoshikiSquare> ReadFutoshiki(JsonValue facts) {
  FutoshikiSquare square;
  ASSAY_ASSIGN_OR_RETURN(
      square.given, ReadGrid(facts, "grid", kMostLatinSize, 0, static_cast<int>(kMostLatinSize)));
  const size_t size = square.size();
  if (size < 2 || square.given.front().size() != size) {
    return BadFacts("grid", "must be a square of 2 to 9 rows");
  }
  for (const std::vector<int>& row : square.given) {
    for (const int value : row) {
      if (value > static_cast<int>(size)) return BadFacts("grid", "has a number above its size");
    }
  }
  ASSAY_ASSIGN_OR_RETURN(square.across, ReadRows(facts, "across", kMostLatinSize, "<>."));
  if (!HasFutoshikiShape(square.across, size, size - 1)) {
    return BadFacts("across", "must have a row of signs for each row, one fewer than columns");
  }
  ASSAY_ASSIGN_OR_RETURN(square.down, ReadRows(facts, "down", kMostLatinSize, "^v."));
  if (!HasFutoshikiShape(square.down, size - 1, size)) {
    return BadFacts("down", "must have a row of signs for each two rows, one for each column");
  }
  return square;
}

// Calls with row and column of the lesser and then of the greater, for each sign.
template <typename Call>
void ForFutoshikiSigns(const FutoshikiSquare& square, const Call& call) {
  for (size_t row = 0; row < square.size(); ++row) {
    for (size_t column = 0; column < square.size(); ++column) {
      if (column + 1 < square.size()) {
        const char sign = square.across[row][column];
        if (sign == '<') call(row, column, row, column + 1);
        if (sign == '>') call(row, column + 1, row, column);
      }
      if (row + 1 < square.size()) {
        const char sign = square.down[row][column];
        if (sign == '^') call(row, column, row + 1, column);
        if (sign == 'v') call(row + 1, column, row, column);
      }
    }
  }
}

ZeroOne FutoshikiProblem(const FutoshikiSquare& square) {
  const size_t size = square.size();
  ZeroOne problem = LatinProblem(size);
  for (size_t row = 0; row < size; ++row) {
    for (size_t column = 0; column < size; ++column) {
      const auto value = static_cast<size_t>(square.given[row][column]);
      if (value != 0) problem.Fix(LatinChoice(size, row, column, value), true);
    }
  }
  ForFutoshikiSigns(square, [&](size_t row, size_t column, size_t row2, size_t column2) {
    // When the greater is at most `value`, the lesser is below it.
    for (size_t value = 1; value <= size; ++value) {
      std::vector<ZeroOne::Term> terms;
      for (size_t other = 1; other <= value; ++other) {
        terms.push_back({LatinChoice(size, row2, column2, other), -1});
        if (other < value) terms.push_back({LatinChoice(size, row, column, other), 1});
      }
      problem.Require(std::move(terms), 0, 1);
    }
  });
  return problem;
}

char FutoshikiSign(int first, int second, std::string_view signs) {
  return first < second ? signs[0] : signs[1];
}

// The sign between each two neighbours with so many chances in a hundred, and so the numbers.
FutoshikiSquare FutoshikiHints(const Grid& grid, const FutoshikiSize& size, Dice* dice) {
  FutoshikiSquare square{Grid(size.side, std::vector<int>(size.side)),
                         std::vector<std::string>(size.side, std::string(size.side - 1, '.')),
                         std::vector<std::string>(size.side - 1, std::string(size.side, '.'))};
  for (size_t row = 0; row < size.side; ++row) {
    for (size_t column = 0; column < size.side; ++column) {
      const int value = grid[row][column];
      if (Chance(size.given_percent, dice)) square.given[row][column] = value;
      if (column + 1 < size.side && Chance(size.sign_percent, dice)) {
        square.across[row][column] = FutoshikiSign(value, grid[row][column + 1], "<>");
      }
      if (row + 1 < size.side && Chance(size.sign_percent, dice)) {
        square.down[row][column] = FutoshikiSign(value, grid[row + 1][column], "^v");
      }
    }
  }
  return square;
}

// Gives more numbers until there is no other answer, or the search for one is given up.
void GiveFutoshikiNumbers(const Grid& grid, Dice* dice, FutoshikiSquare* square) {
  const size_t size = grid.size();
  for (size_t round = 0; round < size * size; ++round) {
    ZeroOne problem = FutoshikiProblem(*square);
    problem.Forbid(LatinChoices(grid));
    std::vector<uint8_t> choices;
    if (problem.Search(kFutoshikiProofWork, &choices) != ZeroOne::End::kFound) return;
    const Grid other = LatinGrid(size, choices);
    for (const size_t cell : Shuffled(size * size, dice)) {
      const int value = grid[cell / size][cell % size];
      if (other[cell / size][cell % size] == value) continue;
      square->given[cell / size][cell % size] = value;
      break;
    }
  }
}

std::string FutoshikiText(const FutoshikiSquare& square) {
  std::string text;
  for (size_t row = 0; row < square.size(); ++row) {
    for (size_t column = 0; column < square.size(); ++column) {
      const int value = square.given[row][column];
      text += value == 0 ? "_" : std::to_string(value);
      if (column + 1 == square.size()) continue;
      const char sign = square.across[row][column];
      text += std::string(" ") + (sign == '.' ? ' ' : sign) + " ";
    }
    text += "\n";
    if (row + 1 == square.size()) continue;
    for (size_t column = 0; column < square.size(); ++column) {
      const char sign = square.down[row][column];
      text += std::string(column == 0 ? "" : "   ") + (sign == '.' ? ' ' : sign);
    }
    text += "\n";
  }
  return text;
}

std::string FutoshikiPrompt(const FutoshikiSquare& square) {
  const std::string size = std::to_string(square.size());
  return "Fill the square of " + size + " rows and " + size + " columns with the numbers 1 to " +
         size +
         " so that every row and every column has each of them exactly once. Numbers that are "
         "given stay; _ is an empty cell. Signs between cells must hold: a < b says that the left "
         "one is less, a > b that the right one is less; ^ between two rows says that the number "
         "above it is less than the one below it, v that the number below it is less than the one "
         "above it.\n\n" +
         FutoshikiText(square) + "\n" +
         AskForRows("one line for each row, only its " + size + " numbers, separated by spaces.",
                    "2 3 1\n1 2 3\n3 1 2\n");
}

class FutoshikiKind final : public Kind {
 public:
  std::string_view name() const override { return "futoshiki"; }
  std::string_view summary() const override {
    return "Complete a Latin square in which signs say which of two neighbours is less.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const FutoshikiSize& size = kFutoshikiSizes[static_cast<size_t>(difficulty - kEasiest)];
    const Grid grid = RandomLatin(size.side, dice);
    FutoshikiSquare square = FutoshikiHints(grid, size, dice);
    GiveFutoshikiNumbers(grid, dice, &square);
    const Board across{size.side, size.side - 1};
    const Board down{size.side - 1, size.side};
    JsonWriter facts;
    facts.BeginObject().Key("grid").Raw(GridJson(square.given));
    facts.Key("across").Raw(MarksJson(across, Joined(square.across)));
    facts.Key("down").Raw(MarksJson(down, Joined(square.down))).EndObject();
    return {std::string(name()), difficulty, FutoshikiPrompt(square), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const FutoshikiSquare square, ReadFutoshiki(facts));
    const Latin latin = LatinOf(answer, square.size());
    if (latin.fault) return *latin.fault;
    for (size_t row = 0; row < square.size(); ++row) {
      for (size_t column = 0; column < square.size(); ++column) {
        const int given = square.given[row][column];
        if (given != 0 && given != latin.grid[row][column]) return Wrong("given_changed");
      }
    }
    bool holds = true;
    ForFutoshikiSigns(square, [&](size_t row, size_t column, size_t row2, size_t column2) {
      holds &= latin.grid[row][column] < latin.grid[row2][column2];
    });
    return holds ? kRight : Wrong("sign_broken");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const FutoshikiSquare square, ReadFutoshiki(facts));
    std::vector<uint8_t> choices;
    const ZeroOne::End end = FutoshikiProblem(square).Search(ZeroOne::kMostWork, &choices);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    return LatinText(LatinGrid(square.size(), choices));
  }
};

}  // namespace

const Kind& Futoshiki() {
  static const FutoshikiKind kind;
  return kind;
}

}  // namespace assay::logic
