// Metrics: what a training run logged, as records of numbers by name, in the order in which they
// were logged. From CSV (of any separator; Weights & Biases exports it), JSONL, a JSON list or an
// object with a list in it (TRL's trainer_state.json), Parquet, each also in gzip or Zstandard,
// TensorBoard's event files, and the lines that verl prints (`step:12 - name:value - …`).
//
// Objects in objects are named with dots ("data.val/acc"). What is no number is left out: a record
// says only what it has. Not thread-safe while it is filled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"

namespace assay::fit {

class Metrics {
 public:
  struct Cell {
    size_t column;
    double value;
  };
  using Record = std::vector<Cell>;

  void BeginRecord() { records_.emplace_back(); }
  // In the last record; a later value of the same name takes an earlier one's place. Numbers that
  // aren't finite are left out. REQUIRES: BeginRecord().
  void Add(std::string_view name, double value);

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<Record>& records() const { return records_; }
  // The column of that name, or the only one that has it behind a dot. An error names near ones.
  Result<size_t> Find(const std::string& name) const;
  static std::optional<double> ValueIn(const Record& record, size_t column);

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, size_t> columns_;
  // By column: how many records there were when it was last added, and where it is in that one.
  std::vector<std::pair<size_t, size_t>> last_;
  std::vector<Record> records_;
};

}  // namespace assay::fit
