// RowBenchmark: the part of a loaded benchmark that all of them have: items, files, and the rows
// they were made from. What is left to a benchmark is what its rows mean.
//
// Immutable once loaded, thread-safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

template <typename Row>
class RowBenchmark : public LoadedBenchmark {
 public:
  explicit RowBenchmark(std::vector<DataFile> files) : files_(std::move(files)) {}

  const std::vector<EvalItem>& items() const override { return items_; }
  const std::vector<DataFile>& files() const override { return files_; }

 protected:
  void Add(EvalItem item, Row row) {
    if (item.cluster.empty()) item.cluster = item.id;
    items_.push_back(std::move(item));
    rows_.push_back(std::move(row));
  }
  // The next two have the same index.
  const Row& row(size_t item) const { return rows_[item]; }
  size_t size() const { return rows_.size(); }

 private:
  std::vector<DataFile> files_;
  std::vector<EvalItem> items_;
  std::vector<Row> rows_;
};

}  // namespace assay::eval
