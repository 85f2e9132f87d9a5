// In this order: its beginning (Open), what is asked of it (Info to Connect), its files as a whole
// (Snapshot to Fork), its times (KeepTime), its end (Finish).
#include "sessions/live_sandbox.h"

#include <algorithm>
#include <cerrno>

#include "sessions/request_check.h"

namespace assay {
namespace {

constexpr size_t kMostLogs = 64 << 10;
constexpr size_t kMostChanges = 16;  // that wait, of one sandbox
// For the whole of a box's files.
SteadyTime ArchiveDeadline() {
  return std::chrono::steady_clock::now() + std::chrono::minutes(5);
}
constexpr const char* kStage = "sandbox";

// Without what may be large.
SandboxRequest Small(const SandboxRequest& whole) {
  SandboxRequest small;
  small.name = whole.name;
  small.box = whole.box;
  small.labels = whole.labels;
  small.lifetime = whole.lifetime;
  small.idle = whole.idle;
  small.egress = whole.egress;
  small.idempotency_key = whole.idempotency_key;
  return small;
}

}  // namespace

// Keeps the end of what the start command writes.
class LiveSandbox::LogListener final : public ExecutionListener {
 public:
  explicit LogListener(std::weak_ptr<LiveSandbox> sandbox) : sandbox_(std::move(sandbox)) {}
  void OnStart(int) override {}
  void OnOutput(OutputStream, const std::string& bytes) override { Add(bytes); }
  void OnEnd(const Result<ExecutionEnd>& end) override {
    if (!end.ok()) Add("assay: the start command: " + end.error().ToString() + "\n");
  }

 private:
  void Add(const std::string& bytes) {
    const auto sandbox = sandbox_.lock();
    if (sandbox == nullptr) return;
    MutexLock lock(sandbox->mutex_);
    std::string& logs = sandbox->logs_;
    logs += bytes;
    if (logs.size() > kMostLogs) logs.erase(0, logs.size() - kMostLogs);
  }

