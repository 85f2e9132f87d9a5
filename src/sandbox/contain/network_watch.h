// NetworkWatch: whether a run has asked for a socket that reaches its box's network namespace.
//
// Such a socket leaves traces there that nobody can take back: flow labels, counters, metrics,
// ports. A namespace for each run costs more than the run, so a box keeps its own until a run asks:
// then the socket is granted, and the box goes with the run. A box whose runs never asked has a
// namespace that nobody could change. Sockets of AF_UNIX live and die with their processes and
// aren't watched.
//
// The kernel tells the agent of each socket(2) of those families and lets the caller wait for the
// answer (a seccomp filter with a listener, inherited by all that starts in the box later). Who
// waits can be killed at any time. Where there can be no listener such sockets are refused.
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

  // Readable when somebody waits for an answer; -1: all are refused.
  int fd() const { return listener_.get(); }

  // For a new run.
  void Begin();
  // Answers those that wait, but not for ever: programs on other processors may ask again faster
  // than one thread answers, and the caller has limits to look at. What asks before any code of a
  // run lives (modules that are imported in advance) is granted and doesn't count: it is the same
  // in every box.
  enum class Asker { kRun, kOurs };
  void Answer(Asker asker);
  // Since Begin.
  bool used() const { return granted_ > 0; }

 private:
  explicit NetworkWatch(UniqueFd listener);

  UniqueFd listener_;
  std::vector<char> question_, answer_;  // of the kernel's sizes
  int granted_ = 0;
};

// For the host's report: whether a listener can be had here. Forks.
bool NetworkCanBeWatched();

}  // namespace assay
