// A scripted endpoint and made-up time for tests of generation: answers are functions of the
// request, sleeping moves the clock. Thread-safe.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "rollout/generate/generator.h"
#include "text/json_writer.h"

namespace assay::rollout {

class FakeSurroundings final : public Surroundings {
 public:
  SteadyTime Now() const override {
    MutexLock lock(mutex_);
    return now_;
  }
  std::chrono::system_clock::time_point WallNow() const override {
    return std::chrono::system_clock::from_time_t(784111777) + Now().time_since_epoch();
  }
  void SleepUntil(SteadyTime until, const CancelToken& cancel) override {
    if (cancel.cancelled()) return;
    MutexLock lock(mutex_);
    now_ = std::max(now_, until);
  }
  double Random() override { return random; }

  void Advance(Nanoseconds duration) {
    MutexLock lock(mutex_);
    now_ += duration;
  }
  double Seconds() const { return ToSeconds(Now().time_since_epoch()); }

  double random = 0.5;

 private:
  mutable Mutex mutex_;
  SteadyTime now_ ASSAY_GUARDED_BY(mutex_){};
};

inline std::string Completion(const std::string& message, const std::string& finish = "\"stop\"",
                              const std::string& model = "m") {
  return R"({"id":"c1","model":")" + model + R"(","choices":[{"message":)" + message +
         R"(,"finish_reason":)" + finish +
         R"(}],"usage":{"prompt_tokens":10,"completion_tokens":20}})";
}

inline std::string Saying(const std::string& content) {
  JsonWriter json;
  json.BeginObject().Key("content").String(content).EndObject();
  return Completion(json.Take());
}

inline HttpResponse Response(int status, std::string body,
                             std::vector<std::pair<std::string, std::string>> headers = {}) {
  return {.status = status, .headers = std::move(headers), .body = std::move(body)};
}

// What the endpoint does with the request: a response, or why there is none.
struct Scripted {
  HttpResponse response = {};
  HttpFailure failure = HttpFailure::kNone;
};

class FakeEndpoint {
 public:
  // `number`: of the requests for that body, from 1.
  using Script = std::function<Scripted(const std::string& body, int number)>;
  explicit FakeEndpoint(Script script) : script_(std::move(script)) {}

  Generator::Transport transport() {
    return [this](const std::string& body, SteadyTime, const CancelToken&,
                  HttpFailure* failure) -> Result<HttpResponse> {
      int number = 0;
      {
        MutexLock lock(mutex_);
        number = ++seen_[body];
        ++requests_;
        most_in_flight_ = std::max(most_in_flight_, ++in_flight_);
      }
      Scripted scripted = script_(body, number);
      {
        MutexLock lock(mutex_);
        --in_flight_;
      }
      *failure = scripted.failure;
      if (scripted.failure == HttpFailure::kNone) return std::move(scripted.response);
      return Error{ErrorCode::kUnavailable, "test", 0, "it broke"};
    };
  }

  int requests() const {
    MutexLock lock(mutex_);
    return requests_;
  }
  int most_in_flight() const {
    MutexLock lock(mutex_);
    return most_in_flight_;
  }

 private:
  const Script script_;
  mutable Mutex mutex_;
  std::map<std::string, int> seen_ ASSAY_GUARDED_BY(mutex_);
  int requests_ ASSAY_GUARDED_BY(mutex_) = 0;
  int in_flight_ ASSAY_GUARDED_BY(mutex_) = 0;
  int most_in_flight_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay::rollout
