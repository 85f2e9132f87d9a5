// Ending: SIGINT and SIGTERM ask a command that runs until it is told to stop, to stop; a second
// one ends the process at once.
//
// Made by the main thread before it starts others, which so have the signals blocked. Raised() may
// be called by any thread.
#pragma once

#include <signal.h>

#include <thread>

#include "base/cancel.h"

namespace assay {

class Ending {
 public:
  Ending();
  ~Ending();
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

  bool Raised() const { return raised_.cancelled(); }
  const CancelToken& token() const { return raised_; }

 private:
  void Watch();

  sigset_t before_ = {};
  CancelToken raised_;
  CancelToken over_;
  std::thread thread_;
};

}  // namespace assay
