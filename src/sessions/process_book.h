// ProcessBook: the processes of one sandbox, running ones and ended ones that are still known.
//
// An ended one with a key is known for kKeepEnded at least, which is longer than clients try a
// request again (92 s): it is what keeps a process from being started twice. Where there is no room
// to remember it, nothing is started. Not thread-safe: the sandbox's mutex guards it.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sessions/process_run.h"

namespace assay {

class ProcessBook {
 public:
  using RunPtr = std::shared_ptr<ProcessRun>;

  static constexpr size_t kMostRunning = 1024;
  static constexpr size_t kMostEnded = 256;      // of those without a key
  static constexpr size_t kMostKeyed = 1 << 13;  // ended ones with a key
  static constexpr auto kKeepEnded = std::chrono::minutes(2);

  // Whether one more may be started.
  Status CheckRoom(bool keyed) const;
  void Add(RunPtr run);
  // Of one that was added; its listeners may not know yet.
  void Ended(const ProcessRun& run, SteadyTime now);
  // Whoever's time is over isn't known any more.
  void Forget(SteadyTime now);
  // When Forget has something to do next; unset: never.
  std::optional<SteadyTime> NextForget() const;

  RunPtr FindKey(const std::string& key) const;
  // The newest: the kernel gives numbers again.
  RunPtr FindPid(int pid) const;
  RunPtr FindTag(const std::string& tag) const;
  std::vector<RunPtr> All() const;  // oldest first
  std::vector<RunPtr> Running() const;
  int running() const { return static_cast<int>(running_.size()); }
  // Somebody listens to one that runs.
  bool attended() const;

 private:
  struct EndedRun {
    RunPtr run;
    SteadyTime at;
  };

  void Drop(std::deque<EndedRun>* ended);

  int64_t next_ = 0;
  std::map<int64_t, RunPtr> all_;      // by the order of their start
  std::map<int64_t, RunPtr> running_;  // of those
  std::map<const ProcessRun*, int64_t> numbers_;
  std::map<std::string, RunPtr> keys_;
  std::deque<EndedRun> keyed_, unkeyed_;  // ended, in that order
};

}  // namespace assay
