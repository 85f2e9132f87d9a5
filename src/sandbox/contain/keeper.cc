// Begin with Start at the end; what the process itself does is Serve.
#include "sandbox/contain/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kPatience = std::chrono::seconds(10);
constexpr uint32_t kReady = 'R', kMount = 'M', kKill = 'K', kNextPid = 'P', kFailed = 'F';

SteadyTime Soon() {
  return std::chrono::steady_clock::now() + kPatience;
}

Error Failed(const char* what) {
  return SystemError("sandbox.keeper", errno, what);
}

// A process that a fork made: it keeps one socket of ours and nothing else.
void KeepOnly(UniqueFd* socket) {
  const int kept = ::fcntl(socket->get(), F_DUPFD_CLOEXEC, 4);
  for (int fd = 4; fd < kept; ++fd) ::close(fd);
  socket->Reset(kept);
  CloseFrom(kept + 1);
}

// The process.

class Served {
 public:
  Served(UniqueFd socket, std::atomic<int64_t>* shared)
      : socket_(std::move(socket)), shared_(shared) {}

  [[noreturn]] void Serve() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::prctl(PR_SET_NAME, "assay-keeper", 0, 0, 0);
    ::setsid();
    // All others stay open: the kernel drops what is sent to the first process of a namespace, but
    // not what is blocked there.
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_SETMASK, &child, nullptr);
    UniqueFd ended(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
    UniqueFd space(::open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC));
    OpenCounter();
    if (!ended || !space || !Answer(kReady, {space.get()})) ::_exit(1);
    space.Reset();
    for (;;) {
      pollfd entries[2] = {{socket_.get(), POLLIN, 0}, {ended.get(), POLLIN, 0}};
      ::poll(entries, 2, -1);
      if (entries[1].revents != 0) {
        signalfd_siginfo info;
        while (::read(ended.get(), &info, sizeof info) > 0) {
        }
        Reap(WNOHANG);
      }
      if (entries[0].revents != 0 && !Take()) ::_exit(0);
    }
  }

 private:
  // Through a mount that nobody sees: the visible one is read-only. Some kernels have none.
  void OpenCounter() {
    UniqueFd fs(::fsopen("proc", FSOPEN_CLOEXEC));
    if (!fs || ::fsconfig(fs.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) return;
    UniqueFd proc(::fsmount(fs.get(), FSMOUNT_CLOEXEC, 0));
    last_pid_.Reset(::openat(proc.get(), "sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
  }

  bool Answer(uint32_t what, const std::vector<int>& fds = {}) const {
    WireWriter body;
    body.Number(errno);
    return SendFrame(socket_.get(), what, body.bytes(), fds, Soon()).ok();
  }

  bool Take() {
    auto frame = ReceiveFrame(socket_.get(), Soon());
    if (!frame.ok()) return false;
    WireReader in(frame->body);
    const auto number = static_cast<int>(in.Number());
    const std::string text(in.Bytes());
    bool done = false;
    switch (frame->type) {
      case kMount:
        done = ::mount("proc", text.c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC,
                       "hidepid=2") == 0;
        break;
      case kKill:
        ::kill(-1, SIGKILL);
        Reap(0);
        done = true;
        break;
      case kNextPid: done = WriteSmallFd(last_pid_.get(), std::to_string(number - 1)); break;
      default: return false;
    }
    return Answer(done ? frame->type : kFailed);
  }

  // With options 0 until none is left.
  void Reap(int options) {
    rusage usage{};
    for (;;) {
      const pid_t pid = ::wait4(-1, nullptr, options | __WALL, &usage);
      if (pid < 0 && errno == EINTR) continue;
      if (pid <= 0) return;
      const auto nanoseconds = [](const timeval& time) {
        return time.tv_sec * 1'000'000'000L + time.tv_usec * 1000L;
      };
      shared_->fetch_add(nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
                         std::memory_order_relaxed);
    }
  }

  UniqueFd socket_;
  std::atomic<int64_t>* shared_;
  UniqueFd last_pid_;
};

// Of the programs. Who makes it ends; what is open keeps it.
Result<UniqueFd> MakeUserNamespace(int program_uid) {
  ASSAY_ASSIGN_OR_RETURN(auto channel, MakeChannel());
  clone_args args{};
  args.flags = CLONE_NEWUSER;
  args.exit_signal = SIGCHLD;
  const pid_t pid = CloneProcess(args);
  if (pid < 0) return Failed("cannot make the programs' user namespace");
  if (pid == 0) {
    const std::string map = std::to_string(program_uid) + " 0 1\n";
    const bool mapped = WriteUserMaps(map, map);
    UniqueFd space(::open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC));
    WireWriter body;
    body.Number(errno);
    const uint32_t said = mapped && space ? kReady : kFailed;
    (void)SendFrame(channel.second.get(), said, body.bytes(),
                    space ? std::vector<int>{space.get()} : std::vector<int>{}, Soon())
        .ok();
    ::_exit(0);
  }
  channel.second.Reset();
  auto frame = ReceiveFrame(channel.first.get(), Soon());
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (!frame.ok()) return frame.error();
  if (frame->type == kReady && frame->fds.size() == 1) return std::move(frame->fds[0]);
  errno = static_cast<int>(WireReader(frame->body).Number());
  return Failed("cannot map the programs' user");
}

}  // namespace

