// DatasetStore: the data sets that this server has rows of, from a folder of JSON Lines.
//
//   DIR/<id>.jsonl or DIR/code_eval_<id>.jsonl   a row a line
//   DIR/datasets.yaml                            optional; names classes, and files of other names:
//     my_contest: CommonOJDataset
//     humaneval_js: {class: MultiPLEDataset, file: humaneval-js.jsonl}
//
// A file whose id SandboxFusion knows (table.h) needs no line. Everything is read and checked once,
// at start, and stays in memory as the text that it is: no request waits for a disk.
//
// Immutable once loaded; thread-safe.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/datasets/classes/table.h"
#include "base/result.h"

namespace assay {

struct Dataset {
  std::string id;
  const DatasetClass* dataset_class = nullptr;
  std::string text;                    // of the file
  std::vector<std::string_view> rows;  // by id where all rows have one, numbers first
  // Ids as text, so that 1 and "1" name the same row: clients turn one into the other.
  std::unordered_map<std::string, size_t> by_id;
};

class DatasetStore {
 public:
  // An error that names file and line: a row is no JSON object, or nobody says what class a file
  // is of.
  static Result<std::unique_ptr<DatasetStore>> Load(const std::string& directory);

  // Null: there is no such data set.
  const Dataset* Find(std::string_view id) const;
  // In the order of datasets.yaml, then by name.
  const std::vector<std::unique_ptr<Dataset>>& datasets() const { return datasets_; }

 private:
  std::vector<std::unique_ptr<Dataset>> datasets_;
};

// How by_id names an id that is given as JSON.
std::string IdKey(std::string_view id_json);

}  // namespace assay
