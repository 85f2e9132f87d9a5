#include "sandbox/contain/network_watch.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <thread>
#include <vector>

#include "sandbox/contain/own_process_test_util.h"

namespace assay {
namespace {

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

// A lock of theirs that is held when the child is made is never given back there.
TEST(NetworkWatchTest, IsAskedForBesideThreadsThatAllocate) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  ::mallopt(M_ARENA_MAX, 1);
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&stop] {
      for (size_t size = 5000; !stop; size = size < 60000 ? size + 128 : 5000) {
        std::make_unique<char[]>(size)[0] = 1;
      }
    });
  }
  int asked = 0;
  while (asked < 300 && NetworkCanBeWatched()) ++asked;
  stop = true;
  for (std::thread& thread : threads) thread.join();
  ::mallopt(M_ARENA_MAX, 0);
  EXPECT_EQ(asked, 300);
}

TEST(NetworkWatchTest, SocketsAreGrantedAndNoticed) {
  if (!NetworkCanBeWatched()) GTEST_SKIP() << "no listener can be had here";
  EXPECT_EQ(InOwnProcess([] {
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
  EXPECT_EQ(InOwnProcess([] {
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
  EXPECT_EQ(InOwnProcess([] {
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
  EXPECT_EQ(InOwnProcess([] {
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
