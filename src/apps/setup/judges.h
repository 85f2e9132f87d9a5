// Who judges for a one-off command: a machine of this process's own, or a running server. And the
// exit codes such commands share.
//
// Used by the main thread; a judge is thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command_line.h"
#include "apps/setup/machine.h"
#include "apps/setup/options.h"
#include "base/result.h"
#include "service/judge.h"
#include "service/remote_judge.h"

namespace assay {

inline constexpr int kExitUsage = 2;
inline constexpr int kExitNoVerdict = 3;
int ExitCodeOf(const Error& error);
// Tells a person, on stderr, "assay COMMAND: " and what it is; of what was given wrongly the
// message alone. Returns ExitCodeOf.
int TellError(std::string_view command, const Error& error);

// Which server judges, as the command line names it.
struct ServerArguments {
  std::string url;         // empty: this process's own machine
  std::string ca_file;     // see service::ServerAddress
  std::string token_file;  // empty: ASSAY_TOKEN, if that is set

  // Declares --url, --cacert and --token-file. `this` outlives the parsing.
  void AddTo(CommandLine* command, const std::string& what = "have a running server judge");
  bool given() const { return !url.empty() || !ca_file.empty() || !token_file.empty(); }
};

// A URL without a name and a password.
std::string ShownUrl(const std::string& url);

// The server with its token. kInvalidArgument says what is wrong with the URL or a file, in the
// words of the options. REQUIRES: given().
Result<service::RemoteServer> NamedServer(const ServerArguments& server);

// A machine is started for it unless a server is named: may take seconds; less when `only` names
// the languages that will be asked for. `sandboxes`: whether it has some that live; a server has
// what its operator lets it.
Result<std::unique_ptr<service::Judge>> MakeJudge(const Options& options,
                                                  const ServerArguments& server,
                                                  PrecompiledHeaderUse headers,
                                                  const std::vector<std::string>& only = {},
                                                  SandboxUse sandboxes = SandboxUse::kNone);
// How many requests under way keep every slot busy; `remote` for a server, whose slots are not
// known.
int RequestsUnderWay(const service::Judge& judge, int remote = 16);

}  // namespace assay
