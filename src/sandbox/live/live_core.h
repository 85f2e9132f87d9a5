// LiveBoxCore: the server's end of the socket to one live box's agent, and all that is under way in
// the box. Its state belongs to the loop's thread; what other threads ask is posted there.
//
// Every question has a deadline: an agent that doesn't answer is lost, as is one whose socket
// closes. Then every process that was open is told an Error, and so is whoever waits.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "runner/live_box.h"
#include "sandbox/cgroup/live_account.h"
#include "sandbox/live/box_defaults.h"
#include "sandbox/live/event_loop.h"
#include "sandbox/live/live_process.h"
#include "sandbox/wire/live_protocol.h"
#include "sandbox/wire/wire.h"

namespace assay {

class LiveBoxCore final : public EventLoop::Watcher,
                          public ProcessOwner,
                          public std::enable_shared_from_this<LiveBoxCore> {
 public:
  // `socket`: of an agent that has said it is ready. The loop outlives the end of the box.
  LiveBoxCore(EventLoop& loop, UniqueFd socket, LiveLimiter limiter, BoxDefaults defaults)
      : loop_(loop),
        socket_(std::move(socket)),
        limiter_(std::move(limiter)),
        defaults_(std::move(defaults)) {}

  // Any thread, from here on.

  // Once, before anything else.
  void Open();
  // Ends it, whatever is under way; `error` is what that hears.
  void End(Error error);
  bool ended() const { return ended_; }
  const LiveLimiter& limiter() const { return limiter_; }

  std::shared_ptr<LiveProcess> Start(ProcessSpec spec, std::shared_ptr<ProcessListener> listener);
  // kListen, kConnect, kResize, kLimits, kUsage; blocks. The descriptor is invalid where none
  // belongs to the answer; `numbers` that belong to it are left there.
  Result<UniqueFd> Ask(LiveMessage question, int64_t first, int64_t second, SteadyTime deadline,
                       std::vector<int64_t>* numbers = nullptr);
  // The stream to a worker that does the request; blocks until it runs.
  Result<UniqueFd> FileWork(const std::string& request, SteadyTime deadline);
  // Holds starts back, waits for those under way, and stops everything.
  Status Freeze() ASSAY_EXCLUDES(freeze_mutex_);
  Status Thaw() ASSAY_EXCLUDES(freeze_mutex_);
  void OnLost(std::function<void(const Error&)> callback);

  // The loop's thread.
  void OnReady(int fd, uint32_t events) override;
  void SignalProcess(int64_t id, int signal) override;
  void ForgetProcess(int64_t id) override;

 private:
  using Answer = std::promise<Result<UniqueFd>>;
  struct Sending {
    LiveMessage type;
    int64_t id = 0;  // that an answer will bear
    std::string body;
    std::vector<UniqueFd> fds;
  };

  void StartNow(int64_t id, const std::shared_ptr<ProcessHandle>& process);
  void FlushHeld();
  void Send(Sending message);
  void FlushSending();
  bool FailOne(const Sending& message, const Error& error);
  bool Receive();
  bool OnStarted(Frame& frame);
  bool OnEnded(const Frame& frame);
  bool OnAnswer(Frame& frame);
  void Await(int64_t id);
  bool TakeRoom(int64_t id, size_t bytes);
  void Answered(int64_t id);
  void CheckPatience();
  void StartsSettled();
  void Lose(const Error& error);
  std::vector<std::string> Environment(const ProcessSpec& spec) const;

  EventLoop& loop_;
  UniqueFd socket_;  // invalid: it has ended
  const LiveLimiter limiter_;
  const BoxDefaults defaults_;
  std::atomic<bool> ended_{false};
  std::atomic<int64_t> next_id_{1};

  std::deque<Sending> sending_;
  std::map<int64_t, std::shared_ptr<ProcessHandle>> processes_;  // not told their end
  // Told their end, while programs they left hold what these wrote to; the oldest first.
  std::deque<std::weak_ptr<ProcessHandle>> left_;
  std::map<int64_t, std::shared_ptr<Answer>> answers_;                // of questions and file work
  std::map<int64_t, std::shared_ptr<std::vector<int64_t>>> numbers_;  // of questions with such
  std::map<int64_t, SteadyTime> awaited_;  // since when: what the agent has to answer first
  SteadyTime heard_{};                     // when the agent said anything last
  std::map<int64_t, size_t> bytes_;        // of what isn't answered, here or at the agent
  size_t all_bytes_ = 0;
  bool timer_runs_ = false;
  int starting_ = 0;  // processes that aren't known to run
  bool hold_ = false;
  std::vector<std::pair<int64_t, std::shared_ptr<ProcessHandle>>> held_;
  std::vector<std::shared_ptr<Answer>> settled_;  // who waits for no start to be under way
  std::optional<Error> lost_;
  std::vector<std::function<void(const Error&)>> on_lost_;

  Mutex freeze_mutex_;  // held by who freezes or thaws, until it is done
  bool frozen_ ASSAY_GUARDED_BY(freeze_mutex_) = false;
};

}  // namespace assay
