#include "apps/mcp/mcp_command.h"

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "api/mcp/router_backend.h"
#include "apps/cli/terminal.h"
#include "apps/mcp/remote_backend.h"
#include "apps/mcp/stdio_server.h"
#include "apps/setup/machine.h"

namespace assay {
namespace {

int Complain(int exit_code, const std::string& message) {
  std::fprintf(stderr, "assay mcp: %s\n", message.c_str());
  return exit_code;
}

void Serve(McpBackend& backend) {
  if (IsTerminal(stdin)) {
    std::fputs(
        "assay mcp: waiting for JSON-RPC, a message a line; docs/mcp.md says how to add this "
        "command to a client\n",
        stderr);
  }
  ProgressBeat beat;
  const McpHandler handler(backend, beat);
  StdioServer(handler, STDIN_FILENO, STDOUT_FILENO).Run();
}

}  // namespace

void McpCommand::AddTo(CLI::App* command) {
  server_.AddTo(command);
  command->add_option("--token-file", token_file_,
                      "file with the bearer token that --url, or a proxy before it, asks for");
}

int McpCommand::Run(const Options& options) const {
  // A client that has gone is seen by the writer.
  ::signal(SIGPIPE, SIG_IGN);
  if (!server_.url.empty()) {
    const auto remote = ReadRemoteServer(server_.url, server_.ca_file, token_file_);
    if (!remote.ok()) return Complain(kExitUsage, remote.error().message);
    RemoteBackend backend(*remote);
    Serve(backend);
    return 0;
  }
  if (!token_file_.empty() || !server_.ca_file.empty()) {
    return Complain(kExitUsage, std::string(token_file_.empty() ? "--cacert" : "--token-file") +
                                    ": is for a server at --url");
  }
  const auto machine = Machine::Create(options, PrecompiledHeaderUse::kMakeMeanwhile);
  if (!machine.ok()) {
    return Complain(
        ExitCodeOf(machine.error()),
        machine.error().ToString() + " (see `assay doctor`, or name a server by --url)");
  }
  RouterBackend backend((*machine)->router());
  Serve(backend);
  return 0;
}

}  // namespace assay
