// Begin with Start, which sends, and OnReady, which hears the answers; Lose is every box's end.
#include "sandbox/live/live_core.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <utility>

namespace assay {
namespace {

constexpr auto kPatience = std::chrono::seconds(30);
constexpr auto kFreezePatience = std::chrono::seconds(5);
// Each costs the server up to three descriptors, of which all boxes together have so many.
constexpr size_t kMaxOpen = 1024;
// Ended processes whose pipes somebody in the box still holds.
constexpr size_t kMaxLeft = 256;
// Arguments and environment of one start: what the kernel takes by default.
constexpr size_t kMaxArguments = 2 << 20;
// What one box's callers can make the server and its agent keep.
constexpr size_t kMaxWaitingBytes = 16 << 20;
constexpr size_t kMaxWaitingMessages = 4096;

// What every process of a box finds.
constexpr std::string_view kEnvironment[] = {
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "SHELL=/bin/bash",
    "LANG=C.UTF-8"};

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

size_t Bytes(const ProcessSpec& spec) {
  size_t bytes = spec.directory.size();
  for (const std::string& argument : spec.argv) bytes += argument.size() + 1;
  for (const auto& [name, value] : spec.env) bytes += name.size() + value.size() + 2;
  return bytes;
}

Error NoRoom() {
  return Error{ErrorCode::kResource, "sandbox.live", 0,
               "too much waits for this box already; start less at once"};
}

Error Ended(std::string message) {
  return Error{ErrorCode::kUnavailable, "sandbox.live", 0, std::move(message)};
}

}  // namespace

void LiveBoxCore::Open() {
  loop_.Post([self = shared_from_this()] {
    if (!self->loop_.Watch(self->socket_.get(), EPOLLIN, self)) {
      self->Lose(SystemError("sandbox.live", errno, "cannot watch one more box"));
    }
  });
}

void LiveBoxCore::End(Error error) {
  ended_ = true;
  loop_.Post([self = shared_from_this(), error = std::move(error)] {
    self->on_lost_.clear();
    self->Lose(error);
  });
}

std::vector<std::string> LiveBoxCore::Environment(const ProcessSpec& spec) const {
  std::map<std::string, std::string> all;
  for (const std::string_view line : kEnvironment) {
    const size_t equals = line.find('=');
    all[std::string(line.substr(0, equals))] = line.substr(equals + 1);
  }
  for (const auto& [name, value] : defaults_.env) all[name] = value;
  // An image is often made for another user, whom a box doesn't have.
  all["HOME"] = kLiveHome;
  all["USER"] = all["LOGNAME"] = kLiveUser;
  if (spec.terminal) all["TERM"] = "xterm-256color";
  for (const auto& [name, value] : spec.env) all[name] = value;
  std::vector<std::string> lines;
  lines.reserve(all.size());
  for (const auto& [name, value] : all) lines.push_back(name + "=" + value);
  return lines;
}

std::shared_ptr<LiveProcess> LiveBoxCore::Start(ProcessSpec spec,
                                                std::shared_ptr<ProcessListener> listener) {
  const int64_t id = next_id_++;
  if (spec.directory.empty()) {
    spec.directory = defaults_.directory.empty() ? kLiveHome : defaults_.directory;
  }
  auto process = std::make_shared<ProcessHandle>(loop_, id, std::move(spec), std::move(listener),
                                                 weak_from_this());
  loop_.Post([self = shared_from_this(), id, process] {
    if (self->lost_) return process->Failed(*self->lost_);
    if (process->spec().argv.empty()) {
      return process->Failed(
          Error{ErrorCode::kInvalidArgument, "sandbox.exec", EINVAL, "no program is named"});
    }
    const size_t bytes = Bytes(process->spec());
    if (bytes > kMaxArguments) {
      return process->Failed(Error{ErrorCode::kInvalidArgument, "sandbox.exec", E2BIG,
                                   "arguments and environment are larger than 2 MiB together"});
    }
    if (self->processes_.size() >= kMaxOpen) {
      return process->Failed(
          Error{ErrorCode::kResource, "sandbox.live", 0,
                "the box has " + std::to_string(kMaxOpen) +
                    " started processes that have not ended; end some of them first"});
    }
    if (!self->TakeRoom(id, bytes)) return process->Failed(NoRoom());
    self->processes_[id] = process;
    if (self->hold_) {
      self->held_.emplace_back(id, process);
    } else {
      self->StartNow(id, process);
    }
  });
  return process;
}

void LiveBoxCore::StartNow(int64_t id, const std::shared_ptr<ProcessHandle>& process) {
  auto pipes = process->MakePipes();
  if (!pipes.ok()) {
    processes_.erase(id);
    Answered(id);
    return process->Failed(pipes.error());
  }
  const ProcessSpec& spec = process->spec();
  LiveStart start;
  start.id = id;
  start.argv = spec.argv;
  start.env = Environment(spec);
  start.directory = spec.directory;
  start.input = spec.input && !spec.terminal;
  start.terminal = spec.terminal;
  start.rows = spec.rows;
  start.columns = spec.columns;
  process->ooms_before = limiter_.Ooms();
  ++starting_;
  Await(id);
  Send({LiveMessage::kStart, id, start.Encode(), std::move(*pipes)});
}

void LiveBoxCore::SignalProcess(int64_t id, int signal) {
  if (sending_.size() >= kMaxWaitingMessages) return;
  LiveAsk ask;
  ask.id = id;
  ask.first = signal;
  Send({LiveMessage::kSignal, id, ask.Encode(), {}});
}

void LiveBoxCore::ForgetProcess(int64_t id) {
  const auto node = processes_.extract(id);
  if (!node || !node.mapped()->has_outputs()) return;
  left_.push_back(node.mapped());
  if (left_.size() <= kMaxLeft) return;
  left_.erase(std::remove_if(left_.begin(), left_.end(),
                             [](const std::weak_ptr<ProcessHandle>& weak) {
                               const auto process = weak.lock();
                               return process == nullptr || !process->has_outputs();
                             }),
              left_.end());
  while (left_.size() > kMaxLeft) {
    if (const auto oldest = left_.front().lock()) oldest->CloseOutputs();
    left_.pop_front();
  }
}

Result<UniqueFd> LiveBoxCore::Ask(LiveMessage question, int64_t first, int64_t second,
                                  SteadyTime deadline, std::vector<int64_t>* numbers) {
  LiveAsk ask;
  ask.id = next_id_++;
  ask.first = first;
  ask.second = second;
  auto answer = std::make_shared<Answer>();
  auto answered = answer->get_future();
  auto told = std::make_shared<std::vector<int64_t>>();
  loop_.Post([self = shared_from_this(), ask, question, answer, told] {
    if (self->lost_) return answer->set_value(*self->lost_);
    self->answers_[ask.id] = answer;
    if (question == LiveMessage::kUsage) self->numbers_[ask.id] = told;
    self->Await(ask.id);
    self->Send({question, ask.id, ask.Encode(), {}});
  });
  if (answered.wait_until(deadline) != std::future_status::ready) {
    return SystemError("sandbox.live", ETIMEDOUT, "the box did not answer in time");
  }
  auto result = answered.get();
  if (numbers != nullptr) *numbers = std::move(*told);
  return result;
}

Result<UniqueFd> LiveBoxCore::FileWork(const std::string& request, SteadyTime deadline) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return SystemError("sandbox.live", errno, "cannot make a socket pair");
  }
  UniqueFd ours(ends[0]);
  auto theirs = std::make_shared<UniqueFd>(ends[1]);
  LiveFileWork work;
  work.id = next_id_++;
  work.request = request;
  auto answer = std::make_shared<Answer>();
  auto answered = answer->get_future();
  loop_.Post([self = shared_from_this(), id = work.id, body = work.Encode(), theirs, answer] {
    if (self->lost_) return answer->set_value(*self->lost_);
    if (!self->TakeRoom(id, body.size())) return answer->set_value(NoRoom());
    self->answers_[id] = answer;
    self->Await(id);
    Sending message{LiveMessage::kFiles, id, body, {}};
    message.fds.push_back(std::move(*theirs));
    self->Send(std::move(message));
  });
  if (answered.wait_until(deadline) != std::future_status::ready) {
    return SystemError("sandbox.live", ETIMEDOUT, "the box did not answer in time");
  }
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd none, answered.get());
  return ours;
}

