#include "sandbox/live/live_process.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <utility>

namespace assay {
namespace {

constexpr size_t kPiece = EventLoop::kScratchBytes;
// Whoever goes on writing what nobody hears is after so much looked at now and then only.
constexpr size_t kFreelyDropped = 1 << 20;
constexpr auto kRest = std::chrono::milliseconds(100);
// What a terminal may have waiting when its program ends; it doesn't say how much that is.
constexpr size_t kMostOfTerminal = 256 << 10;
constexpr size_t kMaxEarlySignals = 64;
constexpr char kEndOfFile = 4;

int Null() {
  static const int fd = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  return fd;
}

Result<std::pair<UniqueFd, UniqueFd>> MakePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    Error error = SystemError("sandbox.live", errno, "cannot make a pipe");
    error.code = ErrorCode::kResource;
    return error;
  }
  return std::pair(UniqueFd(ends[0]), UniqueFd(ends[1]));
}

void DontBlock(const UniqueFd& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

}  // namespace

Status ProcessHandle::Write(std::string bytes) {
  if (over_ || bytes.empty()) return {};
  {
    MutexLock lock(mutex_);
    if (close_input_ && !spec_.terminal) return {};
    if (queued_bytes_ > kMaxQueuedInput) {
      return Error{ErrorCode::kResource, "sandbox.input", 0,
                   "the process reads its input slower than it comes; write less at once"};
    }
    queued_bytes_ += bytes.size();
    queue_.push_back(std::move(bytes));
  }
  loop_.Post([self = shared_from_this()] { self->WriteInput(); });
  return {};
}

void ProcessHandle::CloseInput() {
  if (over_) return;
  if (spec_.terminal) {
    (void)Write(std::string(1, kEndOfFile)).ok();
    return;
  }
  {
    MutexLock lock(mutex_);
    close_input_ = true;
  }
  loop_.Post([self = shared_from_this()] { self->WriteInput(); });
}

void ProcessHandle::Signal(int signal) {
  if (over_) return;
  loop_.Post([self = shared_from_this(), signal] {
    if (self->told() || self->end_) return;
    const auto owner = self->owner_.lock();
    if (self->started_ && owner != nullptr) owner->SignalProcess(self->id_, signal);
    if (!self->started_ && self->early_signals_.size() < kMaxEarlySignals) {
      self->early_signals_.push_back(signal);
    }
  });
}

void ProcessHandle::Resize(int rows, int columns) {
  if (over_ || !spec_.terminal) return;
  loop_.Post([self = shared_from_this(), rows, columns] {
    winsize size{};
    size.ws_row = static_cast<unsigned short>(rows);
    size.ws_col = static_cast<unsigned short>(columns);
    if (self->outputs_[0].fd) ::ioctl(self->outputs_[0].fd.get(), TIOCSWINSZ, &size);
  });
}

void ProcessHandle::PauseOutput(bool paused) {
  if (over_) return;
  loop_.Post([self = shared_from_this(), paused] {
    if (self->told()) return;  // what comes now is dropped
    self->paused_ = paused;
    self->Update();
    if (!paused && self->end_) self->TellEnd();
  });
}

Result<std::vector<UniqueFd>> ProcessHandle::MakePipes() {
  std::vector<UniqueFd> theirs;
  if (spec_.terminal) return theirs;
  if (spec_.input) {
    ASSAY_ASSIGN_OR_RETURN(auto pipe, MakePipe());
    input_ = std::move(pipe.second);
    DontBlock(input_);
    theirs.push_back(std::move(pipe.first));
  }
  for (const OutputStream stream : {OutputStream::kStdout, OutputStream::kStderr}) {
    ASSAY_ASSIGN_OR_RETURN(auto pipe, MakePipe());
    Output& output = outputs_[static_cast<size_t>(stream == OutputStream::kStderr)];
    output.fd = std::move(pipe.first);
    output.stream = stream;
    DontBlock(output.fd);
    theirs.push_back(std::move(pipe.second));
  }
  return theirs;
}

void ProcessHandle::Started(int pid, UniqueFd master) {
  if (told()) return;
  if (master) {
    outputs_[0].fd = std::move(master);
    outputs_[0].stream = OutputStream::kTerminal;
    DontBlock(outputs_[0].fd);
  }
  started_ = true;
  listener_->OnStart(pid);
  Update();
  WriteInput();
  const auto owner = owner_.lock();
  for (const int signal : std::exchange(early_signals_, {})) {
    if (owner != nullptr) owner->SignalProcess(id_, signal);
  }
}

