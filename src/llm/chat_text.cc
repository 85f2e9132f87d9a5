#include "llm/chat_text.h"

#include <algorithm>

#include "base/text.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {

std::string FillIn(std::string_view prompt, std::span<const PromptText> texts) {
  std::string filled;
  while (!prompt.empty()) {
    const size_t brace = prompt.find('{');
    filled += prompt.substr(0, brace);
    if (brace == std::string_view::npos) break;
    prompt.remove_prefix(brace);
    const auto found = std::find_if(texts.begin(), texts.end(), [&](const PromptText& text) {
      return StartsWith(prompt, text.placeholder);
    });
    if (found != texts.end()) {
      filled += found->text;
      prompt.remove_prefix(found->placeholder.size());
    } else {
      filled += '{';
      prompt.remove_prefix(1);
    }
  }
  return filled;
}

std::string JsonText(std::string_view text) {
  JsonWriter json;
  json.Bytes(text);
  return json.Take();
}

std::string ChatRequest(std::string_view model, std::string_view question) {
  JsonWriter json;
  json.BeginObject().Key("model").Bytes(model).Key("messages").BeginArray();
  json.BeginObject().Key("role").String("user").Key("content").Bytes(question).EndObject();
  return json.EndArray().Key("temperature").Int(0).EndObject().Take();
}

std::optional<std::string> ChatReplyText(std::string_view body) {
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  if (!document) return std::nullopt;
  const JsonValue choices = document->root().Find("choices");
  if (!choices.Is(JsonType::kArray) || choices.Count() == 0) return std::nullopt;
  const JsonValue content = choices.Items()[0].Find("message").Find("content");
  if (!content.Is(JsonType::kString)) return std::nullopt;
  return content.String();
}

std::string_view AfterThoughts(std::string_view reply) {
  constexpr std::string_view kThought = "</think>";
  if (const size_t end = reply.rfind(kThought); end != std::string_view::npos) {
    reply.remove_prefix(end + kThought.size());
  }
  return reply;
}

}  // namespace assay
