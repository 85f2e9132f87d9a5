// Router: from method and path to a handler, with the answers for what no route takes.
//
// Immutable once serving; Handle is then thread-safe.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "net/http.h"

namespace assay {

// Told when an answer is complete or was given up. `route` is a registered path or "other".
using HttpObserver = std::function<void(std::string_view route, int status, Nanoseconds duration)>;

class Router {
 public:
  explicit Router(HttpObserver observer = nullptr) : observer_(std::move(observer)) {}

  // A route for GET also answers HEAD. A path may end in a parameter: "/v1/problems/{sha256}" takes
  // any last part that no other route names.
  void Add(std::string method, std::string path, HttpHandler handler);
  void Handle(std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) const;
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
  HttpObserver observer_;
  mutable std::atomic<int64_t> received_bytes_{0};
};

}  // namespace assay
