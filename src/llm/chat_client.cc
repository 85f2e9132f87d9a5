#include "llm/chat_client.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace assay {
namespace {

constexpr std::string_view kChatPath = "/chat/completions";
constexpr std::string_view kTextPath = "/completions";

Error Unavailable(std::string message) {
  return Error{ErrorCode::kUnavailable, "llm.client", 0, std::move(message)};
}

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "llm.client", 0, std::move(message)};
}

}  // namespace

std::string CompletionsUrl(std::string_view url, CompletionsRoute route) {
  while (!url.empty() && url.back() == '/') url.remove_suffix(1);
  for (const std::string_view path : {kChatPath, kTextPath}) {
    if (url.ends_with(path)) {
      url.remove_suffix(path.size());
      return std::string(url).append(route == CompletionsRoute::kChat ? kChatPath : kTextPath);
    }
  }
  return std::string(url)
      .append(url.ends_with("/v1") ? "" : "/v1")
      .append(route == CompletionsRoute::kChat ? kChatPath : kTextPath);
}

Result<std::unique_ptr<ChatClient>> ChatClient::Create(ChatClientOptions options) {
  if (!ParseHttpUrl(options.url)) {
    return Invalid("'" + options.url + "' is no http:// or https:// URL");
  }
  options.key = std::string(TrimAsciiSpace(options.key));
  if (std::any_of(options.key.begin(), options.key.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
    return Invalid("the key has line breaks or other control characters");
  }
  return std::unique_ptr<ChatClient>(new ChatClient(std::move(options)));
}

ChatClient::ChatClient(ChatClientOptions options)
    : url_(CompletionsUrl(options.url, options.route)),
      key_(std::move(options.key)),
      http_({.ca_file = std::move(options.ca_file),
             .environment_proxies = true,
             .max_answer_bytes = options.max_answer_bytes}) {}

Result<std::string> ChatClient::Post(const std::string& body, SteadyTime deadline,
                                     const RequestTracePtr& trace) {
  Result<HttpResponse> response = Send(body, deadline, trace, nullptr, nullptr);
  if (!response.ok()) return Unavailable(response.error().message);
  if (response->status != 200) return Unavailable("status " + std::to_string(response->status));
  return std::move(response->body);
}

Result<HttpResponse> ChatClient::Send(const std::string& body, SteadyTime deadline,
                                      const RequestTracePtr& trace, const CancelToken* cancel,
                                      HttpFailure* failure) {
  HttpCall call;
  call.url = url_;
  call.headers = {{"Content-Type", "application/json"}};
  if (!key_.empty()) call.headers.emplace_back("Authorization", "Bearer " + key_);
  call.body = body;
  call.deadline = deadline;
  call.cancel = cancel;
  if (trace == nullptr || trace->Claim(1) == 0) return http_.Send(call, failure);
  const SteadyTime started = std::chrono::steady_clock::now();
  const std::string span_id = NewSpanId();
  const TraceContext context = trace->ContextOf(span_id);
  call.headers.emplace_back("traceparent", RenderTraceparent(context));
  if (!context.state.empty()) call.headers.emplace_back("tracestate", context.state);
  auto response = http_.Send(call, failure);
  Span span = trace->Make("judge model", started, std::chrono::steady_clock::now());
  span.span_id = span_id;
  span.kind = SpanKind::kClient;
  span.PutText("http.request.method", "POST");
  span.PutInt("http.request.body.size", static_cast<int64_t>(body.size()));
  if (response.ok()) {
    span.PutInt("http.response.status_code", response->status);
  }
  if (const auto url = ParseHttpUrl(url_)) {
    span.PutText("server.address", url->host);
  }
  span.failed = !response.ok() || response->status >= 400;
  std::vector<Span> spans;
  spans.push_back(std::move(span));
  trace->Add(std::move(spans));
  return response;
}

}  // namespace assay
