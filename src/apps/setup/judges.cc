#include "apps/setup/judges.h"

#include <cstdio>
#include <cstdlib>

#include "apps/setup/input_file.h"
#include "base/text.h"
#include "service/local_judge.h"

namespace assay {
namespace {

class MachineJudge final : public service::LocalJudge {
 public:
  explicit MachineJudge(std::unique_ptr<Machine> machine)
      : LocalJudge(machine->router(), machine->runner().slots()), machine_(std::move(machine)) {}

 private:
  const std::unique_ptr<Machine> machine_;
};

// What is sent to a server; empty: nothing.
Result<std::string> TokenFor(const std::string& file) {
  if (!file.empty()) return ReadSecret("--token-file", file);
  const char* variable = ::getenv("ASSAY_TOKEN");
  if (variable == nullptr || TrimAsciiSpace(variable).empty()) return std::string();
  return SecretOf("ASSAY_TOKEN", variable);
}

}  // namespace

int ExitCodeOf(const Error& error) {
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kExitNoVerdict;
}

int TellError(std::string_view command, const Error& error) {
  const bool theirs = error.code == ErrorCode::kInvalidArgument;
  const std::string text = theirs ? error.message : error.ToString();
  std::fprintf(stderr, "assay %s: %s\n", std::string(command).c_str(), text.c_str());
  return ExitCodeOf(error);
}

void ServerArguments::AddTo(CommandLine* command, const std::string& what) {
  command->Option("--url", url,
                  what +
                      ": http://host:port, https://host:port or "
                      "unix:/path of its socket");
  command->Option("--cacert", ca_file,
                  "PEM file with the authorities that may vouch for an https server [the "
                  "system's]");
  command->Option("--token-file", token_file,
                  "file with the token that the server, or a proxy before it, asks for "
                  "[ASSAY_TOKEN in the environment]");
}

Result<service::RemoteServer> NamedServer(const ServerArguments& server) {
  service::RemoteServer named;
  if (server.url.empty()) {
    return Error{ErrorCode::kInvalidArgument, "client", 0,
                 std::string(server.ca_file.empty() ? "--token-file" : "--cacert") +
                     ": is for a server at --url"};
  }
  ASSAY_ASSIGN_OR_RETURN(named.url, service::ServerAddress(server.url, server.ca_file));
  named.ca_file = server.ca_file;
  ASSAY_ASSIGN_OR_RETURN(named.token, TokenFor(server.token_file));
  return named;
}

Result<std::unique_ptr<service::Judge>> MakeJudge(const Options& options,
                                                  const ServerArguments& server,
                                                  PrecompiledHeaderUse headers,
                                                  const std::vector<std::string>& only,
                                                  SandboxUse sandboxes) {
  if (server.given()) {
    ASSAY_ASSIGN_OR_RETURN(const service::RemoteServer named, NamedServer(server));
    return service::MakeRemoteJudge(named);
  }
  ASSAY_ASSIGN_OR_RETURN(auto machine, Machine::Create(options, headers, only, sandboxes));
  return std::unique_ptr<service::Judge>(std::make_unique<MachineJudge>(std::move(machine)));
}

int RequestsUnderWay(const service::Judge& judge, int remote) {
  // Enough that no slot waits for the next request.
  return judge.slots() ? *judge.slots() + 2 : remote;
}

std::string ShownUrl(const std::string& url) {
  const size_t scheme = url.find("://");
  if (scheme == std::string::npos) return url;
  const size_t host = scheme + 3;
  const size_t path = url.find('/', host);
  const size_t at = url.rfind('@', path);
  return at == std::string::npos || at < host ? url : url.substr(0, host) + url.substr(at + 1);
}

}  // namespace assay
