// CpuBudget: how much of what comes a thread may take up, so that its own time stays below a share
// of the process's; or below a thousandth of a core, where that is more: a process that does next
// to nothing pays for the thread's own beats at least. What it earns while there is little to do it
// may spend on a burst later, within a bound; beyond that, one in so many is taken, and more only
// when there is credit again.
//
// Told at every beat of the thread. Not thread-safe; knows no clock.
#pragma once

#include <cstdint>

namespace assay {

class CpuBudget {
 public:
  explicit CpuBudget(double share) : share_(share) {}

  // CPU times of the process and of the thread and the time of a clock, all in seconds and since
  // some beginning.
  void Note(double process_cpu_s, double thread_cpu_s, double clock_s);
  // A power of two: of that many one is to be taken.
  uint32_t one_in() const { return one_in_; }

 private:
  static constexpr double kMostCredit = 0.25;   // seconds: some ten thousand records
  static constexpr double kLeastShare = 0.001;  // of a core
  static constexpr uint32_t kFewest = 1 << 16;

  const double share_;
  double process_s_ = 0;
  double thread_s_ = 0;
  double clock_s_ = 0;
  bool begun_ = false;
  double credit_s_ = kMostCredit;
  uint32_t one_in_ = 1;
};

}  // namespace assay
