// A registry: a folder, or what any web server gives out of one: index.json, and packs/ with the
// archives by their file names. Reading needs nothing else than files; writing is for folders.
//
// Nothing that is read is believed: who takes a pack looks at its signature and its hash
// (env/store). Blocks on disk and network; thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "env/pack/new_file.h"
#include "env/registry/index.h"

namespace assay::env {

class Registry {
 public:
  virtual ~Registry() = default;

  // A folder, or a URL (http, https). Looks at nothing yet.
  static Result<std::unique_ptr<Registry>> Open(const std::string& location);

  // Errors name the location.
  virtual Result<Index> ReadIndex() = 0;
  // The pack's bytes to `to`, and whether they are those of the entry: their number and their hash.
  Status Fetch(const IndexEntry& entry, NewFile* to);

 protected:
  // At most `entry.pack.bytes`; more is an error.
  virtual Status Copy(const IndexEntry& entry, int fd) = 0;
};

// Adds a pack's file to the registry in a folder, which is made if it isn't there. A version that
// is there stays as it is: the same pack again only gets the signature; another one is refused.
// Writers take turns by a lock.
Status Publish(const std::string& folder, const std::string& pack_file, const IndexEntry& entry);

}  // namespace assay::env
