#include "sandbox/tiers/box_steps.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "runner/box_paths.h"
#include "sandbox/contain/seccomp_filter.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {

Error StepFailed(std::string message) {
  return SystemError("sandbox.step", errno, std::move(message));
}

// In the spawner.

Status box_step::MakeAccount(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(making.account, making.accounting->Open(making.name));
  return {};
}

Status box_step::MakeLiveAccount(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(making.live_account, making.accounting->OpenLive(making.name));
  return {};
}

Status box_step::MakeSockets(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(auto channel, MakeChannel());
  making.server_socket = std::move(channel.first);
  making.agent_socket = std::move(channel.second);
  return {};
}

Status box_step::CloneInto(BoxMaking& making, uint64_t namespaces) {
  int pidfd = -1;
  clone_args args{};
  args.flags = namespaces | CLONE_PIDFD;
  args.pidfd = reinterpret_cast<uint64_t>(&pidfd);
  args.exit_signal = SIGCHLD;
  const int group =
      making.live_account ? making.live_account->clone_fd() : making.account->clone_fd();
  if (group >= 0) {
    args.flags |= CLONE_INTO_CGROUP;
    args.cgroup = static_cast<uint64_t>(group);
  }
  making.agent = CloneProcess(args);
  if (making.agent < 0) return StepFailed("cannot make a box's namespaces");
  if (making.agent > 0) making.pidfd.Reset(pidfd);
  return {};
}

// In the agent.

Status box_step::EnterAccount(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(making.usage, making.account->Enter());
  return {};
}

Status box_step::EnterLiveAccount(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(making.live_entry, making.live_account->EnterLive());
  return {};
}

Status box_step::BecomeAgent(BoxMaking&) {
  // Re-armed by the supervisor wherever a change of identity clears it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::prctl(PR_SET_NAME, "assay-agent", 0, 0, 0);
  ::setsid();
  ::umask(022);
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  return {};
}

// Everything that starts in the box inherits it.
Status box_step::StayOnProcessor(BoxMaking& making) {
  if (making.processor < 0) return {};
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<size_t>(making.processor), &set);
  if (::sched_setaffinity(0, sizeof set, &set) == 0) return {};
  return StepFailed("cannot stay on processor " + std::to_string(making.processor));
}

// Descriptors 0-3 point at /dev/null, so that whatever the agent opens later is above the numbers
// a candidate gets; everything but the socket and `furniture` goes.
Status box_step::TakeDescriptors(BoxMaking& making) {
  UniqueFd& socket = making.agent_socket;
  const int high = ::fcntl(socket.get(), F_DUPFD_CLOEXEC, 4);
  if (high < 0) return StepFailed("cannot move the socket");
  socket.Reset(high);
  int last = high;
  if (making.furniture >= 0) {
    last = ::fcntl(making.furniture, F_DUPFD_CLOEXEC, high + 1);
    if (last < 0) return StepFailed("cannot keep the furniture");
    making.kept.Reset(last);
  }
  UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null) return StepFailed("cannot open /dev/null");
  const int null_high = ::fcntl(null.get(), F_DUPFD_CLOEXEC, last + 1);
  null.Release();
  for (int fd = 0; fd <= 3; ++fd) {
    if (::dup2(null_high, fd) < 0) return StepFailed("cannot take the standard descriptors");
  }
  if (::syscall(SYS_close_range, 4U, static_cast<unsigned>(high - 1), 0U) != 0 && high > 4) {
    return StepFailed("cannot close descriptors");
  }
  if (last > high + 1) {
    ::syscall(SYS_close_range, static_cast<unsigned>(high + 1), static_cast<unsigned>(last - 1),
              0U);
  }
  CloseFrom(last + 1);
  // The spawner's, whose numbers may be ours by now.
  making.server_socket.Release();
  return {};
}

// What a zygote may still have after its exec, once the bounding set is empty: to fork into an IPC
// namespace and a cgroup and to become the candidate's uid. Kept in the inheritable set, which
// every candidate clears.
Status box_step::KeepForking(BoxMaking& making) {
  if (!making.keep_zygotes) return {};
  constexpr uint64_t kKept = 1ULL << CAP_SYS_ADMIN | 1ULL << CAP_SETUID | 1ULL << CAP_SETGID;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2];
  if (::syscall(SYS_capget, &header, data) == 0) {
    data[0].inheritable = static_cast<uint32_t>(kKept);
    data[1].inheritable = static_cast<uint32_t>(kKept >> 32);
    if (::syscall(SYS_capset, &header, data) == 0) return {};
  }
  return StepFailed("cannot keep what zygotes need");
}

// What every candidate inherits is given up once, in the next two: the agent never executes
// anything, so it needs none itself.

Status box_step::EmptyBoundingSet(BoxMaking&) {
  int capability = 0;
  while (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0) ++capability;
  // The first that the kernel doesn't know.
  if (errno != EINVAL || capability == 0) return StepFailed("cannot empty the bounding set");
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return {};
}

Status box_step::ForbidNewPrivileges(BoxMaking&) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) return {};
  return StepFailed("cannot forbid new privileges");
}

Status box_step::WatchNetwork(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(making.network, making.usage->BoundsSockets() ? NetworkWatch::Install()
                                                                       : NetworkWatch::Refuse());
  return {};
}

Status box_step::FilterBox(BoxMaking& making) {
  return InstallFilter(*making.filter);
}

Status box_step::EnterWorkDirectory(BoxMaking&) {
  return ::chdir(kWritablePlaces[0]) == 0 ? Status()
                                          : StepFailed("cannot enter the work directory");
}

Status box_step::OpenPlaces(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(making.places, OpenScratch(making));
  return {};
}

}  // namespace assay
