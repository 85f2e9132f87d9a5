#include "api/history/event_stream.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "api/shared/responses.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr auto kHeartbeat = std::chrono::seconds(5);
constexpr auto kLookAgain = std::chrono::milliseconds(200);
// With more than this unread nothing is written: events wait in the listener, which is bounded.
constexpr size_t kMostUnsent = 1 << 20;

enum class Form { kLines, kEvents };

double UnixNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

JsonWriter Begin(std::string_view type) {
  JsonWriter json;
  json.BeginObject().Key("type").String(type).Key("time").Double(UnixNow());
  return json;
}

class EventStream : public std::enable_shared_from_this<EventStream> {
 public:
  EventStream(EventFeed& feed, Form form, HttpReplyPtr reply, LateTimers timers)
      : feed_(feed), form_(form), reply_(std::move(reply)), timers_(std::move(timers)) {}

  bool Start(const std::string& tenant) {
    listener_ = feed_.Listen(tenant, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->Pump();
    });
    if (listener_ == nullptr) return false;
    HttpResponse head;
    head.content_type = form_ == Form::kEvents ? "text/event-stream" : "application/x-ndjson";
    head.headers = {{"cache-control", "no-store"}, {"x-accel-buffering", "no"}};
    {
      MutexLock lock(mutex_);
      reply_->Begin(std::move(head));
      begun_ = true;
      Write("hello", Begin("hello").EndObject().Take());
    }
    reply_->OnDisconnect([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->Leave();
    });
    Pump();
    Beat();
    return true;
  }

 private:
  void Write(std::string_view type, const std::string& json) ASSAY_REQUIRES(mutex_) {
    if (form_ == Form::kLines) return reply_->Write(json + "\n");
    reply_->Write("event: " + std::string(type) + "\ndata: " + json + "\n\n");
  }

  // Under the lock throughout, so that events keep their order whoever brings them.
  void Pump() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (!begun_ || ended_) return;
    if (reply_->unsent() > kMostUnsent) {
      if (!std::exchange(looking_again_, true)) {
        timers_.After(kLookAgain, [weak = weak_from_this()] {
          if (const auto self = weak.lock()) self->LookAgain();
        });
      }
      if (listener_->state() == EventFeed::Listener::State::kListening) return;
    }
    // The state first: nothing is queued once it isn't listening.
    const EventFeed::Listener::State state = listener_->state();
    const auto events = listener_->Take();
    if (reply_->unsent() <= kMostUnsent) {
      for (const FeedEventPtr& event : events) Write(event->type, event->json);
    }
    if (state == EventFeed::Listener::State::kListening) return;
    const bool slow = state == EventFeed::Listener::State::kTooSlow;
    Write("end", Begin("end")
                     .Key("reason")
                     .String(slow ? "too_slow" : "server_ends")
                     .Key("message")
                     .String(slow ? "events came faster than they were read: some are missing"
                                  : "the server ends")
                     .EndObject()
                     .Take());
    ended_ = true;
    reply_->End();
  }

  void LookAgain() ASSAY_EXCLUDES(mutex_) {
    {
      MutexLock lock(mutex_);
      looking_again_ = false;
    }
    Pump();
  }

  // Holds the stream until it ends.
  void Beat() {
    timers_.After(kHeartbeat, [self = shared_from_this()] {
      {
        MutexLock lock(self->mutex_);
        if (self->ended_) return;
        if (self->reply_->unsent() <= kMostUnsent) {
          self->Write("heartbeat", Begin("heartbeat").EndObject().Take());
        }
      }
      self->Beat();
    });
  }

  void Leave() ASSAY_EXCLUDES(mutex_) {
    feed_.Leave(listener_);
    MutexLock lock(mutex_);
    ended_ = true;
  }

  EventFeed& feed_;
  const Form form_;
  const HttpReplyPtr reply_;
  const LateTimers timers_;
  EventFeed::ListenerPtr listener_;  // set before anybody else knows of the stream

  Mutex mutex_;
  bool begun_ ASSAY_GUARDED_BY(mutex_) = false;
  bool ended_ ASSAY_GUARDED_BY(mutex_) = false;
  bool looking_again_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace

void StreamEvents(EventFeed& feed, const std::string& tenant, const HttpRequest& http,
                  const HttpReplyPtr& reply, const LateTimers& timers) {
  const bool events = http.Header("accept").find("text/event-stream") != std::string_view::npos;
  const auto stream =
      std::make_shared<EventStream>(feed, events ? Form::kEvents : Form::kLines, reply, timers);
  if (!stream->Start(tenant)) {
    SendError(reply, ErrorStyle::kNative, 503, "too_many_listeners",
              "too many clients listen to events already, or the server ends");
  }
}

}  // namespace assay
