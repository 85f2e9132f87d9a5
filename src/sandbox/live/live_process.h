// One process of a live box as the server has it: its pipes or terminal, and what is to be told of
// it. Made by a LiveBoxCore, which also tells of its start and end.
//
// The interface is thread-safe; the rest is for the loop's thread. The loop outlives its being told
// the end, after which nothing reaches the loop any more.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "runner/live_box.h"
#include "sandbox/cgroup/live_account.h"
#include "sandbox/live/event_loop.h"

namespace assay {

// What a process needs of its box, on the loop's thread.
class ProcessOwner {
 public:
  virtual ~ProcessOwner() = default;
  virtual void SignalProcess(int64_t id, int signal) = 0;
  // It was told its end. What it left running may hold its pipes or its terminal open.
  virtual void ForgetProcess(int64_t id) = 0;
};

class ProcessHandle final : public LiveProcess,
                            public EventLoop::Watcher,
                            public std::enable_shared_from_this<ProcessHandle> {
 public:
  ProcessHandle(EventLoop& loop, int64_t id, ProcessSpec spec,
                std::shared_ptr<ProcessListener> listener, std::weak_ptr<ProcessOwner> owner)
      : loop_(loop),
        id_(id),
        spec_(std::move(spec)),
        listener_(std::move(listener)),
        owner_(std::move(owner)) {}

  Status Write(std::string bytes) override;
  void CloseInput() override;
  void Signal(int signal) override;
  void Resize(int rows, int columns) override;
  void PauseOutput(bool paused) override;

  const ProcessSpec& spec() const { return spec_; }

  // On the loop's thread from here on.

  // Makes its pipes; gives the program's ends.
  Result<std::vector<UniqueFd>> MakePipes();
  // `master`: of its terminal, if it has one.
  void Started(int pid, UniqueFd master);
  // It ended so; tells it once the output there is by now is told. Later output is dropped, until
  // the last program that could write it has closed it.
  void Ended(ProcessEnd end);
  // Nobody knows, or it never ran; unless its end is known and was only not told yet.
  void Failed(const Error& error);

  // Of what it left running.
  bool has_outputs() const { return outputs_[0].fd || outputs_[1].fd; }
  void CloseOutputs();

  void OnReady(int fd, uint32_t events) override;

  OomCount ooms_before;

 private:
  struct Output {
    UniqueFd fd;
    OutputStream stream = OutputStream::kStdout;
    size_t dropped = 0;
    bool rests = false;  // not looked at for a while
  };

  bool told() const { return listener_ == nullptr; }
  void Update();
  void CloseOutput(Output& output);
  void ReadOutput(Output& output);
  void DropOutput(Output& output);
  void TellEnd();
  void WriteInput();
  void CloseInputNow();

  EventLoop& loop_;
  const int64_t id_;
  const ProcessSpec spec_;
  std::shared_ptr<ProcessListener> listener_;  // null: it was told the end
  const std::weak_ptr<ProcessOwner> owner_;

  Mutex mutex_;
  std::deque<std::string> queue_ ASSAY_GUARDED_BY(mutex_);
  size_t queued_bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
  size_t first_written_ ASSAY_GUARDED_BY(mutex_) = 0;  // of the first in the queue
  bool close_input_ ASSAY_GUARDED_BY(mutex_) = false;
  std::atomic<bool> over_{false};

  bool started_ = false;
  std::vector<int> early_signals_;  // before it started
  bool paused_ = false;
  std::optional<ProcessEnd> end_;  // not told yet
  UniqueFd input_;                 // invalid with a terminal
  Output outputs_[2];              // the first is the terminal's
};

}  // namespace assay
