// `assay sandbox`: sandboxes of a running server, for people and scripts (docs/sandboxes.md).
//
// Used by the main thread.
#pragma once

#include <string>
#include <vector>

#include "apps/sandbox/sandbox_client.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"

namespace assay {

class SandboxCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"sandbox", "make and use sandboxes of a running server", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code; of exec and shell the program's.
  int Run(const Options& options) const override;

 private:
  struct Verb {
    CommandLine* app;
    int (SandboxCommand::*run)(const SandboxClient& client) const;
    int failure;  // the exit code when there is no client
  };
  void AddCreate(CommandLine* app);
  void AddExec(CommandLine* app);
  void AddShell(CommandLine* app);

  int Create(const SandboxClient& client) const;
  int List(const SandboxClient& client) const;
  int Exec(const SandboxClient& client) const;
  int Shell(const SandboxClient& client) const;
  int CopyFiles(const SandboxClient& client) const;
  int ListFiles(const SandboxClient& client) const;
  int Remove(const SandboxClient& client) const;
  int Logs(const SandboxClient& client) const;
  int Pause(const SandboxClient& client) const;
  int Resume(const SandboxClient& client) const;

  std::vector<Verb> verbs_;
  ServerArguments server_;
  bool json_ = false;
  std::string sandbox_;
  std::vector<std::string> sandboxes_;
  // create
  std::string name_;
  std::string image_;
  double cpus_ = 0;
  int64_t memory_mb_ = 0;
  int64_t disk_mb_ = 0;
  int64_t processes_ = 0;
  double lifetime_s_ = 0;
  double idle_s_ = 0;
  std::vector<std::string> labels_;  // of list, too
  // exec and shell
  std::vector<std::string> argv_;
  std::vector<std::string> env_;  // of create, too
  std::string directory_;
  double timeout_s_ = 0;
  bool terminal_ = false;
  bool no_stdin_ = false;
  // files
  std::string from_;
  std::string to_;
};

}  // namespace assay
