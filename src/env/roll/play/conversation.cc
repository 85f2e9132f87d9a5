// How a rollout begins and ends, and what one answer of the model leads to.
#include "env/roll/play/conversation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "env/roll/play/feedback.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

using rollout::Ask;

std::string SandboxKey(const std::string& label, const std::string& id) {
  // Of this start of the rollout alone: one that is begun anew has a sandbox of its own.
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return fmt::format("{}-{:x}-{:x}", label, std::hash<std::string>()(id), now);
}

}  // namespace

Result<Stage> StageOf(Manifest manifest, rollout::Sampling sampling) {
  const auto refuse = [&manifest](const std::string& what) {
    return Error{ErrorCode::kInvalidArgument, "env.roll", 0, manifest.name + ": " + what};
  };
  for (const std::string& tool : manifest.rollout.tools) {
    if (!kToolNames.Find(tool)) {
      return refuse("the tool '" + tool + "' isn't built in: there are " + kToolNames.Choices() +
                    "; others need the environment's own file for verifiers");
    }
  }
  if (!manifest.rollout.tools.empty()) {
    JsonError error;
    const auto extra = JsonDocument::Parse(sampling.extra_body, &error);
    if (!extra || !extra->root().Is(JsonType::kObject)) {
      return refuse("extra_body: must be a JSON object");
    }
    if (extra->root().Find("tools")) return refuse("extra_body.tools: the environment has its own");
    JsonWriter json;
    json.BeginObject();
    CopyMembers(extra->root(), &json);
    json.Key("tools").Raw(ToolsJson(manifest.rollout.tools));
    sampling.extra_body = json.EndObject().Take();
  }
  return Stage{std::move(manifest), std::move(sampling)};
}

std::string ScoredItem(const Task& task, const std::string& rubric, const std::string& response,
                       const std::optional<int64_t>& tokens, const std::string& group) {
  JsonWriter json(response.size() + 128);
  json.BeginObject().Key("rubric").String(rubric).Key("response").Bytes(response);
  if (tokens) json.Key("response_tokens").Int(*tokens);
  if (!group.empty()) json.Key("origin").BeginObject().Key("group").Bytes(group).EndObject();
  const std::string more = json.EndObject().Take();
  return task.item.substr(0, task.item.size() - 1) + "," + more.substr(1);
}

Conversation::Conversation(const Stage& stage, const Task& task, int64_t sample,
                           const Surrounding& surrounding)
    : stage_(stage),
      task_(task),
      surrounding_(surrounding),
      rules_(stage.manifest.rollout),
      began_(std::chrono::steady_clock::now()) {
  rollout_.environment = stage.manifest.name;
  rollout_.version = stage.manifest.version.ToString();
  rollout_.task = task.id;
  rollout_.sample = sample;
  rollout_.id = RolloutId(rollout_.environment, task.id, sample);
  if (!rules_.tools.empty()) {
    ToolBoxOrder order;
    order.sandbox.image = task.image;
    order.sandbox.memory_mb = rules_.sandbox.memory_mb;
    order.sandbox.cpus = rules_.sandbox.cpus;
    order.sandbox.labels = {{kSandboxLabel, surrounding.label}};
    order.sandbox.key = SandboxKey(surrounding.label, rollout_.id);
    order.files = task.files;
    tools_ =
        std::make_unique<ToolBox>(rules_, std::move(order), surrounding.judge, surrounding.stop);
  }
}

Ask Conversation::First() {
  if (!stage_.manifest.system_prompt.empty()) {
    Say({.role = "system", .content = stage_.manifest.system_prompt});
  }
  Say({.role = "user", .content = task_.user_prompt});
  return AskNow();
}

void Conversation::Say(Message message) {
  JsonWriter json;
  WriteMessage(message, Reasoning::kLeftOut, &json);
  messages_ += (messages_.empty() ? "" : ",") + json.Take();
  rollout_.messages.push_back(std::move(message));
}

Ask Conversation::AskNow() {
  rollout::Sampling sampling = stage_.sampling;
  if (rules_.limits.response_tokens) {
    const int64_t left = *rules_.limits.response_tokens - rollout_.completion_tokens().value_or(0);
    sampling.max_tokens = std::min(sampling.max_tokens.value_or(left), left);
  }
  rollout::Prompt prompt;
  prompt.messages_json = "[" + messages_ + "]";
  Ask ask;
  ask.key = rollout_.id;
  ask.item = rollout_.task;
  ask.sample = rollout_.sample;
  ask.body = rollout::RequestBody(prompt, sampling, rollout_.sample);
  // The rubric tells thoughts from answers, and sees both.
  ask.rules.thinking = rollout::Thinking::kNone;
  ask.rules.stop = rollout::AllStops(prompt, sampling);
  ask.rules.tool_calls = tools_ != nullptr;
  ask.rules.keep_body = true;
  ask.max_tokens = sampling.max_tokens;
  if (rules_.limits.deadline_s) {
    ask.most_time = FromSeconds(*rules_.limits.deadline_s - used_s());
  }
  if (tools_) ask.unwanted = &unwanted_;
  return ask;
}

int64_t Conversation::turns_left() const {
  return rules_.limits.turns - static_cast<int64_t>(rollout_.steps.size());
}