// What it waits for follows from what it has: output unless it is paused, room for input while some
// waits.
void ProcessHandle::Update() {
  if (!started_) return;
  bool input_waits = false;
  {
    MutexLock lock(mutex_);
    input_waits = !queue_.empty();
  }
  for (Output& output : outputs_) {
    if (!output.fd || output.rests) continue;
    uint32_t events = paused_ && !told() ? 0U : uint32_t{EPOLLIN};
    if (output.stream == OutputStream::kTerminal && input_waits) events |= EPOLLOUT;
    if (!loop_.Watch(output.fd.get(), events, shared_from_this())) CloseOutput(output);
  }
  if (input_ &&
      !loop_.Watch(input_.get(), input_waits ? uint32_t{EPOLLOUT} : 0U, shared_from_this())) {
    CloseInputNow();
  }
}

void ProcessHandle::CloseOutput(Output& output) {
  loop_.Forget(output.fd.get());
  output.fd.Reset();
}

void ProcessHandle::CloseOutputs() {
  for (Output& output : outputs_) {
    if (output.fd) CloseOutput(output);
  }
}

void ProcessHandle::CloseInputNow() {
  if (input_) loop_.Forget(input_.get());
  input_.Reset();
  MutexLock lock(mutex_);
  queue_.clear();
  queued_bytes_ = first_written_ = 0;
  close_input_ = true;
}

void ProcessHandle::OnReady(int fd, uint32_t events) {
  const std::shared_ptr<ProcessHandle> self = shared_from_this();
  if (input_ && fd == input_.get()) {
    if ((events & EPOLLERR) != 0) return CloseInputNow();  // nobody reads it any more
    return WriteInput();
  }
  for (Output& output : outputs_) {
    if (!output.fd || output.fd.get() != fd) continue;
    if ((events & EPOLLOUT) != 0) WriteInput();
    if ((events & ~static_cast<uint32_t>(EPOLLOUT)) == 0) return;
    return told() ? DropOutput(output) : ReadOutput(output);
  }
}

void ProcessHandle::ReadOutput(Output& output) {
  const ssize_t count = ::read(output.fd.get(), loop_.scratch(), kPiece);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  // A terminal that no program has open any more says so with an error.
  if (count <= 0) return CloseOutput(output);
  listener_->OnOutput(output.stream, std::string(loop_.scratch(), static_cast<size_t>(count)));
}

void ProcessHandle::DropOutput(Output& output) {
  ssize_t count = -1;
  if (output.stream == OutputStream::kTerminal) {
    char piece[4096];
    count = ::read(output.fd.get(), piece, sizeof piece);
  } else {
    count = ::splice(output.fd.get(), nullptr, Null(), nullptr, kPiece, SPLICE_F_NONBLOCK);
  }
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return CloseOutput(output);
  output.dropped += static_cast<size_t>(count);
  if (output.dropped < kFreelyDropped) return;
  output.rests = true;
  loop_.Forget(output.fd.get());
  // It keeps this alive, as being watched did.
  loop_.At(std::chrono::steady_clock::now() + kRest, [self = shared_from_this(), &output] {
    output.rests = false;
    self->Update();
  });
}

void ProcessHandle::Ended(ProcessEnd end) {
  end_ = end;
  if (!paused_) TellEnd();
}

void ProcessHandle::TellEnd() {
  for (Output& output : outputs_) {
    if (!output.fd) continue;
    int there = static_cast<int>(kMostOfTerminal);
    if (output.stream != OutputStream::kTerminal) ::ioctl(output.fd.get(), FIONREAD, &there);
    auto left = static_cast<size_t>(std::max(0, there));
    while (left > 0) {
      const ssize_t count = ::read(output.fd.get(), loop_.scratch(), std::min(left, kPiece));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      left -= static_cast<size_t>(count);
      listener_->OnOutput(output.stream, std::string(loop_.scratch(), static_cast<size_t>(count)));
    }
  }
  over_ = true;
  CloseInputNow();
  const std::shared_ptr<ProcessListener> listener = std::exchange(listener_, nullptr);
  listener->OnEnd(*end_);
  Update();
  if (const auto owner = owner_.lock()) owner->ForgetProcess(id_);
}

void ProcessHandle::Failed(const Error& error) {
  if (told()) return;
  if (end_) return TellEnd();
  over_ = true;
  CloseInputNow();
  CloseOutputs();
  std::exchange(listener_, nullptr)->OnEnd(error);
}

void ProcessHandle::WriteInput() {
  if (!started_ || told()) return;
  const UniqueFd& fd = spec_.terminal ? outputs_[0].fd : input_;
  bool close = !fd;
  while (fd) {
    MutexLock lock(mutex_);
    if (queue_.empty()) {
      close = close_input_ && !spec_.terminal;
      break;
    }
    const std::string_view first = std::string_view(queue_.front()).substr(first_written_);
    const ssize_t count = ::write(fd.get(), first.data(), first.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      close = errno != EAGAIN;
      break;
    }
    queued_bytes_ -= static_cast<size_t>(count);
    first_written_ += static_cast<size_t>(count);
    if (first_written_ < queue_.front().size()) continue;
    queue_.pop_front();
    first_written_ = 0;
  }
  if (close) CloseInputNow();
  Update();
}

}  // namespace assay
