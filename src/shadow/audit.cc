// In this order: taking exchanges; ending; the threads; one exchange.
#include "shadow/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "base/text.h"
#include "shadow/compare/routes.h"
#include "shadow/decoded_body.h"
#include "shadow/native_request.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::shadow {
namespace {

constexpr int kTries = 3;                        // of a question to which no answer came
constexpr int64_t kMostReplyBytes = 64LL << 20;  // as of the bodies that the relay keeps
constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr int kFull = 429;
constexpr int kAskAgain = 504;  // when the queue is long: the same question takes up its work
constexpr int kUnavailable = 503;

service::Question QuestionOf(const Exchange& exchange) {
  service::Question question;
  question.method = exchange.method;
  question.target = exchange.target;
  question.body = exchange.request_body;
  for (const auto& [name, value] : exchange.request_headers) {
    const std::string lower = AsciiLower(name);
    // Whose work it is goes along. What says who is asking doesn't: it is the peer's business.
    const bool ours = lower == "content-type" || StartsWith(lower, "x-assay-");
    if (ours) question.headers.emplace_back(lower, value);
  }
  return question;
}

// Takes the bundle out of an answer of /v1/verify, and what it says about the program.
struct NativeVerdict {
  std::string bundle;
  std::string verdict;
  std::string words;
};
std::optional<NativeVerdict> ReadNative(const std::string& body) {
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  if (!document) return std::nullopt;
  const JsonValue root = document->root();
  const JsonValue bundle = root.Find("bundle");
  NativeVerdict native;
  native.verdict = TextAt(root, "verdict");
  if (native.verdict.empty() || !bundle.Is(JsonType::kObject)) return std::nullopt;
  native.bundle = std::string(bundle.raw());
  native.words = native.verdict + " " + TextAt(root, "reason");
  if (const std::string message = TextAt(root, "message"); !message.empty()) {
    native.words += ": " + message;
  }
  return native;
}

// Takes out the differences of these items, and says how many there were.
size_t EraseItems(const std::vector<size_t>& items, std::vector<Difference>* differences) {
  const auto first =
      std::remove_if(differences->begin(), differences->end(), [&](const Difference& difference) {
        return difference.item &&
               std::find(items.begin(), items.end(), *difference.item) != items.end();
      });
  const auto count = static_cast<size_t>(differences->end() - first);
  differences->erase(first, differences->end());
  return count;
}

}  // namespace

// What became of a question.
struct Audit::Asked {
  int status = 0;  // 0: no answer, and `body` says why
  std::string body;
  double seconds = 0;  // from the first time it was asked to the answer
};

Audit::Audit(service::Judge& judge, AuditOptions options, OnDisagreement on_disagreement)
    : judge_(judge), options_(options), on_disagreement_(std::move(on_disagreement)) {
  for (int i = 0; i < std::max(options_.threads, 1); ++i) {
    threads_.emplace_back([this] { Work(); });
  }
}

Audit::~Audit() {
  Stop();
  for (std::thread& thread : threads_) thread.join();
}

// ---- taking exchanges ----

bool Audit::IsToBeJudged(const Exchange& exchange, int64_t* index) {
  MutexLock lock(mutex_);
  *index = next_index_++;
  const Route* route = FindRoute(exchange.method, exchange.target);
  if (route == nullptr) {
    tally_.AddRelayed(PathOf(exchange.target));
    return false;
  }
  if (!exchange.fault.empty()) {
    Comparison comparison;
    comparison.outcome = Outcome::kNotComparable;
    comparison.why = exchange.fault;
    tally_.AddJudged(*index, route->path, comparison);
    return false;
  }
  sampled_ += options_.sample;
  if (sampled_ < 1) {
    tally_.AddSampledOut();
    return false;
  }
  sampled_ -= 1;
  if (stop_.cancelled() || ending_) {
    tally_.AddLeft();
    return false;
  }
  return true;
}

void Audit::Push(int64_t index, Exchange exchange) {
  queued_bytes_ += BytesOf(exchange);
  queue_.push_back({index, std::move(exchange)});
  changed_.NotifyAll();
}

void Audit::Offer(Exchange exchange) {
  int64_t index = 0;
  if (!IsToBeJudged(exchange, &index)) return;
  MutexLock lock(mutex_);
  if (!queue_.empty() && queued_bytes_ + BytesOf(exchange) > options_.queue_bytes) {
    return tally_.AddDropped();
  }
  Push(index, std::move(exchange));
}