// One at a time, whole: else one that fails would let go what another has just stopped.
Status LiveBoxCore::Freeze() {
  MutexLock lock(freeze_mutex_);
  if (frozen_) return {};
  auto settled = std::make_shared<Answer>();
  auto future = settled->get_future();
  loop_.Post([self = shared_from_this(), settled] {
    if (self->lost_) return settled->set_value(*self->lost_);
    self->hold_ = true;
    self->settled_.push_back(settled);
    self->StartsSettled();
  });
  Status frozen = Ended("what was being started in the box did not come to run");
  if (future.wait_until(Now() + kFreezePatience) == std::future_status::ready) {
    const auto ready = future.get();
    frozen = ready.ok() ? limiter_.Freeze() : Status(ready.error());
  }
  if (!frozen.ok()) {
    loop_.Post([self = shared_from_this()] { self->FlushHeld(); });
  }
  frozen_ = frozen.ok();
  return frozen;
}

Status LiveBoxCore::Thaw() {
  MutexLock lock(freeze_mutex_);
  ASSAY_RETURN_IF_ERROR(limiter_.Thaw());
  frozen_ = false;
  loop_.Post([self = shared_from_this()] { self->FlushHeld(); });
  return {};
}

void LiveBoxCore::OnLost(std::function<void(const Error&)> callback) {
  loop_.Post([self = shared_from_this(), callback = std::move(callback)] {
    if (self->lost_) return callback(*self->lost_);
    self->on_lost_.push_back(callback);
  });
}

