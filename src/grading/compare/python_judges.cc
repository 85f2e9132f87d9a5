#include "grading/compare/python_judges.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "grading/compare/number.h"
#include "grading/compare/python_decimal.h"
#include "grading/compare/python_text.h"

namespace assay {
namespace {

using Lines = std::vector<std::string_view>;

std::string_view FirstLine(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

// Whether two lines are the same list of decimals.
bool EqualDecimals(std::string_view expected, std::string_view actual) {
  const Lines wanted = PythonSplit(expected, std::numeric_limits<size_t>::max());
  const Lines got = PythonSplit(actual, wanted.size() + 1);
  if (wanted.size() != got.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto a = ParsePythonDecimal(wanted[i]);
    const auto b = ParsePythonDecimal(got[i]);
    if (!a || !b || !Equal(*a, *b)) return false;
  }
  return true;
}

bool IsDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

// numpy.allclose of lists of lines that are a number each, where at least one line is more than
// digits.
bool CloseNumbers(const Lines& expected, const Lines& actual) {
  constexpr double kAbsolute = 1e-8;
  constexpr double kRelative = 1e-5;
  if (expected.size() != actual.size()) return false;
  bool integers = true;
  bool close = true;
  for (size_t i = 0; i < expected.size(); ++i) {
    integers = integers && IsDigits(expected[i]) && IsDigits(actual[i]);
    const auto wanted = ParsePythonFloat(expected[i]);
    const auto got = ParsePythonFloat(actual[i]);
    if (!wanted || !got) return false;
    const bool near = std::isfinite(*wanted) &&
                      std::fabs(*got - *wanted) <= kAbsolute + kRelative * std::fabs(*wanted);
    close = close && (near || *got == *wanted);
  }
  return close && !integers;
}

std::string Join(const Lines& lines) {
  std::string text;
  for (const std::string_view line : lines) text.append(line).push_back('\n');
  return text;
}

Lines WithoutEmpty(Lines lines) {
  lines.erase(
      std::remove_if(lines.begin(), lines.end(), [](std::string_view l) { return l.empty(); }),
      lines.end());
  return lines;
}

Lines Stripped(Lines lines) {
  for (std::string_view& line : lines) line = PythonStrip(line);
  return lines;
}

Lines SplitAtNewlines(std::string_view text) {
  Lines lines;
  for (size_t at = 0; at <= text.size();) {
    lines.push_back(FirstLine(text.substr(at)));
    at += lines.back().size() + 1;
  }
  return lines;
}

// The lines of an output, counted before any of them is kept: there may be sixty million.
struct LineCounts {
  size_t all = 0;
  size_t filled = 0;       // not empty
  size_t first_word = 0;   // of those with more than white space, the first one
  size_t after_words = 0;  // and the one after the last
};

LineCounts CountLines(std::string_view text) {
  LineCounts counts;
  ForEachPythonLine(text, [&](std::string_view line) {
    if (!PythonStrip(line).empty()) {
      if (counts.after_words == 0) counts.first_word = counts.all;
      counts.after_words = counts.all + 1;
    }
    counts.filled += line.empty() ? 0 : 1;
    ++counts.all;
  });
  return counts;
}

Lines LinesBetween(std::string_view text, size_t begin, size_t end) {
  Lines lines;
  size_t number = 0;
  ForEachPythonLine(text, [&](std::string_view line) {
    if (number >= begin && number < end) lines.push_back(line);
    ++number;
  });
  return lines;
}

Lines FilledLines(std::string_view text) {
  Lines lines;
  ForEachPythonLine(text, [&](std::string_view line) {
    if (!line.empty()) lines.push_back(line);
  });
  return lines;
}

// Four ways to be accepted; each needs a certain number of lines, so no more are kept than the
// expectation has.
bool AcceptedByVerl(std::string_view expected, std::string_view actual) {
  const LineCounts counts = CountLines(actual);
  const std::string_view wanted = PythonStrip(expected);
  // White space around the whole is stripped, and with it the lines of nothing else.
  const size_t spanned = counts.after_words - counts.first_word;
  const auto breaks = static_cast<size_t>(std::count(wanted.begin(), wanted.end(), '\n'));
  if (spanned == (wanted.empty() ? 0 : breaks + 1)) {
    Lines lines = LinesBetween(actual, counts.first_word, counts.after_words);
    if (PythonStrip(Join(lines)) == wanted) return true;
    if (PythonStrip(Join(Stripped(std::move(lines)))) == wanted) return true;
  }
  const Lines wanted_lines = Stripped(WithoutEmpty(SplitAtNewlines(expected)));
  if (counts.all == wanted_lines.size() && LinesBetween(actual, 0, counts.all) == wanted_lines) {
    return true;
  }
  if (counts.filled != wanted_lines.size()) return false;
  const Lines got_lines = FilledLines(actual);
  return got_lines == wanted_lines || CloseNumbers(wanted_lines, got_lines);
}

}  // namespace

Divergence CompareLikeLiveCodeBench(std::string_view expected, std::string_view actual) {
  const std::string_view expected_text = PythonStrip(expected);
  const std::string_view actual_text = PythonStrip(actual);
  if (expected_text == actual_text) return {};
  const auto expected_start = static_cast<size_t>(expected_text.data() - expected.data());
  const auto actual_start = static_cast<size_t>(actual_text.data() - actual.data());
  size_t e = 0, a = 0;
  while (true) {
    const std::string_view expected_line = FirstLine(expected_text.substr(e));
    const std::string_view actual_line = FirstLine(actual_text.substr(a));
    const std::string_view wanted = PythonStrip(expected_line);
    const std::string_view got = PythonStrip(actual_line);
    const Divergence here{true, expected_start + e, actual_start + a};
    if (wanted != got && !EqualDecimals(wanted, got)) return here;
    e += expected_line.size();
    a += actual_line.size();
    const bool expected_over = e == expected_text.size();
    if (expected_over != (a == actual_text.size())) return here;
    if (expected_over) return {};
    ++e, ++a;
  }
}

Divergence CompareLikeVerlPrime(std::string_view expected, std::string_view actual) {
  if (AcceptedByVerl(expected, actual)) return {};
  // The comparison is of whole texts; pointed at is the line where they part.
  const size_t same = CommonPrefix(expected, actual);
  const size_t line = expected.substr(0, same).rfind('\n') + 1;
  return {true, line, line};
}

}  // namespace assay
