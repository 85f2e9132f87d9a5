// Run and its threads; the way of one sample (AnswerTo, Send); who may send (Admit, Settle,
// PauseForQuota); how a run ends; what is counted.
#include "rollout/generate/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "base/check.h"

namespace assay::rollout {
namespace {

constexpr char kStopped[] = "stopped; the same command goes on";
constexpr size_t kRecentRecords = 512;
constexpr std::chrono::minutes kRateWindow{5};
// For estimates where an endpoint doesn't count, and of what a prompt may have.
constexpr int64_t kBytesOfToken = 3;

int64_t TokensOf(size_t bytes) {
  return (static_cast<int64_t>(bytes) + kBytesOfToken - 1) / kBytesOfToken;
}

// What concerns this sample alone, so that it says nothing about the next ones.
bool IsOwnFault(FailureKind kind) {
  return kind == FailureKind::kContentFilter || kind == FailureKind::kContextLength ||
         kind == FailureKind::kTooLong;
}

GenerationRecord FailedRecord(GenerationRecord record, const Failure& failure) {
  record.error = RowError{failure.Name(), failure.message};
  return record;
}

}  // namespace

Generator::Generator(GeneratorOptions options, Transport transport, Surroundings* surroundings)
    : options_(std::move(options)),
      transport_(std::move(transport)),
      surroundings_(surroundings),
      pace_(options_.max_in_flight),
      budget_(options_.budget),
      next_pause_(options_.first_quota_wait),
      started_(surroundings->Now()) {}

GenerationEnd Generator::Run(const Next& next, const OnRecord& on_record) {
  return RunInTurns(next,
                    [&on_record](const GenerationRecord& record) -> Result<std::optional<Ask>> {
                      ASSAY_RETURN_IF_ERROR(on_record(record));
                      return std::optional<Ask>();
                    });
}

GenerationEnd Generator::RunInTurns(const Next& next, const OnAnswer& on_answer) {
  {
    MutexLock lock(mutex_);
    started_ = surroundings_->Now();
  }
  std::vector<std::thread> threads;
  threads.reserve(static_cast<size_t>(options_.max_in_flight));
  for (int i = 0; i < options_.max_in_flight; ++i) {
    threads.emplace_back([this, &next, &on_answer] { Work(next, on_answer); });
  }
  for (std::thread& thread : threads) thread.join();
  MutexLock lock(mutex_);
  if (end_) return *end_;
  return no_more_draws_ ? GenerationEnd{EndReason::kStopped, kStopped} : GenerationEnd{};
}

void Generator::Work(const Next& next, const OnAnswer& on_answer) {
  std::optional<Ask> ask;
  while (ask || (ask = Draw(next))) {
    const std::optional<GenerationRecord> record = AnswerTo(*ask);
    if (!record) return;
    Result<std::optional<Ask>> further = on_answer(*record);
    if (!further.ok()) {
      End(EndReason::kStorage, further.error().message);
      return;
    }
    ask = *std::move(further);
    if (!ask) CountRecord(record->error.has_value());
  }
}

std::optional<Ask> Generator::Draw(const Next& next) {
  if (!MayDraw()) return std::nullopt;
  MutexLock lock(draw_mutex_);
  if (drawn_all_) return std::nullopt;
  std::optional<Ask> ask = next();
  drawn_all_ = !ask.has_value();
  return ask;
}

std::optional<GenerationRecord> Generator::AnswerTo(const Ask& ask) {
  const RetryPolicy& policy = options_.retry;
  const Nanoseconds total_time =
      std::min(policy.total_time, ask.most_time.value_or(policy.total_time));
  // Of the sample's own requests and waits; not of waiting for a turn, which is everybody's.
  Nanoseconds used{0};
  for (int attempt = 1;;) {
    const Spending most = MostOf(ask);
    if (!Admit(most)) return std::nullopt;
    const SteadyTime sent = surroundings_->Now();
    Reply reply = Send(ask, sent + std::min(policy.request_timeout, total_time - used));
    reply.record.attempts = attempt;
    reply.record.request_time = surroundings_->Now() - sent;
    Settle(most, reply, sent);
    if (!reply.failure) {
      WarnOfModel(reply.record.model);
      return std::move(reply.record);
    }
    const Failure& failure = *reply.failure;
    if (failure.kind == FailureKind::kCancelled) {
      if (calls_.cancelled()) return std::nullopt;
      return FailedRecord(std::move(reply.record), failure);
    }
    if (failure.kind == FailureKind::kQuota || failure.kind == FailureKind::kDenied) {
      if (PauseForQuota(failure, sent)) continue;
      return FailedRecord(std::move(reply.record), failure);
    }
    const SteadyTime now = surroundings_->Now();
    const Nanoseconds wait = failure.retry_after.value_or(Nanoseconds{0}) +
                             WaitBefore(attempt, policy, surroundings_->Random());
    used += now - sent + wait;
    if (!failure.retryable || attempt >= policy.max_attempts || used >= total_time) {
      CountFailure(failure);
      return FailedRecord(std::move(reply.record), failure);
    }
    surroundings_->SleepUntil(now + wait, naps_);
    ++attempt;
    CountRetry();
  }
}

Generator::Reply Generator::Send(const Ask& ask, SteadyTime deadline) {
  Reply reply;
  reply.record.key = ask.key;
  reply.record.item = ask.item;
  reply.record.sample = ask.sample;
  reply.spent.requests = 1;
  HttpFailure why = HttpFailure::kNone;
  const Result<HttpResponse> response = Post(ask, deadline, &why);
  if (!response.ok()) {
    reply.failure = FailureOfTransport(why, response.error().message);
    return reply;
  }
  if (response->status == 200) {
    reply.failure = ReadCompletion(response->body, ask.rules, &reply.record);
    const TokenUsage& usage = reply.record.usage;
    const size_t text = reply.record.content.size() + reply.record.reasoning.size();
    if (!reply.failure || usage.completion) {
      reply.spent.prompt_tokens = usage.prompt.value_or(TokensOf(ask.body.size()));
      reply.spent.completion_tokens = usage.completion.value_or(TokensOf(text));
    }
  } else {
    reply.failure = FailureOfStatus(*response);
  }
  if (reply.failure && reply.failure->crowded()) {
    reply.failure->retry_after = RetryAfterOf(*response, surroundings_->WallNow());
    if (reply.failure->retry_after.value_or(Nanoseconds{0}) > options_.retry.longest_retry_after) {
      reply.failure->kind = FailureKind::kQuota;
    }
  }
  return reply;
}

Result<HttpResponse> Generator::Post(const Ask& ask, SteadyTime deadline, HttpFailure* failure) {
  if (ask.unwanted == nullptr) return transport_(ask.body, deadline, calls_, failure);
  {
    MutexLock lock(mutex_);
    tokens_.insert(ask.unwanted);
  }
  if (calls_.cancelled()) ask.unwanted->Cancel();
  Result<HttpResponse> response = transport_(ask.body, deadline, *ask.unwanted, failure);
  MutexLock lock(mutex_);
  tokens_.erase(ask.unwanted);
  return response;
}

bool Generator::Admit(const Spending& most) {
  while (true) {
    SteadyTime until;
    switch (WaitForTurn(most, &until)) {
      case Turn::kGo: return true;
      case Turn::kOver: return false;
      case Turn::kSleep: surroundings_->SleepUntil(until, naps_); break;
    }
  }
}

Generator::Turn Generator::WaitForTurn(const Spending& most, SteadyTime* until) {
  MutexLock lock(mutex_);
  while (!end_) {
    if (not_before_ > surroundings_->Now()) {
      *until = not_before_;
      return Turn::kSleep;
    }
    // While the quota is out, one request finds out whether it still is.
    const int limit = paused_since_ ? 1 : pace_.limit();
    if (in_flight_ < limit) {
      if (budget_.Fits(most)) {
        budget_.Reserve(most);
        ++in_flight_;
        return Turn::kGo;
      }
      // What is under way may cost less than was reserved for it.
      if (in_flight_ == 0) {
        EndLocked(EndReason::kBudget, "the budget of this start is spent");
        break;
      }
    }
    changed_.Wait(mutex_);
  }
  return Turn::kOver;
}

void Generator::Settle(const Spending& most, const Reply& reply, SteadyTime sent) {
  const SteadyTime now = surroundings_->Now();
  MutexLock lock(mutex_);
  const bool full = in_flight_ >= pace_.limit();
  --in_flight_;
  budget_.Settle(most, reply.spent);
  longest_answer_ = std::max(longest_answer_, reply.spent.completion_tokens);
  if (!reply.failure) {
    pace_.OnAnswer(full);
    failures_in_a_row_ = 0;
    paused_since_.reset();
    next_pause_ = options_.first_quota_wait;
  } else if (reply.failure->crowded() && reply.failure->kind == FailureKind::kHttp) {
    pace_.OnCrowded(sent, now);
    not_before_ = std::max(not_before_, now + reply.failure->retry_after.value_or(Nanoseconds{0}));
  }
  changed_.NotifyAll();
}

bool Generator::PauseForQuota(const Failure& failure, SteadyTime sent) {
  const SteadyTime now = surroundings_->Now();
  MutexLock lock(mutex_);
  if (failure.kind == FailureKind::kDenied) {
    EndLocked(EndReason::kDenied, "the endpoint doesn't take the key: " + failure.message);
    return false;
  }
  if (options_.on_quota == OnQuota::kStop) {
    EndLocked(EndReason::kQuota, "the endpoint wants no more of this account: " + failure.message);
    return false;
  }
  if (!paused_since_) paused_since_ = now;
  if (now - *paused_since_ >= options_.total_quota_wait) {
    EndLocked(EndReason::kQuota,
              fmt::format("the endpoint still wants no more of this account after {:.0f} s: {}",
                          ToSeconds(now - *paused_since_), failure.message));
    return false;
  }
  // Those that were sent before the pause say nothing new.
  if (sent < paused_at_) return true;
  const Nanoseconds asked = std::min(failure.retry_after.value_or(Nanoseconds{0}),
                                     *paused_since_ + options_.total_quota_wait - now);
  paused_at_ = now;
  not_before_ = now + std::max(next_pause_, asked);
  next_pause_ = std::min(2 * next_pause_, options_.longest_quota_wait);
  changed_.NotifyAll();
  return true;
}

void Generator::EndLocked(EndReason reason, std::string message) {
  if (!end_) end_ = GenerationEnd{reason, std::move(message)};
  naps_.Cancel();
  changed_.NotifyAll();
}

void Generator::End(EndReason reason, std::string message) {
  MutexLock lock(mutex_);
  EndLocked(reason, std::move(message));
}

bool Generator::MayDraw() const {
  MutexLock lock(mutex_);
  return !end_ && !no_more_draws_;
}

void Generator::StopDrawing() {
  MutexLock lock(mutex_);
  no_more_draws_ = true;
}

void Generator::Drain() {
  End(EndReason::kStopped, kStopped);
}

void Generator::Cancel() {
  Drain();
  calls_.Cancel();
  MutexLock lock(mutex_);
  for (CancelToken* const token : tokens_) token->Cancel();
}

Spending Generator::MostOf(const Ask& ask) const {
  MutexLock lock(mutex_);
  return {.requests = 1,
          .prompt_tokens = TokensOf(ask.body.size()),
          .completion_tokens = ask.max_tokens.value_or(longest_answer_)};
}

void Generator::CountFailure(const Failure& failure) {
  if (IsOwnFault(failure.kind)) return;
  MutexLock lock(mutex_);
  if (++failures_in_a_row_ < options_.hopeless_after) return;
  EndLocked(EndReason::kHopeless, fmt::format("{} samples in a row got no answer, the last one: {}",
                                              failures_in_a_row_, failure.message));
}

void Generator::CountRetry() {
  MutexLock lock(mutex_);
  ++retries_;
}

void Generator::CountRecord(bool failed) {
  const SteadyTime now = surroundings_->Now();
  MutexLock lock(mutex_);
  ++(failed ? failed_ : answered_);
  recent_.push_back(now);
  if (recent_.size() > kRecentRecords) recent_.pop_front();
}

void Generator::WarnOfModel(const std::string& answered) {
  if (answered.empty() || IsSameModel(options_.model, answered)) return;
  {
    MutexLock lock(mutex_);
    if (!other_models_.insert(answered).second) return;
  }
  if (options_.on_warning) {
    options_.on_warning(fmt::format("asked for the model {}, and {} says to have answered",
                                    options_.model, answered));
  }
}

Progress Generator::progress() const {
  const SteadyTime now = surroundings_->Now();
  MutexLock lock(mutex_);
  Progress progress;
  progress.answered = answered_;
  progress.failed = failed_;
  progress.total = options_.total;
  progress.retries = retries_;
  progress.in_flight = in_flight_;
  progress.limit = paused_since_ ? 1 : pace_.limit();
  progress.spent = budget_.spent();
  progress.cost = budget_.CostOf(budget_.spent());
  progress.waiting_for_quota = paused_since_.has_value();
  // Of a long run only the last minutes count.
  const auto first = std::find_if(recent_.begin(), recent_.end(),
                                  [&](SteadyTime at) { return at >= now - kRateWindow; });
  const auto count = static_cast<double>(recent_.end() - first);
  const bool all = recent_.size() < kRecentRecords && first == recent_.begin();
  const SteadyTime since = all ? started_ : first == recent_.end() ? now : *first;
  if (count > 0 && now > since) progress.per_second = count / ToSeconds(now - since);
  const int64_t open = options_.total - answered_ - failed_;
  if (open >= 0 && options_.total > 0 && progress.per_second > 0) {
    progress.left = FromSeconds(static_cast<double>(open) / progress.per_second);
  }
  return progress;
}

}  // namespace assay::rollout
