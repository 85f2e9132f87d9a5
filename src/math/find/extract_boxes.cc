#include "math/find/extract_boxes.h"

#include <algorithm>
#include <array>

namespace assay::math {
namespace {

constexpr std::array<std::string_view, 3> kBoxCommands = {"\\boxed", "\\fbox", "\\framebox"};
// Farther apart, two boxes are two statements.
constexpr size_t kMaxListGap = 80;
constexpr size_t kTinyGap = 10;
constexpr size_t kMaxBoxes = 64;

// End of the argument of "\boxed x": up to a blank, a delimiter or the end of the sentence.
size_t UnbracedEnd(std::string_view text, size_t pos, size_t end) {
  size_t i = pos;
  while (i < end) {
    const char c = text[i];
    if (IsBlank(c) || c == '$' || c == ',' || c == ';' || c == '}') break;
    if (c == '.' && !(i + 1 < end && IsDigit(text[i + 1]))) break;
    if (c == '\\' && i + 1 < end) {
      if (text[i + 1] == ')' || text[i + 1] == ']') break;
      ++i;
    }
    ++i;
  }
  return std::min(i, end);
}

bool IsConnectorWord(std::string_view word) {
  return word == "and" || word == "or" || word == "And" || word == "Or" || word == "及" ||
         word == "和" || word == "或" || word == "和或" || word == "以及" || word == "et" ||
         word == "und" || word == "y" || word == "o";
}

// "x =" at the end of `before`; empty when there is none.
std::string_view AssignedName(std::string_view before) {
  size_t i = before.size();
  while (i > 0 && (IsBlank(before[i - 1]) || before[i - 1] == '$')) --i;
  if (i == 0 || before[i - 1] != '=') return {};
  --i;
  while (i > 0 && before[i - 1] == ' ') --i;
  const size_t end = i;
  while (i > 0 && (IsAsciiLetter(before[i - 1]) || IsDigit(before[i - 1]) || before[i - 1] == '_' ||
                   before[i - 1] == '\\')) {
    --i;
  }
  constexpr size_t kMaxName = 12;
  if (end - i == 0 || end - i > kMaxName || IsDigit(before[i])) return {};
  // "f(x) = " and "2x = " do not name the value of a variable.
  if (i > 0 && (before[i - 1] == ')' || before[i - 1] == '^' || IsDigit(before[i - 1]))) return {};
  return before.substr(i, end - i);
}

}  // namespace

namespace {

constexpr std::array<std::string_view, 4> kPartMarks = {"part", "Part", "question", "Question"};

// " and the maximum is ", "; part (2): ": words between two boxes that make them parts of one
// answer. Nothing that corrects or continues an argument belongs here.
bool JoinsParts(std::string_view gap) {
  std::vector<std::string_view> words;
  bool mark = false;    // (2), (b), (ii)
  bool broken = false;  // the end of a sentence or line, a sign of mathematics
  for (size_t i = 0; i < gap.size();) {
    const char c = gap[i];
    if (IsAsciiLetter(c)) {
      size_t j = i;
      while (j < gap.size() && IsAsciiLetter(gap[j])) ++j;
      words.push_back(gap.substr(i, j - i));
      i = j;
    } else if (c == '(') {
      const size_t close = gap.find(')', i);
      if (close == std::string_view::npos || close - i > 4 || close - i < 2) return false;
      mark = true;
      i = close + 1;
    } else {
      broken = broken ||
               !(IsBlank(c) || c == '$' || c == ',' || c == ';' || c == ':' || c == '*') ||
               c == '\n';
      ++i;
    }
  }
  if (broken) return false;
  if (mark) {
    return words.empty() || (words.size() == 1 && std::find(kPartMarks.begin(), kPartMarks.end(),
                                                            words[0]) != kPartMarks.end());
  }
  constexpr size_t kMaxWords = 6;
  if (words.size() < 3 || words.size() > kMaxWords || words[0] != "and" || words[1] != "the") {
    return false;
  }
  for (std::string_view word : words) {
    if (word == "answer" || word == "final" || word == "result" || word == "correct") return false;
  }
  return words.back() == "is" || words.back() == "are";
}

}  // namespace

bool IsListGap(std::string_view gap) {
  if (gap.size() > kMaxListGap) return false;
  if (JoinsParts(gap)) return true;
  const std::string_view name = AssignedName(gap);
  if (!name.empty()) gap = gap.substr(0, static_cast<size_t>(name.data() - gap.data()));
  bool only_connectors = true;
  size_t i = 0;
  while (i < gap.size()) {
    const char c = gap[i];
    if (IsBlank(c) || c == '$' || c == ',' || c == ';' || c == '&' || c == '{' || c == '}' ||
        c == '*') {
      ++i;
    } else if (c == '\\' && i + 1 < gap.size()) {
      size_t j = i + 1;
      while (j < gap.size() && IsAsciiLetter(gap[j])) ++j;
      const std::string_view command = gap.substr(i + 1, j - i - 1);
      constexpr std::array<std::string_view, 9> kSpacing = {
          "", "quad", "qquad", "text", "mbox", "textrm", "mathrm", "land", "lor"};
      if (std::find(kSpacing.begin(), kSpacing.end(), command) == kSpacing.end()) {
        only_connectors = false;
        break;
      }
      i = command.empty() ? i + 2 : j;
    } else if (StartsWithAt(gap, i, "，") || StartsWithAt(gap, i, "、")) {
      i += 3;
    } else {
      size_t j = i;
      while (j < gap.size() && (IsAsciiLetter(gap[j]) || (gap[j] & 0x80) != 0)) ++j;
      if (j == i || !IsConnectorWord(gap.substr(i, j - i))) {
        only_connectors = false;
        break;
      }
      i = j;
    }
  }
  if (only_connectors) return true;
  // Too short for a sentence of its own.
  return gap.size() < kTinyGap && gap.find('.') == std::string_view::npos &&
         gap.find('\n') == std::string_view::npos && gap.find('=') == std::string_view::npos;
}

std::vector<Box> LastBoxes(std::string_view text, Span range, bool join) {
  std::vector<Box> found;  // from the end
  std::vector<size_t> closers;
  size_t last_open = std::string_view::npos;
  size_t last_match = std::string_view::npos;
  for (size_t i = range.end; i-- > range.begin;) {
    const char c = text[i];
    if (c == '}' && !IsEscaped(text, i)) {
      closers.push_back(i);
    } else if (c == '{' && !IsEscaped(text, i)) {
      last_open = i;
      last_match = std::string_view::npos;
      if (!closers.empty()) {
        last_match = closers.back();
        closers.pop_back();
      }
    } else if (c == '\\') {
      const auto command =
          std::find_if(kBoxCommands.begin(), kBoxCommands.end(),
                       [&](std::string_view name) { return StartsWithAt(text, i, name); });
      if (command != kBoxCommands.end()) {
        size_t j = i + command->size();
        const bool glued = j < range.end && IsAsciiLetter(text[j]);
        while (j < range.end && text[j] == ' ') ++j;
        Box box{{i, i}, {j, j}};
        if (j < range.end && text[j] == '{') {
          if (last_open == j && last_match != std::string_view::npos) {
            box = {{i, last_match + 1}, {j + 1, last_match}};
          }
        } else if (!glued) {
          const size_t end = UnbracedEnd(text, j, range.end);
          box = {{i, end}, {j, end}};
        }
        if (!TrimAnswer(text, box.inner).empty()) {
          // A box inside a box is part of the outer one.
          while (!found.empty() && found.back().outer.end <= box.outer.end) found.pop_back();
          if (!found.empty() &&
              !IsListGap(Slice(text, {box.outer.end, found.back().outer.begin}))) {
            break;
          }
          found.push_back(box);
          if (found.size() >= kMaxBoxes) break;
        }
      }
    }
    if (!found.empty() && closers.empty() &&
        (!join || found.back().outer.begin - i > kMaxListGap)) {
      break;
    }
  }
  if (!join && found.size() > 1) found.resize(1);
  std::reverse(found.begin(), found.end());
  return found;
}

std::string JoinBoxes(std::string_view text, const std::vector<Box>& boxes, size_t end) {
  std::vector<std::string> values;
  std::vector<std::string_view> names;
  size_t named = 0;
  for (const Box& box : boxes) {
    std::string value(Slice(text, TrimAnswer(text, box.inner)));
    if (value.find('%') == std::string::npos &&
        PercentAfter(text, box.outer.end, end) != std::string_view::npos) {
      value += "\\%";
    }
    constexpr size_t kNameWindow = 24;
    const size_t window = box.outer.begin - std::min(box.outer.begin, kNameWindow);
    const std::string_view name = AssignedName(text.substr(window, box.outer.begin - window));
    if (std::find(values.begin(), values.end(), value) != values.end()) continue;
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) ++named;
    values.push_back(std::move(value));
    names.push_back(name);
  }
  const bool keep_names = values.size() > 1 && named == values.size();
  std::string joined;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) joined += ", ";
    if (keep_names) joined.append(names[i]).append(" = ");
    joined += values[i];
  }
  return joined;
}

}  // namespace assay::math
