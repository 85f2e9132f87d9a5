// ChatClient: posts completions to an OpenAI-compatible server over HTTP or HTTPS: of chats or, for
// models that know none, of texts.
//
// Answers are bounded; connections, redirects and failures are as HttpClient has them, so that who
// asks decides what a failure means.
//
// Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "net/http_client.h"
#include "trace/request_trace.h"

namespace assay {

enum class CompletionsRoute {
  kChat,  // /v1/chat/completions
  kText,  // /v1/completions
};

struct ChatClientOptions {
  // That of the server, of its /v1, or of the completions themselves.
  std::string url = {};
  std::string key = {};  // goes into the Authorization header unless empty
  CompletionsRoute route = CompletionsRoute::kChat;
  int64_t max_answer_bytes = 1 << 20;
  // PEM file with the authorities that may vouch for the server; empty: the system's.
  std::string ca_file = {};
};

class ChatClient {
 public:
  // kInvalidArgument when the URL is no http or https URL, or the key can't be a header.
  static Result<std::unique_ptr<ChatClient>> Create(ChatClientOptions options);
  ChatClient(const ChatClient&) = delete;

  // The body of a 200 answer; anything else is kUnavailable.
  Result<std::string> Post(const std::string& body, SteadyTime deadline,
                           const RequestTracePtr& trace);
  // The answer whatever its status; otherwise as HttpClient::Send. `cancel` may be null, and so may
  // `trace`: the request's on whose behalf it is, which gets a span and goes on to the server.
  Result<HttpResponse> Send(const std::string& body, SteadyTime deadline,
                            const RequestTracePtr& trace, const CancelToken* cancel,
                            HttpFailure* failure);
  const std::string& url() const { return url_; }

 private:
  explicit ChatClient(ChatClientOptions options);

  const std::string url_;
  const std::string key_;
  HttpClient http_;
};

// "http://h:1" and "http://h:1/v1/" become "http://h:1/v1/chat/completions".
std::string CompletionsUrl(std::string_view url, CompletionsRoute route = CompletionsRoute::kChat);

}  // namespace assay
