#include "sandbox/restore/zygote_memory.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

namespace assay {
namespace {

constexpr uint64_t kPage = 4096;
// Of an entry of /proc/<pid>/pagemap (Documentation/admin-guide/mm/pagemap.rst).
constexpr uint64_t kFrame = (uint64_t{1} << 55) - 1;
constexpr uint64_t kPresent = uint64_t{1} << 63;

Error Failed(const char* what) {
  return SystemError("sandbox.restore", errno, what);
}

Status ReadFrames(int pagemap, uint64_t start, std::vector<uint64_t>& frames) {
  const size_t bytes = frames.size() * sizeof frames[0];
  const auto at = static_cast<off_t>(start / kPage * sizeof frames[0]);
  if (::pread(pagemap, frames.data(), bytes, at) != static_cast<ssize_t>(bytes)) {
    return Failed("cannot see in which frames a process's memory is");
  }
  return {};
}

// Whether it waits for a request: the number of the call in which it sleeps, or "running".
bool Waits(int proc, const std::string& folder) {
  const UniqueFd file(::openat(proc, (folder + "/syscall").c_str(), O_RDONLY | O_CLOEXEC));
  char text[32] = {};
  if (!file || ::read(file.get(), text, sizeof text - 1) <= 0) return false;
  char* end = nullptr;
  return std::strtol(text, &end, 10) == SYS_recvmsg && end != text && *end == ' ';
}

}  // namespace

Status ReadMemory(int memory, uint64_t start, char* to, size_t bytes) {
  while (bytes > 0) {
    const ssize_t count = ::pread(memory, to, bytes, static_cast<off_t>(start));
    if (count <= 0) return Failed("cannot read a process's memory");
    to += count;
    start += static_cast<uint64_t>(count);
    bytes -= static_cast<size_t>(count);
  }
  return {};
}

std::optional<ZygoteMemory> ZygoteMemory::Open(pid_t zygote, int proc) {
  if (zygote <= 0) return std::nullopt;
  const std::string folder = std::to_string(zygote);
  UniqueFd pagemap(::openat(proc, (folder + "/pagemap").c_str(), O_RDONLY | O_CLOEXEC));
  UniqueFd memory(::openat(proc, (folder + "/mem").c_str(), O_RDONLY | O_CLOEXEC));
  if (!pagemap || !memory || !Waits(proc, folder)) return std::nullopt;
  return ZygoteMemory(std::move(pagemap), std::move(memory));
}

Status ZygoteMemory::Compare(
    int pagemap, uint64_t start, uint64_t end,
    const std::function<void(uint64_t start, uint64_t end, bool same)>& visit) {
  for (std::vector<uint64_t>* frames : {&before_, &frames_, &after_}) {
    frames->resize((end - start) / kPage);
  }
  // The kernel may move pages, also to where another one was.
  ASSAY_RETURN_IF_ERROR(ReadFrames(pagemap, start, before_));
  ASSAY_RETURN_IF_ERROR(ReadFrames(pagemap_.get(), start, frames_));
  ASSAY_RETURN_IF_ERROR(ReadFrames(pagemap, start, after_));
  // Without the right to see them all frames are 0.
  const auto same = [this](size_t i) {
    return (before_[i] & frames_[i] & after_[i] & kPresent) != 0 && (frames_[i] & kFrame) != 0 &&
           (before_[i] & kFrame) == (frames_[i] & kFrame) &&
           (after_[i] & kFrame) == (frames_[i] & kFrame);
  };
  for (size_t i = 0; i < frames_.size();) {
    size_t next = i + 1;
    while (next < frames_.size() && same(next) == same(i)) ++next;
    visit(start + i * kPage, start + next * kPage, same(i));
    i = next;
  }
  return {};
}

Status ZygoteMemory::Read(uint64_t start, char* to, size_t bytes) const {
  return ReadMemory(memory_.get(), start, to, bytes);
}

}  // namespace assay
