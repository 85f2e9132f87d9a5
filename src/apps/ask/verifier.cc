#include "apps/ask/verifier.h"

namespace assay {

int ExitCodeOf(const Error& error) {
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kExitNoVerdict;
}

int Verifier::parallel() const {
  // A server's slots are not known here.
  constexpr int kRemote = 16;
  // Enough that no slot waits for the next request.
  return machine ? machine->runner().slots() + 2 : kRemote;
}

Result<Verifier> MakeVerifier(const Options& options, const std::string& url,
                              PrecompiledHeaderUse headers) {
  Verifier verifier;
  if (!url.empty()) {
    ASSAY_ASSIGN_OR_RETURN(verifier.client, MakeRemoteClient(url));
  } else {
    ASSAY_ASSIGN_OR_RETURN(verifier.machine, Machine::Create(options, headers));
    verifier.client = MakeLocalClient(verifier.machine->router());
  }
  return verifier;
}

}  // namespace assay
