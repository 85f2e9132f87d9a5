// BoxRunner: the Runner that contains programs with Linux namespaces, cgroups and seccomp; the
// "privileged" tier.
//
// One box per slot, made when first needed and used again for many runs; each is emptied and proven
// empty between runs and replaced after a while or at the first doubt. Thread-safe; more callers
// than slots wait for a free one. A slot that has run a pair has a second box, for the partners of
// later ones: whoever holds the slot holds both, so that a pair never waits for half of itself.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "runner/runner.h"
#include "sandbox/box/box.h"
#include "sandbox/spawn/spawner_client.h"

namespace assay {

struct SandboxOptions {
  int slots = 0;  // 0: as many as processors we may use
  // Keep what runs in a slot on one processor, when there is one for each slot. Its caches stay
  // warm, and a program with many threads takes no time from the run next to it.
  bool pin = true;
  // Host directories and files to show read-only, beside /usr, /lib and their like.
  std::vector<std::string> visible_paths;
  // A program whose main() calls SpawnerMain for kSpawnerCommand.
  std::string spawner_path = "/proc/self/exe";
  int uid_base = 61000;  // box i runs programs as uid and gid uid_base + i
  std::string cgroup_parent = "assay";
  // Bound on everything written to the writable places of a box together. Counts as the run's
  // memory, too.
  int64_t scratch_bytes = 1LL << 30;
  int64_t scratch_inodes = 1 << 16;
  int runs_per_box = 1000;
  // Runs that are forked from a resident process instead of started; see warm.h.
  std::vector<WarmProgram> warm_programs;
};

class BoxRunner final : public Runner {
 public:
  // Starts the spawner and a first box. Fails with the reason when this host or account doesn't
  // allow the tier; there is no fallback.
  static Result<std::unique_ptr<BoxRunner>> Create(SandboxOptions options);
  // REQUIRES: no Run is under way. Ends all boxes and the spawner.
  ~BoxRunner() override;

  Result<RunResult> Run(const RunRequest& request, const CancelToken* cancel) override;
  Result<PairResult> RunPair(const PairRequest& request, const CancelToken* cancel) override;
  int slots() const override { return options_.slots; }
  std::string tier() const override;

  // For tests that kill it.
  pid_t spawner_pid() { return spawner_->pid(); }

 private:
  explicit BoxRunner(SandboxOptions options);

  // A free slot's index, or -1 when cancelled while waiting.
  int TakeSlot(const CancelToken* cancel);
  void ReturnSlot(int slot);
  Result<std::unique_ptr<Box>> NewBox(int index);
  // A ready box there, made anew if the one there is not usable any more.
  Status EnsureBox(int index);
  // A box in doubt goes.
  void DropIfUnusable(int index);
  Result<PreparedOrder> PrepareHalf(const RunRequest& request, const Limits& partner) const;

  SandboxOptions options_;
  int64_t memory_guard_bytes_ = 0;
  std::unique_ptr<SpawnerClient> spawner_;
  // Boxes i and slots + i belong to whoever holds slot i.
  std::vector<std::unique_ptr<Box>> boxes_;
  Mutex mutex_;
  CondVar slot_freed_;
  std::vector<int> free_slots_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
