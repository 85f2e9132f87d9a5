#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "logic/boards/board.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/squares/filled.h"
#include "logic/squares/squares.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostNumbrixSide = 10;
struct NumbrixLevel {
  size_t side;
  size_t given_percent;
};
constexpr std::array<NumbrixLevel, 5> kNumbrixLevels = {
    {{4, 50}, {5, 45}, {6, 40}, {7, 35}, {8, 30}}};
// Steps of the search that Make expects to be enough, and those that Solve takes at most.
constexpr int64_t kNumbrixMakeSteps = 200'000;
constexpr int64_t kNumbrixSolveSteps = 5'000'000;

Result<Grid> ReadNumbrix(JsonValue facts) {
  constexpr int kMost = kMostNumbrixSide * kMostNumbrixSide;
  ASSAY_ASSIGN_OR_RETURN(Grid grid, ReadGrid(facts, "grid", kMostNumbrixSide, 0, kMost));
  if (!GivenAreDifferent(grid)) {
    return BadFacts("grid", "has a number twice, or one above the number of its cells");
  }
  return grid;
}

// Walks from number to number, never farther from the next given one than the numbers between
// allow.
class NumbrixSearch {
 public:
  NumbrixSearch(const Grid& given, int64_t most_steps)
      : board_{given.size(), given.front().size()},
        numbers_(board_.cells()),
        cell_of_(board_.cells() + 1, board_.cells()),
        next_given_(board_.cells() + 2, 0),
        steps_left_(most_steps) {
    for (size_t cell = 0; cell < board_.cells(); ++cell) {
      numbers_[cell] = static_cast<size_t>(given[cell / board_.columns][cell % board_.columns]);
      if (numbers_[cell] != 0) cell_of_[numbers_[cell]] = cell;
    }
    for (size_t number = board_.cells(); number > 0; --number) {
      const bool is_given = cell_of_[number] != board_.cells();
      next_given_[number] = is_given ? number : next_given_[number + 1];
    }
  }

  ZeroOne::End Run() {
    if (cell_of_[1] != board_.cells()) return Ended(Walk(cell_of_[1], 1));
    for (size_t cell = 0; cell < board_.cells(); ++cell) {
      if (numbers_[cell] == 0 && Step(cell, 1)) return ZeroOne::End::kFound;
    }
    return Ended(false);
  }

  Grid grid() const {
    Grid grid(board_.rows, std::vector<int>(board_.columns));
    for (size_t cell = 0; cell < numbers_.size(); ++cell) {
      grid[cell / board_.columns][cell % board_.columns] = static_cast<int>(numbers_[cell]);
    }
    return grid;
  }

 private:
  ZeroOne::End Ended(bool found) const {
    if (found) return ZeroOne::End::kFound;
    return steps_left_ > 0 ? ZeroOne::End::kNone : ZeroOne::End::kGaveUp;
  }

  // Puts a number where nothing is, and goes on from there.
  bool Step(size_t cell, size_t number) {
    numbers_[cell] = number;
    if (Walk(cell, number)) return true;
    numbers_[cell] = 0;
    return false;
  }

  // As deep as there are cells, at most 100.
  bool Walk(size_t cell, size_t number) {
    if (number == board_.cells()) return true;
    if (--steps_left_ <= 0) return false;
    if (const size_t given = next_given_[number + 1]; given != 0) {
      const size_t at = cell_of_[given];
      const auto apart = [](size_t a, size_t b) { return a > b ? a - b : b - a; };
      if (apart(cell / board_.columns, at / board_.columns) +
              apart(cell % board_.columns, at % board_.columns) >
          given - number) {
        return false;
      }
    }
    for (const size_t next : board_.Beside(cell)) {
      if (numbers_[next] == number + 1) return Walk(next, number + 1);
    }
    if (cell_of_[number + 1] != board_.cells()) return false;
    for (const size_t next : board_.Beside(cell)) {
      if (numbers_[next] == 0 && Step(next, number + 1)) return true;
    }
    return false;
  }

