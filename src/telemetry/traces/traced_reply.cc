#include "telemetry/traces/traced_reply.h"

#include <chrono>
#include <string>
#include <utility>

#include "base/mutex.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kLongestState = 512;  // what everybody must pass on
constexpr int kClientLeft = 499;

// What looks at a server every second: nobody wants to see that, unless who looks says so.
bool IsProbe(std::string_view path) {
  return path == "/healthz" || path == "/readyz" || path == "/health" || path == "/metrics";
}

class TracedReply final : public WatchedReply {
 public:
  TracedReply(RequestTracePtr trace, Span span, HttpReplyPtr inner)
      : WatchedReply(std::move(inner)), trace_(std::move(trace)), span_(std::move(span)) {}
  ~TracedReply() override { OnEnd(); }

 private:
  void OnPart(size_t bytes, int status) override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    bytes_ += static_cast<int64_t>(bytes);
    if (status != 0) status_ = status;
  }

  void OnEnd() override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (std::exchange(finished_, true)) return;
    const SteadyTime now = std::chrono::steady_clock::now();
    Span whole = trace_->Make(std::move(span_.name), trace_->started(), now);
    whole.span_id = trace_->span_id();
    whole.parent_id = trace_->parent_id();
    whole.kind = SpanKind::kServer;
    whole.attributes = std::move(span_.attributes);
    whole.PutInt("http.response.status_code", status_);
    whole.PutInt("http.response.body.size", bytes_);
    if (const int left = trace_->left_out(); left > 0) {
      whole.PutInt("assay.spans_left_out", left);
    }
    whole.failed = status_ >= 500;
    std::vector<Span> spans;
    if (const auto admitted = trace_->admitted()) {
      spans.push_back(trace_->Make("parse", trace_->started(), *admitted));
    }
    spans.push_back(std::move(whole));
    trace_->Add(std::move(spans));
  }

  const RequestTracePtr trace_;
  Mutex mutex_;
  Span span_ ASSAY_GUARDED_BY(mutex_);  // its name, and what is known of the request
  int status_ ASSAY_GUARDED_BY(mutex_) = kClientLeft;
  int64_t bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool finished_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace

void BeginTrace(const Sampler& sampler, SpanSink& sink, HttpRequest* head) {
  auto parent = ParseTraceparent(TrimAsciiSpace(head->Header("traceparent")));
  if (parent) {
    const std::string_view state = TrimAsciiSpace(head->Header("tracestate"));
    if (state.size() <= kLongestState) parent->state = std::string(state);
    if (!sampler.Takes(parent, parent->trace_id)) return;
    head->trace = std::make_shared<RequestTrace>(*parent, sink);
    return;
  }
  if (IsProbe(head->path)) return;
  std::string trace_id = NewTraceId();
  if (!sampler.Takes(std::nullopt, trace_id)) return;
  head->trace = std::make_shared<RequestTrace>(std::move(trace_id), sink);
}

HttpReplyPtr Traced(const Router& router, const HttpRequest& request, HttpReplyPtr reply) {
  const std::string route(router.RouteOf(request.path));
  Span span;
  span.name = request.method + " " + route;
  span.PutText("http.request.method", request.method);
  span.PutText("http.route", route);
  span.PutInt("http.request.body.size", static_cast<int64_t>(request.body.size()));
  if (request.caller != nullptr) {
    span.PutText("assay.tenant", request.caller->tenant);
  }
  return std::make_shared<TracedReply>(request.trace, std::move(span), std::move(reply));
}

}  // namespace assay
