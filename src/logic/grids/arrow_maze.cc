#include <algorithm>
#include <array>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/grids/grids.h"
#include "logic/grids/maze.h"
#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr std::array<size_t, 5> kMazeSides = {4, 5, 6, 7, 8};
constexpr int kMazeTries = 100;
// Of a number's eight directions, those with a ray.
constexpr size_t kMazeRayPercent = 35;

// A cell of the search for each direction of each cell, 8 * cell + arrow.
ZeroOne MazeProblem(const Maze& maze) {
  constexpr size_t kArrows = kMazeArrows.size();
  ZeroOne problem(maze.cells.size() * kArrows);
  std::vector<std::vector<size_t>> rays(maze.cells.size());
  for (size_t cell = 0; cell < maze.cells.size(); ++cell) {
    std::vector<size_t> choices;
    for (size_t arrow = 0; arrow < kArrows; ++arrow) {
      const size_t choice = cell * kArrows + arrow;
      choices.push_back(choice);
      if (maze.cells[cell] != kMazeBlank) continue;
      // The arrow continues that of the cell before, unless that is the number it comes from.
      const std::optional<size_t> before = maze.Before(cell, arrow);
      if (before && maze.cells[*before] == kMazeBlank) {
        problem.Require({{*before * kArrows + arrow, 1}, {choice, -1}}, 0, 1);
      }
      std::optional<size_t> owner = before;
      while (owner && maze.cells[*owner] == kMazeBlank) owner = maze.Before(*owner, arrow);
      if (owner) {
        rays[*owner].push_back(choice);
      } else {
        problem.Fix(choice, false);
      }
    }
    const int arrows = maze.cells[cell] == kMazeBlank ? 1 : 0;
    problem.Count(choices, arrows, arrows);
  }
  for (size_t cell = 0; cell < maze.cells.size(); ++cell) {
    const int number = maze.cells[cell];
    if (number != kMazeBlank) problem.Count(rays[cell], number, number);
  }
  return problem;
}

// Rays from the number in `cell` over blanks; the arrows are put in, the number counts them.
void ShootMazeRays(size_t cell, Dice* dice, Maze* maze) {
  int& number = maze->cells[cell];
  const std::vector<size_t> arrows = Shuffled(kMazeArrows.size(), dice);
  // A number needs an arrow: if no chance gave it one, it takes what it can get.
  for (const size_t percent : {kMazeRayPercent, size_t{100}}) {
    for (const size_t arrow : arrows) {
      if (!Chance(percent, dice)) continue;
      size_t left = 1 + dice->Below(maze->board.rows / 2 + 1);
      std::optional<size_t> at = cell;
      while (left-- > 0) {
        at = maze->board.From(*at, kMazeArrows[arrow].down, kMazeArrows[arrow].on);
        if (!at || maze->cells[*at] != kMazeBlank) break;
        maze->cells[*at] = MazeArrowCell(arrow);
        ++number;
      }
      if (percent == 100 && number > 0) return;
    }
    if (number > 0) return;
  }
}

// For a cell that no ray leaves: it goes on a ray that ends beside it, or starts one of a number
// beside it. False: there is none.
bool JoinMazeRay(size_t cell, Dice* dice, Maze* maze) {
  for (const size_t arrow : Shuffled(kMazeArrows.size(), dice)) {
    const std::optional<size_t> before = maze->Before(cell, arrow);
    if (!before) continue;
    if (maze->cells[*before] <= kMazeBlank && maze->cells[*before] != MazeArrowCell(arrow))
      continue;
    maze->cells[cell] = MazeArrowCell(arrow);
    const std::optional<size_t> owner = MazeOwner(*maze, cell);
    ++maze->cells[*owner];
    return true;
  }
  return false;
}

// Filled with arrows. False: a cell was left that no ray could have.
bool FillMaze(Dice* dice, Maze* maze) {
  maze->cells.assign(maze->board.cells(), kMazeBlank);
  for (const size_t cell : Shuffled(maze->board.cells(), dice)) {
    if (maze->cells[cell] != kMazeBlank) continue;
    ShootMazeRays(cell, dice, maze);
    if (maze->cells[cell] == kMazeBlank && !JoinMazeRay(cell, dice, maze)) return false;
  }
  return true;
}

