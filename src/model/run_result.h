// RunResult: what the operating system saw of one run. No judgement. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/blob.h"
#include "base/clock.h"

namespace assay {

enum class RunStatus {
  kExited,       // exit_code says how
  kSignalled,    // signal says which
  kCpuLimit,     // used more CPU time than allowed
  kWallLimit,    // took longer than allowed
  kMemoryLimit,  // the kernel's out-of-memory killer ended a process of the group
  kOutputLimit,  // wrote more to stdout, stderr or a file than allowed
  kStartFailed,  // the program could not be executed (missing, not executable, wrong format)
  kCancelled,    // the caller no longer wanted it; nothing else in the result counts
};

// Stable lower-case name for wire formats: "exited", "cpu-limit", …
std::string_view ToString(RunStatus status);

struct RunResult {
  RunStatus status = RunStatus::kStartFailed;
  int exit_code = 0;  // meaningful for kExited
  int signal = 0;     // meaningful for kSignalled; for limits, the signal that ended it, if any
  Nanoseconds cpu_time{0};        // whole group
  Nanoseconds wall_time{0};       // from exec to the end of the main process
  Nanoseconds starved_time{0};    // part of wall_time: ready without a CPU, or waiting for a disk
  int64_t memory_peak_bytes = 0;  // whole group
  // How far it read its stdin, where that is a file; nothing where it is empty or a pipe. What it
  // read by other ways (a mapping, a file of its own on /dev/stdin, pread) is not in it.
  std::optional<int64_t> stdin_read_bytes;
  std::string stdout_bytes;  // at most Limits::output_bytes
  std::string stderr_bytes;
  // What the program wrote to its reply descriptor, when the request asked for one.
  std::string reply_bytes;
  // Files collected after the end, by the name they were asked for (or found under, for patterns).
  std::map<std::string, BlobPtr> files;
  std::string start_error;  // for kStartFailed: what exec said
  std::string tier;         // isolation tier that ran it
  bool warm = false;        // ran from a warm interpreter
  bool restored = false;    // in a process that an earlier run of the same program was in
};

}  // namespace assay
