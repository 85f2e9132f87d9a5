// LiveHost at the end hands boxes out; BoxMaker makes them, ahead of time and on demand, and ends
// them.
#include "sandbox/live/live_host.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"
#include "sandbox/cgroup/cgroup_accounting.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/cgroup/live_account.h"
#include "sandbox/files/worker_files.h"
#include "sandbox/live/event_loop.h"
#include "sandbox/live/live_core.h"
#include "sandbox/spawn/spawner_client.h"
#include "sandbox/tiers/ladder.h"
#include "sandbox/wire/protocol.h"

namespace assay {
namespace {

constexpr auto kReadyPatience = std::chrono::seconds(20);
constexpr auto kResizePatience = std::chrono::seconds(10);
// After a failure to make one ahead of time.
constexpr auto kPause = std::chrono::seconds(1);
// Whether a box that waits has died is seen after this at the latest.
constexpr auto kLookAgain = std::chrono::seconds(1);
constexpr int kMakers = 2;
constexpr int64_t kLeastMemory = 8 << 20;

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

// Without any where the agent counts.
CgroupHost LiveCgroupsOf(const Tier& tier) {
  if (tier.program_user == ProgramUser::kSharedUncounted) return {};
  CgroupHost host = DetectCgroups();
  if (tier.program_user == ProgramUser::kShared) {
    host.unified = DelegatedGroup(OwnGroup(host.unified, ""));
  }
  return host;
}

struct MadeBox {
  int64_t id = 0;
  int slot = 0;
  LiveLimits limits;                  // of its files; the others are set when it is taken
  std::shared_ptr<const void> image;  // as long as it may use that
  std::shared_ptr<LiveBoxCore> core;
};

void EndCore(LiveBoxCore& core) {
  core.End(Error{ErrorCode::kUnavailable, "sandbox.live", 0, "the box was ended"});
}

class BoxMaker {
 public:
  BoxMaker(LiveHostOptions options, std::unique_ptr<EventLoop> loop)
      : options_(std::move(options)),
        server_id_(NewServerId()),
        cgroups_(LiveCgroupsOf(*options_.tier)),
        loop_(std::move(loop)),
        spawner_(options_.spawner_path, Config()) {}

  ~BoxMaker() {
    std::deque<MadeBox> left;
    {
      MutexLock lock(mutex_);
      stopping_ = true;
      left.swap(ready_);
      work_.NotifyAll();
    }
    for (std::thread& thread : threads_) thread.join();
    for (const MadeBox& box : left) End(box);
  }

  void StartThreads() {
    for (int i = 0; i < kMakers; ++i) {
      threads_.emplace_back([this] { MakeAhead(); });
    }
  }

  const LiveHostOptions& options() const { return options_; }
  // Else the agents do.
  bool cgroups_count() const { return cgroups_.layout != CgroupLayout::kNone; }

  Result<MadeBox> Make(const LiveImage& image, const LiveLimits& limits) {
    MadeBox box;
    ASSAY_ASSIGN_OR_RETURN(box.slot, TakeSlot());
    box.limits = limits;
    box.image = image.hold;
    const Status made = MakeIn(image, box);
    if (made.ok()) return box;
    MutexLock lock(mutex_);
    slots_.erase(box.slot);
    return made.error();
  }

  // For somebody who waits: meanwhile none are made ahead.
  Result<MadeBox> MakeNow(const LiveImage& image, const LiveLimits& limits) {
    {
      MutexLock lock(mutex_);
      ++waited_for_;
    }
    Result<MadeBox> made = Make(image, limits);
    MutexLock lock(mutex_);
    if (--waited_for_ == 0) work_.NotifyAll();
    return made;
  }

  // One of those that wait, or none.
  std::optional<MadeBox> TakeReady() {
    MutexLock lock(mutex_);
    while (!ready_.empty()) {
      MadeBox box = std::move(ready_.front());
      ready_.pop_front();
      work_.NotifyOne();
      if (!box.core->ended()) return box;
      ended_.push_back(std::move(box));
    }
    return std::nullopt;
  }

  int ready() {
    MutexLock lock(mutex_);
    return static_cast<int>(ready_.size());
  }

  // Everything in it is dying when this returns; the rest is done by and by.
  void GiveBack(MadeBox box) {
    EndCore(*box.core);
    MutexLock lock(mutex_);
    ended_.push_back(std::move(box));
    work_.NotifyOne();
  }

 private:
  SpawnerConfig Config() const {
    SpawnerConfig config;
    config.tier = options_.tier->name;
    config.server_id = server_id_;
    config.cgroup_parent = options_.cgroup_parent;
    config.visible_paths = options_.visible_paths;
    config.uid_base = options_.uid_base;
    return config;
  }

