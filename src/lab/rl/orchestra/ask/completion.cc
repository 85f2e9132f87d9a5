#include "lab/rl/orchestra/ask/completion.h"

#include <algorithm>
#include <optional>

#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::orchestra {
namespace {

Error NoRollout(const std::string& why) {
  return Error{ErrorCode::kInternal, "orchestra.ask", 0, "the answer is no rollout: " + why};
}

std::optional<std::vector<int64_t>> IdsIn(JsonValue list) {
  std::vector<int64_t> ids;
  if (!list.Is(JsonType::kArray)) return ids;
  for (const JsonValue id : list.Items()) {
    if (!id.Is(JsonType::kNumber)) return std::nullopt;
    ids.push_back(static_cast<int64_t>(id.Double()));
  }
  return ids;
}

}  // namespace

std::string CompletionRequest(const RolloutAsk& ask, int64_t max_tokens, const std::string* begun) {
  JsonWriter json;
  json.BeginObject().Key("model").Bytes(ask.model).Key("messages");
  if (begun == nullptr) {
    json.Raw(ask.messages);
  } else {
    JsonWriter last;
    last.BeginObject().Key("role").String("assistant").Key("content").Bytes(*begun).EndObject();
    // A list that isn't empty, as every prompt is.
    const std::string before = ask.messages.substr(0, ask.messages.rfind(']'));
    json.Raw(before + "," + last.text() + "]");
    json.Key("continue_final_message").Bool(true).Key("add_generation_prompt").Bool(false);
  }
  json.Key("max_tokens").Int(max_tokens).Key("temperature").Double(ask.temperature);
  if (ask.token_ids) json.Key("logprobs").Bool(true).Key("return_token_ids").Bool(true);
  std::string text = json.Take();
  if (!ask.extra_body.empty()) text += "," + ask.extra_body;
  return text + "}";
}

Result<RolloutText> ReadRollout(std::string_view body) {
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  if (!document) return NoRollout(error.message);
  const JsonValue root = document->root();
  const JsonValue choices = root.Find("choices");
  if (!choices.Is(JsonType::kArray) || choices.Count() != 1) return NoRollout("no one choice");
  const JsonValue choice = choices.Items()[0];
  const JsonValue message = choice.Find("message");
  if (!message.Is(JsonType::kObject)) return NoRollout("no message");
  RolloutText rollout;
  // Servers that take thoughts out put them beside the content.
  for (const char* name : {"reasoning_content", "reasoning"}) {
    const std::string thoughts = TextAt(message, name);
    if (!thoughts.empty() && rollout.text.empty()) rollout.text = "<think>" + thoughts + "</think>";
  }
  rollout.text += TextAt(message, "content");
  rollout.finish_reason = TextAt(choice, "finish_reason");
  rollout.truncated = rollout.finish_reason == "length";
  auto prompt_ids = IdsIn(root.Find("prompt_token_ids"));
  auto token_ids = IdsIn(choice.Find("token_ids"));
  if (!prompt_ids || !token_ids) return NoRollout("token ids that are no numbers");
  rollout.prompt_ids = std::move(*prompt_ids);
  rollout.token_ids = std::move(*token_ids);
  const JsonValue logprobs = choice.Find("logprobs").Find("content");
  if (logprobs.Is(JsonType::kArray)) {
    for (const JsonValue one : logprobs.Items()) {
      rollout.logprobs.push_back(NumberAt(one, "logprob"));
    }
  }
  if (!rollout.token_ids.empty() && rollout.token_ids.size() != rollout.logprobs.size()) {
    return NoRollout("as many log-probabilities as tokens are needed");
  }
  rollout.chosen.assign(rollout.token_ids.size(), true);
  rollout.tokens = static_cast<int64_t>(NumberAt(root.Find("usage"), "completion_tokens"));
  if (rollout.tokens == 0) {
    rollout.tokens =
        static_cast<int64_t>(std::max(rollout.token_ids.size(), rollout.logprobs.size()));
  }
  return rollout;
}

Result<RolloutText> Joined(const RolloutText& first, const std::string& phrase,
                           const RolloutText& second) {
  RolloutText whole = second;
  whole.text = first.text + phrase + second.text;
  whole.interrupted = true;
  whole.prompt_ids = first.prompt_ids;
  whole.token_ids = first.token_ids;
  whole.logprobs = first.logprobs;
  whole.chosen = first.chosen;
  if (first.token_ids.empty()) {
    whole.tokens = first.tokens + second.tokens;
    return whole;
  }
  // What stands before the second part is the first prompt, what was written, and the phrase.
  std::vector<int64_t> before = first.prompt_ids;
  before.insert(before.end(), first.token_ids.begin(), first.token_ids.end());
  if (second.prompt_ids.size() < before.size() ||
      !std::equal(before.begin(), before.end(), second.prompt_ids.begin())) {
    return NoRollout(
        "going on after the interruption, the server reads other tokens than it wrote");
  }
  for (size_t i = before.size(); i < second.prompt_ids.size(); ++i) {
    whole.token_ids.push_back(second.prompt_ids[i]);
    whole.logprobs.push_back(0);
    whole.chosen.push_back(false);
  }
  whole.token_ids.insert(whole.token_ids.end(), second.token_ids.begin(), second.token_ids.end());
  whole.logprobs.insert(whole.logprobs.end(), second.logprobs.begin(), second.logprobs.end());
  whole.chosen.insert(whole.chosen.end(), second.token_ids.size(), true);
  whole.tokens = static_cast<int64_t>(whole.token_ids.size());
  return whole;
}

}  // namespace assay::orchestra
