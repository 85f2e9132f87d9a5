#include "apps/mcp/line_writer.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace assay {

LineWriter::LineWriter(int fd, int64_t most_bytes)
    : fd_(fd), most_bytes_(most_bytes), thread_([this] { Work(); }) {}

LineWriter::~LineWriter() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  stop_.Cancel();
  thread_.join();
}

void LineWriter::Write(std::string line) {
  line += '\n';
  MutexLock lock(mutex_);
  if (gone_.cancelled()) return;
  bytes_ += static_cast<int64_t>(line.size());
  lines_.push_back(std::move(line));
  // One line may be longer; only what nobody reads is too much.
  if (lines_.size() > 1 && bytes_ > most_bytes_) gone_.Cancel();
  changed_.NotifyAll();
}

bool LineWriter::Flush(SteadyTime deadline) {
  MutexLock lock(mutex_);
  while (!lines_.empty() && !gone_.cancelled()) {
    if (!changed_.WaitUntil(mutex_, deadline)) break;
  }
  return lines_.empty();
}

void LineWriter::Work() {
  while (true) {
    const std::string* line = nullptr;
    {
      MutexLock lock(mutex_);
      while (lines_.empty() && !ending_) changed_.Wait(mutex_);
      if (ending_) return;
      line = &lines_.front();  // others only add behind it
    }
    if (!WriteAll(*line)) gone_.Cancel();
    MutexLock lock(mutex_);
    bytes_ -= static_cast<int64_t>(lines_.front().size());
    lines_.pop_front();
    if (gone_.cancelled()) {
      lines_.clear();
      bytes_ = 0;
    }
    changed_.NotifyAll();
  }
}

bool LineWriter::WriteAll(const std::string& line) {
  size_t done = 0;
  while (done < line.size()) {
    pollfd ready[] = {{fd_, POLLOUT, 0}, {stop_.fd(), POLLIN, 0}, {gone_.fd(), POLLIN, 0}};
    if (::poll(ready, 3, -1) < 0 && errno != EINTR) return false;
    if (stop_.cancelled() || gone_.cancelled()) return false;
    if (ready[0].revents == 0) continue;
    // A pipe that is ready takes so much without waiting.
    const size_t piece = std::min<size_t>(line.size() - done, PIPE_BUF);
    const ssize_t written = ::write(fd_, line.data() + done, piece);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (written > 0) done += static_cast<size_t>(written);
  }
  return true;
}

}  // namespace assay
