#include "apps/ask/verifier.h"

namespace assay {

int ExitCodeOf(const Error& error) {
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kExitNoVerdict;
}

void ServerArguments::AddTo(CLI::App* command, const std::string& what) {
  command->add_option("--url", url, what + ": http://host:port or https://host:port");
  command->add_option("--cacert", ca_file,
                      "PEM file with the authorities that may vouch for an https server [the "
                      "system's]");
}

int Verifier::parallel() const {
  // A server's slots are not known here.
  constexpr int kRemote = 16;
  // Enough that no slot waits for the next request.
  return machine ? machine->runner().slots() + 2 : kRemote;
}

Result<Verifier> MakeVerifier(const Options& options, const ServerArguments& server,
                              PrecompiledHeaderUse headers) {
  Verifier verifier;
  if (!server.url.empty() || !server.ca_file.empty()) {
    ASSAY_ASSIGN_OR_RETURN(verifier.client, MakeRemoteClient(server.url, server.ca_file));
  } else {
    ASSAY_ASSIGN_OR_RETURN(verifier.machine, Machine::Create(options, headers));
    verifier.client = MakeLocalClient(verifier.machine->router());
  }
  return verifier;
}

}  // namespace assay
