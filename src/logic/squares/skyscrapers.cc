#include <algorithm>
#include <array>

#include "logic/boards/board.h"
#include "logic/boards/latin.h"
#include "logic/boards/rows.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"
#include "logic/squares/squares.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostSkylineSize = 6;
struct SkylineLevel {
  size_t size;
  size_t told_percent;  // of what is seen from the edges, at first
};
constexpr std::array<SkylineLevel, 5> kSkylineLevels = {
    {{4, 85}, {4, 55}, {5, 80}, {5, 55}, {6, 75}}};
// Squares that Make tries for one without another answer, and the work for each search of one.
constexpr int kSkylineTries = 8;
constexpr size_t kSkylineProofWork = 600'000;

struct Skyline {
  std::vector<int> top, bottom, left, right;

  size_t size() const { return top.size(); }
};

Result<Skyline> ReadSkyline(JsonValue facts) {
  Skyline skyline;
  constexpr int kMost = kMostSkylineSize;
  ASSAY_ASSIGN_OR_RETURN(skyline.top, ReadInts(facts, "top", 2, kMostSkylineSize, 0, kMost));
  const size_t size = skyline.size();
  ASSAY_ASSIGN_OR_RETURN(skyline.bottom, ReadInts(facts, "bottom", size, size, 0, kMost));
  ASSAY_ASSIGN_OR_RETURN(skyline.left, ReadInts(facts, "left", size, size, 0, kMost));
  ASSAY_ASSIGN_OR_RETURN(skyline.right, ReadInts(facts, "right", size, size, 0, kMost));
  return skyline;
}

int TowersSeen(const std::vector<int>& line) {
  int seen = 0, highest = 0;
  for (const int height : line) {
    seen += height > highest ? 1 : 0;
    highest = std::max(highest, height);
  }
  return seen;
}

int TowersSeenFromEnd(std::vector<int> line) {
  std::reverse(line.begin(), line.end());
  return TowersSeen(line);
}

std::vector<int> SkylineColumn(const Grid& grid, size_t column) {
  std::vector<int> line;
  for (const std::vector<int>& row : grid) line.push_back(row[column]);
  return line;
}

Skyline SkylineOf(const Grid& grid) {
  Skyline skyline;
  for (size_t i = 0; i < grid.size(); ++i) {
    const std::vector<int> column = SkylineColumn(grid, i);
    skyline.top.push_back(TowersSeen(column));
    skyline.bottom.push_back(TowersSeenFromEnd(column));
    skyline.left.push_back(TowersSeen(grid[i]));
    skyline.right.push_back(TowersSeenFromEnd(grid[i]));
  }
  return skyline;
}

bool IsTold(const std::vector<int>& told, const std::vector<int>& seen) {
  for (size_t i = 0; i < told.size(); ++i) {
    if (told[i] != 0 && told[i] != seen[i]) return false;
  }
  return true;
}

// A choice for each order of heights that a line may have, tied to the heights of its cells.
void AddSkylineLine(size_t size, bool is_row, size_t index, int from_start, int from_end,
                    ZeroOne* problem) {
  std::vector<int> order;
  for (size_t i = 1; i <= size; ++i) order.push_back(static_cast<int>(i));
  std::vector<size_t> orders;
  std::vector<std::vector<ZeroOne::Term>> uses(size * size);
  for (size_t place = 0; place < size; ++place) {
    for (size_t height = 1; height <= size; ++height) {
      const size_t cell = is_row ? LatinChoice(size, index, place, height)
                                 : LatinChoice(size, place, index, height);
      uses[place * size + height - 1].push_back({cell, -1});
    }
  }
  do {
    if (from_start != 0 && TowersSeen(order) != from_start) continue;
    if (from_end != 0 && TowersSeenFromEnd(order) != from_end) continue;
    orders.push_back(problem->Add());
    for (size_t place = 0; place < size; ++place) {
      uses[place * size + static_cast<size_t>(order[place]) - 1].push_back({orders.back(), 1});
    }
  } while (std::next_permutation(order.begin(), order.end()));
  problem->Count(orders, 1, 1);
  for (std::vector<ZeroOne::Term>& terms : uses) problem->Require(std::move(terms), 0, 0);
}

ZeroOne SkylineProblem(const Skyline& skyline) {
  const size_t size = skyline.size();
  ZeroOne problem = LatinProblem(size);
  for (size_t i = 0; i < size; ++i) {
    if (skyline.left[i] != 0 || skyline.right[i] != 0) {
      AddSkylineLine(size, true, i, skyline.left[i], skyline.right[i], &problem);
    }
    if (skyline.top[i] != 0 || skyline.bottom[i] != 0) {
      AddSkylineLine(size, false, i, skyline.top[i], skyline.bottom[i], &problem);
    }
  }
  return problem;
}

