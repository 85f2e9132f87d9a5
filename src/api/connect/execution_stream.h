// ExecutionStream: tells a client of one execution over a Connect stream, as Start and Connect do.
//
//   start{pid} · data{stdout|stderr|pty}… · end{exit_code, exited, status, error?}
//
// Says keepalive at intervals, so that proxies keep the connection of a quiet process; ends the
// stream at the client's deadline, and lets go of the execution when the client leaves.
// Thread-safe.
#pragma once

#include <memory>
#include <optional>

#include "api/connect/connect_routes.h"
#include "base/mutex.h"
#include "base/work/timers.h"
#include "process_messages.pb.h"
#include "sessions/execution.h"
#include "sessions/sandboxes.h"

namespace assay {

// How an end is told: what Go's os/exec says of it, which is what clients of both protocols know.
process::Event::End ProcessEndOf(const ProcessEnd& end);

// The code for what went wrong because the sandbox has ended; unset: as the error says.
std::optional<ConnectCode> CodeOfEnd(const Sandbox& sandbox, ConnectCode gone);

class ExecutionStream final : public ExecutionListener,
                              public std::enable_shared_from_this<ExecutionStream> {
 public:
  struct Options {
    std::chrono::milliseconds keepalive{50'000};
    // After it the stream ends with deadline_exceeded.
    std::optional<std::chrono::milliseconds> deadline;
    // The code for a sandbox that has ended.
    ConnectCode gone = ConnectCode::kNotFound;
  };

  // `sandbox` is asked, when it goes wrong, whether it is still there. `timers` outlive it.
  ExecutionStream(ConnectStreamPtr stream, SandboxPtr sandbox, Timers& timers, Options options)
      : stream_(std::move(stream)),
        sandbox_(std::move(sandbox)),
        timers_(timers),
        options_(options) {}

  // Attaches it, until the end or until the client leaves.
  static void Attach(const std::shared_ptr<ExecutionStream>& self,
                     const std::shared_ptr<Execution>& execution);

  void OnStart(int pid) override;
  void OnOutput(OutputStream stream, const std::string& bytes) override;
  void OnEnd(const Result<ExecutionEnd>& end) override;
  size_t unsent() const override { return stream_->unsent(); }

 private:
  void ScheduleKeepalive() ASSAY_EXCLUDES(mutex_);
  void KeepAlive() ASSAY_EXCLUDES(mutex_);
  void StopTimers() ASSAY_EXCLUDES(mutex_);

  const ConnectStreamPtr stream_;
  const SandboxPtr sandbox_;
  Timers& timers_;
  const Options options_;

  Mutex mutex_;
  bool over_ ASSAY_GUARDED_BY(mutex_) = false;
  Timers::Ticket keepalive_ ASSAY_GUARDED_BY(mutex_);
  Timers::Ticket deadline_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