bool Audit::Put(Exchange exchange, const CancelToken& given_up) {
  int64_t index = 0;
  if (!IsToBeJudged(exchange, &index)) return !stop_.cancelled();
  MutexLock lock(mutex_);
  while (!queue_.empty() && queued_bytes_ + BytesOf(exchange) > options_.queue_bytes &&
         !stop_.cancelled() && !given_up.cancelled()) {
    changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + kBetweenLooks);
  }
  if (stop_.cancelled() || given_up.cancelled()) {
    tally_.AddLeft();
    return false;
  }
  Push(index, std::move(exchange));
  return true;
}

Tally Audit::Counted() const {
  MutexLock lock(mutex_);
  return tally_;
}

void Audit::AddNotRecorded() {
  MutexLock lock(mutex_);
  tally_.AddNotRecorded();
}

// ---- ending ----

void Audit::Stop() {
  stop_.Cancel();
  MutexLock lock(mutex_);
  for (size_t i = 0; i < queue_.size(); ++i) tally_.AddLeft();
  queue_.clear();
  queued_bytes_ = 0;
  changed_.NotifyAll();
}

bool Audit::WaitUntilDone(SteadyTime deadline) {
  MutexLock lock(mutex_);
  while ((!queue_.empty() || busy_ > 0) && !stop_.cancelled()) {
    if (!changed_.WaitUntil(mutex_, deadline)) return false;
  }
  return !stop_.cancelled();
}

void Audit::Finish(SteadyTime deadline) {
  {
    MutexLock lock(mutex_);
    ending_ = true;
  }
  WaitUntilDone(deadline);
  Stop();
  MutexLock lock(mutex_);
  while (busy_ > 0) changed_.Wait(mutex_);  // questions end within a second of the cancellation
}

// ---- the threads ----

void Audit::Work() {
  while (true) {
    Waiting waiting;
    {
      MutexLock lock(mutex_);
      while (queue_.empty() && !stop_.cancelled()) changed_.Wait(mutex_);
      if (stop_.cancelled()) return;
      waiting = std::move(queue_.front());
      queue_.pop_front();
      queued_bytes_ -= BytesOf(waiting.exchange);
      ++busy_;
      changed_.NotifyAll();
    }
    Handle(waiting);
    MutexLock lock(mutex_);
    --busy_;
    changed_.NotifyAll();
  }
}

void Audit::Pause(Nanoseconds duration) {
  const SteadyTime end = std::chrono::steady_clock::now() + duration;
  MutexLock lock(mutex_);
  while (!stop_.cancelled() && changed_.WaitUntil(mutex_, end)) continue;
}

Audit::Asked Audit::Ask(service::Question question) {
  const SteadyTime begin = std::chrono::steady_clock::now();
  question.deadline = begin + options_.patience;
  question.cancel = &stop_;
  Asked asked;
  const auto stamp = [&] {
    asked.seconds = ToSeconds(std::chrono::steady_clock::now() - begin);
    return asked;
  };
  for (int failures = 0; failures < kTries;) {
    Result<service::Answer> answer = judge_.Send(question);
    Nanoseconds pause = options_.pause;
    if (!answer.ok()) {
      asked.status = 0;
      asked.body = answer.error().message;
      ++failures;
    } else {
      asked.status = answer->status;
      asked.body = std::move(answer->body);
      if (asked.status == kFull) {
        pause = std::chrono::seconds(answer->retry_after_s);
      } else if (asked.status == kUnavailable) {
        ++failures;
      } else if (asked.status != kAskAgain) {
        return stamp();
      }
    }
    if (stop_.cancelled() || std::chrono::steady_clock::now() + pause >= *question.deadline) break;
    if (failures < kTries) Pause(pause);
  }
  return stamp();
}

// ---- one exchange ----