  // In turn, so that a uid isn't used again soon.
  Result<int> TakeSlot() {
    MutexLock lock(mutex_);
    if (static_cast<int>(slots_.size()) >= options_.max_boxes) {
      return Error{ErrorCode::kResource, "sandbox.live", 0,
                   "there are " + std::to_string(options_.max_boxes) + " boxes already"};
    }
    do {
      next_slot_ = (next_slot_ + 1) % options_.max_boxes;
    } while (slots_.count(next_slot_) != 0);
    slots_.insert(next_slot_);
    return next_slot_;
  }

  Status MakeIn(const LiveImage& image, MadeBox& box) {
    LiveMaking making;
    making.image = image.root;
    making.disk_bytes = box.limits.disk_bytes;
    making.files = box.limits.files;
    ASSAY_ASSIGN_OR_RETURN(BoxHandle handle, spawner_.CreateLiveBox(box.slot, making));
    box.id = handle.id;
    const Status ready = AwaitReady(handle.socket.get());
    if (!ready.ok()) {
      spawner_.DestroyBox(box.id);
      return ready;
    }
    LiveLimiter limiter(
        cgroups_, options_.cgroup_parent + "/" + server_id_ + "/box-" + std::to_string(box.id));
    box.core = std::make_shared<LiveBoxCore>(*loop_, std::move(handle.socket), std::move(limiter),
                                             image.defaults);
    box.core->Open();
    return {};
  }

  static Status AwaitReady(int socket) {
    ASSAY_ASSIGN_OR_RETURN(const Frame frame, ReceiveFrame(socket, Now() + kReadyPatience));
    if (static_cast<Message>(frame.type) != Message::kReady) {
      WireReader in(frame.body);
      const Error error = in.ErrorValue();
      if (static_cast<Message>(frame.type) == Message::kFailed && in.complete()) return error;
      return Error{ErrorCode::kInternal, "sandbox.live", 0, "the box sent an unexpected message"};
    }
    return {};
  }

  void End(const MadeBox& box) {
    spawner_.DestroyBox(box.id);
    MutexLock lock(mutex_);
    slots_.erase(box.slot);
  }

  void MakeAhead() {
    for (;;) {
      std::optional<MadeBox> ended;
      {
        MutexLock lock(mutex_);
        DropDead();
        while (!stopping_ && ended_.empty() && !Wanted()) {
          work_.WaitUntil(mutex_, Now() + kLookAgain);
          DropDead();
        }
        if (!ended_.empty()) {
          ended = std::move(ended_.front());
          ended_.pop_front();
        } else if (stopping_) {
          return;
        } else {
          ++making_;
          last_made_ = Now();
        }
      }
      if (ended) {
        End(*ended);
        continue;
      }
      Result<MadeBox> made = Make({}, LiveLimits{});
      MutexLock lock(mutex_);
      --making_;
      if (made.ok()) {
        ready_.push_back(std::move(*made));
        continue;
      }
      spdlog::warn("a sandbox could not be made ready: {}", made.error().ToString());
      const SteadyTime again = Now() + kPause;
      while (!stopping_ && ended_.empty() && work_.WaitUntil(mutex_, again)) {
      }
    }
  }

  // With its spawner all of them, above all.
  void DropDead() ASSAY_REQUIRES(mutex_) {
    for (size_t i = 0; i < ready_.size();) {
      if (!ready_[i].core->ended()) {
        ++i;
        continue;
      }
      ended_.push_back(std::move(ready_[i]));
      ready_.erase(ready_.begin() + static_cast<ptrdiff_t>(i));
    }
  }

  bool Wanted() const ASSAY_REQUIRES(mutex_) {
    if (static_cast<int>(ready_.size()) + making_ >= options_.warm) return false;
    // One now and then all the same: who waits may wait for another kind, and go on doing so.
    return waited_for_ == 0 || (making_ == 0 && Now() >= last_made_ + kLookAgain);
  }

