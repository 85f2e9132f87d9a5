#include <algorithm>
#include <array>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/squares/squares.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostStarSide = 12;
constexpr std::array<size_t, 5> kStarSides = {5, 6, 7, 9, 10};
// Maps that Make tries for one without another answer, moves of a border in each, and the work for
// each search of another answer.
constexpr int kStarTries = 6;
constexpr int kStarMoves = 300;
constexpr size_t kStarProofWork = 500'000;

struct StarMap {
  Board board;
  Grid regions;
  std::vector<std::vector<size_t>> groups;
  int stars = 1;
};

Result<StarMap> ReadStarMap(JsonValue facts) {
  StarMap map;
  ASSAY_ASSIGN_OR_RETURN(map.regions, ReadGrid(facts, "regions", kMostStarSide, 0,
                                               static_cast<int>(kMostStarSide) - 1));
  map.board = {map.regions.size(), map.regions.front().size()};
  ASSAY_ASSIGN_OR_RETURN(map.groups, GroupsOf("regions", map.regions, kMostStarSide));
  if (map.board.columns != map.board.rows || map.groups.size() != map.board.rows) {
    return BadFacts("regions", "must be a square with as many regions as rows");
  }
  ASSAY_ASSIGN_OR_RETURN(map.stars, ReadInt(facts, "stars", 1, 3));
  return map;
}

ZeroOne StarProblem(const StarMap& map) {
  const Board& board = map.board;
  ZeroOne problem(board.cells());
  for (size_t i = 0; i < board.rows; ++i) {
    std::vector<size_t> row, column;
    for (size_t j = 0; j < board.columns; ++j) {
      row.push_back(board.At(i, j));
      column.push_back(board.At(j, i));
    }
    problem.Count(row, map.stars, map.stars);
    problem.Count(column, map.stars, map.stars);
    problem.Count(map.groups[i], map.stars, map.stars);
  }
  // Two that touch are in one square of two rows and columns.
  for (size_t row = 0; row + 1 < board.rows; ++row) {
    for (size_t column = 0; column + 1 < board.columns; ++column) {
      problem.Count({board.At(row, column), board.At(row, column + 1), board.At(row + 1, column),
                     board.At(row + 1, column + 1)},
                    0, 1);
    }
  }
  return problem;
}

// By row, the column of its star. There are such from four rows on.
std::vector<size_t> StarColumns(size_t side, Dice* dice) {
  while (true) {
    const std::vector<size_t> columns = Shuffled(side, dice);
    bool touch = false;
    for (size_t row = 1; row < side; ++row) {
      touch |= columns[row] + 1 == columns[row - 1] || columns[row] == columns[row - 1] + 1;
    }
    if (!touch) return columns;
  }
}

// Grounds grow around all stars until they meet.
Grid StarRegions(const Board& board, const std::vector<size_t>& columns, Dice* dice) {
  Grid regions(board.rows, std::vector<int>(board.columns, -1));
  const auto region_of = [&](size_t cell) -> int& {
    return regions[cell / board.columns][cell % board.columns];
  };
  std::vector<size_t> edge;
  for (size_t row = 0; row < columns.size(); ++row) {
    edge.push_back(board.At(row, columns[row]));
    region_of(edge.back()) = static_cast<int>(row);
  }
  while (!edge.empty()) {
    const size_t at = dice->Below(edge.size());
    std::vector<size_t> open;
    for (const size_t other : board.Beside(edge[at])) {
      if (region_of(other) < 0) open.push_back(other);
    }
    if (open.empty()) {
      edge[at] = edge.back();
      edge.pop_back();
      continue;
    }
    const size_t next = open[dice->Below(open.size())];
    region_of(next) = region_of(edge[at]);
    edge.push_back(next);
  }
  return regions;
}

// Gives a cell that has a star in another answer alone to a region beside it: then its own region
// has a star too few there, while what is meant stays right. False: there is no such cell.
bool MoveStarBorder(const std::vector<uint8_t>& meant, const std::vector<uint8_t>& other,
                    Dice* dice, StarMap* map) {
  const Board& board = map->board;
  const auto region_of = [&](size_t cell) -> int& {
    return map->regions[cell / board.columns][cell % board.columns];
  };
  for (const size_t cell : Shuffled(board.cells(), dice)) {
    if (other[cell] == 0 || meant[cell] == 1) continue;
    const int from = region_of(cell);
    if (!CanLeave(board, map->groups[static_cast<size_t>(from)], cell)) continue;
    std::vector<size_t> beside = board.Beside(cell);
    Shuffle(&beside, dice);
    const auto next = std::find_if(beside.begin(), beside.end(),
                                   [&](size_t at) { return region_of(at) != from; });
    if (next == beside.end()) continue;
    region_of(cell) = region_of(*next);
    map->groups = GroupsOf("regions", map->regions, kMostStarSide).value();
    return true;
  }
  return false;
}

