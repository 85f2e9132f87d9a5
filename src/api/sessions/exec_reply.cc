#include "api/sessions/exec_reply.h"

#include <signal.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "api/sessions/wire/sandbox_answer.h"
#include "api/shared/held_output.h"
#include "api/shared/responses.h"
#include "base/mutex.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr std::chrono::seconds kHeartbeat{15};

std::string_view NameOf(OutputStream stream) {
  switch (stream) {
    case OutputStream::kStdout: return "stdout";
    case OutputStream::kStderr: return "stderr";
    case OutputStream::kTerminal: return "terminal";
  }
  return "stdout";
}

// Members of an object that is begun.
void WriteEnd(const ExecutionEnd& end, JsonWriter* json) {
  json->Key("exit_code");
  if (end.process.signal == 0) {
    json->Int(end.process.exit_code).Key("signal").Null();
  } else {
    const char* name = ::sigabbrev_np(end.process.signal);
    json->Null().Key("signal");
    json->String(name == nullptr ? std::to_string(end.process.signal) : "SIG" + std::string(name));
  }
  json->Key("timed_out").Bool(end.timed_out);
  json->Key("out_of_memory").Bool(end.process.out_of_memory);
}

// Lets the listener go when the client has. Holds neither: each may end before the other.
template <typename Listener>
void LeaveWithClient(const std::shared_ptr<Execution>& execution,
                     const std::shared_ptr<Listener>& listener, const HttpReplyPtr& reply) {
  reply->OnDisconnect([execution = std::weak_ptr<Execution>(execution),
                       listener = std::weak_ptr<Listener>(listener)] {
    const auto left = listener.lock();
    const auto from = execution.lock();
    if (left && from) from->Detach(left.get());
  });
}

class Stream final : public ExecutionListener, public std::enable_shared_from_this<Stream> {
 public:
  Stream(SandboxPtr sandbox, LateTimers timers, HttpReplyPtr reply)
      : sandbox_(std::move(sandbox)), timers_(std::move(timers)), reply_(std::move(reply)) {}

  void OnStart(int pid) override {
    Tell(JsonWriter().BeginObject().Key("event").String("start").Key("pid").Int(pid));
    KeepBeating();
  }
  void OnOutput(OutputStream stream, const std::string& bytes) override {
    JsonWriter json(bytes.size() + 64);
    json.BeginObject().Key("event").String(NameOf(stream));
    WriteBytes("text", bytes, &json);
    Tell(json);
  }
  void OnEnd(const Result<ExecutionEnd>& end) override {
    JsonWriter json;
    json.BeginObject().Key("event");
    if (end.ok()) {
      WriteEnd(*end, &json.String("end"));
    } else {
      const SandboxFault fault = StartFaultOf(end.error(), *sandbox_);
      MutexLock lock(mutex_);
      if (!begun_) {
        ended_ = true;
        return SendFault(reply_, fault);
      }
      WriteFault(fault, &json.String("error").Key("error"));
    }
    Tell(json);
    MutexLock lock(mutex_);
    ended_ = true;
    reply_->End();
  }
  size_t unsent() const override { return reply_->unsent(); }

 private:
  void Tell(JsonWriter& json) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (ended_) return;
    if (!std::exchange(begun_, true)) {
      HttpResponse head;
      head.content_type = "application/x-ndjson";
      head.headers = {{"cache-control", "no-store"}, {"x-accel-buffering", "no"}};
      reply_->Begin(std::move(head));
    }
    reply_->Write(json.EndObject().Take() + "\n");
  }
  // So that a client, and what is between it and us, knows a quiet command from a dead server.
  void KeepBeating() {
    timers_.After(kHeartbeat, [weak = weak_from_this()] {
      const auto self = weak.lock();
      if (!self) return;
      {
        MutexLock lock(self->mutex_);
        if (self->ended_) return;
      }
      if (self->unsent() < kMaxUnsent) {
        self->Tell(JsonWriter().BeginObject().Key("event").String("heartbeat"));
      }
      self->KeepBeating();
    });
  }

  const SandboxPtr sandbox_;
  const LateTimers timers_;
  const HttpReplyPtr reply_;
  Mutex mutex_;
  bool begun_ ASSAY_GUARDED_BY(mutex_) = false;
  bool ended_ ASSAY_GUARDED_BY(mutex_) = false;
};

// Told by one thread at a time, in order.
class Collector final : public ExecutionListener {
 public:
  Collector(SandboxPtr sandbox, const ResultShape& shape, LateTimers timers, HttpReplyPtr reply)
      : sandbox_(std::move(sandbox)),
        shape_(shape),
        timers_(std::move(timers)),
        reply_(std::move(reply)),
        output_(sandbox_->Memory()) {}

