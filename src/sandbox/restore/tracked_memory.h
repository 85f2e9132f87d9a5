// TrackedMemory: what a process's private memory was at one moment, and what it has written to
// since.
//
// The kernel keeps the record (userfaultfd's asynchronous write protection, Linux 6.7, read by
// PAGEMAP_SCAN). A page that was written to once is written back every time and is not protected
// again: a run writes to mostly the same pages as the one before, and then has no fault for them.
// Nothing in the process is trusted or asked: where the record is in doubt the page is written.
// Most pages are the zygote's still, and few of them are ever written to: those are read there when
// they first were, and kept where the process can't read them. It would see which they are.
//
// Not thread-safe; used by the agent.
#pragma once

#include <sys/types.h>
#include <sys/uio.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/restore/memory_map.h"
#include "sandbox/restore/zygote_memory.h"

namespace assay {

// Where snapshots are kept: a file in memory, which the process can map to read its own and nobody
// but us can write to. One for all of a box's processes: its memory stays, so that taking one costs
// a run of the same box nothing of its own limit.
class SnapshotBuffer {
 public:
  // Makes room for what the last snapshots needed, and for small ones. Between runs.
  void Prepare();
  // -1 before Prepare, or where it found no memory.
  int file() const { return file_.get(); }
  // What a snapshot of `bytes` is written to; null when there is no room this time. From here on
  // nothing of earlier ones is left but in these bytes.
  char* Take(size_t bytes);
  // Nothing of earlier ones is left.
  void Clear();

  // Where in the file that is. REQUIRES: `at` is of what Take gave.
  uint64_t OffsetOf(const void* at) const {
    return static_cast<uint64_t>(static_cast<const char*>(at) - begin_.get());
  }

 private:
  struct Unmap {
    void operator()(char* begin) const;
  };
  UniqueFd file_;
  std::unique_ptr<char, Unmap> begin_;
  size_t ready_ = 0;
  size_t wanted_ = 0;
  size_t used_ = 0;
};

class TrackedMemory {
 public:
  // `process` stands still, and is in the file system `proc`. `watch`: a userfaultfd that it made.
  // `zygote`: what it was forked from, and what nobody asks for another fork as long as this lives;
  // -1: none.
  static Result<TrackedMemory> Take(pid_t process, int proc, UniqueFd watch,
                                    const std::vector<Mapping>& maps, SnapshotBuffer& buffer,
                                    pid_t zygote = -1);

  // `bytes` at `to` were those at `from`; null: zeros.
  struct Change {
    uint64_t to;
    const char* from;
    uint64_t bytes;
  };
  struct Changes {
    std::vector<Change> list;     // from the buffer; which may have a place twice
    std::vector<Change> fetched;  // from where only we can read
    bool lost = false;            // some of it has no memory now
  };
  // All that was changed. REQUIRES: `process` stands still, and its mappings are those of then.
  // The result lives until the next call.
  Result<const Changes*> FindChanges();
  // Writes that as it was.
  Status Write(const std::vector<Change>& changes) const;

  // Of the last changes.
  int64_t written_bytes() const { return written_bytes_; }

 private:
  struct Piece {  // of the process's memory, with contents; ascending
    uint64_t start;
    uint64_t bytes;
    const char* contents;                 // null: they are the zygote's
    std::vector<const char*> pages = {};  // those that were fetched, once there are any
  };
  struct Region {
    uint64_t start;
    uint64_t end;
  };

  TrackedMemory() = default;
  Status CheckSealed() const;
  Status AddPages(Piece& piece, uint64_t start, uint64_t end);
  Status AddChange(uint64_t start, uint64_t end, size_t* piece);

  pid_t process_ = -1;
  std::optional<ZygoteMemory> zygote_;
  UniqueFd watch_;  // the record ends with it
  UniqueFd pagemap_;
  std::vector<Region> tracked_;
  // Of tracked_. What replaces it has the same name, but doesn't grow, which no list tells.
  Region stack_{};
  // Pages in mappings of files, read-only since the dynamic linker has written to them: what
  // replaces such a mapping looks the same in a list of mappings, and has the file's contents. Of
  // the pages around them nothing is recorded: one that nobody has read yet would become a page of
  // the mapping's own by the record itself.
  std::vector<Region> sealed_;
  std::vector<Piece> pieces_;
  std::deque<std::array<char, 4096>> fetched_;
  Changes changes_;
  int64_t written_bytes_ = 0;
};

}  // namespace assay
