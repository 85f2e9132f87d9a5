// The formats of rows: whose data it is, how a row of it is recognised and read. One function each;
// formats.cc lists them in the order in which they are tried. A new format is a function here, a
// line there and an example, which tests convert and refusals show.
//
// Readers are pure: they see the row and fill a ConvertedRow, or fault the row with the field that
// isn't understood. What all of them owe (tests, asserts, an answer) is looked at by convert.h.
// Internal to the room but for the table. Thread-safe.
#pragma once

#include <span>
#include <string_view>

#include "data/convert/converted.h"
#include "data/convert/dataset_row.h"

namespace assay {

struct RowFormat {
  std::string_view name;
  std::string_view title;    // whose data sets
  std::string_view columns;  // what its rows are recognised by, in words
  std::string_view example;  // a whole row, as JSON
  bool (*recognise)(JsonValue row) = nullptr;
  void (*read)(DatasetRow& row, ConvertedRow* out) = nullptr;
};

// In the order in which a row is tried.
std::span<const RowFormat> RowFormats();
// Null: there is none of that name.
const RowFormat* FindRowFormat(std::string_view name);

// Contests and benchmarks.
RowFormat LiveCodeBenchRows();
RowFormat CodeforcesRows();
RowFormat CodeContestsRows();
RowFormat JudgedContestRows();
RowFormat TacoRows();
RowFormat AppsRows();
// Sets that trainers read.
RowFormat SyntheticRows();
RowFormat DeepCoderRows();
RowFormat VerlRows();
RowFormat OpenInstructRows();
RowFormat CommonOjRows();
RowFormat LabelRows();
// Asserts and test files in Python.
RowFormat KodCodeRows();
RowFormat AceCodeRows();
RowFormat HumanEvalRows();
RowFormat MbppRows();
// Answers.
RowFormat Gsm8kRows();
RowFormat MathAnswerRows();
RowFormat MathSolutionRows();

}  // namespace assay
