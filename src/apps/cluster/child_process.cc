#include "apps/cluster/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <utility>

#include "base/fd.h"

namespace assay {
namespace {

constexpr char kStage[] = "cluster";
constexpr auto kLookAgain = std::chrono::milliseconds(20);

// After fork: system calls only.
[[noreturn]] void Become(char* const* argv, int output, int failure, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  // A group of its own: Ctrl-C at the terminal is for the parent, which ends it in its order.
  ::setpgid(0, 0);
  const int empty = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  // 0 where there was no stdin.
  const bool has_stdin = empty == 0 ? ::fcntl(0, F_SETFD, 0) == 0 : ::dup2(empty, 0) == 0;
  // The parent may have ended before PDEATHSIG was set.
  if (::getppid() == parent && has_stdin && ::dup2(output, 1) >= 0 && ::dup2(output, 2) >= 0) {
    ::execv(argv[0], argv);
  }
  const int fault = errno;
  if (::write(failure, &fault, sizeof fault) < 0) ::_exit(126);
  ::_exit(127);
}

}  // namespace

Result<ChildProcess> ChildProcess::Start(std::vector<std::string> argv,
                                         const std::string& log_path) {
  const UniqueFd log(::open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!log) return SystemError(kStage, errno, log_path + " cannot be written");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return SystemError(kStage, errno, "cannot make a pipe");
  const UniqueFd failed(ends[0]);
  UniqueFd failure(ends[1]);
  std::vector<char*> pointers;
  for (std::string& word : argv) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return SystemError(kStage, errno, "cannot start " + argv[0]);
  if (pid == 0) Become(pointers.data(), log.get(), failure.get(), parent);
  failure.Reset();
  ChildProcess child(pid, log_path);
  // Closed by the exec, or filled before an end.
  int fault = 0;
  ssize_t count = 0;
  do {
    count = ::read(failed.get(), &fault, sizeof fault);
  } while (count < 0 && errno == EINTR);
  if (count > 0) return SystemError(kStage, fault, "cannot start " + argv[0]);
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      log_path_(std::move(other.log_path_)),
      ended_(other.ended_) {}

ChildProcess::~ChildProcess() {
  if (pid_ > 0 && !Ended()) WaitUntil(std::chrono::steady_clock::now());
}

std::optional<int> ChildProcess::Ended() {
  int status = 0;
  if (!ended_ && pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) ended_ = status;
  return ended_;
}

void ChildProcess::Signal(int signal) {
  if (pid_ > 0 && !Ended()) ::kill(pid_, signal);
}

void ChildProcess::WaitUntil(SteadyTime deadline) {
  while (!Ended()) {
    if (std::chrono::steady_clock::now() >= deadline) {
      Signal(SIGKILL);
      int status = 0;
      while (!ended_ && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
      if (!ended_) ended_ = status;
      return;
    }
    std::this_thread::sleep_for(kLookAgain);
  }
}

}  // namespace assay
