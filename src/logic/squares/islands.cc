#include "logic/squares/islands.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <set>
#include <utility>

namespace assay::logic {
namespace {

// Of all islands together, that a search takes on.
constexpr size_t kMostWallShapes = 6'000;
constexpr int kWallTries = 100;

// All shapes of an island: with its number's cell, as large as it says, without another number in
// it or beside it. Nothing when there are more than `most`.
std::optional<std::set<std::vector<size_t>>> WallShapes(const WallMap& map, size_t first,
                                                        size_t most) {
  const auto allowed = [&](size_t cell) {
    if (cell != first && map.At(cell) != 0) return false;
    const std::vector<size_t> beside = map.board.Beside(cell);
    return std::all_of(beside.begin(), beside.end(),
                       [&](size_t other) { return other == first || map.At(other) == 0; });
  };
  std::set<std::vector<size_t>> shapes;
  if (allowed(first)) shapes.insert({first});
  for (int size = 1; size < map.At(first); ++size) {
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

// The choices that have one of those cells, each once.
std::vector<size_t> WallChoices(const std::vector<std::vector<size_t>>& covering,
                                std::initializer_list<size_t> cells) {
  std::vector<size_t> choices;
  for (const size_t cell : cells) {
    choices.insert(choices.end(), covering[cell].begin(), covering[cell].end());
  }
  std::sort(choices.begin(), choices.end());
  choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
  return choices;
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
  const std::vector<WallSquare> all = WallSquares(board);
  while (true) {
    std::vector<WallSquare> walls;
    std::copy_if(all.begin(), all.end(), std::back_inserter(walls), [&](const WallSquare& square) {
      return std::all_of(square.begin(), square.end(),
                         [&](size_t cell) { return (*island_of)[cell] < 0; });
    });
    if (walls.empty()) return true;
    const WallSquare& square = walls[dice->Below(walls.size())];
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

}  // namespace

std::vector<WallSquare> WallSquares(const Board& board) {
  std::vector<WallSquare> squares;
  for (size_t row = 0; row + 1 < board.rows; ++row) {
    for (size_t column = 0; column + 1 < board.columns; ++column) {
      squares.push_back({board.At(row, column), board.At(row, column + 1),
                         board.At(row + 1, column), board.At(row + 1, column + 1)});
    }
  }
  return squares;
}

std::optional<WallProblem> WallProblemOf(const WallMap& map) {
  const Board& board = map.board;
  WallProblem made;
  std::vector<std::vector<size_t>> covering(board.cells());
  for (size_t cell = 0; cell < board.cells(); ++cell) {
    if (map.At(cell) == 0) continue;
    const auto of_island = WallShapes(map, cell, kMostWallShapes - made.shapes.size());
    if (!of_island) return std::nullopt;
    std::vector<size_t> choices;
    for (const std::vector<size_t>& shape : *of_island) {
      choices.push_back(made.problem.Add());
      made.shapes.push_back(shape);
      for (const size_t covered : shape) covering[covered].push_back(choices.back());
    }
    made.problem.Count(choices, 1, 1);
    if (made.shapes.size() >= kMostWallShapes) return std::nullopt;
  }
  for (size_t cell = 0; cell < board.cells(); ++cell) {
    made.problem.Count(covering[cell], 0, 1);
    for (const size_t other : board.Beside(cell)) {
      // Two islands never have cells that share a side.
      if (other > cell) made.problem.Count(WallChoices(covering, {cell, other}), 0, 1);
    }
  }
  for (const auto& [a, b, c, d] : WallSquares(board)) {
    const std::vector<size_t> choices = WallChoices(covering, {a, b, c, d});
    made.problem.Count(choices, 1, std::max(1, static_cast<int>(choices.size())));
  }
  return made;
}

Grid RandomWallGrid(const Board& board, size_t most_cells, Dice* dice) {
  std::vector<int> island_of;
  bool raised = false;
  for (int attempt = 0; attempt < kWallTries && !raised; ++attempt) {
    raised = RaiseIslands(board, most_cells, dice, &island_of);
  }
  if (!raised) {
    // Not ever seen: islands of one cell, one in every square.
    island_of.assign(board.cells(), -1);
    int islands = 0;
    for (size_t row = 1; row < board.rows; row += 2) {
      for (size_t column = 1; column < board.columns; column += 2) {
        island_of[board.At(row, column)] = islands++;
      }
    }
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

}  // namespace assay::logic
