#include "logic/squares/numbrix_path.h"

#include <algorithm>
#include <bitset>
#include <utility>

namespace assay::logic {
namespace {

constexpr size_t kMostNumbrixCells = kMostNumbrixSide * kMostNumbrixSide;

// For every number the cells that it may still have. What follows from neighbours in the path, from
// cells that are taken and from cells that only one number can have is worked out until nothing
// more does; then the number with the fewest cells is tried in each of them.
class NumbrixSearch {
 public:
  NumbrixSearch(const Grid& given, size_t most, size_t most_steps)
      : rows_(given.size()),
        columns_(given.front().size()),
        start_(rows_ * columns_),
        most_(most),
        steps_left_(most_steps) {
    for (size_t cell = 0; cell < start_.size(); ++cell) {
      all_.set(cell);
      if (cell % columns_ > 0) not_first_.set(cell);
      if (cell % columns_ + 1 < columns_) not_last_.set(cell);
    }
    std::fill(start_.begin(), start_.end(), all_);
    for (size_t cell = 0; cell < start_.size(); ++cell) {
      const int number = given[cell / columns_][cell % columns_];
      if (number != 0) start_[static_cast<size_t>(number - 1)] = Only(cell);
    }
  }

  NumbrixPaths Run() {
    Try(start_);
    return {std::move(found_), steps_left_ == 0};
  }

 private:
  using Cells = std::bitset<kMostNumbrixCells>;
  using Places = std::vector<Cells>;  // by number, from 0

  static Cells Only(size_t cell) {
    Cells only;
    only.set(cell);
    return only;
  }

  Cells Neighbours(const Cells& cells) const {
    return (cells << columns_ | cells >> columns_ | (cells & not_last_) << 1 |
            (cells & not_first_) >> 1) &
           all_;
  }

  // Narrows by neighbours in the path.
  bool NarrowByPath(Places* places) const {
    bool changed = false;
    const auto narrow = [&](size_t number, const Cells& to) {
      const Cells left = (*places)[number] & to;
      changed |= left != (*places)[number];
      (*places)[number] = left;
    };
    for (size_t number = 1; number < places->size(); ++number) {
      narrow(number, Neighbours((*places)[number - 1]));
    }
    for (size_t number = places->size() - 1; number > 0; --number) {
      narrow(number - 1, Neighbours((*places)[number]));
    }
    return changed;
  }

  // Narrows by cells that are taken, and by those that one number alone can have. `fails`: a number
  // or a cell is left without the other.
  static bool NarrowByCells(const Cells& all, Places* places, bool* fails) {
    bool changed = false;
    Cells taken, once, twice;
    for (const Cells& cells : *places) {
      if (cells.count() != 1) continue;
      *fails |= (taken & cells).any();
      taken |= cells;
    }
    for (Cells& cells : *places) {
      if (cells.count() != 1 && (cells & taken).any()) {
        cells &= ~taken;
        changed = true;
      }
      *fails |= cells.none();
      twice |= once & cells;
      once |= cells;
    }
    *fails |= once != all;
    for (Cells& cells : *places) {
      const Cells forced = cells & once & ~twice;
      *fails |= forced.count() > 1;
      if (forced.none() || forced == cells) continue;
      cells = forced;
      changed = true;
    }
    return changed;
  }

  // False: it can't come to a path.
  bool Narrow(Places* places) {
    bool fails = false;
    for (bool changed = true; changed && !fails;) {
      steps_left_ -= std::min(steps_left_, places->size());
      if (steps_left_ == 0) return false;
      changed = NarrowByPath(places);
      changed |= NarrowByCells(all_, places, &fails);
    }
    return !fails;
  }

  // As deep as there are cells.
  void Try(Places places) {
    if (!Narrow(&places)) return;
    size_t next = places.size();
    size_t fewest = kMostNumbrixCells + 1;
    for (size_t number = 0; number < places.size(); ++number) {
      const size_t count = places[number].count();
      if (count == 1 || count >= fewest) continue;
      next = number;
      fewest = count;
    }
    if (next == places.size()) {
      Add(places);
      return;
    }
    const Cells open = places[next];
    for (size_t cell = 0; cell < places.size(); ++cell) {
      if (!open[cell]) continue;
      places[next] = Only(cell);
      Try(places);
      if (found_.size() >= most_ || steps_left_ == 0) return;
    }
  }

  void Add(const Places& places) {
    Grid grid(rows_, std::vector<int>(columns_));
    for (size_t number = 0; number < places.size(); ++number) {
      for (size_t cell = 0; cell < places.size(); ++cell) {
        if (places[number][cell]) {
          grid[cell / columns_][cell % columns_] = static_cast<int>(number) + 1;
        }
      }
    }
    found_.push_back(std::move(grid));
  }

  const size_t rows_;
  const size_t columns_;
  Places start_;
  Cells all_;
  Cells not_first_;  // columns
  Cells not_last_;
  const size_t most_;
  size_t steps_left_;
  std::vector<Grid> found_;
};

}  // namespace

Grid RandomNumbrixPath(const Board& board, Dice* dice) {
  // From one that goes to and fro, changed by joining an end to a neighbour on the path and cutting
  // the loop that this makes beside it ("backbite"), many times.
  std::vector<size_t> path;
  for (size_t row = 0; row < board.rows; ++row) {
    for (size_t i = 0; i < board.columns; ++i) {
      path.push_back(board.At(row, row % 2 == 0 ? i : board.columns - 1 - i));
    }
  }
  for (size_t times = 10 * board.cells(); times > 0; --times) {
    if (Chance(50, dice)) std::reverse(path.begin(), path.end());
    const std::vector<size_t> beside = board.Beside(path.front());
    const size_t joined = beside[dice->Below(beside.size())];
    std::reverse(path.begin(), std::find(path.begin(), path.end(), joined));
  }
  Grid grid(board.rows, std::vector<int>(board.columns));
  for (size_t i = 0; i < path.size(); ++i) {
    grid[path[i] / board.columns][path[i] % board.columns] = static_cast<int>(i) + 1;
  }
  return grid;
}

NumbrixPaths FindNumbrixPaths(const Grid& given, size_t most, size_t most_steps) {
  return NumbrixSearch(given, most, most_steps).Run();
}

}  // namespace assay::logic
