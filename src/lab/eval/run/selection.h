// Which items of a benchmark a run has: all, the first so many, those named; and of them the part
// that this process does. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/item.h"

namespace assay::eval {

struct SelectionOptions {
  int64_t limit = 0;             // 0: no limit
  std::vector<std::string> ids;  // empty: all
  int64_t shard = 1, shards = 1;
};

struct Selection {
  std::vector<size_t> whole;  // of all shards together, in the data's order
  std::vector<size_t> part;   // this shard's
  int64_t shard = 1, shards = 1;
};

// kInvalidArgument: an id is unknown or there twice in the data, or nothing is left.
Result<Selection> Select(const std::vector<EvalItem>& items, const SelectionOptions& options);

}  // namespace assay::eval
