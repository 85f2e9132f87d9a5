#include "sandbox/zygote/zygote_host.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

#include "sandbox/wire/fork_protocol.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr int kMostFailures = 3;
constexpr int kZygoteSocket = 9;  // its number in the zygote
// A start imports dozens of modules on a host that may be busy.
constexpr auto kStartPatience = std::chrono::seconds(20);
constexpr auto kForkPatience = std::chrono::seconds(10);

SteadyTime After(std::chrono::seconds patience) {
  return std::chrono::steady_clock::now() + patience;
}

struct StartPlan {
  std::vector<char*> argv;
  std::vector<char*> envp;
  int stdin_fd;
  int stdout_fd;
  int socket;
  rlim_t stack_bytes;
  int nice;
  int pid_namespace;
};

[[noreturn]] void BecomeZygote(const StartPlan& plan) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  ::setpriority(PRIO_PROCESS, 0, plan.nice);
  // Its own process stays where programs can't name it.
  if (plan.pid_namespace >= 0 && ::setns(plan.pid_namespace, CLONE_NEWPID) != 0) ::_exit(113);
  // The layout of the address space follows the stack limit at exec.
  const rlimit stack{plan.stack_bytes, plan.stack_bytes};
  const bool ready = ::setrlimit(RLIMIT_STACK, &stack) == 0 && ::dup2(plan.stdin_fd, 0) == 0 &&
                     ::dup2(plan.stdout_fd, 1) == 1 && ::dup2(plan.stdout_fd, 2) == 2 &&
                     ::dup2(plan.socket, kZygoteSocket) == kZygoteSocket;
  if (!ready) ::_exit(111);
  ::close(3);
  ::syscall(SYS_close_range, 4U, kZygoteSocket - 1U, 0U);
  ::syscall(SYS_close_range, kZygoteSocket + 1U, ~0U, 0U);
  ::execve(plan.argv[0], plan.argv.data(), plan.envp.data());
  ::_exit(112);
}

