#include "lab/rl/orchestra/batch/rollout_record.h"

#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::orchestra {
namespace {

template <typename List, typename Write>
void WriteList(std::string_view key, const List& list, JsonWriter* json, const Write& write) {
  json->Key(key).BeginArray();
  for (const auto& one : list) write(one);
  json->EndArray();
}

void WriteIds(std::string_view key, const std::vector<int64_t>& ids, JsonWriter* json) {
  WriteList(key, ids, json, [json](int64_t id) { json->Int(id); });
}
void WriteNumbers(std::string_view key, const std::vector<double>& numbers, JsonWriter* json) {
  WriteList(key, numbers, json, [json](double number) { json->Double(number); });
}
void WriteFlags(std::string_view key, const std::vector<bool>& flags, JsonWriter* json) {
  WriteList(key, flags, json, [json](bool flag) { json->Bool(flag); });
}

void WriteReward(const std::optional<double>& reward, JsonWriter* json) {
  json->Key("reward");
  reward ? json->Double(*reward) : json->Null();
}

void WriteRollout(const RolloutRecord& rollout, JsonWriter* json) {
  const RolloutText& text = rollout.text;
  json->Key("rollout").Int(rollout.rollout).Key("text").Bytes(text.text);
  json->Key("finish_reason").Bytes(text.finish_reason).Key("truncated").Bool(text.truncated);
  json->Key("interrupted").Bool(text.interrupted).Key("tokens").Int(text.tokens);
  WriteReward(rollout.reward, json);
  json->Key("verdict").Bytes(rollout.verdict).Key("first_version").Int(rollout.first_version);
  json->Key("last_version").Int(rollout.last_version);
  WriteIds("prompt_ids", text.prompt_ids, json);
  WriteIds("token_ids", text.token_ids, json);
  WriteNumbers("logprobs", text.logprobs, json);
  WriteFlags("chosen", text.chosen, json);
}

void WriteGroupHead(const GroupRecord& group, JsonWriter* json) {
  json->Key("group").Int(group.group).Key("id").Bytes(group.id).Key("row").Int(group.row);
  json->Key("domain").Bytes(group.domain).Key("messages").Raw(group.messages);
  json->Key("temperature").Double(group.temperature);
  json->Key("response_tokens").Int(group.response_tokens);
}

void WritePrimeRl(const GroupRecord& group, const RolloutRecord& rollout, double advantage,
                  JsonWriter* json) {
  const RolloutText& text = rollout.text;
  const size_t prompt = text.prompt_ids.size();
  const auto behind_prompt = [prompt](auto list, const auto& further) {
    list.resize(prompt);
    list.insert(list.end(), further.begin(), further.end());
    return list;
  };
  const std::vector<bool> mask = behind_prompt(std::vector<bool>(), text.chosen);
  std::vector<double> advantages(mask.size(), 0);
  for (size_t i = 0; i < mask.size(); ++i) advantages[i] = mask[i] ? advantage : 0;
  WriteIds("token_ids", behind_prompt(text.prompt_ids, text.token_ids), json);
  WriteFlags("mask", mask, json);
  WriteNumbers("logprobs", behind_prompt(std::vector<double>(), text.logprobs), json);
  WriteNumbers("temperatures", std::vector<double>(mask.size(), group.temperature), json);
  WriteNumbers("advantages", advantages, json);
  json->Key("reward").Double(*rollout.reward).Key("env_name").Bytes(group.domain);
}

void WriteVerl(const GroupRecord& group, const RolloutRecord& rollout, JsonWriter* json) {
  const RolloutText& text = rollout.text;
  json->Key("uid").String(std::to_string(group.group)).Key("data_source").Bytes(group.domain);
  WriteIds("prompts", text.prompt_ids, json);
  WriteIds("responses", text.token_ids, json);
  WriteList("response_mask", text.chosen, json, [json](bool chosen) { json->Int(chosen ? 1 : 0); });
  WriteNumbers("rollout_log_probs", text.logprobs, json);
  // The whole score stands at the last token, as verl's reward managers put it.
  std::vector<double> scores(text.token_ids.size(), 0);
  if (!scores.empty()) scores.back() = *rollout.reward;
  WriteNumbers("rm_scores", scores, json);
}

double MeanReward(const GroupRecord& group) {
  double sum = 0, count = 0;
  for (const RolloutRecord& rollout : group.rollouts) {
    if (!rollout.reward) continue;
    sum += *rollout.reward;
    count += 1;
  }
  return count == 0 ? 0 : sum / count;
}

std::vector<int64_t> IdsAt(JsonValue object, std::string_view key) {
  std::vector<int64_t> ids;
  const JsonValue list = object.Find(key);
  if (!list.Is(JsonType::kArray)) return ids;
  for (const JsonValue one : list.Items()) ids.push_back(static_cast<int64_t>(one.Double()));
  return ids;
}

RolloutRecord ReadRolloutRecord(JsonValue row) {
  RolloutRecord rollout;
  RolloutText& text = rollout.text;
  rollout.rollout = static_cast<int64_t>(NumberAt(row, "rollout"));
  text.text = TextAt(row, "text");
  text.finish_reason = TextAt(row, "finish_reason");
  const auto flag = [&](const char* key) {
    const JsonValue value = row.Find(key);
    return value.Is(JsonType::kBool) && value.Bool();
  };
  text.truncated = flag("truncated");
  text.interrupted = flag("interrupted");
  text.tokens = static_cast<int64_t>(NumberAt(row, "tokens"));
  if (const JsonValue reward = row.Find("reward"); reward.Is(JsonType::kNumber)) {
    rollout.reward = reward.Double();
  }
  rollout.verdict = TextAt(row, "verdict");
  rollout.first_version = static_cast<int64_t>(NumberAt(row, "first_version"));
  rollout.last_version = static_cast<int64_t>(NumberAt(row, "last_version"));
  text.prompt_ids = IdsAt(row, "prompt_ids");
  text.token_ids = IdsAt(row, "token_ids");
  if (const JsonValue list = row.Find("logprobs"); list.Is(JsonType::kArray)) {
    for (const JsonValue one : list.Items()) text.logprobs.push_back(one.Double());
  }
  if (const JsonValue list = row.Find("chosen"); list.Is(JsonType::kArray)) {
    for (const JsonValue one : list.Items()) text.chosen.push_back(one.Bool());
  }
  return rollout;
}

}  // namespace

