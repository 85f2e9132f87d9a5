#include "sandbox/pair/relay.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace assay {
namespace {

constexpr int kPumpRounds = 16;

Status OpenPipe(UniqueFd* reader, UniqueFd* writer, int uid) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return SystemError("sandbox.pipe", errno, "cannot make a pipe between two runs");
  }
  reader->Reset(ends[0]);
  writer->Reset(ends[1]);
  const auto id = static_cast<uid_t>(uid);
  if (::fchown(ends[1], id, id) != 0) {
    return SystemError("sandbox.pipe", errno, "cannot hand a pipe over");
  }
  return {};
}

sigset_t OnlySigpipe() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGPIPE);
  return set;
}

}  // namespace

SigpipeBlock::SigpipeBlock() {
  const sigset_t set = OnlySigpipe();
  ::pthread_sigmask(SIG_BLOCK, &set, &before_);
}

SigpipeBlock::~SigpipeBlock() {
  const sigset_t set = OnlySigpipe();
  if (::sigismember(&before_, SIGPIPE) == 0) {
    const timespec at_once{};
    ::sigtimedwait(&set, nullptr, &at_once);  // it is of this thread's own writes
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

Result<Relay> Relay::Open(int writer_uid, int reader_uid, int64_t cap_bytes, size_t kept_bytes) {
  Relay relay;
  relay.cap_bytes_ = cap_bytes;
  relay.kept_bytes_ = kept_bytes;
  ASSAY_RETURN_IF_ERROR(OpenPipe(&relay.in_, &relay.writer_end_, writer_uid));
  ASSAY_RETURN_IF_ERROR(OpenPipe(&relay.reader_end_, &relay.out_, reader_uid));
  ::fcntl(relay.in_.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(relay.out_.get(), F_SETFL, O_NONBLOCK);
  return relay;
}

void Relay::CloseHandedEnds() {
  writer_end_.Reset();
  reader_end_.Reset();
}

void Relay::FillEntries(pollfd* entries) const {
  entries[0] = {buffer_.empty() ? in_.get() : -1, POLLIN, 0};
  entries[1] = {out_.get(), static_cast<short>(buffer_.empty() ? 0 : POLLOUT), 0};
}

bool Relay::Fill() {
  char chunk[kBufferBytes];
  const ssize_t count = ::read(in_.get(), chunk, sizeof chunk);
  if (count < 0) return errno == EINTR;
  if (count == 0) {
    in_.Reset();
    return false;
  }
  const auto size = static_cast<size_t>(count);
  more_ = size == sizeof chunk;
  if (transcript_.size() < kept_bytes_) {
    transcript_.append(chunk, std::min(size, kept_bytes_ - transcript_.size()));
  }
  moved_ += count;
  if (out_ && !over()) buffer_.assign(chunk, size);
  return true;
}

bool Relay::Flush() {
  const ssize_t count = ::write(out_.get(), buffer_.data(), buffer_.size());
  if (count >= 0) {
    delivered_ += count;
    buffer_.erase(0, static_cast<size_t>(count));
    return true;
  }
  if (errno == EINTR) return true;
  if (errno == EAGAIN) return false;
  OnReaderLeft();
  return true;
}

void Relay::OnReaderLeft() {
  reader_left_ = true;
  out_.Reset();
  buffer_.clear();
}

void Relay::TakeEntries(const pollfd* entries) {
  if ((entries[1].revents & POLLERR) != 0) OnReaderLeft();
  if (entries[0].revents != 0 || entries[1].revents != 0) Pump();
}

void Relay::Pump() {
  for (int round = 0; round < kPumpRounds; ++round) {
    if (!buffer_.empty() ? !Flush() : !in_ || !Fill()) return;
    if (buffer_.empty() && !more_) return;
  }
}

bool Relay::ReaderLeft(std::chrono::milliseconds patience) {
  if (!out_) return reader_left_;
  pollfd entry{out_.get(), 0, 0};
  if (::poll(&entry, 1, static_cast<int>(patience.count())) > 0) OnReaderLeft();
  return reader_left_;
}

void Relay::PassEnd() {
  if (!writer_left() || !buffer_.empty()) return;
  end_passed_ = true;
  out_.Reset();
}

int64_t Relay::unread_bytes() const {
  int waiting = 0;
  if (out_) ::ioctl(out_.get(), FIONREAD, &waiting);
  return waiting + static_cast<int64_t>(buffer_.size());
}

}  // namespace assay
