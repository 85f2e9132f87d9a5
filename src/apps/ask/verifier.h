// Verifier: who judges for a one-off command: a machine of this process's own, or a running server.
// And the exit codes such commands share.
//
// Belongs to the main thread; its client is thread-safe.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "apps/ask/verify_client.h"
#include "apps/setup/machine.h"
#include "apps/setup/options.h"
#include "base/result.h"

namespace assay {

inline constexpr int kExitUsage = 2;
inline constexpr int kExitNoVerdict = 3;
int ExitCodeOf(const Error& error);

struct Verifier {
  std::unique_ptr<Machine> machine;  // null when a server judges
  std::unique_ptr<VerifyClient> client;

  // How many requests under way keep every slot busy.
  int parallel() const;
};

// Which server judges, as the command line names it.
struct ServerArguments {
  std::string url;      // empty: this process's own machine
  std::string ca_file;  // see MakeRemoteClient

  // Declares --url and --cacert. `this` outlives the parsing.
  void AddTo(CLI::App* command, const std::string& what = "have a running server judge");
};

Result<Verifier> MakeVerifier(const Options& options, const ServerArguments& server,
                              PrecompiledHeaderUse headers);

}  // namespace assay
