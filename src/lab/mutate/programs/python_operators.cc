// Operators on logical lines of Python, and on calls.

#include <string>

#include "lab/mutate/programs/operators.h"

namespace assay::mutate {
namespace {

constexpr size_t kNone = ProgramText::kNone;

struct Line {
  size_t first = 0;
  size_t end = 0;  // its kLineEnd
};

std::vector<Line> LinesOf(const ProgramText& program) {
  std::vector<Line> lines;
  size_t first = 0;
  for (size_t i = 0; i < program.size(); ++i) {
    if (!program.IsKind(i, TokenKind::kLineEnd)) continue;
    if (i > first) lines.push_back({first, i});
    first = i + 1;
  }
  return lines;
}

void ReplaceSpan(const ProgramText& program, size_t first, size_t last, std::string text,
                 std::vector<Edit>* edits) {
  if (program.Span(first, last) == text) return;
  edits->push_back({program.at(first).begin, program.at(last).end, std::move(text)});
}

// Tokens of the condition of a line that begins with one of the words; `first` > `last`: none.
struct Stretch {
  size_t first = 1;
  size_t last = 0;
  explicit operator bool() const { return first <= last; }
};
Stretch ConditionOf(const ProgramText& program, const Line& line) {
  if (!program.IsOneOf(line.first, {"if", "elif", "while"})) return {};
  const size_t colon = program.FindAtDepth(line.first, line.end, program.at(line.first).depth, ":");
  if (colon == kNone || colon < line.first + 2) return {};
  return {line.first + 1, colon - 1};
}

// The value behind `return` at `i`, up to the end of the statement.
Stretch ReturnedValue(const ProgramText& program, size_t i) {
  if (!program.Is(i, "return")) return {};
  size_t last = i;
  while (last + 1 < program.size() && !program.IsKind(last + 1, TokenKind::kLineEnd) &&
         !program.Is(last + 1, ";")) {
    ++last;
  }
  return {i + 1, last};
}

size_t ColumnOf(const ProgramText& program, size_t i) {
  const size_t begin = program.at(i).begin;
  const size_t line_end = program.text().rfind('\n', begin);
  return line_end == std::string_view::npos ? begin : begin - line_end - 1;
}

// The first parameter of the function defined in the line, not counting `self`; empty: none.
std::string_view FirstParameter(const ProgramText& program, const Line& line) {
  size_t i = line.first + 3;  // def name (
  if (program.Is(i, "self")) i += 2;
  return i < line.end && program.IsName(i) ? program.Of(i) : std::string_view();
}

// Arguments of the call whose bracket opens at `open`, as stretches of tokens.
std::vector<Stretch> ArgumentsOf(const ProgramText& program, size_t open) {
  std::vector<Stretch> arguments;
  const size_t close = program.Close(open);
  if (close == kNone || close == open + 1) return arguments;
  const int depth = program.at(open).depth + 1;
  for (size_t first = open + 1; first < close;) {
    const size_t comma = program.FindAtDepth(first, close, depth, ",");
    const size_t end = comma == kNone ? close : comma;
    if (end > first) arguments.push_back({first, end - 1});
    first = end + 1;
  }
  return arguments;
}

bool HasAtDepth(const ProgramText& program, const Stretch& stretch, std::string_view text) {
  return program.FindAtDepth(stretch.first, stretch.last + 1, program.at(stretch.first).depth,
                             text) != kNone;
}

// An argument that others may stand before and behind: not named, not spread, no generator.
bool IsPlain(const ProgramText& program, const Stretch& argument) {
  if (program.IsOneOf(argument.first, {"*", "**"})) return false;
  return !HasAtDepth(program, argument, "=") && !HasAtDepth(program, argument, "for");
}

bool HasKeyword(const ProgramText& program, const Stretch& stretch) {
  for (size_t i = stretch.first; i <= stretch.last; ++i) {
    if (program.IsKeyword(i)) return true;
  }
  return false;
}

std::string Plus(const ProgramText& program, const Stretch& argument, std::string_view change) {
  const std::string value(program.Span(argument.first, argument.last));
  const bool simple = argument.first == argument.last;
  return (simple ? value : "(" + value + ")") + std::string(change);
}

}  // namespace

void NegatePythonCondition(const ProgramText& program, std::vector<Edit>* edits) {
  for (const Line& line : LinesOf(program)) {
    const Stretch condition = ConditionOf(program, line);
    if (!condition) continue;
    ReplaceSpan(program, condition.first, condition.last,
                "not (" + std::string(program.Span(condition.first, condition.last)) + ")", edits);
  }
}

void FixPythonBranch(const ProgramText& program, std::vector<Edit>* edits) {
  for (const Line& line : LinesOf(program)) {
    const Stretch condition = ConditionOf(program, line);
    if (!condition) continue;
    ReplaceSpan(program, condition.first, condition.last, "False", edits);
    // A loop without an end says nothing that its first round doesn't.
    if (!program.Is(line.first, "while")) {
      ReplaceSpan(program, condition.first, condition.last, "True", edits);
    }
  }
}

void DropPythonStatement(const ProgramText& program, std::vector<Edit>* edits) {
  for (const Line& line : LinesOf(program)) {
    const bool starts_value = program.IsName(line.first) || program.Is(line.first, "(");
    const bool several = program.FindAtDepth(line.first, line.end, 0, ";") != kNone;
    if (!starts_value || several) continue;
    // A statement, and no "x: int" or header of a soft keyword's block.
    if (program.FindAtDepth(line.first, line.end, 0, ":") != kNone) continue;
    ReplaceSpan(program, line.first, line.end - 1, "pass", edits);
  }
}

void ChangePythonLoop(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i + 1 < program.size(); ++i) {
    if (!program.Is(i, "range") || !program.Is(i + 1, "(")) continue;
    const std::vector<Stretch> arguments = ArgumentsOf(program, i + 1);
    if (arguments.empty() || !IsPlain(program, arguments[0])) continue;
    const Stretch& stop = arguments[arguments.size() > 1 ? 1 : 0];
    for (const char* change : {" - 1", " + 1"}) {
      ReplaceSpan(program, stop.first, stop.last, Plus(program, stop, change), edits);
    }
    if (arguments.size() > 1) {
      ReplaceSpan(program, arguments[0].first, arguments[0].last,
                  Plus(program, arguments[0], " + 1"), edits);
    }
  }
}

