// Begin with Install at the end; the thread is Serve, a call's answer TakeOne.
#include "sandbox/broker/call_broker.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <utility>

#include "sandbox/contain/seccomp_filter.h"

namespace assay {
namespace {

// Not a number of the kernel's.
constexpr int kLater = -1;
// Threads that wait to be connected: more than a run of usual size has.
constexpr size_t kMostWaiting = 256;
constexpr auto kTryEvery = std::chrono::milliseconds(5);
// A caller that waits hears no signal meanwhile.
constexpr auto kPatience = std::chrono::seconds(10);
// Before those that wait have their turn.
constexpr int kMostAtOnce = 64;
constexpr size_t kStackBytes = 256 << 10;

// What is done for programs. Not every machine has the last one.
constexpr uint32_t kSocketCalls[] = {SYS_bind, SYS_connect, SYS_listen};
constexpr uint32_t kModeCalls[] = {
    SYS_fchmod,
    SYS_fchmodat,
#ifdef SYS_chmod
    SYS_chmod,
#endif
};

// Returns the listener, or 0 without one.
long InstallFilter(uint32_t for_sockets, uint32_t for_modes, unsigned flags) {
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kNativeArchitecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  const auto add = [&program](uint32_t call, uint32_t action) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, action));
  };
  for (const uint32_t call : kSocketCalls) add(call, for_sockets);
  for (const uint32_t call : kModeCalls) add(call, for_modes);
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
}

// Once the broker has heard of a call, its caller must be woken by nothing but its end: a signal
// between the new socket and the answer would make it ask twice. Kernels before 5.19 don't have
// that. Before it has heard, a signal ends the call with EINTR; view/preload/box_places.c asks
// again.
long InstallListener() {
#ifdef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
  return InstallFilter(SECCOMP_RET_USER_NOTIF, SECCOMP_RET_USER_NOTIF,
                       SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV);
#else
  errno = EINVAL;
  return -1;
#endif
}

int Descriptor(const seccomp_notif& question) {
  return static_cast<int>(question.data.args[0]);
}

bool IsReadable(int fd) {
  pollfd entry{fd, POLLIN, 0};
  return ::poll(&entry, 1, 0) > 0 && (entry.revents & POLLIN) != 0;
}

void Raise(const UniqueFd& event) {
  const uint64_t one = 1;
  const ssize_t ignored = ::write(event.get(), &one, sizeof one);
  (void)ignored;
}

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

}  // namespace

int CallBroker::ReadCall(const seccomp_notif& question, const WaitingCaller& caller,
                         SocketName* name, int* flags) const {
  const uint64_t address = question.data.args[1];
  const auto size = static_cast<uint32_t>(question.data.args[2]);
  sockaddr_un read{};
  if (size > sizeof read) return EINVAL;
  if (const int error = caller.ReadFlags(Descriptor(question), flags)) return error;
  if (const int error = caller.ReadMemory(address, size, &read)) return error;
  return ReadSocketName(read, size, name);
}

int CallBroker::Bind(const seccomp_notif& question, const WaitingCaller& caller) {
  uint64_t inode = 0;
  SocketName name;
  int flags = 0;
  if (const int error = caller.ReadInode(Descriptor(question), &inode)) return error;
  if (const int error = ReadCall(question, caller, &name, &flags)) return error;
  if (!StillWaits(question.id)) return ESRCH;
  if (sockets_.IsNamed(inode) || IsConnected(inode)) return EINVAL;
  UniqueFd socket;
  if (const int error = sockets_.Bind(name, &socket)) return error;
  // With the only other descriptor of it closed here, a socket that isn't given has no name.
  return Replace(question.id, Descriptor(question), flags, socket);
}

int CallBroker::Listen(const seccomp_notif& question, const WaitingCaller& caller) {
  uint64_t inode = 0;
  if (const int error = caller.ReadInode(Descriptor(question), &inode)) return error;
  if (!StillWaits(question.id)) return ESRCH;
  return sockets_.Listen(inode);
}

int CallBroker::Connect(const seccomp_notif& question, const WaitingCaller& caller) {
  uint64_t inode = 0;
  SocketName name;
  Waiting waiting{question.id, Descriptor(question), 0, {}, Now() + kPatience};
  if (const int error = caller.ReadInode(Descriptor(question), &inode)) return error;
  if (const int error = ReadCall(question, caller, &name, &waiting.flags)) return error;
  if (!StillWaits(question.id)) return ESRCH;
  if (IsConnected(inode)) return EISCONN;
  if (sockets_.IsListening(inode)) return EINVAL;
  if (const int error = sockets_.Find(name, &waiting.real)) return error;
  const int error = TryConnect(waiting);
  if (error != EAGAIN || (waiting.flags & O_NONBLOCK) != 0) return error;
  if (waiting_.size() >= kMostWaiting) return EAGAIN;
  waiting_.push_back(waiting);
  return kLater;
}

