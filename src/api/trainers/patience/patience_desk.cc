#include "api/trainers/patience/patience_desk.h"

#include <algorithm>
#include <vector>

#include "api/shared/responses.h"
#include "base/check.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr int kMarginPart = 10;
constexpr Nanoseconds kLargestMargin{std::chrono::seconds(2)};
// A client that left without having been told anything may be one that gave up early.
constexpr Nanoseconds kKeptAfterLeaving{std::chrono::seconds(10)};

HttpResponse ComeBack(bool last) {
  HttpResponse response;
  response.status = 503;
  response.headers = {{"retry-after", "1"}};
  JsonWriter json;
  json.BeginObject().Key("detail");
  json.String(last ? "not judged within the time that this client waits; this was its last try: "
                     "send fewer requests at a time or add slots"
                   : "not judged yet; send the same request again, its work goes on");
  response.body = json.EndObject().Take();
  return response;
}

}  // namespace

Nanoseconds Patience::late_after() const {
  return waits - std::min(waits / kMarginPart, kLargestMargin);
}

// What is to be done once the mutex is released.
struct PatienceDesk::Actions {
  std::vector<std::pair<HttpReplyPtr, HttpResponse>> answers;
  std::vector<std::function<void()>> others;  // cancelling, watching, timers
  std::vector<DeskEvent> events;
};

// ---- the place ----

void PatienceDesk::Place::SetWork(std::function<void()> cancel, Late late) {
  {
    MutexLock lock(desk_.mutex_);
    if (!gone_) {
      cancel_ = std::move(cancel);
      late_ = std::move(late);
      return;
    }
  }
  cancel();
}

void PatienceDesk::Place::Begin(HttpResponse) {
  ASSAY_CHECK(false);
}
void PatienceDesk::Place::Write(std::string) {
  ASSAY_CHECK(false);
}
void PatienceDesk::Place::End() {
  ASSAY_CHECK(false);
}
void PatienceDesk::Place::OnDisconnect(std::function<void()>) {
  ASSAY_CHECK(false);
}

// ---- coming ----

bool PatienceDesk::TakeUp(const std::string& key, const HttpReplyPtr& reply) {
  Actions actions;
  {
    MutexLock lock(mutex_);
    PlacePtr found;  // a finished one, else the oldest under way
    for (auto it = unattended_.lower_bound({key, 0});
         it != unattended_.end() && it->first.first == key; ++it) {
      if (!found || it->second->answer_) found = it->second;
      if (found->answer_) break;
    }
    if (!found) return false;
    actions.events.push_back(DeskEvent::kTakenUp);
    if (found->answer_) {
      actions.events.push_back(DeskEvent::kSaved);
      actions.answers.emplace_back(reply, *std::move(found->answer_));
      Forget(found, &actions);
    } else {
      Attend(found, reply, &actions);
    }
  }
  Perform(actions);
  return true;
}

PatienceDesk::PlacePtr PatienceDesk::Open(const std::string& key, const Patience& patience,
                                          const HttpReplyPtr& reply) {
  Actions actions;
  PlacePtr place;
  {
    MutexLock lock(mutex_);
    place = std::make_shared<Place>(*this, ++last_id_, key, patience);
    Attend(place, reply, &actions);
  }
  Perform(actions);
  return place;
}

void PatienceDesk::Attend(const PlacePtr& place, const HttpReplyPtr& reply, Actions* actions) {
  unattended_.erase({place->key_, place->id_});
  by_age_.erase(place->id_);
  place->reply_ = reply;
  const int arrival = ++place->arrivals_;
  // The place holds its reply, so neither the reply nor a timer may hold the place.
  actions->others.push_back([this, reply, arrival, weak = std::weak_ptr(place),
                             late_after = place->patience_.late_after()] {
    timers_.After(late_after, [this, weak, arrival] {
      if (const PlacePtr still = weak.lock()) OnLate(still, arrival);
    });
    reply->OnDisconnect([this, weak, arrival] {
      if (const PlacePtr still = weak.lock()) Leave(still, arrival);
    });
  });
}

// ---- the answer ----

