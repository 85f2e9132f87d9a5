#include <algorithm>
#include <array>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/grids/grids.h"
#include "logic/model/facts.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostMinesweeperSide = 16;
constexpr int kMostMines = 256;
struct MinesweeperSize {
  size_t side;
  size_t mines;
  size_t shown_percent;  // of the cells without a mine, at first
};
constexpr std::array<MinesweeperSize, 5> kMinesweeperSizes = {
    {{4, 3, 60}, {5, 6, 45}, {7, 12, 35}, {9, 22, 30}, {11, 36, 25}}};
// For each search of another answer.
constexpr size_t kMinesweeperProofWork = 300'000;

struct MinesweeperField {
  Board board;
  std::string shown;
  int mines = 0;
};

Result<MinesweeperField> ReadMinesweeper(JsonValue facts) {
  MinesweeperField field;
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> rows,
                         ReadRows(facts, "shown", kMostMinesweeperSide, "012345678?"));
  field.board = {rows.size(), rows.front().size()};
  field.shown = Joined(rows);
  ASSAY_ASSIGN_OR_RETURN(field.mines, ReadInt(facts, "mines", 0, kMostMines));
  return field;
}

ZeroOne MinesweeperProblem(const MinesweeperField& field) {
  ZeroOne problem(field.board.cells());
  std::vector<size_t> all;
  for (size_t cell = 0; cell < field.board.cells(); ++cell) {
    all.push_back(cell);
    if (field.shown[cell] == '?') continue;
    problem.Fix(cell, false);
    const int number = field.shown[cell] - '0';
    problem.Count(field.board.Around(cell), number, number);
  }
  problem.Count(all, field.mines, field.mines);
  return problem;
}

char MinesweeperNumber(const Board& board, const std::vector<uint8_t>& mines, size_t cell) {
  char number = '0';
  for (const size_t other : board.Around(cell)) number = static_cast<char>(number + mines[other]);
  return number;
}

// Shows more numbers until there is no other answer, or the search for one is given up.
void ShowMinesweeperNumbers(const std::vector<uint8_t>& mines, Dice* dice,
                            MinesweeperField* field) {
  for (size_t round = 0; round < mines.size(); ++round) {
    ZeroOne problem = MinesweeperProblem(*field);
    problem.Forbid(mines);
    std::vector<uint8_t> other;
    if (problem.Search(kMinesweeperProofWork, &other) != ZeroOne::End::kFound) return;
    // Both have the same total, so the other has a mine where there is none.
    std::vector<size_t> clear;
    for (size_t cell = 0; cell < mines.size(); ++cell) {
      if (other[cell] == 1 && mines[cell] == 0) clear.push_back(cell);
    }
    const size_t cell = clear[dice->Below(clear.size())];
    field->shown[cell] = MinesweeperNumber(field->board, mines, cell);
  }
}

std::string MinesweeperPrompt(const MinesweeperField& field) {
  return "The grid below is a minefield. A number says how many mines there are among the up to "
         "eight cells around it (sides and corners); there is no mine under a number. A ? is "
         "covered: it has a mine or it has none. In the whole grid there are exactly " +
         std::to_string(field.mines) +
         " mines. Find where they are, so that every number and the total are right.\n\n" +
         MarksText(field.board, field.shown) + "\n" +
         AskForRows(
             "the grid, one line for each row, with the shown numbers as they are and "
             "instead of each ? a * (a mine) or a . (no mine), separated by spaces.",
             "1 . .\n* 2 .\n. . *\n");
}

class MinesweeperKind final : public Kind {
 public:
  std::string_view name() const override { return "minesweeper"; }
  std::string_view summary() const override {
    return "Find all mines of a grid from some of its numbers and their total.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const MinesweeperSize& size = kMinesweeperSizes[static_cast<size_t>(difficulty - kEasiest)];
    MinesweeperField field;
    field.board = {size.side, size.side};
    field.mines = static_cast<int>(size.mines);
    field.shown.assign(field.board.cells(), '?');
    std::vector<uint8_t> mines(field.board.cells());
    const std::vector<size_t> order = Shuffled(field.board.cells(), dice);
    for (size_t i = 0; i < size.mines; ++i) mines[order[i]] = 1;
    for (size_t i = size.mines; i < order.size(); ++i) {
      if (!Chance(size.shown_percent, dice)) continue;
      field.shown[order[i]] = MinesweeperNumber(field.board, mines, order[i]);
    }
    ShowMinesweeperNumbers(mines, dice, &field);
    JsonWriter facts;
    facts.BeginObject().Key("shown").Raw(MarksJson(field.board, field.shown));
    facts.Key("mines").Int(field.mines).EndObject();
    return {std::string(name()), difficulty, MinesweeperPrompt(field), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const MinesweeperField field, ReadMinesweeper(facts));
    const Marks marks = MarksOf(answer, field.board, "012345678*.");
    if (marks.fault) return *marks.fault;
    const auto mined = [&](size_t cell) { return marks.cells[cell] == '*'; };
    for (size_t cell = 0; cell < field.board.cells(); ++cell) {
      const char mark = marks.cells[cell];
      if (field.shown[cell] == '?') {
        if (mark != '*' && mark != '.') return Wrong("covered_cell_left");
        continue;
      }
      if (mined(cell)) return Wrong("mine_on_number");
      if (mark != '.' && mark != field.shown[cell]) return Wrong("number_changed");
    }
    for (size_t cell = 0; cell < field.board.cells(); ++cell) {
      if (field.shown[cell] == '?') continue;
      const std::vector<size_t> around = field.board.Around(cell);
      if (std::count_if(around.begin(), around.end(), mined) != field.shown[cell] - '0') {
        return Wrong("number_differs");
      }
    }
    if (std::count(marks.cells.begin(), marks.cells.end(), '*') != field.mines) {
      return Wrong("total_differs");
    }
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const MinesweeperField field, ReadMinesweeper(facts));
    std::vector<uint8_t> values;
    const ZeroOne::End end = MinesweeperProblem(field).Search(ZeroOne::kMostWork, &values);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    std::string cells = field.shown;
    for (size_t cell = 0; cell < cells.size(); ++cell) {
      if (cells[cell] == '?') cells[cell] = values[cell] == 1 ? '*' : '.';
    }
    return MarksText(field.board, cells);
  }
};

}  // namespace

const Kind& Minesweeper() {
  static const MinesweeperKind kind;
  return kind;
}

}  // namespace assay::logic
