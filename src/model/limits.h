// What one run may use. Plain values.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/clock.h"

namespace assay {

struct Limits {
  // An engine takes no larger limit of memory, output, files or stack.
  static constexpr int64_t kMostBytes = 1LL << 40;

  // CPU time of the whole run, children included, as the cgroup counts it. The limit that judges.
  Nanoseconds cpu_time{std::chrono::seconds(10)};
  // Wall time without that in which a ready thread waited for a CPU or all waited for a disk: it
  // catches programs that sleep, and doesn't punish a busy host. See `wall_backstop_factor`.
  Nanoseconds wall_time{std::chrono::seconds(10)};
  // Absolute bound on a run's real duration: wall_time * factor. Only a starved host gets near it.
  int wall_backstop_factor = 8;
  // Peak of the run's memory: all processes, page cache of its own files, tmpfs. 0: no limit.
  int64_t memory_bytes = 1LL << 30;
  // Kept of each of stdout and stderr; a run that writes more ends as kOutputLimit.
  int64_t output_bytes = 64LL << 20;
  // Largest single file the run may write (RLIMIT_FSIZE).
  int64_t file_bytes = 256LL << 20;
  // Processes and threads at once (pids cgroup).
  int64_t processes = 256;
  // Stack of the main thread (RLIMIT_STACK). Deep recursion is ordinary in solutions; the memory
  // limit still bounds what is really touched.
  int64_t stack_bytes = 512LL << 20;

  // Every field, by name, times in nanoseconds: for cache keys, where a forgotten field would give
  // one submission the verdict of another. `visit(std::string_view name, int64_t value)`.
  template <typename Visitor>
  void Visit(Visitor visit) const {
    visit("cpu_time", cpu_time.count());
    visit("wall_time", wall_time.count());
    visit("wall_backstop_factor", wall_backstop_factor);
    visit("memory_bytes", memory_bytes);
    visit("output_bytes", output_bytes);
    visit("file_bytes", file_bytes);
    visit("processes", processes);
    visit("stack_bytes", stack_bytes);
  }
};

}  // namespace assay
