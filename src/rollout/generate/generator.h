// Generator: has a model answer the samples of a run, through any OpenAI-compatible endpoint.
//
// Samples are asked for one by one, drawn from whoever makes them when there is room, and each that
// is answered, or finally isn't, is handed over as a record. What is no answer is tried again;
// what concerns more than one sample (money, a key, a dead endpoint) stops or pauses the run
// instead of making failures of all that is left. Nothing is kept here: a run that is stopped is
// gone on with by giving a new generator what has no answer yet.
//
// Run blocks and is called once; the rest is thread-safe. Threads: one for each request that may be
// under way.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "net/http_client.h"
#include "net/retry/retry.h"
#include "rollout/folder/records.h"
#include "rollout/generate/answer.h"
#include "rollout/generate/budget.h"
#include "rollout/generate/failure.h"
#include "rollout/generate/pace.h"
#include "rollout/generate/surroundings.h"

namespace assay::rollout {

// A sample to ask for.
struct Ask {
  std::string key;  // GenerationKey
  std::string item;
  int64_t sample = 0;
  std::string body;        // RequestBody
  AnswerRules rules = {};  // how the answer is read
  // What the answer has at most, where that is known.
  std::optional<int64_t> max_tokens = std::nullopt;
  // Of its requests and waits together, where that is less than the policy has for all.
  std::optional<Nanoseconds> most_time = std::nullopt;
  // Cancelled: the answer is wanted no more, which fails this sample alone ("cancelled"). Cancel of
  // the generator cancels it, too. Outlives the ask; null: nobody cancels this one alone.
  CancelToken* unwanted = nullptr;
};

enum class OnQuota {
  kStop,  // ends the run; what wasn't asked stays so
  kWait,  // tries again with one request after a while, then later and later
};

struct GeneratorOptions {
  std::string model;  // asked for; another one that answers is a warning
  int max_in_flight = 32;
  RetryPolicy retry = {};
  OnQuota on_quota = OnQuota::kStop;
  Nanoseconds first_quota_wait = std::chrono::minutes(1);  // doubled each time
  Nanoseconds longest_quota_wait = std::chrono::minutes(10);
  Nanoseconds total_quota_wait = std::chrono::hours(6);  // then the run ends all the same
  BudgetLimits budget = {};
  // Samples that fail one after the other, without an answer in between, before the run ends.
  int hopeless_after = 16;
  int64_t total = 0;  // samples there will be, for the time left; 0: not known
  // Gets sentences for people; called by any thread of Run. May be null.
  std::function<void(const std::string&)> on_warning = nullptr;
};

enum class EndReason {
  kDone,      // every sample has a record
  kStopped,   // Drain or Cancel
  kQuota,     // the endpoint wants money
  kDenied,    // it doesn't take the key
  kBudget,    // the run's own bounds
  kHopeless,  // nothing works
  kStorage,   // a record couldn't be kept
};

struct GenerationEnd {
  EndReason reason = EndReason::kDone;
  std::string message;  // a sentence for people; empty when done
};

struct Progress {
  int64_t answered = 0;
  int64_t failed = 0;  // records with an error
  int64_t total = 0;
  int64_t retries = 0;
  int in_flight = 0;
  int limit = 0;  // of in_flight, as found out by now
  Spending spent;
  double cost = 0;
  double per_second = 0;            // records, over the last minutes
  std::optional<Nanoseconds> left;  // at that rate
  bool waiting_for_quota = false;
};

class Generator {
 public:
  // Posts the body; as ChatClient::Send. Called from several threads at once.
  using Transport =
      std::function<Result<HttpResponse>(const std::string& body, SteadyTime deadline,
                                         const CancelToken& cancel, HttpFailure* failure)>;
  // The next sample, or none: there are no more. One call at a time.
  using Next = std::function<std::optional<Ask>()>;
  // Keeps a record; called from several threads at once. Room for the next request is there when it
  // returns. An error ends the run.
  using OnRecord = std::function<Status(const GenerationRecord& record)>;
  // The same, where an answer may lead to another question: what is returned is asked in the slot
  // of the one before, ahead of what is new. None: the slot is free.
  using OnAnswer = std::function<Result<std::optional<Ask>>(const GenerationRecord& record)>;

  // REQUIRES: CheckBudget(options.budget); `surroundings` outlives the generator.
  Generator(GeneratorOptions options, Transport transport, Surroundings* surroundings);
  Generator(const Generator&) = delete;

