// How a Supervisor starts a run's program: what it is given (Start at the end), where its files lie
// (PlaceFiles), and by whom: a process that goes on, a zygote, or a cold start (LaunchWarmOrCold).
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/check.h"
#include "runner/box_paths.h"
#include "sandbox/agent/supervise.h"
#include "sandbox/view/folder_view.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr int kOpenFiles = 1024;
// Of programs that are the server's user for the kernel, which counts what they have under way in
// sockets together with ours, and lets each process go as far as its own limit.
constexpr int kOpenFilesOfOneUser = 512;

std::vector<assay_fork_rlimit> Rlimits(const RunOrder& order, int open_files,
                                       const std::array<rlim_t, RLIM_NLIMITS>& most) {
  std::vector<assay_fork_rlimit> limits;
  const auto add = [&](int resource, uint64_t wanted) {
    const uint64_t value = std::min<uint64_t>(wanted, most[static_cast<size_t>(resource)]);
    limits.push_back({resource, 0, value, value});
  };
  // No RLIMIT_CPU: with it the kernel counts a program's own CPU clock in ticks of some ms. The
  // cgroup judges, and the wall clock stands behind it.
  //
  // One byte: zero would still start the host's core handler when core_pattern is a pipe.
  add(RLIMIT_CORE, 1);
  add(RLIMIT_FSIZE, static_cast<uint64_t>(order.file_bytes));
  add(RLIMIT_STACK, static_cast<uint64_t>(order.stack_bytes));
  add(RLIMIT_NOFILE, static_cast<uint64_t>(open_files));
  return limits;
}

}  // namespace

Result<Launched> Supervisor::LaunchCold(const LaunchSpec& spec) const {
  if (keeper_ == nullptr) return Launch(spec);
  if (::setns(keeper_->pid_namespace(), CLONE_NEWPID) != 0) {
    return SystemError("sandbox.clone", errno, "cannot start programs in their namespace");
  }
  auto launched = Launch(spec);
  // For what is started next, which is ours.
  if (::setns(keeper_->own_pid_namespace(), CLONE_NEWPID) == 0) return launched;
  return SystemError("sandbox.clone", errno, "cannot return to the agent's namespace");
}

std::optional<ResidentProgram> Supervisor::ResidentProgramOf(const RunOrder& order) const {
  if (!restores_ || order.series == 0 || order.warm < 0 || order.timed) return std::nullopt;
  if (order.series == kAnyProgram) {
    return ResidentProgram{order.series, order.warm,       order.argv,        {},
                           order.reply,  order.file_bytes, order.stack_bytes, order.processes};
  }
  for (const OrderFile& file : order.files) {
    if (file.place != 0 || file.path != zygotes_.script(order.warm)) continue;
    if (!file.inline_bytes) return std::nullopt;
    return ResidentProgram{order.series, order.warm,       order.argv,        file.bytes,
                           order.reply,  order.file_bytes, order.stack_bytes, order.processes};
  }
  return std::nullopt;
}

Result<Launched> Supervisor::LaunchWarmOrCold(const RunOrder& order, LaunchSpec& spec,
                                              RunReport& report) {
  if (continues_) {
    report.warm = report.restored = true;
    std::vector<int> fds = {spec.stdin_fd, spec.stdout_fd, spec.stderr_fd};
    if (order.reply) fds.push_back(spec.reply_fd);
    Launched launched;
    launched.pid = resident_.pid();
    started_ = std::chrono::steady_clock::now();  // it may well run before we do again
    const Status resumed = resident_.Resume(fds);
    if (resumed.ok()) return launched;
    resident_.Drop();  // the next try is a fork
    return resumed.error();
  }
  // The server has counted the arguments; where paths are translated they are longer.
  report.warm = forked_from_zygote_ = zygotes_.Takes(order.warm, spec.argv);
  if (report.warm && resident_program_) {
    spec.snapshot_file = resident_.snapshot_file();
    spec.any_program = resident_program_->any();
  }
  if (!report.warm) {
    SetOwnOomScore(kCandidateOomScore);
    auto launched = LaunchCold(spec);
    SetOwnOomScore(0);
    return launched;
  }
  ASSAY_CHECK(resident_.pid() < 0);                 // it would read what the zygote then writes to
  auto launched = zygotes_.Fork(order.warm, spec);  // which hands its own score on
  if (spec.snapshot_file < 0 || !launched.ok() || launched->failed != ASSAY_STEP_NONE)
    return launched;
  if (resident_.Adopt(launched->pid, zygotes_.pid(order.warm), *resident_program_)) return launched;
  ::kill(launched->pid, SIGKILL);
  return SystemError("sandbox.restore", errno, "cannot trace a program");
}

