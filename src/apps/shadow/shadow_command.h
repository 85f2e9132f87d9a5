// `assay shadow`: the work of a user's present sandbox judged a second time, beside it or from a
// log, and where the two disagree (docs/shadow.md).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/setup/command.h"
#include "apps/setup/judges.h"
#include "apps/shadow/ending.h"
#include "base/clock.h"
#include "base/result.h"
#include "shadow/audit.h"

namespace assay {

class ShadowCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.name = "shadow",
            .about = "judge what your present sandbox judges, and report where the two disagree"};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  // Why the options don't go together; empty: they do.
  std::string Fault() const;
  // The exchanges of the logs, until all are judged. Both give the end of the drain, and call
  // `on_start` once nothing is in the way.
  Result<SteadyTime> JudgeLogs(const Ending& ending, shadow::Audit& audit,
                               const std::function<Status()>& on_start,
                               const std::function<void()>& on_look) const;
  Result<SteadyTime> Stand(const Ending& ending, shadow::Audit& audit,
                           const std::function<Status()>& on_start,
                           const std::function<void()>& on_look) const;

  ServerArguments server_;
  std::string against_;
  std::string against_ca_file_;
  std::string listen_ = "127.0.0.1:8081";
  bool keep_host_ = false;
  std::string record_;
  int metrics_port_ = -1;
  std::vector<std::string> logs_;
  std::string out_ = "shadow";
  double sample_ = 1;
  int parallel_ = 0;
  double drain_s_ = 30;
};

}  // namespace assay
