// TrackedMemory: what a process's private memory was at one moment, and what it has written to
// since.
//
// The kernel keeps the record (userfaultfd's asynchronous write protection, Linux 6.7, read by
// PAGEMAP_SCAN). A page that was written to once is written back every time and is not protected
// again: a run writes to mostly the same pages as the one before, and then has no fault for them.
// Nothing in the process is trusted or asked: where the record is in doubt the page is written.
//
// Not thread-safe; used by the agent.
#pragma once

#include <sys/types.h>
#include <sys/uio.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/restore/memory_map.h"

namespace assay {

// Where snapshots are kept. One for all of a box's processes: its memory stays, so that taking one
// costs a run of the same box nothing of its own limit.
class SnapshotBuffer {
 public:
  // Makes room for what the last snapshots needed, and for small ones. Between runs.
  void Prepare();
  // What a snapshot of `bytes` is written to; null when there is no room this time.
  char* Take(size_t bytes);

 private:
  struct Unmap {
    void operator()(char* begin) const;
  };
  std::unique_ptr<char, Unmap> begin_;
  size_t ready_ = 0;
  size_t wanted_ = 0;
};

class TrackedMemory {
 public:
  // `process` stands still, and is in the file system `proc`. `watch`: a userfaultfd that it made.
  static Result<TrackedMemory> Take(pid_t process, int proc, UniqueFd watch,
                                    const std::vector<Mapping>& maps, SnapshotBuffer& buffer);

  // Writes all that was changed as it was. REQUIRES: `process` stands still, and its mappings are
  // those of then.
  Status Restore();

  // What the last Restore wrote.
  int64_t written_bytes() const { return written_bytes_; }

 private:
  struct Piece {  // of the process's memory, with contents; ascending
    uint64_t start;
    uint64_t bytes;
    const char* contents;
  };
  struct Region {
    uint64_t start;
    uint64_t end;
  };

  TrackedMemory() = default;
  Status CheckSealed() const;
  Status Write(uint64_t start, uint64_t end, size_t* piece, std::vector<iovec>* from,
               std::vector<iovec>* to);
  Status Flush(std::vector<iovec>* from, std::vector<iovec>* to);

  pid_t process_ = -1;
  UniqueFd watch_;  // the record ends with it
  UniqueFd pagemap_;
  std::vector<Region> tracked_;
  // Pages in mappings of files, read-only since the dynamic linker has written to them: what
  // replaces such a mapping looks the same in a list of mappings, and has the file's contents. Of
  // the pages around them nothing is recorded: one that nobody has read yet would become a page of
  // the mapping's own by the record itself.
  std::vector<Region> sealed_;
  std::vector<Piece> pieces_;
  int64_t written_bytes_ = 0;
};

}  // namespace assay
