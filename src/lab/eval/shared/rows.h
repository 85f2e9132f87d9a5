// Rows of a data set's files, as every benchmark reads them: which files `--data` names, columns by
// the names they have there (`--column`), and the files' identity for the manifest. Data on disk is
// the user's: what is wrong with it is an Error that names the file, the row and the column.
//
// Not thread-safe.
#pragma once

#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/benchmark.h"
#include "text/json_reader.h"

namespace assay::eval {

using ColumnNames = std::set<std::string, std::less<>>;

// One row, valid while its reader's callback runs.
class Row {
 public:
  // `columns`: as of BenchmarkOptions; outlives the row. `asked` gets the names of all columns that
  // are looked for; may be null.
  Row(JsonValue object, std::string file, int64_t number,
      const std::vector<std::pair<std::string, std::string>>& columns, ColumnNames* asked = nullptr)
      : object_(object),
        file_(std::move(file)),
        number_(number),
        columns_(columns),
        asked_(asked) {}

  // The value of the first of these columns that is there and not null; nothing when there is none.
  // A column that the user mapped is looked for under the name it has in the file, and only there.
  JsonValue Find(std::initializer_list<std::string_view> names) const;
  // The same as text: a string as it is, anything else as JSON. Empty when there is none.
  std::string Text(std::initializer_list<std::string_view> names) const;
  // The same; an Error names the columns when there is none.
  Result<std::string> Needed(std::initializer_list<std::string_view> names) const;
  // The same; a text without a character is none, either.
  Result<std::string> Filled(std::initializer_list<std::string_view> names) const;
  // Texts of a list of strings, other items as JSON; a string that is a JSON list counts as one.
  // Empty when there is none.
  std::vector<std::string> List(std::initializer_list<std::string_view> names) const;

  JsonValue object() const { return object_; }
  const std::string& file() const { return file_; }
  int64_t number() const { return number_; }  // from 0, in its file
  // Hex SHA-256 of the row, and of the names that its columns were given.
  std::string Sha() const;
  Error Fault(const std::string& what) const;

 private:
  JsonValue object_;
  std::string file_;  // without folders
  int64_t number_;
  const std::vector<std::pair<std::string, std::string>>& columns_;
  ColumnNames* asked_;
};

// What was read.
struct RowsRead {
  std::vector<DataFile> files;
  ColumnNames columns;  // that a row was asked for
};

// Reads every file that `options.data` names, in that order; of a folder those whose name is one of
// `stems` (IsNamed), or without stems all that look like data, by name. `wanted` says in an error
// which file was expected. A Status that is no success ends it.
Status ReadRows(const BenchmarkOptions& options, const std::string& wanted,
                const std::function<Status(const Row& row)>& on_row, RowsRead* read,
                std::initializer_list<std::string_view> stems = {});

// Whether a file's name is `stem` and a version or split, case and '-', '_', '+' aside:
// "HumanEval.jsonl.gz", "humaneval.dev.jsonl", "HumanEvalPlus-v0.1.10.jsonl.gz" for
// "humanevalplus".
bool IsNamed(std::string_view file_name, std::string_view stem);

// Columns that were named and that no row was ever asked for, a mistake that would go unseen.
Status CheckColumns(const BenchmarkOptions& options, const RowsRead& read);

}  // namespace assay::eval