bool SendPacket(int socket, const void* data, size_t size) {
  if (size == 0) return true;
  return ::send(socket, data, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

// The answer to a request, or nullopt when the zygote died or took too long. Meanwhile `asker` may
// ask for sockets.
std::optional<assay_zygote_reply> AwaitReply(int socket, SteadyTime deadline, NetworkWatch& network,
                                             NetworkWatch::Asker asker) {
  assay_zygote_reply reply{};
  for (;;) {
    pollfd entries[2] = {{socket, POLLIN, 0}, {network.fd(), POLLIN, 0}};
    if (::poll(entries, 2, PollTimeout(deadline)) < 0 && errno != EINTR) return std::nullopt;
    if (entries[0].revents != 0) break;
    if (entries[1].revents != 0) network.Answer(asker);
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
  }
  if (::recv(socket, &reply, sizeof reply, 0) != sizeof reply) return std::nullopt;
  return reply;
}

}  // namespace

Status ZygoteHost::Start(Entry& entry) {
  const WarmProgram& program = entry.program;
  int ends[2], output[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    return SystemError("sandbox.zygote", errno, "cannot make a socket");
  }
  UniqueFd ours(ends[0]), theirs(ends[1]);
  // The kinds of file a run has: an interpreter chooses its buffers by them.
  UniqueFd input(::memfd_create("assay-zygote", MFD_CLOEXEC));
  if (!input || ::pipe2(output, O_CLOEXEC) != 0) {
    return SystemError("sandbox.zygote", errno, "cannot make its descriptors");
  }
  UniqueFd reader(output[0]), writer(output[1]);
  // The two entries that arm the library come last: it blanks them there without a trace between.
  std::vector<std::string> env = program.env;
  env.push_back("LD_PRELOAD=" + program.library);
  env.push_back(std::string(ASSAY_ZYGOTE_VARIABLE "=") + std::to_string(kZygoteSocket) + ":" +
                program.script);
  const StartPlan plan{Pointers(program.argv),
                       Pointers(env),
                       input.get(),
                       writer.get(),
                       theirs.get(),
                       static_cast<rlim_t>(program.stack_bytes),
                       nice_,
                       pid_namespace_};
  clone_args args{};
  args.exit_signal = SIGCHLD;
  const pid_t pid = CloneProcess(args);
  if (pid < 0) return SystemError("sandbox.zygote", errno, "cannot make a process");
  if (pid == 0) BecomeZygote(plan);
  entry.pid = pid;
  theirs.Reset();
  writer.Reset();

  const assay_zygote_hello hello{ASSAY_ZYGOTE_MAGIC, static_cast<uint32_t>(filter_->size()),
                                 static_cast<uint32_t>(restore_filter_->size()),
                                 static_cast<uint32_t>(program.imports.size()), program.quick_end};
  const auto send_filter = [&](const std::vector<sock_filter>& filter) {
    return SendPacket(ours.get(), filter.data(), filter.size() * sizeof(sock_filter));
  };
  const bool greeted = SendPacket(ours.get(), &hello, sizeof hello) && send_filter(*filter_) &&
                       send_filter(*restore_filter_) &&
                       SendPacket(ours.get(), program.imports.data(), program.imports.size());
  if (!greeted ||
      !AwaitReply(ours.get(), After(kStartPatience), *network_, NetworkWatch::Asker::kOurs)) {
    return Error{ErrorCode::kUnavailable, "sandbox.zygote", 0, "did not become ready"};
  }
  if (proc_ >= 0) {
    const auto status = ReadSmallFile(proc_, (std::to_string(pid) + "/status").c_str());
    if (!status.ok() || status->find("\nThreads:\t1\n") == std::string::npos) {
      return Error{ErrorCode::kUnavailable, "sandbox.zygote", 0, "a preloaded module has a thread"};
    }
  }
  entry.socket = std::move(ours);
  return {};
}

// The process itself is reaped where all are.
void ZygoteHost::Drop(Entry& entry) {
  entry.socket.Reset();
  if (entry.pid > 0) ::kill(entry.pid, SIGKILL);
}

void ZygoteHost::Ensure(int index) {
  if (index < 0 || static_cast<size_t>(index) >= entries_.size()) return;
  Entry& entry = entries_[static_cast<size_t>(index)];
  // One that is being dropped has not been reaped yet; cold meanwhile.
  if (entry.socket || entry.pid > 0 || entry.failures >= kMostFailures) return;
  if (Start(entry).ok()) return;
  ++entry.failures;
  Drop(entry);
}

bool ZygoteHost::ready(int index) const {
  return index >= 0 && static_cast<size_t>(index) < entries_.size() &&
         entries_[static_cast<size_t>(index)].socket.valid();
}

std::string ZygoteHost::OwnArguments(const Entry& entry, const std::vector<std::string>& argv) {
  std::string arguments;
  for (size_t i = entry.program.argv.size(); i < argv.size(); ++i) {
    arguments += argv[i];
    arguments += '\0';
  }
  return arguments;
}

bool ZygoteHost::Takes(int index, const std::vector<std::string>& argv) const {
  return ready(index) && OwnArguments(entries_[static_cast<size_t>(index)], argv).size() <=
                             ASSAY_FORK_MAX_ARGUMENT_BYTES;
}

Result<Launched> ZygoteHost::Fork(int index, const LaunchSpec& spec) {
  Entry& entry = entries_[static_cast<size_t>(index)];
  int report_ends[2];
  if (::pipe2(report_ends, O_CLOEXEC) != 0) {
    return SystemError("sandbox.launch", errno, "cannot make a pipe");
  }
  UniqueFd reader(report_ends[0]), report(report_ends[1]);

  assay_fork_request request{};
  request.magic = ASSAY_ZYGOTE_MAGIC;
  request.uid = static_cast<uint32_t>(spec.uid);
  request.has_reply = spec.reply_fd >= 0;
  request.has_cgroup = spec.cgroup_fd >= 0;
  request.has_user_namespace = spec.user_namespace >= 0;
  request.confined = spec.rules >= 0;
  request.parent = request.confined != 0 ? ::getpid() : 0;
  ASSAY_CHECK(spec.rlimits.size() <= ASSAY_FORK_MAX_RLIMITS);
  for (const assay_fork_rlimit& limit : spec.rlimits) {
    request.rlimits[request.rlimit_count++] = limit;
  }
  request.nice = spec.nice;
  request.timed = spec.timed;
  if (spec.snapshot_file >= 0) {
    request.restorable = spec.any_program ? ASSAY_RESTORABLE_TO_NOTHING : ASSAY_RESTORABLE_TO_CODE;
  }
  request.own_ipc = spec.own_ipc;
  std::vector<int> fds = {report.get(), spec.stdin_fd, spec.stdout_fd, spec.stderr_fd};
  if (request.has_reply) fds.push_back(spec.reply_fd);
  if (request.has_cgroup) fds.push_back(spec.cgroup_fd);
  if (request.has_user_namespace != 0) fds.push_back(spec.user_namespace);
  if (request.confined != 0) fds.insert(fds.end(), {spec.rules, spec.work});
  if (request.restorable != 0) fds.push_back(spec.snapshot_file);

  std::string arguments = OwnArguments(entry, spec.argv);
  request.argument_bytes = static_cast<uint32_t>(arguments.size());
  iovec parts[2] = {{&request, sizeof request}, {arguments.data(), arguments.size()}};

  std::optional<assay_zygote_reply> reply;
  if (SendWithFds(entry.socket.get(), parts, fds, 0) ==
      static_cast<ssize_t>(sizeof request + arguments.size())) {
    // The program may be well under way before the zygote says so.
    reply =
        AwaitReply(entry.socket.get(), After(kForkPatience), *network_, NetworkWatch::Asker::kRun);
  }
  report.Reset();
  if (!reply || reply->pid <= 0) {
    const int error = reply ? reply->sys_errno : 0;
    Drop(entry);
    return Error{ErrorCode::kUnavailable, "sandbox.zygote", error, "could not fork"};
  }
  Launched launched;
  launched.pid = reply->pid;
  ReadReport(reader.get(), &launched);
  return launched;
}

bool ZygoteHost::OnReaped(pid_t pid) {
  for (Entry& entry : entries_) {
    if (entry.pid != pid) continue;
    entry.pid = -1;
    entry.socket.Reset();
    return true;
  }
  return false;
}

bool ZygoteHost::IsZygote(pid_t pid) const {
  for (const Entry& entry : entries_) {
    if (entry.pid == pid) return true;
  }
  return false;
}

int ZygoteHost::alive() const {
  int count = 0;
  for (const Entry& entry : entries_) count += entry.pid > 0;
  return count;
}

}  // namespace assay
