#include "apps/ask/verify_client.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/mutex.h"
#include "net/http_client.h"

namespace assay {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "client", 0, std::move(message)};
}

class RemoteClient final : public VerifyClient {
 public:
  RemoteClient(std::string server, HttpClientOptions options)
      : server_(std::move(server)), http_(std::move(options)) {}

  Result<HttpResponse> Post(const std::string& path, std::string body) override {
    HttpCall call;
    call.url = server_ + path;
    call.headers = {{"Content-Type", "application/json"}};
    call.body = body;
    return http_.Send(call);
  }

 private:
  const std::string server_;
  HttpClient http_;
};

// Collects a handler's answer, whichever way it is given.
class CapturedReply final : public HttpReply {
 public:
  void Send(HttpResponse response) override {
    MutexLock lock(mutex_);
    response_ = std::move(response);
    done_ = true;
    changed_.NotifyAll();
  }
  void Begin(HttpResponse head) override {
    MutexLock lock(mutex_);
    response_ = std::move(head);
  }
  void Write(std::string piece) override {
    MutexLock lock(mutex_);
    response_.body += piece;
  }
  void End() override {
    MutexLock lock(mutex_);
    done_ = true;
    changed_.NotifyAll();
  }
  void OnDisconnect(std::function<void()>) override {}

  HttpResponse Wait() {
    MutexLock lock(mutex_);
    while (!done_) changed_.Wait(mutex_);
    return std::move(response_);
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  HttpResponse response_ ASSAY_GUARDED_BY(mutex_);
  bool done_ ASSAY_GUARDED_BY(mutex_) = false;
};

class LocalClient final : public VerifyClient {
 public:
  explicit LocalClient(const Router& router) : router_(router) {}

  Result<HttpResponse> Post(const std::string& path, std::string body) override {
    auto request = std::make_shared<HttpRequest>();
    request->method = "POST";
    request->path = path;
    request->headers = {{"content-type", "application/json"}};
    request->body = std::move(body);
    auto reply = std::make_shared<CapturedReply>();
    router_.Handle(std::move(request), reply);
    return reply->Wait();
  }

 private:
  const Router& router_;
};

}  // namespace

Result<std::unique_ptr<VerifyClient>> MakeRemoteClient(const std::string& url,
                                                       const std::string& ca_file) {
  const auto parsed = ParseHttpUrl(url);
  if (!parsed || !parsed->bare || parsed->path != "/") {
    return Invalid(
        fmt::format("--url: must be like http://127.0.0.1:8080 or https://host, not '{}'", url));
  }
  if (!ca_file.empty() && parsed->scheme != "https") {
    return Invalid("--cacert: is for a server at an https:// --url");
  }
  if (!ca_file.empty() && ::access(ca_file.c_str(), R_OK) != 0) {
    return Invalid(fmt::format("--cacert: {}: {}", ca_file, std::strerror(errno)));
  }
  HttpClientOptions options;
  options.ca_file = ca_file;
  const std::string server = fmt::format("{}://{}:{}", parsed->scheme, parsed->host, parsed->port);
  return std::unique_ptr<VerifyClient>(std::make_unique<RemoteClient>(server, options));
}

std::unique_ptr<VerifyClient> MakeLocalClient(const Router& router) {
  return std::make_unique<LocalClient>(router);
}

}  // namespace assay
