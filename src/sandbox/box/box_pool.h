// BoxPool: boxes, leased. A lease is a slot: a processor's worth of room with a box in it, and a
// second one for whoever needs a pair, which the same holder has, so that a pair never waits for
// half of itself. A run takes a lease for one Exec; what lives longer keeps it.
//
// Boxes are made when first needed and used again for many leases; each is emptied and proven empty
// in between, and replaced after a while or at the first doubt. Thread-safe; more callers than
// slots wait for a free one. A lease belongs to one thread at a time and must not outlive the pool.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "base/mutex.h"
#include "base/result.h"
#include "sandbox/box/box.h"
#include "sandbox/spawn/spawner_client.h"

namespace assay {

struct BoxPoolOptions {
  int slots = 1;
  int uid_base = 0;       // box i runs programs as uid and gid uid_base + i
  bool own_user = false;  // for the host programs are ours instead
  int runs_per_box = 1;
};

class BoxPool {
 public:
  // Ends: what isn't empty is emptied, a box in doubt goes, and the slot is free again.
  class Lease {
   public:
    Lease(Lease&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr)), slot_(other.slot_) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease();

    // Ready for use; made anew if the one there is not usable any more.
    Result<Box*> box() { return pool_->Ensure(slot_); }
    Result<Box*> partner() { return pool_->Ensure(pool_->options_.slots + slot_); }
    // Ends the box that is there, for who doubts it or wants a new one.
    void Discard() { pool_->boxes_[static_cast<size_t>(slot_)].reset(); }
    // Ends both boxes, unless no program has been in them.
    void Renew() { pool_->Renew(slot_); }

   private:
    friend class BoxPool;
    Lease(BoxPool* pool, int slot) : pool_(pool), slot_(slot) {}

    BoxPool* pool_;
    int slot_;
  };

  BoxPool(std::unique_ptr<SpawnerClient> spawner, BoxPoolOptions options);
  // REQUIRES: no lease is left. Ends all boxes and the spawner.
  ~BoxPool();

  // Waits for the first box; the others set themselves up meanwhile. Before any lease.
  Status MakeAll();
  // Waits for a free slot; nullopt when cancelled meanwhile. With a `series`, the one that had it
  // last if that is free.
  std::optional<Lease> Take(const CancelToken* cancel, uint64_t series = 0);

  int slots() const { return options_.slots; }
  SpawnerClient& spawner() { return *spawner_; }

 private:
  Result<std::unique_ptr<Box>> NewBox(int index);
  Result<Box*> Ensure(int index);
  void Return(int slot);
  void Renew(int slot);

  const BoxPoolOptions options_;
  const std::unique_ptr<SpawnerClient> spawner_;
  // Boxes i and slots + i belong to whoever holds slot i.
  std::vector<std::unique_ptr<Box>> boxes_;
  Mutex mutex_;
  CondVar slot_freed_;
  std::vector<int> free_slots_ ASSAY_GUARDED_BY(mutex_);
  std::vector<uint64_t> last_series_ ASSAY_GUARDED_BY(mutex_);  // of each slot
};

}  // namespace assay
