// VerifyBatch: many pairs over several threads, reported in order, with bounded memory.
//
// The caller's thread runs the callback, so it needs no locking of its own; workers stay at most a
// small window ahead of it. With one thread everything runs on the caller's.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "math/profiles/profile.h"
#include "math/profiles/response.h"

namespace assay::math {

struct BatchItem {
  std::string_view gold;      // borrowed for the duration of the call
  std::string_view response;  // borrowed for the duration of the call
};

// Called with 0, 1, 2, … Returning false ends the batch early.
using BatchCallback = std::function<bool(size_t index, ResponseResult result)>;

// threads: at least 1; at most kMaxBatchThreads are used. Verdicts do not depend on it.
inline constexpr int kMaxBatchThreads = 256;
void VerifyBatch(std::span<const BatchItem> items, const MathProfile& profile, int threads,
                 const BatchCallback& callback);

}  // namespace assay::math
