#include "sandbox/wire/sys.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <limits>

#include "base/text.h"

namespace assay {

pid_t CloneProcess(clone_args args) {
  const auto pid = static_cast<pid_t>(::syscall(SYS_clone3, &args, sizeof args));
  if (pid >= 0 || errno != ENOSYS || args.flags > UINT32_MAX || args.stack != 0) return pid;
  // Filters of containers leave out clone3, whose flags they can't look at. The older call says the
  // pidfd where it would say the pid.
  const uint64_t told = (args.flags & CLONE_PIDFD) != 0 ? args.pidfd : args.parent_tid;
#if defined(__x86_64__)
  return static_cast<pid_t>(
      ::syscall(SYS_clone, args.flags | args.exit_signal, 0UL, told, args.child_tid, args.tls));
#else
  return static_cast<pid_t>(
      ::syscall(SYS_clone, args.flags | args.exit_signal, 0UL, told, args.tls, args.child_tid));
#endif
}

int PidfdOpen(pid_t pid) {
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

int PidfdSendSignal(int pidfd, int signal) {
  return static_cast<int>(::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0));
}

int OpenAt2(int directory, const char* path, int flags, mode_t mode, uint64_t resolve) {
  open_how how{};
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  how.mode = mode;
  how.resolve = resolve;
  return static_cast<int>(::syscall(SYS_openat2, directory, path, &how, sizeof how));
}

Result<std::string> ReadSmallFile(int directory, const char* path) {
  UniqueFd fd(::openat(directory, path, O_RDONLY | O_CLOEXEC));
  if (!fd) return SystemError("sandbox.read", errno, path);
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::read(fd.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("sandbox.read", errno, path);
    if (count == 0) return text;
    text.append(buffer, static_cast<size_t>(count));
  }
}

Result<std::string> ReadSmallFd(int fd) {
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::pread(fd, buffer, sizeof buffer, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("sandbox.read", errno, "cannot read a control file");
    return std::string(buffer, static_cast<size_t>(count));
  }
}

bool WriteSmallFile(int directory, const char* path, std::string_view text) {
  UniqueFd fd(::openat(directory, path, O_WRONLY | O_CLOEXEC));
  return fd && WriteSmallFd(fd.get(), text);
}

bool WriteSmallFd(int fd, std::string_view text) {
  for (;;) {
    const ssize_t count = ::pwrite(fd, text.data(), text.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    return count == static_cast<ssize_t>(text.size());
  }
}

std::optional<int64_t> KeyedNumber(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.size() > key.size() && StartsWith(line, key) && line[key.size()] == ' ') {
      return ParseNumber(line.substr(key.size() + 1));
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

std::optional<int64_t> ParseNumber(std::string_view text) {
  text = TrimAsciiSpace(text);
  if (text == "max") return std::numeric_limits<int64_t>::max();
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // v1 says "no limit" with a number just below 2^63, and cpuacct may exceed nothing: out of range
  // is a malformed file.
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void CloseFrom(int first) {
  ::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U);
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace assay
