#include "logic/squares/givens.h"

#include <algorithm>

#include "logic/boards/board.h"

namespace assay::logic {

Grid GiveUntilOne(const Grid& meant, size_t count, const FindOther& find, Dice* dice) {
  const size_t columns = meant.front().size();
  const std::vector<size_t> order = Shuffled(meant.size() * columns, dice);
  Grid given(meant.size(), std::vector<int>(columns));
  const auto in = [columns](auto& grid, size_t cell) -> auto& {
    return grid[cell / columns][cell % columns];
  };
  for (size_t i = 0; i < count; ++i) in(given, order[i]) = in(meant, order[i]);
  while (true) {
    Grid other;
    const ZeroOne::End end = find(given, &other);
    if (end == ZeroOne::End::kNone) return given;
    const auto next = std::find_if(order.begin(), order.end(), [&](size_t cell) {
      const bool tells = end != ZeroOne::End::kFound || in(other, cell) != in(meant, cell);
      return in(given, cell) == 0 && tells;
    });
    if (next == order.end()) return given;
    in(given, *next) = in(meant, *next);
  }
}

}  // namespace assay::logic
