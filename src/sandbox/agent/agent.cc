#include "sandbox/agent/agent.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <linux/securebits.h>
#include <sched.h>
#include <signal.h>
#include <sys/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "sandbox/agent/supervise.h"
#include "sandbox/contain/scratch.h"
#include "sandbox/wire/protocol.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"
#include "sandbox/zygote/zygote_host.h"

namespace assay {
namespace {

constexpr auto kSendPatience = std::chrono::seconds(20);

SteadyTime Soon() {
  return std::chrono::steady_clock::now() + kSendPatience;
}

// Descriptors 0-3 point at /dev/null, so that whatever the agent opens later is above the numbers
// a candidate gets; everything but the socket goes.
Status TakeDescriptors(UniqueFd& socket) {
  const int high = ::fcntl(socket.get(), F_DUPFD_CLOEXEC, 4);
  if (high < 0) return SystemError("sandbox.descriptors", errno, "cannot move the socket");
  socket.Reset(high);
  UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null) return SystemError("sandbox.descriptors", errno, "cannot open /dev/null");
  const int null_high = ::fcntl(null.get(), F_DUPFD_CLOEXEC, high + 1);
  null.Release();
  for (int fd = 0; fd <= 3; ++fd) {
    if (::dup2(null_high, fd) < 0) {
      return SystemError("sandbox.descriptors", errno, "cannot take the standard descriptors");
    }
  }
  if (::syscall(SYS_close_range, 4U, static_cast<unsigned>(high - 1), 0U) != 0 && high > 4) {
    return SystemError("sandbox.descriptors", errno, "cannot close descriptors");
  }
  CloseFrom(high + 1);
  return {};
}

// What every candidate inherits, given up once: groups, the capability bounding set (the agent
// never executes anything, so it needs none itself), and gaining privileges by exec.
Status GiveUpForChildren() {
  if (::setgroups(0, nullptr) != 0) {
    return SystemError("sandbox.identity", errno, "cannot drop groups");
  }
  for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
    if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) {
      return SystemError("sandbox.capabilities", errno, "cannot empty the bounding set");
    }
  }
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return SystemError("sandbox.no_new_privs", errno, "cannot forbid new privileges");
  }
  return {};
}

// Everything that starts in the box inherits it.
Status StayOn(int processor) {
  if (processor < 0) return {};
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<size_t>(processor), &set);
  if (::sched_setaffinity(0, sizeof set, &set) == 0) return {};
  return SystemError("sandbox.processor", errno,
                     "cannot stay on processor " + std::to_string(processor));
}

Status BecomeAgent(AgentSetup& setup, std::unique_ptr<RunCgroup>& cgroup) {
  // Re-armed by the supervisor wherever a change of identity clears it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::prctl(PR_SET_NAME, "assay-agent", 0, 0, 0);
  ::setsid();
  ::umask(022);
  ASSAY_RETURN_IF_ERROR(StayOn(setup.processor));
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ASSAY_RETURN_IF_ERROR(TakeDescriptors(setup.socket));
  ASSAY_ASSIGN_OR_RETURN(cgroup, setup.cgroups->EnterAndOpen());
  ASSAY_RETURN_IF_ERROR(EnterRootView(setup.view));
  if (!setup.warm_programs.empty()) ASSAY_RETURN_IF_ERROR(KeepForkingCapabilities());
  ASSAY_RETURN_IF_ERROR(GiveUpForChildren());
  if (::chdir(kWritablePlaces[0]) != 0) {
    return SystemError("sandbox.work_directory", errno, "cannot enter the work directory");
  }
  return {};
}

bool Send(int socket, Message type, std::string_view body) {
  return SendFrame(socket, static_cast<uint32_t>(type), body, {}, Soon()).ok();
}

void SendFailure(int socket, const Error& error) {
  WireWriter body;
  body.ErrorValue(error);
  Send(socket, Message::kFailed, body.bytes());
}

}  // namespace

void RunAgent(AgentSetup setup) {
  std::unique_ptr<RunCgroup> cgroup;
  if (Status status = BecomeAgent(setup, cgroup); !status.ok()) {
    SendFailure(setup.socket.get(), status.error());
    ::_exit(1);
  }
  const int socket = setup.socket.get();
  auto scratch = Scratch::Open(setup.view.uid);
  auto supervisor = Supervisor::Create(socket, setup.view.uid, setup.filter, *cgroup,
                                       std::move(setup.warm_programs));
  if (!scratch.ok() || !supervisor.ok()) {
    SendFailure(socket, scratch.ok() ? supervisor.error() : scratch.error());
    ::_exit(1);
  }
  // Best effort: it keeps the agent quick among hundreds of spinning processes.
  ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) - 10);
  if (!Send(socket, Message::kReady, {})) ::_exit(1);

  for (;;) {
    auto frame = ReceiveFrame(socket, SteadyTime::max());
    if (!frame.ok()) ::_exit(0);  // the server is gone or gave this box up
    switch (static_cast<Message>(frame->type)) {
      case Message::kRun: {
        auto order = RunOrder::Decode(frame->body);
        if (!order.ok()) ::_exit(1);
        std::string().swap(frame->body);
        const RunReport report =
            supervisor->Run(*std::move(order), std::move(frame->fds), *scratch);
        if (!Send(socket, Message::kReport, report.Encode())) ::_exit(1);
        break;
      }
      case Message::kReset:
        // Anything that can't be proven gone goes with the box.
        if (!scratch->Wipe() || !Send(socket, Message::kReady, {})) ::_exit(1);
        break;
      case Message::kKill:
      case Message::kProbe: break;  // crossed with the report of the run it meant
      default: ::_exit(1);
    }
  }
}

}  // namespace assay