void LiveBoxCore::FlushHeld() {
  hold_ = false;
  for (const auto& [id, process] : std::exchange(held_, {})) {
    if (!lost_) StartNow(id, process);
  }
}

void LiveBoxCore::StartsSettled() {
  if (starting_ > 0) return;
  for (const auto& waiting : std::exchange(settled_, {})) waiting->set_value(UniqueFd());
}

// The agent reads at once; what doesn't fit into the socket waits here, and the answers' deadlines
// bound how long.
void LiveBoxCore::Send(Sending message) {
  if (lost_) return;
  sending_.push_back(std::move(message));
  FlushSending();
}

void LiveBoxCore::FlushSending() {
  while (!sending_.empty()) {
    if (!WaitFor(socket_.get(), POLLOUT, Now())) break;
    const Sending first = std::move(sending_.front());
    sending_.pop_front();
    std::vector<int> fds;
    fds.reserve(first.fds.size());
    for (const UniqueFd& fd : first.fds) fds.push_back(fd.get());
    const Status sent =
        SendFrame(socket_.get(), static_cast<uint32_t>(first.type), first.body, fds, Now());
    if (!sent.ok() && !FailOne(first, sent.error())) {
      return Lose(Ended("the box is gone: " + sent.error().message));
    }
  }
  const uint32_t events = sending_.empty() ? EPOLLIN : EPOLLIN | EPOLLOUT;
  if (!loop_.Watch(socket_.get(), events, shared_from_this())) {
    Lose(SystemError("sandbox.live", errno, "cannot watch the box"));
  }
}

// The server has no memory or descriptor for this message: that is no reason to lose the box.
bool LiveBoxCore::FailOne(const Sending& message, const Error& error) {
  if (error.code == ErrorCode::kUnavailable) return false;
  if (const auto answer = answers_.extract(message.id)) {
    Answered(message.id);
    answer.mapped()->set_value(error);
    return true;
  }
  const auto found = processes_.find(message.id);
  if (message.type != LiveMessage::kStart || found == processes_.end()) return false;
  const std::shared_ptr<ProcessHandle> process = found->second;
  processes_.erase(found);
  Answered(message.id);
  --starting_;
  process->Failed(error);
  StartsSettled();
  return true;
}

void LiveBoxCore::OnReady(int, uint32_t events) {
  if ((events & ~static_cast<uint32_t>(EPOLLOUT)) != 0 && !Receive()) {
    Lose(Ended("the box is gone"));
  }
  if (!lost_ && (events & EPOLLOUT) != 0) FlushSending();
}

