// Operators that put another token in the place of one, in both languages.

#include <array>
#include <cstdint>
#include <string>

#include "lab/mutate/programs/operators.h"

namespace assay::mutate {
namespace {

struct Swap {
  std::string_view from;
  std::string_view to;
};

void Replace(const ProgramText& program, size_t i, std::string_view text,
             std::vector<Edit>* edits) {
  edits->push_back({program.at(i).begin, program.at(i).end, std::string(text)});
}

bool IsPython(const ProgramText& program) {
  return program.language() == Language::kPython;
}

// `operator<`, and `void f(int*)`: no operator between two operands. Of C++ a `*` or `&` behind
// a type that isn't a keyword can't be told from a product; its mutant doesn't compile.
bool IsBinary(const ProgramText& program, size_t i) {
  if (i == 0 || !program.EndsOperand(i - 1)) return false;
  if (IsTemplateBracket(program, i)) return false;
  return !program.IsOneOf(i + 1, {")", ",", "]", ";"});
}

void SwapBinary(const ProgramText& program, std::span<const Swap> swaps, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    if (!program.IsKind(i, TokenKind::kOperator)) continue;
    for (const Swap& swap : swaps) {
      if (program.Is(i, swap.from) && IsBinary(program, i)) Replace(program, i, swap.to, edits);
    }
  }
}

// Words stand alone, or are called when `called`.
void SwapWords(const ProgramText& program, std::span<const Swap> swaps, bool called,
               std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    if (!program.IsKind(i, TokenKind::kWord)) continue;
    if (i > 0 && program.IsOneOf(i - 1, {".", "->", "def"})) continue;
    if (called && !program.Is(i + 1, "(")) continue;
    for (const Swap& swap : swaps) {
      if (program.Is(i, swap.from)) Replace(program, i, swap.to, edits);
    }
  }
}

// A decimal integer of at most 15 digits without a suffix but those of C++; -1: it is none.
int64_t SmallInteger(std::string_view text, std::string_view* suffix) {
  size_t digits = 0;
  int64_t value = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    if (digits >= 15) return -1;
    value = value * 10 + (text[digits++] - '0');
  }
  *suffix = text.substr(digits);
  const bool octal = digits > 1 && text[0] == '0';
  if (digits == 0 || octal || suffix->find_first_not_of("uUlL") != suffix->npos) return -1;
  return value;
}

}  // namespace

bool IsTemplateBracket(const ProgramText& program, size_t i) {
  if (IsPython(program)) return false;
  const auto inner = [&](size_t k) {
    return program.IsKind(k, TokenKind::kWord) || program.IsKind(k, TokenKind::kNumber) ||
           program.IsOneOf(k, {",", "::", "<", ">", ">>", "*", "&"});
  };
  constexpr size_t kLongest = 40;  // tokens of a type
  if (program.Is(i, "<")) {
    int open = 0;
    for (size_t k = i; k < program.size() && k < i + kLongest && inner(k); ++k) {
      open += program.Is(k, "<") ? 1 : program.Is(k, ">") ? -1 : program.Is(k, ">>") ? -2 : 0;
      if (open <= 0) return true;
    }
    return false;
  }
  if (!program.Is(i, ">")) return false;
  int open = 0;
  for (size_t k = i; k < i + kLongest && inner(k); --k) {
    open += program.Is(k, ">") ? 1 : program.Is(k, ">>") ? 2 : program.Is(k, "<") ? -1 : 0;
    if (open <= 0) return true;
    if (k == 0 || i - k >= kLongest) break;
  }
  return false;
}

void FlipComparison(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 6> kSwaps = {Swap{"<", ">"}, {">", "<"},   {"<=", ">="},
                                          {">=", "<="},   {"==", "!="}, {"!=", "=="}};
  SwapBinary(program, kSwaps, edits);
}

void MoveBoundary(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 4> kSwaps = {Swap{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}};
  SwapBinary(program, kSwaps, edits);
}

void SwapArithmetic(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 7> kSwaps = {Swap{"+", "-"}, {"-", "+"},  {"*", "+"}, {"/", "*"},
                                          {"%", "*"},     {"**", "*"}, {"//", "*"}};
  SwapBinary(program, kSwaps, edits);
}

void SwapAssignment(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 9> kSwaps = {Swap{"+=", "-="}, {"-=", "+="},  {"*=", "+="},
                                          {"/=", "*="},     {"//=", "*="}, {"%=", "+="},
                                          {"|=", "&="},     {"&=", "|="},  {"^=", "|="}};
  SwapBinary(program, kSwaps, edits);
}

