#include "sandbox/contain/launch.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/fd.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// In the child. Only system calls; never returns.
[[noreturn]] void RunChild(assay_candidate candidate, const std::vector<std::string>& paths,
                           char* const* argv, char* const* envp) {
  assay_become_candidate(&candidate);
  ExecuteFirst(paths, argv, envp);
  assay_candidate_failed(&candidate, ASSAY_STEP_EXEC);
}

}  // namespace

std::vector<std::string> ProgramPaths(const std::string& name,
                                      const std::vector<std::string>& env) {
  if (name.find('/') != std::string::npos) return {name};
  std::string search = "/usr/local/bin:/usr/bin:/bin";
  for (const std::string& entry : env) {
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

void ExecuteFirst(const std::vector<std::string>& paths, char* const* argv, char* const* envp) {
  int error = ENOENT;
  for (const std::string& path : paths) {
    ::execve(path.c_str(), argv, envp);
    // As execvp: a file that may not be run is remembered while the search goes on.
    if (errno == EACCES) error = EACCES;
    if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) {
      error = errno;
      break;
    }
  }
  errno = error;
}

void ReadReport(int report, Launched* launched) {
  for (;;) {
    assay_candidate_record record;
    const ssize_t count = ::read(report, &record, sizeof record);
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof record) return;  // closed: the program begins
    if (record.step != ASSAY_STEP_NONE) {
      launched->failed = record.step;
      launched->sys_errno = record.sys_errno;
      return;
    }
    launched->step_times.clear();
    for (const int64_t time : record.nanoseconds) launched->step_times.emplace_back(time);
  }
}

Result<Launched> Launch(const LaunchSpec& spec) {
  const std::vector<std::string> paths = ProgramPaths(spec.argv[0], spec.env);
  const std::vector<char*> argv = Pointers(spec.argv);
  const std::vector<char*> envp = Pointers(spec.env);
  const sock_fprog filter{static_cast<unsigned short>(spec.filter->size()),
                          const_cast<sock_filter*>(spec.filter->data())};
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return SystemError("sandbox.launch", errno, "cannot make a pipe");
  }
  UniqueFd reader(ends[0]), writer(ends[1]);
  assay_candidate candidate{};
  candidate.report = writer.get();
  candidate.standard[0] = spec.stdin_fd;
  candidate.standard[1] = spec.stdout_fd;
  candidate.standard[2] = spec.stderr_fd;
  candidate.standard[3] = spec.reply_fd;
  candidate.user_namespace = spec.user_namespace;
  candidate.confined = spec.rules >= 0;
  candidate.rules = spec.rules;
  candidate.work = spec.work;
  candidate.nice = spec.nice;
  candidate.parent = candidate.confined != 0 ? ::getpid() : 0;
  candidate.uid = static_cast<uint32_t>(spec.uid);
  candidate.rlimit_count = static_cast<uint32_t>(spec.rlimits.size());
  candidate.rlimits = spec.rlimits.data();
  candidate.filter = &filter;
  candidate.timed = spec.timed;

  clone_args args{};
  args.exit_signal = SIGCHLD;
  assay_candidate_clone_args(&args, spec.cgroup_fd, candidate.confined, spec.own_ipc);
  Launched launched;
  launched.pid = CloneProcess(args);
  if (launched.pid < 0) return SystemError("sandbox.clone", errno, "cannot make a process");
  if (launched.pid == 0) RunChild(candidate, paths, argv.data(), envp.data());
  writer.Reset();
  ReadReport(reader.get(), &launched);
  return launched;
}

bool HadBegun(int proc, pid_t zombie, bool forked_from_zygote) {
  const std::string folder = std::to_string(zombie);
  if (forked_from_zygote) {
    const auto status = ReadSmallFile(proc, (folder + "/status").c_str());
    return !status.ok() || status->find("\nCapPrm:\t0000000000000000\n") != std::string::npos;
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
