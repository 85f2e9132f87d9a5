// ChatClient: posts chat completions to an OpenAI-compatible server over HTTP or HTTPS.
//
// One connection for each calling thread is kept and reused. Answers are bounded, redirects are not
// followed, and nothing is tried twice: who asks decides what a failure means.
//
// Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"

namespace assay {

class ChatClient {
 public:
  static constexpr size_t kMaxAnswerBytes = 1 << 20;

  // `url`: that of the server, of its /v1, or of the completions themselves. `key` goes into the
  // Authorization header unless empty. kInvalidArgument when it is no http or https URL.
  static Result<std::unique_ptr<ChatClient>> Create(std::string_view url, std::string key);
  ~ChatClient();
  ChatClient(const ChatClient&) = delete;

  // The body of a 200 answer; anything else is kUnavailable.
  Result<std::string> Post(const std::string& body, SteadyTime deadline);
  const std::string& url() const { return url_; }

 private:
  ChatClient(std::string url, std::string key) : url_(std::move(url)), key_(std::move(key)) {}

  const std::string url_;
  const std::string key_;
  Mutex mutex_;
  std::vector<void*> idle_ ASSAY_GUARDED_BY(mutex_);  // curl handles with their connections
};

// "http://h:1" and "http://h:1/v1/" become "http://h:1/v1/chat/completions".
std::string CompletionsUrl(std::string_view url);

}  // namespace assay
