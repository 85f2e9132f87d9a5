#include "sandbox/box_runner.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "base/log.h"
#include "sandbox/cgroup_host.h"
#include "sandbox/host_report.h"
#include "sandbox/order.h"

namespace assay {
namespace {

std::vector<int> UsableProcessors() {
  std::vector<int> processors;
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return processors;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(static_cast<size_t>(i), &set)) processors.push_back(i);
  }
  return processors;
}

// Runs without a memory limit of their own still may not take the host down: together they get at
// most nine tenths of its memory.
int64_t MemoryGuard(int slots) {
  const int64_t total = static_cast<int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
  return total / 10 * 9 / slots;
}

Status CheckVisiblePaths(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const auto invalid = [&](const char* why) {
      return Error{ErrorCode::kInvalidArgument, "sandbox.visible_paths", 0, path + ": " + why};
    };
    if (path.empty() || path[0] != '/' || path.find("/../") != std::string::npos) {
      return invalid("not an absolute path");
    }
    for (const char* taken : {"/proc", "/box", "/tmp", "/var/tmp", "/mnt", "/dev"}) {
      const std::string place = taken;
      if (path == place || path.rfind(place + "/", 0) == 0) {
        return invalid("a box has something of its own there");
      }
    }
  }
  return {};
}

}  // namespace

BoxRunner::BoxRunner(SandboxOptions options) : options_(std::move(options)) {
  SpawnerConfig config;
  config.server_id = NewServerId();
  config.cgroup_parent = options_.cgroup_parent;
  config.visible_paths = options_.visible_paths;
  config.uid_base = options_.uid_base;
  config.scratch_bytes = options_.scratch_bytes;
  config.scratch_inodes = options_.scratch_inodes;
  config.warm_programs = options_.warm_programs;
  if (options_.pin) config.processors = UsableProcessors();
  if (config.processors.size() < static_cast<size_t>(options_.slots)) config.processors.clear();
  spawner_ = std::make_unique<SpawnerClient>(options_.spawner_path, std::move(config));
  memory_guard_bytes_ = MemoryGuard(options_.slots);
  boxes_.resize(static_cast<size_t>(options_.slots));
  MutexLock lock(mutex_);
  for (int slot = options_.slots - 1; slot >= 0; --slot) free_slots_.push_back(slot);
}

BoxRunner::~BoxRunner() = default;

Result<std::unique_ptr<BoxRunner>> BoxRunner::Create(SandboxOptions options) {
  const HostReport host = InspectHost();
  if (host.tier != IsolationTier::kPrivileged) {
    return Error{ErrorCode::kPermission, "sandbox.tier", 0,
                 "this host does not allow the privileged tier: " + host.tier_problem};
  }
  ASSAY_RETURN_IF_ERROR(CheckVisiblePaths(options.visible_paths));
  if (options.slots <= 0) {
    options.slots = std::max(1, static_cast<int>(UsableProcessors().size()));
  }
  if (options.uid_base <= 0 || options.runs_per_box < 1 || options.scratch_bytes <= 0 ||
      options.scratch_inodes <= 0 || options.cgroup_parent.empty() ||
      options.cgroup_parent.find('/') != std::string::npos) {
    return Error{ErrorCode::kInvalidArgument, "sandbox.options", 0, "an option is out of range"};
  }
  std::unique_ptr<BoxRunner> runner(new BoxRunner(std::move(options)));
  ASSAY_RETURN_IF_ERROR(runner->EnsureBox(0));
  // The others set themselves up meanwhile; whoever takes a slot first waits for its box.
  for (int slot = 1; slot < runner->slots(); ++slot) {
    ASSAY_ASSIGN_OR_RETURN(runner->boxes_[static_cast<size_t>(slot)], runner->NewBox(slot));
  }
  return runner;
}

std::string BoxRunner::tier() const {
  return std::string(ToString(IsolationTier::kPrivileged));
}

int BoxRunner::TakeSlot(const CancelToken* cancel) {
  MutexLock lock(mutex_);
  while (free_slots_.empty()) {
    if (cancel == nullptr) {
      slot_freed_.Wait(mutex_);
      continue;
    }
    if (cancel->cancelled()) return -1;
    slot_freed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + std::chrono::milliseconds(20));
  }
  const int slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

void BoxRunner::ReturnSlot(int slot) {
  {
    MutexLock lock(mutex_);
    free_slots_.push_back(slot);
  }
  slot_freed_.NotifyOne();
}

Result<std::unique_ptr<Box>> BoxRunner::NewBox(int slot) {
  return Box::Create(*spawner_, slot, options_.uid_base + slot);
}

Status BoxRunner::EnsureBox(int slot) {
  std::unique_ptr<Box>& box = boxes_[static_cast<size_t>(slot)];
  if (box != nullptr) {
    const bool keep = box->usable() && box->runs() < options_.runs_per_box;
    if (keep && box->AwaitReady().ok()) return {};
    box.reset();
  }
  ASSAY_ASSIGN_OR_RETURN(auto fresh, NewBox(slot));
  ASSAY_RETURN_IF_ERROR(fresh->AwaitReady());
  box = std::move(fresh);
  return {};
}

Result<RunResult> BoxRunner::Run(const RunRequest& request, const CancelToken* cancel) {
  RunResult cancelled;
  cancelled.status = RunStatus::kCancelled;
  cancelled.tier = tier();
  if (cancel != nullptr && cancel->cancelled()) return cancelled;
  ASSAY_ASSIGN_OR_RETURN(const PreparedOrder prepared,
                         PrepareOrder(request, memory_guard_bytes_, options_.warm_programs));
  // A program that is larger than its limit (its text, or what it compiled to) broke it.
  if (const int64_t bytes = InputFileBytes(request); bytes > prepared.order.memory_bytes) {
    RunResult too_large;
    too_large.status = RunStatus::kMemoryLimit;
    too_large.memory_peak_bytes = bytes;
    too_large.tier = tier();
    return too_large;
  }
  const int slot = TakeSlot(cancel);
  if (slot < 0) return cancelled;
  Result<RunResult> result = [&]() -> Result<RunResult> {
    ASSAY_RETURN_IF_ERROR(EnsureBox(slot));
    return boxes_[static_cast<size_t>(slot)]->Run(request, prepared, cancel);
  }();
  // A box in doubt goes before its slot, and with it its processor, is given to another run.
  if (auto& box = boxes_[static_cast<size_t>(slot)]; box != nullptr && !box->usable()) box.reset();
  ReturnSlot(slot);
  if (result.ok()) result->tier = tier();
  return result;
}

}  // namespace assay
