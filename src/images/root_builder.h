// RootBuilder: the files of an image, put into a folder of ours by somebody privileged, from names
// that strangers chose. Whatever they are, nothing outside of the folder is touched: a folder on
// the way is looked up as if ours were the root of everything, so that links lead where they would
// lead in a sandbox, and the last part of a name is never followed.
//
// Set-uid and set-gid bits and extended attributes (file capabilities among them) are dropped.
// Devices, and all else below /dev, are left out or refused: a box has its own. Not thread-safe.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

struct ImageLimits {
  int64_t bytes = 64LL << 30;   // written, of all layers; a tar of layers has as many for itself
  int64_t entries = 8'000'000;  // folders that names only lead through among them
};

struct NewEntry {
  uint32_t mode = 0;
  int64_t uid = 0;
  int64_t gid = 0;
  timespec modified{};
};

class RootBuilder {
 public:
  // Bytes of a file, from its beginning on, with holes; false ends it, and `error` says why not
  // all was there.
  struct Piece {
    const void* bytes;
    size_t size;
    int64_t offset;
  };
  using Pieces = std::function<Result<std::optional<Piece>>()>;

  RootBuilder(UniqueFd root, const ImageLimits& limits);

  // From here on what was there before counts as of lower layers.
  void BeginLayer() {
    layers_ = true;
    of_layer_.clear();
  }

  Status Directory(std::string_view name, const NewEntry& entry);
  // With its parents; one that is there stays as it is.
  Status EnsureFolder(std::string_view name);
  Status File(std::string_view name, const NewEntry& entry, int64_t size, const Pieces& pieces);
  Status Symlink(std::string_view name, const NewEntry& entry, const std::string& target);
  Status HardLink(std::string_view name, std::string_view target);
  Status Pipe(std::string_view name, const NewEntry& entry);
  // Takes away what lower layers have at that name.
  Status RemoveLower(std::string_view name);
  // Takes away what lower layers have in that folder.
  Status RemoveLowerIn(std::string_view name);

  // Whether it is one of those that are left out: below /dev.
  static bool IsLeftOut(std::string_view name);

 private:
  struct Place {
    int parent = -1;  // belongs to the builder
    std::string name;
  };

  Status Count();
  // Of the folder that a name is in, which is made.
  Result<Place> Locate(std::string_view name, bool make);
  Result<UniqueFd> OpenFolder(const std::vector<std::string>& parts, size_t count, bool make);
  // For something new: nothing is there any more.
  Result<Place> Clear(std::string_view name);
  Status Finish(const Place& place, const NewEntry& entry);
  Status RemoveTree(int parent, const std::string& name);
  // Without what this layer put there. True: nothing is left of it.
  Result<bool> Prune(int parent, const std::string& name);
  Result<bool> PruneIn(int folder);
  void Note(const Place& place);
  std::string KeyOf(int parent, std::string_view name) const;

  UniqueFd root_;
  ImageLimits limits_;
  bool owners_;  // whether it may give files to others
  int64_t bytes_ = 0;
  int64_t entries_ = 0;
  UniqueFd folder_;  // the last one that was located
  std::string folder_path_;
  bool folder_known_ = false;
  bool layers_ = false;
  std::unordered_set<std::string> of_layer_;  // what this layer put there
};

}  // namespace assay
