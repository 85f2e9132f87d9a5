#include <algorithm>
#include <array>
#include <set>

#include "logic/boards/board.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/squares/filled.h"
#include "logic/squares/squares.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostWallSide = 10;
constexpr int kMostIsland = 9;
struct WallLevel {
  size_t side;
  size_t island;  // its most cells
};
constexpr std::array<WallLevel, 5> kWallLevels = {{{3, 3}, {4, 3}, {5, 4}, {6, 4}, {8, 5}}};
// Shapes of all islands together that Solve takes on.
constexpr size_t kMostWallShapes = 20'000;

struct WallMap {
  Board board;
  Grid grid;
};

Result<WallMap> ReadWallMap(JsonValue facts) {
  WallMap map;
  ASSAY_ASSIGN_OR_RETURN(map.grid, ReadGrid(facts, "grid", kMostWallSide, 0, kMostIsland));
  map.board = {map.grid.size(), map.grid.front().size()};
  return map;
}

// Calls with the four cells of each square of two rows and columns.
template <typename Call>
void ForWallSquares(const Board& board, const Call& call) {
  for (size_t row = 0; row + 1 < board.rows; ++row) {
    for (size_t column = 0; column + 1 < board.columns; ++column) {
      call(std::array<size_t, 4>{board.At(row, column), board.At(row, column + 1),
                                 board.At(row + 1, column), board.At(row + 1, column + 1)});
    }
  }
}

// All shapes of an island: with its number's cell, as large as it says, without another number in
// it or beside it. Nothing when there are more than `most`.
std::optional<std::set<std::vector<size_t>>> WallShapes(const WallMap& map, size_t first,
                                                        size_t most) {
  const auto number_at = [&](size_t cell) {
    return map.grid[cell / map.board.columns][cell % map.board.columns];
  };
  const auto allowed = [&](size_t cell) {
    if (cell != first && number_at(cell) != 0) return false;
    for (const size_t other : map.board.Beside(cell)) {
      if (other != first && number_at(other) != 0) return false;
    }
    return true;
  };
  std::set<std::vector<size_t>> shapes;
  if (allowed(first)) shapes.insert({first});
  for (int size = 1; size < number_at(first); ++size) {
    std::set<std::vector<size_t>> larger;
    for (const std::vector<size_t>& shape : shapes) {
      for (const size_t cell : shape) {
        for (const size_t next : map.board.Beside(cell)) {
          if (std::binary_search(shape.begin(), shape.end(), next) || !allowed(next)) continue;
          std::vector<size_t> more = shape;
          more.insert(std::upper_bound(more.begin(), more.end(), next), next);
          larger.insert(std::move(more));
        }
      }
      if (larger.size() > most) return std::nullopt;
    }
    shapes = std::move(larger);
  }
  return shapes;
}

// A choice for each shape of each island; `shapes` gets their cells. Nothing: there are too many.
std::optional<ZeroOne> WallProblem(const WallMap& map, std::vector<std::vector<size_t>>* shapes) {
  const Board& board = map.board;
  ZeroOne problem(0);
  std::vector<std::vector<size_t>> covering(board.cells());
  for (size_t cell = 0; cell < board.cells(); ++cell) {
    if (map.grid[cell / board.columns][cell % board.columns] == 0) continue;
    const auto of_island = WallShapes(map, cell, kMostWallShapes - shapes->size());
    if (!of_island) return std::nullopt;
    std::vector<size_t> choices;
    for (const std::vector<size_t>& shape : *of_island) {
      choices.push_back(problem.Add());
      shapes->push_back(shape);
      for (const size_t covered : shape) covering[covered].push_back(choices.back());
    }
    problem.Count(choices, 1, 1);
    if (shapes->size() >= kMostWallShapes) return std::nullopt;
  }
  // Of those with one of some cells, or more of them.
  const auto of_any = [&](std::initializer_list<size_t> cells) {
    std::vector<size_t> choices;
    for (const size_t cell : cells) {
      choices.insert(choices.end(), covering[cell].begin(), covering[cell].end());
    }
    std::sort(choices.begin(), choices.end());
    choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
    return choices;
  };
  for (size_t cell = 0; cell < board.cells(); ++cell) {
    problem.Count(covering[cell], 0, 1);
    for (const size_t other : board.Beside(cell)) {
      // Two islands never have cells that share a side.
      if (other > cell) problem.Count(of_any({cell, other}), 0, 1);
    }
  }
  ForWallSquares(board, [&](const std::array<size_t, 4>& square) {
    const auto choices = of_any({square[0], square[1], square[2], square[3]});
    problem.Count(choices, 1, static_cast<int>(choices.size()));
  });
  return problem;
}

