// What a run holds in files and sockets where no file system and no network is its own: found by
// walking its folder and the descriptors of its processes. A look, not a count: what changes
// meanwhile may be missed or seen twice.
//
// Not thread-safe with who moves the directories.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace assay {

struct FolderUse {
  int64_t bytes = 0;   // of blocks
  int64_t files = 0;   // directories too
  uint64_t mount = 0;  // that the folder is on; its device is not that of each of its files: of an
                       // overlay's, some are on that of a layer
};

// Ends once there are more than `most_files`.
FolderUse UseOfFolder(const char* path, int64_t most_files);

struct OpenUse {
  int64_t nameless_bytes = 0;  // of files of the mount that have no name any more
  int64_t sockets = 0;
  bool hidden = false;  // a process keeps us from looking: it was started from an unreadable file
};

// `proc` is a /proc that has the processes.
OpenUse UseOfDescriptors(int proc, const std::vector<pid_t>& run, uint64_t mount);

}  // namespace assay
