// Box: the server's handle on one box and what can be done with it, in four verbs. Place puts files
// into it, Exec runs one program and captures what it writes, Collect brings files back, Reset
// empties it. Files placed stay for the programs after the next one, until Reset.
//
// Place and Collect travel with the Exec after them, and so may the Reset after it, so that a whole
// run is one message to the box and one report from it.
//
// Not thread-safe: a lease of BoxPool gives a box to one caller at a time. Destroying the handle
// ends the box.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/fd.h"
#include "base/result.h"
#include "model/run_result.h"
#include "runner/runner.h"
#include "sandbox/box/conversation.h"
#include "sandbox/box/order.h"
#include "sandbox/spawn/spawner_client.h"

namespace assay {

class Box {
 public:
  // Asks for a box; its readiness is awaited by AwaitReady.
  static Result<std::unique_ptr<Box>> Create(SpawnerClient& spawner, int slot, int uid);
  ~Box();
  Box(const Box&) = delete;
  Box& operator=(const Box&) = delete;

  // Until the box is set up or emptied. An Error means it can't be used and nothing was lost.
  Status AwaitReady();

  // The next Exec finds these files, beside what earlier ones left.
  void Place(PlacedFiles files);
  // The next Exec brings these back, at most `bytes` of them together.
  void Collect(std::vector<std::string> names, int64_t bytes);
  // REQUIRES: AwaitReady succeeded since the last Reset, and usable().
  // Afterwards usable() tells whether to keep the box. With `prepared.order.last` set, Reset is
  // next, and may have been done.
  Result<RunResult> Exec(PreparedOrder prepared, const RunRequest& request,
                         const CancelToken* cancel);
  // Empties the box. Doesn't wait; AwaitReady does. Harmless when there is nothing to empty.
  void Reset();

  // The parts of Exec, for who follows two boxes at once. Each run is started and, unless its box
  // is lost, finished with its report.
  Conversation Converse(const RunRequest& request, const CancelToken* cancel) const {
    return Conversation(handle_.socket.get(), request, cancel);
  }
  Status Start(Conversation& conversation, PreparedOrder prepared, const StandardPipes* pipes);
  Result<RunResult> Finish(Conversation& conversation, RunReport report);

  int uid() const { return uid_; }
  bool usable() const { return state_ != State::kLost; }
  int runs() const { return runs_; }
  // Whether the last Exec came to nothing because its series can't go on: to be repeated without.
  bool refused() const { return refused_; }
  // What its making took, and the parts of the last timed run.
  const StepTimes& times() const { return times_; }

 private:
  Status StillThere();

  enum class State {
    kAwaited,  // it is being made or emptied
    kReady,
    kUsed,  // ready for more, but not empty
    kLost,  // in doubt: it has to go
  };

  Box(SpawnerClient& spawner, BoxHandle handle, int uid)
      : spawner_(spawner), handle_(std::move(handle)), uid_(uid) {}

  SpawnerClient& spawner_;
  BoxHandle handle_;
  const int uid_;
  State state_ = State::kAwaited;
  int runs_ = 0;
  bool refused_ = false;
  // For the next Exec.
  PlacedFiles placed_;
  std::vector<std::string> wanted_;
  int64_t wanted_bytes_ = 0;
  UniqueFd input_;  // of the run under way
  StepTimes times_;
};

}  // namespace assay
