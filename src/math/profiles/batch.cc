#include "math/profiles/batch.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace assay::math {
namespace {

// A ring of results: workers fill slots at most one window ahead of the slot reported next.
class Window {
 public:
  Window(size_t items, size_t slots) : items_(items), slots_(slots) {}

  // The next item to work on; nothing when there is none left or the batch was stopped.
  std::optional<size_t> Claim() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (!stopped_ && claimed_ < items_ && claimed_ >= reported_ + slots_.size()) {
      room_.Wait(mutex_);
    }
    if (stopped_ || claimed_ >= items_) return std::nullopt;
    return claimed_++;
  }

  void Fill(size_t index, ResponseResult result) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    slots_[index % slots_.size()] = std::move(result);
    if (index == reported_) filled_.NotifyOne();
  }

  // Blocks until the next result in order is there.
  ResponseResult Take() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    std::optional<ResponseResult>& slot = slots_[reported_ % slots_.size()];
    while (!slot.has_value()) filled_.Wait(mutex_);
    ResponseResult result = std::move(*slot);
    slot.reset();
    ++reported_;
    room_.NotifyAll();
    return result;
  }

  void Stop() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    stopped_ = true;
    room_.NotifyAll();
  }

 private:
  const size_t items_;
  Mutex mutex_;
  CondVar room_;
  CondVar filled_;
  std::vector<std::optional<ResponseResult>> slots_ ASSAY_GUARDED_BY(mutex_);
  size_t claimed_ ASSAY_GUARDED_BY(mutex_) = 0;
  size_t reported_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool stopped_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace

void VerifyBatch(std::span<const BatchItem> items, const MathProfile& profile, int threads,
                 const BatchCallback& callback) {
  const size_t workers =
      std::min<size_t>(static_cast<size_t>(std::clamp(threads, 1, kMaxBatchThreads)), items.size());
  if (workers <= 1) {
    for (size_t i = 0; i < items.size(); ++i) {
      if (!callback(i, VerifyResponse(items[i].gold, items[i].response, profile))) return;
    }
    return;
  }
  constexpr size_t kSlotsPerWorker = 16;
  Window window(items.size(), workers * kSlotsPerWorker);
  std::vector<std::thread> pool;
  pool.reserve(workers);
  for (size_t n = 0; n < workers; ++n) {
    pool.emplace_back([&] {
      while (const std::optional<size_t> index = window.Claim()) {
        const BatchItem& item = items[*index];
        window.Fill(*index, VerifyResponse(item.gold, item.response, profile));
      }
      ReleaseThreadCaches();
    });
  }
  for (size_t i = 0; i < items.size(); ++i) {
    if (!callback(i, window.Take())) break;
  }
  window.Stop();
  for (std::thread& worker : pool) worker.join();
}

}  // namespace assay::math
