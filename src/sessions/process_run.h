// ProcessRun: the Execution behind the interface: one process, those who listen to it, and how it
// ended.
//
// What the box says and who attaches meets in one queue, which one thread at a time works off, so
// that every listener hears start, output and end in order. Thread-safe; listeners are called with
// no lock held.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/work/timers.h"
#include "sessions/execution.h"
#include "sessions/session_core.h"

namespace assay {

class ProcessRun final : public Execution,
                         public ProcessListener,
                         public std::enable_shared_from_this<ProcessRun> {
 public:
  // What its sandbox wants to know; called with no lock held.
  struct Hooks {
    // Somebody did something with it: came, left, wrote to it.
    std::function<void()> used;
    // Once, before the listeners hear of it.
    std::function<void(const ProcessRun&)> ended;
  };

  // `core` outlives its end. `fingerprint`: of its process, for the next request with its key.
  ProcessRun(ExecutionRequest request, std::string fingerprint, SessionCore& core, Hooks hooks);

  const std::string& key() const { return key_; }
  const std::string& fingerprint() const { return fingerprint_; }

  // Starts it in the box, with what its sandbox adds to its environment. Once.
  void Begin(LiveBox& box, const std::map<std::string, std::string>& environment);
  // Nobody will know how it ends, because its box is ended or gone. What the box says of it later
  // isn't told any more, and needs the core no more.
  void Lose(Error error) { OnEnd(std::move(error)); }
  // It is not to run: its box couldn't be made to go on. Killed wherever it has come to.
  void Abandon(Error error);

  // Execution.
  void Attach(std::shared_ptr<ExecutionListener> listener) override ASSAY_EXCLUDES(mutex_);
  void AttachOwn(std::shared_ptr<ExecutionListener> listener) override ASSAY_EXCLUDES(mutex_);
  void Detach(const ExecutionListener* listener) override ASSAY_EXCLUDES(mutex_);
  Status Write(std::string bytes) override;
  void CloseInput() override;
  void Signal(int signal) override;
  void Resize(int rows, int columns) override;
  std::shared_ptr<const ExecutionRequest> request() const override ASSAY_EXCLUDES(mutex_);
  std::optional<int> pid() const override ASSAY_EXCLUDES(mutex_);
  bool ended() const override ASSAY_EXCLUDES(mutex_);

  // Somebody listens, and it runs.
  bool attended() const ASSAY_EXCLUDES(mutex_);

  // ProcessListener.
  void OnStart(int pid) override;
  void OnOutput(OutputStream stream, std::string bytes) override;
  void OnEnd(Result<ProcessEnd> end) override;

 private:
  using Event = std::function<void()>;
  using Listeners = std::vector<std::shared_ptr<ExecutionListener>>;

  void Push(Event event) ASSAY_EXCLUDES(mutex_);
  // Takes it out of the lists; null: it is in none.
  std::shared_ptr<ExecutionListener> Take(const ExecutionListener* listener) ASSAY_REQUIRES(mutex_);
  // The rest happens in events only.
  void Join(const std::shared_ptr<ExecutionListener>& listener);
  void Tell(const std::function<void(ExecutionListener&)>& what);
  // Has the process wait while somebody is too slow, and go on when nobody is.
  void Balance();
  void LookAgain() ASSAY_EXCLUDES(mutex_);
  std::shared_ptr<LiveProcess> process() const ASSAY_EXCLUDES(mutex_);

  const std::string key_;
  const std::string fingerprint_;
  SessionCore& core_;
  const Hooks hooks_;

  mutable Mutex mutex_;
  std::shared_ptr<const ExecutionRequest> request_ ASSAY_GUARDED_BY(mutex_);
  std::deque<Event> events_ ASSAY_GUARDED_BY(mutex_);
  bool delivering_ ASSAY_GUARDED_BY(mutex_) = false;
  std::shared_ptr<LiveProcess> process_
      ASSAY_GUARDED_BY(mutex_);  // null before Begin and at the end
  const ExecutionListener* own_ ASSAY_GUARDED_BY(mutex_) = nullptr;
  Listeners joining_ ASSAY_GUARDED_BY(mutex_);  // attached, and not told anything yet
  Listeners listeners_ ASSAY_GUARDED_BY(mutex_);
  std::optional<int> pid_ ASSAY_GUARDED_BY(mutex_);
  std::optional<Result<ExecutionEnd>> end_ ASSAY_GUARDED_BY(mutex_);
  bool timed_out_ ASSAY_GUARDED_BY(mutex_) = false;
  std::vector<int> early_signals_ ASSAY_GUARDED_BY(mutex_);  // before there was a process
  Timers::Ticket timeout_ ASSAY_GUARDED_BY(mutex_);

  // Of events.
  bool joined_ = false;  // somebody ever was
  bool told_start_ = false;
  bool told_end_ = false;
  std::vector<std::pair<OutputStream, std::string>> early_;  // output before anybody listened
  size_t early_bytes_ = 0;
  bool paused_ = false;
  bool looks_again_ = false;
};

}  // namespace assay
