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

constexpr size_t kMostCampsiteSide = 16;
struct CampsiteSize {
  size_t side;
  size_t tents;
};
constexpr std::array<CampsiteSize, 5> kCampsiteSizes = {
    {{4, 3}, {6, 7}, {8, 12}, {10, 19}, {12, 27}}};
// Layouts that Make tries for one without another answer, and the work for each.
constexpr int kCampsiteTries = 15;
constexpr size_t kCampsiteProofWork = 1'000'000;

struct CampsiteGround {
  Board board;
  std::string trees;  // by cell: T or .
  std::vector<int> rows;
  std::vector<int> columns;
};

Result<CampsiteGround> ReadCampsite(JsonValue facts) {
  CampsiteGround ground;
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> trees,
                         ReadRows(facts, "trees", kMostCampsiteSide, "T."));
  ground.board = {trees.size(), trees.front().size()};
  ground.trees = Joined(trees);
  constexpr int kMost = static_cast<int>(kMostCampsiteSide);
  ASSAY_ASSIGN_OR_RETURN(ground.rows,
                         ReadInts(facts, "rows", trees.size(), trees.size(), 0, kMost));
  const size_t columns = ground.board.columns;
  ASSAY_ASSIGN_OR_RETURN(ground.columns, ReadInts(facts, "columns", columns, columns, 0, kMost));
  return ground;
}

// Cells are the board's; those beyond say which tent is which tree's.
ZeroOne CampsiteProblem(const CampsiteGround& ground) {
  const Board& board = ground.board;
  ZeroOne problem(board.cells());
  std::vector<std::vector<size_t>> rows(board.rows);
  std::vector<std::vector<size_t>> columns(board.columns);
  std::vector<std::vector<ZeroOne::Term>> tents(board.cells());
  for (size_t cell = 0; cell < board.cells(); ++cell) {
    rows[cell / board.columns].push_back(cell);
    columns[cell % board.columns].push_back(cell);
    std::vector<size_t> square;
    for (const auto& [down, on] : {std::pair(0, 0), {0, 1}, {1, 0}, {1, 1}}) {
      if (const auto other = board.From(cell, down, on)) square.push_back(*other);
    }
    problem.Count(square, 0, 1);
    tents[cell].push_back({cell, -1});
    if (ground.trees[cell] == 'T') problem.Fix(cell, false);
  }
  for (size_t row = 0; row < board.rows; ++row) {
    problem.Count(rows[row], ground.rows[row], ground.rows[row]);
  }
  for (size_t column = 0; column < board.columns; ++column) {
    problem.Count(columns[column], ground.columns[column], ground.columns[column]);
  }
  for (size_t tree = 0; tree < board.cells(); ++tree) {
    if (ground.trees[tree] != 'T') continue;
    std::vector<size_t> owned;
    for (const size_t cell : board.Beside(tree)) {
      owned.push_back(problem.Add());
      tents[cell].push_back({owned.back(), 1});
    }
    problem.Count(owned, 1, 1);
  }
  for (std::vector<ZeroOne::Term>& terms : tents) problem.Require(std::move(terms), 0, 0);
  return problem;
}

// Whether every tree can have a tent beside it that no other tree has.
class CampsiteMatching {
 public:
  CampsiteMatching(const Board& board, std::string_view cells)
      : board_(board), cells_(cells), tree_of_(cells.size(), cells.size()) {}

  bool Complete() {
    for (size_t tree = 0; tree < cells_.size(); ++tree) {
      if (cells_[tree] != 't') continue;
      tried_.assign(cells_.size(), false);
      if (!Place(tree)) return false;
    }
    return true;
  }

 private:
  // As deep as there are trees, at most.
  bool Place(size_t tree) {
    for (const size_t tent : board_.Beside(tree)) {
      if (cells_[tent] != 'c' || tried_[tent]) continue;
      tried_[tent] = true;
      if (tree_of_[tent] == cells_.size() || Place(tree_of_[tent])) {
        tree_of_[tent] = tree;
        return true;
      }
    }
    return false;
  }

  const Board& board_;
  std::string_view cells_;
  std::vector<size_t> tree_of_;
  std::vector<bool> tried_;
};

// Tents and trees at random, "C" and "T"; fewer than asked for when there is no more room.
std::string CampsiteLayout(const Board& board, size_t tents, Dice* dice) {
  std::string cells(board.cells(), '.');
  size_t placed = 0;
  for (const size_t cell : Shuffled(board.cells(), dice)) {
    if (placed == tents) break;
    if (cells[cell] != '.') continue;
    const std::vector<size_t> around = board.Around(cell);
    if (std::any_of(around.begin(), around.end(), [&](size_t at) { return cells[at] == 'C'; })) {
      continue;
    }
    std::vector<size_t> beside = board.Beside(cell);
    Shuffle(&beside, dice);
    const auto tree =
        std::find_if(beside.begin(), beside.end(), [&](size_t at) { return cells[at] == '.'; });
    if (tree == beside.end()) continue;
    cells[cell] = 'C';
    cells[*tree] = 'T';
    ++placed;
  }
  return cells;
}

