#include "sandbox/agent/live/live_agent.h"

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "runner/live_box.h"
#include "sandbox/agent/live/box_watch.h"
#include "sandbox/agent/live/inner_sockets.h"
#include "sandbox/agent/live/launcher.h"
#include "sandbox/agent/live/terminals.h"
#include "sandbox/files/file_worker.h"
#include "sandbox/view/live_view.h"
#include "sandbox/wire/live_protocol.h"
#include "sandbox/wire/protocol.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kSendPatience = std::chrono::seconds(20);
// The server sends no more before the first of them are started.
constexpr size_t kMaxWaitingStarts = 4096;

SteadyTime Soon() {
  return std::chrono::steady_clock::now() + kSendPatience;
}

struct WaitingStart {
  int64_t id = 0;
  LaunchOrder order;
  UniqueFd master;
};

class LiveAgent {
 public:
  // `proc`: the agent's, where programs have a process namespace of their own; else invalid.
  // `watch`: null where a cgroup counts.
  LiveAgent(int socket, int owner, std::unique_ptr<Launcher> launcher, UniqueFd child_signals,
            UniqueFd proc, std::unique_ptr<BoxWatch> watch)
      : socket_(socket),
        owner_(owner),
        launcher_(std::move(launcher)),
        child_signals_(std::move(child_signals)),
        proc_(std::move(proc)),
        watch_(std::move(watch)) {}

  // Until the server gives the box up or is gone.
  void Serve() {
    for (;;) {
      pollfd entries[3] = {
          {socket_, POLLIN, 0}, {child_signals_.get(), POLLIN, 0}, {launcher_->done(), POLLIN, 0}};
      const int ready = ::poll(entries, 3, watch_ != nullptr ? watch_->WaitMs() : -1);
      if (watch_ != nullptr && watch_->Look()) {
        for (const auto& [pid, id] : ids_) ended_for_memory_.insert(id);
      }
      if (ready <= 0) continue;
      if (entries[2].revents != 0) FinishStart();
      if (entries[1].revents != 0) {
        signalfd_siginfo info;
        while (::read(child_signals_.get(), &info, sizeof info) > 0) {
        }
        ends_wait_ = true;
      }
      Reap();
      BeginStart();
      if (entries[0].revents == 0) continue;
      if (!Receive()) return;
      // It may have finished a start: then nothing else will tell of ends, or of the next start.
      Reap();
      BeginStart();
    }
  }

 private:
  bool Receive() {
    auto frame = ReceiveFrame(socket_, Soon());
    if (!frame.ok()) return false;
    switch (static_cast<LiveMessage>(frame->type)) {
      case LiveMessage::kStart: return Start(*frame);
      case LiveMessage::kFiles: return StartFileWork(*frame);
      case LiveMessage::kSignal: return Signal(*frame);
      case LiveMessage::kListen:
      case LiveMessage::kConnect:
      case LiveMessage::kLimits:
      case LiveMessage::kUsage:
      case LiveMessage::kResize: return Answer(*frame);
      default: return false;
    }
  }

