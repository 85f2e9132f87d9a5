#include "sandbox/agent/live/launcher.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "sandbox/contain/launch.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr size_t kStackBytes = 1 << 20;  // of addresses; what it uses is a page or two
constexpr uint64_t kOpenFiles = 4096;
// Of programs that are the server's user for the kernel, which counts what they have under way in
// sockets together with ours.
constexpr uint64_t kOpenFilesOfOneUser = 512;
constexpr uint64_t kStackOfPrograms = 8 << 20;
// A program goes before anything of ours when the host has no memory left.
constexpr const char* kProgramOomScore = "1000";
constexpr const char* kOwnOomScore = "-1000";
// Beyond the steps that a record names.
constexpr int kStepDirectory = ASSAY_STEP_EXEC + 1;
constexpr int kStepOomScore = ASSAY_STEP_EXEC + 2;
constexpr int kStepStopped = ASSAY_STEP_EXEC + 3;
constexpr int kStepLate = ASSAY_STEP_EXEC + 4;
// A start that one of the box's programs has stopped is given up after the first; one that is only
// slow, in a box that has hardly any time, after the second.
constexpr auto kStoppedPatience = std::chrono::seconds(5);
constexpr auto kStartPatience = std::chrono::seconds(15);

std::vector<assay_fork_rlimit> Rlimits() {
  std::vector<assay_fork_rlimit> limits;
  const auto add = [&limits](int resource, uint64_t wanted) {
    rlimit current{};
    ::getrlimit(static_cast<__rlimit_resource_t>(resource), &current);
    const uint64_t value = std::min<uint64_t>(wanted, current.rlim_max);
    limits.push_back({resource, 0, value, value});
  };
  // One byte: zero would still start the host's core handler when core_pattern is a pipe.
  add(RLIMIT_CORE, 1);
  add(RLIMIT_STACK, kStackOfPrograms);
  add(RLIMIT_NOFILE, kOpenFiles);
  return limits;
}

// What a user can do about it is the box's own answer.
Error LaunchError(int step, int sys_errno, const LaunchOrder* order) {
  std::string stage = "sandbox.";
  std::string message = "the process could not be prepared";
  ErrorCode code = ErrorCode::kInternal;
  if (step == ASSAY_STEP_EXEC && order != nullptr) {
    stage += "exec";
    message = order->argv[0];
    code = ErrorCode::kInvalidArgument;
  } else if (step == kStepDirectory && order != nullptr) {
    stage += "directory";
    message = order->directory;
    code = ErrorCode::kInvalidArgument;
  } else if (step == kStepStopped) {
    stage += "start";
    message = "a program of the box stopped it before it ran";
    code = ErrorCode::kInvalidArgument;
  } else if (step == kStepLate) {
    stage += "start";
    message = "it did not come to run in time";
    code = ErrorCode::kResource;
  } else if (step == ASSAY_STEP_NONE) {
    stage += "clone";
    message = "the box can't make another process";
  } else {
    stage += step == kStepOomScore ? "oom_score" : assay_candidate_step_name(step);
  }
  // What it has none of it has filled itself.
  if (sys_errno == EAGAIN || sys_errno == ENOMEM) {
    code = ErrorCode::kInvalidArgument;
    message = sys_errno == EAGAIN
                  ? "the sandbox is at its limit of processes: end some, or make one with more"
                  : "the sandbox's memory is full, and files count as memory: remove some or end "
                    "processes, recycle it, or make one with more";
  }
  Error error = SystemError(std::move(stage), sys_errno, std::move(message));
  error.code = code;
  return error;
}

bool IsStopped(int proc, pid_t pid) {
  const auto stat = ReadSmallFile(proc, (std::to_string(pid) + "/stat").c_str());
  const size_t name_end = stat.ok() ? stat->rfind(") ") : std::string::npos;
  if (name_end == std::string::npos) return false;
  const char state = stat->c_str()[name_end + 2];
  return state == 'T' || state == 't';
}

}  // namespace

struct Launcher::Job {
  // A program…
  LaunchOrder order;
  std::vector<std::string> paths;
  std::vector<char*> argv, envp;
  // …or work of ours.
  const std::function<void(int)>* work = nullptr;
  UniqueFd keep;

  std::vector<assay_fork_rlimit> rlimits = Rlimits();
  UniqueFd reader, writer;  // of reports

  // Made.
  pid_t pid = -1;
  int clone_errno = 0;
  Launched launched;
};

Launcher::Launcher(int uid, const std::vector<sock_filter>* filter, LiveEntry entry, UniqueFd proc,
                   const Keeper* keeper, UniqueFd score)
    : uid_(uid),
      filter_(filter),
      entry_(std::move(entry)),
      proc_(std::move(proc)),
      keeper_(keeper),
      score_(std::move(score)) {}