  GenerationEnd Run(const Next& next, const OnRecord& on_record) ASSAY_EXCLUDES(mutex_);
  GenerationEnd RunInTurns(const Next& next, const OnAnswer& on_answer) ASSAY_EXCLUDES(mutex_);
  // Draws no more samples; those that were drawn go on to their end.
  void StopDrawing() ASSAY_EXCLUDES(mutex_);
  // Asks for nothing new, further turns included, and waits for what is under way.
  void Drain() ASSAY_EXCLUDES(mutex_);
  // Gives up what is under way, too.
  void Cancel() ASSAY_EXCLUDES(mutex_);
  Progress progress() const ASSAY_EXCLUDES(mutex_);

 private:
  enum class Turn { kGo, kSleep, kOver };
  // What a request that was sent came to.
  struct Reply {
    GenerationRecord record;
    std::optional<Failure> failure;
    Spending spent;
  };

  void Work(const Next& next, const OnAnswer& on_answer);
  std::optional<Ask> Draw(const Next& next) ASSAY_EXCLUDES(draw_mutex_, mutex_);
  // None: the run ended before there was an answer.
  std::optional<GenerationRecord> AnswerTo(const Ask& ask);
  bool Admit(const Spending& most) ASSAY_EXCLUDES(mutex_);
  Turn WaitForTurn(const Spending& most, SteadyTime* until) ASSAY_EXCLUDES(mutex_);
  Reply Send(const Ask& ask, SteadyTime deadline);
  // As transport_, until `ask` is unwanted or all is cancelled.
  Result<HttpResponse> Post(const Ask& ask, SteadyTime deadline, HttpFailure* failure)
      ASSAY_EXCLUDES(mutex_);
  void Settle(const Spending& most, const Reply& reply, SteadyTime sent) ASSAY_EXCLUDES(mutex_);
  // Whether the sample is asked for again once there is a turn.
  bool PauseForQuota(const Failure& failure, SteadyTime sent) ASSAY_EXCLUDES(mutex_);
  void CountFailure(const Failure& failure) ASSAY_EXCLUDES(mutex_);
  void CountRetry() ASSAY_EXCLUDES(mutex_);
  void CountRecord(bool failed) ASSAY_EXCLUDES(mutex_);
  void WarnOfModel(const std::string& answered) ASSAY_EXCLUDES(mutex_);
  Spending MostOf(const Ask& ask) const ASSAY_EXCLUDES(mutex_);
  void End(EndReason reason, std::string message) ASSAY_EXCLUDES(mutex_);
  void EndLocked(EndReason reason, std::string message) ASSAY_REQUIRES(mutex_);
  bool MayDraw() const ASSAY_EXCLUDES(mutex_);

  const GeneratorOptions options_;
  const Transport transport_;
  Surroundings* const surroundings_;
  CancelToken naps_;   // cancelled: nobody sleeps any more
  CancelToken calls_;  // cancelled: nothing is under way any more

  Mutex draw_mutex_;
  bool drawn_all_ ASSAY_GUARDED_BY(draw_mutex_) = false;

  mutable Mutex mutex_;
  CondVar changed_;
  Pace pace_ ASSAY_GUARDED_BY(mutex_);
  Budget budget_ ASSAY_GUARDED_BY(mutex_);
  std::optional<GenerationEnd> end_ ASSAY_GUARDED_BY(mutex_);
  bool no_more_draws_ ASSAY_GUARDED_BY(mutex_) = false;
  int in_flight_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::set<CancelToken*> tokens_ ASSAY_GUARDED_BY(mutex_);  // of requests that have their own
  SteadyTime not_before_ ASSAY_GUARDED_BY(mutex_) =
      SteadyTime::min();  // nothing is sent until then
  int failures_in_a_row_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t longest_answer_ ASSAY_GUARDED_BY(mutex_) = 0;  // tokens
  // Of a pause for quota: since when, until which next try, and how long that one waits.
  std::optional<SteadyTime> paused_since_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime paused_at_ ASSAY_GUARDED_BY(mutex_) = SteadyTime::min();
  Nanoseconds next_pause_ ASSAY_GUARDED_BY(mutex_);
  int64_t answered_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t failed_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t retries_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::deque<SteadyTime> recent_ ASSAY_GUARDED_BY(mutex_);  // when the last records came
  std::set<std::string> other_models_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime started_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::rollout
