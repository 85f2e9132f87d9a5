// For tests of seccomp filters, which stay with a process. Included by *_test.cc files only.
#pragma once

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace assay {

// Runs `body` in a process of its own, which may install filters; it returns what it found wrong,
// or 0. What waitpid(2) says of it.
inline int InOwnProcess(const std::function<int()>& body) {
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

}  // namespace assay
