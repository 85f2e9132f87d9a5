#include "apps/shadow/live_audit.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "apps/setup/judges.h"
#include "apps/shadow/metrics_page.h"
#include "net/http_server.h"
#include "net/router.h"

namespace assay {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(250);

// Each connection takes two descriptors.
void RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// The counts for Prometheus, on the relay's host and a port of their own.
class MetricsServer {
 public:
  explicit MetricsServer(const shadow::Audit& audit) {
    router_.Add("GET", "/metrics",
                [&audit](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
                  HttpResponse response;
                  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
                  response.body = ShadowMetricsText(audit.Counted());
                  reply->Send(std::move(response));
                });
  }
  ~MetricsServer() {
    if (server_) server_->Stop(std::chrono::steady_clock::now());
  }
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;

  Status Start(const std::string& host, int port) {
    HttpServerOptions options;
    options.host = host;
    options.port = port;
    options.io_threads = 1;
    server_ = std::make_unique<HttpServer>(
        options, [this](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
          router_.Handle(std::move(request), std::move(reply));
        });
    return server_->Start();
  }
  int port() const { return server_->port(); }

 private:
  Router router_;
  std::unique_ptr<HttpServer> server_;
};

// The relay's error in the words of the options.
Error InOptions(Error error) {
  if (error.field == "against") {
    error.message = "--" + error.message;
  } else if (error.field == "ca_file") {
    error.message = "--against-cacert: " + error.message;
  } else {
    error.message = "--listen: " + error.ToString();
  }
  return error;
}

}  // namespace

Result<SteadyTime> RunLive(const LiveOptions& options, const Ending& ending, shadow::Audit& audit,
                           Recorder* recorder, const std::function<Status()>& on_start,
                           const std::function<void()>& on_look) {
  RaiseDescriptorLimit();
  shadow::Relay relay(options.relay, [&](shadow::Exchange exchange) {
    if (recorder == nullptr) return audit.Offer(std::move(exchange));
    const auto shared = std::make_shared<const shadow::Exchange>(std::move(exchange));
    if (!recorder->Add(shared)) audit.AddNotRecorded();
    audit.Offer(*shared);
  });
  if (const Status started = relay.Start(); !started.ok()) {
    return InOptions(started.error());
  }
  MetricsServer metrics(audit);
  if (options.metrics_port >= 0) {
    ASSAY_RETURN_IF_ERROR(metrics.Start(options.relay.host, options.metrics_port));
  }
  ASSAY_RETURN_IF_ERROR(on_start());
  const bool ipv6 = options.relay.host.find(':') != std::string::npos;
  const std::string host = ipv6 ? "[" + options.relay.host + "]" : options.relay.host;
  std::string banner =
      fmt::format("listening on http://{}:{} in front of {}; Ctrl-C ends it and reports\n", host,
                  relay.port(), ShownUrl(options.relay.against));
  if (options.metrics_port >= 0) {
    banner += fmt::format("metrics at http://{}:{}/metrics\n", host, metrics.port());
  }
  std::fputs(banner.c_str(), stderr);
  std::fflush(stderr);

  while (!ending.Raised()) {
    std::this_thread::sleep_for(kBetweenLooks);
    on_look();
  }
  const SteadyTime deadline = std::chrono::steady_clock::now() + options.drain;
  relay.Stop(deadline);
  return deadline;
}

Status ReadListen(const std::string& text, shadow::RelayOptions* options) {
  const size_t colon = text.rfind(':');
  int port = -1;
  if (colon != std::string::npos) {
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + colon + 1, end, port);
    if (read.ec != std::errc() || read.ptr != end) port = -1;
  }
  if (port < 0 || port > 65535) {
    return Error{ErrorCode::kInvalidArgument, "shadow", 0,
                 fmt::format("--listen: must be like 127.0.0.1:8081, not '{}'", text)};
  }
  std::string host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  if (!host.empty()) options->host = host;
  options->port = port;
  return Status();
}

}  // namespace assay
