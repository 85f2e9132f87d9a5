// Install: from a registry or a pack's file into the store, when somebody trusted vouches for it.
// The order is the point: the signature before the first byte is fetched, the hash before the
// archive is opened, the archive's own words before it is put where others look.
//
// Blocks on disk and network; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "env/registry/registry.h"
#include "env/store/store.h"

namespace assay::env {

struct InstallRules {
  std::vector<PublicKey> keys;  // that are trusted
  bool allow_unsigned = false;  // and what others have signed
  UnpackLimits limits;
};

struct InstallResult {
  Installed installed;
  bool was_there = false;
  std::vector<std::string> warnings;
};

// The newest of the registry that is wanted.
Result<InstallResult> InstallWanted(const Wanted& wanted, const std::string& location,
                                    const InstallRules& rules, Store* store);
// A pack's file; PATH.sig beside it has its entry with the signature.
Result<InstallResult> InstallFile(const std::string& path, const InstallRules& rules, Store* store);

}  // namespace assay::env
