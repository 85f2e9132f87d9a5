// Box: the server's handle on one box; runs one program at a time in it and captures what it
// writes.
//
// Not thread-safe: BoxRunner gives a box to one worker at a time. Destroying the handle ends the
// box.
#pragma once

#include <memory>

#include "base/cancel.h"
#include "base/result.h"
#include "model/run_result.h"
#include "runner/runner.h"
#include "sandbox/box/conversation.h"
#include "sandbox/box/order.h"
#include "sandbox/spawn/spawner_client.h"

namespace assay {

class Box {
 public:
  // Asks for a box; its readiness is awaited by the first Run or AwaitReady.
  static Result<std::unique_ptr<Box>> Create(SpawnerClient& spawner, int slot, int uid);
  ~Box();
  Box(const Box&) = delete;
  Box& operator=(const Box&) = delete;

  // Until the box is set up or emptied. An Error means it can't be used and nothing was lost.
  Status AwaitReady();

  // REQUIRES: AwaitReady succeeded since the last Run. Afterwards usable() tells whether to keep
  // the box; if so it is already emptying itself.
  Result<RunResult> Run(const RunRequest& request, const PreparedOrder& prepared,
                        const CancelToken* cancel);

  // The parts of Run, for who follows two boxes at once. Each run is started and, unless its box is
  // lost, finished with its report.
  Conversation Converse(const RunRequest& request, const CancelToken* cancel) const {
    return Conversation(handle_.socket.get(), request, cancel);
  }
  Status Start(Conversation& conversation, const PreparedOrder& prepared,
               const StandardPipes* pipes);
  Result<RunResult> Finish(Conversation& conversation, RunReport report);

  int uid() const { return uid_; }
  bool usable() const { return usable_; }
  int runs() const { return runs_; }
  int pidfd() const { return handle_.pidfd.get(); }

 private:
  Box(SpawnerClient& spawner, BoxHandle handle, int uid)
      : spawner_(spawner), handle_(std::move(handle)), uid_(uid) {}

  SpawnerClient& spawner_;
  BoxHandle handle_;
  const int uid_;
  bool ready_ = false;
  bool usable_ = true;
  int runs_ = 0;
};

}  // namespace assay
