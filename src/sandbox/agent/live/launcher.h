// Launcher: makes the processes of a box that stays. A thread of the agent of its own, because with
// v1 cgroups what is forked is counted where the thread that forks is: it enters the box's groups
// once, the agent itself never does. So programs start at once, where writing themselves into
// groups would cost each of them milliseconds, and a box that has filled its memory can't take its
// agent along.
//
// One start at a time. All memory for a program is taken before its clone; the child only makes
// system calls. Used by the agent's main thread.
#pragma once

#include <linux/filter.h>
#include <pthread.h>
#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "sandbox/cgroup/accounting.h"
#include "sandbox/contain/candidate_steps.h"
#include "sandbox/contain/keeper.h"

namespace assay {

struct LaunchOrder {
  std::vector<std::string> argv;
  std::vector<std::string> env;  // "KEY=value"
  std::string directory;
  UniqueFd standard[3];
  bool terminal = false;  // the first of these is to be its controlling terminal
};

class Launcher {
 public:
  // `filter` and `keeper` outlive it; `proc`: the agent's /proc, writable; `score`: the agent's own
  // in it, where programs are the agent's user, and there is a keeper then. Inside the finished
  // box; what the thread is started with stays so.
  static Result<std::unique_ptr<Launcher>> Create(int uid, const std::vector<sock_filter>* filter,
                                                  LiveEntry entry, UniqueFd proc,
                                                  const Keeper* keeper, UniqueFd score);

  // REQUIRES: the process ends with it; its thread doesn't.
  ~Launcher();

  // Readable when a start is done.
  int done() const { return done_.get(); }
  bool busy() const { return busy_; }
  // Where the kernel counts processes by user namespace: so many from the next start on.
  void LimitProcesses(int64_t processes) { processes_ = processes; }
  // REQUIRES: !busy().
  void Begin(LaunchOrder order);
  // REQUIRES: done() is readable. The pid of what runs now. kInvalidArgument with the errno: no
  // such program or directory, the box has no more processes or memory to give, or one of its
  // programs kept it from running.
  Result<pid_t> Finish();

  // A process of ours that does `work` as the box's user, without capabilities, under the filter of
  // programs, with no descriptor of the agent's but `keep`. It may take memory: the caller waits
  // until it is made, so that nobody has the locks of that.
  // REQUIRES: !busy().
  Result<pid_t> Fork(UniqueFd keep, const std::function<void(int keep)>& work);

 private:
  struct Job;

  Launcher(int uid, const std::vector<sock_filter>* filter, LiveEntry entry, UniqueFd proc,
           const Keeper* keeper, UniqueFd score);

  static void* Main(void* self);
  void EnterGroups();
  std::unique_ptr<Job> NewJob() const;
  void Do(Job& job);
  void AwaitReport(Job& job) const;
  bool RaiseOomScore() const;
  [[noreturn]] void RunProgram(const Job& job, assay_candidate& candidate) const;
  [[noreturn]] void RunWorker(const Job& job, assay_candidate& candidate) const;
  void Hand(std::unique_ptr<Job> job);

  const int uid_;
  const std::vector<sock_filter>* const filter_;
  LiveEntry entry_;
  int nice_ = 0;
  UniqueFd done_;
  const UniqueFd proc_;  // writable, for scores of out-of-memory
  const Keeper* const keeper_;
  const UniqueFd score_;
  int64_t processes_ = 0;  // 0: a cgroup counts them
  bool busy_ = false;
  std::unique_ptr<Job> job_;  // the thread's while busy
  Mutex mutex_;
  CondVar changed_;
  Job* next_ ASSAY_GUARDED_BY(mutex_) = nullptr;
  bool entered_ ASSAY_GUARDED_BY(mutex_) = false;
  Status entry_status_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
