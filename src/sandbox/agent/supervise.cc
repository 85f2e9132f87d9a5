// Begin with Run at the end: it starts the program (Start, in start_run.cc), follows it to its end
// or a limit (Watch, with Starved for what the host took and SendProgress for who asks meanwhile),
// ends all that is left (EndAll, Reap), and says how it was (the rest of Run, SendFiles). Create
// opens what that needs.
#include "sandbox/agent/supervise.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/text.h"
#include "model/wall_time.h"
#include "sandbox/agent/family.h"
#include "sandbox/agent/proc_entries.h"
#include "sandbox/agent/thread_survey.h"
#include "sandbox/tiers/box_steps.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kEndPatience = std::chrono::seconds(5);
// How long a kill of the run's cgroup may take before the zygotes are given up with the run.
constexpr auto kSparePatience = std::chrono::seconds(1);
constexpr auto kMinimumSleep = std::chrono::milliseconds(1);
// Less time without CPU than this, far from the wall limit, is not worth asking the kernel for its
// cause.
constexpr auto kNoticeableStarvation = std::chrono::milliseconds(20);
constexpr auto kLookAgain = std::chrono::milliseconds(10);
// How much lower programs' priority is where we can't raise our own: who watches must come to it
// beside a thousand processes that nothing else bounds.
constexpr int kBelowTheAgent = 10;
// Beside those that our account had when the box was made, tasks that it may have in all while a
// confined run goes on: no limit of a run, but an end to what a fork bomb can reach before it is
// seen. There may be a box for each processor.
int RoomForTasks() {
  return 1024 + 64 * static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
}
// Process ids that zygotes and runs begin with, in every box and every time.
constexpr int kFirstZygotePid = 10;
constexpr int kFirstRunPid = 100;
// Of its wall limit: a run that was idle for no longer than one part in so many was not late by
// that.
constexpr int kLittleIdle = 20;

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

std::array<rlim_t, RLIM_NLIMITS> ReadHardLimits() {
  std::array<rlim_t, RLIM_NLIMITS> limits{};
  for (size_t i = 0; i < limits.size(); ++i) {
    rlimit current{};
    ::getrlimit(static_cast<__rlimit_resource_t>(i), &current);
    limits[i] = current.rlim_max;
  }
  return limits;
}

// `own`: what we are kept on, and with us every program we start. `reachable`: what the kernel
// would let a process of this box have.
Status CountProcessors(int* own, int* reachable) {
  cpu_set_t before, all;
  std::memset(&all, 0xff, sizeof all);
  if (::sched_getaffinity(0, sizeof before, &before) != 0 ||
      ::sched_setaffinity(0, sizeof all, &all) != 0 ||
      ::sched_getaffinity(0, sizeof all, &all) != 0 ||
      ::sched_setaffinity(0, sizeof before, &before) != 0) {
    return SystemError("sandbox.supervisor", errno, "cannot count processors");
  }
  *own = CPU_COUNT(&before);
  *reachable = CPU_COUNT(&all);
  return {};
}

}  // namespace

