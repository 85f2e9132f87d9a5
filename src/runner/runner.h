// Runner: run this program under these limits. The seam between judging and isolation: the engine
// knows only this interface, so that it is tested without privileges.
#pragma once

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
  Limits limits;
  // A short label for logs and metrics: "compile", "test", "checker".
  std::string purpose = "test";
};

inline constexpr int kReplyFd = 3;

// Thread-safe: one call per worker at a time, any number of workers.
class Runner {
 public:
  virtual ~Runner() = default;

  // Blocks until the run has ended and everything it started is gone; never longer than
  // limits.wall_time * wall_backstop_factor plus a small constant. `cancel` may be null; when it
  // fires the run is killed and RunStatus::kCancelled comes back. An Error means our environment
  // failed and says nothing about the program.
  virtual Result<RunResult> Run(const RunRequest& request, const CancelToken* cancel) = 0;

  // How many runs may be timed at once: the number of worker threads the engine starts.
  virtual int slots() const = 0;
  // Name of the isolation tier ("privileged"), stamped on verdicts.
  virtual std::string tier() const = 0;
};

}  // namespace assay
