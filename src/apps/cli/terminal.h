// What a person at a terminal sees: colours, aligned tables, a progress bar. Everything degrades to
// plain text when the stream is not a terminal or NO_COLOR is set.
//
// Not thread-safe: one thread writes to a stream at a time.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace assay {

enum class Colour { kNone, kRed, kGreen, kYellow, kDim, kBold };

bool IsTerminal(std::FILE* stream);
// Whether escape sequences are welcome: a terminal, TERM is not "dumb", and NO_COLOR is unset or
// empty.
bool WantsColour(std::FILE* stream);

// `text` in the colour, or as it is when !enabled.
std::string Paint(std::string_view text, Colour colour, bool enabled);

// Columns aligned to their widest cell; numbers to the right. Widths count code points, so that
// UTF-8 text lines up.
class TextTable {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };
  struct Cell {
    std::string text;
    Colour colour = Colour::kNone;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // Missing cells are empty; surplus cells are a bug of ours.
  void AddRow(std::vector<Cell> cells);
  std::string Render(bool colours) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// One line that is redrawn in place on a terminal, at most ten times a second; nothing elsewhere.
class ProgressBar {
 public:
  ProgressBar(std::FILE* stream, size_t total);
  ~ProgressBar() { Clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // `note` follows the bar: "31 AC, 4 WA".
  void Update(size_t done, std::string_view note);
  // Takes the line away, so that other text can be written.
  void Clear();

 private:
  std::FILE* stream_;
  bool active_;
  bool drawn_ = false;
  size_t total_;
  SteadyTime started_;
  SteadyTime last_draw_{};
};

// "12.3 ms", "1.20 s", "2m05s".
std::string HumanDuration(Nanoseconds duration);
// "0 B", "12.3 KiB", "1.0 GiB".
std::string HumanBytes(int64_t bytes);

}  // namespace assay
