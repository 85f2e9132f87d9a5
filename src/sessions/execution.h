// Execution: one process of a sandbox as its clients know it. It outlives the connection that
// started it: others attach to it, and how it ended is kept for a while, so that a client whose
// connection broke is told the truth, and the same request sent twice starts one process.
//
// Thread-safe; held by whoever uses it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "runner/live_box.h"

namespace assay {

struct ExecutionRequest {
  ProcessSpec process;
  // Of the client, for lists; need not be unique.
  std::string tag;
  // When not empty: a second request with it, the same process and environment gets the first
  // one's execution; with another process it is refused (kInvalidArgument, EEXIST).
  std::string key;
  // After it the process and its group are killed; the end then says timed_out.
  std::optional<Nanoseconds> timeout;
  // Whether it is killed when the last listener that attached to it has left.
  bool ends_with_listeners = false;
};

struct ExecutionEnd {
  ProcessEnd process;
  bool timed_out = false;  // we ended it for its timeout
};

// As ProcessListener, from a thread of the sessions: must not block.
class ExecutionListener {
 public:
  virtual ~ExecutionListener() = default;
  virtual void OnStart(int pid) = 0;
  virtual void OnOutput(OutputStream stream, const std::string& bytes) = 0;
  virtual void OnEnd(const Result<ExecutionEnd>& end) = 0;
  // Bytes that wait in the listener for its client. While this is over kMaxUnsent for any listener,
  // the process's output isn't read, so that it waits; asked after each output and a few times a
  // second.
  virtual size_t unsent() const { return 0; }
};
inline constexpr size_t kMaxUnsent = 1 << 20;

class Execution {
 public:
  virtual ~Execution() = default;

  // Tells of the start, of all output from now on (the first one: of all there is), and of the end.
  // One that has ended already: start and end. Holds the listener until the end or Detach.
  virtual void Attach(std::shared_ptr<ExecutionListener> listener) = 0;
  // As Attach, of the server's own, at most one: nobody waits behind it, so it doesn't keep the
  // sandbox from being idle.
  virtual void AttachOwn(std::shared_ptr<ExecutionListener> listener) = 0;
  virtual void Detach(const ExecutionListener* listener) = 0;

  // As LiveProcess.
  virtual Status Write(std::string bytes) = 0;
  virtual void CloseInput() = 0;
  virtual void Signal(int signal) = 0;
  virtual void Resize(int rows, int columns) = 0;

  // Never null. Of one that has ended only the first words of its argv, and no environment: it is
  // remembered, and those may be large.
  virtual std::shared_ptr<const ExecutionRequest> request() const = 0;
  // Unset until it runs, or if it never did.
  virtual std::optional<int> pid() const = 0;
  virtual bool ended() const = 0;
};

}  // namespace assay
