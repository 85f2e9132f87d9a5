#include "sandbox/contain/network_watch.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

namespace assay {
namespace {

// Filters stay with a process, so each test has its own; `body` returns what it found wrong, or 0.
int InChild(const std::function<int()>& body) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::alarm(20);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::_exit(body());
  }
  int status = -1;
  ::waitpid(pid, &status, 0);
  return status;
}

// Asks for a socket in a process of its own; its exit code is errno.
pid_t Ask(int family) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(::socket(family, SOCK_DGRAM, 0) >= 0 ? 0 : errno);
  return pid;
}

int AnswerUntilEnd(NetworkWatch& watch, pid_t pid, NetworkWatch::Asker asker) {
  int status = 0;
  while (::waitpid(pid, &status, WNOHANG) == 0) watch.Answer(asker);
  return WEXITSTATUS(status);
}

TEST(NetworkWatchTest, SocketsAreGrantedAndNoticed) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InChild([] {
              auto watch = NetworkWatch::Install();
              if (!watch.ok() || watch->fd() < 0) return 1;
              watch->Begin();
              if (AnswerUntilEnd(*watch, Ask(AF_UNIX), NetworkWatch::Asker::kRun) != 0) return 2;
              if (watch->used()) return 3;
              if (AnswerUntilEnd(*watch, Ask(AF_INET), NetworkWatch::Asker::kOurs) != 0) return 4;
              if (watch->used()) return 5;
              if (AnswerUntilEnd(*watch, Ask(AF_INET6), NetworkWatch::Asker::kRun) != 0) return 6;
              if (!watch->used()) return 7;
              watch->Begin();
              return watch->used() ? 8 : 0;
            }),
            0);
}

// Makes a System V object in a process of its own; its exit code is errno.
pid_t Make(long call, long flags) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const long id = call == SYS_shmget ? ::syscall(call, IPC_PRIVATE, 4096, flags)
                                       : ::syscall(call, IPC_PRIVATE, flags, flags);
    const int error = errno;
    if (id < 0) ::_exit(error);
    if (call == SYS_shmget) ::syscall(SYS_shmctl, id, IPC_RMID, nullptr);
    if (call == SYS_msgget) ::syscall(SYS_msgctl, id, IPC_RMID, nullptr);
    ::_exit(0);
  }
  return pid;
}

TEST(NetworkWatchTest, ObjectsThatOutliveTheirProcessesAreGrantedAndNoticed) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InChild([] {
              auto watch = NetworkWatch::Install();
              if (!watch.ok() || watch->fd() < 0) return 1;
              for (const long call : {SYS_shmget, SYS_msgget}) {
                watch->Begin();
                const pid_t ours = Make(call, IPC_CREAT | 0600);
                if (AnswerUntilEnd(*watch, ours, NetworkWatch::Asker::kOurs) != ENOSYS) return 2;
                if (watch->used()) return 3;
                const pid_t run = Make(call, IPC_CREAT | 0600);
                if (AnswerUntilEnd(*watch, run, NetworkWatch::Asker::kRun) != 0) return 4;
                if (!watch->used()) return 5;
              }
              watch->Begin();
              return watch->used() ? 6 : 0;
            }),
            0);
}

TEST(NetworkWatchTest, WhoWaitsCanBeKilled) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InChild([] {
              auto watch = NetworkWatch::Install();
              if (!watch.ok()) return 1;
              const pid_t pid = Ask(AF_INET);
              ::usleep(20'000);
              ::kill(pid, SIGKILL);
              ::waitpid(pid, nullptr, 0);
              watch->Answer(NetworkWatch::Asker::kRun);  // returns, though nobody is left
              return watch->used() ? 2 : 0;
            }),
            0);
}

TEST(NetworkWatchTest, WithoutAListenerOfOursThereAreNoSockets) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InChild([] {
              const auto outer = NetworkWatch::Install();  // the kernel allows one
              auto inner = NetworkWatch::Install();
              if (!outer.ok() || !inner.ok() || inner->fd() >= 0) return 1;
              const int error = ::socket(AF_INET, SOCK_DGRAM, 0) < 0 ? errno : 0;
              if (error != EAFNOSUPPORT) return 2;
              return ::socket(AF_UNIX, SOCK_DGRAM, 0) < 0 ? 3 : 0;
            }),
            0);
}

}  // namespace
}  // namespace assay
