// RowBenchmark: a loaded benchmark that keeps the rows its items were made from. What is left to a
// benchmark is what its rows mean.
//
// Immutable once loaded, thread-safe.
#pragma once

#include <utility>
#include <vector>

#include "lab/eval/shared/loaded_items.h"

namespace assay::eval {

template <typename Row>
class RowBenchmark : public LoadedItems {
 public:
  using LoadedItems::LoadedItems;

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
  std::vector<Row> rows_;
};

}  // namespace assay::eval
