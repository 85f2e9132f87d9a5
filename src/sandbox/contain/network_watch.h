// NetworkWatch: whether a run has asked for something in a namespace that its box keeps for all its
// runs: a socket that reaches the network, an object of System V or a message queue.
//
// Such a socket leaves traces that nobody can take back: flow labels, counters, metrics, ports; the
// others outlive their processes. Namespaces for each run cost more than the run (network) or a
// hundredth of it (IPC), so a box keeps its own until a run asks: then it is granted, and the box
// goes with the run. A box whose runs never asked has namespaces that nobody could change. Sockets
// of AF_UNIX live and die with their processes and aren't watched.
//
// The kernel tells the agent of each such call and lets the caller wait for the answer (a seccomp
// filter with a listener, inherited by all that starts in the box later). Who waits can be killed
// at any time. Where there can be no listener such sockets are refused, and each run has IPC of its
// own.
//
// Not thread-safe; used by the agent.
#pragma once

#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

class NetworkWatch {
 public:
  // Before anything is started in the box; the caller itself asks for no such socket afterwards.
  static Result<NetworkWatch> Install();
  // Instead, where no such socket can be granted: all are refused.
  static Result<NetworkWatch> Refuse();

  // Readable when somebody waits for an answer; -1: nothing is watched, and sockets are refused.
  int fd() const { return listener_.get(); }

  // For a new run.
  void Begin();
  // Answers those that wait, but not for ever: programs on other processors may ask again faster
  // than one thread answers, and the caller has limits to look at. What asks before any code of a
  // run lives (modules that are imported in advance) gets its sockets, which don't count: they are
  // the same in every box. It gets nothing that would be there for its runs to find.
  enum class Asker { kRun, kOurs };
  void Answer(Asker asker);
  // Since Begin.
  bool used() const { return granted_ > 0 || objects_ > 0; }

 private:
  explicit NetworkWatch(UniqueFd listener);

  UniqueFd listener_;
  std::vector<char> question_, answer_;  // of the kernel's sizes
  int granted_ = 0;                      // sockets
  int objects_ = 0;
};

// For the host's report: whether a listener can be had here. Forks, beside whatever threads there
// are; ends within seconds.
bool NetworkCanBeWatched();

}  // namespace assay
