// BoxWatch: what a box uses in all, where no cgroup counts it: the agent looks at all of its
// processes while there are any. When they hold more than the box may, it ends all of them at once;
// the box stays. Estimates, with what polled_usage.h says of them; the number of processes is the
// kernel's.
//
// Used by the agent's main thread.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "sandbox/cgroup/run_cgroup.h"
#include "sandbox/contain/keeper.h"

namespace assay {

class BoxWatch {
 public:
  // `usage` and `keeper` outlive it. `proc`: an open /proc with the box's processes, the agent's
  // own.
  BoxWatch(RunCgroup* usage, const Keeper* keeper, UniqueFd proc);

  void Limit(int64_t memory_bytes, int64_t processes);
  // Whether one more program would be too many. Those that run are kept below by the kernel.
  bool IsFull();

  // Programs may run from now on.
  void Began() { wait_ = Nanoseconds(0); }
  // For poll(2): until the next look; -1: nothing runs.
  int WaitMs() const;
  // When it is time. True: everything in the box has been ended, as it held too much.
  bool Look();
  void OnEnded(const rusage& usage) { usage_->OnEnded(usage); }

  // In the order of LiveUsage.
  std::vector<int64_t> Numbers();

 private:
  std::vector<pid_t> Programs();
  int64_t Threads(const std::vector<pid_t>& programs) const;
  Nanoseconds CpuTime() { return cpu_before_ + usage_->CpuTime(); }

  RunCgroup* const usage_;
  const Keeper* const keeper_;
  const UniqueFd proc_;
  int64_t memory_bytes_ = 0;
  int64_t processes_ = 0;
  Nanoseconds wait_{-1};
  SteadyTime looked_{};
  // Of before the last time that all were ended.
  Nanoseconds cpu_before_{0};
  int64_t peak_before_ = 0;
  Nanoseconds cpu_seen_{0};
  int64_t kills_ = 0;
};

}  // namespace assay
