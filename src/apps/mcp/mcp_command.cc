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

void McpCommand::AddTo(CommandLine* command) {
  server_.AddTo(command);
}

int McpCommand::Run(const Options& options) const {
  // A client that has gone is seen by the writer.
  ::signal(SIGPIPE, SIG_IGN);
  if (server_.given()) {
    const auto remote = NamedServer(server_);
    if (!remote.ok()) return Complain(kExitUsage, remote.error().message);
    RemoteBackend backend(*remote);
    Serve(backend);
    return 0;
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
