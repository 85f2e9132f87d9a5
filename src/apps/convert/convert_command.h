// `assay convert`: rows of somebody's data set as native problems and gold answers, a JSON object a
// line, as POST /v1/problems:convert gives them. Needs no server and runs nothing.
//
// Used by the main thread.
#pragma once

#include <string>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

class ConvertCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"convert", "make native problems of the rows of a public data set", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 every row was understood, 1 some were not (they are named on stderr),
  // 2 wrong usage or a file that can't be read or written.
  int Run(const Options& options) const override;

 private:
  int ListFormats() const;

  std::vector<std::string> files_;
  std::string format_;
  std::string out_;
  bool formats_ = false;
};

}  // namespace assay
