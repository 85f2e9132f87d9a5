#include "api/prime/gateway_exec.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/prime/answers.h"
#include "api/prime/gateway_call.h"
#include "api/shared/held_output.h"
#include "api/shared/responses.h"
#include "base/mutex.h"
#include "text/field_reader.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr int64_t kDefaultTimeout = 300;
constexpr int64_t kLongestTimeout = 24 * 3600;
constexpr int kSignalled = 128;  // and the signal, as shells have it
constexpr int kKill = 9;

// Keeps what a command says until it ends.
class Collector final : public ExecutionListener {
 public:
  Collector(SandboxPtr sandbox, LateTimers timers, HttpReplyPtr reply)
      : sandbox_(std::move(sandbox)),
        timers_(std::move(timers)),
        reply_(std::move(reply)),
        output_(sandbox_->Memory()) {}

  // What is killed when it says too much.
  void Watch(std::weak_ptr<Execution> execution) {
    MutexLock lock(mutex_);
    execution_ = std::move(execution);
  }

  void OnStart(int) override {}
  void OnOutput(OutputStream stream, const std::string& bytes) override {
    std::shared_ptr<Execution> too_much;
    {
      MutexLock lock(mutex_);
      std::string& kept = stream == OutputStream::kStderr ? stderr_ : stdout_;
      if (over_) return;
      if (kept.size() + bytes.size() > kMaxExecOutput) {
        over_ = "it wrote more than " + std::to_string(kMaxExecOutput >> 20) + " MiB";
      } else if (output_.Keep(&kept, bytes, bytes.size()) < bytes.size()) {
        over_ =
            "what this server holds of its owner's output takes all the room it may; have it write "
            "to a file";
      } else {
        return;
      }
      too_much = execution_.lock();
    }
    if (too_much != nullptr) too_much->Signal(kKill);
  }
  void OnEnd(const Result<ExecutionEnd>& end) override {
    if (!end.ok()) return SendGatewayFailure(reply_, *sandbox_, end.error());
    MutexLock lock(mutex_);
    if (over_) {
      return SendPrimeError(reply_, 413, "the command was killed: " + *over_);
    }
    if (end->timed_out) return SendPrimeError(reply_, 408, "the command's time is over");
    const ProcessEnd& process = end->process;
    JsonWriter json(stdout_.size() + stderr_.size() + 64);
    json.BeginObject().Key("stdout").Bytes(stdout_).Key("stderr").Bytes(stderr_);
    json.Key("exit_code");
    json.Int(process.signal == 0 ? process.exit_code : kSignalled + process.signal);
    if (process.out_of_memory) json.Key("out_of_memory").Bool(true);
    json.EndObject();
    SendJson(reply_, 200, json.Take());
    output_.HoldWhileUnsent(reply_, timers_);
  }

 private:
  const SandboxPtr sandbox_;
  const LateTimers timers_;
  const HttpReplyPtr reply_;
  Mutex mutex_;
  HeldOutput output_ ASSAY_GUARDED_BY(mutex_);
  std::weak_ptr<Execution> execution_ ASSAY_GUARDED_BY(mutex_);
  std::string stdout_ ASSAY_GUARDED_BY(mutex_), stderr_ ASSAY_GUARDED_BY(mutex_);
  std::optional<std::string> over_ ASSAY_GUARDED_BY(mutex_);  // why it was killed
};

std::optional<ExecutionRequest> ParseExec(JsonValue body, FieldErrors* errors) {
  FieldReader reader(body, {}, errors);
  ExecutionRequest request;
  const auto command = reader.String("command", Presence::kRequired);
  request.process.argv = {"/bin/bash", "-c", command.value_or("")};
  request.process.directory = reader.String("working_dir", Presence::kOptionalOrNull).value_or("");
  if (const JsonValue env = reader.Object("env", Presence::kOptionalOrNull)) {
    for (const auto& [name, value] : env.Members()) {
      if (value.Is(JsonType::kString)) {
        request.process.env[name] = value.String();
      } else {
        reader.Fault("env", "string_type", name + ": must be a text");
      }
    }
  }
  const int64_t timeout =
      reader.Int("timeout", Presence::kOptionalOrNull).value_or(kDefaultTimeout);
  if (timeout < 1) reader.Fault("timeout", "greater_than", "must be at least 1 second");
  request.timeout = std::chrono::seconds(std::clamp<int64_t>(timeout, 1, kLongestTimeout));
  const auto user = reader.String("user", Presence::kOptionalOrNull);
  if (user && !user->empty() && *user != kLiveUser) {
    reader.Fault("user", "value_error",
                 std::string("a sandbox has the user '") + kLiveUser + "' only");
  }
  request.ends_with_listeners = true;
  if (!errors->empty()) return std::nullopt;
  return request;
}

}  // namespace

void ExecInSandbox(const SandboxPtr& sandbox, const HttpRequest& http, LateTimers timers,
                   const HttpReplyPtr& reply) {
  const auto body = ParseBody(http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  auto request = ParseExec(body->root(), &errors);
  if (!request) return SendInvalid(reply, kStyle, errors);
  const auto execution = sandbox->Start(*std::move(request));
  if (!execution.ok()) return SendGatewayFailure(reply, *sandbox, execution.error());
  const auto collector = std::make_shared<Collector>(sandbox, std::move(timers), reply);
  collector->Watch(*execution);
  (*execution)->Attach(collector);
  // Nobody else can hear of the command: it ends with its client. Holds neither.
  reply->OnDisconnect(
      [execution = std::weak_ptr(*execution), collector = std::weak_ptr(collector)] {
        const auto from = execution.lock();
        const auto left = collector.lock();
        if (from && left) from->Detach(left.get());
      });
}

}  // namespace assay