Result<Supervisor> Supervisor::Create(int socket, Supervised with,
                                      std::vector<WarmProgram> warm_programs) {
  const Keeper* const keeper = with.keeper;
  const bool confined = with.confinement != nullptr;
  Supervisor self(socket, std::move(with), std::move(warm_programs),
                  ::getpriority(PRIO_PROCESS, 0) + (confined ? kBelowTheAgent : 0));
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  if (confined) ::sigaddset(&child, kSpawnerGone);
  self.child_signals_.Reset(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  self.null_.Reset(::open("/dev/null", O_RDWR | O_CLOEXEC));
  // Two views of the box's /proc: the visible one is read-only, and some files need writing.
  if (keeper == nullptr) self.proc_.Reset(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  UniqueFd fs(confined ? -1 : ::fsopen("proc", FSOPEN_CLOEXEC));
  if (confined) {
    // The host's own, and its counter of process ids stays as it is.
    self.oom_score_.Reset(::open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC));
    self.most_tasks_ = CountOwnTasks(self.proc_.get()) + RoomForTasks();
  }
  if (fs && ::fsconfig(fs.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) == 0) {
    UniqueFd writable(::fsmount(fs.get(), FSMOUNT_CLOEXEC, 0));
    if (keeper != nullptr) {  // the visible one is that of the programs' namespace
      self.proc_.Reset(::openat(writable.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    self.oom_score_.Reset(::openat(writable.get(), "self/oom_score_adj", O_RDWR | O_CLOEXEC));
    self.last_pid_.Reset(::openat(writable.get(), "sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
  }
  if (!self.child_signals_ || !self.proc_ || !self.oom_score_ || !self.null_) {
    return SystemError("sandbox.supervisor", errno, "cannot open what runs are watched with");
  }
  if (keeper != nullptr) self.zygotes_.LookIn(self.proc_.get());
  self.resident_.Use(self.child_signals_.get(), self.proc_.get());
  self.hard_limits_ = ReadHardLimits();
  ASSAY_RETURN_IF_ERROR(CountProcessors(&self.own_processors_, &self.reachable_processors_));
  return self;
}

// Lowering it again is allowed down to where it started; candidates can't, as /proc is read-only
// to them.
void Supervisor::SetOwnOomScore(int score) {
  WriteSmallFd(oom_score_.get(), std::to_string(score));
}

// The box's counter of process ids would show a run how many processes ran before it. Not every
// kernel lets it be set.
bool Supervisor::SetNextPid(int pid) {
  return last_pid_ && WriteSmallFd(last_pid_.get(), std::to_string(pid - 1));
}

bool Supervisor::SetNextRunPid(int pid) {
  if (confinement_ != nullptr) return true;  // nobody can
  return keeper_ == nullptr ? SetNextPid(pid) : keeper_->SetNextPid(pid);
}

bool Supervisor::TakeEnded() {
  for (;;) {
    siginfo_t ended{};
    if (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0) {
      if (errno == EINTR) continue;
      return false;  // ECHILD
    }
    const pid_t pid = ended.si_pid;
    if (pid == 0) return true;
    // One that stands still at its exit has ended, whatever ends it after that.
    const bool main = pid == main_ && !main_status_;
    if (main && ended.si_code == CLD_KILLED && ended.si_status == SIGKILL) {
      began_ = HadBegun(proc_.get(), pid, forked_from_zygote_);
    }
    int status = 0;
    rusage usage{};
    // It stood still an instant ago, and is ending now.
    if (::wait4(pid, &status, WNOHANG | __WALL, &usage) != pid) continue;
    if (WIFSTOPPED(status)) {  // nobody but the resident is traced
      const Resident::Stop stop = resident_.OnStop(status);
      if (stop == Resident::Stop::kEnded) main_status_ = resident_.exit_code() << 8;
      if (stop == Resident::Stop::kRefused) refused_call_ = resident_.refused_call();
      continue;
    }
    resident_.OnReaped(pid);
    const bool zygote = zygotes_.OnReaped(pid);
    if (main) main_status_ = status;
    // Orphans, too, where nobody else adopts them.
    if (pid == main_ || (confinement_ != nullptr && !zygote)) cgroup_->OnEnded(usage);
  }
}

bool Supervisor::Reap() {
  if (!TakeEnded()) return true;  // we inherit every orphan, so nothing is alive
  const int resting = resident_.rests() ? 1 : 0;
  if (zygotes_.alive() == 0 && keeper_ == nullptr && resting == 0) return false;
  // A walk through /proc finds the same, at many times the price.
  const int ours = 1 + zygotes_.alive() + (keeper_ != nullptr ? 1 : 0) + resting;
  if (cgroup_->BoxTasks() == ours) return true;
  bool left = false;
  ForEachRunProcess([&left](const char*) { left = true; });
  return !left;
}

template <typename Visit>
void Supervisor::ForEachRunProcess(const Visit& visit) const {
  if (confinement_ != nullptr) {
    const auto spare = [this](pid_t pid) { return IsOurs(pid); };
    for (const pid_t pid : FindFamily(proc_.get(), ::getpid(), spare)) {
      visit(std::to_string(pid).c_str());
    }
    return;
  }
  ForEachNumber(proc_.get(), [&](const char* name) {
    const pid_t pid = std::atoi(name);
    const bool ours = pid == 1 || zygotes_.IsZygote(pid) || (keeper_ && pid == keeper_->pid()) ||
                      (resident_.rests() && pid == resident_.pid());
    if (!ours) visit(name);
  });
}

void Supervisor::Look() {
  if (!cgroup_->LookEvery()) return;
  std::vector<pid_t> run;
  ForEachRunProcess([&run](const char* pid) { run.push_back(std::atoi(pid)); });
  std::sort(run.begin(), run.end());
  cgroup_->Look(proc_.get(), run);
}

// Of the tasks that live.
Nanoseconds Supervisor::RunDelays() const {
  Nanoseconds total{0};
  ForEachRunProcess([&](const char* pid) { total += RunDelayOf(proc_.get(), pid); });
  return total;
}

// The pressure counter knows of tasks that have ended. On one processor it is exact; of several it
// is an average, in which one thread's waiting is lost beside another's work. There, and without
// it, the delays of living tasks count, which are too much when many wait at once: then the CPU
// limit and the backstop judge.
//
// Waiting for a disk counts, too: a program has no files of its own on one, so what it waits for is
// its interpreter, libraries or data, which the host's other work has pushed out of memory.
//
// Reading the pressure counter makes the kernel close a sample, and one shorter than a tick counts
// as nothing: looking too often would lose the waiting that is looked for.
Nanoseconds Supervisor::Starved(Nanoseconds wall) {
  const SteadyTime now = Now();
  if (now >= look_again_) {
    look_again_ = now + kLookAgain;
    const auto waited = cgroup_->WaitedTime();
    Nanoseconds ready = waited.value_or(Nanoseconds(0));
    if (!waited || own_processors_ > 1) ready = std::max(ready, RunDelays());
    starved_ = std::max(starved_, ready + cgroup_->DiskTime());
  }
  return std::clamp(starved_, Nanoseconds(0), std::max(Nanoseconds(0), wall));
}

bool Supervisor::SendProgress() {
  RunProgress progress;
  progress.wall_time = Now() - started_;
  progress.cpu_time = CpuTime();
  progress.starved_time = Starved(progress.wall_time);
  ThreadSurvey survey;
  ForEachRunProcess([&](const char* pid) { survey.AddProcess(proc_.get(), pid); });
  progress.activity = survey.Summary();
  return SendFrame(socket_, static_cast<uint32_t>(Message::kProgress), progress.Encode(), {},
                   Now() + kEndPatience)
      .ok();
}

Supervisor::Ending Supervisor::Watch(const RunOrder& order) {
  for (bool first = true;; first = false) {
    // Those that are left hold what they hold until they are ended. Where the host is shared, that
    // is found by the names of all its processes, which is too dear for every end.
    if (!main_status_ || confinement_ == nullptr) Look();
    if (cgroup_->LookEvery() && cgroup_->Memory().over_limit) return Ending::kMemory;
    if (main_status_) return Ending::kNatural;
    if (cgroup_->TooManyProcesses()) return Ending::kProcesses;
    const Nanoseconds wall = Now() - started_;
    // It has only just begun.
    const Nanoseconds cpu = first ? Nanoseconds(0) : CpuTime();
    if (cpu > order.cpu_time) return Ending::kCpu;
    if (wall > order.wall_backstop) return Ending::kWall;
    Nanoseconds wall_left = order.wall_time - wall;
    if (wall_left <= Nanoseconds(0)) {
      const Nanoseconds counted = wall - Starved(wall);
      wall_left = order.wall_time - counted;
      if (wall_left <= Nanoseconds(0) &&
          WallTimeDecides(counted - cpu, order.cpu_time, order.wall_time)) {
        return Ending::kWall;
      }
      wall_left = std::max<Nanoseconds>(wall_left, kLookAgain);
    }
    // The earliest moment a limit could be hit, if all processors worked for the run: those it is
    // kept on bound it only as long as nothing undoes that.
    const Nanoseconds cpu_left = (order.cpu_time - cpu) / reachable_processors_;
    const Nanoseconds sleep =
        std::max<Nanoseconds>(std::min({cpu_left, wall_left, order.wall_backstop - wall,
                                        cgroup_->LookEvery().value_or(Nanoseconds::max())}),
                              kMinimumSleep);
    pollfd entries[3] = {
        {child_signals_.get(), POLLIN, 0}, {socket_, POLLIN, 0}, {network_->fd(), POLLIN, 0}};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(sleep);
    const timespec timeout{seconds.count(), (sleep - seconds).count()};
    if (::ppoll(entries, 3, &timeout, nullptr) <= 0) continue;
    if (entries[2].revents != 0) network_->Answer(NetworkWatch::Asker::kRun);
    if (entries[0].revents != 0) {
      if (!TakeSignals()) return Ending::kServerGone;
      TakeEnded();
    }
    if (entries[1].revents != 0) {
      auto frame = ReceiveFrame(socket_, Now());
      if (!frame.ok()) return Ending::kServerGone;
      if (static_cast<Message>(frame->type) == Message::kKill) return Ending::kKilled;
      if (static_cast<Message>(frame->type) == Message::kProbe && SendProgress()) continue;
      return Ending::kServerGone;  // nothing else may come during a run
    }
  }
}

// The keeper also reaps those that were left to it.
bool Supervisor::KillRun() {
  const bool killed = cgroup_->Kill();
  return keeper_ == nullptr ? killed : keeper_->KillAll();
}

bool Supervisor::TakeSignals() {
  // Each signal is there once at most, and there are two of them.
  signalfd_siginfo infos[2];
  const ssize_t size = ::read(child_signals_.get(), infos, sizeof infos);
  for (ssize_t i = 0; i < size / static_cast<ssize_t>(sizeof infos[0]); ++i) {
    if (infos[i].ssi_signo == kSpawnerGone) spawner_gone_ = true;
  }
  return !spawner_gone_;
}

bool Supervisor::AwaitMessage() {
  while (!spawner_gone_) {  // it may have been heard of while something was ended
    pollfd entries[2] = {{socket_, POLLIN, 0}, {child_signals_.get(), POLLIN, 0}};
    if (::poll(entries, 2, -1) < 0) continue;
    if (entries[1].revents != 0 && !TakeSignals()) break;
    if (entries[0].revents != 0) return true;
  }
  return false;
}

bool Supervisor::EndFamilyOnly() {
  const SteadyTime deadline = Now() + kEndPatience;
  const auto spare = [this](pid_t pid) { return IsOurs(pid); };
  for (;;) {
    EndFamily(proc_.get(), ::getpid(), spare);
    if (Reap()) return true;
    if (Now() > deadline) return false;
    pollfd entry{child_signals_.get(), POLLIN, 0};
    if (::poll(&entry, 1, 20) > 0) TakeSignals();
  }
}

// As pid 1, kill(-1) reaches every process of the box at one instant: none can fork past it. The
// cgroup's own kill is quicker against hundreds of spinning processes.
bool Supervisor::EndAll() {
  if (confinement_ != nullptr) return EndFamilyOnly();
  const SteadyTime deadline = Now() + kEndPatience;
  const SteadyTime spare_until = Now() + kSparePatience;
  bool all = false;  // were killed, the keeper too; without it there are no more runs
  // A zygote that was killed is not one that the next run could be forked from.
  const auto ended = [&] { return Reap() && (!all || zygotes_.alive() == 0); };
  for (bool first = true;; first = false) {
    if (ended()) return keeper_ == nullptr || !all;
    const bool killed = first && KillRun();
    // Zygotes live outside the run's cgroup but not outside -1; they are spared while there is hope
    // that the cgroup's kill was enough, and start anew otherwise.
    const bool sparing = zygotes_.alive() > 0 || keeper_ != nullptr;
    if (!sparing || (first ? !killed : Now() > spare_until)) {
      ::kill(-1, SIGKILL);
      all = true;
    }
    if (ended()) return keeper_ == nullptr || !all;
    if (Now() > deadline) return false;
    pollfd entry{child_signals_.get(), POLLIN, 0};
    if (::poll(&entry, 1, 20) > 0) TakeSignals();
  }
}

void Supervisor::SendFiles(const RunOrder& order, const Scratch& scratch) {
  if (order.fetch.empty()) return;
  int64_t left = order.fetch_bytes;
  scratch.Collect(order.fetch, [&](const std::string& name, int fd, int64_t size) {
    if (size > left) return true;  // too large; a smaller one may still fit
    left -= size;
    WireWriter body;
    body.Bytes(name);
    body.Number(size);
    return SendFrame(socket_, static_cast<uint32_t>(Message::kFile), body.bytes(), {fd},
                     Now() + kEndPatience)
        .ok();
  });
  // Collecting opens files as the candidate; the change of identity cleared the signal that ends
  // us with the spawner.
  if (confinement_ == nullptr) ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

RunReport Supervisor::Run(RunOrder order, std::vector<UniqueFd> fds, Scratch& scratch) {
  RunReport report;
  main_ = -1;
  main_status_.reset();
  began_ = true;
  starved_ = Nanoseconds(0);
  look_again_ = {};
  network_->Begin();
  if (broker_ != nullptr) broker_->BeginRun(nice_);
  resident_program_ = ResidentProgramOf(order);
  if (resident_program_ && resident_.Refuses(*resident_program_)) resident_program_.reset();
  continues_ = resident_program_ && resident_.Fits(*resident_program_);
  refused_call_.reset();
  if (!continues_) resident_.Drop();
  // Before anything is counted or limited for the run.
  if (resident_program_ && !continues_) resident_.Prepare();
  if (order.warm >= 0 && !continues_) {
    StepTimer timer(order.timed ? &report.times : nullptr, StepWhen::kBox);
    if (!zygotes_.ready(order.warm)) {
      SetOwnOomScore(kCandidateOomScore);
      SetNextPid(kFirstZygotePid + order.warm);
      zygotes_.Ensure(order.warm);
      SetOwnOomScore(0);
    }
    timer.Done("zygote");
  }
  const bool pids_begin_anew = continues_ || SetNextRunPid(kFirstRunPid);
  StepTimer timer(order.timed ? &report.times : nullptr, StepWhen::kRun);
  Status started = Start(order, std::move(fds), scratch, report, timer);
  const bool running = started.ok() && report.status == RunStatus::kExited;
  Ending ending = Ending::kNatural;
  if (running) {
    ending = Watch(order);
    report.wall_time = Now() - started_;
  }
  // First of all, and without reading anything: next to a run that has filled its memory and died,
  // whatever the agent allocates could get the agent killed.
  cgroup_->LiftMemoryLimit();
  const bool alone = ending == Ending::kNatural && Reap();  // it left nothing
  const Nanoseconds cpu_at_end = running ? CpuTime() : Nanoseconds(0);
  // Nobody asks it of one that had too many processes, and each would be looked at.
  if (ending != Ending::kProcesses &&
      report.wall_time > std::min(cpu_at_end + kNoticeableStarvation, order.wall_time / 2)) {
    report.starved_time = Starved(report.wall_time);
  }
  timer.Skip();
  // What can't be taken back goes with the box.
  report.clean = (alone || EndAll()) && !network_->used() && pids_begin_anew;
  if (broker_ != nullptr) broker_->Forget();
  timer.Done("end");
  if (ending == Ending::kServerGone) ::_exit(0);
  if (!started.ok()) {
    report.error = started.error();
    return report;
  }
  if (!running) return report;

  // Everything has ended: the counter is final.
  report.cpu_time = alone ? cpu_at_end : CpuTime();
  report.refused_call = refused_call_;
  report.repeat = refused_call_.has_value();
  report.dropped = resident_.TakeDoubt();
  const RunMemory memory = cgroup_->Memory();
  report.memory_peak_bytes = memory.peak_bytes;
  const int status = main_status_.value_or(SIGKILL);
  if (WIFSIGNALED(status)) {
    report.status = RunStatus::kSignalled;
    report.signal = WTERMSIG(status);
  } else {
    report.exit_code = WEXITSTATUS(status);
  }
  const bool killed = report.status == RunStatus::kSignalled && report.signal == SIGKILL;
  if (memory.oom_kills > 0 || memory.over_limit ||
      (ending == Ending::kNatural && killed && memory.reached_limit)) {
    report.status = RunStatus::kMemoryLimit;
    // What earlier runs wrote to was counted, too: a fork decides.
    report.repeat = report.repeat || continues_;
  } else if (memory.any_kills && cgroup_->KillsAround()) {
    // It may have been any process of the run, which is first in line; nobody can say whose fault.
    report.error = Error{ErrorCode::kUnavailable, "sandbox.host_memory", 0,
                         "the host ran out of memory while the program ran"};
  } else if (ending == Ending::kNatural && !began_) {
    report.error = Error{ErrorCode::kUnavailable, "sandbox.launch", 0,
                         "the program was killed before it began"};
  } else if (ending == Ending::kCpu || cpu_at_end > order.cpu_time) {
    report.status = RunStatus::kCpuLimit;
  } else if (ending == Ending::kWall) {
    report.status = RunStatus::kWallLimit;
    // At its stops it waited for us, which nobody counts as starving: where the host is busy that
    // may be what took so long. Not when it computed all the time.
    const Nanoseconds idle = report.wall_time - report.starved_time - report.cpu_time;
    if (report.warm && resident_program_ && idle > order.wall_time / kLittleIdle) {
      resident_.Refuse();
      report.repeat = true;
    }
  } else if (report.status == RunStatus::kSignalled && report.signal == SIGXFSZ) {
    report.status = RunStatus::kOutputLimit;
  }
  timer.Skip();
  SendFiles(order, scratch);
  timer.Done("collect");
  return report;
}

}  // namespace assay
