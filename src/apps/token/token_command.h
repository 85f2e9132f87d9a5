// `assay token`: the tokens file of `assay serve --tokens`, from outside of the server.
//
// Used by the main thread.
#pragma once

#include <string>

#include "apps/setup/command.h"

namespace assay {

class TokenCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"token", "make and list the tokens that may use a server", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0, or 2 when the file or an argument has a fault.
  int Run(const Options& options) const override;

 private:
  int New() const;
  int List() const;

  CommandLine* new_ = nullptr;
  std::string file_;
  std::string name_;
  std::string role_ = "user";
  std::string tenant_;
  std::string expires_;
};

}  // namespace assay