  void OnStart(int pid) override { pid_ = pid; }
  void OnOutput(OutputStream stream, const std::string& bytes) override {
    std::string& kept = stream == OutputStream::kStderr ? stderr_ : stdout_;
    // Without gaps: what is kept is how the stream begins.
    if (full_) return;
    const size_t room = shape_.output_bytes - kept.size();
    const size_t taken = output_.Keep(&kept, bytes, std::min(bytes.size(), room));
    truncated_ |= taken < bytes.size();
    full_ = taken < std::min(bytes.size(), room);
  }
  void OnEnd(const Result<ExecutionEnd>& end) override {
    if (!end.ok()) return SendFault(reply_, StartFaultOf(end.error(), *sandbox_));
    std::string answer = Answer(*end);
    if (!output_.CountAnswer(answer.size())) {
      // What is escaped takes several times its room.
      stdout_.clear();
      stderr_.clear();
      truncated_ = true;
      answer = Answer(*end);
    }
    SendJson(reply_, 200, std::move(answer));
    output_.HoldWhileUnsent(reply_, timers_);
  }

 private:
  std::string Answer(const ExecutionEnd& end) const {
    JsonWriter json(stdout_.size() + stderr_.size() + 256);
    json.BeginObject().Key("pid").Int(pid_);
    WriteText("stdout", stdout_, &json);
    WriteText("stderr", stderr_, &json);
    WriteEnd(end, &json);
    json.Key("truncated").Bool(truncated_).Key("repeated").Bool(shape_.repeated);
    json.Key("duration_s").Double(ToSeconds(std::chrono::steady_clock::now() - started_));
    return json.EndObject().Take();
  }
  // What isn't UTF-8 is there as it was, too.
  static void WriteText(const std::string& name, const std::string& bytes, JsonWriter* json) {
    json->Key(name).Bytes(bytes);
    if (!IsValidUtf8(bytes)) json->Key(name + "_base64").String(Base64Encode(bytes));
  }

  const SandboxPtr sandbox_;
  const ResultShape shape_;
  const LateTimers timers_;
  const HttpReplyPtr reply_;
  HeldOutput output_;
  const SteadyTime started_ = std::chrono::steady_clock::now();
  int pid_ = 0;
  std::string stdout_;  // or what the terminal shows
  std::string stderr_;
  bool truncated_ = false;
  bool full_ = false;  // the tenant's room was, once
};

class Started final : public ExecutionListener, public std::enable_shared_from_this<Started> {
 public:
  Started(std::weak_ptr<Execution> execution, SandboxPtr sandbox, LateTimers timers,
          HttpReplyPtr reply)
      : execution_(std::move(execution)),
        sandbox_(std::move(sandbox)),
        timers_(std::move(timers)),
        reply_(std::move(reply)) {}

  void OnStart(int) override {
    const auto execution = execution_.lock();
    if (!execution || std::exchange(answered_, true)) return;
    JsonWriter json;
    WriteProcess(*execution, &json);
    SendJson(reply_, 201, json.Take());
    // Who listens keeps the sandbox in use. Not from within a call of the execution.
    timers_.After(Nanoseconds{0}, [execution = execution_, weak = weak_from_this()] {
      const auto from = execution.lock();
      const auto self = weak.lock();
      if (from && self) from->Detach(self.get());
    });
  }
  void OnOutput(OutputStream, const std::string&) override {}
  void OnEnd(const Result<ExecutionEnd>& end) override {
    if (answered_ || end.ok()) return;
    answered_ = true;
    SendFault(reply_, StartFaultOf(end.error(), *sandbox_));
  }

 private:
  const std::weak_ptr<Execution> execution_;
  const SandboxPtr sandbox_;
  const LateTimers timers_;
  const HttpReplyPtr reply_;
  bool answered_ = false;  // told by one thread at a time
};

}  // namespace

void StreamExecution(const std::shared_ptr<Execution>& execution, SandboxPtr sandbox,
                     LateTimers timers, const HttpReplyPtr& reply) {
  const auto stream = std::make_shared<Stream>(std::move(sandbox), std::move(timers), reply);
  execution->Attach(stream);
  LeaveWithClient(execution, stream, reply);
}

void CollectExecution(const std::shared_ptr<Execution>& execution, SandboxPtr sandbox,
                      const ResultShape& shape, LateTimers timers, const HttpReplyPtr& reply) {
  const auto collector =
      std::make_shared<Collector>(std::move(sandbox), shape, std::move(timers), reply);
  execution->Attach(collector);
  LeaveWithClient(execution, collector, reply);
}

void AnswerStarted(const std::shared_ptr<Execution>& execution, SandboxPtr sandbox,
                   LateTimers timers, const HttpReplyPtr& reply) {
  execution->Attach(
      std::make_shared<Started>(execution, std::move(sandbox), std::move(timers), reply));
}

}  // namespace assay
