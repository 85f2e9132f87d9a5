// What the threads of a run are doing, as /proc/<pid>/task/<tid>/syscall tells it: the only place
// where a program that waits for its partner differs from one that sleeps.
//
// Used by the agent, which sees every process of its box and may look into them. Not thread-safe.
#pragma once

#include <string_view>

#include "sandbox/wire/protocol.h"

namespace assay {

class ThreadSurvey {
 public:
  // `proc` is the open /proc of the box; a process that has ended says nothing.
  void AddProcess(int proc, const char* pid);
  // The text of one thread's file.
  void AddThread(std::string_view text);
  Activity Summary() const;

 private:
  bool computes_ = false;
  bool awaits_input_ = false;
  bool awaits_room_ = false;
};

}  // namespace assay
