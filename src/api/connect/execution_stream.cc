#include "api/connect/execution_stream.h"

#include <cstring>
#include <utility>

#include "base/text.h"

namespace assay {
namespace {

ConnectError WhyEnded(const Error& error, const Sandbox& sandbox, ConnectCode gone) {
  ConnectError failed = ConnectErrorOf(error);
  failed.code = CodeOfEnd(sandbox, gone).value_or(failed.code);
  return failed;
}

}  // namespace

std::optional<ConnectCode> CodeOfEnd(const Sandbox& sandbox, ConnectCode gone) {
  const SandboxInfo info = sandbox.Info();
  // Where the server was stopped it is unavailable, as the error says.
  if (info.state != SandboxState::kEnded || info.end == SandboxEnd::kShutdown) return std::nullopt;
  return gone;
}

process::Event::End ProcessEndOf(const ProcessEnd& end) {
  process::Event::End told;
  if (end.signal == 0) {
    told.set_exit_code(end.exit_code);
    told.set_exited(true);
    told.set_status("exit status " + std::to_string(end.exit_code));
  } else {
    const char* name = sigdescr_np(end.signal);
    told.set_exit_code(-1);
    told.set_status("signal: " + (name != nullptr ? AsciiLower(name) : std::to_string(end.signal)));
  }
  if (told.exit_code() != 0) told.set_error(told.status());
  if (end.out_of_memory) {
    told.set_error(told.status() + ": the sandbox's memory limit was reached");
  }
  return told;
}

void ExecutionStream::Attach(const std::shared_ptr<ExecutionStream>& self,
                             const std::shared_ptr<Execution>& execution) {
  const auto let_go = [weak = std::weak_ptr(self), execution = std::weak_ptr(execution)] {
    const auto stream = weak.lock();
    if (stream == nullptr) return;
    stream->StopTimers();
    if (const auto attached = execution.lock()) attached->Detach(stream.get());
  };
  if (self->options_.deadline) {
    auto ticket =
        self->timers_.At(std::chrono::steady_clock::now() + *self->options_.deadline,
                         [weak = std::weak_ptr(self), let_go] {
                           const auto stream = weak.lock();
                           if (stream == nullptr) return;
                           stream->stream_->Fail({ConnectCode::kDeadlineExceeded,
                                                  "the time that the request gave it is over"});
                           let_go();
                         });
    MutexLock lock(self->mutex_);
    if (!self->over_) self->deadline_ = std::move(ticket);
  }
  self->ScheduleKeepalive();
  execution->Attach(self);
  // Last: of a client that has left already it is said at once.
  self->stream_->OnDisconnect(let_go);
}

void ExecutionStream::OnStart(int pid) {
  process::EventResponse event;
  event.mutable_event()->mutable_start()->set_pid(static_cast<uint32_t>(pid));
  stream_->Send(event);
}

void ExecutionStream::OnOutput(OutputStream stream, const std::string& bytes) {
  process::EventResponse event;
  process::Event::Data* data = event.mutable_event()->mutable_data();
  switch (stream) {
    case OutputStream::kStdout: data->set_stdout(bytes); break;
    case OutputStream::kStderr: data->set_stderr(bytes); break;
    case OutputStream::kTerminal: data->set_pty(bytes); break;
  }
  stream_->Send(event);
}

void ExecutionStream::OnEnd(const Result<ExecutionEnd>& end) {
  StopTimers();
  if (!end.ok()) return stream_->Fail(WhyEnded(end.error(), *sandbox_, options_.gone));
  if (end->timed_out) {
    return stream_->Fail(
        {ConnectCode::kDeadlineExceeded, "the process was killed: its time is over"});
  }
  process::EventResponse event;
  *event.mutable_event()->mutable_end() = ProcessEndOf(end->process);
  stream_->Send(event);
  stream_->End();
}

void ExecutionStream::ScheduleKeepalive() {
  auto ticket =
      timers_.At(std::chrono::steady_clock::now() + options_.keepalive, [weak = weak_from_this()] {
        if (const auto stream = weak.lock()) stream->KeepAlive();
      });
  MutexLock lock(mutex_);
  if (!over_) keepalive_ = std::move(ticket);
}

void ExecutionStream::KeepAlive() {
  {
    MutexLock lock(mutex_);
    if (over_) return;
  }
  process::EventResponse event;
  event.mutable_event()->mutable_keepalive();
  stream_->Send(event);
  ScheduleKeepalive();
}

void ExecutionStream::StopTimers() {
  MutexLock lock(mutex_);
  over_ = true;
  keepalive_.reset();
  deadline_.reset();
}

}  // namespace assay
