// In this order: a piece of work, coming (TakeUp to SetTicket), its answer (Answer, Keep), clients
// that come and go (Attend to Unattend), time (OnDue to KeepTime), and letting go.
#include "api/compat/retry_desk.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "api/shared/responses.h"
#include "base/check.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
// A client gets its 504 this part of its patience early, but no more than two seconds.
constexpr int kMarginPart = 4;
constexpr Nanoseconds kLargestMargin{std::chrono::seconds(2)};
// Beyond any client's patience, and far from overflowing.
constexpr Nanoseconds kLongestOwnTime{std::chrono::hours(1000)};
// The estimate is rough, and one let in needlessly costs nothing before its turn.
constexpr int kEstimateSlack = 2;
constexpr int64_t kAnswerOverhead = 512;
// Waits follow the real clock, what is due the desk's. Waking this often keeps them together when
// they differ; nothing wakes while nothing is due.
constexpr Nanoseconds kWaitSlice{std::chrono::milliseconds(50)};

std::string Seconds(Nanoseconds time) {
  const auto tenths = std::chrono::duration_cast<std::chrono::milliseconds>(time).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

}  // namespace

// A request's work, and the reply that its routes answer: whoever waits for it gets the answer.
// Everything but Send is guarded by the desk's mutex.
class RetryDesk::Work final : public HttpReply, public std::enable_shared_from_this<Work> {
 public:
  enum class State { kUnderWay, kHeldBack, kFinished, kGone };

  Work(RetryDesk& desk, uint64_t number, const PatientRequest& request)
      : id(number),
        key(request.key),
        patience(std::min(request.own_time, kLongestOwnTime) + desk.options_.beyond),
        desk_(desk) {}

  void Send(HttpResponse response) override {
    desk_.Answer(shared_from_this(), std::move(response));
  }
  // The compatible routes answer in one piece, and the desk watches their clients.
  void Begin(HttpResponse) override { ASSAY_CHECK(false); }
  void Write(std::string) override { ASSAY_CHECK(false); }
  void End() override { ASSAY_CHECK(false); }
  void OnDisconnect(std::function<void()>) override { ASSAY_CHECK(false); }

  // How long a client is left waiting.
  Nanoseconds wait() const { return patience - std::min(patience / kMarginPart, kLargestMargin); }
  bool last_try() const { return tries_over + 1 >= desk_.options_.tries; }

  const uint64_t id;
  const std::string key;
  const Nanoseconds patience;
  State state = State::kUnderWay;
  HttpReplyPtr reply;                  // who waits; null: nobody
  TicketPtr ticket;                    // null: not submitted yet, or over
  int arrivals = 0;                    // who has waited, by number
  std::optional<HttpResponse> answer;  // of kFinished
  int64_t answer_bytes = 0;            // what that counts for
  std::string held_back_because;       // of kHeldBack
  int tries_over = 0;                  // clients that were told 504
  SteadyTime due{};                    // as entered in due_
  SteadyTime try_ends{};               // of the one who waits
  bool must_have_started = false;      // the last moment for it has come
  bool keep = true;                    // the answer is worth keeping

 private:
  RetryDesk& desk_;
};

struct RetryDesk::Actions {
  struct Late {
    HttpReplyPtr reply;
    std::string text;
  };
  std::vector<std::pair<HttpReplyPtr, HttpResponse>> answers;
  std::vector<Late> late;  // 504
  std::vector<TicketPtr> cancels;
  std::vector<TicketPtr> cancels_unless_started;
  std::vector<std::function<void()>> watches;
  std::vector<DeskEvent> events;
};

RetryDesk::RetryDesk(const DeskOptions& options, SubmitSink& sink, const Clock& clock,
                     Observer observer)
    : options_(options),
      sink_(sink),
      clock_(clock),
      observer_(std::move(observer)),
      timekeeper_([this] { KeepTime(); }) {}

RetryDesk::~RetryDesk() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  timekeeper_.join();
}

// ---- coming ----

bool RetryDesk::TakeUp(const std::string& key, const HttpReplyPtr& reply) {
  Actions actions;
  {
    MutexLock lock(mutex_);
    WorkPtr found;  // a finished one, else the oldest under way
    for (auto it = unattended_.lower_bound({key, 0});
         it != unattended_.end() && it->first.first == key; ++it) {
      const Work::State state = it->second->state;
      if (state == Work::State::kFinished || (state == Work::State::kUnderWay && !found)) {
        found = it->second;
      }
      if (state == Work::State::kFinished) break;
    }
    if (!found) return false;
    actions.events.push_back(DeskEvent::kTakenUp);
    if (found->state == Work::State::kFinished) {
      actions.events.push_back(DeskEvent::kSaved);
      actions.answers.emplace_back(reply, *std::move(found->answer));
      Forget(found);
    } else {
      Attend(found, reply, &actions);
    }
  }
  Perform(std::move(actions));
  return true;
}