Launcher::~Launcher() = default;

Result<std::unique_ptr<Launcher>> Launcher::Create(int uid, const std::vector<sock_filter>* filter,
                                                   LiveEntry entry, UniqueFd proc,
                                                   const Keeper* keeper, UniqueFd score) {
  std::unique_ptr<Launcher> self(
      new Launcher(uid, filter, std::move(entry), std::move(proc), keeper, std::move(score)));
  const auto failed = [](const char* what) { return SystemError("sandbox.launcher", errno, what); };
  self->nice_ = ::getpriority(PRIO_PROCESS, 0);
  self->done_.Reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!self->done_) return failed("cannot make an event");
  // Where the server may say so; without it programs still go first.
  if (keeper == nullptr) WriteSmallFile(self->proc_.get(), "self/oom_score_adj", kOwnOomScore);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kStackBytes);
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const int error = ::pthread_create(&thread, &attributes, &Main, self.get());
  ::pthread_attr_destroy(&attributes);
  if (error != 0) return SystemError("sandbox.launcher", error, "cannot make a thread");
  {
    MutexLock lock(self->mutex_);
    while (!self->entered_) self->changed_.Wait(self->mutex_);
    ASSAY_RETURN_IF_ERROR(self->entry_status_);
  }
  return self;
}

void* Launcher::Main(void* self) {
  auto& launcher = *static_cast<Launcher*>(self);
  launcher.EnterGroups();
  for (;;) {
    Job* job = nullptr;
    {
      MutexLock lock(launcher.mutex_);
      while (launcher.next_ == nullptr) launcher.changed_.Wait(launcher.mutex_);
      job = launcher.next_;
    }
    launcher.Do(*job);
    // Together: who sees either may hand over the next.
    MutexLock lock(launcher.mutex_);
    launcher.next_ = nullptr;
    const uint64_t one = 1;
    (void)!::write(launcher.done_.get(), &one, sizeof one);
    launcher.changed_.NotifyAll();
  }
}

void Launcher::EnterGroups() {
  Status status;
  for (const UniqueFd& tasks : entry_.tasks) {
    if (!WriteSmallFd(tasks.get(), "0")) {
      status = SystemError("sandbox.cgroup", errno, "cannot enter the box's groups");
    }
  }
  // What this thread forks is in the programs' namespace; the agent isn't, nor what it looks at.
  if (keeper_ != nullptr && ::setns(keeper_->pid_namespace(), CLONE_NEWPID) != 0) {
    status = SystemError("sandbox.clone", errno, "cannot start programs in their namespace");
  }
  MutexLock lock(mutex_);
  entry_.tasks.clear();
  entry_status_ = std::move(status);
  entered_ = true;
  changed_.NotifyAll();
}

void Launcher::Do(Job& job) {
  const sock_fprog filter{static_cast<unsigned short>(filter_->size()),
                          const_cast<sock_filter*>(filter_->data())};
  assay_candidate candidate{};
  candidate.report = job.writer.get();
  for (int i = 0; i < 3; ++i) candidate.standard[i] = job.order.standard[i].get();
  candidate.standard[3] = job.keep.get();
  candidate.directory = "/";
  candidate.user_namespace = keeper_ != nullptr ? keeper_->user_namespace() : -1;
  candidate.nice = nice_;
  candidate.uid = static_cast<uint32_t>(uid_);
  candidate.rlimit_count = static_cast<uint32_t>(job.rlimits.size());
  candidate.rlimits = job.rlimits.data();
  candidate.filter = &filter;

  clone_args args{};
  args.exit_signal = SIGCHLD;
  const UniqueFd& group = job.work == nullptr ? entry_.programs : entry_.workers;
  if (group) {
    args.flags |= CLONE_INTO_CGROUP;
    args.cgroup = static_cast<uint64_t>(group.get());
  }
  // A child of one user can't write its own, being undumpable; it inherits ours.
  if (score_) WriteSmallFd(score_.get(), kProgramOomScore);
  job.pid = CloneProcess(args);
  if (score_ && job.pid != 0) WriteSmallFd(score_.get(), "0");
  if (job.pid == 0 && job.work != nullptr) RunWorker(job, candidate);
  if (job.pid == 0) RunProgram(job, candidate);
  job.clone_errno = job.pid < 0 ? errno : 0;
  job.writer.Reset();
  if (job.pid > 0) AwaitReport(job);
}

