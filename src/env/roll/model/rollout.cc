#include "env/roll/model/rollout.h"

#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.rollout";
constexpr char kRewardKey[] = ",\"reward\":";

Error Unreadable(std::string what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(what)};
}

std::optional<int64_t> PromptTokens(const Rollout& rollout) {
  int64_t sum = 0;
  for (const Step& step : rollout.steps) {
    if (!step.prompt_tokens) return std::nullopt;
    sum += *step.prompt_tokens;
  }
  return sum;
}

void Number(JsonWriter* json, std::string_view name, const std::optional<int64_t>& value) {
  json->Key(name);
  if (value) {
    json->Int(*value);
  } else {
    json->Null();
  }
}

void WriteMask(const Mask& mask, JsonWriter* json) {
  json->BeginObject().Key("function").Null().Key("cause").Bytes(mask.cause);
  json->Key("reason").Bytes(mask.reason).Key("message").Bytes(mask.message).EndObject();
}

std::optional<Mask> MaskOf(JsonValue mask) {
  if (!mask.Is(JsonType::kObject)) return std::nullopt;
  return Mask{TextAt(mask, "cause"), TextAt(mask, "reason"), TextAt(mask, "message")};
}

// `members` begins with a comma.
std::string WithMembers(const std::string& unscored, const std::string& members) {
  return unscored.substr(0, unscored.size() - 1) + members + "}";
}

}  // namespace

std::optional<int64_t> Rollout::completion_tokens() const {
  int64_t sum = 0;
  for (const Step& step : steps) {
    if (!step.completion_tokens) return std::nullopt;
    sum += *step.completion_tokens;
  }
  return sum;
}

std::string RolloutId(std::string_view environment, std::string_view task, int64_t sample) {
  return std::string(environment) + "/" + std::string(task) + "/" + std::to_string(sample);
}

std::string ToJson(const Rollout& rollout) {
  JsonWriter json(4096);
  json.BeginObject().Key("id").Bytes(rollout.id);
  json.Key("environment").Bytes(rollout.environment).Key("version").Bytes(rollout.version);
  json.Key("task").Bytes(rollout.task).Key("sample").Int(rollout.sample);
  json.Key("messages").BeginArray();
  for (const Message& message : rollout.messages) WriteMessage(message, Reasoning::kKept, &json);
  json.EndArray().Key("response").Bytes(rollout.response);
  json.Key("ended").String(kEndedNames.NameOf(rollout.ended));
  json.Key("turns").Int(static_cast<int64_t>(rollout.steps.size()));
  json.Key("steps").BeginArray();
  for (const Step& step : rollout.steps) WriteStep(step, &json);
  json.EndArray().Key("tokens").BeginObject();
  Number(&json, "prompt", PromptTokens(rollout));
  Number(&json, "completion", rollout.completion_tokens());
  json.EndObject().Key("times").BeginObject().Key("model_s").Double(rollout.model_s);
  json.Key("tools_s").Double(rollout.tools_s).Key("total_s").Double(rollout.total_s).EndObject();
  json.Key("attempts").Int(rollout.attempts).Key("faults").BeginArray();
  for (const std::string& fault : rollout.faults) json.Bytes(fault);
  json.EndArray().Key("failure");
  if (rollout.mask) {
    WriteMask(*rollout.mask, &json);
  } else {
    json.Null();
  }
  return json.EndObject().Take();
}

Result<RolloutLine> ParseRolloutLine(std::string_view text) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document) return Unreadable(error.message);
  const JsonValue root = document->root();
  RolloutLine line;
  line.id = TextAt(root, "id");
  const JsonValue response = root.Find("response");
  if (line.id.empty() || !response.Is(JsonType::kString)) return Unreadable("is no rollout");
  line.response = response.String();
  const JsonValue tokens = root.Find("tokens").Find("completion");
  if (tokens.Is(JsonType::kNumber)) {
    line.completion_tokens = static_cast<int64_t>(tokens.Double());
  }
  line.failed = root.Find("failure").Is(JsonType::kObject);
  const JsonValue reward = root.Find("reward");
  if (!reward) {
    line.mask = MaskOf(root.Find("failure"));
    line.unscored = text;
    return line;
  }
  line.has_reward = true;
  if (reward.Is(JsonType::kNumber)) line.reward = reward.Double();
  line.mask = MaskOf(root.Find("mask"));
  // WithReward put it behind all else.
  const auto at = static_cast<size_t>(reward.raw().data() - text.data());
  const size_t key = text.substr(0, at).rfind(kRewardKey);
  if (key == text.npos) return Unreadable("its reward isn't where it should be");
  line.unscored = std::string(text.substr(0, key)) + "}";
  return line;
}

Result<std::string> WithReward(const std::string& unscored, std::string_view result) {
  JsonError error;
  const auto document = JsonDocument::Parse(result, &error);
  const JsonValue root = document ? document->root() : JsonValue();
  const JsonValue score = root.Find("score");
  const JsonValue mask = root.Find("mask");
  const JsonValue functions = root.Find("functions");
  if (!score || !mask || !functions) {
    return Error{ErrorCode::kUnavailable, kStage, 0, "the judge's result has no score"};
  }
  std::string members = kRewardKey + std::string(score.raw());
  members += std::string(",\"masked\":") + (score.IsNull() ? "true" : "false");
  members += ",\"mask\":" + std::string(mask.raw());
  members += ",\"functions\":" + std::string(functions.raw());
  for (const char* const name : {"weight_scale", "advantage", "group", "errors"}) {
    const JsonValue value = root.Find(name);
    if (value) members += std::string(",\"") + name + "\":" + std::string(value.raw());
  }
  return WithMembers(unscored, members);
}

std::string WithMask(const std::string& unscored, const Mask& mask) {
  JsonWriter json;
  WriteMask(mask, &json);
  return WithMembers(unscored, kRewardKey + std::string("null,\"masked\":true,\"mask\":") +
                                   json.Take() + ",\"functions\":[]");
}

}  // namespace assay::env
