// Router: from method and path to a handler, with the answers for what no route takes.
//
// It also knows which role each route takes, whoever asks: a connection, or another route on behalf
// of its caller.
//
// Immutable once serving; Handle is then thread-safe.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "net/caller.h"
#include "net/http.h"

namespace assay {

// Told when an answer is complete or was given up. `route` is a registered path or "other".
using HttpObserver = std::function<void(std::string_view route, int status, Nanoseconds duration)>;

// The least role that may use a route; nothing: anybody, without a token.
struct RouteAccess {
  std::string_view method;
  std::string_view path;  // as it is registered
  std::optional<Role> least;
};

// Why a caller may not use it, for the answer.
std::string WhyRoleRefused(const Caller& caller, std::string_view method, std::string_view route,
                           Role least);

class Router {
 public:
  explicit Router(HttpObserver observer = nullptr) : observer_(std::move(observer)) {}

  // A route for GET also answers HEAD. A path may end in a parameter: "/v1/problems/{sha256}" takes
  // any last part that no other route names.
  void Add(std::string method, std::string path, HttpHandler handler);
  // Who may use the routes. REQUIRES: a row for each route there is, and none for any other.
  void SetAccess(std::span<const RouteAccess> table);
  // A caller whose role isn't enough is answered 403; requests without a caller were let in by
  // whoever hands them over.
  void Handle(std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) const;
  // What it takes to have a request answered; where no route takes it, any token does.
  std::optional<Role> LeastRole(std::string_view method, const std::string& path) const;
  // The registered path that takes it, or "other".
  std::string_view RouteOf(const std::string& path) const;
  // path -> method -> handler
  const std::map<std::string, std::map<std::string, HttpHandler>>& routes() const {
    return routes_;
  }
  // Of all request bodies so far.
  int64_t received_bytes() const { return received_bytes_; }

 private:
  std::map<std::string, std::map<std::string, HttpHandler>>::const_iterator Find(
      const std::string& path) const;

  std::map<std::string, std::map<std::string, HttpHandler>> routes_;
  std::map<std::string, std::string> parameters_;  // "/v1/problems/" -> its registered path
  std::map<std::string, std::map<std::string, std::optional<Role>>> access_;  // as routes_
  HttpObserver observer_;
  mutable std::atomic<int64_t> received_bytes_{0};
};

}  // namespace assay
