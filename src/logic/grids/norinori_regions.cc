#include "logic/grids/norinori_regions.h"

#include <algorithm>
#include <utility>

namespace assay::logic {
namespace {

constexpr size_t kMostNorinoriSide = 12;
// Rounds in which Make moves a border when there is another answer, and the work for each.
constexpr int kNorinoriRounds = 100;
constexpr size_t kNorinoriProofWork = 500'000;
// Of the shaded cells, those whose ground grows fast.
constexpr size_t kNorinoriFastPercent = 10;
// Pairings of shaded cells to regions that are tried before every domino gets its own.
constexpr int kNorinoriPairings = 20;

// Both cells of each of as many dominoes as there is room for, without two that share a side.
std::vector<size_t> NorinoriDominoes(const Board& board, Dice* dice) {
  std::vector<size_t> halves;
  std::vector<bool> taken(board.cells());
  const auto take = [&](size_t cell) {
    halves.push_back(cell);
    taken[cell] = true;
    for (const size_t other : board.Beside(cell)) taken[other] = true;
  };
  for (const size_t cell : Shuffled(board.cells(), dice)) {
    if (taken[cell]) continue;
    std::vector<size_t> beside = board.Beside(cell);
    Shuffle(&beside, dice);
    const auto other = std::find_if(beside.begin(), beside.end(),
                                    [&](size_t candidate) { return !taken[candidate]; });
    if (other == beside.end()) continue;
    take(cell);
    take(*other);
  }
  return halves;
}

// By cell, the shaded cell (by its place in the list) whose ground it belongs to: grounds grow
// around all of them until they meet. Few grow fast, so that there are small regions, which leave
// few ways to shade them.
std::vector<size_t> NorinoriGrounds(const Board& board, const std::vector<size_t>& shaded,
                                    Dice* dice) {
  std::vector<size_t> owner(board.cells(), shaded.size());
  std::vector<size_t> speed;
  for (size_t i = 0; i < shaded.size(); ++i) {
    owner[shaded[i]] = i;
    speed.push_back(Chance(kNorinoriFastPercent, dice) ? 100 : 2);
  }
  std::vector<size_t> edge = shaded;
  while (!edge.empty()) {
    const size_t at = dice->Below(edge.size());
    const size_t cell = edge[at];
    if (!Chance(speed[owner[cell]], dice)) continue;
    std::vector<size_t> open;
    for (const size_t other : board.Beside(cell)) {
      if (owner[other] == shaded.size()) open.push_back(other);
    }
    if (open.empty()) {
      edge[at] = edge.back();
      edge.pop_back();
      continue;
    }
    const size_t next = open[dice->Below(open.size())];
    owner[next] = owner[cell];
    edge.push_back(next);
  }
  return owner;
}

// By shaded cell, the one that it shares its region with: rather not the other half of its domino,
// which stands beside it in the list (2i and 2i + 1).
std::vector<size_t> NorinoriPairs(const std::vector<std::vector<size_t>>& touch, Dice* dice) {
  const size_t count = touch.size();
  std::vector<size_t> pair;
  for (int attempt = 0; attempt < kNorinoriPairings; ++attempt) {
    pair.assign(count, count);
    size_t paired = 0;
    for (; paired < count; paired += 2) {
      // The one with the fewest choices left goes first.
      size_t chosen = count;
      std::vector<size_t> choices;
      for (const size_t half : Shuffled(count, dice)) {
        if (pair[half] != count) continue;
        std::vector<size_t> others;
        for (const size_t other : touch[half]) {
          if (pair[other] == count) others.push_back(other);
        }
        if (chosen != count && others.size() >= choices.size()) continue;
        chosen = half;
        choices = std::move(others);
      }
      if (choices.size() > 1)
        choices.erase(std::remove(choices.begin(), choices.end(), chosen ^ 1), choices.end());
      if (choices.empty()) break;
      const size_t other = choices[dice->Below(choices.size())];
      pair[chosen] = other;
      pair[other] = chosen;
    }
    if (paired == count) return pair;
  }
  for (size_t half = 0; half < count; ++half) pair[half] = half ^ 1;
  return pair;
}

NorinoriRegions NorinoriRegionsOf(const Board& board, const std::vector<size_t>& shaded,
                                  Dice* dice) {
  const std::vector<size_t> owner = NorinoriGrounds(board, shaded, dice);
  std::vector<std::vector<size_t>> touch(shaded.size());
  for (size_t cell = 0; cell < board.cells(); ++cell) {
    std::vector<size_t>& near = touch[owner[cell]];
    for (const size_t other : board.Beside(cell)) {
      const size_t half = owner[other];
      if (half == owner[cell] || std::find(near.begin(), near.end(), half) != near.end()) continue;
      near.push_back(half);
    }
  }
  const std::vector<size_t> pair = NorinoriPairs(touch, dice);
  // Numbered as they come, so that numbers tell nothing.
  std::vector<int> number(shaded.size(), -1);
  int next = 0;
  NorinoriRegions regions{board, Grid(board.rows, std::vector<int>(board.columns)), {}};
  for (size_t cell = 0; cell < board.cells(); ++cell) {
    const size_t region = std::min(owner[cell], pair[owner[cell]]);
    if (number[region] < 0) number[region] = next++;
    regions.grid[cell / board.columns][cell % board.columns] = number[region];
  }
  regions.groups = GroupsOf("regions", regions.grid, board.cells()).value();
  return regions;
}

bool HasTwoInEachRegion(const NorinoriRegions& regions, const std::vector<uint8_t>& values) {
  return std::all_of(regions.groups.begin(), regions.groups.end(), [&](const auto& group) {
    return std::count_if(group.begin(), group.end(),
                         [&](size_t cell) { return values[cell] == 1; }) == 2;
  });
}

// Moves a cell that is shaded in the last of `others` only into a region beside it: then that has
// one too few in a region, while what is meant stays right. None of the others may become right
// again. False: there is no such move.
bool MoveNorinoriBorder(const std::vector<uint8_t>& meant,
                        const std::vector<std::vector<uint8_t>>& others, Dice* dice,
                        NorinoriRegions* regions) {
  const Board& board = regions->board;
  const auto region_of = [&](size_t cell) -> int& {
    return regions->grid[cell / board.columns][cell % board.columns];
  };
  const auto move = [&](size_t cell, int to) {
    std::vector<size_t>& group = regions->groups[static_cast<size_t>(region_of(cell))];
    group.erase(std::find(group.begin(), group.end(), cell));
    regions->groups[static_cast<size_t>(to)].push_back(cell);
    region_of(cell) = to;
  };
  for (const size_t cell : Shuffled(board.cells(), dice)) {
    if (others.back()[cell] == 0 || meant[cell] == 1) continue;
    const int from = region_of(cell);
    if (!CanLeave(board, regions->groups[static_cast<size_t>(from)], cell)) continue;
    std::vector<size_t> beside = board.Beside(cell);
    Shuffle(&beside, dice);
    for (const size_t next : beside) {
      if (region_of(next) == region_of(cell)) continue;
      move(cell, region_of(next));
      const bool all_wrong = std::none_of(others.begin(), others.end(), [&](const auto& other) {
        return HasTwoInEachRegion(*regions, other);
      });
      if (all_wrong) return true;
      move(cell, from);
    }
  }
  return false;
}

}  // namespace

Result<NorinoriRegions> ReadNorinori(JsonValue facts) {
  NorinoriRegions regions;
  constexpr size_t kMostRegions = kMostNorinoriSide * kMostNorinoriSide;
  ASSAY_ASSIGN_OR_RETURN(regions.grid, ReadGrid(facts, "regions", kMostNorinoriSide, 0,
                                                static_cast<int>(kMostRegions) - 1));
  ASSAY_ASSIGN_OR_RETURN(regions.groups, GroupsOf("regions", regions.grid, kMostRegions));
  regions.board = {regions.grid.size(), regions.grid.front().size()};
  return regions;
}

ZeroOne NorinoriProblem(const NorinoriRegions& regions) {
  ZeroOne problem(regions.board.cells());
  for (const std::vector<size_t>& group : regions.groups) problem.Count(group, 2, 2);
  for (size_t cell = 0; cell < regions.board.cells(); ++cell) {
    std::vector<ZeroOne::Term> terms;
    for (const size_t other : regions.board.Beside(cell)) terms.push_back({other, 1});
    const auto beside = static_cast<int>(terms.size());
    // Of a shaded cell's neighbours one is shaded at least; and one at most.
    terms.push_back({cell, -1});
    problem.Require(terms, 0, beside);
    terms.back().weight = std::max(beside - 1, 1);
    problem.Require(std::move(terms), 0, std::max(beside, 2));
  }
  return problem;
}

NorinoriRegions MakeNorinoriRegions(const Board& board, Dice* dice) {
  NorinoriRegions regions;
  std::vector<uint8_t> meant;
  std::vector<std::vector<uint8_t>> others;
  bool moved = false;
  for (int round = 0; round < kNorinoriRounds; ++round) {
    if (!moved) {
      const std::vector<size_t> shaded = NorinoriDominoes(board, dice);
      regions = NorinoriRegionsOf(board, shaded, dice);
      meant.assign(board.cells(), 0);
      for (const size_t cell : shaded) meant[cell] = 1;
      others.clear();
    }
    ZeroOne problem = NorinoriProblem(regions);
    problem.Forbid(meant);
    others.emplace_back();
    const ZeroOne::End end = problem.Search(kNorinoriProofWork, &others.back());
    if (end == ZeroOne::End::kNone) break;
    moved = end == ZeroOne::End::kFound && MoveNorinoriBorder(meant, others, dice, &regions);
  }
  return regions;
}

}  // namespace assay::logic
