#include "sandbox/box/capture.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace assay {
namespace {

// Fewer switches between writer and reader; the kernel's default for unprivileged maximum.
constexpr int kPipeBytes = 1 << 20;

}  // namespace

Result<Capture> Capture::Open(int uid, int64_t cap_bytes) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return SystemError("sandbox.pipe", errno, "cannot make an output pipe");
  }
  Capture capture;
  capture.read_.Reset(ends[0]);
  capture.write_.Reset(ends[1]);
  capture.cap_bytes_ = cap_bytes;
  const auto id = static_cast<uid_t>(uid);
  if (::fchown(ends[1], id, id) != 0) {
    return SystemError("sandbox.pipe", errno, "cannot hand an output pipe over");
  }
  ::fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes);  // an optimisation: may fail near the user's bound
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return capture;
}

bool Capture::Drain() {
  // Not within the thread: the memory of thread-locals is paid by every thread of the program.
  constexpr size_t kBytes = 256 << 10;
  static thread_local const auto buffer = std::make_unique_for_overwrite<char[]>(kBytes);
  while (read_) {
    const ssize_t count = ::read(read_.get(), buffer.get(), kBytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) {
      read_.Reset();
      break;
    }
    const auto room = static_cast<size_t>(cap_bytes_) - bytes_.size();
    bytes_.append(buffer.get(), std::min(room, static_cast<size_t>(count)));
    if (static_cast<size_t>(count) > room) {
      over_ = true;
      read_.Reset();
    }
  }
  return false;
}

}  // namespace assay
