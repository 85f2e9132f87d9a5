#include "history/event_feed.h"

#include <algorithm>
#include <utility>

namespace assay {

std::vector<FeedEventPtr> EventFeed::Listener::Take() {
  MutexLock lock(mutex_);
  return std::exchange(queued_, {});
}

EventFeed::Listener::State EventFeed::Listener::state() const {
  MutexLock lock(mutex_);
  return state_;
}

EventFeed::ListenerPtr EventFeed::Listen(std::string tenant, std::function<void()> wake) {
  auto listener = std::make_shared<Listener>();
  listener->tenant_ = std::move(tenant);
  listener->wake_ = std::move(wake);
  MutexLock lock(mutex_);
  if (closed_ || listeners_.size() >= kMostListeners) return nullptr;
  listeners_.push_back(listener);
  return listener;
}

void EventFeed::Leave(const ListenerPtr& listener) {
  MutexLock lock(mutex_);
  std::erase(listeners_, listener);
}

void EventFeed::Tell(FeedEvent event) {
  const auto shared = std::make_shared<const FeedEvent>(std::move(event));
  MutexLock lock(mutex_);
  std::erase_if(listeners_, [&](const ListenerPtr& listener) ASSAY_REQUIRES(mutex_) {
    const bool theirs =
        listener->tenant_.empty() ||
        (!shared->of_all && (shared->tenant.empty() || shared->tenant == listener->tenant_));
    if (!theirs) return false;
    bool first = false;
    bool full = false;
    {
      MutexLock own(listener->mutex_);
      first = listener->queued_.empty();
      full = listener->queued_.size() >= kMostQueued;
      if (full) {
        listener->state_ = Listener::State::kTooSlow;
      } else {
        listener->queued_.push_back(shared);
      }
    }
    if (full) ++dropped_;
    if (first || full) listener->wake_();
    return full;
  });
}

void EventFeed::Close() {
  MutexLock lock(mutex_);
  closed_ = true;
  for (const ListenerPtr& listener : listeners_) {
    {
      MutexLock own(listener->mutex_);
      listener->state_ = Listener::State::kEnded;
    }
    listener->wake_();
  }
  listeners_.clear();
}

bool EventFeed::anybody() const {
  MutexLock lock(mutex_);
  return !listeners_.empty();
}

int64_t EventFeed::listeners() const {
  MutexLock lock(mutex_);
  return static_cast<int64_t>(listeners_.size());
}

int64_t EventFeed::dropped() const {
  MutexLock lock(mutex_);
  return dropped_;
}

}  // namespace assay
