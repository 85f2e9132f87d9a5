// `assay doctor`: what this host gives for isolation, how fast it is, and what containment costs.
//
// Used by the main thread.
#pragma once

#include "apps/setup/command.h"

namespace assay {

class DoctorCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"doctor", "say what this host gives for isolation, and why"};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  bool json_ = false;
  bool calibrate_ = false;
  bool timings_ = false;
};

}  // namespace assay
