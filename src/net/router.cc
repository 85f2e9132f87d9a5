#include "net/router.h"

#include <algorithm>
#include <atomic>

#include "base/check.h"
#include "base/text.h"
#include "net/http_text.h"

namespace assay {
namespace {

// Passes everything on and reports the outcome once: at the end of the answer, or when the last
// holder drops it unanswered.
class ObservedReply final : public WatchedReply {
 public:
  ObservedReply(HttpReplyPtr inner, const HttpObserver& observer, std::string route,
                RequestTracePtr trace)
      : WatchedReply(std::move(inner)),
        observer_(observer),
        route_(std::move(route)),
        trace_(std::move(trace)) {}
  ~ObservedReply() override { OnEnd(); }

 private:
  void OnPart(size_t /*bytes*/, int status) override {
    if (status != 0) status_ = status;
  }
  void OnEnd() override {
    if (reported_.exchange(true)) return;
    observer_(route_, status_, std::chrono::steady_clock::now() - started_, trace_.get());
  }

  const HttpObserver observer_;
  const std::string route_;
  const RequestTracePtr trace_;
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

std::string WhySandboxTokenRefused(const Caller& caller, std::string_view method,
                                   std::string_view route) {
  return "the token is that of the sandbox '" + caller.sandbox +
         "' and opens nothing else: " + std::string(method) + " " + std::string(route) +
         " takes a token of the server's";
}

void Router::Add(std::string method, std::string path, HttpHandler handler) {
  if (RoutePattern::HasParameters(path) && routes_.count(path) == 0) {
    RoutePattern pattern(path);
    const auto place = std::find_if(patterns_.begin(), patterns_.end(), [&](const auto& other) {
      return pattern.MoreExactThan(other.first);
    });
    patterns_.insert(place, {std::move(pattern), path});
  }
  routes_[std::move(path)][std::move(method)] = std::move(handler);
}

void Router::Add(std::string method, std::string path, HttpParameterHandler handler) {
  const RoutePattern pattern(path);
  Add(std::move(method), std::move(path),
      HttpHandler([pattern, handler = std::move(handler)](
                      std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
        const auto parameters = pattern.Match(request->path);
        ASSAY_CHECK(parameters.has_value());
        handler(std::move(request), *parameters, std::move(reply));
      }));
}

std::map<std::string, Router::Methods>::const_iterator Router::Find(const std::string& path) const {
  const auto exact = routes_.find(path);
  if (exact != routes_.end()) return exact;
  for (const auto& [pattern, registered] : patterns_) {
    if (pattern.Match(path)) return routes_.find(registered);
  }
  return routes_.end();
}

Router::Methods::const_iterator Router::FindMethod(const Methods& methods,
                                                   std::string_view method) {
  auto found = methods.find(std::string(method));
  if (found == methods.end() && method == "HEAD") found = methods.find("GET");
  return found == methods.end() ? methods.find("*") : found;
}

void Router::SetAccess(std::span<const RouteAccess> table) {
  for (const RouteAccess& row : table) {
    const auto route = routes_.find(std::string(row.path));
    ASSAY_CHECK(route != routes_.end() && route->second.count(std::string(row.method)) > 0);
    access_[std::string(row.path)][std::string(row.method)] = row;
  }
  for (const auto& [path, methods] : routes_) {
    ASSAY_CHECK(access_[path].size() == methods.size());
  }
}

const RouteAccess* Router::AccessOf(std::string_view method, const std::string& path) const {
  const auto route = Find(path);
  if (route == routes_.end()) return nullptr;
  const auto handler = FindMethod(route->second, method);
  const auto rules = access_.find(route->first);
  if (handler == route->second.end() || rules == access_.end()) return nullptr;
  return &rules->second.at(handler->first);
}

std::optional<Role> Router::LeastRole(std::string_view method, const std::string& path) const {
  if (const RouteAccess* access = AccessOf(method, path)) return access->least;
  // A router that was told of no roles is asked by nobody who has one.
  return access_.empty() && Find(path) != routes_.end() ? Role::kAdmin : Role::kViewer;
}

bool Router::TakesSandboxTokens(std::string_view method, const std::string& path) const {
  const RouteAccess* access = AccessOf(method, path);
  return access != nullptr && access->sandbox_token;
}

int64_t Router::StrangerBodyBytes(std::string_view method, const std::string& path) const {
  const RouteAccess* access = AccessOf(method, path);
  return access == nullptr ? 0 : access->stranger_body_bytes;
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
                                            route == routes_.end() ? "other" : route->first,
                                            request->trace);
  }
  if (diversion_ && diversion_(request, reply)) return;
  HandleHere(std::move(request), std::move(reply));
}

void Router::HandleHere(std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) const {
  const auto route = Find(request->path);
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
  const auto handler = FindMethod(methods, request->method);
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
    std::string why;
    if (least && request->caller->role < *least) {
      why = WhyRoleRefused(*request->caller, request->method, route->first, *least);
    } else if (least && !request->caller->sandbox.empty() &&
               !TakesSandboxTokens(request->method, request->path)) {
      why = WhySandboxTokenRefused(*request->caller, request->method, route->first);
    }
    if (!why.empty()) {
      HttpResponse response;
      response.status = 403;
      response.body = ErrorText(403, why);
      return reply->Send(std::move(response));
    }
  }
  handler->second(std::move(request), std::move(reply));
}

}  // namespace assay
