// `assay rejudge FILE`: judges the submissions of verdict bundles again, here or on a server, and
// says "same" or what differs (docs/operate.md).
//
// Used by the main thread.
#pragma once

#include <string>

#include "api/native/bundle.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"

namespace assay {

class RejudgeCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"rejudge", "judge verdict bundles again and compare"};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 all the same, 1 some differ, 2 wrong usage or a bundle that can't be
  // used (malformed, changed, its problem unknown), 3 no verdict. Of several, 2 comes before 3
  // before 1.
  int Run(const Options& options) const override;

 private:
  int Rejudge(const Bundle& bundle, service::Judge& judge) const;

  std::string file_;
  ServerArguments server_;
  bool json_ = false;
  bool accept_changed_ = false;
};

}  // namespace assay
