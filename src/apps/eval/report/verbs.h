// What `assay eval` does with run folders that are there: report, diff, merge, export. Each is a
// subcommand; apps/eval/verbs.cc lists them. Used by the main thread.
#pragma once

#include <string>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

// `assay eval report RUN`.
class EvalReportVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"report", "makes report.json and report.html of a run and prints its table",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // 0; 3: too many samples errored for a headline; 2: no run folder.
  int Run(const Options& options) const override;

 private:
  std::string folder_;
  double max_errored_share_ = 0;
  bool json_ = false;
};

// `assay eval diff A B`.
class EvalDiffVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"diff", "compares two runs problem by problem", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // 0; 3: the runs are not on the same problems or protocol; 2: no run folders.
  int Run(const Options& options) const override;

 private:
  std::string a_, b_;
  bool force_ = false;
  bool json_ = false;
};

// `assay eval merge OUT SHARD…`.
class EvalMergeVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"merge", "puts the shards of one run together in a new folder", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string target_;
  std::vector<std::string> shards_;
};

// `assay eval export --format FORMAT RUN`.
class EvalExportVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"export", "writes a run in the forms of other tools", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string folder_, format_, profile_, out_;
};

}  // namespace assay