  const std::weak_ptr<LiveSandbox> sandbox_;
};

LiveSandbox::LiveSandbox(SessionCore& core, std::string id, std::string tenant,
                         SandboxRequest request, Maker maker, OnEnded on_ended)
    : core_(core),
      id_(std::move(id)),
      tenant_(std::move(tenant)),
      request_(Small(request)),
      maker_(std::move(maker)),
      on_ended_(std::move(on_ended)),
      way_out_(core.egress.get(), request_.egress),
      environment_(std::make_shared<const Environment>(std::move(request.env))),
      start_(std::move(request.start)),
      used_(core.clock.Now()),
      expires_(used_ + *request_.lifetime),
      expires_wall_(created_ + std::chrono::duration_cast<WallTime::duration>(*request_.lifetime)) {
}

LiveSandbox::~LiveSandbox() = default;

Status LiveSandbox::Open() {
  {
    MutexLock lock(mutex_);
    if (state_ == SandboxState::kEnded) return LiveLocked().error();
  }
  auto made = core_.host.Create(request_.box);
  if (!made.ok()) {
    Finish(SandboxEnd::kFailed, made.error().message);
    return made.error();
  }
  const Box box = std::move(made).value();
  std::optional<ProcessSpec> command;
  if (const Status opened = way_out_.Open(*box); !opened.ok()) {
    Finish(SandboxEnd::kFailed, opened.error().message);
    return opened;
  }
  {
    MutexLock lock(mutex_);
    // Deleted meanwhile.
    if (state_ == SandboxState::kEnded) return LiveLocked().error();
    box_ = box;
    command.swap(start_);
    used_ = core_.clock.Now();
    SetState(SandboxState::kRunning);
  }
  Watch(box);
  KeepTime();
  if (command) {
    ExecutionRequest start;
    start.process = std::move(*command);
    start.tag = "start";
    if (auto run = Start(std::move(start)); run.ok()) {
      (*run)->AttachOwn(std::make_shared<LogListener>(weak_from_this()));
    }
  }
  return {};
}

void LiveSandbox::Watch(const Box& box) {
  box->OnLost([weak = weak_from_this(), lost = std::weak_ptr(box)](const Error& error) {
    const auto self = weak.lock();
    const auto died = lost.lock();
    if (self == nullptr || died == nullptr) return;
    {
      MutexLock lock(self->mutex_);
      if (self->box_ != died) return;  // replaced
    }
    self->Finish(SandboxEnd::kLost, error.message);
  });
}

SandboxInfo LiveSandbox::Info() const {
  SandboxInfo info;
  info.id = id_;
  info.tenant = tenant_;
  info.request = request_;
  info.request.egress = way_out_.policy();
  info.created = created_;
  MutexLock lock(mutex_);
  info.state = state_;
  info.end = end_;
  info.message = message_;
  info.changed = changed_;
  info.ended = ended_;
  if (!ended_) info.expires = expires_wall_;
  info.running_processes = processes_.running();
  info.draining = core_.draining && state_ != SandboxState::kEnded;
  return info;
}

SandboxState LiveSandbox::state() const {
  MutexLock lock(mutex_);
  return state_;
}

Result<LiveSandbox::Box> LiveSandbox::LiveLocked() const {
  if (box_ != nullptr) return box_;
  std::string message = "the sandbox " + id_;
  switch (end_) {
    case SandboxEnd::kNot: message += " isn't ready yet"; break;
    case SandboxEnd::kDeleted: message += " was deleted"; break;
    case SandboxEnd::kIdle: message += " ended: nobody used it for its idle time"; break;
    case SandboxEnd::kLifetime: message += " ended: its lifetime was over"; break;
    case SandboxEnd::kLost: message += " was lost: " + message_; break;
    case SandboxEnd::kFailed: message += " could not be made: " + message_; break;
    case SandboxEnd::kShutdown: message += " ended: the server is shutting down"; break;
  }
  return Error{ErrorCode::kUnavailable, kStage, 0, std::move(message)};
}

Result<LiveSandbox::Box> LiveSandbox::Live() const {
  MutexLock lock(mutex_);
  return LiveLocked();
}

Result<LiveSandbox::Box> LiveSandbox::Use() {
  Touch();
  return Live();
}

void LiveSandbox::Touch() {
  MutexLock lock(mutex_);
  // Listeners may leave a process of an ended one late: then the core may be gone.
  if (state_ != SandboxState::kEnded) used_ = core_.clock.Now();
}

Result<ProcessBook::RunPtr> LiveSandbox::Known(const std::string& key,
                                               const std::string& fingerprint) const {
  auto known = key.empty() ? nullptr : processes_.FindKey(key);
  if (known == nullptr || known->fingerprint() == fingerprint) return known;
  return Error{ErrorCode::kInvalidArgument, kStage, EEXIST,
               "the key '" + key + "' is that of another process", "key"};
}

Result<std::shared_ptr<Execution>> LiveSandbox::Start(ExecutionRequest request, bool* fresh) {
  if (fresh != nullptr) *fresh = false;
  ASSAY_RETURN_IF_ERROR(CheckExecutionRequest(request));
  std::string fingerprint = request.key.empty() ? "" : FingerprintOf(request.process);
  {
    // Also after the sandbox's end: it tells the truth of what was started then.
    MutexLock lock(mutex_);
    ASSAY_ASSIGN_OR_RETURN(const auto known, Known(request.key, fingerprint));
    if (known != nullptr) return std::shared_ptr<Execution>(known);
  }
  std::shared_ptr<ProcessRun> run;
  Box box;
  std::shared_ptr<const Environment> environment;
  {
    MutexLock lock(mutex_);
    ASSAY_ASSIGN_OR_RETURN(box, LiveLocked());
    used_ = core_.clock.Now();
    // Another one may have come first.
    ASSAY_ASSIGN_OR_RETURN(const auto known, Known(request.key, fingerprint));
    if (known != nullptr) return std::shared_ptr<Execution>(known);
    ASSAY_RETURN_IF_ERROR(processes_.CheckRoom(!request.key.empty()));
    environment = environment_;
    run = std::make_shared<ProcessRun>(std::move(request), std::move(fingerprint), core_, Hooks());
    if (state_ == SandboxState::kPaused || changing_) {
      // After the pause that may be under way. What is started in a frozen box runs once it thaws.
      ASSAY_RETURN_IF_ERROR(Queue([self = shared_from_this(), run] {
        if (const Status thawed = self->Thaw(); !thawed.ok()) run->Abandon(thawed.error());
      }));
    }
    processes_.Add(run);
  }
  if (fresh != nullptr) *fresh = true;
  core_.observer.OnExecution();
  Environment added = *environment;
  added.merge(way_out_.Environment());
  run->Begin(*box, added);
  return std::shared_ptr<Execution>(run);
}

ProcessRun::Hooks LiveSandbox::Hooks() {
  return {[weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->Touch();
          },
          [weak = weak_from_this()](const ProcessRun& run) {
            if (const auto self = weak.lock()) self->OnProcessEnded(run);
          }};
}

void LiveSandbox::OnProcessEnded(const ProcessRun& run) {
  MutexLock lock(mutex_);
  used_ = core_.clock.Now();
  processes_.Ended(run, used_);
  if (forget_ == nullptr) ForgetLater();
  // From here on the process needs nothing of this and of the core.
  process_ended_.NotifyAll();
}

void LiveSandbox::ForgetLater() {
  const std::optional<SteadyTime> next = processes_.NextForget();
  if (!next) return;
  forget_ = core_.timers.At(*next, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr) return;
    Timers::Ticket done;
    MutexLock lock(self->mutex_);
    done.swap(self->forget_);
    self->processes_.Forget(self->core_.clock.Now());
    self->ForgetLater();
  });
}