int CallBroker::ChangeMode(const seccomp_notif& question, const WaitingCaller& caller,
                           int directory, uint64_t path, uint64_t mode) const {
  std::string text, begin;
  if (const int error = caller.ReadText(path, &text)) return error;
  if (text.empty()) return ENOENT;
  if (text[0] != '/') {
    if (const int error = caller.ReadPath(directory, &begin)) return error;
    begin += '/';
  }
  return StillWaits(question.id) ? modes_.Change(begin + text, static_cast<mode_t>(mode)) : ESRCH;
}

int CallBroker::ChangeOpenMode(const seccomp_notif& question, const WaitingCaller& caller) const {
  std::string path;
  if (Descriptor(question) < 0) return EBADF;
  const int error = caller.ReadPath(Descriptor(question), &path);
  if (error == ENOTDIR) return 0;  // a socket, a pipe: it has none
  if (error != 0) return error;
  if (!StillWaits(question.id)) return ESRCH;
  modes_.Change(path, static_cast<mode_t>(question.data.args[1]));
  return 0;
}

int CallBroker::TryConnect(const Waiting& waiting) {
  UniqueFd socket;
  if (const int error = RunSockets::Connect(waiting.real, &socket)) return error;
  struct stat info {};
  if (::fstat(socket.get(), &info) != 0) return errno;
  connected_[next_connected_++ % connected_.size()] = info.st_ino;
  return Replace(waiting.id, waiting.descriptor, waiting.flags, socket);
}

// In their order: who waits for a socket that had no room a moment ago isn't tried.
void CallBroker::TryAgain() {
  std::array<SocketName, 8> full;
  size_t full_count = 0, kept = 0;
  const SteadyTime now = Now();
  for (const Waiting& waiting : waiting_) {
    if (!StillWaits(waiting.id)) continue;
    const auto end = full.begin() + static_cast<ptrdiff_t>(full_count);
    const bool is_full = std::find(full.begin(), end, waiting.real) != end;
    const int error = is_full ? EAGAIN : TryConnect(waiting);
    if (error == EAGAIN && !is_full && full_count < full.size()) full[full_count++] = waiting.real;
    if (error == EAGAIN && now < waiting.until) {
      waiting_[kept++] = waiting;
    } else {
      Answer(waiting.id, error);
    }
  }
  waiting_.resize(kept);
}

bool CallBroker::IsConnected(uint64_t inode) const {
  return std::find(connected_.begin(), connected_.end(), inode) != connected_.end();
}

bool CallBroker::StillWaits(uint64_t id) const {
  return ::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

int CallBroker::Replace(uint64_t id, int descriptor, int flags, const UniqueFd& socket) const {
  // It was made non-blocking, for us.
  if ((flags & O_NONBLOCK) == 0 && ::fcntl(socket.get(), F_SETFL, O_RDWR) != 0) return errno;
  seccomp_notif_addfd added{};
  added.id = id;
  added.flags = SECCOMP_ADDFD_FLAG_SETFD;
  added.srcfd = static_cast<uint32_t>(socket.get());
  added.newfd = static_cast<uint32_t>(descriptor);
  added.newfd_flags = static_cast<uint32_t>(flags & O_CLOEXEC);
  return ::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_ADDFD, &added) >= 0 ? 0 : errno;
}

// Nothing is to be done for who has gone.
void CallBroker::Answer(uint64_t id, int error, uint32_t flags) {
  seccomp_notif_resp answer{};
  answer.id = id;
  answer.flags = flags;
  answer.error = -error;
  std::fill(answer_.begin(), answer_.end(), 0);
  std::memcpy(answer_.data(), &answer, sizeof answer);
  ::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, answer_.data());
}

bool CallBroker::TakeOne() {
  if (!IsReadable(listener_.get())) return false;
  std::fill(question_.begin(), question_.end(), 0);
  // Fails when who asked has ended since.
  if (::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, question_.data()) != 0) return true;
  seccomp_notif question{};
  std::memcpy(&question, question_.data(), sizeof question);
  const WaitingCaller caller(proc_.get(), static_cast<pid_t>(question.pid));
  const auto number = static_cast<uint32_t>(question.data.nr);
  const bool about_modes =
      std::find(std::begin(kModeCalls), std::end(kModeCalls), number) != std::end(kModeCalls);
  // Our own process opens what programs have closed. Its main thread has its number.
  if (about_modes && question.pid == static_cast<uint32_t>(::getpid())) {
    Answer(question.id, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
    return true;
  }
  const auto& arguments = question.data.args;
  int error = 0;
  switch (number) {
    case SYS_bind: error = Bind(question, caller); break;
    case SYS_listen: error = Listen(question, caller); break;
    case SYS_connect: error = Connect(question, caller); break;
    case SYS_fchmod: error = ChangeOpenMode(question, caller); break;
    case SYS_fchmodat:
      error = ChangeMode(question, caller, Descriptor(question), arguments[1], arguments[2]);
      break;
#ifdef SYS_chmod
    case SYS_chmod:
      error = ChangeMode(question, caller, AT_FDCWD, arguments[0], arguments[1]);
      break;
#endif
    default: error = EPERM; break;
  }
  if (error != kLater) Answer(question.id, error);
  return true;
}

