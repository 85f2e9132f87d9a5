// ZygoteHost: the resident processes of one box that fork candidates, seen from the agent.
//
// Each is started when first needed, in the box's cgroups but outside the run's, with the few
// capabilities it needs to fork into namespaces and change identity. A zygote that fails to start
// a few times is given up: its runs start cold. A zygote never holds expected output, and its
// children give up its privileges before they read any code of a program.
//
// Not thread-safe.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/contain/launch.h"
#include "sandbox/contain/network_watch.h"
#include "sandbox/wire/warm.h"

namespace assay {

class ZygoteHost {
 public:
  // The filters and `network` outlive it. `nice`: the priority of zygotes and so of their forks.
  // `pid_namespace`: into which they fork; -1: their own.
  ZygoteHost(std::vector<WarmProgram> programs, const std::vector<sock_filter>* filter,
             const std::vector<sock_filter>* restore_filter, NetworkWatch* network, int nice,
             int pid_namespace)
      : filter_(filter),
        restore_filter_(restore_filter),
        network_(network),
        nice_(nice),
        pid_namespace_(pid_namespace) {
    for (WarmProgram& program : programs) entries_.push_back({std::move(program), {}, -1, 0});
  }

  // Where zygotes can't see themselves in /proc: one that has them, to see that each has one
  // thread.
  void LookIn(int proc) { proc_ = proc; }

  // Makes program `index` ready to fork, if it can be.
  void Ensure(int index);
  // False: the run must start cold.
  bool ready(int index) const;
  // The same of a run with these arguments, of which a request takes some kilobytes.
  bool Takes(int index, const std::vector<std::string>& argv) const;
  // The file name at whose opening it waits.
  const std::string& script(int index) const {
    return entries_[static_cast<size_t>(index)].program.script;
  }
  // REQUIRES: ready(index).
  pid_t pid(int index) const { return entries_[static_cast<size_t>(index)].pid; }
  // As Launch, from the ready zygote. An Error when no child could be made.
  // REQUIRES: Takes(index, spec.argv); spec.argv begins with the program's.
  Result<Launched> Fork(int index, const LaunchSpec& spec);

  // To be told of every reaped process; true when it was a zygote.
  bool OnReaped(pid_t pid);
  bool IsZygote(pid_t pid) const;
  int alive() const;

 private:
  struct Entry {
    WarmProgram program;
    UniqueFd socket;
    pid_t pid = -1;
    int failures = 0;
  };

  Status Start(Entry& entry);
  // What a run has beside the arguments that all runs of the program share, NUL-terminated.
  static std::string OwnArguments(const Entry& entry, const std::vector<std::string>& argv);
  void Drop(Entry& entry);

  const std::vector<sock_filter>* filter_;
  const std::vector<sock_filter>* restore_filter_;  // of runs that may be restored
  NetworkWatch* network_;
  int nice_;
  int pid_namespace_;
  int proc_ = -1;
  std::vector<Entry> entries_;
};

}  // namespace assay
