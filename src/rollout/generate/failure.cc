#include "rollout/generate/failure.h"

#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "text/excerpt.h"
#include "text/json_reader.h"

namespace assay::rollout {
namespace {

constexpr size_t kMaxMessageBytes = 500;

bool HasAny(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (text.find(word) != text.npos) return true;
  }
  return false;
}

bool SaysTooLong(std::string_view words) {
  return HasAny(words, {"context_length", "context length", "context window", "max_model_len",
                        "maximum model length", "prompt is too long", "input is too long",
                        "input length", "too many tokens", "maximum number of tokens"});
}

bool SaysFiltered(std::string_view words) {
  return HasAny(words,
                {"content_filter", "content filter", "content management policy", "content_policy",
                 "content policy", "moderation", "flagged", "safety system", "data_inspection"});
}

// Some servers say "quota" of a limit that is over in a minute: with 429 only words that mean
// money.
bool SaysPaidUp(int status, std::string_view words) {
  if (HasAny(words, {"insufficient_quota", "insufficient balance", "insufficient credit",
                     "insufficient fund", "billing_hard_limit", "billing_not_active",
                     "out of credit", "spending limit"})) {
    return true;
  }
  return status == 403 && HasAny(words, {"quota", "billing", "credit", "balance", "payment"});
}

bool IsRetryable(int status) {
  switch (status) {
    case 408:
    case 409:
    case 425:
    case 429: return true;
    case 501:
    case 505: return false;
    default: return status >= 500;
  }
}

// "error": {"message", "code", "type"} or a text; "message" or "detail" of the body itself.
struct Words {
  std::string code;
  std::string message;
};

std::string ScalarOf(JsonValue value) {
  if (value.Is(JsonType::kString)) return value.String();
  return value.Is(JsonType::kNumber) ? std::string(value.raw()) : std::string();
}

Words WordsOf(const std::string& body) {
  Words words;
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  if (document && document->root().Is(JsonType::kObject)) {
    const JsonValue root = document->root();
    const JsonValue fault = root.Find("error");
    const JsonValue from = fault.Is(JsonType::kObject) ? fault : root;
    words.code = ScalarOf(from.Find("code")) + " " + ScalarOf(from.Find("type"));
    for (const JsonValue text : {fault, from.Find("message"), from.Find("detail")}) {
      if (words.message.empty()) words.message = ScalarOf(text);
    }
  }
  if (words.message.empty()) words.message = body;
  return words;
}

FailureKind KindOf(int status, std::string_view words) {
  if (status == 402 || SaysPaidUp(status, words)) return FailureKind::kQuota;
  if (status == 401) return FailureKind::kDenied;
  if (status == 403) {
    return SaysFiltered(words) ? FailureKind::kContentFilter : FailureKind::kDenied;
  }
  if (status == 400 || status == 413 || status == 422) {
    if (SaysTooLong(words)) return FailureKind::kContextLength;
    if (SaysFiltered(words)) return FailureKind::kContentFilter;
  }
  return FailureKind::kHttp;
}

}  // namespace

std::string Failure::Name() const {
  switch (kind) {
    case FailureKind::kTimeout: return "timeout";
    case FailureKind::kRefused: return "refused";
    case FailureKind::kReset: return "reset";
    case FailureKind::kTls: return "tls";
    case FailureKind::kTooLong: return "too_long";
    case FailureKind::kHttp: return "http_" + std::to_string(status);
    case FailureKind::kMalformed: return "malformed";
    case FailureKind::kContentFilter: return "content_filter";
    case FailureKind::kContextLength: return "context_length";
    case FailureKind::kQuota: return "quota";
    case FailureKind::kDenied: return "denied";
    case FailureKind::kCancelled: return "cancelled";
  }
  return "malformed";
}

Failure FailureOfWords(int status, const std::string& code, std::string message) {
  Failure failure;
  failure.status = status;
  failure.kind = KindOf(status, AsciiLower(code + " " + message));
  failure.retryable = failure.kind == FailureKind::kHttp && IsRetryable(status);
  message = Excerpt(TrimAsciiSpace(message), kMaxMessageBytes);
  failure.message = "status " + std::to_string(status);
  if (!message.empty()) failure.message += ": " + message;
  return failure;
}

Failure FailureOfStatus(const HttpResponse& response) {
  Words words = WordsOf(response.body);
  return FailureOfWords(response.status, words.code, std::move(words.message));
}

Failure FailureOfTransport(HttpFailure failure, std::string message) {
  Failure found;
  found.message = std::move(message);
  found.retryable = true;
  switch (failure) {
    case HttpFailure::kDeadline: found.kind = FailureKind::kTimeout; break;
    case HttpFailure::kName:
    case HttpFailure::kConnect: found.kind = FailureKind::kRefused; break;
    case HttpFailure::kTls:
      found.kind = FailureKind::kTls;
      found.retryable = false;
      break;
    case HttpFailure::kTooLong:
      found.kind = FailureKind::kTooLong;
      found.retryable = false;
      break;
    case HttpFailure::kCancelled:
      found.kind = FailureKind::kCancelled;
      found.retryable = false;
      break;
    case HttpFailure::kNone:
    case HttpFailure::kBrokenOff:
    case HttpFailure::kOther: found.kind = FailureKind::kReset; break;
  }
  return found;
}

}  // namespace assay::rollout
