#include <algorithm>
#include <array>

#include "logic/boards/board.h"
#include "logic/boards/zero_one.h"
#include "logic/grids/grids.h"
#include "logic/model/answer.h"
#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostMazeSide = 10;
constexpr int kMostMazeNumber = 100;
constexpr std::array<size_t, 5> kMazeSides = {3, 4, 5, 6, 8};
constexpr int kMazeTries = 100;
// Of a number's eight directions, those with a ray.
constexpr size_t kMazeRayPercent = 35;

struct MazeArrow {
  std::string_view sign;
  std::string_view emoji;
  int down;
  int on;
};
constexpr std::array<MazeArrow, 8> kMazeArrows = {{
    {"↑", "⬆", -1, 0},
    {"↗", "↗", -1, 1},
    {"→", "➡", 0, 1},
    {"↘", "↘", 1, 1},
    {"↓", "⬇", 1, 0},
    {"↙", "↙", 1, -1},
    {"←", "⬅", 0, -1},
    {"↖", "↖", -1, -1},
}};

// A cell is a number, from 1; or an arrow, or blank.
constexpr int kMazeBlank = 0;
constexpr int MazeArrowCell(size_t arrow) {
  return -1 - static_cast<int>(arrow);
}
constexpr size_t MazeArrowOf(int cell) {
  return static_cast<size_t>(-1 - cell);
}

struct Maze {
  Board board;
  std::vector<int> cells;

  // The cell before this along an arrow, where a ray comes from.
  std::optional<size_t> Before(size_t cell, size_t arrow) const {
    return board.From(cell, -kMazeArrows[arrow].down, -kMazeArrows[arrow].on);
  }
};

Result<Maze> ReadMaze(JsonValue facts) {
  ASSAY_ASSIGN_OR_RETURN(const Grid grid,
                         ReadGrid(facts, "grid", kMostMazeSide, kMazeBlank, kMostMazeNumber));
  Maze maze{{grid.size(), grid.front().size()}, {}};
  for (const std::vector<int>& row : grid) {
    maze.cells.insert(maze.cells.end(), row.begin(), row.end());
  }
  return maze;
}

// One cell from the front of `text`, or one sign that means nothing; nothing: neither.
struct MazeToken {
  size_t bytes = 0;
  std::optional<int> cell;
  bool ends_row = false;
};
std::optional<MazeToken> NextMazeToken(std::string_view text) {
  for (size_t arrow = 0; arrow < kMazeArrows.size(); ++arrow) {
    for (const std::string_view sign : {kMazeArrows[arrow].sign, kMazeArrows[arrow].emoji}) {
      if (text.substr(0, sign.size()) == sign) return MazeToken{sign.size(), MazeArrowCell(arrow)};
    }
  }
  // After an arrow, these choose between its forms as text and as emoji.
  for (const std::string_view selector : {"\xEF\xB8\x8E", "\xEF\xB8\x8F"}) {
    if (text.substr(0, selector.size()) == selector) return MazeToken{selector.size(), {}};
  }
  const char first = text.front();
  if (first == '\n' || first == '[' || first == ']') return MazeToken{1, {}, true};
  if (first == '_') return MazeToken{1, kMazeBlank};
  if (std::string_view(" \t\r,\"'|").find(first) != std::string_view::npos) return MazeToken{1, {}};
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::optional<int> number = IntOf(text.substr(0, digits));
  if (!number || *number == kMazeBlank) return std::nullopt;
  return MazeToken{digits, number};
}

std::optional<Grid> MazeGridOf(std::string_view answer) {
  if (answer.size() > kMostAnswerBytes) return std::nullopt;
  Grid grid(1);
  while (!answer.empty()) {
    const std::optional<MazeToken> token = NextMazeToken(answer);
    if (!token) return std::nullopt;
    if (token->cell) grid.back().push_back(*token->cell);
    if (token->ends_row && !grid.back().empty()) grid.emplace_back();
    answer.remove_prefix(token->bytes);
  }
  if (grid.back().empty()) grid.pop_back();
  if (grid.empty()) return std::nullopt;
  return grid;
}

// Whose ray an arrow is in, in a filled grid.
std::optional<size_t> MazeOwner(const Maze& maze, size_t cell) {
  const int arrow = maze.cells[cell];
  std::optional<size_t> at = cell;
  while (at && maze.cells[*at] == arrow) at = maze.Before(*at, MazeArrowOf(arrow));
  if (at && maze.cells[*at] > kMazeBlank) return at;
  return std::nullopt;
}

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
    if (maze.cells[cell] != kMazeBlank)
      problem.Count(rays[cell], maze.cells[cell], maze.cells[cell]);
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

std::string MazeText(const Maze& maze) {
  std::string text;
  for (size_t cell = 0; cell < maze.cells.size(); ++cell) {
    const int value = maze.cells[cell];
    if (value > kMazeBlank) {
      text += std::to_string(value);
    } else {
      text += value == kMazeBlank ? "_" : kMazeArrows[MazeArrowOf(value)].sign;
    }
    text += (cell + 1) % maze.board.columns == 0 ? '\n' : ' ';
  }
  return text;
}

std::string MazePrompt(const Maze& maze) {
  return "The grid below has numbers and blank cells (_). Fill every blank cell with one of the "
         "eight arrows ↑ ↗ → ↘ ↓ ↙ ← ↖. A number's ray in one direction is the unbroken run of "
         "arrows of just that direction that starts in the cell next to the number (which may be "
         "next to it at a corner) and leads straight away from it. Rules: the rays of a number in "
         "all eight directions together have exactly as many arrows as the number says, and every "
         "arrow is in a ray of some number. Numbers stay as they are.\n\n" +
         MazeText(maze) +
         "\nGive the final answer in a code block: the whole grid, one line for each row, with the "
         "numbers where they are and an arrow in place of each _, separated by spaces.";
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
    const std::optional<Grid> grid = MazeGridOf(answer);
    if (!grid) return kUnreadable;
    if (grid->size() != maze.board.rows) return Wrong("wrong_size");
    Maze filled{maze.board, {}};
    for (const std::vector<int>& row : *grid) {
      if (row.size() != maze.board.columns) return Wrong("wrong_size");
      filled.cells.insert(filled.cells.end(), row.begin(), row.end());
    }
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
