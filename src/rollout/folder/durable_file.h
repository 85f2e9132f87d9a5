// Files that are there as a whole or not at all, whenever the process is killed, and the lock of
// the one process that writes in a folder.
//
// Blocks on the disk. One thread's.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace assay::rollout {

// Written beside its place, and put there by Commit. Without one it leaves nothing that counts.
class DurableFile {
 public:
  static Result<std::unique_ptr<DurableFile>> Open(const std::string& path);
  Status Write(std::string_view bytes);
  Status Commit();

 private:
  DurableFile(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

  const std::string path_;
  UniqueFd fd_;
};

// The whole of it at once.
Status WriteDurably(const std::string& path, std::string_view bytes);

// Held as long as the descriptor is open, however the process ends. kInvalidArgument: another
// process has it.
Result<UniqueFd> LockFolder(const std::string& folder);

}  // namespace assay::rollout
