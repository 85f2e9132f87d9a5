// Operators on conditions, loops, statements and calls of C++ and C.

#include <string>

#include "lab/mutate/programs/operators.h"

namespace assay::mutate {
namespace {

constexpr size_t kNone = ProgramText::kNone;

void ReplaceSpan(const ProgramText& program, size_t first, size_t last, std::string text,
                 std::vector<Edit>* edits) {
  if (program.Span(first, last) == text) return;
  edits->push_back({program.at(first).begin, program.at(last).end, std::move(text)});
}

// The bracket of the condition behind `i`; kNone: there is none, or nothing in it.
size_t ConditionBracket(const ProgramText& program, size_t i, bool with_loops) {
  if (!program.Is(i, "if") && !(with_loops && program.Is(i, "while"))) return kNone;
  const size_t close = program.Is(i + 1, "(") ? program.Close(i + 1) : kNone;
  return close == kNone || close == i + 2 ? kNone : i + 1;
}

// Whether an expression is a statement: an assignment or a call, no declaration.
bool IsExpressionStatement(const ProgramText& program, size_t first, size_t end) {
  if (!program.IsName(first) && !program.IsOneOf(first, {"++", "--"})) return false;
  if (program.IsOneOf(first + 1, {"*", "&", ":"})) return false;
  const int depth = program.at(first).depth;
  for (size_t i = first; i + 1 < end; ++i) {
    if (program.at(i).depth != depth) continue;
    const bool pair =
        program.IsKind(i, TokenKind::kWord) && program.IsKind(i + 1, TokenKind::kWord);
    if (pair || IsTemplateBracket(program, i)) return false;
  }
  return true;
}

}  // namespace

void NegateCppCondition(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    const size_t open = ConditionBracket(program, i, true);
    if (open == kNone) continue;
    const size_t last = program.Close(open) - 1;
    ReplaceSpan(program, open + 1, last, "!(" + std::string(program.Span(open + 1, last)) + ")",
                edits);
  }
}

void FixCppBranch(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    const size_t open = ConditionBracket(program, i, false);
    if (open == kNone) continue;
    // As C has it, too.
    ReplaceSpan(program, open + 1, program.Close(open) - 1, "0", edits);
    ReplaceSpan(program, open + 1, program.Close(open) - 1, "1", edits);
  }
}

void DropCppStatement(const ProgramText& program, std::vector<Edit>* edits) {
  std::vector<size_t> open;  // brackets around
  for (size_t i = 0; i < program.size(); ++i) {
    // Behind the bracket of a condition a statement begins, behind another an expression goes on.
    bool condition = false;
    if (program.IsOneOf(i, {"(", "[", "{"})) open.push_back(i);
    if (program.IsOneOf(i, {")", "]", "}"}) && !open.empty()) {
      const size_t before = open.back() - (open.back() > 0 ? 1 : 0);
      condition = program.Is(i, ")") && program.IsOneOf(before, {"if", "for", "while"});
      open.pop_back();
    }
    const bool in_block = !open.empty() && program.Is(open.back(), "{");
    if (!in_block || !(condition || program.IsOneOf(i, {";", "{", "}", "else"}))) continue;
    const size_t first = i + 1;
    if (first >= program.size()) break;
    const size_t end = program.FindAtDepth(first, program.size(), program.at(first).depth, ";");
    if (end == kNone || end == first || !IsExpressionStatement(program, first, end)) continue;
    ReplaceSpan(program, first, end - 1, "", edits);
  }
}

void ChangeCppLoop(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i + 1 < program.size(); ++i) {
    if (!program.Is(i, "for") || !program.Is(i + 1, "(")) continue;
    const size_t close = program.Close(i + 1);
    if (close == kNone) continue;
    const int depth = program.at(i + 1).depth + 1;
    const size_t one = program.FindAtDepth(i + 2, close, depth, ";");
    const size_t two = one == kNone ? kNone : program.FindAtDepth(one + 1, close, depth, ";");
    if (two == kNone) continue;
    const auto has = [&](size_t first, size_t end, std::string_view text) {
      return program.FindAtDepth(first, end, depth, text) != kNone;
    };
    const bool single = two > one + 1 && !has(one, two, "&&") && !has(one, two, "||");
    if (single &&
        (has(one, two, "<") || has(one, two, "<=") || has(one, two, ">") || has(one, two, ">="))) {
      for (const char* change : {" - 1", " + 1"}) {
        edits->push_back({program.at(two - 1).end, program.at(two - 1).end, change});
      }
    }
    if (has(i + 2, one, "=") && !has(i + 2, one, ",")) {
      edits->push_back({program.at(one - 1).end, program.at(one - 1).end, " + 1"});
    }
  }
}

void ReturnCppConstant(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i < program.size(); ++i) {
    if (!program.Is(i, "return")) continue;
    const size_t end = program.FindAtDepth(i, program.size(), program.at(i).depth, ";");
    // `return 0;` ends a program well, and another number ends it badly whatever it printed.
    if (end == kNone || end == i + 1) continue;
    const std::string_view value = program.Span(i + 1, end - 1);
    if (value == "0" || value == "false" || value == "nullptr" || value == "NULL") continue;
    ReplaceSpan(program, i + 1, end - 1, "0", edits);
  }
}

void ChangeCppSort(const ProgramText& program, std::vector<Edit>* edits) {
  for (size_t i = 0; i + 1 < program.size(); ++i) {
    if (!program.IsOneOf(i, {"sort", "stable_sort"}) || !program.Is(i + 1, "(")) continue;
    const size_t close = program.Close(i + 1);
    if (close == kNone || (i > 0 && program.IsOneOf(i - 1, {".", "->"}))) continue;
    const int depth = program.at(i + 1).depth + 1;
    const size_t one = program.FindAtDepth(i + 2, close, depth, ",");
    if (one == kNone) continue;
    const size_t two = program.FindAtDepth(one + 1, close, depth, ",");
    const size_t end = program.at(close).begin;
    if (two == kNone) {
      edits->push_back({end, end, ", std::greater<>()"});
    } else {
      edits->push_back({program.at(two).begin, end, ""});
    }
  }
}

}  // namespace assay::mutate
