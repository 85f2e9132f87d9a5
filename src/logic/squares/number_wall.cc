#include <algorithm>
#include <array>
#include <optional>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/squares/filled.h"
#include "logic/squares/islands.h"
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
constexpr std::array<WallLevel, 5> kWallLevels = {{{4, 3}, {5, 4}, {6, 4}, {7, 5}, {8, 5}}};
// Maps that Make tries for one without another answer, and the work for each.
constexpr int kWallMaps = 20;
constexpr size_t kWallProofWork = 1'000'000;

Result<WallMap> ReadWallMap(JsonValue facts) {
  WallMap map;
  ASSAY_ASSIGN_OR_RETURN(map.grid, ReadGrid(facts, "grid", kMostWallSide, 0, kMostIsland));
  map.board = {map.grid.size(), map.grid.front().size()};
  return map;
}

bool HasOneAnswer(const WallMap& map) {
  std::optional<WallProblem> made = WallProblemOf(map);
  std::vector<uint8_t> values;
  if (!made || made->problem.Search(kWallProofWork, &values) != ZeroOne::End::kFound) return false;
  made->problem.Forbid(values);
  return made->problem.Search(kWallProofWork, &values) == ZeroOne::End::kNone;
}

// The reason why islands and walls break the rules; "right": they don't.
Verdict JudgeWalls(const WallMap& map, std::string_view marks) {
  std::vector<bool> seen(map.board.cells());
  for (size_t cell = 0; cell < map.board.cells(); ++cell) {
    if (seen[cell] || marks[cell] == '#') continue;
    std::vector<size_t> island = {cell};
    seen[cell] = true;
    int numbers = 0, number = 0;
    for (size_t i = 0; i < island.size(); ++i) {
      if (map.At(island[i]) != 0) {
        ++numbers;
        number = map.At(island[i]);
      }
      for (const size_t other : map.board.Beside(island[i])) {
        if (seen[other] || marks[other] == '#') continue;
        seen[other] = true;
        island.push_back(other);
      }
    }
    if (numbers == 0) return Wrong("island_without_number");
    if (numbers > 1) return Wrong("island_with_numbers");
    if (island.size() != static_cast<size_t>(number)) return Wrong("island_size");
  }
  for (const WallSquare& square : WallSquares(map.board)) {
    if (std::all_of(square.begin(), square.end(), [&](size_t at) { return marks[at] == '#'; })) {
      return Wrong("square_of_wall");
    }
  }
  return kRight;
}

std::string WallPrompt(const WallMap& map) {
  return "In the grid below some cells have a number. Decide for every cell whether it is wall or "
         "part of an island. Rules: every island has exactly one number, and as many cells as that "
         "number says, the number's own among them; the cells of an island are connected through "
         "their sides; two different islands never share a side (they may touch at corners); and "
         "no square of 2 rows and 2 columns is all wall. A cell with a number is island. The walls "
         "needn't be connected.\n\n" +
         GridText(map.grid) + "\n" +
         AskForRows(
             "one line for each row, with # for a wall and . for any cell of an island, "
             "separated by spaces.",
             ". # .\n. # #\n# . #\n");
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
    for (int attempt = 0; attempt < kWallMaps; ++attempt) {
      map.grid = RandomWallGrid(map.board, level.island, dice);
      if (HasOneAnswer(map)) break;
    }
    JsonWriter facts;
    facts.BeginObject().Key("grid").Raw(GridJson(map.grid)).EndObject();
    return {std::string(name()), difficulty, WallPrompt(map), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const WallMap map, ReadWallMap(facts));
    const Marks marks = MarksOf(answer, map.board, "#.123456789");
    if (marks.fault) return *marks.fault;
    for (size_t cell = 0; cell < map.board.cells(); ++cell) {
      const char mark = marks.cells[cell];
      if (map.At(cell) != 0 && mark == '#') return Wrong("wall_on_number");
      if (mark != '#' && mark != '.' && mark - '0' != map.At(cell)) return Wrong("number_changed");
    }
    return JudgeWalls(map, marks.cells);
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const WallMap map, ReadWallMap(facts));
    const std::optional<WallProblem> made = WallProblemOf(map);
    if (!made) return NoAnswer(ZeroOne::End::kGaveUp);
    std::vector<uint8_t> values;
    const ZeroOne::End end = made->problem.Search(ZeroOne::kMostWork, &values);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    std::string cells(map.board.cells(), '#');
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] == 0) continue;
      for (const size_t cell : made->shapes[i]) cells[cell] = '.';
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
