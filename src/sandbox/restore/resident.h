// Resident: a process in which the tests of one submission run one after the other, its memory
// restored between them.
//
// It is forked from a zygote as any warm run, stops before the first code of the program (the
// child's side: sandbox/zygote/preload/restore_point.h), and has a snapshot taken of it. A filter
// (contain/seccomp_filter.h, BuildRestoreFilter) lets it do only what is undone here; at anything
// else it stops, is killed before that has an effect, and the run is refused: it has to be repeated
// as an ordinary fork. At its exit it stops, too. Then it is either ended or parked:
//
//   its mappings are compared with those of the snapshot; one that is missing ends it
//   it clears away what is new, its heap's end and all descriptors, from registers of ours, on code
//     that no run could change (no mapping that executes can be made or written to)
//   its mappings are compared again if any had changed; its registers and its floating point state
//     are written as they were
//   it copies what it has written to from the snapshot, which it can read and nobody but us write,
//     by a list of ours, on the same code; where that needs new memory or the list is long, we do
//   it waits for the next run's descriptors on a socket that it made itself and we took out of it
//
// What is trusted of the process: nothing. What a run may know of an earlier one is what it could
// find out as well in one process, and both are of one submission: earlier inputs, the time. What
// is expected of it was never there.
//
// Not thread-safe; lives in the agent, which is the process's parent.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"
#include "sandbox/restore/memory_map.h"
#include "sandbox/restore/tracee.h"
#include "sandbox/restore/tracked_memory.h"
#include "sandbox/wire/protocol.h"

namespace assay {

// What has to be the same for two runs to share a process.
struct ResidentProgram {
  uint64_t series = 0;  // which the caller of the runner says belong together, or kAnyProgram
  int warm = -1;
  std::vector<std::string> argv;
  std::string script;  // its text; empty for any program
  bool reply = false;
  int64_t file_bytes = 0;
  int64_t stack_bytes = 0;
  int64_t processes = 0;

  // Whether other programs' runs may follow each other in it: it is restored to where none was
  // read.
  bool any() const { return series == kAnyProgram; }
  friend bool operator==(const ResidentProgram&, const ResidentProgram&) = default;
};

class Resident {
 public:
  // `signals`: readable with SIGCHLD; `proc`: a /proc that has the process. Both outlive it.
  void Use(int signals, int proc) {
    signals_ = signals;
    proc_ = proc;
  }

  // Between runs, before one that will be adopted is counted.
  void Prepare() { buffer_.Prepare(); }
  // The file of its snapshot, which the fork maps to read it; -1: there is none, and none can be
  // restored.
  int snapshot_file() const { return buffer_.file(); }
  // A fork of `zygote` that waits for its snapshot. No other fork is asked of that one before this
  // process has ended. False: it can't be traced, and has to end.
  bool Adopt(pid_t pid, pid_t zygote, ResidentProgram program);

  enum class Stop {
    kNone,     // it goes on
    kEnded,    // it exited, with exit_code(), and stands still
    kRefused,  // it was killed before it did what can't be undone
  };
  // Of a status that wait4 gave of this process.
  Stop OnStop(int status);
  int exit_code() const { return exit_code_; }
  int refused_call() const { return refused_call_; }
  // Why the last one was not parked, or nothing of it was saved; told once.
  std::string TakeDoubt() { return std::exchange(doubt_, {}); }

  // Whether it stands still or waits, so that it is no process of the current run.
  bool rests() const { return state_ == State::kEnded || state_ == State::kParked; }
  pid_t pid() const { return pid_; }

  // After the run. Makes it ready for another, or ends it.
  void Park();
  // Whether it can run `program` next.
  bool Fits(const ResidentProgram& program) const {
    return state_ == State::kParked && program == program_;
  }
  // Whether a run of its series was refused before, of those that are remembered. Of any programs,
  // whether it is one of those that have a fork after others were refused: the more, the longer
  // none was not.
  bool Refuses(const ResidentProgram& program);
  // No further run of the last one's series comes here.
  void Refuse();
  // Starts the next run; `fds`: stdin, stdout, stderr and perhaps the reply's.
  Status Resume(const std::vector<int>& fds);
  // Memory of its own that a fork would have had to copy, and that it has already.
  int64_t held_bytes() const { return memory_ ? memory_->written_bytes() : 0; }

  // Ends it, and waits until it has ended.
  void Drop();
  void OnReaped(pid_t pid);

 private:
  enum class State { kNone, kArming, kRunning, kPassing, kEnded, kParked };

  Status TakeSnapshot(const StoppedCall& call);
  bool MayAsk(const StoppedCall& call) const;
  Status Rewind();
  Result<std::string> Maps() const;
  Status ClearAway(const LayoutDifference& difference);
  Result<uint64_t> WriteBack();

  int signals_ = -1;
  int proc_ = -1;
  SnapshotBuffer buffer_;

  State state_ = State::kNone;
  pid_t pid_ = -1;
  pid_t zygote_ = -1;
  UniqueFd pidfd_;
  UniqueFd maps_;
  ResidentProgram program_;
  std::deque<uint64_t> refused_;  // series, the latest last
  int forks_left_ = 0;            // of any programs
  int forks_ = 0;                 // as there were after the last refusal
  int exit_code_ = 0;
  int refused_call_ = 0;
  int signal_stops_ = 0;  // of this run
  int questions_ = 0;     // of this run, by path
  bool late_ = false;     // to clear away
  std::string doubt_;

  // The snapshot.
  std::string maps_text_;
  std::vector<Mapping> mappings_;
  ThreadState thread_;
  uint64_t layout_address_ = 0;
  uint64_t copies_address_ = 0;
  uint64_t buffer_address_ = 0;    // there
  bool handlers_changed_ = false;  // of signals, maybe, since then
  std::optional<TrackedMemory> memory_;

  UniqueFd socket_;  // to the parked process
};

}  // namespace assay
