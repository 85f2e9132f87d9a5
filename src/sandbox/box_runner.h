// BoxRunner: the Runner that contains programs in boxes of a tier. A run is a lease of a box, one
// Exec in it, and a Reset; a pair is the same with the lease's two boxes. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runner/runner.h"
#include "sandbox/box/box_pool.h"
#include "sandbox/tiers/tier.h"
#include "sandbox/wire/warm.h"

namespace assay {

struct SandboxOptions {
  const Tier* tier = &PrivilegedTier();
  bool allow_weak = false;  // the tier may be a weak one (HostReport::weak)
  int slots = 0;            // 0: as many as processors we may use
  // Keep what runs in a slot on one processor, when there is one for each slot. Its caches stay
  // warm, and a program with many threads takes no time from the run next to it.
  bool pin = true;
  // Host directories and files to show read-only, beside /usr, /lib and their like.
  std::vector<std::string> visible_paths;
  // Empty: ours (SpawnerProgram). Else one that is the spawner when it gets kSpawnerCommand.
  std::string spawner_path;
  int uid_base = 61000;  // box i runs programs as uid and gid uid_base + i
  std::string cgroup_parent = "assay";
  // Bound on everything written to the writable places of a box together. Counts as the run's
  // memory, too.
  int64_t scratch_bytes = 1LL << 30;
  int64_t scratch_inodes = 1 << 16;
  int runs_per_box = 1000;
  // Runs that are forked from a resident process instead of started; see warm.h.
  std::vector<WarmProgram> warm_programs;
  // Runs of a series may follow each other in one process, its state restored between them
  // (restore/resident.h), where the kernel and the tier can do that.
  bool restore = true;
  // So may runs of any programs that may follow others (RunRequest::may_follow_others).
  bool restore_others = false;
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
  std::string tier() const override { return std::string(options_.tier->name); }

  // The memory of a run without a limit of its own.
  int64_t memory_guard_bytes() const { return memory_guard_bytes_; }

  // Makes a box, runs `request` in it once, and says what each step has taken, in order.
  Result<StepTimes> TimeSteps(const RunRequest& request);

  // For tests that kill it.
  pid_t spawner_pid() { return pool_->spawner().pid(); }

 private:
  explicit BoxRunner(SandboxOptions options);

  // One try of Run. `refused`: it has to be repeated as a run of no series.
  Result<RunResult> RunOnce(const RunRequest& request, const CancelToken* cancel, bool* refused);
  Result<PreparedOrder> PrepareHalf(const RunRequest& request, const Limits& partner) const;

  SandboxOptions options_;
  int64_t memory_guard_bytes_ = 0;
  std::unique_ptr<BoxPool> pool_;
};

}  // namespace assay
