#include "logic/words/crossword.h"

#include <algorithm>
#include <utility>

#include "logic/model/facts.h"
#include "logic/words/word_list.h"

namespace assay::logic::words {
namespace {

constexpr size_t kMostCrosswordSide = 20;
constexpr size_t kMostCrosswordWords = 48;
// Words that a builder looks at for each that it places, and builds until one has all words.
constexpr size_t kCrosswordSample = 40;
constexpr int kCrosswordTries = 8;

using Runs = std::vector<std::vector<size_t>>;

// Runs of `lines` lines of `length` cells; the first cell of a line is line * stride, and from one
// to the next it is `step`.
Runs RunsOf(const std::string& cells, size_t lines, size_t stride, size_t length, size_t step) {
  Runs runs;
  for (size_t line = 0; line < lines; ++line) {
    std::vector<size_t> run;
    for (size_t i = 0; i <= length; ++i) {
      const size_t cell = line * stride + i * step;
      if (i < length && cells[cell] == kOpenCell) {
        run.push_back(cell);
        continue;
      }
      if (run.size() >= 2) runs.push_back(run);
      run.clear();
    }
  }
  return runs;
}

std::vector<size_t> Lengths(const std::vector<std::string>& words) {
  std::vector<size_t> lengths;
  for (const std::string& word : words) lengths.push_back(word.size());
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

std::vector<size_t> Lengths(const Runs& runs) {
  std::vector<size_t> lengths;
  for (const std::vector<size_t>& run : runs) lengths.push_back(run.size());
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

// Places words on a square so that each crosses another and none touches one that it doesn't.
class CrosswordBuilder {
 public:
  explicit CrosswordBuilder(size_t side)
      : side_(static_cast<int>(side)), letters_(side * side, kBlock), used_(side * side) {}

  void Place(const std::string& word, int row, int column, bool down) {
    for (size_t i = 0; i < word.size(); ++i) {
      const size_t cell = At(row, column, down, static_cast<int>(i));
      letters_[cell] = word[i];
      used_[cell] |= down ? 2 : 1;
    }
    (down ? down_ : across_).push_back(word);
  }

  // False: it fits nowhere.
  bool PlaceCrossing(const std::string& word, Dice* dice) {
    std::vector<Spot> best;
    int most = 1;
    for (int row = 0; row < side_; ++row) {
      for (int column = 0; column < side_; ++column) {
        for (const bool down : {false, true}) {
          const int crossings = Crossings(word, row, column, down);
          if (crossings < most) continue;
          if (crossings > most) best.clear();
          most = crossings;
          best.push_back({row, column, down});
        }
      }
    }
    if (best.empty()) return false;
    const Spot& spot = best[dice->Below(best.size())];
    Place(word, spot.row, spot.column, spot.down);
    return true;
  }

  size_t words() const { return across_.size() + down_.size(); }

  // Without the empty rows and columns around it.
  Crossword Built() const {
    int top = side_, bottom = 0, left = side_, right = 0;
    for (int row = 0; row < side_; ++row) {
      for (int column = 0; column < side_; ++column) {
        if (!Taken(row, column)) continue;
        top = std::min(top, row);
        bottom = std::max(bottom, row);
        left = std::min(left, column);
        right = std::max(right, column);
      }
    }
    Crossword built{{}, across_, down_};
    for (int row = top; row <= bottom; ++row) {
      std::string& line = built.grid.emplace_back();
      for (int column = left; column <= right; ++column) {
        line += Taken(row, column) ? kOpenCell : kBlock;
      }
    }
    std::sort(built.across.begin(), built.across.end());
    std::sort(built.down.begin(), built.down.end());
    return built;
  }

 private:
  struct Spot {
    int row;
    int column;
    bool down;
  };

  size_t At(int row, int column, bool down, int on) const {
    return static_cast<size_t>((row + (down ? on : 0)) * side_ + column + (down ? 0 : on));
  }

  bool Taken(int row, int column) const {
    return row >= 0 && row < side_ && column >= 0 && column < side_ &&
           letters_[At(row, column, false, 0)] != kBlock;
  }

  // 0: it doesn't fit there.
  int Crossings(const std::string& word, int row, int column, bool down) const {
    const int length = static_cast<int>(word.size());
    if ((down ? row : column) + length > side_) return 0;
    const int step_row = down ? 1 : 0;
    const int step_column = down ? 0 : 1;
    if (Taken(row - step_row, column - step_column)) return 0;
    if (Taken(row + length * step_row, column + length * step_column)) return 0;
    int crossings = 0;
    for (int i = 0; i < length; ++i) {
      const size_t cell = At(row, column, down, i);
      const int cell_row = row + i * step_row;
      const int cell_column = column + i * step_column;
      if (letters_[cell] == kBlock) {
        if (Taken(cell_row + step_column, cell_column + step_row)) return 0;
        if (Taken(cell_row - step_column, cell_column - step_row)) return 0;
        continue;
      }
      const int same_direction = down ? 2 : 1;
      if (letters_[cell] != word[static_cast<size_t>(i)] || (used_[cell] & same_direction) != 0) {
        return 0;
      }
      ++crossings;
    }
    return crossings;
  }

  int side_;
  std::string letters_;
  std::vector<int> used_;  // by cell: 1 in a word across, 2 in one down
  std::vector<std::string> across_;
  std::vector<std::string> down_;
};

}  // namespace

std::vector<std::vector<size_t>> AcrossRuns(const std::vector<std::string>& grid) {
  const size_t width = grid.front().size();
  return RunsOf(JoinWords(grid, ""), grid.size(), width, width, 1);
}

std::vector<std::vector<size_t>> DownRuns(const std::vector<std::string>& grid) {
  const size_t width = grid.front().size();
  return RunsOf(JoinWords(grid, ""), width, 1, grid.size(), width);
}

Result<Crossword> ReadCrossword(JsonValue facts) {
  Crossword crossword;
  ASSAY_ASSIGN_OR_RETURN(crossword.grid, ReadRows(facts, "grid", kMostCrosswordSide, ".#"));
  ASSAY_ASSIGN_OR_RETURN(crossword.across, ReadWords(facts, "across", 1, kMostCrosswordWords, 2));
  ASSAY_ASSIGN_OR_RETURN(crossword.down, ReadWords(facts, "down", 1, kMostCrosswordWords, 2));
  const Runs across = AcrossRuns(crossword.grid);
  const Runs down = DownRuns(crossword.grid);
  if (Lengths(across) != Lengths(crossword.across)) {
    return BadFacts("across", "must have the lengths of the runs in the grid's rows");
  }
  if (Lengths(down) != Lengths(crossword.down)) {
    return BadFacts("down", "must have the lengths of the runs in the grid's columns");
  }
  std::string cells = JoinWords(crossword.grid, "");
  for (const Runs* runs : {&across, &down}) {
    for (const std::vector<size_t>& run : *runs) {
      for (const size_t cell : run) cells[cell] = kBlock;
    }
  }
  if (cells.find(kOpenCell) != std::string::npos) {
    return BadFacts("grid", "has an open cell beside no other");
  }
  return crossword;
}

Crossword DrawCrossword(size_t words, size_t side, Dice* dice) {
  Crossword most;
  for (int attempt = 0; attempt < kCrosswordTries; ++attempt) {
    std::vector<std::string> left = CommonWords();
    Shuffle(&left, dice);
    CrosswordBuilder builder(side);
    builder.Place(left.back(), static_cast<int>(side / 2), 1, false);
    left.pop_back();
    size_t looked_at = 0;
    while (builder.words() < words && looked_at < words * kCrosswordSample && !left.empty()) {
      ++looked_at;
      builder.PlaceCrossing(left.back(), dice);
      left.pop_back();
    }
    const Crossword built = builder.Built();
    if (built.across.size() + built.down.size() > most.across.size() + most.down.size()) {
      most = built;
    }
    if (builder.words() == words) break;
  }
  return most;
}

}  // namespace assay::logic::words
