#include "sandbox/spawner/guardian.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "base/fd.h"
#include "sandbox/agent/family.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr timespec kLookAgain = {0, 5'000'000};

volatile pid_t guarded = 0;

void EndSpawner(int /*signal*/) {
  if (guarded > 0) ::kill(guarded, SIGKILL);
}

sigset_t TermAlone() {
  sigset_t term;
  ::sigemptyset(&term);
  ::sigaddset(&term, SIGTERM);
  return term;
}

[[noreturn]] void Guard(pid_t spawner) {
  ::prctl(PR_SET_NAME, "box-guardian", 0, 0, 0);
  guarded = spawner;
  struct sigaction end {};
  end.sa_handler = &EndSpawner;
  ::sigaction(SIGTERM, &end, nullptr);
  const sigset_t term = TermAlone();
  ::sigprocmask(SIG_UNBLOCK, &term, nullptr);
  // The channel, too: the server hears of the spawner's end by it.
  CloseFrom(0);
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(-1, &status, 0);
    if (ended == spawner || (ended < 0 && errno != EINTR)) break;
  }
  ::signal(SIGTERM, SIG_IGN);
  const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (;;) {
    EndFamily(proc.get(), ::getpid(), [](pid_t) { return false; });
    pid_t reaped;
    do {
      reaped = ::waitpid(-1, nullptr, WNOHANG);
    } while (reaped > 0 || (reaped < 0 && errno == EINTR));
    if (reaped < 0) ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
    ::nanosleep(&kLookAgain, nullptr);
  }
}

}  // namespace

Status StandBelowGuardian() {
  const pid_t guardian = ::getpid();
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) {
    return SystemError("sandbox.spawner", errno, "cannot adopt what agents leave");
  }
  // Until it is known whom it means.
  const sigset_t term = TermAlone();
  ::sigprocmask(SIG_BLOCK, &term, nullptr);
  clone_args args{};
  args.exit_signal = SIGCHLD;
  const pid_t spawner = CloneProcess(args);
  if (spawner < 0) return SystemError("sandbox.spawner", errno, "cannot make a spawner");
  if (spawner > 0) Guard(spawner);
  ::sigprocmask(SIG_UNBLOCK, &term, nullptr);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (::getppid() != guardian) ::_exit(1);
  return {};
}

}  // namespace assay
