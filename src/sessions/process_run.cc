#include "sessions/process_run.h"

#include <signal.h>

#include <algorithm>
#include <utility>

namespace assay {
namespace {

// How often it is looked whether a slow listener has caught up.
constexpr auto kLookAgain = std::chrono::milliseconds(20);
// What the words of its command take in memory that are known of a process that has ended.
constexpr size_t kMostRememberedArgv = 512;

std::shared_ptr<const ExecutionRequest> Remembered(const ExecutionRequest& whole) {
  auto kept = std::make_shared<ExecutionRequest>();
  ProcessSpec& process = kept->process;
  size_t bytes = 0;
  for (const std::string& word : whole.process.argv) {
    bytes += sizeof(std::string) + word.size();
    if (bytes > kMostRememberedArgv) break;
    process.argv.push_back(word);
  }
  process.directory = whole.process.directory;
  process.input = whole.process.input;
  process.terminal = whole.process.terminal;
  process.rows = whole.process.rows;
  process.columns = whole.process.columns;
  kept->tag = whole.tag;
  kept->key = whole.key;
  kept->timeout = whole.timeout;
  kept->ends_with_listeners = whole.ends_with_listeners;
  return kept;
}

}  // namespace

ProcessRun::ProcessRun(ExecutionRequest request, std::string fingerprint, SessionCore& core,
                       Hooks hooks)
    : key_(request.key),
      fingerprint_(std::move(fingerprint)),
      core_(core),
      hooks_(std::move(hooks)),
      request_(std::make_shared<const ExecutionRequest>(std::move(request))) {}

void ProcessRun::Begin(LiveBox& box, const std::map<std::string, std::string>& environment) {
  std::shared_ptr<const ExecutionRequest> request;
  {
    MutexLock lock(mutex_);
    if (end_) return;
    request = request_;
    if (request->timeout) {
      timeout_ = core_.timers.At(core_.clock.Now() + *request->timeout, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (self == nullptr) return;
        {
          MutexLock then(self->mutex_);
          if (self->end_) return;
          self->timed_out_ = true;
        }
        self->Signal(SIGKILL);
      });
    }
  }
  ProcessSpec spec = request->process;
  spec.env.insert(environment.begin(), environment.end());
  auto process = box.Start(spec, shared_from_this());
  std::vector<int> signals;
  {
    MutexLock lock(mutex_);
    // One that was abandoned meanwhile doesn't run on; of others it is nothing to the process.
    if (end_) return process->Signal(SIGKILL);
    process_ = process;
    signals.swap(early_signals_);
  }
  for (const int signal : signals) process->Signal(signal);
  Push([self = shared_from_this()] { self->Balance(); });
}

void ProcessRun::Abandon(Error error) {
  Signal(SIGKILL);
  Lose(std::move(error));
}

void ProcessRun::AttachOwn(std::shared_ptr<ExecutionListener> listener) {
  {
    MutexLock lock(mutex_);
    own_ = listener.get();
  }
  Attach(std::move(listener));
}

void ProcessRun::Attach(std::shared_ptr<ExecutionListener> listener) {
  {
    MutexLock lock(mutex_);
    joining_.push_back(listener);
  }
  hooks_.used();
  Push([self = shared_from_this(), listener = std::move(listener)] { self->Join(listener); });
}

void ProcessRun::Detach(const ExecutionListener* listener) {
  std::shared_ptr<ExecutionListener> kept;  // until the lock is gone
  bool ends = false;
  {
    MutexLock lock(mutex_);
    kept = Take(listener);
    if (kept == nullptr) return;
    ends = request_->ends_with_listeners && listeners_.empty() && joining_.empty() && !end_;
  }
  hooks_.used();
  if (ends) Signal(SIGKILL);
  Push([self = shared_from_this()] { self->Balance(); });
}

std::shared_ptr<ExecutionListener> ProcessRun::Take(const ExecutionListener* listener) {
  for (Listeners* list : {&listeners_, &joining_}) {
    const auto found = std::find_if(list->begin(), list->end(),
                                    [&](const auto& other) { return other.get() == listener; });
    if (found == list->end()) continue;
    std::shared_ptr<ExecutionListener> taken = std::move(*found);
    list->erase(found);
    return taken;
  }
  return nullptr;
}

Status ProcessRun::Write(std::string bytes) {
  const auto process = this->process();
  if (process == nullptr) {
    return Error{ErrorCode::kUnavailable, "sandbox.exec", 0, "the process has ended"};
  }
  hooks_.used();
  return process->Write(std::move(bytes));
}

void ProcessRun::CloseInput() {
  if (const auto process = this->process()) process->CloseInput();
}

void ProcessRun::Signal(int signal) {
  std::shared_ptr<LiveProcess> process;
  {
    MutexLock lock(mutex_);
    if (end_) return;
    process = process_;
    if (process == nullptr) early_signals_.push_back(signal);
  }
  if (process != nullptr) process->Signal(signal);
}

void ProcessRun::Resize(int rows, int columns) {
  if (const auto process = this->process()) process->Resize(rows, columns);
}

