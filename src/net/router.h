// Router: from method and path to a handler, with the answers for what no route takes.
//
// It also knows which role each route takes, whoever asks: a connection, or another route on behalf
// of its caller.
//
// Immutable once serving; Handle is then thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "net/caller.h"
#include "net/http.h"
#include "net/route/route_pattern.h"

namespace assay {

// Told when an answer is complete or was given up. `route` is a registered path or "other"; `trace`
// is the request's, or null.
using HttpObserver = std::function<void(std::string_view route, int status, Nanoseconds duration,
                                        const RequestTrace* trace)>;

// The least role that may use a route; nothing: anybody, without a token.
struct RouteAccess {
  std::string_view method;
  std::string_view path;  // as it is registered
  std::optional<Role> least;
  // Whether the token of a sandbox (Caller::sandbox) may use it; the handler then sees to it that
  // it is the sandbox that the request is about.
  bool sandbox_token = false;
  // Of a route that is open to anybody: how long a body it takes from who has no token. What else
  // is open to all takes none, for strangers could fill the server with them.
  int64_t stranger_body_bytes = 0;
};

// Why a caller may not use it, for the answer.
std::string WhyRoleRefused(const Caller& caller, std::string_view method, std::string_view route,
                           Role least);
// Why the token of a sandbox may not.
std::string WhySandboxTokenRefused(const Caller& caller, std::string_view method,
                                   std::string_view route);

class Router {
 public:
  explicit Router(HttpObserver observer = nullptr) : observer_(std::move(observer)) {}

  // A route for GET also answers HEAD, one for "*" every method that has no other. A path may have
  // parameters (route/route_pattern.h); what is named exactly goes before them.
  void Add(std::string method, std::string path, HttpHandler handler);
  void Add(std::string method, std::string path, HttpParameterHandler handler);
  // Who may use the routes. REQUIRES: a row for each route there is, and none for any other.
  void SetAccess(std::span<const RouteAccess> table);
  // A caller whose role isn't enough, or whose token is a sandbox's and the route isn't meant for
  // those, is answered 403; requests without a caller were let in by
  // whoever hands them over.
  void Handle(std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) const;
  // …past the diversion.
  void HandleHere(std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) const;
  // Asked first about every request, whoever hands it over; true: it has taken it, and completes
  // the reply. Before serving.
  using Diversion = std::function<bool(const std::shared_ptr<const HttpRequest>& request,
                                       const HttpReplyPtr& reply)>;
  void SetDiversion(Diversion diversion) { diversion_ = std::move(diversion); }
  // What it takes to have a request answered; where no route takes it, any token does.
  std::optional<Role> LeastRole(std::string_view method, const std::string& path) const;
  // Whether the token of a sandbox may have it answered.
  bool TakesSandboxTokens(std::string_view method, const std::string& path) const;
  // How long a body it takes from who has no token.
  int64_t StrangerBodyBytes(std::string_view method, const std::string& path) const;
  // The registered path that takes it, or "other".
  std::string_view RouteOf(const std::string& path) const;
  // path -> method -> handler
  const std::map<std::string, std::map<std::string, HttpHandler>>& routes() const {
    return routes_;
  }
  // Of all request bodies so far.
  int64_t received_bytes() const { return received_bytes_; }

 private:
  using Methods = std::map<std::string, HttpHandler>;

  std::map<std::string, Methods>::const_iterator Find(const std::string& path) const;
  static Methods::const_iterator FindMethod(const Methods& methods, std::string_view method);
  // Null: no route takes it, or nobody has said who may.
  const RouteAccess* AccessOf(std::string_view method, const std::string& path) const;

  std::map<std::string, Methods> routes_;
  std::vector<std::pair<RoutePattern, std::string>> patterns_;        // the more exact one first
  std::map<std::string, std::map<std::string, RouteAccess>> access_;  // as routes_
  HttpObserver observer_;
  Diversion diversion_;
  mutable std::atomic<int64_t> received_bytes_{0};
};

}  // namespace assay