Result<std::optional<Ask>> Conversation::Next(const rollout::GenerationRecord& record) {
  rollout_.attempts += record.attempts;
  if (record.error) {
    OnFailure(*record.error);
    return std::optional<Ask>();
  }
  ModelAnswer answer = ReadAnswer(record);
  if (!tools_) answer.message.tool_calls.clear();
  const std::vector<ToolCall> calls = answer.message.tool_calls;
  rollout_.model_s += answer.step.seconds;
  rollout_.steps.push_back(std::move(answer.step));
  Say(std::move(answer.message));

  bool submitted = false;
  if (!calls.empty() && !record.truncated) {
    const auto called = CallTools(calls);
    if (!called.ok()) {
      Fail(called.error());
      return std::optional<Ask>();
    }
    submitted = *called;
  }
  const auto& tokens = rules_.limits.response_tokens;
  const bool spent = tokens && rollout_.completion_tokens().value_or(0) >= *tokens;
  const bool late = rules_.limits.deadline_s && used_s() >= *rules_.limits.deadline_s;
  const bool whole = submitted || calls.empty();
  const Ended ended = record.truncated ? Ended::kTokens
                      : submitted      ? Ended::kSubmit
                      : whole          ? Ended::kAnswer
                      : spent          ? Ended::kTokens
                      : late           ? Ended::kDeadline
                                       : Ended::kTurns;
  if (record.truncated || spent || late || turns_left() <= 0) {
    End(ended);
    return std::optional<Ask>();
  }
  if (!whole) return std::optional<Ask>(AskNow());
  ASSAY_ASSIGN_OR_RETURN(const auto follow_up, FollowUpText(turns_left()));
  if (over_) return std::optional<Ask>();
  if (!follow_up) {
    End(ended);
    return std::optional<Ask>();
  }
  Say({.role = "user", .content = *follow_up});
  return std::optional<Ask>(AskNow());
}

void Conversation::OnFailure(const rollout::RowError& error) {
  // What was said by then is scored: the model has used up its room itself.
  if (error.kind == "context_length" && !rollout_.steps.empty()) {
    End(Ended::kContextLength);
    return;
  }
  Mask mask{std::string(kInfrastructure), error.kind, error.message};
  if (error.kind == "context_length") mask.cause = "problem";
  if (unwanted_.cancelled()) {
    mask.reason = "sandbox";
    mask.message = "its sandbox ended while the model was asked";
    rollout_.faults.push_back(mask.message);
  }
  rollout_.mask = std::move(mask);
  End(Ended::kFailed);
}

Result<bool> Conversation::CallTools(const std::vector<ToolCall>& calls) {
  const SteadyTime began = std::chrono::steady_clock::now();
  const auto count_time = [&] {
    rollout_.tools_s += ToSeconds(std::chrono::steady_clock::now() - began);
  };
  bool submitted = false;
  for (const ToolCall& call : calls) {
    // Nothing is done behind what was handed in; each call needs its answer all the same.
    Result<std::string> said =
        submitted ? Result<std::string>(std::string("Not done: submitted.")) : tools_->Call(call);
    if (!said.ok()) {
      count_time();
      return said.error();
    }
    if (!submitted && call.name == kToolNames.NameOf(Tool::kSubmit)) {
      submitted = tools_->submitted().has_value();
    }
    Say({.role = "tool", .content = *std::move(said), .tool_call_id = call.id});
  }
  count_time();
  return submitted;
}

Result<std::optional<std::string>> Conversation::FollowUpText(int64_t turns_left) {
  if (task_.follow_up.empty()) return std::optional<std::string>();
  if (const Status found = FindResponse(); !found.ok()) {
    Fail(found.error());
    return std::optional<std::string>();
  }
  ASSAY_ASSIGN_OR_RETURN(
      result_, surrounding_.score(ScoredItem(task_, stage_.manifest.name, rollout_.response,
                                             rollout_.completion_tokens(), "")));
  ASSAY_ASSIGN_OR_RETURN(const Feedback feedback, FeedbackOf(result_));
  if (!feedback.score || *feedback.score >= rules_.follow_up.below) {
    return std::optional<std::string>();
  }
  result_.clear();
  return std::optional<std::string>(FillFollowUp(task_.follow_up, feedback.text,
                                                 fmt::format("{:g}", *feedback.score),
                                                 std::to_string(turns_left)));
}

Status Conversation::FindResponse() {
  const SteadyTime began = std::chrono::steady_clock::now();
  const ResponseFrom from = rules_.response.from;
  if (from == ResponseFrom::kFile || from == ResponseFrom::kDiff) {
    ASSAY_ASSIGN_OR_RETURN(rollout_.response, tools_->Response());
    rollout_.tools_s += ToSeconds(std::chrono::steady_clock::now() - began);
    return {};
  }
  if (from == ResponseFrom::kSubmit && tools_->submitted()) {
    rollout_.response = *tools_->submitted();
    return {};
  }
  const auto last = std::find_if(rollout_.messages.rbegin(), rollout_.messages.rend(),
                                 [](const Message& each) { return each.role == "assistant"; });
  if (last != rollout_.messages.rend()) rollout_.response = last->content;
  return {};
}

void Conversation::Fail(const Error& error) {
  const bool of_task = error.code == ErrorCode::kInvalidArgument;
  rollout_.mask =
      Mask{of_task ? "problem" : std::string(kInfrastructure), "sandbox", error.message};
  rollout_.faults.push_back(error.ToString());
  End(Ended::kFailed);
}

void Conversation::End(Ended ended) {
  if (over_) return;
  rollout_.ended = ended;
  over_ = true;
  if (!rollout_.mask && result_.empty()) {
    if (const Status found = FindResponse(); !found.ok()) {
      over_ = false;
      Fail(found.error());
      return;
    }
  }
  tools_.reset();
  rollout_.total_s = ToSeconds(std::chrono::steady_clock::now() - began_);
}

}  // namespace assay::env
