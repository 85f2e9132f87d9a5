#include "sandbox/box_runner.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <tuple>

#include "base/log.h"
#include "sandbox/box/order.h"
#include "sandbox/contain/cgroup_host.h"
#include "sandbox/host_report.h"
#include "sandbox/pair/pair_run.h"

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
  // One for each slot; box slots + i, of the same slot as box i, comes out on the same one.
  const auto slots = static_cast<size_t>(options_.slots);
  config.processors.resize(config.processors.size() < slots ? 0 : slots);
  spawner_ = std::make_unique<SpawnerClient>(options_.spawner_path, std::move(config));
  memory_guard_bytes_ = MemoryGuard(options_.slots);
  boxes_.resize(2 * static_cast<size_t>(options_.slots));
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

Result<std::unique_ptr<Box>> BoxRunner::NewBox(int index) {
  return Box::Create(*spawner_, index, options_.uid_base + index);
}

void BoxRunner::DropIfUnusable(int index) {
  std::unique_ptr<Box>& box = boxes_[static_cast<size_t>(index)];
  if (box != nullptr && !box->usable()) box.reset();
}

Status BoxRunner::EnsureBox(int index) {
  std::unique_ptr<Box>& box = boxes_[static_cast<size_t>(index)];
  if (box != nullptr) {
    const bool keep = box->usable() && box->runs() < options_.runs_per_box;
    if (keep && box->AwaitReady().ok()) return {};
    box.reset();
  }
  ASSAY_ASSIGN_OR_RETURN(auto fresh, NewBox(index));
  ASSAY_RETURN_IF_ERROR(fresh->AwaitReady());
  box = std::move(fresh);
  return {};
}

namespace {

RunResult EndedBefore(RunStatus status, const std::string& tier) {
  RunResult result;
  result.status = status;
  result.tier = tier;
  return result;
}

}  // namespace

Result<RunResult> BoxRunner::Run(const RunRequest& request, const CancelToken* cancel) {
  const RunResult cancelled = EndedBefore(RunStatus::kCancelled, tier());
  if (cancel != nullptr && cancel->cancelled()) return cancelled;
  ASSAY_ASSIGN_OR_RETURN(const PreparedOrder prepared,
                         PrepareOrder(request, memory_guard_bytes_, options_.warm_programs));
  // A program that is larger than its limit (its text, or what it compiled to) broke it.
  if (const int64_t bytes = InputFileBytes(request); bytes > prepared.order.memory_bytes) {
    RunResult too_large = EndedBefore(RunStatus::kMemoryLimit, tier());
    too_large.memory_peak_bytes = bytes;
    return too_large;
  }
  const int slot = TakeSlot(cancel);
  if (slot < 0) return cancelled;
  Result<RunResult> result = [&]() -> Result<RunResult> {
    ASSAY_RETURN_IF_ERROR(EnsureBox(slot));
    return boxes_[static_cast<size_t>(slot)]->Run(request, prepared, cancel);
  }();
  // A box in doubt goes before its slot, and with it its processor, is given to another run.
  DropIfUnusable(slot);
  ReturnSlot(slot);
  if (result.ok()) result->tier = tier();
  return result;
}

// The agents' own wall limits are far beyond those of a pair, which PairRun keeps: only it knows
// whose time passes. A cold start, because a warm interpreter has a file as its stdin.
Result<PreparedOrder> BoxRunner::PrepareHalf(const RunRequest& request,
                                             const Limits& partner) const {
  RunRequest half = request;
  half.stdin_bytes = nullptr;
  half.reply = false;
  half.limits.wall_time = 2 * (request.limits.wall_time + partner.wall_time);
  ASSAY_ASSIGN_OR_RETURN(PreparedOrder prepared, PrepareOrder(half, memory_guard_bytes_));
  prepared.order.stdin_null = false;
  return prepared;
}

Result<PairResult> BoxRunner::RunPair(const PairRequest& request, const CancelToken* cancel) {
  PairResult early;
  early.candidate = early.interactor = EndedBefore(RunStatus::kCancelled, tier());
  if (cancel != nullptr && cancel->cancelled()) return early;
  const Limits& limits = request.candidate.limits;
  ASSAY_ASSIGN_OR_RETURN(const PreparedOrder candidate,
                         PrepareHalf(request.candidate, request.interactor.limits));
  ASSAY_ASSIGN_OR_RETURN(const PreparedOrder interactor, PrepareHalf(request.interactor, limits));
  for (const auto& [side, order, result] :
       {std::tuple(&request.candidate, &candidate, &early.candidate),
        std::tuple(&request.interactor, &interactor, &early.interactor)}) {
    if (InputFileBytes(*side) <= order->order.memory_bytes) continue;
    result->status = RunStatus::kMemoryLimit;
    early.candidate_left_first = early.interactor_stopped = side == &request.candidate;
    return early;
  }
  const int slot = TakeSlot(cancel);
  if (slot < 0) return early;
  const int partner = options_.slots + slot;
  Result<PairResult> result = [&]() -> Result<PairResult> {
    ASSAY_RETURN_IF_ERROR(EnsureBox(slot));
    ASSAY_RETURN_IF_ERROR(EnsureBox(partner));
    const PairRun::Side first{*boxes_[static_cast<size_t>(slot)], request.candidate, candidate};
    const PairRun::Side second{*boxes_[static_cast<size_t>(partner)], request.interactor,
                               interactor};
    return PairRun(first, second, request, cancel).Run();
  }();
  DropIfUnusable(slot);
  DropIfUnusable(partner);
  ReturnSlot(slot);
  if (result.ok()) result->candidate.tier = result->interactor.tier = tier();
  return result;
}

}  // namespace assay
