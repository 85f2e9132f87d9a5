#include "langs/entry/host_command.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "base/clock.h"
#include "base/fd.h"

namespace assay {
namespace {

constexpr size_t kMaxOutputBytes = 1 << 20;

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kStopDelay{100};  // how long a request to stop may go unnoticed

// How long to wait at a time; 0 when it is over.
int NextWait(SteadyTime deadline, const std::stop_token& stop) {
  const auto left =
      std::chrono::duration_cast<Milliseconds>(deadline - std::chrono::steady_clock::now());
  if (left.count() <= 0 || stop.stop_requested()) return 0;
  return static_cast<int>((stop.stop_possible() ? std::min(left, kStopDelay) : left).count());
}

// At a server's start dozens of commands run at once: descriptors that are short now are there
// again when some of them have ended.
bool MakePipe(int (&ends)[2], SteadyTime deadline, const std::stop_token& stop) {
  while (::pipe2(ends, O_CLOEXEC) != 0) {
    const bool short_of_them = errno == EMFILE || errno == ENFILE;
    if (!short_of_them || NextWait(deadline, stop) == 0) return false;
    std::this_thread::sleep_for(Milliseconds(5));
  }
  return true;
}

// Reads until end of file or the deadline; what exceeds the bound is read and dropped, so that the
// command does not block on a full pipe.
void ReadAll(int fd, SteadyTime deadline, const std::stop_token& stop, std::string* output) {
  char buffer[4096];
  for (;;) {
    pollfd waiting{fd, POLLIN, 0};
    const int wait = NextWait(deadline, stop);
    const int ready = ::poll(&waiting, 1, wait);
    if (ready == 0 && wait > 0) continue;
    if (ready == 0) return;
    if (ready < 0) {
      if (errno == EINTR) continue;
      return;
    }
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    const size_t room = kMaxOutputBytes - output->size();
    output->append(buffer, std::min(room, static_cast<size_t>(n)));
  }
}

// Waits for the process, which has a group of its own, and kills the group at the deadline or when
// a stop is asked for.
int Reap(pid_t pid, SteadyTime deadline, const std::stop_token& stop, std::string* problem) {
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(pid, &status, WNOHANG);
    if (ended == pid) break;
    if (ended < 0 && errno != EINTR) {
      *problem = std::string("waiting for it failed: ") + std::strerror(errno);
      return -1;
    }
    if (NextWait(deadline, stop) == 0) {
      ::kill(-pid, SIGKILL);
      while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
      *problem = stop.stop_requested() ? "it was stopped" : "it did not end in time";
      return -1;
    }
    std::this_thread::sleep_for(Milliseconds(1));
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  *problem = "it was ended by signal " + std::to_string(WTERMSIG(status));
  return -1;
}

}  // namespace

HostCommandResult RunHostCommand(const std::vector<std::string>& argv, int timeout_seconds,
                                 const std::stop_token& stop) {
  HostCommandResult result;
  const SteadyTime deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(timeout_seconds);
  int ends[2];
  if (argv.empty() || !MakePipe(ends, deadline, stop)) {
    result.problem = argv.empty() ? "no command" : std::strerror(errno);
    return result;
  }
  UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, writer.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, writer.get(), 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);

  std::vector<char*> raw;
  for (const std::string& argument : argv) raw.push_back(const_cast<char*>(argument.c_str()));
  raw.push_back(nullptr);
  pid_t pid = -1;
  const int failed = ::posix_spawnp(&pid, raw[0], &actions, &attributes, raw.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) {
    result.problem = std::strerror(failed);
    return result;
  }
  writer.Reset();
  ReadAll(reader.get(), deadline, stop, &result.output);
  result.exit_code = Reap(pid, deadline, stop, &result.problem);
  return result;
}

std::string FindOnPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string directories = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  size_t start = 0;
  while (start <= directories.size()) {
    size_t end = directories.find(':', start);
    if (end == std::string::npos) end = directories.size();
    const std::string directory = directories.substr(start, end - start);
    if (!directory.empty()) {
      const std::string candidate = directory + "/" + program;
      if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    start = end + 1;
  }
  return "";
}

}  // namespace assay