RetryDesk::WorkPtr RetryDesk::Open(const PatientRequest& request, const HttpReplyPtr& reply) {
  Actions actions;
  WorkPtr work;
  {
    MutexLock lock(mutex_);
    for (auto it = unattended_.lower_bound({request.key, 0});
         it != unattended_.end() && it->first.first == request.key; ++it) {
      // It had no place in the queue, but its tries count.
      if (it->second->state != Work::State::kHeldBack) continue;
      work = it->second;
      break;
    }
    if (!work) work = std::make_shared<Work>(*this, ++last_id_, request);
    work->state = Work::State::kUnderWay;
    Attend(work, reply, &actions);
  }
  Perform(std::move(actions));
  return work;
}

bool RetryDesk::HasNoChance(const WorkPtr& work) {
  const Nanoseconds estimate = sink_.stats().estimated_wait;
  MutexLock lock(mutex_);
  return estimate > kEstimateSlack * (options_.tries - work->tries_over) * work->wait();
}

void RetryDesk::Serve(PatientRequest request, const HttpReplyPtr& reply) {
  const WorkPtr work = Open(request, reply);
  if (!off() && HasNoChance(work)) {
    return HoldBack(work, "more is queued than this server gets done while you try");
  }
  const std::string tenant = request.submission.tenant;
  auto ticket = sink_.Submit(
      std::move(request.submission),
      [this, work, send = std::move(request.send)](const SubmissionResult& result) {
        // A failure of ours is no answer for a later try: that runs again.
        if (result.cause == Cause::kInfrastructure || result.cause == Cause::kCancelled) {
          MutexLock lock(mutex_);
          work->keep = false;
        }
        send(work, result);
      });
  if (ticket.ok()) return SetTicket(work, *ticket);
  const auto refusal = Refusal::OfEngine(ticket.error(), sink_.RetryAfterSeconds(tenant));
  if (refusal.kind == Refusal::Kind::kOverloaded && !off() && !sink_.stats().draining) {
    return HoldBack(work, refusal.message);
  }
  request.refuse(work, refusal);
}

void RetryDesk::HoldBack(const WorkPtr& work, std::string why) {
  {
    MutexLock lock(mutex_);
    if (work->state == Work::State::kGone) return;
    if (!draining_) {
      if (!work->reply) return Forget(work);  // its client has left
      work->state = Work::State::kHeldBack;
      work->held_back_because = std::move(why);
      return SetDue(work, work->try_ends);
    }
  }
  SendOverloaded(work, kStyle, 1, "the server is stopping");
}

void RetryDesk::SetTicket(const WorkPtr& work, TicketPtr ticket) {
  bool gone = false;
  {
    MutexLock lock(mutex_);
    if (work->state == Work::State::kUnderWay) work->ticket = ticket;
    gone = work->state == Work::State::kGone;
    if (!gone && !work->must_have_started) return;
  }
  // Given up, or its last moment passed, while it was submitted; nothing if it was answered.
  if (gone) {
    ticket->Cancel();
  } else {
    ticket->CancelUnlessStarted();
  }
}

// ---- the answer ----

void RetryDesk::Answer(const WorkPtr& work, HttpResponse response) {
  Actions actions;
  {
    MutexLock lock(mutex_);
    if (work->state == Work::State::kGone) return;
    if (!work->reply) {
      Keep(work, std::move(response), &actions);
    } else if (work->must_have_started && response.status == 504) {
      EndTry(work, &actions);
    } else {
      if (work->tries_over > 0) actions.events.push_back(DeskEvent::kSaved);
      actions.answers.emplace_back(work->reply, std::move(response));
      Forget(work);
    }
  }
  Perform(std::move(actions));
}

void RetryDesk::Keep(const WorkPtr& work, HttpResponse response, Actions* actions) {
  if (!work->keep || response.status != 200) return Forget(work);
  work->state = Work::State::kFinished;
  work->ticket = nullptr;
  abandoned_.erase(work->id);
  finished_.emplace(work->id, work);
  work->answer_bytes = static_cast<int64_t>(response.body.size()) + kAnswerOverhead;
  kept_bytes_ += work->answer_bytes;
  work->answer = std::move(response);
  while (kept_bytes_ > options_.max_kept_bytes) {
    Discard(WorkPtr(finished_.begin()->second), actions);
  }
}

// ---- clients that come and go ----

void RetryDesk::Attend(const WorkPtr& work, const HttpReplyPtr& reply, Actions* actions) {
  unattended_.erase({work->key, work->id});
  abandoned_.erase(work->id);
  work->reply = reply;
  work->must_have_started = false;  // this one waits from now on
  const int arrival = ++work->arrivals;
  actions->watches.push_back([this, work, reply, arrival] {
    // The work holds its reply, so the reply must not hold the work.
    reply->OnDisconnect([this, left = std::weak_ptr(work), arrival] {
      if (const WorkPtr still = left.lock()) Leave(still, arrival);
    });
  });
  if (off()) return;
  work->try_ends = clock_.Now() + work->wait();
  SteadyTime due = work->try_ends;
  if (work->last_try()) due -= std::min(sink_.stats().usual_time, work->wait() / 2);
  SetDue(work, due);
}

