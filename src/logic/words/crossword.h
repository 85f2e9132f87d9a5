// A crossword without its letters: open cells, and the words to place. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/dice/mix.h"
#include "base/result.h"
#include "text/json_reader.h"

namespace assay::logic::words {

inline constexpr char kOpenCell = '.';
inline constexpr char kBlock = '#';

struct Crossword {
  std::vector<std::string> grid;
  std::vector<std::string> across;
  std::vector<std::string> down;

  size_t width() const { return grid.front().size(); }
  size_t cells() const { return grid.size() * width(); }
};

// The runs of two or more open cells, in rows or in columns; cells are numbered row by row.
std::vector<std::vector<size_t>> AcrossRuns(const std::vector<std::string>& grid);
std::vector<std::vector<size_t>> DownRuns(const std::vector<std::string>& grid);

// Facts as words.h has them.
Result<Crossword> ReadCrossword(JsonValue facts);

// With that many words, or somewhat fewer where no more fit; the words in the order of their
// letters. REQUIRES: words >= 2.
Crossword DrawCrossword(size_t words, size_t side, Dice* dice);

}  // namespace assay::logic::words
