#include "sandbox/box/conversation.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>
#include <vector>

#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kSendPatience = std::chrono::seconds(5);
// Setting up before and ending after a run, on top of the run's own bound.
constexpr auto kRunGrace = std::chrono::seconds(20);
// From a kill to the report.
constexpr auto kKillGrace = std::chrono::seconds(10);
constexpr int64_t kReplyCapBytes = 64LL << 20;
// Most runs are over by then, and what they write fits their pipes: nobody is woken for it, nor
// waits for a cancellation.
constexpr auto kUnwatched = std::chrono::milliseconds(5);

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

}  // namespace

Status Conversation::Start(const PreparedOrder& prepared, const std::vector<UniqueFd>& file_fds,
                           int uid, const StandardPipes* pipes) {
  collect_bytes_ = prepared.order.fetch_bytes;
  const int64_t caps[] = {request_.limits.output_bytes, request_.limits.output_bytes,
                          kReplyCapBytes};
  std::vector<int> fds;
  if (pipes != nullptr) {
    fds = {pipes->stdin_fd, pipes->stdout_fd};
  } else if (prepared.stdin_fd) {
    fds.push_back(prepared.stdin_fd.get());
  }
  for (size_t i = pipes != nullptr ? 1 : 0; i < (prepared.order.reply ? 3U : 2U); ++i) {
    ASSAY_ASSIGN_OR_RETURN(outputs_[i], Capture::Open(uid, caps[i]));
    fds.push_back(outputs_[i].write_fd());
  }
  for (const UniqueFd& fd : file_fds) fds.push_back(fd.get());
  deadline_ = Now() + prepared.order.wall_backstop + kRunGrace;
  ASSAY_RETURN_IF_ERROR(SendFrame(socket_, static_cast<uint32_t>(Message::kRun),
                                  prepared.order.Encode(), fds, Now() + kSendPatience));
  for (Capture& output : outputs_) output.CloseWriteEnd();
  return {};
}

Result<RunReport> Conversation::Follow() {
  const SteadyTime watched_from = Now() + kUnwatched;
  while (!report_) {
    const SteadyTime now = Now();
    if (now > deadline_) return BoxLost("the box did not answer in time");
    ASSAY_RETURN_IF_ERROR(KillIfUnwanted());
    std::array<pollfd, kEntries + 1> entries{};
    FillEntries(entries.data());
    entries[kEntries] = {-1, POLLIN, 0};
    int timeout = PollTimeout(deadline_);
    if (now < watched_from) {
      for (size_t i = 1; i < entries.size(); ++i) entries[i].fd = -1;
      timeout = std::min(timeout, PollTimeout(watched_from));
    } else if (cancel_ != nullptr && !kill_sent_) {
      entries[kEntries].fd = cancel_->fd();
      if (cancel_->fd() < 0) timeout = std::min(timeout, 50);
    }
    if (::poll(entries.data(), entries.size(), timeout) < 0 && errno != EINTR) {
      return SystemError("sandbox.poll", errno, "cannot wait for the box");
    }
    ASSAY_RETURN_IF_ERROR(TakeEntries(entries.data()));
  }
  return TakeReport();
}

void Conversation::FillEntries(pollfd* entries) const {
  entries[0] = {report_ ? -1 : socket_, POLLIN, 0};
  for (size_t i = 0; i < outputs_.size(); ++i) {
    entries[i + 1] = {outputs_[i].open() ? outputs_[i].read_fd() : -1, POLLIN, 0};
  }
}

Status Conversation::TakeEntries(const pollfd* entries) {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (entries[i + 1].revents != 0) outputs_[i].Drain();
  }
  if (entries[0].revents != 0) ASSAY_RETURN_IF_ERROR(TakeMessage());
  return report_ ? Status() : KillIfUnwanted();
}

RunReport Conversation::TakeReport() {
  // Every writer has ended: what is in the pipes is all there will be.
  for (Capture& output : outputs_) output.Drain();
  return *report_;
}

Status Conversation::Probe() {
  if (probing_ || report_ || kill_sent_) return {};
  probing_ = true;
  return SendFrame(socket_, static_cast<uint32_t>(Message::kProbe), {}, {}, Now() + kSendPatience);
}

Status Conversation::Kill() {
  if (kill_sent_ || report_) return {};
  kill_sent_ = true;
  deadline_ = std::min(deadline_, Now() + kKillGrace);
  return SendFrame(socket_, static_cast<uint32_t>(Message::kKill), {}, {}, deadline_);
}

Status Conversation::KillIfUnwanted() {
  if (kill_sent_) return {};
  cancelled_ = cancel_ != nullptr && cancel_->cancelled();
  if (!cancelled_ && !over()) return {};
  return Kill();
}

Status Conversation::TakeMessage() {
  ASSAY_ASSIGN_OR_RETURN(Frame frame, ReceiveFrame(socket_, deadline_));
  WireReader in(frame.body);
  switch (static_cast<Message>(frame.type)) {
    case Message::kReport: {
      ASSAY_ASSIGN_OR_RETURN(report_, RunReport::Decode(frame.body));
      return {};
    }
    case Message::kProgress: {
      probing_ = false;
      ASSAY_ASSIGN_OR_RETURN(progress_, RunProgress::Decode(frame.body));
      return {};
    }
    case Message::kFile: {
      const std::string name(in.Bytes());
      const int64_t size = in.Number();
      collected_ += size;
      if (!in.complete() || frame.fds.size() != 1 || size < 0 || collected_ > collect_bytes_) {
        return BoxLost("the box sent a malformed file");
      }
      ASSAY_ASSIGN_OR_RETURN(files_[name], ReadWhole(frame.fds[0].get(), size));
      return {};
    }
    default: return BoxLost("the box sent an unexpected message");
  }
}

}  // namespace assay
