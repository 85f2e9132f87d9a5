// Mazes of numbers and arrows: from facts and answers, and as text. Pure; thread-safe.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/boards/board.h"
#include "logic/model/kind.h"
#include "text/json_reader.h"

namespace assay::logic {

struct MazeArrow {
  std::string_view sign;
  std::string_view emoji;
  int down;
  int on;
};
inline constexpr std::array<MazeArrow, 8> kMazeArrows = {{
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
inline constexpr int kMazeBlank = 0;
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

// As ArrowMaze() says.
Result<Maze> ReadMaze(JsonValue facts);
// A maze as an answer fills it, or what is wrong with the answer's form: unreadable, or of a wrong
// size.
struct FilledMaze {
  std::optional<Verdict> fault;
  Maze maze;
};
FilledMaze FilledMazeOf(std::string_view answer, const Board& board);
std::string MazeText(const Maze& maze);

// The number whose ray the arrow in `cell` is in; nothing: it is in none.
std::optional<size_t> MazeOwner(const Maze& maze, size_t cell);

}  // namespace assay::logic
