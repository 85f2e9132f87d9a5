// RowBenchmark: a loaded benchmark that keeps what its items were made from, a Problem for each
// row. What is left to a benchmark is what its rows mean.
//
// Immutable once loaded, thread-safe.
#pragma once

#include <utility>
#include <vector>

#include "lab/eval/shared/loaded_items.h"

namespace assay::eval {

template <typename Problem>
class RowBenchmark : public LoadedItems {
 protected:
  Status Add(const Row& row, EvalItem item, Problem problem) {
    ASSAY_RETURN_IF_ERROR(CheckNew(row, item.id));
    if (item.cluster.empty()) item.cluster = item.id;
    items_.push_back(std::move(item));
    problems_.push_back(std::move(problem));
    return {};
  }
  // The next two have the same index.
  const Problem& problem(size_t item) const { return problems_[item]; }
  size_t size() const { return problems_.size(); }

 private:
  std::vector<Problem> problems_;
};

}  // namespace assay::eval
