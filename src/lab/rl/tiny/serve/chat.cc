#include "lab/rl/tiny/serve/chat.h"

#include <algorithm>
#include <cmath>

#include "lab/rl/tiny/task/alphabet.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::tiny {
namespace {

Error Wrong(const std::string& field, const std::string& what) {
  return InvalidField("tiny.chat", field, what);
}

bool FlagAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kBool) && value.Bool();
}

Result<std::vector<int>> PromptOf(JsonValue messages) {
  if (!messages.Is(JsonType::kArray) || messages.Count() == 0) {
    return Wrong("messages", "must be a list of at least one message");
  }
  std::string text;
  for (const JsonValue message : messages.Items()) {
    const JsonValue content = message.Is(JsonType::kObject) ? message.Find("content") : JsonValue();
    if (!content.Is(JsonType::kString)) return Wrong("messages", "each needs a content, a text");
    text += content.String();
  }
  auto tokens = Encode(text);
  if (!tokens) return Wrong("messages", "must be of printable ASCII characters and new lines");
  if (tokens->empty()) return Wrong("messages", "must say something");
  return *std::move(tokens);
}

void WriteTokens(std::string_view key, const std::vector<int>& tokens, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const int token : tokens) json->Int(token);
  json->EndArray();
}

}  // namespace

Result<Chat> ReadChat(std::string_view body, int context) {
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  if (!document) return Wrong("body", error.message);
  const JsonValue root = document->root();
  if (!root.Is(JsonType::kObject)) return Wrong("body", "must be an object");
  if (FlagAt(root, "stream")) return Wrong("stream", "isn't supported; leave it out");
  if (NumberAt(root, "n") > 1) return Wrong("n", "must be 1");
  Chat chat;
  chat.model = TextAt(root, "model");
  ASSAY_ASSIGN_OR_RETURN(chat.ask.prompt, PromptOf(root.Find("messages")));
  const int left = context - static_cast<int>(chat.ask.prompt.size());
  if (left < 1) {
    return Wrong("messages",
                 "are longer than the context of " + std::to_string(context) + " tokens allows");
  }
  double most = NumberAt(root, "max_completion_tokens");
  if (most == 0) most = NumberAt(root, "max_tokens");
  if (most < 0 || std::isnan(most)) return Wrong("max_tokens", "must be at least 1");
  chat.ask.max_tokens = most == 0 ? left : static_cast<int>(std::min<double>(left, most));
  chat.ask.max_tokens = std::max(1, chat.ask.max_tokens);
  if (root.Find("temperature").Is(JsonType::kNumber)) {
    chat.ask.temperature = NumberAt(root, "temperature");
    if (!(chat.ask.temperature >= 0)) return Wrong("temperature", "must be at least 0");
  }
  chat.logprobs = FlagAt(root, "logprobs");
  chat.token_ids = FlagAt(root, "return_token_ids");
  return chat;
}

std::string ChatAnswer(const Chat& chat, const Written& written) {
  const auto prompt = static_cast<int64_t>(chat.ask.prompt.size());
  const auto tokens = static_cast<int64_t>(written.tokens.size());
  JsonWriter json;
  json.BeginObject().Key("id").String("tiny").Key("object").String("chat.completion");
  json.Key("created").Int(0).Key("model").Bytes(chat.model);
  if (chat.token_ids) WriteTokens("prompt_token_ids", chat.ask.prompt, &json);
  json.Key("choices").BeginArray().BeginObject().Key("index").Int(0);
  json.Key("message").BeginObject().Key("role").String("assistant");
  json.Key("content").String(Decode(written.tokens)).EndObject();
  json.Key("finish_reason").String(written.truncated ? "length" : "stop");
  if (chat.token_ids) WriteTokens("token_ids", written.tokens, &json);
  if (chat.logprobs) {
    json.Key("logprobs").BeginObject().Key("content").BeginArray();
    for (size_t i = 0; i < written.tokens.size(); ++i) {
      json.BeginObject().Key("token").String(Decode({&written.tokens[i], 1}));
      json.Key("logprob").Double(static_cast<double>(written.logprobs[i])).EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndObject().EndArray().Key("usage").BeginObject().Key("prompt_tokens").Int(prompt);
  json.Key("completion_tokens").Int(tokens).Key("total_tokens").Int(prompt + tokens);
  return json.EndObject().EndObject().Take();
}

std::string ChatRefusal(const Error& error) {
  JsonWriter json;
  json.BeginObject().Key("error").BeginObject().Key("message").Bytes(error.message);
  json.Key("type").String("invalid_request_error").Key("param").Bytes(error.field);
  return json.EndObject().EndObject().Take();
}

}  // namespace assay::tiny