void PatienceDesk::Answer(const PlacePtr& place, HttpResponse response) {
  Actions actions;
  {
    MutexLock lock(mutex_);
    if (place->gone_) return;
    if (place->reply_) {
      if (place->tries_over_ > 0) actions.events.push_back(DeskEvent::kSaved);
      actions.answers.emplace_back(place->reply_, std::move(response));
      Forget(place, &actions);
    } else if (response.status != 200) {
      Forget(place, &actions);
    } else {
      kept_bytes_ += static_cast<int64_t>(response.body.size());
      place->answer_ = std::move(response);
      while (kept_bytes_ > kMostKeptBytes && !by_age_.empty()) {
        actions.events.push_back(DeskEvent::kDiscarded);
        Forget(PlacePtr(by_age_.begin()->second), &actions);
      }
    }
  }
  Perform(actions);
}

// ---- going ----

void PatienceDesk::Leave(const PlacePtr& place, int arrival) {
  Actions actions;
  {
    MutexLock lock(mutex_);
    if (place->gone_ || !place->reply_ || place->arrivals_ != arrival) return;
    actions.events.push_back(DeskEvent::kAbandoned);
    if (place->patience_.tries > 1) {
      Unattend(place, kKeptAfterLeaving, &actions);
    } else {
      Forget(place, &actions);
    }
  }
  Perform(actions);
}

void PatienceDesk::OnLate(const PlacePtr& place, int arrival) {
  Place::Late late;
  {
    MutexLock lock(mutex_);
    if (place->gone_ || !place->reply_ || place->arrivals_ != arrival) return;
    late = place->late_;
  }
  // Without the mutex: it looks at work that may be about to answer.
  std::optional<HttpResponse> known;
  if (late) known = late();
  Actions actions;
  {
    MutexLock lock(mutex_);
    if (place->gone_ || !place->reply_ || place->arrivals_ != arrival) return;
    const bool last = ++place->tries_over_ >= place->patience_.tries;
    if (known) {
      actions.answers.emplace_back(place->reply_, *std::move(known));
      Forget(place, &actions);
    } else {
      actions.answers.emplace_back(place->reply_, ComeBack(last));
      actions.events.push_back(last ? DeskEvent::kLost : DeskEvent::kAskedAgain);
      if (last) {
        Forget(place, &actions);
      } else {
        Unattend(place, place->patience_.comes_back_in, &actions);
      }
    }
  }
  Perform(actions);
}

void PatienceDesk::Unattend(const PlacePtr& place, Nanoseconds time, Actions* actions) {
  place->reply_ = nullptr;
  unattended_.emplace(std::pair{place->key_, place->id_}, place);
  by_age_.emplace(place->id_, place);
  actions->others.push_back([this, time, arrival = place->arrivals_, weak = std::weak_ptr(place)] {
    timers_.After(time, [this, weak, arrival] {
      if (const PlacePtr still = weak.lock()) OnNobodyCame(still, arrival);
    });
  });
  while (by_age_.size() > kMostUnattended) {
    actions->events.push_back(DeskEvent::kDiscarded);
    Forget(PlacePtr(by_age_.begin()->second), actions);
  }
}

void PatienceDesk::OnNobodyCame(const PlacePtr& place, int arrival) {
  Actions actions;
  {
    MutexLock lock(mutex_);
    if (place->gone_ || place->reply_ || place->arrivals_ != arrival) return;
    actions.events.push_back(DeskEvent::kDiscarded);
    Forget(place, &actions);
  }
  Perform(actions);
}

void PatienceDesk::Forget(const PlacePtr& place, Actions* actions) {
  place->gone_ = true;
  unattended_.erase({place->key_, place->id_});
  by_age_.erase(place->id_);
  if (place->answer_) kept_bytes_ -= static_cast<int64_t>(place->answer_->body.size());
  place->answer_.reset();
  place->reply_ = nullptr;
  // Finished work takes it as nothing.
  if (place->cancel_) actions->others.push_back(std::move(place->cancel_));
  place->cancel_ = nullptr;
  place->late_ = nullptr;
}

void PatienceDesk::Perform(const Actions& actions) {
  for (const DeskEvent event : actions.events) observer_(event);
  for (const auto& [reply, response] : actions.answers) reply->Send(response);
  for (const auto& other : actions.others) other();
}

}  // namespace assay
