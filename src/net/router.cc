#include "net/router.h"

#include <atomic>

#include "base/check.h"
#include "base/text.h"
#include "net/http_text.h"

namespace assay {
namespace {

// Passes everything on and reports the outcome once: at the end of the answer, or when the last
// holder drops it unanswered.
class ObservedReply final : public HttpReply {
 public:
  ObservedReply(HttpReplyPtr inner, const HttpObserver& observer, std::string route)
      : inner_(std::move(inner)), observer_(observer), route_(std::move(route)) {}
  ~ObservedReply() override { Report(); }

  void Send(HttpResponse response) override {
    status_ = response.status;
    Report();
    inner_->Send(std::move(response));
  }
  void Begin(HttpResponse head) override {
    status_ = head.status;
    inner_->Begin(std::move(head));
  }
  void Write(std::string piece) override { inner_->Write(std::move(piece)); }
  void End() override {
    Report();
    inner_->End();
  }
  void OnDisconnect(std::function<void()> callback) override {
    inner_->OnDisconnect(std::move(callback));
  }

 private:
  void Report() {
    if (reported_.exchange(true)) return;
    observer_(route_, status_, std::chrono::steady_clock::now() - started_);
  }

  const HttpReplyPtr inner_;
  const HttpObserver observer_;
  const std::string route_;
  const SteadyTime started_ = std::chrono::steady_clock::now();
  std::atomic<int> status_{499};
  std::atomic<bool> reported_{false};
};

void SendDetail(const HttpReplyPtr& reply, int status, const char* body) {
  HttpResponse response;
  response.status = status;
  response.body = body;
  reply->Send(std::move(response));
}

}  // namespace

std::string WhyRoleRefused(const Caller& caller, std::string_view method, std::string_view route,
                           Role least) {
  return "the token '" + caller.name + "' has the role '" +
         std::string(kRoleNames.NameOf(caller.role)) + "', and " + std::string(method) + " " +
         std::string(route) + " takes '" + std::string(kRoleNames.NameOf(least)) + "'";
}

void Router::Add(std::string method, std::string path, HttpHandler handler) {
  if (path.back() == '}') parameters_[path.substr(0, path.rfind('{'))] = path;
  routes_[std::move(path)][std::move(method)] = std::move(handler);
}

std::map<std::string, std::map<std::string, HttpHandler>>::const_iterator Router::Find(
    const std::string& path) const {
  const auto exact = routes_.find(path);
  const size_t slash = path.rfind('/');
  if (exact != routes_.end() || slash == path.npos || slash + 1 == path.size()) return exact;
  const auto parameter = parameters_.find(path.substr(0, slash + 1));
  return parameter == parameters_.end() ? routes_.end() : routes_.find(parameter->second);
}

void Router::SetAccess(std::span<const RouteAccess> table) {
  for (const RouteAccess& row : table) {
    const auto route = routes_.find(std::string(row.path));
    ASSAY_CHECK(route != routes_.end() && route->second.count(std::string(row.method)) > 0);
    access_[std::string(row.path)][std::string(row.method)] = row.least;
  }
  for (const auto& [path, methods] : routes_) {
    ASSAY_CHECK(access_[path].size() == methods.size());
  }
}

std::optional<Role> Router::LeastRole(std::string_view method, const std::string& path) const {
  const auto route = Find(path);
  if (route == routes_.end()) return Role::kViewer;
  const std::string name(method == "HEAD" && route->second.count("HEAD") == 0 ? "GET" : method);
  if (route->second.count(name) == 0) return Role::kViewer;
  const auto rules = access_.find(route->first);
  // A router that was told of no roles is asked by nobody who has one.
  return rules == access_.end() ? Role::kAdmin : rules->second.at(name);
}

std::string_view Router::RouteOf(const std::string& path) const {
  const auto route = Find(path);
  return route == routes_.end() ? std::string_view("other") : std::string_view(route->first);
}

void Router::Handle(std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) const {
  received_bytes_ += static_cast<int64_t>(request->body.size());
  const auto route = Find(request->path);
  if (observer_) {
    reply = std::make_shared<ObservedReply>(std::move(reply), observer_,
                                            route == routes_.end() ? "other" : route->first);
  }
  if (route == routes_.end()) {
    std::string slashless = request->path;
    while (slashless.size() > 1 && slashless.back() == '/') slashless.pop_back();
    if (slashless == request->path || routes_.count(slashless) == 0) {
      if (StartsWith(request->path, "/v1/")) {
        HttpResponse response;
        response.status = 404;
        response.body = ErrorText(404, "Not Found");
        return reply->Send(std::move(response));
      }
      return SendDetail(reply, 404, R"({"detail":"Not Found"})");
    }
    HttpResponse response;
    response.status = 307;
    response.content_type.clear();
    response.headers = {
        {"location", slashless + (request->query.empty() ? "" : "?" + request->query)}};
    return reply->Send(std::move(response));
  }
  const auto& methods = route->second;
  auto handler = methods.find(request->method);
  if (handler == methods.end() && request->method == "HEAD") handler = methods.find("GET");
  if (handler == methods.end()) {
    HttpResponse response;
    response.status = 405;
    for (const auto& [method, unused] : methods) {
      response.headers.emplace_back("allow", method);
    }
    response.body = R"({"detail":"Method Not Allowed"})";
    return reply->Send(std::move(response));
  }
  if (request->caller != nullptr) {
    const std::optional<Role> least = LeastRole(request->method, request->path);
    if (least && request->caller->role < *least) {
      HttpResponse response;
      response.status = 403;
      response.body =
          ErrorText(403, WhyRoleRefused(*request->caller, request->method, route->first, *least));
      return reply->Send(std::move(response));
    }
  }
  handler->second(std::move(request), std::move(reply));
}

}  // namespace assay