  bool Start(Frame& frame) {
    auto start = LiveStart::Decode(frame.body);
    if (!start.ok() || starts_.size() >= kMaxWaitingStarts) return false;
    WaitingStart waiting;
    waiting.id = start->id;
    waiting.order.argv = std::move(start->argv);
    waiting.order.env = std::move(start->env);
    waiting.order.directory = std::move(start->directory);
    if (start->terminal) {
      auto terminal = OpenTerminal(owner_, start->rows, start->columns);
      if (!terminal.ok()) return SendStarted(waiting.id, -1, &terminal.error(), -1);
      waiting.order.terminal = true;
      waiting.master = std::move(terminal->master);
      for (UniqueFd& standard : waiting.order.standard) {
        standard.Reset(::fcntl(terminal->slave.get(), F_DUPFD_CLOEXEC, 4));
      }
    } else if (frame.fds.size() == (start->input ? 3U : 2U)) {
      size_t next = 0;
      if (start->input) {
        waiting.order.standard[0] = std::move(frame.fds[next++]);
      } else {
        waiting.order.standard[0].Reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));
      }
      waiting.order.standard[1] = std::move(frame.fds[next++]);
      waiting.order.standard[2] = std::move(frame.fds[next++]);
    } else {
      return false;
    }
    for (const UniqueFd& standard : waiting.order.standard) {
      if (standard) continue;
      const Error error = SystemError("sandbox.launcher", errno, "cannot open its descriptors");
      return SendStarted(waiting.id, -1, &error, -1);
    }
    starts_.push_back(std::move(waiting));
    BeginStart();
    return true;
  }

  // One at a time, and no ends are looked at meanwhile: a pid whose start isn't told yet must not
  // be taken for an orphan's.
  void BeginStart() {
    while (watch_ != nullptr && !launcher_->busy() && !starts_.empty() && watch_->IsFull()) {
      const Error full = NoMoreProcesses();
      if (!SendStarted(starts_.front().id, -1, &full, -1)) ::_exit(1);
      starts_.pop_front();
    }
    if (launcher_->busy() || starts_.empty()) return;
    launcher_->Begin(std::move(starts_.front().order));
  }

  void FinishStart() {
    const Result<pid_t> pid = launcher_->Finish();
    const WaitingStart waiting = std::move(starts_.front());
    starts_.pop_front();
    if (pid.ok()) ids_[*pid] = waiting.id;
    // Now that it is there to be seen: a look that finds nobody is the last.
    if (watch_ != nullptr) watch_->Began();
    if (!SendStarted(waiting.id, pid.ok() ? NumberInBox(*pid) : -1,
                     pid.ok() ? nullptr : &pid.error(), pid.ok() ? waiting.master.get() : -1)) {
      ::_exit(1);
    }
    ends_wait_ = true;
    if (starts_.empty()) ::malloc_trim(0);
  }

  bool StartFileWork(Frame& frame) {
    auto work = LiveFileWork::Decode(frame.body);
    if (!work.ok() || frame.fds.size() != 1) return false;
    while (launcher_->busy()) {
      pollfd entry{launcher_->done(), POLLIN, 0};
      if (::poll(&entry, 1, -1) > 0) FinishStart();
    }
    const auto pid = launcher_->Fork(std::move(frame.fds[0]), [&work](int stream) {
      ::_exit(RunFileWorker(work->request, UniqueFd(stream)));
    });
    if (pid.ok()) ids_[*pid] = work->id;
    if (watch_ != nullptr) watch_->Began();
    return SendStarted(work->id, pid.ok() ? *pid : -1, pid.ok() ? nullptr : &pid.error(), -1);
  }

  bool Signal(const Frame& frame) {
    const auto ask = LiveAsk::Decode(frame.body);
    if (!ask.ok()) return false;
    // One that isn't reaped keeps its number, and with it that of its group.
    for (const auto& [pid, id] : ids_) {
      if (id == ask->id) ::kill(-pid, static_cast<int>(ask->first));
    }
    return true;
  }

  bool Answer(const Frame& frame) {
    const auto ask = LiveAsk::Decode(frame.body);
    if (!ask.ok()) return false;
    LiveAnswer answer;
    answer.id = ask->id;
    UniqueFd fd;
    const auto question = static_cast<LiveMessage>(frame.type);
    if (question == LiveMessage::kLimits || question == LiveMessage::kUsage) {
      if (watch_ == nullptr) return false;
      if (question == LiveMessage::kUsage) {
        answer.numbers = watch_->Numbers();
      } else {
        watch_->Limit(ask->first, ask->second);
        launcher_->LimitProcesses(ask->second);
      }
    } else if (question == LiveMessage::kResize) {
      const Status resized = live_view::Resize(ask->first, ask->second);
      if (!resized.ok()) answer.sys_errno = resized.error().sys_errno;
    } else {
      const int port = static_cast<int>(ask->first);
      auto socket = question == LiveMessage::kListen ? ListenOnLoopback(port)
                                                     : ConnectToLoopback(port, ask->second != 0);
      if (socket.ok()) fd = std::move(*socket);
      if (!socket.ok()) answer.sys_errno = socket.error().sys_errno;
    }
    std::vector<int> fds;
    if (fd) fds.push_back(fd.get());
    return SendFrame(socket_, static_cast<uint32_t>(LiveMessage::kAnswer), answer.Encode(), fds,
                     Soon())
        .ok();
  }

  bool SendStarted(int64_t id, pid_t pid, const Error* error, int master) {
    LiveStarted started;
    started.id = id;
    started.pid = pid;
    if (error != nullptr) started.error = *error;
    std::vector<int> fds;
    if (master >= 0) fds.push_back(master);
    return SendFrame(socket_, static_cast<uint32_t>(LiveMessage::kStarted), started.Encode(), fds,
                     Soon())
        .ok();
  }

  void Reap() {
    if (!ends_wait_ || launcher_->busy()) return;
    ends_wait_ = false;
    for (;;) {
      int status = 0;
      rusage usage{};
      const pid_t pid = ::wait4(-1, &status, WNOHANG | __WALL, &usage);
      if (pid < 0 && errno == EINTR) continue;
      if (pid <= 0) return;
      if (watch_ != nullptr) watch_->OnEnded(usage);
      const auto known = ids_.find(pid);
      if (known == ids_.end()) continue;  // orphaned
      LiveEnded ended;
      ended.id = known->second;
      ids_.erase(known);
      const bool for_memory = ended_for_memory_.erase(ended.id) > 0;
      if (WIFSIGNALED(status)) {
        ended.signal = WTERMSIG(status);
        ended.out_of_memory = for_memory && ended.signal == SIGKILL;
      } else {
        ended.exit_code = WEXITSTATUS(status);
      }
      if (!SendFrame(socket_, static_cast<uint32_t>(LiveMessage::kEnded), ended.Encode(), {},
                     Soon())
               .ok()) {
        ::_exit(1);
      }
    }
  }

  static Error NoMoreProcesses() {
    return Error{ErrorCode::kInvalidArgument, "sandbox.clone", EAGAIN,
                 "the sandbox is at its limit of processes: end some, or make one with more"};
  }

  // What the box's own programs know it by. It isn't reaped yet.
  int NumberInBox(pid_t pid) const {
    if (!proc_) return pid;
    const auto status = ReadSmallFile(proc_.get(), (std::to_string(pid) + "/status").c_str());
    const size_t line = status.ok() ? status->find("\nNSpid:") : std::string::npos;
    if (line == std::string::npos) return pid;
    const size_t end = status->find('\n', line + 1);
    const size_t last = status->rfind('\t', end);
    return static_cast<int>(ParseNumber(status->substr(last + 1, end - last - 1)).value_or(pid));
  }

  const int socket_;
  const int owner_;  // of terminals
  const std::unique_ptr<Launcher> launcher_;
  const UniqueFd child_signals_;
  const UniqueFd proc_;
  const std::unique_ptr<BoxWatch> watch_;
  std::set<int64_t> ended_for_memory_;  // and not reaped
  std::deque<WaitingStart> starts_;     // the first is the launcher's while that is busy
  std::map<pid_t, int64_t> ids_;        // of what runs
  bool ends_wait_ = false;
};

