// What kinds share: boards of cells, numbered row by row from 0, the marks (one character a cell)
// that stand in them, regions, and draws. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dice/mix.h"
#include "base/result.h"

namespace assay::logic {

struct Board {
  size_t rows = 0;
  size_t columns = 0;

  size_t cells() const { return rows * columns; }
  size_t At(size_t row, size_t column) const { return row * columns + column; }
  // That many rows down and columns on from a cell; nothing when it is outside.
  std::optional<size_t> From(size_t cell, int down, int on) const;
  // Up to four cells that share a side with this.
  std::vector<size_t> Beside(size_t cell) const;
  // Up to eight that share a side or a corner.
  std::vector<size_t> Around(size_t cell) const;
};

// Of a board's marks: the rows with a space between marks, each with its end of line.
std::string MarksText(const Board& board, std::string_view cells);
// ["T..","..."]
std::string MarksJson(const Board& board, std::string_view cells);
// Rows as they stand in facts, joined.
std::string Joined(const std::vector<std::string>& rows);
// "3 0 12"
std::string NumbersText(const std::vector<int>& numbers);
// [3,0,12]
std::string NumbersJson(const std::vector<int>& numbers);

// A grid of numbers of groups: each from 0 up to the highest has a cell, at most `most_groups`.
Result<std::vector<std::vector<size_t>>> GroupsOf(std::string_view member,
                                                  const std::vector<std::vector<int>>& grid,
                                                  size_t most_groups);
// Whether the cells but that one hang together by sides, and are some.
bool CanLeave(const Board& board, const std::vector<size_t>& cells, size_t leaving);
// The letter that stands for a group in prompts: A to Z, then a to z.
char GroupLetter(size_t group);

// Whether it happens that has `percent` chances in a hundred.
bool Chance(size_t percent, Dice* dice);

template <typename T>
void Shuffle(std::vector<T>* items, Dice* dice) {
  for (size_t left = items->size(); left > 1; --left) {
    std::swap((*items)[left - 1], (*items)[dice->Below(left)]);
  }
}

// 0 to count - 1, in some order.
std::vector<size_t> Shuffled(size_t count, Dice* dice);

}  // namespace assay::logic
