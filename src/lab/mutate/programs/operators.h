// The mutation operators: each finds the places of a program where it can make one small change, as
// a programmer errs. operators.cc lists them; a new one is a function in one of the files beside it
// and a line there.
//
// Pure functions; thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/mutate/programs/program_text.h"

namespace assay::mutate {

// A stretch of the text, and what stands there afterwards.
struct Edit {
  size_t begin = 0;
  size_t end = 0;
  std::string replacement;
};

using FindEdits = void (*)(const ProgramText& program, std::vector<Edit>* edits);

struct Operator {
  std::string_view name;
  std::string_view about;      // what it changes, in a few words
  FindEdits python = nullptr;  // null: not of this language
  FindEdits cpp = nullptr;
};

std::span<const Operator> Operators();

// Whether the `<` or `>` at `i` is a bracket of a template's arguments.
bool IsTemplateBracket(const ProgramText& program, size_t i);

// Changes of single tokens (token_operators.cc).
void FlipComparison(const ProgramText& program, std::vector<Edit>* edits);
void MoveBoundary(const ProgramText& program, std::vector<Edit>* edits);
void SwapArithmetic(const ProgramText& program, std::vector<Edit>* edits);
void SwapAssignment(const ProgramText& program, std::vector<Edit>* edits);
void ChangeDivision(const ProgramText& program, std::vector<Edit>* edits);
void SwapLogic(const ProgramText& program, std::vector<Edit>* edits);
void DropNegation(const ProgramText& program, std::vector<Edit>* edits);
void DropSign(const ProgramText& program, std::vector<Edit>* edits);
void SwapBitwise(const ProgramText& program, std::vector<Edit>* edits);
void SwapIncrement(const ProgramText& program, std::vector<Edit>* edits);
void ShiftConstant(const ProgramText& program, std::vector<Edit>* edits);
void FlipBoolean(const ProgramText& program, std::vector<Edit>* edits);
void SwapMinMax(const ProgramText& program, std::vector<Edit>* edits);
void SwapBreak(const ProgramText& program, std::vector<Edit>* edits);

// Changes of conditions, calls and statements (python_operators.cc, cpp_operators.cc).
void NegatePythonCondition(const ProgramText& program, std::vector<Edit>* edits);
void FixPythonBranch(const ProgramText& program, std::vector<Edit>* edits);
void DropPythonStatement(const ProgramText& program, std::vector<Edit>* edits);
void ChangePythonLoop(const ProgramText& program, std::vector<Edit>* edits);
void ReturnPythonConstant(const ProgramText& program, std::vector<Edit>* edits);
void ReturnPythonInput(const ProgramText& program, std::vector<Edit>* edits);
void ChangePythonSort(const ProgramText& program, std::vector<Edit>* edits);
void NegateCppCondition(const ProgramText& program, std::vector<Edit>* edits);
void FixCppBranch(const ProgramText& program, std::vector<Edit>* edits);
void DropCppStatement(const ProgramText& program, std::vector<Edit>* edits);
void ChangeCppLoop(const ProgramText& program, std::vector<Edit>* edits);
void ReturnCppConstant(const ProgramText& program, std::vector<Edit>* edits);
void ChangeCppSort(const ProgramText& program, std::vector<Edit>* edits);
void SwapArguments(const ProgramText& program, std::vector<Edit>* edits);

}  // namespace assay::mutate
