#include "rollout/generate/request.h"

#include <algorithm>

#include "text/canonical_json.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::rollout {
namespace {

Error Invalid(std::string_view parameter, const std::string& what) {
  return InvalidField("rollout.request", std::string(parameter), what);
}

std::string_view NameOf(TokenLimitName name) {
  return name == TokenLimitName::kMaxTokens ? "max_tokens" : "max_completion_tokens";
}

// Whether a member of extra_body would be in the request twice, or undo what it is made for.
std::string WhyNotExtra(std::string_view name, const Sampling& sampling) {
  if (name == "model" || name == "messages" || name == "prompt") return "is the run's own";
  if (name == "n") return "must not be there: every sample is a request of its own";
  if (name == "stream") return "must not be there: answers are read whole";
  if (name == "stop") return "has a parameter of its own";
  const bool twice = (name == "temperature" && sampling.temperature) ||
                     (name == "top_p" && sampling.top_p) || (name == "seed" && sampling.seed) ||
                     (name == NameOf(sampling.token_limit_name) && sampling.max_tokens);
  return twice ? "is set twice" : "";
}

void WriteParameters(const Prompt& prompt, const Sampling& sampling, int64_t sample,
                     JsonWriter* json) {
  if (sampling.temperature) json->Key("temperature").Double(*sampling.temperature);
  if (sampling.top_p) json->Key("top_p").Double(*sampling.top_p);
  if (sampling.max_tokens) json->Key(NameOf(sampling.token_limit_name)).Int(*sampling.max_tokens);
  if (sampling.seed) json->Key("seed").Int(*sampling.seed + sample);
  std::vector<std::string> stops = AllStops(prompt, sampling);
  if (stops.size() > kMaxStopsSent) stops.resize(kMaxStopsSent);
  if (!stops.empty() && sampling.stop_use == StopUse::kSend) {
    json->Key("stop").BeginArray();
    for (const std::string& stop : stops) json->Bytes(stop);
    json->EndArray();
  }
  JsonError error;
  const auto extra = JsonDocument::Parse(sampling.extra_body, &error);
  ASSAY_CHECK(extra.has_value());
  for (const JsonValue::Member& member : extra->root().Members()) {
    json->Key(member.key).Raw(CanonicalJson(member.value));
  }
}

void WritePrompt(const Prompt& prompt, JsonWriter* json) {
  if (prompt.route == CompletionsRoute::kText) {
    json->Key("prompt").Bytes(prompt.text);
    return;
  }
  if (!prompt.messages_json.empty()) {
    json->Key("messages").Raw(prompt.messages_json);
    return;
  }
  json->Key("messages").BeginArray();
  for (const Message& message : prompt.messages) {
    json->BeginObject().Key("role").Bytes(message.role);
    json->Key("content").Bytes(message.content).EndObject();
  }
  json->EndArray();
}

}  // namespace

Status CheckSampling(const Sampling& sampling) {
  if (sampling.model.empty()) return Invalid("model", "name the model to ask");
  if (sampling.temperature && !(*sampling.temperature >= 0 && *sampling.temperature <= 100)) {
    return Invalid("temperature", "must not be negative");
  }
  if (sampling.top_p && !(*sampling.top_p > 0 && *sampling.top_p <= 1)) {
    return Invalid("top_p", "must be above 0 and at most 1");
  }
  if (sampling.max_tokens && *sampling.max_tokens <= 0) {
    return Invalid("max_tokens", "must be positive");
  }
  JsonError error;
  const auto extra = JsonDocument::Parse(sampling.extra_body, &error);
  if (!extra || !extra->root().Is(JsonType::kObject)) {
    return Invalid("extra_body",
                   "must be a JSON object" + (extra ? std::string() : ": " + error.message));
  }
  for (const JsonValue::Member& member : extra->root().Members()) {
    const std::string why = WhyNotExtra(member.key, sampling);
    if (!why.empty()) return Invalid("extra_body." + member.key, why);
  }
  return {};
}

std::vector<std::string> AllStops(const Prompt& prompt, const Sampling& sampling) {
  std::vector<std::string> stops;
  for (const auto* list : {&prompt.stop, &sampling.stop}) {
    for (const std::string& stop : *list) {
      if (!stop.empty() && std::find(stops.begin(), stops.end(), stop) == stops.end()) {
        stops.push_back(stop);
      }
    }
  }
  return stops;
}

std::string PromptJson(const Prompt& prompt) {
  JsonWriter json;
  json.BeginObject();
  WritePrompt(prompt, &json);
  return json.EndObject().Take();
}

std::string ParametersJson(const Prompt& prompt, const Sampling& sampling) {
  JsonWriter json;
  json.BeginObject();
  WriteParameters(prompt, sampling, 0, &json);
  // Those that aren't sent change the answers all the same.
  json.Key("cut").BeginArray();
  for (const std::string& stop : AllStops(prompt, sampling)) json.Bytes(stop);
  return json.EndArray().EndObject().Take();
}

std::string RequestBody(const Prompt& prompt, const Sampling& sampling, int64_t sample) {
  JsonWriter json;
  json.BeginObject().Key("model").Bytes(sampling.model);
  WritePrompt(prompt, &json);
  WriteParameters(prompt, sampling, sample, &json);
  return json.EndObject().Take();
}

}  // namespace assay::rollout