Maze MakeMaze(size_t side, Dice* dice) {
  Maze maze{{side, side}, {}};
  bool filled = false;
  for (int attempt = 0; attempt < kMazeTries && !filled; ++attempt) filled = FillMaze(dice, &maze);
  for (size_t cell = 0; cell < maze.cells.size(); ++cell) {
    // Not ever seen: the plainest maze in place of one that didn't come out.
    if (!filled) maze.cells[cell] = cell % side == 0 ? static_cast<int>(side) - 1 : kMazeBlank;
    if (maze.cells[cell] < kMazeBlank) maze.cells[cell] = kMazeBlank;
  }
  return maze;
}

std::string MazePrompt(const Maze& maze) {
  return "The grid below has numbers and blank cells (_). Fill every blank cell with one of the "
         "eight arrows ↑ ↗ → ↘ ↓ ↙ ← ↖. A number's ray in one direction is the unbroken run of "
         "arrows of just that direction that starts in the cell next to the number (which may be "
         "next to it at a corner) and leads straight away from it. Rules: the rays of a number in "
         "all eight directions together have exactly as many arrows as the number says, and every "
         "arrow is in a ray of some number. Numbers stay as they are.\n\n" +
         MazeText(maze) + "\n" +
         AskForRows(
             "the whole grid, one line for each row, with the numbers where they are and an "
             "arrow in place of each _, separated by spaces.",
             "← 5 →\n↙ ↓ ↘\n");
}

class ArrowMazeKind final : public Kind {
 public:
  std::string_view name() const override { return "arrow_maze"; }
  std::string_view summary() const override {
    return "Fill blanks with arrows so that each number has that many in its rays.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const Maze maze = MakeMaze(kMazeSides[static_cast<size_t>(difficulty - kEasiest)], dice);
    Grid grid;
    for (size_t row = 0; row < maze.board.rows; ++row) {
      const auto begin = maze.cells.begin() + static_cast<ptrdiff_t>(row * maze.board.columns);
      grid.emplace_back(begin, begin + static_cast<ptrdiff_t>(maze.board.columns));
    }
    JsonWriter facts;
    facts.BeginObject().Key("grid").Raw(GridJson(grid)).EndObject();
    return {std::string(name()), difficulty, MazePrompt(maze), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const Maze maze, ReadMaze(facts));
    const auto [fault, filled] = FilledMazeOf(answer, maze.board);
    if (fault) return *fault;
    for (size_t cell = 0; cell < maze.cells.size(); ++cell) {
      const bool blank = maze.cells[cell] == kMazeBlank;
      if (!blank && filled.cells[cell] != maze.cells[cell]) return Wrong("number_changed");
      if (blank && filled.cells[cell] >= kMazeBlank) return Wrong("not_an_arrow");
    }
    std::vector<int> counts(maze.cells.size());
    for (size_t cell = 0; cell < maze.cells.size(); ++cell) {
      if (maze.cells[cell] != kMazeBlank) continue;
      const std::optional<size_t> owner = MazeOwner(filled, cell);
      if (!owner) return Wrong("arrow_without_number");
      ++counts[*owner];
    }
    return counts == maze.cells ? kRight : Wrong("count_differs");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(Maze maze, ReadMaze(facts));
    std::vector<uint8_t> choices;
    const ZeroOne::End end = MazeProblem(maze).Search(ZeroOne::kMostWork, &choices);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    for (size_t choice = 0; choice < choices.size(); ++choice) {
      if (choices[choice] == 0) continue;
      maze.cells[choice / kMazeArrows.size()] = MazeArrowCell(choice % kMazeArrows.size());
    }
    return MazeText(maze);
  }
};

}  // namespace

const Kind& ArrowMaze() {
  static const ArrowMazeKind kind;
  return kind;
}

}  // namespace assay::logic
