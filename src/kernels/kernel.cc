#include "kernels/kernel.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "base/text.h"
#include "kernels/program.h"

namespace assay {
namespace {

constexpr auto kStartTime = std::chrono::seconds(60);
// After a cell's own limit and grace: the program says its end by itself, unless it can't.
constexpr auto kSilenceTime = std::chrono::seconds(15);
constexpr auto kEndTime = std::chrono::seconds(2);  // for a program to end itself and its children
constexpr int kMostFailedStarts = 3;
constexpr size_t kMostBetween = 256;  // events; their bytes are bounded by the program
constexpr size_t kMostComplaint = 2000;
constexpr int64_t kJobBytes = 1 << 10;

Error Gone(std::string message) {
  return {ErrorCode::kUnavailable, "kernel", 0, std::move(message)};
}

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

}  // namespace

// Its kernel may be gone, or have started another program.
class Kernel::Ear final : public ExecutionListener {
 public:
  Ear(std::weak_ptr<Kernel> kernel, int program) : kernel_(std::move(kernel)), program_(program) {}
  void OnStart(int) override {}
  void OnOutput(OutputStream stream, const std::string& bytes) override {
    const auto kernel = kernel_.lock();
    if (kernel == nullptr) return;
    if (stream == OutputStream::kStdout) {
      kernel->OnBytes(program_, bytes);
    } else {
      kernel->OnComplaint(program_, bytes);
    }
  }
  void OnEnd(const Result<ExecutionEnd>& end) override {
    if (const auto kernel = kernel_.lock()) kernel->OnProgramEnd(program_, end);
  }

 private:
  const std::weak_ptr<Kernel> kernel_;
  const int program_;
};

// Somebody waits for what the program does.
class Kernel::Presence final : public ExecutionListener {
 public:
  void OnStart(int) override {}
  void OnOutput(OutputStream, const std::string&) override {}
  void OnEnd(const Result<ExecutionEnd>&) override {}
};

Kernel::Kernel(std::string id, SandboxPtr sandbox, std::string directory, Means means)
    : id_(std::move(id)),
      sandbox_(std::move(sandbox)),
      directory_(std::move(directory)),
      means_(means) {
  info_.created = info_.used = std::chrono::system_clock::now();
}

void Kernel::Start(std::function<void(Status)> done) {
  {
    MutexLock lock(mutex_);
    start_waiters_.push_back(std::move(done));
  }
  Launch();
}

void Kernel::Launch() {
  // Not from where it is asked for: that may be a callback of the execution that has just ended.
  const bool taken = means_.work.Submit(kJobBytes, [self = shared_from_this()] {
    int number = 0;
    {
      MutexLock hearing(self->hearing_);
      self->reader_ = {};
      MutexLock lock(self->mutex_);
      if (self->ended_) return;
      number = ++self->program_number_;
      self->complaint_.clear();
      self->WaitForStart();
    }
    ExecutionRequest request;
    request.process.argv = KernelCommand();
    request.process.directory = self->directory_;
    request.process.input = true;
    request.tag = "kernel:" + self->id_;
    auto program = self->sandbox_->Start(std::move(request));
    if (!program.ok()) return self->End(program.error());
    const auto presence = std::make_shared<Presence>();
    bool ended = false;
    {
      MutexLock lock(self->mutex_);
      ended = self->ended_.has_value();
      if (!ended) {
        self->program_ = *program;
        self->start_presence_ = presence;
      }
    }
    // Whoever ended the kernel meanwhile knew of no program. It has started nothing yet.
    if (ended) return (*program)->Signal(SIGKILL);
    (*program)->AttachOwn(std::make_shared<Ear>(self, number));
    (*program)->Attach(presence);
    // What can't be written isn't answered either: start_watch_ sees that.
    if (!(*program)->Write(KernelProgram()).ok()) self->KillProgram(number);
  });
  if (!taken) End(Gone("too many kernels are being started"));
}

void Kernel::WaitForStart() {
  ready_ = false;
  start_watch_ =
      means_.timers.At(Now() + kStartTime, [weak = weak_from_this(), number = program_number_] {
        if (const auto kernel = weak.lock()) kernel->KillProgram(number);
      });
}

Status Kernel::Run(CellRequest request, std::shared_ptr<CellListener> listener) {
  if (request.code.size() + request.input.size() > kMaxCellBytes) {
    return InvalidField("kernel", "code", "must not be longer than 2 MiB");
  }
  {
    MutexLock lock(mutex_);
    if (ended_) return *ended_;
    if (waiting_.size() >= kMaxWaiting) {
      return Error{ErrorCode::kResource, "kernel", 0, "too many cells wait for this kernel"};
    }
    waiting_.push_back({std::move(request), std::move(listener)});
    info_.used = std::chrono::system_clock::now();
  }
  Next();
  return {};
}

void Kernel::Next() {
  std::shared_ptr<Execution> program;
  std::shared_ptr<ExecutionListener> presence;
  std::shared_ptr<CellListener> listener;
  std::vector<CellEvent> between;
  std::string frame;
  int program_number = 0;
  {
    MutexLock lock(mutex_);
    if (running_ || !ready_ || waiting_.empty() || ended_) return;
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    const int64_t number = ++last_number_;
    const Nanoseconds patience = next.request.timeout + next.request.grace + kSilenceTime;
    running_ = Running{number,
                       next.listener,
                       Now(),
                       std::exchange(restarted_unseen_, false),
                       false,
                       false,
                       means_.timers.At(Now() + patience,
                                        [weak = weak_from_this(), number] {
                                          const auto kernel = weak.lock();
                                          if (kernel != nullptr) kernel->OnSilence(number);
                                        }),
                       program_,
                       std::make_shared<Presence>()};
    between.swap(between_);
    program = program_;
    presence = running_->presence;
    program_number = program_number_;
    listener = std::move(next.listener);
    frame = RunFrame(number, next.request);
  }
  for (const CellEvent& event : between) listener->OnEvent(event);
  program->Attach(std::move(presence));
  if (!program->Write(std::move(frame)).ok()) KillProgram(program_number);
}

void Kernel::Interrupt() {
  std::shared_ptr<Execution> program;
  {
    MutexLock lock(mutex_);
    if (!running_) return;
    program = program_;
  }
  // A program that takes no input is one that says nothing either.
  if (program != nullptr) static_cast<void>(program->Write(InterruptFrame()).ok());
}

void Kernel::Abandon(const CellListener* listener) {
  std::shared_ptr<CellListener> dropped;
  bool runs = false;
  {
    MutexLock lock(mutex_);
    runs = running_ && running_->listener.get() == listener;
    const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& cell) {
      return cell.listener.get() == listener;
    });
    if (found != waiting_.end()) {
      dropped = std::move(found->listener);
      waiting_.erase(found);
    }
  }
  if (runs) Interrupt();
  if (dropped == nullptr) return;
  CellEnd end;
  end.status = CellStatus::kInterrupted;
  end.message = "given up before it ran";
  dropped->OnEnd(end);
}