std::string GroupJson(const GroupRecord& group) {
  JsonWriter json;
  json.BeginObject();
  WriteGroupHead(group, &json);
  json.Key("rollouts").BeginArray();
  for (const RolloutRecord& rollout : group.rollouts) {
    json.BeginObject();
    WriteRollout(rollout, &json);
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

Result<GroupRecord> ReadGroup(std::string_view text) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  const JsonValue row = document ? document->root() : JsonValue();
  const JsonValue rollouts = row.Find("rollouts");
  const JsonValue messages = row.Find("messages");
  if (!rollouts.Is(JsonType::kArray) || !messages.Is(JsonType::kArray)) {
    return Error{ErrorCode::kInternal, "orchestra.batch", 0, "a line of groups is none"};
  }
  GroupRecord group;
  group.group = static_cast<int64_t>(NumberAt(row, "group"));
  group.id = TextAt(row, "id");
  group.row = static_cast<int64_t>(NumberAt(row, "row"));
  group.domain = TextAt(row, "domain");
  group.messages = messages.raw();
  group.temperature = NumberAt(row, "temperature");
  group.response_tokens = static_cast<int64_t>(NumberAt(row, "response_tokens"));
  for (const JsonValue one : rollouts.Items()) group.rollouts.push_back(ReadRolloutRecord(one));
  return group;
}

std::string BatchLines(const GroupRecord& group, int64_t step, RecordShape shape) {
  const double mean = MeanReward(group);
  std::string lines;
  for (const RolloutRecord& rollout : group.rollouts) {
    if (!rollout.reward && shape != RecordShape::kAssay) continue;
    JsonWriter json;
    json.BeginObject();
    switch (shape) {
      case RecordShape::kAssay:
        json.Key("step").Int(step);
        WriteGroupHead(group, &json);
        WriteRollout(rollout, &json);
        json.Key("advantage");
        rollout.reward ? json.Double(*rollout.reward - mean) : json.Null();
        break;
      case RecordShape::kPrimeRl:
        WritePrimeRl(group, rollout, *rollout.reward - mean, &json);
        break;
      case RecordShape::kVerl: WriteVerl(group, rollout, &json); break;
    }
    lines += json.EndObject().Take() + "\n";
  }
  return lines;
}

}  // namespace assay::orchestra
