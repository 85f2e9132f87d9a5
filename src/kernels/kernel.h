// Kernel: a persistent Python in a sandbox. Cells run one at a time in the order of their coming;
// what one defines, later ones find.
//
// The program in the box is two processes (python/): one runs cells, the other watches it and says
// how cells ended. Here is what makes that dependable: a program that dies or falls silent ends its
// cell with kDied, is started anew, and the cells that wait go on in the new one; a sandbox that
// ends gives each of them an Error. Every cell's listener hears its end once.
//
// A kernel that only waits for cells doesn't keep its sandbox from being idle; one that starts or
// runs a cell does.
//
// Thread-safe. Callbacks come from threads of the sessions or of `Means`, and must not block.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/work/executor.h"
#include "base/work/timers.h"
#include "kernels/cell.h"
#include "kernels/frames.h"
#include "sessions/sandboxes.h"

namespace assay {

class Kernel;
using KernelPtr = std::shared_ptr<Kernel>;

enum class KernelState { kStarting, kIdle, kBusy, kEnded };
inline constexpr auto kKernelStateNames =
    MakeEnumNames<KernelState>({{KernelState::kStarting, "starting"},
                                {KernelState::kIdle, "idle"},
                                {KernelState::kBusy, "busy"},
                                {KernelState::kEnded, "ended"}});
static_assert(kKernelStateNames.IsWholeUpTo(KernelState::kEnded));

// How a kernel is at a moment.
struct KernelInfo {
  KernelState state = KernelState::kStarting;
  std::string python;  // its version, once it runs
  int cells = 0;       // that have ended
  int waiting = 0;     // with the one that runs
  int restarts = 0;
  std::chrono::system_clock::time_point created;
  std::chrono::system_clock::time_point used;  // when a cell came or ended last
  std::string why;                             // of kEnded
};

class Kernel : public std::enable_shared_from_this<Kernel> {
 public:
  // What kernels share; outlives them. `work` is for calls that may wait for a sandbox.
  struct Means {
    Timers& timers;
    Executor& work;
  };
  static constexpr size_t kMaxWaiting = 64;

  // `directory`: where it starts; empty: at home.
  Kernel(std::string id, SandboxPtr sandbox, std::string directory, Means means);
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  // Once. `done` when it runs, or can't: the sandbox has no such interpreter, or has ended.
  void Start(std::function<void(Status)> done) ASSAY_EXCLUDES(mutex_);

  // Refused: kInvalidArgument (too long), kResource (kMaxWaiting), kUnavailable (it has ended); the
  // listener then hears nothing.
  Status Run(CellRequest request, std::shared_ptr<CellListener> listener) ASSAY_EXCLUDES(mutex_);
  // The cell that runs, if any.
  void Interrupt() ASSAY_EXCLUDES(mutex_);
  // Gives the listener's cell up: interrupts it when it runs, and drops it when it waits, which its
  // listener hears as kInterrupted.
  void Abandon(const CellListener* listener) ASSAY_EXCLUDES(mutex_);
  // A new kernel, and the end of the cell that runs; those that wait go on in the new one. `done`
  // when it is there.
  void Restart(std::function<void(Status)> done) ASSAY_EXCLUDES(mutex_);
  // All cells end with this Error, and so does its program; not its sandbox.
  void End(const Error& why) ASSAY_EXCLUDES(mutex_);
  // Returns when nothing of it goes on in other threads. REQUIRES: End, and no lock that a listener
  // takes.
  void AwaitQuiet() ASSAY_EXCLUDES(hearing_) { MutexLock hearing(hearing_); }

  const std::string& id() const { return id_; }
  const std::string& directory() const { return directory_; }
  const SandboxPtr& sandbox() const { return sandbox_; }
  KernelInfo Info() const ASSAY_EXCLUDES(mutex_);

 private:
  class Ear;       // hears one program
  class Presence;  // hears nothing
  struct Waiting {
    CellRequest request;
    std::shared_ptr<CellListener> listener;
  };
  struct Running {
    int64_t number = 0;
    std::shared_ptr<CellListener> listener;
    SteadyTime began;
    bool restarted_before = false;
    bool silent = false;  // the program was killed because it said nothing any more
    bool done = false;    // how it ended is known, and about to be told
    Timers::Ticket watch;
    // Attached while it runs, which keeps its sandbox from being idle.
    std::shared_ptr<Execution> program;
    std::shared_ptr<ExecutionListener> presence;
  };

  void Launch() ASSAY_EXCLUDES(mutex_);
  void OnBytes(int program, const std::string& bytes) ASSAY_EXCLUDES(mutex_);
  void OnComplaint(int program, const std::string& bytes) ASSAY_EXCLUDES(mutex_);
  void OnProgramEnd(int program, const Result<ExecutionEnd>& end) ASSAY_EXCLUDES(mutex_);
  void OnFrame(const KernelFrame& frame) ASSAY_EXCLUDES(mutex_);
  void OnStarted(const KernelFrame& frame) ASSAY_EXCLUDES(mutex_);
  void OnSilence(int64_t cell) ASSAY_EXCLUDES(mutex_);
  // No cell is begun until the program says that its kernel is there; in time, or it is killed.
  void WaitForStart() ASSAY_REQUIRES(mutex_);
  // The cell that runs has ended so. No other end of it is told, and none of a later cell.
  void Finish(int64_t number, CellEnd end) ASSAY_EXCLUDES(mutex_);
  void TellEnd(int64_t number, CellEnd end) ASSAY_EXCLUDES(mutex_);
  // Begins the next cell, if one can begin.
  void Next() ASSAY_EXCLUDES(mutex_);
  // Kills the program, which is then started anew; its number, so that it is no later one.
  void KillProgram(int program) ASSAY_EXCLUDES(mutex_);
  void TellStarted(const Status& status) ASSAY_EXCLUDES(mutex_);

  const std::string id_;
  const SandboxPtr sandbox_;
  const std::string directory_;
  const Means means_;

  // Held while frames of the program are worked off, so that they stay in order; before mutex_.
  Mutex hearing_;
  FrameReader reader_ ASSAY_GUARDED_BY(hearing_);

  mutable Mutex mutex_;
  std::shared_ptr<Execution> program_ ASSAY_GUARDED_BY(mutex_);
  int program_number_ ASSAY_GUARDED_BY(mutex_) = 0;
  int failed_starts_ ASSAY_GUARDED_BY(mutex_) = 0;  // in a row
  bool ready_ ASSAY_GUARDED_BY(mutex_) = false;     // the program takes cells
  std::string complaint_ ASSAY_GUARDED_BY(mutex_);  // the end of what it wrote to stderr
  Timers::Ticket start_watch_ ASSAY_GUARDED_BY(mutex_);
  // Attached to program_ until it takes cells.
  std::shared_ptr<ExecutionListener> start_presence_ ASSAY_GUARDED_BY(mutex_);
  std::deque<Waiting> waiting_ ASSAY_GUARDED_BY(mutex_);
  std::optional<Running> running_ ASSAY_GUARDED_BY(mutex_);
  int64_t last_number_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::vector<CellEvent> between_ ASSAY_GUARDED_BY(mutex_);  // said while no cell ran
  bool restarted_unseen_ ASSAY_GUARDED_BY(mutex_) = false;
  bool restart_asked_ ASSAY_GUARDED_BY(mutex_) = false;
  int64_t oom_kills_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::vector<std::function<void(Status)>> start_waiters_ ASSAY_GUARDED_BY(mutex_);
  std::optional<Error> ended_ ASSAY_GUARDED_BY(mutex_);
  KernelInfo info_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
