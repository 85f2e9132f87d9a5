// The store: environments that were installed, each unpacked in a folder of its own,
// STORE/NAME/VERSION-HASH, with a record beside its files (.pack.json). A folder is there whole or
// not at all, whoever is killed and however many install at once.
//
// Blocks on the disk; thread-safe, also between processes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "env/pack/pack.h"

namespace assay::env {

struct Installed {
  PackFacts pack;
  std::string path;       // of the folder
  std::string key_id;     // of who signed it; empty: nobody that was trusted
  std::string source;     // registry or file that it came from
  std::string installed;  // when, UTC
};

class Store {
 public:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }

  // By name, then version, the newest first. Folders without a record are none of ours.
  Result<std::vector<Installed>> List() const;
  // The newest that is wanted.
  Result<std::optional<Installed>> Find(const Wanted& wanted) const;

  // A pack's file becomes a folder. The manifest inside must say the pack's name and version.
  // `facts.path` and `installed` are filled in. One that is there already stays.
  Result<Installed> Add(const std::string& pack_file, Installed facts, const UnpackLimits& limits);

 private:
  std::string folder_;
};

// A folder below another that is removed with its owner. Those whose owners were killed are removed
// when the next one is made.
class Staging {
 public:
  static Result<std::unique_ptr<Staging>> Make(const std::string& below);
  ~Staging();
  Staging(const Staging&) = delete;

  const std::string& path() const { return path_; }
  // To where it stays. False: something is there.
  Result<bool> MoveTo(const std::string& path);

 private:
  Staging(std::string path, UniqueFd lock) : path_(std::move(path)), lock_(std::move(lock)) {}

  std::string path_;  // empty: moved
  UniqueFd lock_;
};

// mkdir -p.
Status MakeFolders(const std::string& path);

}  // namespace assay::env
