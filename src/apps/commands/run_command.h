// `assay run`: judges one file, or a batch, on this machine or (--url) on a running server.
//
// Used by the main thread.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/line_file.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"

namespace assay {

class RunCommand final : public Command {
 public:
  CommandInfo info() const override { return {"run", "judge one file, or a batch of submissions"}; }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 accepted, 1 not accepted, 2 wrong usage, 3 no verdict.
  int Run(const Options& options) const override;

 private:
  int RunFile(const Options& options) const;
  int RunBatchFile(const Options& options) const;
  int RunPackageFolder(const Options& options) const;
  // kInvalidArgument: it can't be, or is one of the files that are read.
  Result<LineFile> CreateBundles() const;

  std::string file_;
  std::string batch_;
  std::string package_;
  double package_time_limit_s_ = 0;
  double package_total_time_s_ = 3600;
  std::string language_;
  std::vector<std::string> inputs_;
  std::vector<std::string> expects_;
  std::string compare_;
  std::string checker_;
  std::string checker_kind_;
  std::string interactor_;
  std::string interactor_kind_;
  double cpu_time_s_ = 10;
  double wall_time_s_ = 0;
  int64_t memory_mb_ = 0;
  ServerArguments server_;
  int parallel_ = 0;
  bool json_ = false;
  bool table_ = false;
  bool stop_ = false;
  std::string bundle_;
  bool embed_tests_ = false;
};

}  // namespace assay
