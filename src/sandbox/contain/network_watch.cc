#include "sandbox/contain/network_watch.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "sandbox/contain/seccomp_filter.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

// More than an honest program of a few seconds makes; a bound for what a flood costs the agent.
constexpr int kMostSockets = 1024;
constexpr int kMostObjects = 1 << 14;
// For a child that asks two or three things of the kernel.
constexpr auto kPatience = std::chrono::seconds(10);
// Before the caller looks at its limits again.
constexpr int kMostAtOnce = 64;

// What makes or finds an object that outlives its processes. Nothing can be done to one without
// the number or the descriptor that these give.
constexpr unsigned kObjectCalls[] = {SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open};

// Installs a filter that answers socket(2) of the watched families, and kObjectCalls if `objects`,
// with `action`. Returns its descriptor, or 0 without a listener. Foreign architectures are the box
// filter's business. Allocates nothing: the child of NetworkCanBeWatched calls it.
long InstallWatch(uint32_t action, unsigned flags, bool objects) {
  const auto calls = static_cast<uint8_t>(objects ? std::size(kObjectCalls) : 0);
  const sock_filter head[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kNativeArchitecture, 0, static_cast<uint8_t>(7 + calls)),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  const sock_filter sockets[] = {
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 5),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  std::array<sock_filter, std::size(head) + std::size(kObjectCalls) + std::size(sockets)> program;
  auto end = std::copy(std::begin(head), std::end(head), program.begin());
  for (uint8_t i = 0; i < calls; ++i) {
    *end++ = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kObjectCalls[i],
                      static_cast<uint8_t>(4 + calls - i), 0);
  }
  end = std::copy(std::begin(sockets), std::end(sockets), end);
  const sock_fprog filter{static_cast<unsigned short>(end - program.begin()), program.data()};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
}

long InstallListener() {
  // Who waits is woken by nothing but its end, so that a signal doesn't make it ask twice. Not
  // every kernel has that.
#ifdef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
  constexpr unsigned kKillable =
      SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
  const long fd = InstallWatch(SECCOMP_RET_USER_NOTIF, kKillable, true);
  if (fd >= 0) return fd;
#endif
  return InstallWatch(SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER, true);
}

}  // namespace

NetworkWatch::NetworkWatch(UniqueFd listener) : listener_(std::move(listener)) {
  seccomp_notif_sizes sizes{};
  ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0U, &sizes);
  question_.resize(std::max<size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)));
  answer_.resize(std::max<size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)));
}

Result<NetworkWatch> NetworkWatch::Install() {
  const long fd = InstallListener();
  if (fd >= 0) return NetworkWatch(UniqueFd(static_cast<int>(fd)));
  // Another listener further out, or a kernel without any. What fails for want of memory must not
  // make a box that is unlike the others.
  if (errno == EBUSY || errno == EINVAL || errno == ENOSYS) return Refuse();
  return SystemError("sandbox.network_watch", errno, "cannot watch sockets");
}

Result<NetworkWatch> NetworkWatch::Refuse() {
  const long installed = InstallWatch(SECCOMP_RET_ERRNO | EAFNOSUPPORT, 0, false);
  if (installed == 0) return NetworkWatch(UniqueFd());
  return SystemError("sandbox.network_watch", errno, "cannot filter sockets");
}

void NetworkWatch::Begin() {
  granted_ = objects_ = 0;
}

void NetworkWatch::Answer(Asker asker) {
  pollfd entry{listener_.get(), POLLIN, 0};
  for (int left = kMostAtOnce; left > 0; --left) {
    if (::poll(&entry, 1, 0) <= 0 || (entry.revents & POLLIN) == 0) return;
    std::fill(question_.begin(), question_.end(), 0);
    // Fails when who asked has ended since.
    if (::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, question_.data()) != 0) continue;
    seccomp_notif question{};
    std::memcpy(&question, question_.data(), sizeof question);
    seccomp_notif_resp answer{};
    answer.id = question.id;
    const bool socket = question.data.nr == SYS_socket;
    if (!socket && asker == Asker::kOurs) {
      answer.error = -ENOSYS;
    } else if (socket ? granted_ >= kMostSockets : objects_ >= kMostObjects) {
      answer.error = socket ? -EMFILE : -ENOSPC;
    } else {
      // Going on is safe: the filter decided by the values of registers, which nobody can change
      // while the caller waits, and memory was not looked at.
      answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
      if (asker == Asker::kRun) ++(socket ? granted_ : objects_);
    }
    std::fill(answer_.begin(), answer_.end(), 0);
    std::memcpy(answer_.data(), &answer, sizeof answer);
    ::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, answer_.data());
  }
}

bool NetworkCanBeWatched() {
  clone_args args{};
  args.exit_signal = SIGCHLD;
  const pid_t pid = CloneProcess(args);
  if (pid < 0) return false;
  if (pid == 0) {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::_exit(InstallListener() >= 0 ? 0 : 1);
  }
  const UniqueFd ended(PidfdOpen(pid));
  if (!ended || !WaitFor(ended.get(), POLLIN, std::chrono::steady_clock::now() + kPatience)) {
    ::kill(pid, SIGKILL);
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace assay