void RetryDesk::Leave(const WorkPtr& work, int arrival) {
  Actions actions;
  {
    MutexLock lock(mutex_);
    if (!work->reply || work->arrivals != arrival) return;  // it has its answer
    if (work->state == Work::State::kHeldBack) return Forget(work);
    if (off()) {
      if (work->ticket) actions.cancels.push_back(work->ticket);
      Forget(work);
    } else {
      actions.events.push_back(DeskEvent::kAbandoned);
      Unattend(work);
      abandoned_.emplace(work->id, work);
      while (abandoned_.size() > options_.max_abandoned) {
        Discard(WorkPtr(abandoned_.begin()->second), &actions);
      }
    }
  }
  Perform(std::move(actions));
}

void RetryDesk::Unattend(const WorkPtr& work) {
  work->reply = nullptr;
  unattended_.emplace(std::pair{work->key, work->id}, work);
  SetDue(work, clock_.Now() + options_.kept_for);
}

// ---- time ----

void RetryDesk::OnDue(const WorkPtr& work, Actions* actions) {
  if (!work->reply) return Discard(work, actions);
  const bool under_way = work->state == Work::State::kUnderWay;
  if (!under_way || !work->last_try() || work->must_have_started) return EndTry(work, actions);
  work->must_have_started = true;
  if (work->ticket) actions->cancels_unless_started.push_back(work->ticket);
  SetDue(work, work->try_ends);
}

void RetryDesk::EndTry(const WorkPtr& work, Actions* actions) {
  const bool held_back = work->state == Work::State::kHeldBack;
  std::string text =
      held_back ? work->held_back_because
                : "not finished within the " + Seconds(work->patience) + " that your client waits";
  const bool last = work->last_try();
  ++work->tries_over;
  text +=
      last ? "; this was the last of " + std::to_string(options_.tries) +
                 " tries: send fewer requests at a time or add slots"
           : "; send the same request again" + std::string(held_back ? "" : ", its work goes on");
  actions->late.push_back({work->reply, std::move(text)});
  if (held_back) actions->events.push_back(DeskEvent::kHeldBack);
  actions->events.push_back(last ? DeskEvent::kLost : DeskEvent::kAskedAgain);
  if (!last) return Unattend(work);
  if (work->ticket) actions->cancels.push_back(work->ticket);
  Forget(work);
}

void RetryDesk::SetDue(const WorkPtr& work, SteadyTime due) {
  due_.erase({work->due, work->id});
  work->due = due;
  due_.emplace(std::pair{due, work->id}, work);
  // The thread wakes in time for all that is further away.
  const bool soon = due - clock_.Now() < kWaitSlice;
  if (dozes_ || (soon && due_.begin()->second == work)) changed_.NotifyOne();
}

void RetryDesk::RunDue() {
  Actions actions;
  {
    MutexLock lock(mutex_);
    const SteadyTime now = clock_.Now();
    while (!due_.empty() && due_.begin()->first.first <= now) {
      OnDue(WorkPtr(due_.begin()->second), &actions);
    }
  }
  Perform(std::move(actions));
}

void RetryDesk::KeepTime() {
  while (true) {
    {
      MutexLock lock(mutex_);
      while (!ending_ && (due_.empty() || due_.begin()->first.first > clock_.Now())) {
        if (due_.empty()) {
          dozes_ = true;
          changed_.Wait(mutex_);
          dozes_ = false;
        } else {
          const Nanoseconds left = due_.begin()->first.first - clock_.Now();
          changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + std::min(left, kWaitSlice));
        }
      }
      if (ending_) return;
    }
    RunDue();
  }
}

void RetryDesk::SetDraining(bool draining) {
  Actions actions;
  {
    MutexLock lock(mutex_);
    draining_ = draining;
    if (!draining) return;
    std::vector<WorkPtr> waiting;
    for (const auto& [key, work] : due_) {
      if (work->state == Work::State::kHeldBack && work->reply) waiting.push_back(work);
    }
    for (const WorkPtr& work : waiting) EndTry(work, &actions);
  }
  Perform(std::move(actions));
}

// ---- letting go ----

void RetryDesk::Discard(const WorkPtr& work, Actions* actions) {
  actions->events.push_back(DeskEvent::kDiscarded);
  if (work->ticket) actions->cancels.push_back(work->ticket);
  Forget(work);
}

void RetryDesk::Forget(const WorkPtr& work) {
  work->state = Work::State::kGone;
  due_.erase({work->due, work->id});
  unattended_.erase({work->key, work->id});
  abandoned_.erase(work->id);
  if (finished_.erase(work->id) != 0) kept_bytes_ -= work->answer_bytes;
  work->reply = nullptr;
  work->ticket = nullptr;
  work->answer.reset();
}

void RetryDesk::Perform(Actions&& actions) {
  for (const DeskEvent event : actions.events) observer_(event);
  for (const TicketPtr& ticket : actions.cancels) ticket->Cancel();
  for (const TicketPtr& ticket : actions.cancels_unless_started) ticket->CancelUnlessStarted();
  for (auto& [reply, response] : actions.answers) reply->Send(std::move(response));
  for (const auto& [reply, text] : actions.late) SendOverloaded(reply, kStyle, 1, text);
  for (const auto& watch : actions.watches) watch();
}

}  // namespace assay
