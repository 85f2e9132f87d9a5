#include "sandbox/box.h"

#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>

#include "sandbox/capture.h"
#include "sandbox/sys.h"
#include "sandbox/wire.h"

namespace assay {
namespace {

constexpr auto kReadyPatience = std::chrono::seconds(20);
constexpr auto kSendPatience = std::chrono::seconds(5);
// Setting up before and ending after a run, on top of the run's own bound.
constexpr auto kRunGrace = std::chrono::seconds(20);
// From a kill to the report.
constexpr auto kKillGrace = std::chrono::seconds(10);
constexpr int64_t kReplyCapBytes = 64LL << 20;

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

Error BoxLost(std::string message) {
  return Error{ErrorCode::kUnavailable, "sandbox.box", 0, std::move(message)};
}

Result<BlobPtr> ReadWhole(int fd, int64_t size) {
  std::string bytes(static_cast<size_t>(size), '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        ::pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("sandbox.fetch", errno, "cannot read a collected file");
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  bytes.resize(done);
  return Blob::FromString(std::move(bytes));
}

// One run as the server follows it: pipes, messages, cancellation, and a deadline for everything.
class Conversation {
 public:
  Conversation(int socket, const RunRequest& request, const CancelToken* cancel)
      : socket_(socket), request_(request), cancel_(cancel) {}

  Status Start(const PreparedOrder& prepared, int uid) {
    const int64_t caps[] = {request_.limits.output_bytes, request_.limits.output_bytes,
                            kReplyCapBytes};
    std::vector<int> fds;
    if (prepared.stdin_fd) fds.push_back(prepared.stdin_fd.get());
    for (size_t i = 0; i < (request_.reply ? 3U : 2U); ++i) {
      ASSAY_ASSIGN_OR_RETURN(outputs_[i], Capture::Open(uid, caps[i]));
      fds.push_back(outputs_[i].write_fd());
    }
    for (const UniqueFd& fd : prepared.file_fds) fds.push_back(fd.get());
    deadline_ = Now() + prepared.order.wall_backstop + kRunGrace;
    ASSAY_RETURN_IF_ERROR(SendFrame(socket_, static_cast<uint32_t>(Message::kRun),
                                    prepared.order.Encode(), fds, Now() + kSendPatience));
    for (Capture& output : outputs_) output.CloseWriteEnd();
    return {};
  }

  Result<RunReport> Follow() {
    while (!report_) {
      if (Now() > deadline_) return BoxLost("the box did not answer in time");
      ASSAY_RETURN_IF_ERROR(KillIfUnwanted());
      std::array<pollfd, 5> entries{};
      entries[0] = {socket_, POLLIN, 0};
      for (size_t i = 0; i < outputs_.size(); ++i) {
        entries[i + 1] = {outputs_[i].open() ? outputs_[i].read_fd() : -1, POLLIN, 0};
      }
      const bool cancellable = cancel_ != nullptr && !kill_sent_;
      entries[4] = {cancellable ? cancel_->fd() : -1, POLLIN, 0};
      int timeout = PollTimeout(deadline_);
      if (cancellable && cancel_->fd() < 0) timeout = std::min(timeout, 50);
      if (::poll(entries.data(), entries.size(), timeout) < 0 && errno != EINTR) {
        return SystemError("sandbox.poll", errno, "cannot wait for the box");
      }
      for (size_t i = 0; i < outputs_.size(); ++i) {
        if (entries[i + 1].revents != 0) outputs_[i].Drain();
      }
      if (entries[0].revents != 0) ASSAY_RETURN_IF_ERROR(TakeMessage());
    }
    // Every writer has ended: what is in the pipes is all there will be.
    for (Capture& output : outputs_) output.Drain();
    return *std::move(report_);
  }

  bool over() const { return outputs_[0].over() || outputs_[1].over() || outputs_[2].over(); }
  bool cancelled() const { return cancelled_; }
  Capture& output(size_t i) { return outputs_[i]; }
  std::map<std::string, BlobPtr> TakeFiles() { return std::move(files_); }

 private:
  Status KillIfUnwanted() {
    if (kill_sent_) return {};
    cancelled_ = cancel_ != nullptr && cancel_->cancelled();
    if (!cancelled_ && !over()) return {};
    kill_sent_ = true;
    deadline_ = std::min(deadline_, Now() + kKillGrace);
    return SendFrame(socket_, static_cast<uint32_t>(Message::kKill), {}, {}, deadline_);
  }

  Status TakeMessage() {
    ASSAY_ASSIGN_OR_RETURN(Frame frame, ReceiveFrame(socket_, deadline_));
    WireReader in(frame.body);
    switch (static_cast<Message>(frame.type)) {
      case Message::kReport: {
        ASSAY_ASSIGN_OR_RETURN(report_, RunReport::Decode(frame.body));
        return {};
      }
      case Message::kFile: {
        const std::string name(in.Bytes());
        const int64_t size = in.Number();
        collected_ += size;
        if (!in.complete() || frame.fds.size() != 1 || size < 0 ||
            collected_ > request_.fetch_bytes) {
          return BoxLost("the box sent a malformed file");
        }
        ASSAY_ASSIGN_OR_RETURN(files_[name], ReadWhole(frame.fds[0].get(), size));
        return {};
      }
      default: return BoxLost("the box sent an unexpected message");
    }
  }

  const int socket_;
  const RunRequest& request_;
  const CancelToken* const cancel_;
  std::array<Capture, 3> outputs_;  // stdout, stderr, reply
  SteadyTime deadline_{};
  bool kill_sent_ = false;
  bool cancelled_ = false;
  int64_t collected_ = 0;
  std::map<std::string, BlobPtr> files_;
  std::optional<RunReport> report_;
};

}  // namespace

Result<std::unique_ptr<Box>> Box::Create(SpawnerClient& spawner, int slot, int uid) {
  ASSAY_ASSIGN_OR_RETURN(BoxHandle handle, spawner.CreateBox(slot));
  return std::unique_ptr<Box>(new Box(spawner, std::move(handle), uid));
}

Box::~Box() {
  spawner_.DestroyBox(handle_.id);
  PidfdSendSignal(handle_.pidfd.get(), SIGKILL);
}

Status Box::AwaitReady() {
  if (ready_) return {};
  usable_ = false;
  auto frame = ReceiveFrame(handle_.socket.get(), Now() + kReadyPatience);
  if (!frame.ok()) return BoxLost("the box is gone: " + frame.error().message);
  if (static_cast<Message>(frame->type) == Message::kFailed) {
    WireReader in(frame->body);
    return in.ErrorValue();
  }
  if (static_cast<Message>(frame->type) != Message::kReady) {
    return BoxLost("the box sent an unexpected message");
  }
  // It may have ended since it wrote that.
  if (WaitFor(handle_.pidfd.get(), POLLIN, Now())) return BoxLost("the box is gone");
  ready_ = true;
  usable_ = true;
  return {};
}

Result<RunResult> Box::Run(const RunRequest& request, const PreparedOrder& prepared,
                           const CancelToken* cancel) {
  ASSAY_CHECK(ready_ && usable_);
  ready_ = false;
  usable_ = false;  // until the report shows otherwise
  ++runs_;
  Conversation conversation(handle_.socket.get(), request, cancel);
  ASSAY_RETURN_IF_ERROR(conversation.Start(prepared, uid_));
  auto followed = conversation.Follow();
  if (!followed.ok()) {
    if (!conversation.cancelled()) return BoxLost(followed.error().ToString());
    RunResult gone;
    gone.status = RunStatus::kCancelled;
    return gone;
  }
  RunReport& report = *followed;
  const bool our_fault = report.error && report.error->code != ErrorCode::kInvalidArgument;
  if (report.clean && !our_fault) {
    usable_ = SendFrame(handle_.socket.get(), static_cast<uint32_t>(Message::kReset), {}, {},
                        Now() + kSendPatience)
                  .ok();
  }
  RunResult result;
  if (conversation.cancelled()) {
    result.status = RunStatus::kCancelled;
    return result;
  }
  if (report.error) return *report.error;
  result.status = conversation.over() ? RunStatus::kOutputLimit : report.status;
  result.exit_code = report.exit_code;
  result.signal = report.signal;
  result.cpu_time = report.cpu_time;
  result.wall_time = report.wall_time;
  result.starved_time = report.starved_time;
  result.memory_peak_bytes = report.memory_peak_bytes;
  result.start_error = std::move(report.start_error);
  result.warm = report.warm;
  result.stdout_bytes = conversation.output(0).TakeBytes();
  result.stderr_bytes = conversation.output(1).TakeBytes();
  result.reply_bytes = conversation.output(2).TakeBytes();
  result.files = conversation.TakeFiles();
  return result;
}

}  // namespace assay
