// Router: from method and path to a handler, with the answers for what no route takes.
//
// Immutable once serving; Handle is then thread-safe.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "api/http.h"
#include "base/clock.h"

namespace assay {

// Told when an answer is complete or was given up. `route` is a registered path or "other".
using HttpObserver = std::function<void(std::string_view route, int status, Nanoseconds duration)>;

class Router {
 public:
  explicit Router(HttpObserver observer = nullptr) : observer_(std::move(observer)) {}

  // A route for GET also answers HEAD.
  void Add(std::string method, std::string path, HttpHandler handler);
  void Handle(std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) const;
  // path -> method -> handler
  const std::map<std::string, std::map<std::string, HttpHandler>>& routes() const {
    return routes_;
  }

 private:
  std::map<std::string, std::map<std::string, HttpHandler>> routes_;
  HttpObserver observer_;
};

}  // namespace assay