std::shared_ptr<const ExecutionRequest> ProcessRun::request() const {
  MutexLock lock(mutex_);
  return request_;
}

std::optional<int> ProcessRun::pid() const {
  MutexLock lock(mutex_);
  return pid_;
}

bool ProcessRun::ended() const {
  MutexLock lock(mutex_);
  return end_.has_value();
}

bool ProcessRun::attended() const {
  MutexLock lock(mutex_);
  const auto counts = [own = own_](const auto& listener) { return listener.get() != own; };
  return !end_ && (std::any_of(listeners_.begin(), listeners_.end(), counts) ||
                   std::any_of(joining_.begin(), joining_.end(), counts));
}

void ProcessRun::OnStart(int pid) {
  {
    MutexLock lock(mutex_);
    if (end_) return;
    pid_ = pid;
  }
  Push([self = shared_from_this(), pid] {
    self->told_start_ = true;
    self->Tell([pid](ExecutionListener& listener) { listener.OnStart(pid); });
  });
}

void ProcessRun::OnOutput(OutputStream stream, std::string bytes) {
  if (ended()) return;
  Push([self = shared_from_this(), stream, bytes = std::move(bytes)]() mutable {
    if (self->joined_) {
      self->Tell([&](ExecutionListener& listener) { listener.OnOutput(stream, bytes); });
    } else {
      self->early_bytes_ += bytes.size();
      self->early_.emplace_back(stream, std::move(bytes));
    }
    self->Balance();
  });
}

void ProcessRun::OnEnd(Result<ProcessEnd> end) {
  std::shared_ptr<LiveProcess> process;
  Timers::Ticket timeout;
  std::shared_ptr<const ExecutionRequest> whole;  // until the lock is gone
  {
    MutexLock lock(mutex_);
    if (end_) return;
    if (end.ok()) {
      end_ = ExecutionEnd{*end, timed_out_ && end->signal == SIGKILL};
    } else {
      end_ = end.error();
    }
    whole = std::exchange(request_, Remembered(*request_));
    process.swap(process_);
    timeout.swap(timeout_);
  }
  hooks_.ended(*this);
  Push([self = shared_from_this()] {
    Result<ExecutionEnd> told = [&] {
      MutexLock lock(self->mutex_);
      return *self->end_;
    }();
    self->told_end_ = true;
    self->Tell([&](ExecutionListener& listener) { listener.OnEnd(told); });
    Listeners released;
    MutexLock lock(self->mutex_);
    released.swap(self->listeners_);
  });
}

void ProcessRun::Push(Event event) {
  {
    MutexLock lock(mutex_);
    events_.push_back(std::move(event));
    if (delivering_) return;
    delivering_ = true;
  }
  for (;;) {
    Event next;
    {
      MutexLock lock(mutex_);
      if (events_.empty()) {
        delivering_ = false;
        return;
      }
      next = std::move(events_.front());
      events_.pop_front();
    }
    next();
  }
}

void ProcessRun::Join(const std::shared_ptr<ExecutionListener>& listener) {
  std::optional<int> pid;
  std::optional<Result<ExecutionEnd>> end;
  {
    MutexLock lock(mutex_);
    if (Take(listener.get()) == nullptr) return;  // it has left already
    // An end that is on its way in the queue tells this one, too.
    if (!told_end_) listeners_.push_back(listener);
    pid = pid_;
    end = end_;
  }
  // What is on its way in the queue comes after this, to all alike.
  if (told_start_ && pid) listener->OnStart(*pid);
  if (!joined_) {
    joined_ = true;
    for (const auto& [stream, bytes] : early_) listener->OnOutput(stream, bytes);
    early_ = {};
    early_bytes_ = 0;
  }
  if (told_end_) listener->OnEnd(*end);
  Balance();
}

void ProcessRun::Tell(const std::function<void(ExecutionListener&)>& what) {
  Listeners listeners;
  {
    MutexLock lock(mutex_);
    listeners = listeners_;
  }
  for (const auto& listener : listeners) what(*listener);
}

void ProcessRun::Balance() {
  bool slow = !joined_ && early_bytes_ > kMaxUnsent;
  Tell([&](const ExecutionListener& listener) { slow = slow || listener.unsent() > kMaxUnsent; });
  const auto process = this->process();
  if (process == nullptr) return;
  if (slow != paused_) {
    paused_ = slow;
    process->PauseOutput(slow);
  }
  // One that waits for its first listener is looked at when that comes.
  if (slow && joined_ && !looks_again_) LookAgain();
}

void ProcessRun::LookAgain() {
  // With the lock: from its end on it needs no timers.
  MutexLock lock(mutex_);
  if (end_) return;
  looks_again_ = true;
  core_.timers.After(kLookAgain, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr) return;
    self->Push([self] {
      self->looks_again_ = false;
      self->Balance();
    });
  });
}

std::shared_ptr<LiveProcess> ProcessRun::process() const {
  MutexLock lock(mutex_);
  return process_;
}

}  // namespace assay
