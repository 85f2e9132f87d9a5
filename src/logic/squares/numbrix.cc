#include <array>
#include <cstdlib>
#include <utility>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/squares/filled.h"
#include "logic/squares/givens.h"
#include "logic/squares/numbrix_path.h"
#include "logic/squares/squares.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

struct NumbrixLevel {
  size_t side;
  size_t given_percent;  // of the cells, at first
};
constexpr std::array<NumbrixLevel, 5> kNumbrixLevels = {
    {{4, 30}, {5, 25}, {6, 22}, {7, 20}, {9, 18}}};
constexpr size_t kNumbrixProofSteps = 400'000;
constexpr size_t kNumbrixSolveSteps = 5'000'000;

Result<Grid> ReadNumbrix(JsonValue facts) {
  constexpr int kMost = kMostNumbrixSide * kMostNumbrixSide;
  ASSAY_ASSIGN_OR_RETURN(Grid grid, ReadGrid(facts, "grid", kMostNumbrixSide, 0, kMost));
  if (!GivenAreDifferent(grid)) {
    return BadFacts("grid", "has a number twice, or one above the number of its cells");
  }
  return grid;
}

ZeroOne::End FindOtherNumbrix(const Grid& meant, const Grid& given, Grid* other) {
  const NumbrixPaths paths = FindNumbrixPaths(given, 2, kNumbrixProofSteps);
  for (const Grid& path : paths.found) {
    if (path == meant) continue;
    *other = path;
    return ZeroOne::End::kFound;
  }
  return paths.gave_up ? ZeroOne::End::kGaveUp : ZeroOne::End::kNone;
}

std::string NumbrixPrompt(const Grid& given) {
  const std::string most = std::to_string(given.size() * given.front().size());
  return "Fill the empty cells (_) of the grid so that it has each of the numbers 1 to " + most +
         " exactly once, and each number from 2 on stands directly above, below, left or right of "
         "the number that is one less. So the numbers make a path through all cells that never "
         "goes diagonally. Given numbers stay.\n\n" +
         GridText(given) + "\n" +
         AskForRows("one line for each row, all its numbers separated by spaces.",
                    "1 2 3\n6 5 4\n7 8 9\n");
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
    const Grid path = RandomNumbrixPath(board, dice);
    const Grid given = GiveUntilOne(
        path, board.cells() * level.given_percent / 100,
        [&](const Grid& now, Grid* other) { return FindOtherNumbrix(path, now, other); }, dice);
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
    const NumbrixPaths paths = FindNumbrixPaths(given, 1, kNumbrixSolveSteps);
    if (paths.found.empty()) {
      return NoAnswer(paths.gave_up ? ZeroOne::End::kGaveUp : ZeroOne::End::kNone);
    }
    return GridText(paths.found.front());
  }
};

}  // namespace

const Kind& Numbrix() {
  static const NumbrixKind kind;
  return kind;
}

}  // namespace assay::logic