void Kernel::Restart(std::function<void(Status)> done) {
  std::shared_ptr<Execution> program;
  std::optional<Error> ended;
  std::function<void(Status)> refused;
  {
    MutexLock lock(mutex_);
    ended = ended_;
    if (ended) {
      refused = std::move(done);
    } else {
      start_waiters_.push_back(std::move(done));
      if (!ready_) return;  // it is being started
      WaitForStart();
      restart_asked_ = true;
      program = program_;
    }
  }
  if (ended) return refused(*ended);
  if (!program->Write(RestartFrame()).ok()) program->Signal(SIGKILL);
}

void Kernel::End(const Error& why) {
  std::shared_ptr<Execution> program;
  std::vector<std::shared_ptr<CellListener>> listeners;
  {
    MutexLock lock(mutex_);
    if (ended_) return;
    ended_ = why;
    ready_ = false;
    info_.why = why.message;
    program = std::exchange(program_, nullptr);
    start_watch_.reset();
    if (running_) listeners.push_back(running_->listener);
    running_.reset();
    for (Waiting& cell : waiting_) listeners.push_back(std::move(cell.listener));
    waiting_.clear();
  }
  if (program != nullptr) {
    program->CloseInput();  // it ends what it has started, and itself
    means_.timers.After(kEndTime, [program] { program->Signal(SIGKILL); });
  }
  for (const auto& listener : listeners) listener->OnEnd(why);
  TellStarted(why);
}

KernelInfo Kernel::Info() const {
  MutexLock lock(mutex_);
  KernelInfo info = info_;
  info.waiting = static_cast<int>(waiting_.size()) + (running_ ? 1 : 0);
  info.state = ended_             ? KernelState::kEnded
               : info.waiting > 0 ? KernelState::kBusy
               : ready_           ? KernelState::kIdle
                                  : KernelState::kStarting;
  return info;
}

void Kernel::OnBytes(int program, const std::string& bytes) {
  MutexLock hearing(hearing_);
  {
    MutexLock lock(mutex_);
    if (program != program_number_ || ended_) return;
  }
  reader_.Add(bytes);
  while (const auto frame = reader_.Next()) OnFrame(*frame);
  if (reader_.broken()) KillProgram(program);
}

void Kernel::OnComplaint(int program, const std::string& bytes) {
  MutexLock lock(mutex_);
  if (program != program_number_) return;
  complaint_ += bytes;
  if (complaint_.size() > kMostComplaint) {
    complaint_.erase(0, complaint_.size() - kMostComplaint);
  }
}

