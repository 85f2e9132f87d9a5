#include "sandbox/box/box_pool.h"

#include <chrono>
#include <iterator>
#include <utility>

namespace assay {

BoxPool::Lease::~Lease() {
  if (pool_ != nullptr) pool_->Return(slot_);
}

BoxPool::BoxPool(std::unique_ptr<SpawnerClient> spawner, BoxPoolOptions options)
    : options_(options), spawner_(std::move(spawner)) {
  boxes_.resize(2 * static_cast<size_t>(options_.slots));
  MutexLock lock(mutex_);
  last_series_.resize(static_cast<size_t>(options_.slots));
  for (int slot = options_.slots - 1; slot >= 0; --slot) free_slots_.push_back(slot);
}

BoxPool::~BoxPool() = default;

Status BoxPool::MakeAll() {
  if (auto first = Ensure(0); !first.ok()) return first.error();
  for (int slot = 1; slot < options_.slots; ++slot) {
    ASSAY_ASSIGN_OR_RETURN(boxes_[static_cast<size_t>(slot)], NewBox(slot));
  }
  return {};
}

std::optional<BoxPool::Lease> BoxPool::Take(const CancelToken* cancel, uint64_t series) {
  MutexLock lock(mutex_);
  while (free_slots_.empty()) {
    if (cancel == nullptr) {
      slot_freed_.Wait(mutex_);
      continue;
    }
    if (cancel->cancelled()) return std::nullopt;
    slot_freed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + std::chrono::milliseconds(20));
  }
  auto chosen = std::prev(free_slots_.end());
  for (auto at = free_slots_.begin(); series != 0 && at != free_slots_.end(); ++at) {
    if (last_series_[static_cast<size_t>(*at)] == series) chosen = at;
  }
  const int slot = *chosen;
  free_slots_.erase(chosen);
  last_series_[static_cast<size_t>(slot)] = series;
  return Lease(this, slot);
}

void BoxPool::Renew(int slot) {
  for (const int index : {slot, options_.slots + slot}) {
    std::unique_ptr<Box>& box = boxes_[static_cast<size_t>(index)];
    if (box != nullptr && box->runs() > 0) box.reset();
  }
}

// A box in doubt goes before its slot, and with it its processor, is given to another run.
void BoxPool::Return(int slot) {
  for (const int index : {slot, options_.slots + slot}) {
    std::unique_ptr<Box>& box = boxes_[static_cast<size_t>(index)];
    if (box != nullptr) box->Reset();
    if (box != nullptr && !box->usable()) box.reset();
  }
  {
    MutexLock lock(mutex_);
    free_slots_.push_back(slot);
  }
  slot_freed_.NotifyOne();
}

Result<std::unique_ptr<Box>> BoxPool::NewBox(int index) {
  // For chown(2), -1 changes nothing.
  const int uid = options_.own_user ? -1 : options_.uid_base + index;
  return Box::Create(*spawner_, index, uid);
}

Result<Box*> BoxPool::Ensure(int index) {
  std::unique_ptr<Box>& box = boxes_[static_cast<size_t>(index)];
  if (box != nullptr) {
    const bool keep = box->usable() && box->runs() < options_.runs_per_box;
    if (keep && box->AwaitReady().ok()) return box.get();
    box.reset();
  }
  ASSAY_ASSIGN_OR_RETURN(auto fresh, NewBox(index));
  ASSAY_RETURN_IF_ERROR(fresh->AwaitReady());
  box = std::move(fresh);
  return box.get();
}

}  // namespace assay
