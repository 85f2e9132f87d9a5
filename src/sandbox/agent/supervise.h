// Supervisor: one run from order to report, inside the agent. Limits, accounting and the end of
// every process the run started.
//
// Not thread-safe; all signals are blocked in its only thread.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <optional>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/cgroup/run_cgroup.h"
#include "sandbox/contain/keeper.h"
#include "sandbox/contain/launch.h"
#include "sandbox/contain/network_watch.h"
#include "sandbox/contain/scratch.h"
#include "sandbox/wire/protocol.h"
#include "sandbox/zygote/zygote_host.h"

namespace assay {

class Supervisor {
 public:
  // `filter`, `cgroup`, `network` and `keeper` outlive it. Inside the root view, before it is used
  // for runs. Programs run at the priority the caller has now. `keeper` is null where programs
  // share our process namespace.
  static Result<Supervisor> Create(int socket, int uid, const std::vector<sock_filter>* filter,
                                   RunCgroup& cgroup, NetworkWatch& network, const Keeper* keeper,
                                   std::vector<WarmProgram> warm_programs);

  // Never fails as such: what goes wrong on our side is in RunReport::error, and `clean` tells
  // whether the box can be used again. Collected files are sent before it returns.
  RunReport Run(RunOrder order, std::vector<UniqueFd> fds, Scratch& scratch);

 private:
  enum class Ending { kNatural, kCpu, kWall, kMemory, kKilled, kServerGone };

  Supervisor(int socket, int uid, const std::vector<sock_filter>* filter, RunCgroup& cgroup,
             NetworkWatch& network, const Keeper* keeper, std::vector<WarmProgram> warm_programs,
             int nice)
      : socket_(socket),
        uid_(uid),
        filter_(filter),
        cgroup_(&cgroup),
        network_(&network),
        keeper_(keeper),
        nice_(nice),
        zygotes_(std::move(warm_programs), filter, &network, nice,
                 keeper == nullptr ? -1 : keeper->pid_namespace()) {}

  Status Start(RunOrder& order, std::vector<UniqueFd> fds, Scratch& scratch, RunReport& report,
               StepTimer& timer);
  Ending Watch(const RunOrder& order);
  // Forks the program from its zygote if it has one, else starts it.
  Result<Launched> LaunchWarmOrCold(int warm, const LaunchSpec& spec, RunReport& report);
  // Reaps whatever has ended; true when nothing of the run is left.
  bool Reap();
  // Starts the program cold, in the namespace that programs have.
  Result<Launched> LaunchCold(const LaunchSpec& spec) const;
  // Where nothing but looking tells what the run uses.
  void Look();
  // Calls visit(pid) for every process of the box but ourselves, the keeper and the zygotes.
  template <typename Visit>
  void ForEachRunProcess(const Visit& visit) const;
  bool EndAll();
  // SIGKILLs all of the run at once; false: nothing here can.
  bool KillRun();
  // Of `wall`, what doesn't count: time in which a ready thread of the run waited for a processor.
  Nanoseconds Starved(Nanoseconds wall);
  Nanoseconds RunDelays() const;
  // Answers the server's question; false when it is gone.
  bool SendProgress();
  void SendFiles(const RunOrder& order, const Scratch& scratch);
  void SetOwnOomScore(int score);
  bool SetNextPid(int pid);
  bool SetNextRunPid(int pid);

  int socket_;
  int uid_;
  const std::vector<sock_filter>* filter_;
  RunCgroup* cgroup_;
  NetworkWatch* network_;
  const Keeper* keeper_;
  int nice_;  // of runs: the agent's own as it was at its start
  ZygoteHost zygotes_;
  UniqueFd child_signals_;
  UniqueFd proc_;  // of our process namespace
  UniqueFd oom_score_;
  UniqueFd last_pid_;
  UniqueFd null_;
  int own_processors_ = 1;        // those that programs of this box are kept on
  int reachable_processors_ = 1;  // those that they could come to, were they not

  // Of the current run.
  pid_t main_ = -1;
  std::optional<int> main_status_;
  bool forked_from_zygote_ = false;
  bool began_ = true;  // false: killed while it ran our code only
  SteadyTime started_{};
  Nanoseconds starved_{0};
  SteadyTime look_again_;  // for starved_
};

}  // namespace assay
