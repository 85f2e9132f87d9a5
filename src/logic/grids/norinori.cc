#include <algorithm>
#include <array>

#include "logic/boards/board.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/grids/grids.h"
#include "logic/grids/norinori_regions.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr std::array<size_t, 5> kNorinoriSides = {5, 6, 7, 8, 10};

std::string NorinoriPrompt(const Board& board, const Grid& grid) {
  std::string letters;
  for (const std::vector<int>& row : grid) {
    for (const int region : row) letters += GroupLetter(static_cast<size_t>(region));
  }
  return "The grid below is divided into regions; cells with the same letter belong to the same "
         "region. Shade some cells so that every region has exactly two shaded cells, and every "
         "shaded cell has exactly one shaded cell among the cells above, below, left and right of "
         "it, in whatever region that is. So the shaded cells form pairs of neighbours, and no two "
         "pairs share a side; they may touch at corners.\n\n" +
         MarksText(board, letters) + "\n" +
         AskForRows(
             "one line for each row, with # for a shaded cell and . for any other, "
             "separated by spaces.",
             "# # .\n. . #\n. . #\n");
}

class NorinoriKind final : public Kind {
 public:
  std::string_view name() const override { return "norinori"; }
  std::string_view summary() const override {
    return "Shade two cells of every region so that the shaded cells form dominoes.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const size_t side = kNorinoriSides[static_cast<size_t>(difficulty - kEasiest)];
    const NorinoriRegions regions = MakeNorinoriRegions({side, side}, dice);
    JsonWriter facts;
    facts.BeginObject().Key("regions").Raw(GridJson(regions.grid)).EndObject();
    return {std::string(name()), difficulty, NorinoriPrompt(regions.board, regions.grid),
            facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const NorinoriRegions regions, ReadNorinori(facts));
    const Marks marks = MarksOf(answer, regions.board, "#.");
    if (marks.fault) return *marks.fault;
    const auto shaded = [&](size_t cell) { return marks.cells[cell] == '#'; };
    for (const std::vector<size_t>& group : regions.groups) {
      if (std::count_if(group.begin(), group.end(), shaded) != 2) return Wrong("region_count");
    }
    for (size_t cell = 0; cell < regions.board.cells(); ++cell) {
      const std::vector<size_t> beside = regions.board.Beside(cell);
      if (shaded(cell) && std::count_if(beside.begin(), beside.end(), shaded) != 1) {
        return Wrong("not_a_domino");
      }
    }
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const NorinoriRegions regions, ReadNorinori(facts));
    std::vector<uint8_t> values;
    const ZeroOne::End end = NorinoriProblem(regions).Search(ZeroOne::kMostWork, &values);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    std::string cells;
    for (const uint8_t value : values) cells += value == 1 ? '#' : '.';
    return MarksText(regions.board, cells);
  }
};

}  // namespace

const Kind& Norinori() {
  static const NorinoriKind kind;
  return kind;
}

}  // namespace assay::logic