// Leaves what is seen at so many edges in a hundred, and at more as long as there is another answer
// than `grid`. False: there is one, though all is told, or the search for it was given up.
bool TellEdges(const Grid& grid, size_t percent, Dice* dice, Skyline* skyline) {
  const Skyline all = *skyline;
  using Edge = std::vector<int> Skyline::*;
  const std::array<Edge, 4> edges = {&Skyline::top, &Skyline::bottom, &Skyline::left,
                                     &Skyline::right};
  std::vector<size_t> left_out;
  for (const size_t place : Shuffled(4 * grid.size(), dice)) {
    if (Chance(percent, dice)) continue;
    (skyline->*edges[place / grid.size()])[place % grid.size()] = 0;
    left_out.push_back(place);
  }
  while (true) {
    ZeroOne problem = SkylineProblem(*skyline);
    problem.Forbid(LatinChoices(grid));
    std::vector<uint8_t> other;
    const ZeroOne::End end = problem.Search(kSkylineProofWork, &other);
    if (end == ZeroOne::End::kNone) return true;
    if (end == ZeroOne::End::kGaveUp || left_out.empty()) return false;
    const Edge edge = edges[left_out.back() / grid.size()];
    const size_t place = left_out.back() % grid.size();
    (skyline->*edge)[place] = (all.*edge)[place];
    left_out.pop_back();
  }
}

std::string SkylineHints(const std::vector<int>& told) {
  std::string text;
  for (const int seen : told) {
    text += (text.empty() ? "" : " ") + (seen == 0 ? "-" : std::to_string(seen));
  }
  return text;
}

std::string SkylinePrompt(const Skyline& skyline) {
  const std::string size = std::to_string(skyline.size());
  return "In a city of " + size + " rows and " + size +
         " columns every cell has a tower. Their heights are 1 to " + size +
         ", and every row and every column has each height exactly once. A number at an edge says "
         "how many towers can be seen from there along its row or column: a tower hides all lower "
         "ones behind it. A - in place of a number says nothing. Find the heights.\n\nSeen from "
         "above each column, from "
         "left to right: " +
         SkylineHints(skyline.top) +
         "\nSeen from below each column, from left to right: " + SkylineHints(skyline.bottom) +
         "\nSeen from the left of each row, from top to bottom: " + SkylineHints(skyline.left) +
         "\nSeen from the right of each row, from top to bottom: " + SkylineHints(skyline.right) +
         "\n\n" +
         AskForRows("one line for each row, its " + size + " heights separated by spaces.",
                    "2 3 1\n1 2 3\n3 1 2\n");
}

class SkyscrapersKind final : public Kind {
 public:
  std::string_view name() const override { return "skyscrapers"; }
  std::string_view summary() const override {
    return "Find the heights of towers from how many are seen from the edges.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const SkylineLevel& level = kSkylineLevels[static_cast<size_t>(difficulty - kEasiest)];
    Skyline skyline;
    for (int attempt = 0; attempt < kSkylineTries; ++attempt) {
      const Grid grid = RandomLatin(level.size, dice);
      skyline = SkylineOf(grid);
      if (TellEdges(grid, level.told_percent, dice, &skyline)) break;
    }
    JsonWriter facts;
    facts.BeginObject().Key("top").Raw(NumbersJson(skyline.top));
    facts.Key("bottom").Raw(NumbersJson(skyline.bottom));
    facts.Key("left").Raw(NumbersJson(skyline.left));
    facts.Key("right").Raw(NumbersJson(skyline.right)).EndObject();
    return {std::string(name()), difficulty, SkylinePrompt(skyline), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const Skyline told, ReadSkyline(facts));
    const Latin latin = LatinOf(answer, told.size());
    if (latin.fault) return *latin.fault;
    const Skyline seen = SkylineOf(latin.grid);
    if (!IsTold(told.top, seen.top)) return Wrong("top_differs");
    if (!IsTold(told.bottom, seen.bottom)) return Wrong("bottom_differs");
    if (!IsTold(told.left, seen.left)) return Wrong("left_differs");
    if (!IsTold(told.right, seen.right)) return Wrong("right_differs");
    return kRight;
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const Skyline skyline, ReadSkyline(facts));
    std::vector<uint8_t> choices;
    const ZeroOne::End end = SkylineProblem(skyline).Search(ZeroOne::kMostWork, &choices);
    if (end != ZeroOne::End::kFound) return NoAnswer(end);
    return LatinText(LatinGrid(skyline.size(), choices));
  }
};

}  // namespace

const Kind& Skyscrapers() {
  static const SkyscrapersKind kind;
  return kind;
}

}  // namespace assay::logic