void Audit::Handle(const Waiting& waiting) {
  const Exchange& exchange = waiting.exchange;
  const Route& route = *FindRoute(exchange.method, exchange.target);
  Comparison comparison;
  const auto count = [&](double our_seconds) {
    MutexLock lock(mutex_);
    tally_.AddJudged(waiting.index, route.path, comparison);
    const bool both =
        comparison.outcome == Outcome::kAgree || comparison.outcome == Outcome::kDisagree;
    if (both && exchange.status == 200 && exchange.seconds >= 0)
      tally_.AddTimes(exchange.seconds, our_seconds);
  };
  std::string fault;
  const auto reply =
      DecodedBody(exchange.reply_headers, exchange.reply_body, kMostReplyBytes, &fault);
  if (!reply) {
    comparison.outcome = Outcome::kNotComparable;
    comparison.why = "the peer's reply can't be read: " + fault;
    return count(0);
  }
  const service::Question question = QuestionOf(exchange);
  const Asked asked = Ask(question);
  if (asked.status != 200 && stop_.cancelled()) {
    MutexLock lock(mutex_);
    return tally_.AddLeft();
  }
  const Reply peer{exchange.status, *reply};
  const bool every_test = WantsEveryTest(exchange.request_body);
  if (asked.status == 0) {
    comparison.outcome = Outcome::kNotJudged;
    comparison.why = "there is no answer: " + asked.body;
  } else {
    comparison = Compare(route, peer, {asked.status, asked.body}, every_test);
  }
  if (comparison.outcome != Outcome::kDisagree) return count(asked.seconds);

  Disagreement found{.index = waiting.index, .exchange = &exchange, .comparison = &comparison};
  found.our_status = asked.status;
  found.our_seconds = asked.seconds;
  Confirm(route, asked, question, every_test, &comparison);
  if (comparison.outcome == Outcome::kDisagree) AddBundle(waiting, asked, &found);
  if (stop_.cancelled()) {
    MutexLock lock(mutex_);
    return tally_.AddLeft();
  }
  count(asked.seconds);
  if (comparison.outcome != Outcome::kDisagree) return;
  MutexLock lock(sink_mutex_);
  on_disagreement_(found);
}

void Audit::Confirm(const Route& route, const Asked& first, const service::Question& question,
                    bool every_test, Comparison* comparison) {
  const auto end = [&](Outcome outcome, std::string why) {
    comparison->outcome = outcome;
    comparison->why = std::move(why);
    comparison->differences.clear();
  };
  const std::string not_twice = "a difference couldn't be judged a second time: ";
  const Asked second = Ask(question);
  if (second.status != 200) {
    return end(Outcome::kNotJudged, second.status == 0
                                        ? not_twice + second.body
                                        : not_twice + fmt::format("HTTP status {}", second.status));
  }
  const Comparison again =
      Compare(route, {first.status, first.body}, {second.status, second.body}, every_test);
  if (again.outcome == Outcome::kNotJudged || again.outcome == Outcome::kNotComparable) {
    return end(Outcome::kNotJudged, not_twice + again.why);
  }
  std::vector<size_t> unstable;
  for (const Difference& difference : again.differences) {
    if (!difference.item) return end(Outcome::kUnstable, "");
    // Where the first run had no verdict, there is nothing to confirm.
    if (difference.kind != DifferenceKind::kPeerOutage) unstable.push_back(*difference.item);
  }
  const size_t chance = EraseItems(unstable, &comparison->differences);
  const size_t lost = EraseItems(again.without_verdict, &comparison->differences);
  comparison->items -= chance + lost;
  comparison->items_not_judged += lost;
  if (!comparison->differences.empty()) return;
  if (chance > 0) return end(Outcome::kUnstable, "");
  end(Outcome::kNotJudged, not_twice + again.why);
}

void Audit::AddBundle(const Waiting& waiting, const Asked& first, Disagreement* found) {
  const auto native =
      NativeRequest(waiting.exchange, fmt::format("exchange {}", waiting.index), &found->no_bundle);
  if (!native) return;
  service::Question for_bundle;
  for_bundle.method = "POST";
  for_bundle.target = "/v1/verify";
  for_bundle.headers = {{"content-type", "application/json"}};
  for_bundle.body = *native;
  const Asked bundled = Ask(for_bundle);
  const auto verdict = bundled.status == 200 ? ReadNative(bundled.body) : std::nullopt;
  if (!verdict) {
    found->no_bundle = fmt::format("/v1/verify gives none (HTTP status {})", bundled.status);
    return;
  }
  // A bundle of another verdict is no evidence for ours, which two runs have given: the native
  // request can't say all that the other one can.
  JsonError error;
  const auto ours = JsonDocument::Parse(first.body, &error);
  const JsonValue accepted = ours ? ours->root().Find("accepted") : JsonValue();
  if (accepted.Is(JsonType::kBool) && accepted.Bool() != (verdict->verdict == "AC")) {
    found->no_bundle =
        fmt::format("/v1/verify gives another verdict ({}) than our two answers", verdict->words);
    return;
  }
  found->bundle = verdict->bundle;
  if (accepted) found->our_words = verdict->words;
}

}  // namespace assay::shadow