// Numbers regions as they come, so that numbers tell nothing of the stars that they grew from.
void RenumberStarRegions(StarMap* map) {
  std::vector<int> number(map->groups.size(), -1);
  int next = 0;
  for (std::vector<int>& row : map->regions) {
    for (int& region : row) {
      int& renumbered = number[static_cast<size_t>(region)];
      if (renumbered < 0) renumbered = next++;
      region = renumbered;
    }
  }
}

// Whether the regions came to one answer alone.
bool MakeStarRegions(const std::vector<size_t>& columns, Dice* dice, StarMap* map) {
  map->regions = StarRegions(map->board, columns, dice);
  map->groups = GroupsOf("regions", map->regions, kMostStarSide).value();
  std::vector<uint8_t> meant(map->board.cells());
  for (size_t row = 0; row < columns.size(); ++row) meant[map->board.At(row, columns[row])] = 1;
  for (int move = 0; move < kStarMoves; ++move) {
    ZeroOne problem = StarProblem(*map);
    problem.Forbid(meant);
    std::vector<uint8_t> other;
    const ZeroOne::End end = problem.Search(kStarProofWork, &other);
    if (end == ZeroOne::End::kNone) return true;
    if (end == ZeroOne::End::kGaveUp || !MoveStarBorder(meant, other, dice, map)) return false;
  }
  return false;
}

std::string StarPrompt(const StarMap& map) {
  std::string letters;
  for (const std::vector<int>& row : map.regions) {
    for (const int region : row) letters += GroupLetter(static_cast<size_t>(region));
  }
  const std::string stars = map.stars == 1 ? "one star" : std::to_string(map.stars) + " stars";
  return "The grid below is divided into regions; cells with the same letter belong to the same "
         "region. Place stars so that every row, every column and every region has exactly " +
         stars + ", and no two stars touch, not even at a corner.\n\n" +
         MarksText(map.board, letters) + "\n" +
         AskForRows(
             "one line for each row, with * for a star and . for any other cell, separated by "
             "spaces.",
             ". * . .\n. . . *\n* . . .\n. . * .\n");
}

class StarPlacementKind final : public Kind {
 public:
  std::string_view name() const override { return "star_placement"; }
  std::string_view summary() const override {
    return "Place stars that don't touch, as many in every row, column and region.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const size_t side = kStarSides[static_cast<size_t>(difficulty - kEasiest)];
    StarMap map;
    map.board = {side, side};
    for (int attempt = 0; attempt < kStarTries; ++attempt) {
      if (MakeStarRegions(StarColumns(side, dice), dice, &map)) break;
    }
    RenumberStarRegions(&map);
    JsonWriter facts;
    facts.BeginObject().Key("regions").Raw(GridJson(map.regions));
    facts.Key("stars").Int(map.stars).EndObject();
    return {std::string(name()), difficulty, StarPrompt(map), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const StarMap map, ReadStarMap(facts));
    const Board& board = map.board;
    const Marks marks = MarksOf(answer, board, "*.");
    if (marks.fault) return *marks.fault;
    std::vector<int> rows(board.rows), columns(board.columns), regions(board.rows);
    for (size_t cell = 0; cell < board.cells(); ++cell) {
      if (marks.cells[cell] != '*') continue;
      const size_t row = cell / board.columns, column = cell % board.columns;
      ++rows[row];
      ++columns[column];
      ++regions[static_cast<size_t>(map.regions[row][column])];
      for (const size_t other : board.Around(cell)) {
        if (marks.cells[other] == '*') return Wrong("stars_touch");
      }
    }
    for (size_t i = 0; i < board.rows; ++i) {
      if (rows[i] != map.stars) return Wrong("row_count");
      if (columns[i] != map.stars) return Wrong("column_count");
      if (regions[i] != map.stars) return Wrong("region_count");
    }
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const StarMap map, ReadStarMap(facts));
    std::vector<uint8_t> values;
    const ZeroOne::End end = StarProblem(map).Search(ZeroOne::kMostWork, &values);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    std::string cells;
    for (const uint8_t value : values) cells += value == 1 ? '*' : '.';
    return MarksText(map.board, cells);
  }
};

}  // namespace

const Kind& StarPlacement() {
  static const StarPlacementKind kind;
  return kind;
}

}  // namespace assay::logic