  const LiveHostOptions options_;
  const std::string server_id_;
  const CgroupHost cgroups_;
  // Outlives what it watches: the spawner's end, after which it is destroyed, is no event of it.
  const std::unique_ptr<EventLoop> loop_;
  SpawnerClient spawner_;
  std::vector<std::thread> threads_;
  Mutex mutex_;
  CondVar work_;
  bool stopping_ ASSAY_GUARDED_BY(mutex_) = false;
  int making_ ASSAY_GUARDED_BY(mutex_) = 0;        // ahead
  int waited_for_ ASSAY_GUARDED_BY(mutex_) = 0;    // by who asked for one
  SteadyTime last_made_ ASSAY_GUARDED_BY(mutex_);  // ahead
  int next_slot_ ASSAY_GUARDED_BY(mutex_) = -1;
  std::set<int> slots_ ASSAY_GUARDED_BY(mutex_);
  std::deque<MadeBox> ready_ ASSAY_GUARDED_BY(mutex_);
  std::deque<MadeBox> ended_ ASSAY_GUARDED_BY(mutex_);
};

class TakenBox final : public LiveBox {
 public:
  TakenBox(std::shared_ptr<BoxMaker> maker, MadeBox box)
      : maker_(std::move(maker)), box_(std::move(box)) {
    FileWorkers workers;
    workers.open = [core = box_.core](const std::string& request, SteadyTime deadline) {
      return core->FileWork(request, deadline);
    };
    workers.ended = [core = box_.core] { return core->ended(); };
    files_ = MakeWorkerFiles(std::move(workers));
  }
  ~TakenBox() override { maker_->GiveBack(std::move(box_)); }
  void End() override { EndCore(*box_.core); }

  std::shared_ptr<LiveProcess> Start(ProcessSpec spec,
                                     std::shared_ptr<ProcessListener> listener) override {
    return box_.core->Start(std::move(spec), std::move(listener));
  }
  LiveFiles& files() override { return *files_; }
  Status Freeze() override {
    if (maker_->cgroups_count()) return box_.core->Freeze();
    return Error{ErrorCode::kUnsupported, "sandbox.freeze", 0,
                 "sandboxes of the tier " + std::string(maker_->options().tier->name) +
                     " can't be paused: only a cgroup can stop everything in one and let it go "
                     "on as it was"};
  }
  Status Thaw() override { return box_.core->Thaw(); }
  Result<LiveUsage> Usage() override {
    if (maker_->cgroups_count()) return box_.core->limiter().Usage();
    std::vector<int64_t> numbers;
    const auto asked = box_.core->Ask(LiveMessage::kUsage, 0, 0, Now() + kAnswerPatience, &numbers);
    if (!asked.ok()) return asked.error();
    if (numbers.size() != 5) {
      return Error{ErrorCode::kInternal, "sandbox.live", 0, "the box answered nonsense"};
    }
    LiveUsage usage;
    usage.cpu_time = Nanoseconds(numbers[0]);
    usage.memory_bytes = numbers[1];
    usage.memory_peak_bytes = numbers[2];
    usage.processes = numbers[3];
    usage.oom_kills = numbers[4];
    return usage;
  }

  Result<UniqueFd> ListenInside(int port) override {
    ASSAY_RETURN_IF_ERROR(CheckPort(port));
    return box_.core->Ask(LiveMessage::kListen, port, 0, Now() + kAnswerPatience);
  }

  Result<UniqueFd> ConnectInside(int port, SteadyTime deadline) override {
    ASSAY_RETURN_IF_ERROR(CheckPort(port));
    // Servers of "localhost" may have taken either of its addresses.
    auto socket = ConnectTo(port, false, deadline);
    if (socket.ok() || socket.error().sys_errno != ECONNREFUSED) return socket;
    auto other = ConnectTo(port, true, deadline);
    // A box may have no such address at all.
    const bool none = !other.ok() && other.error().code == ErrorCode::kInvalidArgument &&
                      other.error().sys_errno != ETIMEDOUT;
    return none ? std::move(socket) : std::move(other);
  }

  void OnLost(std::function<void(const Error&)> callback) override {
    box_.core->OnLost(std::move(callback));
  }

 private:
  static constexpr auto kAnswerPatience = std::chrono::seconds(10);

  Result<UniqueFd> ConnectTo(int port, bool ipv6, SteadyTime deadline) {
    ASSAY_ASSIGN_OR_RETURN(UniqueFd socket,
                           box_.core->Ask(LiveMessage::kConnect, port, ipv6 ? 1 : 0, deadline));
    // It is under way, and may be refused yet; a full queue of who listens there makes it wait.
    int error = 0;
    socklen_t size = sizeof error;
    if (!WaitFor(socket.get(), POLLOUT, deadline)) {
      error = ETIMEDOUT;
    } else if (::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
      error = errno;
    }
    if (error == 0) return socket;
    Error refused = SystemError("sandbox.connect", error, "port " + std::to_string(port));
    refused.code = ErrorCode::kInvalidArgument;
    return refused;
  }

  static Status CheckPort(int port) {
    if (port > 0 && port < 65536) return {};
    return InvalidField("sandbox.port", "port", "must be from 1 to 65535");
  }