std::vector<std::shared_ptr<Execution>> LiveSandbox::Executions() const {
  MutexLock lock(mutex_);
  const std::vector<ProcessBook::RunPtr> all = processes_.All();
  return {all.begin(), all.end()};
}

std::shared_ptr<Execution> LiveSandbox::FindPid(int pid) const {
  MutexLock lock(mutex_);
  return processes_.FindPid(pid);
}

std::shared_ptr<Execution> LiveSandbox::FindKey(const std::string& key) const {
  MutexLock lock(mutex_);
  return processes_.FindKey(key);
}

std::shared_ptr<Execution> LiveSandbox::FindTag(const std::string& tag) const {
  MutexLock lock(mutex_);
  return processes_.FindTag(tag);
}

void LiveSandbox::WithFiles(std::function<void(Result<LiveFiles*>)> work) {
  auto box = Use();
  if (!box.ok()) return work(box.error());
  {
    MutexLock lock(mutex_);
    ++busy_;
  }
  const bool taken =
      core_.files.Submit(tenant_, [self = shared_from_this(), box = *box, work]() mutable {
        work(&box->files());
        // Whoever is called by the end of the work may be the last to know the sandbox.
        box.reset();
        MutexLock lock(self->mutex_);
        --self->busy_;
        self->used_ = self->core_.clock.Now();
      });
  if (taken) return;
  {
    MutexLock lock(mutex_);
    --busy_;
  }
  work(Error{ErrorCode::kResource, kStage, 0, "too many files are being worked on; try again"});
}

void LiveSandbox::Change(std::function<Status(LiveSandbox&)> change,
                         std::function<void(Status)> done) {
  const Status queued = [&]() -> Status {
    MutexLock lock(mutex_);
    ASSAY_ASSIGN_OR_RETURN(const Box live, LiveLocked());
    used_ = core_.clock.Now();
    return Queue([self = shared_from_this(), change = std::move(change), done] {
      Status changed = change(*self);
      self->Touch();
      done(std::move(changed));
    });
  }();
  if (!queued.ok()) done(queued);
}

Status LiveSandbox::Queue(std::function<void()> change) {
  const Error full{ErrorCode::kResource, kStage, 0,
                   "too many pauses, resumptions and egress policies wait; try again"};
  if (changes_.size() >= kMostChanges) return full;
  if (!changing_) {
    changing_ = core_.changing.Submit(tenant_, [self = shared_from_this()] { self->WorkOff(); });
    if (!changing_) return full;
  }
  changes_.push_back(std::move(change));
  return {};
}

void LiveSandbox::WorkOff() {
  for (;;) {
    std::function<void()> next;
    {
      MutexLock lock(mutex_);
      changing_ = !changes_.empty();
      if (!changing_) return;
      next = std::move(changes_.front());
      changes_.pop_front();
    }
    next();
  }
}

void LiveSandbox::Pause(std::function<void(Status)> done) {
  Change([](LiveSandbox& self) { return self.Freeze(); }, std::move(done));
}

void LiveSandbox::Resume(std::function<void(Status)> done) {
  Change([](LiveSandbox& self) { return self.Thaw(); }, std::move(done));
}

void LiveSandbox::SetEgress(EgressPolicy policy, std::function<void(Status)> done) {
  Change(
      [policy = std::move(policy)](LiveSandbox& self) -> Status {
        // Not the box that a recycle is about to replace.
        MutexLock order(self.freezing_);
        ASSAY_ASSIGN_OR_RETURN(const Box box, self.Use());
        return self.way_out_.Set(policy, *box);
      },
      std::move(done));
}

