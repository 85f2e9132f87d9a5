// What the subcommands of `assay cluster` are told: which nodes, which front. From the cluster's
// file, and from options that are put over it.
//
// Used by the main thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command_line.h"
#include "apps/setup/command.h"
#include "base/fd.h"
#include "cluster/cluster_file.h"

namespace assay {

inline constexpr int kClusterFailed = 1;

class ClusterArguments {
 public:
  // Declares --cluster, --node and what the front is like. `this` outlives the parsing.
  void AddTo(CommandLine* command);
  // Declares --cluster, --socket and --config, for what changes a running front.
  void AddForChanges(CommandLine* command);

  Result<ClusterFile> Read() const;
  // The file, to be read, changed and written by nobody else meanwhile: waits for who has it.
  // Nothing is locked without a file. Held until the descriptor is closed.
  Result<UniqueFd> Lock() const;
  // Writes the cluster's file, and the front's where the cluster names one. Whole or not at all.
  Status Write(const ClusterFile& cluster) const;

 private:
  void AddFront(CommandLine* command);
  void AddInt(CommandLine* command, const char* name, int Front::*field, const char* help);
  void AddText(CommandLine* command, const char* name, std::string Front::*field, const char* help);

  std::string path_;
  std::vector<std::string> nodes_;
  // What was given, put over the file in this order.
  std::vector<std::pair<std::string Front::*, std::string>> texts_;
  std::vector<std::pair<int Front::*, int>> ints_;
};

// Says what went wrong, as `assay cluster VERB`. Returns the exit code.
int FailCluster(const char* verb, const Error& error);

// The front's configuration in its engine's language.
std::string RenderFront(const ClusterFile& cluster);

}  // namespace assay
