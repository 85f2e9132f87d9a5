#include "sandbox/pair/pair_clock.h"

#include <algorithm>

namespace assay {
namespace {

// What one side did since the last sample.
struct Doing {
  bool waits = false;  // for its partner
  bool sleeps = false;
  Nanoseconds cpu{0};
  Nanoseconds starved{0};
};

Doing Since(const std::optional<RunProgress>& before, const std::optional<RunProgress>& now) {
  if (!now) return {};
  Doing doing;
  doing.waits = now->activity == Activity::kAwaitsInput || now->activity == Activity::kAwaitsRoom;
  doing.sleeps = now->activity == Activity::kSleeps;
  doing.cpu = now->cpu_time - (before ? before->cpu_time : Nanoseconds(0));
  doing.starved = now->starved_time - (before ? before->starved_time : Nanoseconds(0));
  return doing;
}

// While nothing is said the interactor's word counts: it knows the protocol, so when it waits it is
// the candidate's turn. While messages go to and fro, only one that sleeps holds them up.
bool IsCandidatesTurn(const Doing& candidate, const Doing& interactor, bool moved) {
  return interactor.waits && (!moved || candidate.sleeps);
}

bool IsInteractorsTurn(const Doing& candidate, const Doing& interactor, bool moved) {
  return moved ? interactor.sleeps && candidate.waits : !interactor.waits;
}

// The whole time in its turn, but for what the host took; else what it computed.
Nanoseconds Share(const Doing& side, bool turn, Nanoseconds wall) {
  return turn ? std::max(side.cpu, wall - side.starved) : side.cpu;
}

}  // namespace

void PairClock::Add(const Sample& sample) {
  if (!last_) {
    last_ = sample;
    moved_at_ = sample.at;
    return;
  }
  const Nanoseconds wall = sample.at - last_->at;
  const bool moved = sample.moved_bytes != last_->moved_bytes;
  const Doing candidate = Since(last_->candidate, sample.candidate);
  const Doing interactor = Since(last_->interactor, sample.interactor);
  if (sample.candidate) {
    const bool turn = !sample.interactor || IsCandidatesTurn(candidate, interactor, moved);
    candidate_time_ += Share(candidate, turn, wall);
  }
  if (sample.interactor) {
    const bool turn = !sample.candidate || IsInteractorsTurn(candidate, interactor, moved);
    interactor_time_ += Share(interactor, turn, wall);
  }
  if (moved) moved_at_ = sample.at;
  const bool halt =
      sample.candidate && sample.interactor && !moved && candidate.waits && interactor.waits;
  waiting_samples_ = halt ? waiting_samples_ + 1 : 0;
  halted_ = waiting_samples_ >= kHaltSamples && sample.at - moved_at_ >= kHalt;
  last_ = sample;
}

}  // namespace assay
