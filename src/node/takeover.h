// Handing over: a server that is to be replaced gives its listening sockets to the next process,
// over a unix socket at a path that both know, so that no connection is refused in between.
//
// The next process asks once it could serve, accepts connections, and says that it is ready; only
// then does the old one stop to accept. If it fails before that, nothing has changed. Both sides
// see to it that the other belongs to the same user (or is root).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

// Of the next process. Not thread-safe.
class Predecessor {
 public:
  // Nothing: nobody offers anything there. The old process goes on until Ready.
  static Result<std::optional<Predecessor>> Ask(const std::string& path);

  // The listener of the HTTP server, and of the agent check where it had one. Once each.
  UniqueFd TakeHttp() { return std::move(http_); }
  UniqueFd TakeAgent() { return std::move(agent_); }
  // From here on this process answers; the old one ends when its work is done.
  Status Ready();

 private:
  Predecessor() = default;

  UniqueFd channel_;
  UniqueFd http_;
  UniqueFd agent_;
};

// Of the process that may be replaced. Threading: one thread of its own; the rest by one owner.
class TakeoverDoor {
 public:
  // Called on its thread, once, when the next process answers.
  using Replaced = std::function<void()>;

  // Takes the path from whoever has it. The descriptors are copied.
  static Result<std::unique_ptr<TakeoverDoor>> Open(const std::string& path, int http, int agent,
                                                    Replaced replaced);
  // Removes the path, unless another process has it now.
  ~TakeoverDoor();
  TakeoverDoor(const TakeoverDoor&) = delete;
  TakeoverDoor& operator=(const TakeoverDoor&) = delete;

 private:
  struct Impl;
  explicit TakeoverDoor(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The path that "auto" means for a port of this user.
std::string AutomaticTakeoverPath(int port);

}  // namespace assay
