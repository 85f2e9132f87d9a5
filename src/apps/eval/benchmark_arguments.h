// The arguments that say which items a run has: benchmark, data, window, part. Shared by the
// subcommands that load a benchmark. Used by the main thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command_line.h"
#include "apps/env/env_arguments.h"
#include "base/result.h"
#include "lab/eval/model/benchmark.h"
#include "lab/eval/run/selection.h"

namespace assay {

std::string_view ProtocolName(eval::Protocol protocol);  // "chat", "completion"

class BenchmarkArguments {
 public:
  // `this` outlives the parsing.
  void AddTo(CommandLine* command);

  struct Loaded {
    const eval::Benchmark* benchmark = nullptr;
    eval::BenchmarkOptions options;
    eval::Protocol protocol = eval::Protocol::kChat;
    std::unique_ptr<eval::LoadedBenchmark> rows;
    eval::Selection selection;
    std::string window;  // dates, version, languages: for people
  };
  Result<Loaded> Load() const;
  // As given with --profile, or all that the benchmark has. kInvalidArgument names the option.
  Result<std::vector<eval::GradeProfile>> Profiles(const Loaded& loaded) const;
  // Of a benchmark that has several, none was named, and the first is taken.
  bool ProtocolIsAssumed(const Loaded& loaded) const {
    return protocol_.empty() && loaded.benchmark->info.protocols.size() > 1;
  }

 private:
  // The benchmark of `environment`, or the one of this name with its data.
  Result<const eval::Benchmark*> Named() const;

  std::string name_;
  std::string environment_;  // as given with --env
  StoreArguments store_;
  eval::BenchmarkOptions options_;
  std::string protocol_;
  std::string profiles_;  // empty: all that the benchmark has
  std::vector<std::string> columns_;
  eval::SelectionOptions selection_;
  std::string ids_;
  std::string shard_;
};

// Says it on stderr as `assay eval VERB: …` and returns the exit code.
int ComplainEval(std::string_view verb, const Error& error);

}  // namespace assay
