// ZygoteMemory: what of a fork's memory is its zygote's still, and can be read there later.
//
// A page that both have in the same frame has the same contents. It stays so in the zygote, which
// waits for a request and writes to nothing before it gets one: whoever uses this asks it for no
// fork meanwhile. What the fork writes to becomes a page of its own.
//
// Not thread-safe; used by the agent.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

class ZygoteMemory {
 public:
  // `zygote` is in the file system `proc`. Nothing when it doesn't wait for a request this moment,
  // or we aren't told frames (that needs CAP_SYS_ADMIN on the host).
  static std::optional<ZygoteMemory> Open(pid_t zygote, int proc);

  // Visits all of [start, end), in ascending pieces that are as large as can be, with whether it
  // is the zygote's still. `pagemap`: of the fork, which stands still.
  Status Compare(int pagemap, uint64_t start, uint64_t end,
                 const std::function<void(uint64_t start, uint64_t end, bool same)>& visit);

  // What was found to be the zygote's. An Error when it is gone.
  Status Read(uint64_t start, char* to, size_t bytes) const;

 private:
  ZygoteMemory(UniqueFd pagemap, UniqueFd memory)
      : pagemap_(std::move(pagemap)), memory_(std::move(memory)) {}

  UniqueFd pagemap_;
  UniqueFd memory_;  // of that process alone: another with its id has other memory
  std::vector<uint64_t> before_, frames_, after_;
};

// Reads all of it from /proc/<pid>/mem. Not by process_vm_readv, which pins what it reads: that
// makes each page that a fork shares with its zygote one of its own, at twice the cost.
Status ReadMemory(int memory, uint64_t start, char* to, size_t bytes);

}  // namespace assay
