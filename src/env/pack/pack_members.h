// What a pack and a wheel have in common: an environment's files, in one order.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "env/model/manifest.h"
#include "env/pack/archive_writer.h"

namespace assay::env {

// environment.json.
std::string ManifestJson(const Manifest& manifest);

// Sorted: the manifest's files and environment.json.
std::vector<std::string> MemberNames(const Manifest& manifest);

struct AddedMember {
  std::string name;  // in the archive
  std::string sha256;
  int64_t bytes = 0;
};
// Adds all of them, with `prefix` before their names. Files of tasks must have the hashes that the
// manifest says; the manifest is read again, and must be the one that is given.
Result<std::vector<AddedMember>> AddMembers(const std::string& folder, const Manifest& manifest,
                                            const std::string& prefix, ArchiveWriter* archive);

}  // namespace assay::env
