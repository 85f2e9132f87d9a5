// `assay eval data FILE…`: what a data file is: rows, columns with their types, hash, its first
// row, and which benchmarks it can be given to, with the languages and days found in it. Used by
// the main thread.
#pragma once

#include <string>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

class EvalDataVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"data", "what a data file is, and which benchmarks it fits"};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0; 2 when a file can't be read.
  int Run(const Options& options) const override;

 private:
  std::vector<std::string> files_;
  bool json_ = false;
  bool all_ = false;
};

}  // namespace assay