void ChangeDivision(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 4> kPython = {
      Swap{"//", "/"}, {"/", "//"}, {"%", "//"}, {"//=", "/="}};
  constexpr std::array<Swap, 3> kCpp = {Swap{"/", "%"}, {"%", "/"}, {"/", "* 1.0 /"}};
  if (IsPython(program)) {
    SwapBinary(program, kPython, edits);
  } else {
    SwapBinary(program, kCpp, edits);
  }
}

void SwapLogic(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 2> kWords = {Swap{"and", "or"}, {"or", "and"}};
  constexpr std::array<Swap, 2> kMarks = {Swap{"&&", "||"}, {"||", "&&"}};
  SwapWords(program, kWords, false, edits);
  if (!IsPython(program)) SwapBinary(program, kMarks, edits);
}

void DropNegation(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    if (!IsPython(program)) {
      if (program.Is(i, "!")) Replace(program, i, "", edits);
      continue;
    }
    const bool with_in = program.Is(i + 1, "in");
    if (program.Is(i, "not")) {
      // "not in" becomes "in", "is not" becomes "is".
      Replace(program, i, "", edits);
    } else if (program.Is(i, "is") && !program.Is(i + 1, "not")) {
      Replace(program, i, "is not", edits);
    }
    if (!with_in || program.Is(i, "not") || !program.EndsOperand(i)) continue;
    // Of a loop or a comprehension it is no comparison: there "for" stands before it.
    bool of_for = false;
    for (size_t k = i; k-- > 0 && !program.IsKind(k, TokenKind::kLineEnd);) {
      if (program.at(k).depth > program.at(i + 1).depth) continue;
      const bool encloses = program.Close(k) != ProgramText::kNone && program.Close(k) > i;
      if (encloses || program.IsOneOf(k, {"in", "if", "and", "or", "=", "return"})) break;
      if (program.Is(k, "for")) of_for = true;
    }
    if (!of_for) Replace(program, i + 1, "not in", edits);
  }
}

void DropSign(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    const bool unary = program.Is(i, "-") && (i == 0 || !program.EndsOperand(i - 1));
    // Of 0 it changes nothing; -x of C++ may be a part of "- -x".
    if (unary && program.Of(i + 1) != "0" && !program.Is(i + 1, "-")) {
      Replace(program, i, "", edits);
    }
  }
}

void SwapBitwise(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 3> kBoth = {Swap{"&", "|"}, {"|", "&"}, {"^", "|"}};
  // Those of C++ are mostly streams.
  constexpr std::array<Swap, 2> kPython = {Swap{"<<", ">>"}, {">>", "<<"}};
  SwapBinary(program, kBoth, edits);
  if (IsPython(program)) SwapBinary(program, kPython, edits);
}

void SwapIncrement(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    if (program.Is(i, "++")) Replace(program, i, "--", edits);
    if (program.Is(i, "--")) Replace(program, i, "++", edits);
  }
}

void ShiftConstant(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    std::string_view suffix;
    if (!program.IsKind(i, TokenKind::kNumber)) continue;
    const int64_t value = SmallInteger(program.Of(i), &suffix);
    if (value < 0) continue;
    Replace(program, i, std::to_string(value + 1) + std::string(suffix), edits);
    if (value > 0) Replace(program, i, std::to_string(value - 1) + std::string(suffix), edits);
  }
}

void FlipBoolean(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 4> kSwaps = {
      Swap{"True", "False"}, {"False", "True"}, {"true", "false"}, {"false", "true"}};
  SwapWords(program, kSwaps, false, edits);
}

void SwapMinMax(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 2> kCalls = {Swap{"min", "max"}, {"max", "min"}};
  constexpr std::array<Swap, 6> kNames = {
      Swap{"INT_MAX", "INT_MIN"}, {"INT_MIN", "INT_MAX"},         {"LLONG_MAX", "LLONG_MIN"},
      {"LLONG_MIN", "LLONG_MAX"}, {"min_element", "max_element"}, {"max_element", "min_element"}};
  SwapWords(program, kCalls, true, edits);
  if (!IsPython(program)) SwapWords(program, kNames, false, edits);
}

void SwapBreak(const ProgramText& program, std::vector<Edit>* edits) {
  constexpr std::array<Swap, 2> kSwaps = {Swap{"break", "continue"}, {"continue", "break"}};
  SwapWords(program, kSwaps, false, edits);
}

}  // namespace assay::mutate