  const std::shared_ptr<BoxMaker> maker_;
  MadeBox box_;
  std::unique_ptr<LiveFiles> files_;
};

Status CheckLimits(const LiveLimits& limits) {
  const auto invalid = [](const char* field, const char* what) {
    return InvalidField("sandbox.limits", field, what);
  };
  const int64_t host = static_cast<int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
  if (!(limits.cpus >= 0.01 && limits.cpus <= 4096))
    return invalid("cpus", "must be at least 0.01");
  if (limits.memory_bytes < kLeastMemory) return invalid("memory_bytes", "must be at least 8 MiB");
  if (limits.memory_bytes > host) {
    return invalid("memory_bytes", "is more than this machine has");
  }
  if (limits.disk_bytes < 0 || limits.disk_bytes > host) {
    return invalid("disk_bytes", "must be from 0 to what memory this machine has: files are in it");
  }
  if (limits.files < 1 || limits.files > INT32_MAX) return invalid("files", "must be at least 1");
  if (limits.processes < 1 || limits.processes > 1 << 20) {
    return invalid("processes", "must be at least 1");
  }
  return {};
}

class LiveHost final : public LiveBoxHost {
 public:
  explicit LiveHost(std::shared_ptr<BoxMaker> maker) : maker_(std::move(maker)) {}

  Result<std::unique_ptr<LiveBox>> Create(const LiveBoxSpec& spec) override {
    ASSAY_RETURN_IF_ERROR(CheckLimits(spec.limits));
    LiveImage image;
    if (!spec.image.empty()) {
      if (!maker_->options().find_image) {
        Error error = InvalidField("sandbox.image", "image", "this server has no images");
        error.sys_errno = ENOENT;
        return error;
      }
      ASSAY_ASSIGN_OR_RETURN(image, maker_->options().find_image(spec.image));
    }
    LiveLimits limits = spec.limits;
    // Files are filled faster than an agent looks, and stay when their writer is ended.
    if (!maker_->cgroups_count()) {
      limits.disk_bytes = std::min(limits.disk_bytes, limits.memory_bytes);
    }
    std::optional<MadeBox> box;
    if (image.root.empty()) box = maker_->TakeReady();
    if (!box) {
      ASSAY_ASSIGN_OR_RETURN(box, maker_->MakeNow(image, limits));
    }
    const bool resize =
        box->limits.disk_bytes != limits.disk_bytes || box->limits.files != limits.files;
    const std::shared_ptr<LiveBoxCore> core = box->core;
    auto taken = std::make_unique<TakenBox>(maker_, std::move(*box));
    if (maker_->cgroups_count()) {
      ASSAY_RETURN_IF_ERROR(core->limiter().SetLimits(limits));
    } else {
      const auto limited = core->Ask(LiveMessage::kLimits, limits.memory_bytes, limits.processes,
                                     Now() + kResizePatience);
      if (!limited.ok()) return limited.error();
    }
    if (resize) {
      const auto resized =
          core->Ask(LiveMessage::kResize, limits.disk_bytes, limits.files, Now() + kResizePatience);
      if (!resized.ok()) return resized.error();
    }
    return std::unique_ptr<LiveBox>(std::move(taken));
  }

  std::vector<BoxImage> Images() override {
    return maker_->options().list_images ? maker_->options().list_images()
                                         : std::vector<BoxImage>();
  }
  int warm() override { return maker_->ready(); }
  std::string tier() const override { return std::string(maker_->options().tier->name); }

 private:
  const std::shared_ptr<BoxMaker> maker_;
};

void RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Result<std::unique_ptr<LiveBoxHost>> MakeLiveBoxHost(LiveHostOptions options) {
  if (options.tier->live_steps.empty()) {
    return Error{ErrorCode::kUnsupported, "sandbox.live", 0,
                 "boxes that stay are not made in the tier " + std::string(options.tier->name)};
  }
  ASSAY_RETURN_IF_ERROR(MayUse(*options.tier, options.tier->probe(), false));
  if (options.uid_base <= 0 || options.max_boxes < 1 || options.warm < 0 ||
      options.cgroup_parent.empty() || options.cgroup_parent.find('/') != std::string::npos) {
    return Error{ErrorCode::kInvalidArgument, "sandbox.options", 0, "an option is out of range"};
  }
  RaiseDescriptorLimit();
  ASSAY_ASSIGN_OR_RETURN(auto loop, EventLoop::Create());
  auto maker = std::make_shared<BoxMaker>(std::move(options), std::move(loop));
  ASSAY_ASSIGN_OR_RETURN(MadeBox first, maker->Make({}, LiveLimits{}));
  maker->GiveBack(std::move(first));
  maker->StartThreads();
  return std::unique_ptr<LiveBoxHost>(std::make_unique<LiveHost>(std::move(maker)));
}

}  // namespace assay
