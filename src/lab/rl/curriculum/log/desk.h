// Desk: a curriculum in a folder, which a killed process loses nothing of.
//
//   plan.yaml      what it was begun with
//   journal.jsonl  what it is of, then each call that changed it, in order
//   lock           held by the one process that writes
//
// A call is in the journal, on the disk, before its answer is given; whoever opens the folder
// repeats them all, and has the same curriculum. A place in it is the number of calls so far:
// Rewind goes back to one, so that a trainer that goes on from its own checkpoint is given what it
// was given then.
//
// Thread-safe. All but the getters may wait for the disk.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "lab/rl/curriculum/log/call.h"
#include "rollout/folder/row_file.h"

namespace assay::curriculum {

struct Done {
  int64_t place = 0;  // calls so far, this one included
  Answer answer;
};

class Desk {
 public:
  // Makes the folder where there is none. kInvalidArgument: it is of another plan or of other
  // problems, or another process writes there; the plan is faulty.
  static Result<std::unique_ptr<Desk>> Open(const std::string& folder, const Plan& plan,
                                            std::shared_ptr<const ProblemTable> problems);
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  // kInvalidArgument: nothing was changed. Others: the disk failed; what was asked for is lost to
  // this process, and so is all that comes later: begin it again.
  Result<Done> Do(const Call& call) ASSAY_EXCLUDES(mutex_);
  // Back to the place; later calls are forgotten. Returns the place.
  Result<int64_t> Rewind(int64_t place) ASSAY_EXCLUDES(mutex_);

  Summary Summarise() const ASSAY_EXCLUDES(mutex_);
  int64_t place() const ASSAY_EXCLUDES(mutex_);
  std::vector<int64_t> UnderWay() const ASSAY_EXCLUDES(mutex_);
  const Plan& plan() const { return plan_; }
  const ProblemTable& problems() const { return *problems_; }
  // Of an unfinished last line that was found.
  int64_t torn_bytes() const { return journal_->torn_bytes(); }

 private:
  struct Keyed {
    std::string key;
    std::string line;  // the call
    Done done;
  };

  struct State {
    std::unique_ptr<Curriculum> curriculum;
    std::vector<rollout::RowFile::Place> calls;
    std::deque<Keyed> keyed;  // the last ones that had a key
  };

  Desk(Plan plan, std::shared_ptr<const ProblemTable> problems)
      : plan_(std::move(plan)), problems_(std::move(problems)) {}
  Status Load(const std::string& folder) ASSAY_EXCLUDES(mutex_);
  // A new curriculum that the calls are repeated to.
  Result<State> Repeat(const std::vector<rollout::RowFile::Place>& calls) const;
  Result<Done> DoOnce(const Call& call, const std::string& line) ASSAY_REQUIRES(mutex_);
  // Its place in the journal is the caller's to put in.
  static Result<Done> Carry(const Call& call, std::string_view line, State* state);

  const Plan plan_;
  const std::shared_ptr<const ProblemTable> problems_;
  UniqueFd lock_;
  std::unique_ptr<rollout::RowFile> journal_;
  mutable Mutex mutex_;
  State state_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::curriculum