void ReturnPythonConstant(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    const Stretch value = ReturnedValue(program, i);
    if (!value) continue;
    // False equals 0.
    const std::string_view text = program.Span(value.first, value.last);
    const bool zero = text == "0" || text == "False";
    ReplaceSpan(program, value.first, value.last, zero ? "1" : "0", edits);
  }
}

void ReturnPythonInput(const ProgramText& program, std::vector<Edit>* edits) {
  std::vector<Line> functions;  // that the line is in, the outermost first
  for (const Line& line : LinesOf(program)) {
    const size_t column = ColumnOf(program, line.first);
    while (!functions.empty() && ColumnOf(program, functions.back().first) >= column) {
      functions.pop_back();
    }
    if (program.Is(line.first, "def")) functions.push_back(line);
    if (functions.empty()) continue;
    const std::string_view parameter = FirstParameter(program, functions.back());
    if (parameter.empty()) continue;
    for (size_t i = line.first; i < line.end; ++i) {
      const Stretch value = ReturnedValue(program, i);
      if (value) ReplaceSpan(program, value.first, value.last, std::string(parameter), edits);
    }
  }
}

void ChangePythonSort(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i + 1 < program.size(); ++i) {
    const bool method = program.Is(i, "sort") && i > 0 && program.Is(i - 1, ".");
    if (!(method || program.Is(i, "sorted")) || !program.Is(i + 1, "(")) continue;
    const std::vector<Stretch> arguments = ArgumentsOf(program, i + 1);
    const size_t close = program.Close(i + 1);
    if (close == kNone) continue;
    bool reversed = false;
    bool generator = false;
    for (const Stretch& argument : arguments) {
      generator = generator || HasAtDepth(program, argument, "for");
      if (!program.Is(argument.first, "reverse")) continue;
      reversed = true;
      ReplaceSpan(program, argument.first, argument.last,
                  program.Is(argument.last, "True") ? "reverse=False" : "reverse=True", edits);
    }
    if (reversed || generator) continue;
    const bool comma = !arguments.empty() && !program.Is(close - 1, ",");
    edits->push_back({program.at(close).begin, program.at(close).begin,
                      comma ? ", reverse=True" : "reverse=True"});
  }
}

void SwapArguments(const ProgramText& program, std::vector<Edit>* edits) {
  const bool python = program.language() == Language::kPython;
  for (size_t i = 0; i + 1 < program.size(); ++i) {
    if (!program.IsName(i) || !program.Is(i + 1, "(")) continue;
    // They don't care for the order.
    if (program.IsOneOf(i, {"min", "max", "gcd", "__gcd", "lcm", "swap"})) continue;
    // Definitions and declarations.
    if (i > 0 &&
        (python ? program.IsOneOf(i - 1, {"def", "class"})
                : program.IsKind(i - 1, TokenKind::kWord) && !program.Is(i - 1, "return"))) {
      continue;
    }
    const std::vector<Stretch> arguments = ArgumentsOf(program, i + 1);
    if (arguments.size() < 2) continue;
    const Stretch& one = arguments[0];
    const Stretch& two = arguments[1];
    if (!IsPlain(program, one) || !IsPlain(program, two)) continue;
    if (!python && (HasKeyword(program, one) || HasKeyword(program, two))) continue;
    const std::string swapped = std::string(program.Span(two.first, two.last)) + ", " +
                                std::string(program.Span(one.first, one.last));
    if (program.Span(one.first, one.last) == program.Span(two.first, two.last)) continue;
    ReplaceSpan(program, one.first, two.last, swapped, edits);
  }
}

}  // namespace assay::mutate
