// EventFeed: events as they happen, for whoever listens: each a JSON object in a line of text.
//
// A listener has a bounded queue of its own. One that is too slow to keep it from filling is
// dropped: the last thing it gets says so, and it begins anew. Telling never waits. There is a
// bound on listeners, too.
//
// Thread-safe. A listener is woken at most once until it has taken what there is.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"

namespace assay {

struct FeedEvent {
  std::string type;    // "verdict"
  std::string tenant;  // whose; empty: everybody's, as a drain is
  std::string json;
  bool of_all = false;  // of several tenants together: only for who sees all
};
using FeedEventPtr = std::shared_ptr<const FeedEvent>;

class EventFeed {
 public:
  static constexpr size_t kMostListeners = 64;
  static constexpr size_t kMostQueued = 4096;  // of each

  class Listener {
   public:
    // What came since the last call, in order.
    std::vector<FeedEventPtr> Take() ASSAY_EXCLUDES(mutex_);
    // Nothing follows what it has: it was too slow, or the feed has ended.
    enum class State { kListening, kTooSlow, kEnded };
    State state() const ASSAY_EXCLUDES(mutex_);

   private:
    friend class EventFeed;
    std::string tenant_;  // empty: of all
    std::function<void()> wake_;
    mutable Mutex mutex_;
    std::vector<FeedEventPtr> queued_ ASSAY_GUARDED_BY(mutex_);
    State state_ ASSAY_GUARDED_BY(mutex_) = State::kListening;
  };
  using ListenerPtr = std::shared_ptr<Listener>;

  // `tenant`: whose events it gets; empty: all. `wake` is called on the thread that tells, must
  // return at once and call nothing of the feed but Take. Null: there are too many, or it is
  // closed.
  ListenerPtr Listen(std::string tenant, std::function<void()> wake) ASSAY_EXCLUDES(mutex_);
  // It isn't woken any more once this has returned.
  void Leave(const ListenerPtr& listener) ASSAY_EXCLUDES(mutex_);
  void Tell(FeedEvent event) ASSAY_EXCLUDES(mutex_);
  // Lets all of them go, and takes none any more: the server ends.
  void Close() ASSAY_EXCLUDES(mutex_);

  // Whether anybody would get it: for who would have to write it first.
  bool anybody() const ASSAY_EXCLUDES(mutex_);
  int64_t listeners() const ASSAY_EXCLUDES(mutex_);
  int64_t dropped() const ASSAY_EXCLUDES(mutex_);

 private:
  mutable Mutex mutex_;
  std::vector<ListenerPtr> listeners_ ASSAY_GUARDED_BY(mutex_);
  int64_t dropped_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool closed_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay
