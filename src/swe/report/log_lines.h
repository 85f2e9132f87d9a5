// LogLines: a log of untrusted bytes, line by line, as the parsers look at it.
//
// Colours are taken out; every other escape sequence stays in its line, and a carriage return alone
// begins no line, so that what a terminal would have drawn over something else matches no rule. A
// line longer than any a framework writes is given as an empty one. Linear in the log, whatever it
// holds. One thread's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::swe {

class LogLines {
 public:
  static constexpr size_t kMaxLineBytes = 64 << 10;

  // `log` must outlive the object.
  explicit LogLines(std::string_view log) : rest_(log) {}

  // False at the end. `line` is valid until the next call.
  bool Next(std::string_view* line);

 private:
  std::string_view rest_;
  std::string plain_;
};

// The smallest pieces of grammar. Each takes what it names off `text`, or leaves it as it is.
bool Take(std::string_view* text, std::string_view prefix);
bool TakeEnd(std::string_view* text, std::string_view suffix);
// At most nine digits: what counts tests.
std::optional<size_t> TakeNumber(std::string_view* text);
// "0.12", "1,024.5", "00:00.003": digits with '.', ',' and ':' between them.
bool TakeTime(std::string_view* text);
size_t CountIndent(std::string_view line);
// "(3 ms)", "(1.2 s)" and the space before it, at the end.
void DropDuration(std::string_view* text);
// What stands between two rows of `mark`: "==== title ====".
std::optional<std::string_view> BannerTitle(std::string_view line, char mark);
// A row of nothing but `mark`.
bool IsRuler(std::string_view line, char mark, size_t least);

}  // namespace assay::swe