void SendFailure(int socket, const Error& error) {
  WireWriter body;
  body.ErrorValue(error);
  (void)SendFrame(socket, static_cast<uint32_t>(Message::kFailed), body.bytes(), {}, Soon()).ok();
}

}  // namespace

void RunLiveAgent(BoxMaking making, const Status& made, const std::vector<sock_filter>& filter) {
  const int socket = making.agent_socket.get();
  if (!made.ok()) {
    SendFailure(socket, made.error());
    ::_exit(1);
  }
  // Two threads that seldom take memory share one heap.
  ::mallopt(M_ARENA_MAX, 1);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  UniqueFd child_signals(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  const Keeper* const keeper = making.keeper.get();
  UniqueFd own_proc, watched;
  if (keeper != nullptr) {
    own_proc.Reset(::fcntl(making.live_proc.get(), F_DUPFD_CLOEXEC, 4));
    // Its position moves with who reads it.
    watched.Reset(::openat(own_proc.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  auto launcher =
      Launcher::Create(making.view.uid, &filter, std::move(making.live_entry),
                       std::move(making.live_proc), keeper, std::move(making.live_score));
  std::unique_ptr<BoxWatch> watch;
  if (making.usage != nullptr) {
    watch = std::make_unique<BoxWatch>(making.usage.get(), keeper, std::move(watched));
    const LiveLimits usual;
    watch->Limit(usual.memory_bytes, usual.processes);
    (void)making.usage->Begin().ok();
  }
  // What was opened of ourselves is open; no program has run yet.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (!child_signals || !launcher.ok() || (keeper != nullptr && !own_proc)) {
    SendFailure(socket, launcher.ok() ? SystemError("sandbox.agent", errno, "cannot watch ends")
                                      : launcher.error());
    ::_exit(1);
  }
  // What making it took is of no use any more.
  ::malloc_trim(0);
  WireWriter ready;
  EncodeStepTimes(making.times, &ready);
  if (!SendFrame(socket, static_cast<uint32_t>(Message::kReady), ready.bytes(), {}, Soon()).ok()) {
    ::_exit(1);
  }
  // Of a user namespace that maps nobody else.
  const int owner = making.view.one_user ? 0 : making.view.uid;
  LiveAgent(socket, owner, std::move(*launcher), std::move(child_signals), std::move(own_proc),
            std::move(watch))
      .Serve();
  ::_exit(0);
}

}  // namespace assay