Status LiveSandbox::Freeze() {
  MutexLock order(freezing_);
  ASSAY_ASSIGN_OR_RETURN(const Box box, Use());
  ASSAY_RETURN_IF_ERROR(box->Freeze());
  MutexLock lock(mutex_);
  if (state_ == SandboxState::kRunning) SetState(SandboxState::kPaused);
  return {};
}

Status LiveSandbox::Thaw() {
  MutexLock order(freezing_);
  ASSAY_ASSIGN_OR_RETURN(const Box box, Use());
  {
    MutexLock lock(mutex_);
    if (state_ != SandboxState::kPaused) return {};
  }
  ASSAY_RETURN_IF_ERROR(box->Thaw());
  MutexLock lock(mutex_);
  if (state_ == SandboxState::kPaused) SetState(SandboxState::kRunning);
  return {};
}

Status LiveSandbox::SetLifetime(Nanoseconds lifetime) {
  ASSAY_RETURN_IF_ERROR(CheckLifetime("lifetime", lifetime, core_.policy));
  if (const auto box = Use(); !box.ok()) return box.error();
  {
    MutexLock lock(mutex_);
    expires_ = core_.clock.Now() + lifetime;
    expires_wall_ =
        std::chrono::system_clock::now() + std::chrono::duration_cast<WallTime::duration>(lifetime);
  }
  KeepTime();
  return {};
}

Result<LiveUsage> LiveSandbox::Usage() const {
  ASSAY_ASSIGN_OR_RETURN(const Box box, Live());
  return box->Usage();
}

Result<UniqueFd> LiveSandbox::Connect(int port, SteadyTime deadline) {
  ASSAY_ASSIGN_OR_RETURN(const Box box, Use());
  return box->ConnectInside(port, deadline);
}

std::string LiveSandbox::Logs() const {
  MutexLock lock(mutex_);
  return logs_;
}

void LiveSandbox::Pack(std::string path, std::function<void(Result<Packed>)> done) {
  struct Counted {
    TenantRoom::Share count;
    std::shared_ptr<FileArchive> archive;
  };
  const auto counted = std::make_shared<Counted>(Counted{core_.download_count.Open(tenant_), {}});
  if (!counted->count.Grow(1)) {
    return done(Error{ErrorCode::kResource, kStage, 0,
                      "too many archives are on their way already; wait for one to end"});
  }
  WithFiles([self = shared_from_this(), counted, path = std::move(path),
             done = std::move(done)](const Result<LiveFiles*>& files) {
    if (!files.ok()) return done(files.error());
    auto packed = FileArchive::Pack(**files, path, self->core_.downloads.Open(self->tenant_),
                                    ArchiveDeadline());
    if (!packed.ok()) return done(packed.error());
    counted->archive = *std::move(packed);
    done(Packed(counted, counted->archive.get()));
  });
}

void LiveSandbox::Snapshot(std::function<void(Status)> done) {
  WithFiles([self = shared_from_this(), done = std::move(done)](Result<LiveFiles*> files) {
    if (!files.ok()) return done(files.error());
    auto archive =
        FileArchive::Pack(**files, self->core_.archives.Open(self->tenant_), ArchiveDeadline());
    if (!archive.ok()) return done(archive.error());
    std::shared_ptr<FileArchive> old;  // until the lock is gone
    {
      MutexLock lock(self->mutex_);
      old = std::exchange(self->snapshot_, *std::move(archive));
      // It ended meanwhile: nobody will ask for it.
      if (self->state_ == SandboxState::kEnded) old.swap(self->snapshot_);
    }
    done({});
  });
}

void LiveSandbox::Recycle(std::function<void(Status)> done) {
  std::shared_ptr<FileArchive> archive;
  bool already = false;
  {
    MutexLock lock(mutex_);
    already = std::exchange(recycling_, true);
    archive = snapshot_;
  }
  if (already) {
    return done(Error{ErrorCode::kResource, kStage, 0, "the sandbox is being recycled already"});
  }
  // The files aren't asked for, but it takes as long.
  WithFiles([self = shared_from_this(), archive = std::move(archive),
             done = std::move(done)](const Result<LiveFiles*>& files) {
    const Status refilled = files.ok() ? self->Refill(archive) : Status(files.error());
    {
      MutexLock lock(self->mutex_);
      self->recycling_ = false;
    }
    done(refilled);
  });
}

