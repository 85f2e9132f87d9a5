#include "sandbox/contain/launch.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>

#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

struct Record {
  LaunchStep step;
  int sys_errno;
};

// argv[0] as given when it has a slash, else below each directory of the environment's PATH.
std::vector<std::string> ProgramPaths(const LaunchSpec& spec) {
  const std::string& name = spec.argv[0];
  if (name.find('/') != std::string::npos) return {name};
  std::string search = "/usr/local/bin:/usr/bin:/bin";
  for (const std::string& entry : spec.env) {
    if (entry.rfind("PATH=", 0) == 0) search = entry.substr(5);
  }
  std::vector<std::string> paths;
  for (size_t begin = 0; begin <= search.size();) {
    const size_t end = std::min(search.find(':', begin), search.size());
    const std::string directory = search.substr(begin, end - begin);
    paths.push_back((directory.empty() ? "." : directory) + "/" + name);
    begin = end + 1;
  }
  return paths;
}

struct Prepared {
  std::vector<std::string> paths;
  std::vector<char*> argv;
  std::vector<char*> envp;
  sock_fprog filter{};
  int report = -1;
};

// In the child. Only system calls; never returns.
[[noreturn]] void RunChild(const LaunchSpec& spec, const Prepared& prepared) {
  const auto fail = [&](LaunchStep step) {
    const Record record{step, errno};
    [[maybe_unused]] const ssize_t ignored = ::write(prepared.report, &record, sizeof record);
    ::_exit(127);
  };
  // The agent raised its own priority; programs run at the server's.
  if (::setsid() < 0 || ::setpriority(PRIO_PROCESS, 0, spec.nice) != 0) fail(LaunchStep::kSession);
  if (::dup2(spec.stdin_fd, 0) < 0 || ::dup2(spec.stdout_fd, 1) < 0 ||
      ::dup2(spec.stderr_fd, 2) < 0) {
    fail(LaunchStep::kDescriptors);
  }
  if (spec.reply_fd < 0) {
    ::close(3);
  } else if (::dup2(spec.reply_fd, 3) < 0) {
    fail(LaunchStep::kDescriptors);
  }
  // Closed by exec itself, which keeps the report pipe open for exec's own failure.
  if (::syscall(SYS_close_range, 4U, ~0U, CLOSE_RANGE_CLOEXEC) != 0) fail(LaunchStep::kDescriptors);
  for (const auto& [resource, limit] : spec.rlimits) {
    if (::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0) {
      fail(LaunchStep::kLimits);
    }
  }
  // Groups, the bounding set and no_new_privs are inherited from the agent, which gave them up
  // once; leaving uid 0 drops every remaining capability but
  // the inheritable ones, which are dropped by name.
  const auto id = static_cast<uid_t>(spec.uid);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none_left[2] = {};
  if (::syscall(SYS_setresgid, id, id, id) != 0 || ::syscall(SYS_setresuid, id, id, id) != 0 ||
      ::syscall(SYS_capset, &header, none_left) != 0) {
    fail(LaunchStep::kIdentity);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &prepared.filter) != 0) {
    fail(LaunchStep::kSeccomp);
  }
  int error = ENOENT;
  for (const std::string& path : prepared.paths) {
    ::execve(path.c_str(), prepared.argv.data(), prepared.envp.data());
    // As execvp: a file that may not be run is remembered while the search goes on.
    if (errno == EACCES) error = EACCES;
    if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) {
      error = errno;
      break;
    }
  }
  errno = error;
  fail(LaunchStep::kExec);
  ::_exit(127);
}

}  // namespace

const char* ToString(LaunchStep step) {
  switch (step) {
    case LaunchStep::kNone: return "none";
    case LaunchStep::kSession: return "session";
    case LaunchStep::kDescriptors: return "descriptors";
    case LaunchStep::kLimits: return "rlimits";
    case LaunchStep::kIdentity: return "identity";
    case LaunchStep::kSeccomp: return "seccomp";
    case LaunchStep::kExec: return "exec";
  }
  return "";
}

Result<Launched> Launch(const LaunchSpec& spec) {
  Prepared prepared;
  prepared.paths = ProgramPaths(spec);
  prepared.argv = Pointers(spec.argv);
  prepared.envp = Pointers(spec.env);
  prepared.filter.len = static_cast<unsigned short>(spec.filter->size());
  prepared.filter.filter = const_cast<sock_filter*>(spec.filter->data());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return SystemError("sandbox.launch", errno, "cannot make a pipe");
  }
  UniqueFd reader(ends[0]), writer(ends[1]);
  prepared.report = writer.get();

  // A fresh IPC namespace per run: System V objects and message queues would outlive processes.
  clone_args args{};
  args.flags = CLONE_NEWIPC;
  args.exit_signal = SIGCHLD;
  if (spec.cgroup_fd >= 0) {
    args.flags |= CLONE_INTO_CGROUP;
    args.cgroup = static_cast<uint64_t>(spec.cgroup_fd);
  }
  Launched launched;
  launched.pid = CloneProcess(args);
  if (launched.pid < 0) return SystemError("sandbox.clone", errno, "cannot make a process");
  if (launched.pid == 0) RunChild(spec, prepared);
  writer.Reset();

  Record record{LaunchStep::kNone, 0};
  ssize_t count;
  do {
    count = ::read(reader.get(), &record, sizeof record);
  } while (count < 0 && errno == EINTR);
  if (count == sizeof record) {
    launched.failed = record.step;
    launched.sys_errno = record.sys_errno;
  }
  return launched;
}

bool HadBegun(int proc, pid_t zombie, bool forked_from_zygote) {
  const std::string folder = std::to_string(zombie);
  if (forked_from_zygote) {
    const auto status = ReadSmallFile(proc, (folder + "/status").c_str());
    return !status.ok() || status->find("\nUid:\t0\t") == std::string::npos;
  }
  constexpr unsigned kForkedNotExecuted = 0x40;  // the kernel's PF_FORKNOEXEC
  const auto stat = ReadSmallFile(proc, (folder + "/stat").c_str());
  if (!stat.ok()) return true;
  unsigned flags = 0;
  const size_t name_end = stat->rfind(')');
  return name_end == std::string::npos ||
         std::sscanf(stat->c_str() + name_end + 1, " %*c %*d %*d %*d %*d %*d %u", &flags) != 1 ||
         (flags & kForkedNotExecuted) == 0;
}

}  // namespace assay
