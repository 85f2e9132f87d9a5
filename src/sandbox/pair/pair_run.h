// PairRun: two runs in two boxes that talk with each other, followed by one thread of the server.
//
// What they say goes through two relays, so that it is certain which side left first, and whether
// anything moves. A few times a second both agents are asked what their programs do; from that
// follow whose time passes and whether both wait for each other.
//
// Not thread-safe; everything given outlives it. Used once. After an Error both boxes are lost.
#pragma once

#include <array>
#include <optional>

#include "base/cancel.h"
#include "base/result.h"
#include "runner/runner.h"
#include "sandbox/box/box.h"
#include "sandbox/pair/pair_clock.h"
#include "sandbox/pair/relay.h"

namespace assay {

class PairRun {
 public:
  struct Side {
    Box& box;
    const RunRequest& request;
    PreparedOrder& prepared;  // used up
  };

  // REQUIRES: both boxes are ready; the orders have stdin and no reply.
  PairRun(const Side& candidate, const Side& interactor, const PairRequest& request,
          const CancelToken* cancel);

  Result<PairResult> Run();

 private:
  struct Running {
    Running(const Side& the_side, const CancelToken* cancel)
        : side(the_side), talk(the_side.box.Converse(the_side.request, cancel)) {}
    const Side& side;
    Conversation talk;
    std::optional<RunResult> result;
    std::optional<RunStatus> stopped;  // why we ended it, as a status
  };

  Status Start();
  Status Step();
  Status TakeResults();
  // What the end of one side means for the other.
  Status React();
  Status Tick();
  void DecideWhoLeft();
  Status Stop(Running& running, RunStatus why);
  PairResult Finish();

  const PairRequest& request_;
  const CancelToken* const cancel_;
  Running candidate_, interactor_;
  std::optional<Relay> to_interactor_, to_candidate_;
  PairClock clock_;
  SteadyTime next_tick_{};
  std::optional<bool> candidate_left_first_;
  Stall stall_ = Stall::kNone;
};

}  // namespace assay
