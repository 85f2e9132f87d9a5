#include "lab/synth/generate/asker.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

namespace assay::synth {
namespace {

constexpr char kStage[] = "synth.ask";

// Cancels the generator when the run is to stop. Joins in its destructor.
class StopWatch {
 public:
  StopWatch(rollout::Generator* generator, const std::atomic<bool>* stop) {
    if (stop == nullptr) return;
    thread_ = std::thread([this, generator, stop] {
      while (!done_.load()) {
        if (stop->load()) return generator->Cancel();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    });
  }
  ~StopWatch() {
    done_ = true;
    if (thread_.joinable()) thread_.join();
  }
  StopWatch(const StopWatch&) = delete;

 private:
  std::atomic<bool> done_{false};
  std::thread thread_;
};

bool EndsAll(rollout::EndReason reason) {
  return reason == rollout::EndReason::kQuota || reason == rollout::EndReason::kDenied ||
         reason == rollout::EndReason::kBudget || reason == rollout::EndReason::kStorage;
}

}  // namespace

Asker::Asker(AskerOptions options, rollout::RunFolder* folder, const rollout::RunFolder* replay,
             rollout::Generator::Transport transport, const std::atomic<bool>* stop)
    : options_(std::move(options)),
      folder_(folder),
      replay_(replay),
      transport_(std::move(transport)),
      stop_(stop) {}

Result<rollout::GenerationRecord> Asker::Ask(const std::string& item, int64_t sample,
                                             const rollout::Prompt& prompt) {
  rollout::Ask ask;
  ask.key = rollout::GenerationKey(options_.sampling.model, options_.endpoint,
                                   rollout::PromptJson(prompt),
                                   rollout::ParametersJson(prompt, options_.sampling), sample);
  if (folder_->StateOfGeneration(ask.key) == rollout::RowState::kDone) {
    return folder_->ReadGeneration(ask.key);
  }
  if (replay_ != nullptr && replay_->StateOfGeneration(ask.key) == rollout::RowState::kDone) {
    ASSAY_ASSIGN_OR_RETURN(rollout::GenerationRecord record, replay_->ReadGeneration(ask.key));
    ASSAY_RETURN_IF_ERROR(folder_->Append(record));
    return record;
  }
  if (!transport_) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 "the recorded run has no answer to this prompt of " + item +
                     ": it was made with another problem, form, model or prompt"};
  }
  ask.item = item;
  ask.sample = sample;
  ask.body = rollout::RequestBody(prompt, options_.sampling, sample);
  ask.rules.thinking = options_.thinking;
  ask.rules.stop = rollout::AllStops(prompt, options_.sampling);
  ask.max_tokens = options_.sampling.max_tokens;
  return AskModel(std::move(ask));
}

Result<rollout::BudgetLimits> Asker::Left() const {
  MutexLock lock(mutex_);
  if (!over_.empty()) return Error{ErrorCode::kUnavailable, kStage, 0, over_};
  rollout::BudgetLimits left = options_.generator.budget;
  const rollout::Budget prices(left);
  const bool none =
      (left.requests && *left.requests <= spent_.requests) ||
      (left.tokens && *left.tokens <= spent_.prompt_tokens + spent_.completion_tokens) ||
      (left.cost && *left.cost <= prices.CostOf(spent_));
  if (none) return Error{ErrorCode::kUnavailable, kStage, 0, "the run's own budget is spent"};
  if (left.requests) *left.requests -= spent_.requests;
  if (left.tokens) *left.tokens -= spent_.prompt_tokens + spent_.completion_tokens;
  if (left.cost) *left.cost -= prices.CostOf(spent_);
  return left;
}

Result<rollout::GenerationRecord> Asker::AskModel(rollout::Ask ask) {
  rollout::GeneratorOptions options = options_.generator;
  ASSAY_ASSIGN_OR_RETURN(options.budget, Left());
  options.max_in_flight = 1;
  options.total = 1;
  rollout::RealSurroundings surroundings;
  rollout::Generator generator(options, transport_, &surroundings);
  std::optional<rollout::GenerationRecord> record;
  bool drawn = false;
  rollout::GenerationEnd end;
  {
    const StopWatch watch(&generator, stop_);
    end = generator.Run(
        [&]() -> std::optional<rollout::Ask> {
          return std::exchange(drawn, true) ? std::nullopt : std::optional(ask);
        },
        [&](const rollout::GenerationRecord& answer) -> Status {
          record = answer;
          return folder_->Append(answer);
        });
  }
  {
    MutexLock lock(mutex_);
    spent_ += generator.progress().spent;
    if (EndsAll(end.reason)) over_ = end.message;
  }
  if (record && !record->error) return *std::move(record);
  const std::string why = record ? record->error->kind + ": " + record->error->message
                          : end.message.empty() ? "there is no answer of the model"
                                                : end.message;
  return Error{ErrorCode::kUnavailable, kStage, 0, why};
}

rollout::Spending Asker::spent() const {
  MutexLock lock(mutex_);
  return spent_;
}

double Asker::cost() const {
  const rollout::BudgetLimits& limits = options_.generator.budget;
  MutexLock lock(mutex_);
  return limits.prompt_price || limits.completion_price ? rollout::Budget(limits).CostOf(spent_)
                                                        : 0;
}

}  // namespace assay::synth
