#include "sandbox/spawner/guardian.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/fd.h"

namespace assay {
namespace {

bool IsGone(pid_t pid) {
  for (int i = 0; i < 2000; ++i) {
    if (::kill(pid, 0) != 0 && errno == ESRCH) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// A spawner that doesn't end when it is told to, and a program that it has left behind.
TEST(Guardian, EndsAStuckSpawnerAndWhatItLeaves) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const UniqueFd reader(ends[0]);
  const pid_t guardian = ::fork();
  ASSERT_GE(guardian, 0);
  if (guardian == 0) {
    if (!StandBelowGuardian().ok()) ::_exit(1);
    const pid_t middle = ::fork();
    if (middle == 0) {
      const pid_t program = ::fork();
      if (program == 0) {
        ::setsid();
        for (;;) ::pause();
      }
      ::_exit(::write(ends[1], &program, sizeof program) == sizeof program ? 0 : 1);
    }
    ::waitpid(middle, nullptr, 0);
    const pid_t own = ::getpid();
    if (::write(ends[1], &own, sizeof own) != sizeof own) ::_exit(1);
    for (;;) ::pause();
  }
  ::close(ends[1]);
  pid_t program = 0, spawner = 0;
  ASSERT_EQ(::read(reader.get(), &program, sizeof program), ssize_t{sizeof program});
  ASSERT_EQ(::read(reader.get(), &spawner, sizeof spawner), ssize_t{sizeof spawner});
  ::kill(guardian, SIGTERM);
  int status = 0;
  EXPECT_EQ(::waitpid(guardian, &status, 0), guardian);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_TRUE(IsGone(spawner));
  EXPECT_TRUE(IsGone(program));
}

}  // namespace
}  // namespace assay