// Islands by their numbers from 0 on, -1 the wall. False: a square is left that can't get one.
bool RaiseIslands(const Board& board, size_t most_cells, Dice* dice, std::vector<int>* island_of) {
  island_of->assign(board.cells(), -1);
  int islands = 0;
  // Whether it is wall, and beside no island but that one.
  const auto is_free = [&](size_t cell, int but) {
    if ((*island_of)[cell] >= 0) return false;
    const std::vector<size_t> beside = board.Beside(cell);
    return std::all_of(beside.begin(), beside.end(), [&](size_t other) {
      return (*island_of)[other] < 0 || (*island_of)[other] == but;
    });
  };
  while (true) {
    std::vector<std::array<size_t, 4>> walls;
    ForWallSquares(board, [&](const std::array<size_t, 4>& square) {
      if (std::all_of(square.begin(), square.end(),
                      [&](size_t cell) { return (*island_of)[cell] < 0; })) {
        walls.push_back(square);
      }
    });
    if (walls.empty()) return true;
    const std::array<size_t, 4>& square = walls[dice->Below(walls.size())];
    std::vector<size_t> free;
    for (const size_t cell : square) {
      if (is_free(cell, -1)) free.push_back(cell);
    }
    if (free.empty()) return false;
    std::vector<size_t> island = {free[dice->Below(free.size())]};
    (*island_of)[island[0]] = islands;
    const size_t wanted = 1 + dice->Below(most_cells);
    for (size_t tries = 0; tries < 20 && island.size() < wanted; ++tries) {
      const std::vector<size_t> beside = board.Beside(island[dice->Below(island.size())]);
      const size_t next = beside[dice->Below(beside.size())];
      if (!is_free(next, islands)) continue;
      (*island_of)[next] = islands;
      island.push_back(next);
    }
    ++islands;
  }
}

Grid MakeWallGrid(const Board& board, size_t most_cells, Dice* dice) {
  std::vector<int> island_of;
  while (!RaiseIslands(board, most_cells, dice, &island_of)) {
  }
  Grid grid(board.rows, std::vector<int>(board.columns));
  std::vector<bool> told;
  for (const size_t cell : Shuffled(board.cells(), dice)) {
    if (island_of[cell] < 0) continue;
    const auto island = static_cast<size_t>(island_of[cell]);
    if (island >= told.size()) told.resize(island + 1);
    if (told[island]) continue;
    told[island] = true;
    grid[cell / board.columns][cell % board.columns] =
        static_cast<int>(std::count(island_of.begin(), island_of.end(), island_of[cell]));
  }
  return grid;
}

std::string WallPrompt(const WallMap& map) {
  return "In the grid below some cells have a number. Decide for every cell whether it is wall or "
         "part of an island. Rules: every island has exactly one number, and as many cells as that "
         "number says, the number's own among them; the cells of an island are connected through "
         "their sides; two different islands never share a side (they may touch at corners); and "
         "no square of 2 rows and 2 columns is all wall. A cell with a number is island. The walls "
         "needn't be connected.\n\n" +
         GridText(map.grid) +
         "\nGive the final answer in a code block: one line for each row, with # for a wall and . "
         "for any cell of an island, separated by spaces.";
}

class NumberWallKind final : public Kind {
 public:
  std::string_view name() const override { return "number_wall"; }
  std::string_view summary() const override {
    return "Divide a grid into walls and islands that are as large as their numbers say.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const WallLevel& level = kWallLevels[static_cast<size_t>(difficulty - kEasiest)];
    WallMap map;
    map.board = {level.side, level.side};
    map.grid = MakeWallGrid(map.board, level.island, dice);
    JsonWriter facts;
    facts.BeginObject().Key("grid").Raw(GridJson(map.grid)).EndObject();
    return {std::string(name()), difficulty, WallPrompt(map), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const WallMap map, ReadWallMap(facts));
    const Board& board = map.board;
    Marks marks = MarksOf(answer, board, "#.123456789");
    if (marks.fault) return *marks.fault;
    const auto number_at = [&](size_t cell) {
      return map.grid[cell / board.columns][cell % board.columns];
    };
    for (size_t cell = 0; cell < board.cells(); ++cell) {
      const char mark = marks.cells[cell];
      if (number_at(cell) != 0 && mark == '#') return Wrong("wall_on_number");
      if (mark != '#' && mark != '.' && mark - '0' != number_at(cell)) {
        return Wrong("number_changed");
      }
    }
    std::vector<bool> seen(board.cells());
    for (size_t cell = 0; cell < board.cells(); ++cell) {
      if (seen[cell] || marks.cells[cell] == '#') continue;
      std::vector<size_t> island = {cell};
      seen[cell] = true;
      int numbers = 0, number = 0;
      for (size_t i = 0; i < island.size(); ++i) {
        if (number_at(island[i]) != 0) {
          ++numbers;
          number = number_at(island[i]);
        }
        for (const size_t other : board.Beside(island[i])) {
          if (seen[other] || marks.cells[other] == '#') continue;
          seen[other] = true;
          island.push_back(other);
        }
      }
      if (numbers == 0) return Wrong("island_without_number");
      if (numbers > 1) return Wrong("island_with_numbers");
      if (island.size() != static_cast<size_t>(number)) return Wrong("island_size");
    }
    bool whole_square = false;
    ForWallSquares(board, [&](const std::array<size_t, 4>& square) {
      whole_square |= std::all_of(square.begin(), square.end(),
                                  [&](size_t cell) { return marks.cells[cell] == '#'; });
    });
    return whole_square ? Wrong("square_of_wall") : kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const WallMap map, ReadWallMap(facts));
    std::vector<std::vector<size_t>> shapes;
    const std::optional<ZeroOne> problem = WallProblem(map, &shapes);
    if (!problem) return NoAnswer(ZeroOne::End::kGaveUp);
    std::vector<uint8_t> values;
    const ZeroOne::End end = problem->Search(ZeroOne::kMostWork, &values);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    std::string cells(map.board.cells(), '#');
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] == 0) continue;
      for (const size_t cell : shapes[i]) cells[cell] = '.';
    }
    return MarksText(map.board, cells);
  }
};

}  // namespace

const Kind& NumberWall() {
  static const NumberWallKind kind;
  return kind;
}

}  // namespace assay::logic
