// Generator: a small transformer that writes for many at a time, one thread, a token of each with
// every pass. New parameters take effect with the next token, in the middle of what is written.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "base/dice/mix.h"
#include "base/mutex.h"
#include "lab/rl/tiny/model/shape.h"
#include "lab/rl/tiny/model/writer.h"

namespace assay::tiny {

struct WriteAsk {
  std::vector<int> prompt;
  int max_tokens = 0;
  double temperature = 1;  // 0: always what is likeliest
};

struct Written {
  std::vector<int> tokens;  // kEnd at their end, unless it was cut
  // Of tokens, as the model has them at temperature 1, whatever they were drawn with.
  std::vector<float> logprobs;
  bool truncated = false;
};

class Generator {
 public:
  static constexpr size_t kMostWaiting = 4096;
  // Called once, by the generator's thread; nothing: it ended before.
  using OnWritten = std::function<void(std::optional<Written>)>;

  Generator(const Shape& shape, int slots, uint64_t seed, std::vector<float> parameters);
  ~Generator();
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  // False: too many wait, or it has ended. REQUIRES: a prompt of 1 to context - 1 tokens,
  // max_tokens > 0.
  bool Submit(WriteAsk ask, OnWritten on_written) ASSAY_EXCLUDES(mutex_);
  // Returns when no token is being written; none is until Resume. What was begun stays.
  void Pause() ASSAY_EXCLUDES(mutex_);
  void Resume() ASSAY_EXCLUDES(mutex_);
  void SetParameters(std::vector<float> parameters) ASSAY_EXCLUDES(mutex_);
  // Answers all that waits or is being written with nothing. By the owner.
  void End() ASSAY_EXCLUDES(mutex_);

 private:
  struct Job {
    WriteAsk ask;
    OnWritten on_written;
    Dice dice;
    Written written;
    int position = 0;  // of the next token that is read
    bool done = false;
  };

  void Work() ASSAY_EXCLUDES(mutex_);
  // Fills slots; whether there is anything to do.
  bool TakeJobs() ASSAY_REQUIRES(mutex_);
  // One token of each. The running thread's alone.
  void Advance();
  void Choose(std::span<const float> logits, Job* job) const;

  const Shape shape_;
  const uint64_t seed_;
  Writer writer_;
  std::vector<std::optional<Job>> slots_;  // the thread's
  std::vector<float> used_;                // the thread's: what it writes with
  Mutex mutex_;
  CondVar changed_;
  std::deque<Job> waiting_ ASSAY_GUARDED_BY(mutex_);
  std::optional<std::vector<float>> newer_ ASSAY_GUARDED_BY(mutex_);
  uint64_t asked_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool paused_ ASSAY_GUARDED_BY(mutex_) = false;
  bool writing_ ASSAY_GUARDED_BY(mutex_) = false;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace assay::tiny
