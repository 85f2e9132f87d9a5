#include "logic/grids/maze.h"

#include "logic/boards/rows.h"
#include "logic/model/answer.h"
#include "logic/model/facts.h"

namespace assay::logic {
namespace {

constexpr size_t kMostMazeSide = 10;
constexpr int kMostMazeNumber = 100;

constexpr size_t kMostMazeDigits = 3;

// One cell from the front of `text`, or one sign that means nothing; nothing: neither.
struct MazeToken {
  size_t bytes = 0;
  std::optional<int> cell;
};

std::optional<MazeToken> MazeArrowToken(std::string_view text) {
  for (size_t arrow = 0; arrow < kMazeArrows.size(); ++arrow) {
    for (const std::string_view sign : {kMazeArrows[arrow].sign, kMazeArrows[arrow].emoji}) {
      if (text.substr(0, sign.size()) == sign) return MazeToken{sign.size(), MazeArrowCell(arrow)};
    }
  }
  return std::nullopt;
}

std::optional<MazeToken> NextMazeToken(std::string_view text) {
  const char first = text.front();
  if (first == '_') return MazeToken{1, kMazeBlank};
  if (first == '\xE2') return MazeArrowToken(text);
  // After an arrow, these choose between its forms as text and as emoji.
  for (const std::string_view selector : {"\xEF\xB8\x8E", "\xEF\xB8\x8F"}) {
    if (text.substr(0, selector.size()) == selector) return MazeToken{selector.size(), {}};
  }
  size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    if (++digits > kMostMazeDigits) return std::nullopt;
  }
  const std::optional<int> number = IntOf(text.substr(0, digits));
  if (!number || *number == kMazeBlank) return std::nullopt;
  return MazeToken{digits, number};
}

}  // namespace

Result<Maze> ReadMaze(JsonValue facts) {
  ASSAY_ASSIGN_OR_RETURN(const Grid grid,
                         ReadGrid(facts, "grid", kMostMazeSide, kMazeBlank, kMostMazeNumber));
  Maze maze{{grid.size(), grid.front().size()}, {}};
  for (const std::vector<int>& row : grid) {
    maze.cells.insert(maze.cells.end(), row.begin(), row.end());
  }
  return maze;
}

FilledMaze FilledMazeOf(std::string_view answer, const Board& board) {
  const auto fault = [](const Verdict& verdict) { return FilledMaze{verdict, {}}; };
  if (answer.size() > kMostAnswerBytes) return fault(kUnreadable);
  FilledMaze filled{{}, {board, {}}};
  std::vector<int>& cells = filled.maze.cells;
  size_t in_row = 0;
  while (!answer.empty()) {
    if (const RowSign sign = RowSignOf(answer.front()); sign != RowSign::kCell) {
      answer.remove_prefix(1);
      if (sign == RowSign::kNothing || in_row == 0) continue;
      if (in_row != board.columns) return fault(Wrong("wrong_size"));
      in_row = 0;
      continue;
    }
    const std::optional<MazeToken> token = NextMazeToken(answer);
    if (!token) return fault(kUnreadable);
    answer.remove_prefix(token->bytes);
    if (!token->cell) continue;
    if (++in_row > board.columns || cells.size() == board.cells()) {
      return fault(Wrong("wrong_size"));
    }
    cells.push_back(*token->cell);
  }
  if (cells.empty()) return fault(kUnreadable);
  if (cells.size() != board.cells()) return fault(Wrong("wrong_size"));
  return filled;
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

std::optional<size_t> MazeOwner(const Maze& maze, size_t cell) {
  const int arrow = maze.cells[cell];
  std::optional<size_t> at = cell;
  while (at && maze.cells[*at] == arrow) at = maze.Before(*at, MazeArrowOf(arrow));
  if (at && maze.cells[*at] > kMazeBlank) return at;
  return std::nullopt;
}

}  // namespace assay::logic