void CallBroker::Serve() {
  pollfd first[2] = {{stop_.get(), POLLIN, 0}, {start_.get(), POLLIN, 0}};
  while (::poll(first, 2, -1) < 0 || first[1].revents == 0) {
    if (first[0].revents != 0) return;
  }
  bool some_wait = false;
  SteadyTime try_at = Now();
  int nice = 0;
  for (;;) {
    pollfd entries[2] = {{stop_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}};
    const int timeout = static_cast<int>(kTryEvery / std::chrono::milliseconds(1));
    if (::poll(entries, 2, some_wait ? timeout : -1) < 0) continue;
    if (entries[0].revents != 0) return;
    // Nobody is left whom the filter binds.
    if (entries[1].revents != 0 && (entries[1].revents & POLLIN) == 0) return;
    MutexLock lock(mutex_);
    if (std::exchange(nice, nice_) != nice_) ::setpriority(PRIO_PROCESS, 0, nice);
    for (int left = kMostAtOnce; left > 0 && TakeOne();) --left;
    if (!waiting_.empty() && Now() >= try_at) {
      TryAgain();
      try_at = Now() + kTryEvery;
    }
    some_wait = !waiting_.empty();
  }
}

void* CallBroker::Run(void* self) {
  ::prctl(PR_SET_NAME, "assay-broker", 0, 0, 0);
  static_cast<CallBroker*>(self)->Serve();
  return nullptr;
}

bool CallBroker::StartThread() {
  sigset_t all, before;
  ::sigfillset(&all);
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return false;
  ::pthread_attr_setstacksize(&attributes, kStackBytes);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  has_thread_ = ::pthread_create(&thread_, &attributes, &Run, this) == 0;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::pthread_attr_destroy(&attributes);
  return has_thread_;
}

void CallBroker::Stop() {
  if (!has_thread_) return;
  Raise(stop_);
  ::pthread_join(thread_, nullptr);
  has_thread_ = false;
}

CallBroker::~CallBroker() {
  Stop();
}

Nanoseconds CallBroker::ThreadTime() const {
  clockid_t clock;
  timespec time{};
  if (!has_thread_ || ::pthread_getcpuclockid(thread_, &clock) != 0 ||
      ::clock_gettime(clock, &time) != 0) {
    return Nanoseconds(0);
  }
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

Nanoseconds CallBroker::CpuTime() const {
  return ThreadTime() - began_;
}

void CallBroker::BeginRun(int nice) {
  Forget();
  began_ = ThreadTime();
  MutexLock lock(mutex_);
  nice_ = nice;
}

void CallBroker::Forget() {
  MutexLock lock(mutex_);
  sockets_.Clear();
  connected_ = {};
  for (const Waiting& waiting : waiting_) Answer(waiting.id, ECONNREFUSED);
  waiting_.clear();
}

Result<std::unique_ptr<CallBroker>> CallBroker::Install(const std::string& folder) {
  std::unique_ptr<CallBroker> self(new CallBroker(folder));
  seccomp_notif_sizes sizes{};
  ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0U, &sizes);
  self->question_.resize(std::max<size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)));
  self->answer_.resize(std::max<size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)));
  {
    MutexLock lock(self->mutex_);
    self->waiting_.reserve(kMostWaiting);
  }
  self->proc_.Reset(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  self->stop_.Reset(::eventfd(0, EFD_CLOEXEC));
  self->start_.Reset(::eventfd(0, EFD_CLOEXEC));
  // The thread comes before the filter: what that has it do for others it does itself.
  if (!self->proc_ || !self->stop_ || !self->start_ || !self->StartThread()) {
    return SystemError("sandbox.broker", errno, "cannot start what acts for programs");
  }
  const long listener = InstallListener();
  if (listener >= 0) {
    self->listener_.Reset(static_cast<int>(listener));
    self->serves_ = true;
    Raise(self->start_);
    return self;
  }
  // Another listener further out, or a kernel without any that would do. What fails for want of
  // memory must not make a box that is unlike the others.
  const bool none = errno == EBUSY || errno == EINVAL || errno == ENOSYS;
  if (none && InstallFilter(SECCOMP_RET_ERRNO | EPERM, SECCOMP_RET_ERRNO, 0) == 0) {
    self->Stop();
    return self;
  }
  return SystemError("sandbox.broker", errno, "cannot watch what programs ask for");
}

}  // namespace assay