  const Board board_;
  std::vector<size_t> numbers_;     // by cell; 0: none yet
  std::vector<size_t> cell_of_;     // by number that is given; else cells()
  std::vector<size_t> next_given_;  // by number: it, or the first given one above it; 0: none
  int64_t steps_left_;
};

// A path through all cells. From one that goes to and fro, changed by joining an end to a neighbour
// on the path and cutting the loop that this makes beside it ("backbite"), many times.
std::vector<size_t> NumbrixPath(const Board& board, Dice* dice) {
  std::vector<size_t> path;
  for (size_t row = 0; row < board.rows; ++row) {
    for (size_t i = 0; i < board.columns; ++i) {
      path.push_back(board.At(row, row % 2 == 0 ? i : board.columns - 1 - i));
    }
  }
  for (size_t times = 10 * board.cells(); times > 0; --times) {
    if (Chance(50, dice)) std::reverse(path.begin(), path.end());
    const std::vector<size_t> beside = board.Beside(path.front());
    const size_t joined = beside[dice->Below(beside.size())];
    const auto at = std::find(path.begin(), path.end(), joined);
    std::reverse(path.begin(), at);
  }
  return path;
}

std::string NumbrixPrompt(const Grid& given) {
  const std::string most = std::to_string(given.size() * given.front().size());
  return "Fill the empty cells (_) of the grid so that it has each of the numbers 1 to " + most +
         " exactly once, and each number from 2 on stands directly above, below, left or right of "
         "the number that is one less. So the numbers make a path through all cells that never "
         "goes diagonally. Given numbers stay.\n\n" +
         GridText(given) +
         "\nGive the final answer in a code block: one line for each row, all its numbers "
         "separated by spaces.";
}

class NumbrixKind final : public Kind {
 public:
  std::string_view name() const override { return "numbrix"; }
  std::string_view summary() const override {
    return "Complete a path of numbers through all cells of a grid.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const NumbrixLevel& level = kNumbrixLevels[static_cast<size_t>(difficulty - kEasiest)];
    const Board board{level.side, level.side};
    const std::vector<size_t> path = NumbrixPath(board, dice);
    Grid given(board.rows, std::vector<int>(board.columns));
    size_t shown = 0;
    for (const size_t i : Shuffled(path.size(), dice)) {
      // Until what is given leads a search to its end soon.
      if (++shown > board.cells() * level.given_percent / 100 &&
          NumbrixSearch(given, kNumbrixMakeSteps).Run() == ZeroOne::End::kFound) {
        break;
      }
      given[path[i] / board.columns][path[i] % board.columns] = static_cast<int>(i) + 1;
    }
    JsonWriter facts;
    facts.BeginObject().Key("grid").Raw(GridJson(given)).EndObject();
    return {std::string(name()), difficulty, NumbrixPrompt(given), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const Grid given, ReadNumbrix(facts));
    const Filled filled = FilledOf(answer, given);
    if (filled.fault) return *filled.fault;
    const size_t columns = given.front().size();
    std::vector<std::pair<int, int>> place_of(given.size() * columns);
    for (size_t row = 0; row < given.size(); ++row) {
      for (size_t column = 0; column < columns; ++column) {
        place_of[static_cast<size_t>(filled.grid[row][column]) - 1] = {static_cast<int>(row),
                                                                       static_cast<int>(column)};
      }
    }
    for (size_t i = 1; i < place_of.size(); ++i) {
      const auto [row, column] = place_of[i];
      const auto [row2, column2] = place_of[i - 1];
      if (std::abs(row - row2) + std::abs(column - column2) != 1) return Wrong("path_broken");
    }
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const Grid given, ReadNumbrix(facts));
    NumbrixSearch search(given, kNumbrixSolveSteps);
    const ZeroOne::End end = search.Run();
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    return GridText(search.grid());
  }
};

}  // namespace

const Kind& Numbrix() {
  static const NumbrixKind kind;
  return kind;
}

}  // namespace assay::logic