Status LiveSandbox::Refill(const std::shared_ptr<FileArchive>& archive) {
  ASSAY_ASSIGN_OR_RETURN(Box fresh, core_.host.Create(request_.box));
  if (archive != nullptr) {
    ASSAY_RETURN_IF_ERROR(archive->Unpack(fresh->files(), ArchiveDeadline()));
  }
  Box old;
  std::vector<ProcessBook::RunPtr> running;
  {
    MutexLock order(freezing_);
    ASSAY_RETURN_IF_ERROR(way_out_.Open(*fresh));
    MutexLock lock(mutex_);
    if (box_ == nullptr) return LiveLocked().error();
    old = std::exchange(box_, fresh);
    running = processes_.Running();
    used_ = core_.clock.Now();
    SetState(SandboxState::kRunning);
  }
  for (const auto& run : running) {
    run->Lose(Error{ErrorCode::kUnavailable, kStage, 0, "the sandbox " + id_ + " was recycled"});
  }
  old->End();
  Watch(fresh);
  return {};
}

void LiveSandbox::Fork(std::string name, std::function<void(Result<SandboxPtr>)> done) {
  WithFiles([self = shared_from_this(), name = std::move(name),
             done = std::move(done)](Result<LiveFiles*> files) {
    if (!files.ok()) return done(files.error());
    auto packed =
        FileArchive::Pack(**files, self->core_.archives.Open(self->tenant_), ArchiveDeadline());
    if (!packed.ok()) return done(packed.error());
    SandboxRequest request = self->request_;
    {
      MutexLock lock(self->mutex_);
      if (self->environment_ == nullptr) return done(self->LiveLocked().error());
      request.env = *self->environment_;
    }
    request.egress = self->way_out_.policy();
    request.name = name;
    request.idempotency_key.clear();
    self->maker_(std::move(request), [archive = *packed, done](Result<SandboxPtr> made) {
      if (!made.ok()) return done(made.error());
      (*made)->WithFiles([archive, done, fork = *made](Result<LiveFiles*> place) {
        const Status filled =
            place.ok() ? archive->Unpack(**place, ArchiveDeadline()) : Status(place.error());
        if (filled.ok()) return done(fork);
        fork->End(SandboxEnd::kDeleted);
        done(filled.error());
      });
    });
  });
}

void LiveSandbox::KeepTime() {
  SandboxEnd reason = SandboxEnd::kNot;
  {
    MutexLock lock(mutex_);
    if (state_ == SandboxState::kEnded) return;
    const SteadyTime now = core_.clock.Now();
    if (busy_ > 0 || processes_.attended()) used_ = now;
    const SteadyTime idle_until = used_ + *request_.idle;
    if (expires_ <= now) {
      reason = SandboxEnd::kLifetime;
    } else if (idle_until <= now) {
      reason = SandboxEnd::kIdle;
    } else {
      look_ = core_.timers.At(std::min(expires_, idle_until), [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->KeepTime();
      });
    }
  }
  if (reason != SandboxEnd::kNot) Finish(reason, "");
}

void LiveSandbox::SetState(SandboxState state) {
  state_ = state;
  changed_ = std::chrono::system_clock::now();
}

void LiveSandbox::Finish(SandboxEnd reason, std::string message) {
  Box box;
  Timers::Ticket look;
  std::shared_ptr<FileArchive> snapshot;
  std::shared_ptr<const Environment> environment;
  std::optional<ProcessSpec> command;
  std::vector<ProcessBook::RunPtr> running;
  std::optional<Error> why;
  {
    MutexLock lock(mutex_);
    if (state_ == SandboxState::kEnded) return;
    SetState(SandboxState::kEnded);
    ended_ = changed_;
    end_ = reason;
    message_ = std::move(message);
    box.swap(box_);
    look.swap(look_);
    snapshot.swap(snapshot_);
    environment.swap(environment_);
    command.swap(start_);
    running = processes_.Running();
    why = LiveLocked().error();
  }
  // First, so that they say why.
  for (const auto& run : running) run->Lose(*why);
  way_out_.Close();
  if (box != nullptr) box->End();
  {
    // One that had just ended by itself is about to say so, with no lock held.
    MutexLock lock(mutex_);
    while (processes_.running() > 0) process_ended_.Wait(mutex_);
  }
  core_.observer.OnEnded(reason);
  on_ended_(*this);
}

}  // namespace assay
