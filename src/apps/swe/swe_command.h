// `assay swe`: what the log of a test run says, and whether a patch resolved its task: by the log
// that whoever ran the tests hands over, or by running them. docs/swe.md.
//
// Used by the main thread.
#pragma once

#include <optional>
#include <string>

#include "apps/setup/command.h"
#include "apps/swe/run_verb.h"

namespace assay {

class SweCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"swe", "patches graded by running tests, or by their logs", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 the report is complete or the task resolved, 1 it isn't, 2 wrong usage
  // or a file that can't be read, 3 no verdict: the infrastructure failed, or a control run is
  // wanted.
  int Run(const Options& options) const override;

 private:
  int ListFrameworks() const;
  int Read() const;
  int Grade() const;

  CommandLine* frameworks_verb_ = nullptr;
  CommandLine* read_verb_ = nullptr;
  CommandLine* grade_verb_ = nullptr;
  CommandLine* run_verb_ = nullptr;
  SweRunVerb run_;
  std::string framework_;
  std::string log_;
  bool json_ = false;
  std::string task_;
  std::string id_;
  std::string control_;
  std::optional<int64_t> exit_code_;
  std::optional<int64_t> control_exit_code_;
};

}  // namespace assay
