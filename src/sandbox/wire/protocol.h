// The messages between server, spawner and agent, as values with an encoding. wire.h moves them.
//
// kReady carries what the steps since the box was asked for, or since a timed run, have taken.
//
//   server → spawner: kConfigure, kCreateBox, kDestroyBox    spawner → server: kConfigured,
//                                                            kBoxCreated (+ socket, pidfd), kFailed
//   server → agent:   kRun (+ fds), kProbe, kKill, kReset    agent → server: kReady, kFailed,
//                                                            kProgress, kFile (+ fd)…, kReport
//
// Plain values; no threading.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/run_result.h"
#include "sandbox/wire/step_times.h"
#include "sandbox/wire/warm.h"

namespace assay {

// How our own program is told to be the spawner (sandbox/spawner).
inline constexpr const char* kSpawnerCommand = "__spawner";
// The spawner's end of the channel to the server.
inline constexpr int kSpawnerSocket = 3;

enum class Message : uint32_t {
  kConfigure = 1,
  kConfigured,
  kCreateBox,
  kBoxCreated,
  kDestroyBox,
  kFailed,
  kReady,
  kRun,
  kKill,
  kFile,
  kReport,
  kReset,
  kProbe,
  kProgress,
};

// What the spawner needs to know once.
struct SpawnerConfig {
  std::string tier;           // its name
  std::string server_id;      // NewServerId(): names the cgroups of this server
  std::string cgroup_parent;  // directory name below each hierarchy's root
  std::vector<std::string> visible_paths;
  int uid_base = 0;
  int64_t scratch_bytes = 0;
  int64_t scratch_inodes = 0;
  std::vector<int> processors;  // box i runs on the i-th, modulo their number; empty: on any
  std::vector<WarmProgram> warm_programs;
  bool restore = false;  // runs of a series may follow each other in one process

  std::string Encode() const;
  static Result<SpawnerConfig> Decode(std::string_view body);
};

// A file to place. `place` indexes kWritablePlaces; `path` is relative to it and has no "..".
struct OrderFile {
  int place = 0;
  std::string path;
  bool executable = false;
  bool inline_bytes = true;
  std::string bytes;  // when inline_bytes; otherwise the next attached descriptor has them
};

// The series of all runs that may follow those of other programs.
inline constexpr uint64_t kAnyProgram = ~uint64_t{0};

// One run. Attached descriptors in order: stdin (unless stdin_null), stdout, stderr, reply (if
// asked for), then the files that are not inline.
struct RunOrder {
  std::vector<std::string> argv;
  std::vector<std::string> env;  // "KEY=value"
  bool stdin_null = true;
  bool reply = false;
  Nanoseconds cpu_time{0};
  Nanoseconds wall_time{0};
  Nanoseconds wall_backstop{0};
  int64_t memory_bytes = 0;  // always a bound: the host guard when the request had none
  int64_t file_bytes = 0;
  int64_t processes = 0;
  int64_t stack_bytes = 0;
  std::vector<std::string> fetch;
  int64_t fetch_bytes = 0;
  std::vector<OrderFile> files;
  int warm = -1;        // index of the warm program to fork from, or -1: start cold
  bool timed = false;   // the steps of the run are timed, and reported
  uint64_t series = 0;  // RunRequest::series, or kAnyProgram
  bool last = false;    // before the box is emptied, which the agent may do right away

  std::string Encode() const;
  static Result<RunOrder> Decode(std::string_view body);
};

// What the agent saw. Output and files travel separately.
struct RunReport {
  RunStatus status = RunStatus::kStartFailed;
  int exit_code = 0;
  int signal = 0;
  Nanoseconds cpu_time{0};
  Nanoseconds wall_time{0};
  Nanoseconds starved_time{0};
  int64_t memory_peak_bytes = 0;
  std::string start_error;
  bool warm = false;      // forked from a zygote
  bool restored = false;  // in a process that an earlier run was in
  // To be run again as a fork without a tracer: it was refused, or late while it was traced.
  bool repeat = false;
  // The system call before which it was killed, as no restore undoes it.
  std::optional<int> refused_call;
  std::string dropped;         // why the process of the run before was not kept; empty: it was
  bool clean = true;           // false: something is left; the box must go
  bool emptied = false;        // as after kReset: the next order may come
  std::optional<Error> error;  // our environment failed before the program started
  StepTimes times;             // of a timed run

  std::string Encode() const;
  static Result<RunReport> Decode(std::string_view body);
};

// What a run as a whole is doing.
enum class Activity {
  kComputes,     // a thread of it runs or could run
  kSleeps,       // none could, and none waits for another program either
  kAwaitsInput,  // a thread waits for a descriptor to be readable
  kAwaitsRoom,   // a thread waits for room to write
};

// A running run's answer to kProbe.
struct RunProgress {
  Nanoseconds cpu_time{0};
  Nanoseconds wall_time{0};
  Nanoseconds starved_time{0};
  Activity activity = Activity::kComputes;

  std::string Encode() const;
  static Result<RunProgress> Decode(std::string_view body);
};

}  // namespace assay
