// LoadedItems: the part of a loaded benchmark that all of them share, its items and its files.
// Filled while loading, immutable and thread-safe after that.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/benchmark.h"

namespace assay::eval {

class LoadedItems : public LoadedBenchmark {
 public:
  LoadedItems() = default;
  explicit LoadedItems(std::vector<DataFile> files) : files_(std::move(files)) {}

  const std::vector<EvalItem>& items() const override { return items_; }
  const std::vector<DataFile>& files() const override { return files_; }

 protected:
  // Whether an item of this id is new: ids name samples in the run's folder, so that two rows of
  // one id would be taken for each other.
  bool IsNew(const std::string& id) { return ids_.insert(id).second; }
  // Nothing to ask is a mistake of the options; `hint` says which.
  Status CheckNotEmpty(const std::string& hint) const {
    if (!items_.empty()) return Status();
    return InvalidField("eval.data", "data", "no row is left to ask about: " + hint);
  }

  std::vector<EvalItem> items_;
  std::vector<DataFile> files_;

 private:
  std::set<std::string> ids_;
};

}  // namespace assay::eval
