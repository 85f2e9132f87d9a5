#include "llm/chat_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <mutex>

#include "base/text.h"

namespace assay {
namespace {

size_t Collect(char* data, size_t size, size_t count, void* out) {
  auto* body = static_cast<std::string*>(out);
  const size_t bytes = size * count;
  if (body->size() + bytes > ChatClient::kMaxAnswerBytes) return 0;  // ends the transfer
  body->append(data, bytes);
  return bytes;
}

Error Unavailable(std::string message) {
  return Error{ErrorCode::kUnavailable, "math.judge", 0, std::move(message)};
}

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

std::string CompletionsUrl(std::string_view url) {
  while (!url.empty() && url.back() == '/') url.remove_suffix(1);
  if (EndsWith(url, "/chat/completions")) return std::string(url);
  return std::string(url) + (EndsWith(url, "/v1") ? "" : "/v1") + "/chat/completions";
}

Result<std::unique_ptr<ChatClient>> ChatClient::Create(std::string_view url, std::string key) {
  static std::once_flag once;
  static CURLcode global = CURLE_OK;
  std::call_once(once, [] { global = ::curl_global_init(CURL_GLOBAL_DEFAULT); });
  if (global != CURLE_OK) return Unavailable(::curl_easy_strerror(global));
  const std::string lower = AsciiLower(url);
  const size_t host = StartsWith(lower, "http://") ? 7 : StartsWith(lower, "https://") ? 8 : 0;
  if (host == 0 || host == url.size()) {
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

ChatClient::~ChatClient() {
  for (void* handle : idle_) ::curl_easy_cleanup(handle);
}

Result<std::string> ChatClient::Post(const std::string& body, SteadyTime deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - std::chrono::steady_clock::now());
  if (left.count() <= 0) return Unavailable("the deadline has passed");
  CURL* handle = nullptr;
  {
    MutexLock lock(mutex_);
    if (!idle_.empty()) {
      handle = idle_.back();
      idle_.pop_back();
    }
  }
  if (handle == nullptr) handle = ::curl_easy_init();
  if (handle == nullptr) return Unavailable("out of memory");
  ::curl_easy_reset(handle);  // keeps the connection

  std::string answer;
  curl_slist* headers = ::curl_slist_append(nullptr, "Content-Type: application/json");
  // Without this curl asks for permission to send what is longer than a kilobyte, and waits.
  headers = ::curl_slist_append(headers, "Expect:");
  if (!key_.empty()) {
    headers = ::curl_slist_append(headers, ("Authorization: Bearer " + key_).c_str());
  }
  ::curl_easy_setopt(handle, CURLOPT_URL, url_.c_str());
  ::curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  ::curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  ::curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  ::curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  ::curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.c_str());
  ::curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Collect);
  ::curl_easy_setopt(handle, CURLOPT_WRITEDATA, &answer);
  ::curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS,
                     static_cast<long>(std::min<int64_t>(left.count(), 1'000'000'000)));
  const CURLcode code = ::curl_easy_perform(handle);
  long status = 0;
  ::curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  ::curl_slist_free_all(headers);
  {
    MutexLock lock(mutex_);
    idle_.push_back(handle);
  }
  if (code != CURLE_OK) return Unavailable(::curl_easy_strerror(code));
  if (status != 200) return Unavailable("status " + std::to_string(status));
  return answer;
}

}  // namespace assay
