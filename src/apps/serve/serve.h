// `assay serve`: the HTTP server, from start-up to a graceful end.
//
// Threading: called by the main thread before any other thread exists; it blocks SIGINT, SIGTERM
// SIGUSR1 and, where there is a file to read again, SIGHUP in all of them and waits for these
// signals itself.
#pragma once

#include "apps/setup/command.h"

namespace assay {

class ServeCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"serve", "serve the HTTP API", OptionSet::kServe, true};
  }
  void AddTo(CommandLine*) override {}
  // Serves until SIGTERM or SIGINT, or until another process has taken over, then lets admitted
  // work finish (a second signal ends at once). Returns the exit code: 0 after a graceful end, 1
  // when it could not start, 2 when it may not listen there or the tokens file has a fault.
  int Run(const Options& options) const override;
};

}  // namespace assay
