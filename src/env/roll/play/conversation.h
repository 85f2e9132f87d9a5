// Conversation: one rollout while it goes on. It is asked what to say to the model, and told what
// the model answered; in between it calls tools and, where the environment says something after an
// answer that isn't right yet, has the response scored.
//
// It has no thread and no client of its own: the Generator asks, and whoever waits for its answers
// calls Next in the slot of this rollout. One thread at a time, but for GiveUp.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "base/clock.h"
#include "env/model/manifest.h"
#include "env/model/task.h"
#include "env/roll/model/rollout.h"
#include "env/roll/tools/tool_box.h"
#include "rollout/generate/generator.h"
#include "rollout/generate/request.h"
#include "service/judge.h"

namespace assay::env {

// An environment as its rollouts are made.
struct Stage {
  Manifest manifest;
  rollout::Sampling sampling;  // with the environment's tools; see StageOf
};
// kInvalidArgument: a tool that isn't built in, or sampling that contradicts the environment.
Result<Stage> StageOf(Manifest manifest, rollout::Sampling sampling);

// What conversations need of the run; all outlives them.
struct Surrounding {
  service::Judge* judge = nullptr;
  // The result of POST /v1/score of an item, which has the rubric's name. Blocks.
  std::function<Result<std::string>(const std::string& item)> score;
  std::string label;  // of their sandboxes, with the run's id
  const std::atomic<bool>* stop = nullptr;
};
inline constexpr char kSandboxLabel[] = "assay-env-run";

// The item of POST /v1/score: the task's with the response. `group`: empty: none.
std::string ScoredItem(const Task& task, const std::string& rubric, const std::string& response,
                       const std::optional<int64_t>& tokens, const std::string& group);

class Conversation {
 public:
  Conversation(const Stage& stage, const Task& task, int64_t sample,
               const Surrounding& surrounding);
  Conversation(const Conversation&) = delete;

  rollout::Ask First();
  // What is asked next; none: it is over. Blocks. An Error: the run can't go on.
  Result<std::optional<rollout::Ask>> Next(const rollout::GenerationRecord& record);

  // Once it is over.
  const Rollout& rollout() const { return rollout_; }
  // The result of POST /v1/score of the response, where it is known already.
  const std::string& result() const { return result_; }

  std::string sandbox_id() const { return tools_ ? tools_->sandbox_id() : ""; }
  // Its sandbox is gone: the answer that is waited for is wanted no more. Any thread.
  void GiveUp() { unwanted_.Cancel(); }

 private:
  rollout::Ask AskNow();
  void Say(Message message);
  void OnFailure(const rollout::RowError& error);
  // Whether `submit` was among the calls. An Error: a fault of the sandbox, or of the task.
  Result<bool> CallTools(const std::vector<ToolCall>& calls);
  // What is said to the model about its answer; none: nothing.
  Result<std::optional<std::string>> FollowUpText(int64_t turns_left);
  Status FindResponse();
  void End(Ended ended);
  void Fail(const Error& error);
  int64_t turns_left() const;
  double used_s() const { return rollout_.model_s + rollout_.tools_s; }

  const Stage& stage_;
  const Task& task_;
  const Surrounding& surrounding_;
  const RolloutRules& rules_;
  const SteadyTime began_;
  std::unique_ptr<ToolBox> tools_;  // null: there are none
  Rollout rollout_;
  std::string messages_;  // JSON of those that were said, without brackets
  std::string result_;
  bool over_ = false;
  CancelToken unwanted_;
};

}  // namespace assay::env
