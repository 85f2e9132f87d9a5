#include "sandbox/agent/family.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/fd.h"

namespace assay {
namespace {

bool None(pid_t) {
  return false;
}

// In a process of its own, which adopts what the test's other children don't concern.
int InAdopter(int (*test)(int proc)) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    ::_exit(test(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void Wait() {
  for (;;) ::pause();
}

TEST(Family, HasWhatLeftItsParentAndItsSession) {
  EXPECT_EQ(InAdopter([](int proc) {
              int ready[2];
              if (::pipe(ready) != 0) return 1;
              const pid_t first = ::fork();
              if (first == 0) {
                // A daemon, and a child that stays.
                if (::fork() == 0) {
                  ::setsid();
                  if (::fork() == 0) {
                    if (::write(ready[1], "x", 1) == 1) Wait();
                  }
                  ::_exit(0);
                }
                ::wait(nullptr);
                if (::fork() == 0) {
                  if (::write(ready[1], "x", 1) == 1) Wait();
                }
                Wait();
              }
              char byte;
              for (int i = 0; i < 2; ++i) {
                if (::read(ready[0], &byte, 1) != 1) return 2;
              }
              if (FindFamily(proc, ::getpid(), None).size() != 3) return 3;
              const auto spare = [first](pid_t pid) { return pid == first; };
              if (FindFamily(proc, ::getpid(), spare).size() != 1) return 4;
              if (EndFamily(proc, ::getpid(), None)) return 5;
              while (::wait(nullptr) > 0 || errno == EINTR) {
              }
              return EndFamily(proc, ::getpid(), None) ? 0 : 6;
            }),
            0);
}

TEST(Family, CountsTheTasksOfThisAccount) {
  const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_GE(CountOwnTasks(proc.get()), 1);
}

}  // namespace
}  // namespace assay
