// RowSet: the rows of the files that a benchmark was given, with what the manifest says of them.
// Blocks on the file system; no state of its own.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/benchmark.h"
#include "text/json_reader.h"

namespace assay::eval {

struct RowSet {
  std::vector<std::string> rows;  // a JSON object each
  std::vector<DataFile> files;
};

// Files as named with --data are read as they are; of a folder those whose name is one of `stems`
// ("humaneval"), case and '-', '_', '+' aside, followed by a version, a split or nothing.
// kInvalidArgument says which file is wanted where there is none.
Result<RowSet> ReadRowSet(const BenchmarkOptions& options, const BenchmarkInfo& info,
                          std::initializer_list<std::string_view> stems);

// Whether a file's name is `stem` and a version or split: "HumanEval.jsonl.gz",
// "humaneval.dev.jsonl", "HumanEvalPlus-v0.1.10.jsonl.gz" for "humanevalplus".
bool IsNamed(std::string_view file_name, std::string_view stem);

// Parses each row. An error says which row it was, from 1.
Status ForEachParsedRow(const std::vector<std::string>& rows,
                        const std::function<Status(JsonValue row)>& on_row);
// "a row of HumanEval has prompt, test; …": for rows that lack one.
Error LacksColumns(std::string_view benchmark, std::string_view columns);

// The first of the columns that is a text; of a number its digits; empty: none is there.
std::string ColumnText(JsonValue row, std::initializer_list<std::string_view> columns);
// Texts of a list; of a list's text (a JSON array in a string) as well. Empty: not there.
std::vector<std::string> ColumnTexts(JsonValue row, std::string_view column);

}  // namespace assay::eval