Status Supervisor::PlaceFiles(const std::vector<OrderFile>& files,
                              const std::function<int()>& next_fd, Scratch& scratch) {
  program_alone_ = files.size() == 1;
  if (scratch.kept()) {
    if (continues_ && program_alone_ && !resident_program_->any()) return scratch.Renew();
    if (scratch.Touched() || !scratch.Wipe()) {
      return Error{ErrorCode::kUnavailable, "sandbox.scratch", 0,
                   "a run changed what it could not"};
    }
  }
  for (const OrderFile& file : files) {
    ASSAY_RETURN_IF_ERROR(scratch.Place(file, file.inline_bytes ? -1 : next_fd()));
  }
  scratch.Settle();
  return {};
}

Status Supervisor::Start(RunOrder& order, std::vector<UniqueFd> fds, Scratch& scratch,
                         RunReport& report, StepTimer& timer) {
  size_t used = 0;
  const auto next = [&]() { return used < fds.size() ? fds[used++].get() : -1; };
  LaunchSpec spec;
  spec.stdin_fd = order.stdin_null ? null_.get() : next();
  spec.stdout_fd = next();
  spec.stderr_fd = next();
  if (order.reply) spec.reply_fd = next();
  ASSAY_RETURN_IF_ERROR(continues_ ? cgroup_->BeginAgain() : cgroup_->Begin());
  if (continues_) cgroup_->CountHeld(resident_.held_bytes());
  timer.Done("counters");
  ASSAY_RETURN_IF_ERROR(PlaceFiles(order.files, next, scratch));
  // The program's memory shares a limit with ours on v1.
  std::vector<OrderFile>().swap(order.files);
  timer.Done("files");
  if (spec.stdin_fd < 0 || spec.stderr_fd < 0 || used != fds.size()) {
    return Error{ErrorCode::kInternal, "sandbox.protocol", 0, "descriptors are missing"};
  }
  ASSAY_RETURN_IF_ERROR(
      cgroup_->SetLimits({order.memory_bytes, order.processes, zygotes_.alive()}));
  timer.Done("limits");
  spec.argv = order.argv;
  spec.env = order.env;
  spec.uid = uid_;
  spec.nice = nice_;
  spec.cgroup_fd = cgroup_->clone_fd();
  spec.own_ipc = network_->fd() < 0;
  const bool own_user = keeper_ == nullptr && confinement_ == nullptr;
  spec.rlimits = Rlimits(order, own_user ? kOpenFiles : kOpenFilesOfOneUser, hard_limits_);
  UniqueFd rules;
  if (confinement_ != nullptr) {
    std::vector<std::string> places;
    for (const char* place : kWritablePlaces) places.push_back(folder_ + place);
    ASSAY_ASSIGN_OR_RETURN(rules, confinement_->RulesFor(places));
    spec.rules = rules.get();
    spec.work = scratch.work_directory();
    const auto most =
        std::min<uint64_t>(hard_limits_[RLIMIT_NPROC], static_cast<uint64_t>(most_tasks_));
    spec.rlimits.push_back({RLIMIT_NPROC, 0, most, most});
    spec.argv = folder_view::Translate(folder_, std::move(spec.argv));
    spec.env =
        folder_view::WithLibrary(folder_, folder_view::Translate(folder_, std::move(spec.env)));
  }
  if (keeper_ != nullptr) {
    spec.user_namespace = keeper_->user_namespace();
    // Counted in that namespace, where nothing but the run is.
    const auto processes = static_cast<uint64_t>(order.processes);
    spec.rlimits.push_back({RLIMIT_NPROC, 0, processes, processes});
  }
  spec.filter = filter_;
  spec.timed = order.timed;

  auto launched = LaunchWarmOrCold(order, spec, report);
  if (!launched.ok()) return launched.error();
  if (!continues_) started_ = std::chrono::steady_clock::now();
  timer.Done("start");
  for (size_t i = 0; i < launched->step_times.size(); ++i) {
    report.times.push_back({assay_candidate_step_name(static_cast<int>(i) + 1),
                            StepWhen::kCandidate, launched->step_times[i]});
  }
  main_ = launched->pid;
  if (launched->failed == ASSAY_STEP_EXEC) {
    report.status = RunStatus::kStartFailed;
    report.start_error = order.argv[0] + ": " + std::strerror(launched->sys_errno);
    return {};
  }
  if (launched->failed != ASSAY_STEP_NONE) {
    return SystemError(std::string("sandbox.") + assay_candidate_step_name(launched->failed),
                       launched->sys_errno, "the program could not be prepared");
  }
  report.status = RunStatus::kExited;  // provisional: it runs
  return {};
}

}  // namespace assay
