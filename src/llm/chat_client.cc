#include "llm/chat_client.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

Error Unavailable(std::string message) {
  return Error{ErrorCode::kUnavailable, "math.judge", 0, std::move(message)};
}

}  // namespace

std::string CompletionsUrl(std::string_view url) {
  while (!url.empty() && url.back() == '/') url.remove_suffix(1);
  if (url.ends_with("/chat/completions")) return std::string(url);
  return std::string(url) + (url.ends_with("/v1") ? "" : "/v1") + "/chat/completions";
}

Result<std::unique_ptr<ChatClient>> ChatClient::Create(std::string_view url, std::string key) {
  if (!ParseHttpUrl(std::string(url))) {
    return Error{ErrorCode::kInvalidArgument, "math.judge", 0,
                 "'" + std::string(url) + "' is no http:// or https:// URL"};
  }
  key = std::string(TrimAsciiSpace(key));
  if (std::any_of(key.begin(), key.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
    return Error{ErrorCode::kInvalidArgument, "math.judge", 0,
                 "the key has line breaks or other control characters"};
  }
  return std::unique_ptr<ChatClient>(new ChatClient(CompletionsUrl(url), std::move(key)));
}

ChatClient::ChatClient(std::string url, std::string key)
    : url_(std::move(url)),
      key_(std::move(key)),
      http_({.ca_file = "", .environment_proxies = true, .max_answer_bytes = kMaxAnswerBytes}) {}

Result<std::string> ChatClient::Post(const std::string& body, SteadyTime deadline) {
  HttpCall call;
  call.url = url_;
  call.headers = {{"Content-Type", "application/json"}};
  if (!key_.empty()) call.headers.emplace_back("Authorization", "Bearer " + key_);
  call.body = body;
  call.deadline = deadline;
  Result<HttpResponse> response = http_.Send(call);
  if (!response.ok()) return Unavailable(response.error().message);
  if (response->status != 200) return Unavailable("status " + std::to_string(response->status));
  return std::move(response->body);
}

}  // namespace assay
