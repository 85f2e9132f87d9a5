// `assay env pack`: one file of an environment, or a wheel, and its place in a registry. Used by
// the main thread.
#pragma once

#include <string>

#include "apps/setup/command.h"
#include "env/pack/pack.h"

namespace assay {

class EnvPackVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"pack", "make one file of an environment, sign it, add it to a registry",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  int Wheel() const;
  int Pack(const env::Manifest& manifest) const;

  std::string folder_ = ".";
  std::string out_;
  std::string registry_;
  std::string sign_;
  bool gzip_ = false;
  bool wheel_ = false;
  bool json_ = false;
};

}  // namespace assay
