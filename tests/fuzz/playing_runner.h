// PlayingRunner: a Runner that starts nothing and answers as any program might: every status, exit
// codes and signals, garbage and near misses on each channel. It never says that our environment
// failed, which is not a program's to bring about. Thread-safe.
#pragma once

#include <atomic>

#include "dice.h"
#include "runner/runner.h"

namespace assay {

class PlayingRunner final : public Runner {
 public:
  PlayingRunner(int slots, uint64_t seed) : slots_(slots), seed_(seed) {}

  Result<RunResult> Run(const RunRequest& request, const CancelToken* cancel) override;
  // Nothing here is interactive.
  Result<PairResult> RunPair(const PairRequest&, const CancelToken*) override {
    return Error{ErrorCode::kUnsupported, "fuzz.pair", 0, "no pairs are played"};
  }
  int slots() const override { return slots_; }
  std::string tier() const override { return "play"; }
  int64_t runs() const { return runs_; }

 private:
  const int slots_;
  const uint64_t seed_;
  std::atomic<int64_t> runs_{0};
};

}  // namespace assay
