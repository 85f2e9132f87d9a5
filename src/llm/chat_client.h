// ChatClient: posts chat completions to an OpenAI-compatible server over HTTP or HTTPS.
//
// Answers are bounded; connections, redirects and failures are as HttpClient has them, so that who
// asks decides what a failure means.
//
// Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "net/http_client.h"

namespace assay {

class ChatClient {
 public:
  static constexpr size_t kMaxAnswerBytes = 1 << 20;

  // `url`: that of the server, of its /v1, or of the completions themselves. `key` goes into the
  // Authorization header unless empty. kInvalidArgument when it is no http or https URL.
  static Result<std::unique_ptr<ChatClient>> Create(std::string_view url, std::string key);
  ChatClient(const ChatClient&) = delete;

  // The body of a 200 answer; anything else is kUnavailable.
  Result<std::string> Post(const std::string& body, SteadyTime deadline);
  const std::string& url() const { return url_; }

 private:
  ChatClient(std::string url, std::string key);

  const std::string url_;
  const std::string key_;
  HttpClient http_;
};

// "http://h:1" and "http://h:1/v1/" become "http://h:1/v1/chat/completions".
std::string CompletionsUrl(std::string_view url);

}  // namespace assay
