// LoadedItems: the part of a loaded benchmark that all of them share, its items and its files.
// Filled while loading, immutable and thread-safe after that.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/benchmark.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {

class LoadedItems : public LoadedBenchmark {
 public:
  const std::vector<EvalItem>& items() const override { return items_; }
  const std::vector<DataFile>& files() const override { return read_.files; }
  std::vector<LeftOut> RowsLeftOut() const override { return left_out_; }

 protected:
  // Ids name samples in the run's folder, so that two rows of one id would be taken for each other.
  Status CheckNew(const Row& row, const std::string& id) {
    if (ids_.insert(id).second) return Status();
    return row.Fault("has the id '" + id + "' of an earlier row");
  }
  // A row of a kind that nothing here can judge, whatever is installed.
  void LeaveOut(const std::string& what, const std::string& why) {
    for (LeftOut& known : left_out_) {
      if (known.what == what) {
        ++known.items;
        return;
      }
    }
    left_out_.push_back({what, why, 1});
  }
  // After the last row. Nothing to ask is a mistake of the options; `hint` says which.
  Status CheckRows(const BenchmarkOptions& options, const std::string& hint) const {
    if (!items_.empty()) return CheckColumns(options, read_);
    std::string why = hint;
    for (const LeftOut& left : left_out_) why += "; " + left.what + ": " + left.why;
    return InvalidField("eval.data", "data", "no row is left to ask about: " + why);
  }

  std::vector<EvalItem> items_;
  RowsRead read_;

 private:
  std::set<std::string> ids_;
  std::vector<LeftOut> left_out_;
};

}  // namespace assay::eval
