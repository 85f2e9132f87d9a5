// Supervisor: one run from order to report, inside the agent. Limits, accounting and the end of
// every process the run started.
//
// Not thread-safe; all signals are blocked in its thread.
#pragma once

#include <linux/filter.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/broker/call_broker.h"
#include "sandbox/cgroup/run_cgroup.h"
#include "sandbox/contain/confinement.h"
#include "sandbox/contain/keeper.h"
#include "sandbox/contain/launch.h"
#include "sandbox/contain/network_watch.h"
#include "sandbox/contain/scratch.h"
#include "sandbox/restore/resident.h"
#include "sandbox/wire/protocol.h"
#include "sandbox/zygote/zygote_host.h"

namespace assay {

// What it works with, all of which outlives it.
struct Supervised {
  int uid = 0;
  const std::vector<sock_filter>* filter = nullptr;
  const std::vector<sock_filter>* restore_filter = nullptr;  // empty: no run is restored
  RunCgroup* usage = nullptr;
  NetworkWatch* network = nullptr;
  const Keeper* keeper = nullptr;  // null where programs share our process namespace…
  // …and where that is the host's, what confines them, below this folder; null elsewhere.
  const Confinement* confinement = nullptr;
  CallBroker* broker = nullptr;
  std::string folder;
};

class Supervisor {
 public:
  // Inside the root view, before it is used for runs. Programs run at the priority the caller has
  // now.
  static Result<Supervisor> Create(int socket, Supervised with,
                                   std::vector<WarmProgram> warm_programs);

  // Never fails as such: what goes wrong on our side is in RunReport::error, and `clean` tells
  // whether the box can be used again. Collected files are sent before it returns.
  RunReport Run(RunOrder order, std::vector<UniqueFd> fds, Scratch& scratch);

  // After the report of a run: readies a process that can run the next of its series.
  void Park() { resident_.Park(); }

  // Until the server sends something, or has gone. False: the spawner has gone, without which
  // nobody could end what we leave.
  bool AwaitMessage();
  // Whether the last run was given its program alone, and by what it was allowed changed no file.
  bool LeftFilesAlone() const { return program_alone_ && resident_.rests(); }

 private:
  // High enough that the kernel's choice under memory pressure is never the agent.
  static constexpr int kCandidateOomScore = 1000;
  enum class Ending { kNatural, kCpu, kWall, kMemory, kProcesses, kKilled, kServerGone };

  Supervisor(int socket, Supervised with, std::vector<WarmProgram> warm_programs, int nice)
      : socket_(socket),
        uid_(with.uid),
        filter_(with.filter),
        cgroup_(with.usage),
        network_(with.network),
        keeper_(with.keeper),
        confinement_(with.confinement),
        broker_(with.broker),
        folder_(std::move(with.folder)),
        nice_(nice),
        restores_(!with.restore_filter->empty() && cgroup_->Continues()),
        zygotes_(std::move(warm_programs), filter_, with.restore_filter, network_, nice,
                 keeper_ == nullptr ? -1 : keeper_->pid_namespace()) {}

  Status Start(RunOrder& order, std::vector<UniqueFd> fds, Scratch& scratch, RunReport& report,
               StepTimer& timer);
  Status PlaceFiles(const std::vector<OrderFile>& files, const std::function<int()>& next_fd,
                    Scratch& scratch);
  Ending Watch(const RunOrder& order);
  // Hands the run to the resident if that `continues`, forks the program from its zygote if it has
  // one, else starts it.
  Result<Launched> LaunchWarmOrCold(const RunOrder& order, LaunchSpec& spec, RunReport& report);
  // What a process that runs the order needs to be; nullopt: no run is restored for it.
  std::optional<ResidentProgram> ResidentProgramOf(const RunOrder& order) const;
  // Reaps whatever has ended. False: there is nobody left who could.
  bool TakeEnded();
  // The same; true when nothing of the run is left.
  bool Reap();
  // Starts the program cold, in the namespace that programs have.
  Result<Launched> LaunchCold(const LaunchSpec& spec) const;
  // Where nothing but looking tells what the run uses.
  void Look();
  // Calls visit(pid) for every process of the box but ourselves, the keeper and the zygotes.
  template <typename Visit>
  void ForEachRunProcess(const Visit& visit) const;
  bool EndAll();
  // Where all processes of the host are around us: without it, there is a signal for all.
  bool EndFamilyOnly();
  bool IsOurs(pid_t pid) const { return zygotes_.IsZygote(pid); }
  // SIGKILLs all of the run at once; false: nothing here can.
  bool KillRun();
  // Of the run, with what was done for it.
  Nanoseconds CpuTime() const {
    return cgroup_->CpuTime() + (broker_ != nullptr ? broker_->CpuTime() : Nanoseconds(0));
  }
  // Of `wall`, what doesn't count: time in which a ready thread of the run waited for a processor.
  Nanoseconds Starved(Nanoseconds wall);
  Nanoseconds RunDelays() const;
  // Takes what is there of signals. False: the spawner has gone.
  bool TakeSignals();
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
  const Confinement* confinement_;
  CallBroker* broker_;
  std::string folder_;
  int most_tasks_ = 0;  // of our account, while a confined run goes on
  int nice_;            // of runs: the agent's own as it was at its start
  bool restores_;
  ZygoteHost zygotes_;
  Resident resident_;
  UniqueFd child_signals_;
  UniqueFd proc_;  // of our process namespace
  UniqueFd oom_score_;
  UniqueFd last_pid_;
  UniqueFd null_;
  bool spawner_gone_ = false;
  std::array<rlim_t, RLIM_NLIMITS> hard_limits_{};  // our own, which runs can't go beyond
  int own_processors_ = 1;                          // those that programs of this box are kept on
  int reachable_processors_ = 1;                    // those that they could come to, were they not

  // Of the current run.
  pid_t main_ = -1;
  std::optional<int> main_status_;
  bool forked_from_zygote_ = false;
  std::optional<ResidentProgram> resident_program_;  // that it may have or is to be restored by
  bool continues_ = false;                           // it runs in the resident
  bool program_alone_ = false;                       // no other file was placed
  std::optional<int> refused_call_;                  // before which it was killed
  bool began_ = true;                                // false: killed while it ran our code only
  SteadyTime started_{};
  Nanoseconds starved_{0};
  SteadyTime look_again_;  // for starved_
};

}  // namespace assay
