// Runner: run this program under these limits. The seam between judging and isolation: the engine
// knows only this interface, so that it is tested without privileges.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/blob.h"
#include "base/cancel.h"
#include "base/result.h"
#include "model/limits.h"
#include "model/run_result.h"

namespace assay {

// A file placed in the box before the program starts. Relative paths are below the work directory,
// absolute ones are in the box's own view; neither can leave the box.
struct InputFile {
  std::string path;
  BlobPtr contents;
  bool executable = false;
};

struct RunRequest {
  std::vector<std::string> argv;           // argv[0]: absolute, or found through PATH of `env`
  std::map<std::string, std::string> env;  // the whole environment; nothing is inherited
  BlobPtr stdin_bytes;                     // null: end of file at once
  std::vector<InputFile> files;
  // Regular files to collect after the end, as RunResult::files. A name with '*' is a pattern of
  // the work directory's entries ("*.class"). Missing ones are left out.
  std::vector<std::string> fetch;
  int64_t fetch_bytes = 256LL << 20;  // bound on all collected files together; more: left out
  // When true the program finds a pipe on descriptor kReplyFd whose contents come back as
  // RunResult::reply_bytes. Function-call drivers put the returned value there.
  bool reply = false;
  // In a box that no program has been in, so that nothing an earlier run left anywhere can help
  // this one. Costs the making of a box.
  bool fresh_box = false;
  // Runs of one program with the same number may follow each other in one process, whose state is
  // restored between them. 0: this one has a process of its own.
  uint64_t series = 0;
  // Without a series: it may have a process in which other programs' runs were, restored since
  // then, where the runner does that.
  bool may_follow_others = false;
  Limits limits;
  // A short label for logs and metrics: "compile", "test", "checker".
  std::string purpose = "test";
};

inline constexpr int kReplyFd = 3;

// Two programs that talk: each one's stdout is the other's stdin, through pipes. The candidate's
// limits are as in a run of its own, but that time in which it waits for the interactor is not its.
struct PairRequest {
  RunRequest candidate;  // stdin_bytes and reply are not used, of either; its fresh_box is for both
  RunRequest interactor;
  // With which the interactor says that all was well. After any other end of an interactor that
  // left first, the candidate's own end is of no interest, and it is stopped.
  int accepting_exit_code = 0;
};

// Both waited for each other, and whose fault that is: the candidate's when the interactor waits
// for it or for it to read, else the interactor's.
enum class Stall { kNone, kCandidate, kInteractor };

struct PairResult {
  // stdout_bytes of either is the beginning of what it said. The candidate's wall_time is its own
  // share: it computed, or the interactor waited for it.
  RunResult candidate;
  RunResult interactor;
  // It stopped talking (ended, or closed its stdout) while the interactor still listened.
  bool candidate_left_first = false;
  // The end of the other one had decided; this one was stopped, and its end means nothing.
  bool candidate_stopped = false;
  bool interactor_stopped = false;
  Stall stall = Stall::kNone;
};

// Thread-safe: one call per worker at a time, any number of workers.
class Runner {
 public:
  virtual ~Runner() = default;

  // Blocks until the run has ended and everything it started is gone; never longer than
  // limits.wall_time * wall_backstop_factor plus a small constant. `cancel` may be null; when it
  // fires the run is killed and RunStatus::kCancelled comes back. An Error means our environment
  // failed and says nothing about the program.
  virtual Result<RunResult> Run(const RunRequest& request, const CancelToken* cancel) = 0;

  // As Run, for two programs at once. They count as one run: it is always the turn of one of them.
  // Never waits for more than what Run waits for.
  virtual Result<PairResult> RunPair(const PairRequest& request, const CancelToken* cancel) = 0;

  // How many runs may be timed at once: the number of worker threads the engine starts.
  virtual int slots() const = 0;
  // Name of the isolation tier ("privileged"), stamped on verdicts.
  virtual std::string tier() const = 0;
};

}  // namespace assay
