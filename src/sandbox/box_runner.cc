#include "sandbox/box_runner.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/text.h"
#include "runner/box_paths.h"
#include "sandbox/box/order.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/pair/pair_run.h"
#include "sandbox/tiers/ladder.h"

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
    if (BoxOwns(path)) return invalid("a box has something of its own there");
  }
  return {};
}

}  // namespace

BoxRunner::BoxRunner(SandboxOptions options)
    : options_(std::move(options)), memory_guard_bytes_(MemoryGuard(options_.slots)) {
  SpawnerConfig config;
  config.tier = options_.tier->name;
  config.server_id = NewServerId();
  config.cgroup_parent = options_.cgroup_parent;
  config.visible_paths = options_.visible_paths;
  config.uid_base = options_.uid_base;
  config.scratch_bytes = options_.scratch_bytes;
  config.scratch_inodes = options_.scratch_inodes;
  config.warm_programs = options_.warm_programs;
  config.restore = options_.restore;
  if (options_.pin) config.processors = UsableProcessors();
  // One for each slot; box slots + i, of the same slot as box i, comes out on the same one.
  const auto slots = static_cast<size_t>(options_.slots);
  config.processors.resize(config.processors.size() < slots ? 0 : slots);
  BoxPoolOptions pool;
  pool.slots = options_.slots;
  pool.uid_base = options_.uid_base;
  pool.own_user = options_.tier->program_user != ProgramUser::kOwn;
  pool.runs_per_box = options_.runs_per_box;
  pool_ = std::make_unique<BoxPool>(
      std::make_unique<SpawnerClient>(options_.spawner_path, std::move(config)), pool);
}

BoxRunner::~BoxRunner() = default;

Result<std::unique_ptr<BoxRunner>> BoxRunner::Create(SandboxOptions options) {
  ASSAY_RETURN_IF_ERROR(MayUse(*options.tier, options.tier->probe(), options.allow_weak));
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
  ASSAY_RETURN_IF_ERROR(runner->pool_->MakeAll());
  return runner;
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
  bool refused = false;
  auto result = RunOnce(request, cancel, &refused);
  if (!refused) return result;
  RunRequest alone = request;
  alone.series = 0;
  alone.may_follow_others = false;
  return RunOnce(alone, cancel, &refused);
}

Result<RunResult> BoxRunner::RunOnce(const RunRequest& request, const CancelToken* cancel,
                                     bool* refused) {
  const RunResult cancelled = EndedBefore(RunStatus::kCancelled, tier());
  if (cancel != nullptr && cancel->cancelled()) return cancelled;
  ASSAY_ASSIGN_OR_RETURN(PreparedOrder prepared,
                         PrepareOrder(request, memory_guard_bytes_, options_.warm_programs));
  // A program that is larger than its limit (its text, or what it compiled to) broke it.
  if (const int64_t bytes = InputFileBytes(request); bytes > prepared.order.memory_bytes) {
    RunResult too_large = EndedBefore(RunStatus::kMemoryLimit, tier());
    too_large.memory_peak_bytes = bytes;
    return too_large;
  }
  if (options_.restore_others && request.may_follow_others && request.series == 0 &&
      !request.fresh_box && prepared.order.warm >= 0) {
    prepared.order.series = kAnyProgram;
  }
  auto lease = pool_->Take(cancel, prepared.order.series);
  if (!lease) return cancelled;
  if (request.fresh_box) lease->Renew();
  ASSAY_ASSIGN_OR_RETURN(Box* const box, lease->box());
  box->Place(std::move(prepared.files));
  box->Collect(request.fetch, request.fetch_bytes);
  prepared.order.last = true;
  Result<RunResult> result = box->Exec(std::move(prepared), request, cancel);
  *refused = result.ok() && box->refused();
  box->Reset();
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
  ASSAY_ASSIGN_OR_RETURN(PreparedOrder candidate,
                         PrepareHalf(request.candidate, request.interactor.limits));
  ASSAY_ASSIGN_OR_RETURN(PreparedOrder interactor, PrepareHalf(request.interactor, limits));
  for (const auto& [side, order, result] :
       {std::tuple(&request.candidate, &candidate, &early.candidate),
        std::tuple(&request.interactor, &interactor, &early.interactor)}) {
    if (InputFileBytes(*side) <= order->order.memory_bytes) continue;
    result->status = RunStatus::kMemoryLimit;
    early.candidate_left_first = early.interactor_stopped = side == &request.candidate;
    return early;
  }
  auto lease = pool_->Take(cancel);
  if (!lease) return early;
  if (request.candidate.fresh_box) lease->Renew();
  ASSAY_ASSIGN_OR_RETURN(Box* const first, lease->box());
  ASSAY_ASSIGN_OR_RETURN(Box* const second, lease->partner());
  const PairRun::Side of_candidate{*first, request.candidate, candidate};
  const PairRun::Side of_interactor{*second, request.interactor, interactor};
  auto result = PairRun(of_candidate, of_interactor, request, cancel).Run();
  if (result.ok()) result->candidate.tier = result->interactor.tier = tier();
  return result;
}

Result<StepTimes> BoxRunner::TimeSteps(const RunRequest& request) {
  ASSAY_ASSIGN_OR_RETURN(PreparedOrder prepared,
                         PrepareOrder(request, memory_guard_bytes_, options_.warm_programs));
  prepared.order.timed = true;
  auto lease = pool_->Take(nullptr);
  lease->Discard();
  ASSAY_ASSIGN_OR_RETURN(Box* const box, lease->box());
  box->Place(std::move(prepared.files));
  box->Collect(request.fetch, request.fetch_bytes);
  ASSAY_ASSIGN_OR_RETURN(const RunResult result, box->Exec(std::move(prepared), request, nullptr));
  if (result.status != RunStatus::kExited) {
    return Error{ErrorCode::kUnavailable, "sandbox.timings", 0, "the timed program did not run"};
  }
  box->Reset();
  ASSAY_RETURN_IF_ERROR(box->AwaitReady());
  return box->times();
}

}  // namespace assay
