// Verifier: who judges for a one-off command: a machine of this process's own, or a running server.
// And the exit codes such commands share.
//
// Belongs to the main thread; its client is thread-safe.
#pragma once

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

// `url` is empty for this process's own machine.
Result<Verifier> MakeVerifier(const Options& options, const std::string& url,
                              PrecompiledHeaderUse headers);

}  // namespace assay