bool LiveBoxCore::Receive() {
  auto frame = ReceiveFrame(socket_.get(), Now());
  if (!frame.ok()) return false;
  heard_ = Now();
  switch (static_cast<LiveMessage>(frame->type)) {
    case LiveMessage::kStarted: return OnStarted(*frame);
    case LiveMessage::kEnded: return OnEnded(*frame);
    case LiveMessage::kAnswer: return OnAnswer(*frame);
    default: return false;
  }
}

bool LiveBoxCore::OnStarted(Frame& frame) {
  const auto started = LiveStarted::Decode(frame.body);
  if (!started.ok()) return false;
  Answered(started->id);
  if (const auto answer = answers_.extract(started->id)) {  // file work
    if (started->error) {
      answer.mapped()->set_value(*started->error);
    } else {
      answer.mapped()->set_value(UniqueFd());
    }
    return true;
  }
  const auto found = processes_.find(started->id);
  if (found == processes_.end()) return false;
  const std::shared_ptr<ProcessHandle> process = found->second;
  if (started->error) {
    processes_.erase(found);
    process->Failed(*started->error);
  } else {
    process->Started(started->pid, frame.fds.empty() ? UniqueFd() : std::move(frame.fds[0]));
  }
  --starting_;
  StartsSettled();
  return true;
}

bool LiveBoxCore::OnEnded(const Frame& frame) {
  const auto ended = LiveEnded::Decode(frame.body);
  if (!ended.ok()) return false;
  const auto found = processes_.find(ended->id);
  if (found == processes_.end()) return true;  // file work
  const std::shared_ptr<ProcessHandle> process = found->second;
  ProcessEnd end;
  end.exit_code = ended->exit_code;
  end.signal = ended->signal;
  end.out_of_memory = ended->out_of_memory || LimitKilled(process->ooms_before, limiter_.Ooms());
  process->Ended(end);
  return true;
}

bool LiveBoxCore::OnAnswer(Frame& frame) {
  const auto answer = LiveAnswer::Decode(frame.body);
  if (!answer.ok()) return false;
  Answered(answer->id);
  if (const auto told = numbers_.extract(answer->id)) *told.mapped() = answer->numbers;
  const auto asked = answers_.extract(answer->id);
  if (!asked) return false;
  if (answer->sys_errno != 0) {
    Error error = SystemError("sandbox.live", answer->sys_errno, "the box refused");
    error.code = ErrorCode::kInvalidArgument;
    asked.mapped()->set_value(std::move(error));
  } else {
    asked.mapped()->set_value(frame.fds.empty() ? UniqueFd() : std::move(frame.fds[0]));
  }
  return true;
}

void LiveBoxCore::Await(int64_t id) {
  awaited_[id] = Now();
  if (!timer_runs_) CheckPatience();
}

void LiveBoxCore::Answered(int64_t id) {
  awaited_.erase(id);
  if (const auto node = bytes_.extract(id)) all_bytes_ -= node.mapped();
}

// Until Answered.
bool LiveBoxCore::TakeRoom(int64_t id, size_t bytes) {
  if (all_bytes_ + bytes > kMaxWaitingBytes) return false;
  bytes_[id] = bytes;
  all_bytes_ += bytes;
  return true;
}

// The agent does one thing at a time: while it answers others, it is well. One timer for all that
// is awaited. Ids grow with time, so the first is the oldest, but for what was held back: that is
// found out a patience later at most.
void LiveBoxCore::CheckPatience() {
  timer_runs_ = !awaited_.empty();
  if (!timer_runs_ || lost_) return;
  const SteadyTime until = std::max(awaited_.begin()->second, heard_) + kPatience;
  if (until <= Now()) return Lose(Ended("the box does not answer"));
  loop_.At(until, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->CheckPatience();
  });
}

void LiveBoxCore::Lose(const Error& error) {
  if (lost_) return;
  lost_ = error;
  ended_ = true;
  loop_.Forget(socket_.get());
  socket_.Reset();  // the agent ends with it, and the box with the agent
  sending_.clear();
  held_.clear();
  for (const auto& [id, process] : std::exchange(processes_, {})) process->Failed(error);
  for (const auto& [id, answer] : std::exchange(answers_, {})) answer->set_value(error);
  for (const auto& waiting : std::exchange(settled_, {})) waiting->set_value(error);
  for (const auto& callback : std::exchange(on_lost_, {})) callback(error);
}

}  // namespace assay