// Before it executes its program the child is the box's user's already: whoever is in the box can
// stop it for good.
void Launcher::AwaitReport(Job& job) const {
  const SteadyTime begin = std::chrono::steady_clock::now();
  const bool reported = WaitFor(job.reader.get(), POLLIN, begin + kStoppedPatience);
  const bool stopped = !reported && IsStopped(proc_.get(), job.pid);
  if (reported || (!stopped && WaitFor(job.reader.get(), POLLIN, begin + kStartPatience))) {
    return ReadReport(job.reader.get(), &job.launched);
  }
  ::kill(job.pid, SIGKILL);
  job.launched.failed = stopped ? kStepStopped : kStepLate;
  job.launched.sys_errno = ETIMEDOUT;
}

bool Launcher::RaiseOomScore() const {
  return score_ || WriteSmallFile(proc_.get(), "self/oom_score_adj", kProgramOomScore);
}

// Only system calls from here on; the directory is entered as the user.
void Launcher::RunProgram(const Job& job, assay_candidate& candidate) const {
  if (!RaiseOomScore()) assay_candidate_failed(&candidate, kStepOomScore);
  assay_become_candidate(&candidate);
  if (job.order.terminal && ::ioctl(0, TIOCSCTTY, 0) != 0) {
    assay_candidate_failed(&candidate, 1);
  }
  if (::chdir(job.order.directory.c_str()) != 0) assay_candidate_failed(&candidate, kStepDirectory);
  ExecuteFirst(job.paths, job.argv.data(), job.envp.data());
  assay_candidate_failed(&candidate, ASSAY_STEP_EXEC);
}

void Launcher::RunWorker(const Job& job, assay_candidate& candidate) const {
  if (!RaiseOomScore()) assay_candidate_failed(&candidate, kStepOomScore);
  ::prctl(PR_SET_NAME, "assay-files", 0, 0, 0);
  assay_become_candidate(&candidate);
  ::close(candidate.report);  // it runs
  (*job.work)(3);
  ::_exit(0);
}

void Launcher::Hand(std::unique_ptr<Job> job) {
  busy_ = true;
  job_ = std::move(job);
  MutexLock lock(mutex_);
  next_ = job_.get();
  changed_.NotifyAll();
}

namespace {

Status MakeReport(UniqueFd& reader, UniqueFd& writer) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return SystemError("sandbox.launcher", errno, "cannot make a pipe");
  }
  reader.Reset(ends[0]);
  writer.Reset(ends[1]);
  return {};
}

}  // namespace

std::unique_ptr<Launcher::Job> Launcher::NewJob() const {
  auto job = std::make_unique<Job>();
  if (keeper_ != nullptr) {
    job->rlimits.push_back({RLIMIT_NOFILE, 0, kOpenFilesOfOneUser, kOpenFilesOfOneUser});
  }
  if (processes_ > 0) {
    const auto processes = static_cast<uint64_t>(processes_);
    job->rlimits.push_back({RLIMIT_NPROC, 0, processes, processes});
  }
  return job;
}

void Launcher::Begin(LaunchOrder order) {
  auto job = NewJob();
  job->order = std::move(order);
  job->paths = ProgramPaths(job->order.argv[0], job->order.env);
  job->argv = Pointers(job->order.argv);
  job->envp = Pointers(job->order.env);
  // Without a pipe it is told at once, as if it had been tried.
  if (!MakeReport(job->reader, job->writer).ok()) {
    job->clone_errno = errno;
    busy_ = true;
    job_ = std::move(job);
    const uint64_t one = 1;
    (void)!::write(done_.get(), &one, sizeof one);
    return;
  }
  Hand(std::move(job));
}

Result<pid_t> Launcher::Finish() {
  uint64_t count = 0;
  (void)!::read(done_.get(), &count, sizeof count);
  busy_ = false;
  const std::unique_ptr<Job> job = std::move(job_);
  if (job->pid < 0) return LaunchError(ASSAY_STEP_NONE, job->clone_errno, nullptr);
  if (job->launched.failed != ASSAY_STEP_NONE) {
    return LaunchError(job->launched.failed, job->launched.sys_errno,
                       job->work == nullptr ? &job->order : nullptr);
  }
  return job->pid;
}

Result<pid_t> Launcher::Fork(UniqueFd keep, const std::function<void(int keep)>& work) {
  auto job = NewJob();
  job->work = &work;
  job->keep = std::move(keep);
  for (UniqueFd& standard : job->order.standard) {
    standard.Reset(::open("/dev/null", O_RDWR | O_CLOEXEC));
  }
  ASSAY_RETURN_IF_ERROR(MakeReport(job->reader, job->writer));
  Hand(std::move(job));
  {
    MutexLock lock(mutex_);
    while (next_ != nullptr) changed_.Wait(mutex_);
  }
  return Finish();
}

}  // namespace assay
