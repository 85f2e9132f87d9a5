#include "env/roll/model/message.h"

#include "base/clock.h"
#include "base/text.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::env {
namespace {

constexpr size_t kMostCalls = 64;  // of one answer; more are not looked at
constexpr std::string_view kIdToken = "token_id:";

std::vector<ToolCall> CallsOf(JsonValue message) {
  std::vector<ToolCall> calls;
  const JsonValue given = message.Find("tool_calls");
  if (!given.Is(JsonType::kArray)) return calls;
  for (const JsonValue each : given.Items()) {
    if (calls.size() == kMostCalls) break;
    const JsonValue function = each.Find("function");
    const JsonValue arguments = function.Find("arguments");
    ToolCall call;
    call.id = TextAt(each, "id");
    call.name = TextAt(function, "name");
    // Some servers give the object itself.
    call.arguments =
        arguments.Is(JsonType::kObject) ? std::string(arguments.raw()) : arguments.StringOrEmpty();
    // Answers to it are told by its id.
    if (call.id.empty()) call.id = "call_" + std::to_string(calls.size());
    calls.push_back(std::move(call));
  }
  return calls;
}

bool IsWhole(JsonValue value) {
  return value.Is(JsonType::kNumber) &&
         value.raw().find_first_not_of("-0123456789") == std::string_view::npos;
}

// The array without white space; empty when it is none, or has something else than token ids.
std::string IdsOf(JsonValue array) {
  if (!array.Is(JsonType::kArray)) return "";
  std::string ids = "[";
  for (const JsonValue id : array.Items()) {
    if (!IsWhole(id)) return "";
    ids.append(ids.size() > 1 ? "," : "").append(id.raw());
  }
  return ids + "]";
}

// Log-probabilities of a choice, and the tokens' ids where they are in the place of their texts.
void ReadLogprobs(JsonValue choice, Step* step) {
  const JsonValue content = choice.Find("logprobs").Find("content");
  if (!content.Is(JsonType::kArray)) return;
  std::string logprobs = "[";
  std::string ids = "[";
  bool with_ids = true;
  for (const JsonValue token : content.Items()) {
    const JsonValue logprob = token.Find("logprob");
    if (!logprob.Is(JsonType::kNumber)) return;
    logprobs.append(logprobs.size() > 1 ? "," : "");
    // -Infinity, as some write it, is no JSON.
    logprobs += logprob.raw().find_first_of("InN") == std::string_view::npos
                    ? std::string(logprob.raw())
                    : "null";
    const std::string text = TextAt(token, "token");
    const std::string id = StartsWith(text, kIdToken) ? text.substr(kIdToken.size()) : "";
    with_ids = with_ids && !id.empty() && id.find_first_not_of("0123456789") == id.npos;
    if (with_ids) ids.append(ids.size() > 1 ? "," : "").append(id);
  }
  step->logprobs = logprobs + "]";
  if (with_ids && step->token_ids.empty()) step->token_ids = ids + "]";
}

void Count(JsonWriter* json, std::string_view name, const std::optional<int64_t>& value) {
  if (value) json->Key(name).Int(*value);
}

void Array(JsonWriter* json, std::string_view name, const std::string& array) {
  if (!array.empty()) json->Key(name).Raw(array);
}

}  // namespace

void WriteMessage(const Message& message, Reasoning reasoning, JsonWriter* json) {
  json->BeginObject().Key("role").Bytes(message.role).Key("content").Bytes(message.content);
  if (reasoning == Reasoning::kKept && !message.reasoning.empty()) {
    json->Key("reasoning").Bytes(message.reasoning);
  }
  if (!message.tool_calls.empty()) {
    json->Key("tool_calls").BeginArray();
    for (const ToolCall& call : message.tool_calls) {
      json->BeginObject().Key("id").Bytes(call.id).Key("type").String("function");
      json->Key("function").BeginObject().Key("name").Bytes(call.name);
      json->Key("arguments").Bytes(call.arguments).EndObject().EndObject();
    }
    json->EndArray();
  }
  if (!message.tool_call_id.empty()) json->Key("tool_call_id").Bytes(message.tool_call_id);
  json->EndObject();
}

void WriteStep(const Step& step, JsonWriter* json) {
  json->BeginObject();
  Count(json, "prompt_tokens", step.prompt_tokens);
  Count(json, "completion_tokens", step.completion_tokens);
  Array(json, "prompt_token_ids", step.prompt_token_ids);
  Array(json, "token_ids", step.token_ids);
  Array(json, "logprobs", step.logprobs);
  json->Key("finish_reason").Bytes(step.finish_reason);
  json->Key("model").Bytes(step.model).Key("id").Bytes(step.id);
  json->Key("attempts").Int(step.attempts).Key("seconds").Double(step.seconds).EndObject();
}

ModelAnswer ReadAnswer(const rollout::GenerationRecord& record) {
  ModelAnswer answer;
  answer.message.role = "assistant";
  answer.message.content = record.content;
  answer.message.reasoning = record.reasoning;
  Step& step = answer.step;
  step.prompt_tokens = record.usage.prompt;
  step.completion_tokens = record.usage.completion;
  step.finish_reason = record.finish_reason;
  step.model = record.model;
  step.id = record.id;
  step.attempts = record.attempts;
  step.seconds = ToSeconds(record.request_time);
  JsonError error;
  const auto document = JsonDocument::Parse(record.body, &error);
  const JsonValue root = document ? document->root() : JsonValue();
  const JsonValue choices = root.Find("choices");
  if (!choices.Is(JsonType::kArray) || choices.Count() == 0) return answer;
  const JsonValue choice = choices.Items()[0];
  answer.message.tool_calls = CallsOf(choice.Find("message"));
  step.token_ids = IdsOf(choice.Find("token_ids"));
  // vLLM has them beside the choices; others within.
  step.prompt_token_ids = IdsOf(root.Find("prompt_token_ids"));
  if (step.prompt_token_ids.empty()) step.prompt_token_ids = IdsOf(choice.Find("prompt_token_ids"));
  ReadLogprobs(choice, &step);
  return answer;
}

}  // namespace assay::env
