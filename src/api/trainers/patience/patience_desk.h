// PatienceDesk: clients of trainers that wait only so long for their rewards, and come back or
// don't.
//
// A trainer whose wire format has no word for "no reward" counts a zero when it gets none, or ends.
// So a request's work goes on until there is a reward, and its client is answered just before its
// patience is over: with 503 and Retry-After, or with what is known by then where the format can
// say what is missing. Work of clients that come back is kept for a while, and the identical
// request (the same route, the same bytes) takes it up, under way or finished. Each piece of work
// has at most one client at a time.
//
// How this differs from the RetryDesk of the peers' clients (api/compat/retry_desk.h): work here is
// anything that can be cancelled, many submissions and math answers too; patience, tries and what
// is said at the end are the route's; and nothing is refused for a long queue, because these
// clients have minutes.
//
// Bounds: what is kept for nobody is dropped, the oldest first, beyond kMostUnattended pieces or
// kMostKeptBytes of answers.
//
// Thread-safe. Outlives its places' work and the server's handlers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/compat/desk_options.h"
#include "base/mutex.h"
#include "base/work/timers.h"
#include "net/http.h"

namespace assay {

struct Patience {
  Nanoseconds waits{0};  // until the client gives up, from its request on
  int tries = 1;         // of the client, the first included
  // How long a client that comes back may take for it.
  Nanoseconds comes_back_in{0};

  // When a client is answered at the latest: a tenth early, but no more than two seconds.
  Nanoseconds late_after() const;
};

class PatienceDesk {
 public:
  using Observer = std::function<void(DeskEvent)>;
  class Place;
  using PlacePtr = std::shared_ptr<Place>;

  static constexpr size_t kMostUnattended = 1024;
  static constexpr int64_t kMostKeptBytes = 64LL << 20;

  // `timers` outlive the desk's places.
  PatienceDesk(Timers& timers, Observer observer)
      : timers_(timers), observer_(std::move(observer)) {}
  PatienceDesk(const PatienceDesk&) = delete;
  PatienceDesk& operator=(const PatienceDesk&) = delete;

  // Whether the request's work was there already; the reply is then the desk's.
  bool TakeUp(const std::string& key, const HttpReplyPtr& reply) ASSAY_EXCLUDES(mutex_);
  // A place for new work, where `reply` waits.
  PlacePtr Open(const std::string& key, const Patience& patience, const HttpReplyPtr& reply)
      ASSAY_EXCLUDES(mutex_);

 private:
  struct Actions;

  void Attend(const PlacePtr& place, const HttpReplyPtr& reply, Actions* actions)
      ASSAY_REQUIRES(mutex_);
  void Answer(const PlacePtr& place, HttpResponse response) ASSAY_EXCLUDES(mutex_);
  // The client of that number has left, or waited long enough.
  void Leave(const PlacePtr& place, int arrival) ASSAY_EXCLUDES(mutex_);
  void OnLate(const PlacePtr& place, int arrival) ASSAY_EXCLUDES(mutex_);
  // Nobody waits for it any more; it is kept for `time`.
  void Unattend(const PlacePtr& place, Nanoseconds time, Actions* actions) ASSAY_REQUIRES(mutex_);
  void OnNobodyCame(const PlacePtr& place, int arrival) ASSAY_EXCLUDES(mutex_);
  void Forget(const PlacePtr& place, Actions* actions) ASSAY_REQUIRES(mutex_);
  void Perform(const Actions& actions) ASSAY_EXCLUDES(mutex_);

  Timers& timers_;
  const Observer observer_;
  Mutex mutex_;
  uint64_t last_id_ ASSAY_GUARDED_BY(mutex_) = 0;
  // Work that nobody waits for: by key and age, and by age.
  std::map<std::pair<std::string, uint64_t>, PlacePtr> unattended_ ASSAY_GUARDED_BY(mutex_);
  std::map<uint64_t, PlacePtr> by_age_ ASSAY_GUARDED_BY(mutex_);
  int64_t kept_bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
};

// Where the answer of a piece of work goes: to whoever waits for it, or on the shelf.
class PatienceDesk::Place final : public HttpReply, public std::enable_shared_from_this<Place> {
 public:
  // What was known when a client's patience ended, as its format says it; nothing: 503.
  using Late = std::function<std::optional<HttpResponse>()>;

  Place(PatienceDesk& desk, uint64_t id, std::string key, const Patience& patience)
      : id_(id), key_(std::move(key)), patience_(patience), desk_(desk) {}

  // Once, after the work has been made: how it is stopped, and what is said late. When the place is
  // gone already the work is stopped at once.
  void SetWork(std::function<void()> cancel, Late late = nullptr);

  // The answer. Only 200 is kept for a client that comes back.
  void Send(HttpResponse response) override {
    desk_.Answer(shared_from_this(), std::move(response));
  }
  // Routes of trainers answer in one piece, and the desk watches their clients.
  void Begin(HttpResponse head) override;
  void Write(std::string piece) override;
  void End() override;
  void OnDisconnect(std::function<void()> callback) override;

 private:
  friend class PatienceDesk;
  const uint64_t id_;
  const std::string key_;
  const Patience patience_;
  PatienceDesk& desk_;

  // All below is guarded by the desk's mutex.
  HttpReplyPtr reply_;  // who waits; null: nobody
  std::function<void()> cancel_;
  Late late_;
  std::optional<HttpResponse> answer_;  // kept for who comes back
  int arrivals_ = 0;                    // who has waited, by number
  int tries_over_ = 0;                  // clients that were told to come back
  bool gone_ = false;
};

}  // namespace assay
