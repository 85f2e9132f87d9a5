// Ctrl-C in a command that has results to show: the first one only sets a flag, so that the command
// can print what it knows; a second one ends the process as ever.
//
// One object at a time, made and destroyed by the main thread; Raised() by any thread.
#pragma once

#include <signal.h>

namespace assay {

inline constexpr int kExitInterrupted = 130;

// What asks a command that runs until it is told to stop, to stop: SIGINT and SIGTERM.
sigset_t EndingSignals();

class Interrupt {
 public:
  // From here on SIGINT sets the flag.
  Interrupt();
  // SIGINT does what it did before.
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool Raised() const;

 private:
  struct sigaction before_ = {};
};

}  // namespace assay
