// Packs: an environment's folder as one archive that is named by its own SHA-256, and back. The
// same folder makes the same bytes on every host with the same compression library.
//
// Blocks on the disk; thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "env/model/manifest.h"
#include "env/pack/archive_writer.h"
#include "env/pack/unpack.h"

namespace assay::env {

// What a pack is, wherever it lies.
struct PackFacts {
  std::string name;
  Version version;
  std::string sha256;  // hex, of the archive
  int64_t bytes = 0;

  std::string ShortHash() const { return sha256.substr(0, 12); }
  // "sums-1.0.0-0123456789ab.tar.zst"
  std::string FileName(ArchiveForm form = ArchiveForm::kTarZstd) const;
};

// Writes the pack of a folder into `into`, under its file name. Hashes of the tasks are compared as
// they are read. kInvalidArgument: the folder is at fault.
Result<PackFacts> MakePack(const std::string& folder, const std::string& into, ArchiveForm form);

// A wheel that pip installs, whose module is the environment's name with '_' for '-' and has
// load_environment, as verifiers looks for it. Returns its file name in `into`.
Result<std::string> MakeWheel(const std::string& folder, const std::string& into);

// Unpacks into an empty folder and reads what is there: all files that environment.yaml names and
// no others, and environment.json with the same in it.
Result<Manifest> OpenPack(const std::string& path, const std::string& folder,
                          const UnpackLimits& limits);

}  // namespace assay::env
