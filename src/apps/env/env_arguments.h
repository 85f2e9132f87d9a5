// What the subcommands of `assay env` have in common: where installed environments are, whose
// signatures count, and what a word on the command line names. Used by the main thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command_line.h"
#include "base/result.h"
#include "env/check/check.h"
#include "env/sign/keys.h"
#include "env/store/store.h"

namespace assay {

// 1: it failed, or what it looked at has faults.
inline constexpr int kExitEnvFailed = 1;

// Tells the error and returns the exit code.
int FailEnv(const char* verb, const Error& error, int exit_code = kExitEnvFailed);

class StoreArguments {
 public:
  void AddTo(CommandLine* command);
  // --store, else below XDG_DATA_HOME or ~/.local/share.
  std::string Folder() const;

 private:
  std::string folder_;
};

class KeyArguments {
 public:
  void AddTo(CommandLine* command);
  // Those of the list, and those given by --key.
  Result<std::vector<env::PublicKey>> Read() const;
  // --keys, else below XDG_CONFIG_HOME or ~/.config.
  std::string ListFile() const;
  // --keys alone.
  void AddListTo(CommandLine* command);

 private:
  std::string list_;
  std::vector<std::string> files_;
};

// An environment that a word names: a folder, a pack's file (unpacked as long as this lives), or
// NAME@VERSION of the store.
struct OpenedEnvironment {
  std::string folder;
  std::unique_ptr<env::Staging> unpacked;
};
Result<OpenedEnvironment> OpenEnvironment(const std::string& named, const std::string& store);
// Whether its rubric compares the responses to one task; an Error: what is wrong with it.
Result<bool> ComparesGroup(const std::string& folder, const env::Manifest& manifest);
// "./sums-1.0.0-….tar.zst", rather than a name.
bool NamesPackFile(const std::string& named);

// The first faults of a report and how many there are, to stderr.
void PrintFaults(const char* verb, const env::CheckReport& report);

// For a terminal: what others wrote, on one line, with nothing that moves a cursor.
std::string OneLineOf(const std::string& text, size_t most_bytes);

}  // namespace assay