void Kernel::OnFrame(const KernelFrame& frame) {
  if (frame.kind == KernelFrame::Kind::kStarted) return OnStarted(frame);
  std::shared_ptr<CellListener> listener;
  {
    MutexLock lock(mutex_);
    if (frame.cell == 0) {
      if (frame.kind == KernelFrame::Kind::kEvent && between_.size() < kMostBetween) {
        between_.push_back(frame.event);
      }
      return;
    }
    if (!running_ || running_->number != frame.cell || running_->done) return;
    listener = running_->listener;
    if (frame.kind == KernelFrame::Kind::kDone && frame.end.restarted) WaitForStart();
  }
  if (frame.kind == KernelFrame::Kind::kDone) return Finish(frame.cell, frame.end);
  listener->OnEvent(frame.event);
}

void Kernel::OnStarted(const KernelFrame& frame) {
  std::shared_ptr<Execution> program;
  std::shared_ptr<ExecutionListener> presence;
  {
    MutexLock lock(mutex_);
    program = program_;
    presence = std::exchange(start_presence_, nullptr);
    ready_ = true;
    failed_starts_ = 0;
    start_watch_.reset();
    info_.python = frame.python;
    if (!frame.why.empty()) {
      ++info_.restarts;
      if (!std::exchange(restart_asked_, false)) restarted_unseen_ = true;
      between_.clear();
    }
  }
  TellStarted({});
  Next();
  // After a cell that waited has its own.
  if (program != nullptr && presence != nullptr) program->Detach(presence.get());
}

void Kernel::OnSilence(int64_t cell) {
  int program = 0;
  {
    MutexLock lock(mutex_);
    if (!running_ || running_->number != cell || running_->done) return;
    running_->silent = true;
    program = program_number_;
  }
  KillProgram(program);
}

void Kernel::KillProgram(int program) {
  std::shared_ptr<Execution> killed;
  {
    MutexLock lock(mutex_);
    if (program != program_number_) return;
    killed = program_;
  }
  if (killed != nullptr) killed->Signal(SIGKILL);
}

void Kernel::OnProgramEnd(int program, const Result<ExecutionEnd>& end) {
  MutexLock hearing(hearing_);
  int64_t cell_ended = 0;
  CellEnd cell;
  std::string complaint;
  bool give_up = false;
  {
    MutexLock lock(mutex_);
    if (program != program_number_ || ended_) return;
    program_ = nullptr;
    ready_ = false;
    complaint = ReplaceInvalidUtf8(TrimAsciiSpace(complaint_));
    give_up = ++failed_starts_ >= kMostFailedStarts;
    if (running_ && !running_->done) cell_ended = running_->number;
    cell.status = running_ && running_->silent ? CellStatus::kTimeout : CellStatus::kDied;
    cell.restarted = true;
    cell.message = running_ && running_->silent
                       ? "killed after its time limit: its kernel said nothing any more"
                       : "the process that watches the kernel was killed";
    restarted_unseen_ = true;
    ++info_.restarts;
  }
  if (!end.ok()) return End(end.error());
  if (give_up) {
    return End(Gone("the kernel can't be started: " +
                    (complaint.empty() ? "python3 ends at once" : complaint)));
  }
  if (cell_ended != 0) Finish(cell_ended, std::move(cell));
  Launch();
}

void Kernel::Finish(int64_t number, CellEnd end) {
  {
    MutexLock lock(mutex_);
    if (!running_ || running_->number != number || running_->done) return;
    running_->done = true;
  }
  if (!end.restarted) return TellEnd(number, std::move(end));
  // Whether memory was why: asking the box may take a moment.
  const bool taken =
      means_.work.Submit(kJobBytes, [self = shared_from_this(), number, end]() mutable {
        const auto usage = self->sandbox_->Usage();
        if (usage.ok()) {
          MutexLock lock(self->mutex_);
          end.out_of_memory = usage->oom_kills > self->oom_kills_;
          self->oom_kills_ = usage->oom_kills;
        }
        if (end.out_of_memory) end.message += ": the sandbox's memory limit was reached";
        self->TellEnd(number, std::move(end));
      });
  if (!taken) TellEnd(number, std::move(end));
}

void Kernel::TellEnd(int64_t number, CellEnd end) {
  std::optional<Running> told;
  {
    MutexLock lock(mutex_);
    if (!running_ || running_->number != number) return;
    told.swap(running_);
    ++info_.cells;
    info_.used = std::chrono::system_clock::now();
  }
  end.took = Now() - told->began;
  end.restarted_before = told->restarted_before;
  told->listener->OnEnd(end);
  Next();
  // After the next cell has its own.
  told->program->Detach(told->presence.get());
}

void Kernel::TellStarted(const Status& status) {
  std::vector<std::function<void(Status)>> waiters;
  {
    MutexLock lock(mutex_);
    waiters.swap(start_waiters_);
  }
  for (const auto& waiter : waiters) waiter(status);
}

}  // namespace assay
