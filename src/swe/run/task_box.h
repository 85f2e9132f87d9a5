// TaskBox: one fresh sandbox in which a task's tests run, as a thread that waits uses it: a tree, a
// few files, a command, what that wrote.
//
// Every call ends by its deadline. Errors are the sandbox's: kInvalidArgument where its own
// programs or files may have brought it about, and otherwise our environment's failure.
// One thread's, but for Cancel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/blob.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "sessions/sandboxes.h"
#include "swe/patch/apply.h"

namespace assay::swe {

struct CommandEnd {
  std::string output;      // both streams in their order, the beginning of it
  bool cut = false;        // there was more
  int exit_code = 0;       // 128 and the signal that ended it
  bool timed_out = false;  // we ended it
  bool out_of_memory = false;
  Nanoseconds took{0};
};

class TaskBox {
 public:
  // Who may give up on it, from any thread.
  class Cancel {
   public:
    void Now() ASSAY_EXCLUDES(mutex_);
    bool given_up() const ASSAY_EXCLUDES(mutex_);

   private:
    friend class TaskBox;
    // False: it was given up already, and the sandbox is ended.
    bool Hold(const SandboxPtr& sandbox) ASSAY_EXCLUDES(mutex_);

    mutable Mutex mutex_;
    bool given_up_ ASSAY_GUARDED_BY(mutex_) = false;
    SandboxPtr sandbox_ ASSAY_GUARDED_BY(mutex_);
  };

  // Waits for room until `patience`. `sandboxes` and `cancel` outlive it.
  static Result<std::unique_ptr<TaskBox>> Make(Sandboxes& sandboxes, const std::string& tenant,
                                               const SandboxRequest& request, SteadyTime patience,
                                               Cancel& cancel);
  ~TaskBox();
  TaskBox(const TaskBox&) = delete;
  TaskBox& operator=(const TaskBox&) = delete;

  // Where relative paths of the calls below begin: absolute, or below the home directory.
  void SetTree(std::string path) { tree_ = std::move(path); }

  Status Unpack(const BlobPtr& archive, SteadyTime deadline);
  // A file as it is before anything of a candidate's ran. kInvalidArgument: larger than
  // kMostFileBytes.
  static constexpr int64_t kMostFileBytes = 32 << 20;
  Result<TreeFile> Look(const std::string& path, SteadyTime deadline);
  Status Write(const std::string& path, const TreeFile& file, SteadyTime deadline);
  // Fine where there is none.
  Status Remove(const std::string& path, SteadyTime deadline);
  // Makes it so, unless it is.
  Status Ensure(const FileChange& change, SteadyTime deadline);

  // By /bin/bash, in the tree. `most_bytes` of its output are kept.
  Result<CommandEnd> Run(const std::string& command, Nanoseconds time, int64_t most_bytes);
  // Ends every process, and keeps the files.
  Status EndProcesses(SteadyTime deadline);

  // Files of the tree by `pattern` (RunTask::report), one after the other in the order of their
  // names; `most_bytes` of them. kInvalidArgument: there is none, or it is no plain file.
  Result<std::string> ReadReport(const std::string& pattern, int64_t most_bytes,
                                 SteadyTime deadline);
  Status RemoveReport(const std::string& pattern, SteadyTime deadline);

 private:
  TaskBox(SandboxPtr sandbox, Cancel& cancel) : sandbox_(std::move(sandbox)), cancel_(cancel) {}

  std::string At(const std::string& path) const;
  // Does it with the files, on a thread of the sandbox.
  Status WithFiles(SteadyTime deadline, std::function<Status(LiveFiles&)> work);
  Result<std::vector<std::string>> Matching(const std::string& pattern, SteadyTime deadline);

  const SandboxPtr sandbox_;
  Cancel& cancel_;
  std::string tree_;
};

}  // namespace assay::swe