bool WriteUserMaps(const std::string& uid_map, const std::string& gid_map) {
  // These files take plain writes only.
  const auto write = [](const char* path, std::string_view text) {
    UniqueFd fd(::open(path, O_WRONLY | O_CLOEXEC));
    return fd && ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
  };
  return write("/proc/self/setgroups", "deny") && write("/proc/self/uid_map", uid_map) &&
         write("/proc/self/gid_map", gid_map);
}

Result<Keeper> Keeper::Start(int program_uid) {
  Keeper keeper;
  ASSAY_ASSIGN_OR_RETURN(keeper.user_namespace_, MakeUserNamespace(program_uid));
  keeper.own_pid_namespace_.Reset(::open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC));
  void* page = ::mmap(nullptr, sizeof(std::atomic<int64_t>), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!keeper.own_pid_namespace_ || page == MAP_FAILED) return Failed("cannot prepare a keeper");
  keeper.shared_ = new (page) std::atomic<int64_t>(0);
  ASSAY_ASSIGN_OR_RETURN(auto channel, MakeChannel());
  clone_args args{};
  args.flags = CLONE_NEWPID;
  args.exit_signal = SIGCHLD;
  keeper.pid_ = CloneProcess(args);
  if (keeper.pid_ < 0) return Failed("cannot make the programs' process namespace");
  if (keeper.pid_ == 0) {
    KeepOnly(&channel.second);
    Served(std::move(channel.second), keeper.shared_).Serve();
  }
  channel.second.Reset();
  keeper.socket_ = std::move(channel.first);
  ASSAY_ASSIGN_OR_RETURN(Frame ready, ReceiveFrame(keeper.socket_.get(), Soon()));
  if (ready.type != kReady || ready.fds.size() != 1) return Failed("the keeper is not ready");
  keeper.pid_namespace_ = std::move(ready.fds[0]);
  return keeper;
}

Status Keeper::Ask(uint32_t what, int number, std::string_view text) const {
  WireWriter body;
  body.Number(number);
  body.Bytes(text);
  ASSAY_RETURN_IF_ERROR(SendFrame(socket_.get(), what, body.bytes(), {}, Soon()));
  ASSAY_ASSIGN_OR_RETURN(const Frame answer, ReceiveFrame(socket_.get(), Soon()));
  if (answer.type == what) return {};
  errno = static_cast<int>(WireReader(answer.body).Number());
  return Failed("the keeper could not do it");
}

Status Keeper::MountProc(const char* target) const {
  return Ask(kMount, 0, target);
}

bool Keeper::KillAll() const {
  return Ask(kKill, 0, "").ok();
}

bool Keeper::SetNextPid(int pid) const {
  return Ask(kNextPid, pid, "").ok();
}

}  // namespace assay