CampsiteGround CampsiteGroundOf(const Board& board, std::string_view cells) {
  CampsiteGround ground{board, std::string(cells), std::vector<int>(board.rows),
                        std::vector<int>(board.columns)};
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    if (cells[cell] != 'C') continue;
    ground.trees[cell] = '.';
    ++ground.rows[cell / board.columns];
    ++ground.columns[cell % board.columns];
  }
  return ground;
}

std::string CampsitePrompt(const CampsiteGround& ground) {
  return "The grid below shows a campsite with trees (T) and free ground (.). Put tents on free "
         "cells. Each tree must get one tent of its own in a cell directly above, below, left or "
         "right of it, and there are no other tents: trees and tents can be paired off one to one, "
         "each with a neighbour. A tent may stand beside several trees but belongs to only one. No "
         "two tents may touch, not even at a corner. Each row and column must have as many tents "
         "as is said.\n\n" +
         MarksText(ground.board, ground.trees) +
         "\nTents per row, from top to bottom: " + NumbersText(ground.rows) +
         "\nTents per column, from left to right: " + NumbersText(ground.columns) + "\n\n" +
         AskForRows(
             "the grid, one line for each row, with T for a tree, C for a tent and . for an "
             "empty cell, separated by spaces.",
             "C T .\n. . C\n. . T\n");
}

class CampsiteKind final : public Kind {
 public:
  std::string_view name() const override { return "campsite"; }
  std::string_view summary() const override {
    return "Place a tent beside every tree so that no two tents touch and all counts hold.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const CampsiteSize& size = kCampsiteSizes[static_cast<size_t>(difficulty - kEasiest)];
    const Board board{size.side, size.side};
    CampsiteGround ground;
    for (int attempt = 0; attempt < kCampsiteTries; ++attempt) {
      const std::string cells = CampsiteLayout(board, size.tents, dice);
      ground = CampsiteGroundOf(board, cells);
      std::vector<uint8_t> values;
      for (const char mark : cells) values.push_back(mark == 'C' ? 1 : 0);
      ZeroOne problem = CampsiteProblem(ground);
      problem.Forbid(values);
      if (problem.Search(kCampsiteProofWork, &values) == ZeroOne::End::kNone) break;
    }
    JsonWriter facts;
    facts.BeginObject().Key("trees").Raw(MarksJson(board, ground.trees));
    facts.Key("rows").Raw(NumbersJson(ground.rows));
    facts.Key("columns").Raw(NumbersJson(ground.columns)).EndObject();
    return {std::string(name()), difficulty, CampsitePrompt(ground), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const CampsiteGround ground, ReadCampsite(facts));
    const Board& board = ground.board;
    const Marks marks = MarksOf(answer, board, "tc.");
    if (marks.fault) return *marks.fault;
    std::vector<int> rows(board.rows);
    std::vector<int> columns(board.columns);
    for (size_t cell = 0; cell < board.cells(); ++cell) {
      if ((marks.cells[cell] == 't') != (ground.trees[cell] == 'T')) return Wrong("tree_changed");
      if (marks.cells[cell] != 'c') continue;
      ++rows[cell / board.columns];
      ++columns[cell % board.columns];
      for (const size_t other : board.Around(cell)) {
        if (marks.cells[other] == 'c') return Wrong("tents_touch");
      }
    }
    if (rows != ground.rows) return Wrong("row_count");
    if (columns != ground.columns) return Wrong("column_count");
    if (std::count(marks.cells.begin(), marks.cells.end(), 'c') !=
        std::count(marks.cells.begin(), marks.cells.end(), 't')) {
      return Wrong("tents_and_trees_differ");
    }
    if (!CampsiteMatching(board, marks.cells).Complete()) return Wrong("tree_without_tent");
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const CampsiteGround ground, ReadCampsite(facts));
    std::vector<uint8_t> values;
    const ZeroOne::End end = CampsiteProblem(ground).Search(ZeroOne::kMostWork, &values);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    std::string cells = ground.trees;
    for (size_t cell = 0; cell < cells.size(); ++cell) {
      if (values[cell] == 1) cells[cell] = 'C';
    }
    return MarksText(ground.board, cells);
  }
};

}  // namespace

const Kind& Campsite() {
  static const CampsiteKind kind;
  return kind;
}

}  // namespace assay::logic
