// Handing over: a server that is to be replaced gives its listening sockets to the next process,
// over a unix socket at a path that both know, so that no connection is refused in between.
//
// The next process asks once it could serve, accepts connections, and says that it is ready; only
// then does the old one stop to accept. If it fails before that, nothing has changed. Both sides
// see to it that the other belongs to the same user (or is root).
//
// Each also tells the other where it takes requests that are the other's to answer (a relay, the
// path of a Unix socket): the old one keeps its sandboxes, and clients reach either process.
// Processes that know nothing of relays hand over all the same.
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
  // Where the old one takes requests about what it keeps; empty: nowhere.
  const std::string& relay() const { return relay_; }
  // Where this one does, before it accepts: from then on the old one passes on what it doesn't
  // know.
  void TellRelay(const std::string& path);
  // From here on this process answers; the old one ends when its work is done.
  Status Ready();

 private:
  Predecessor() = default;

  UniqueFd channel_;
  UniqueFd http_;
  UniqueFd agent_;
  std::string relay_;
};

// Of the process that may be replaced. Threading: one thread of its own; the rest by one owner.
class TakeoverDoor {
 public:
  // Called on its thread.
  struct Events {
    // Where the next process takes requests; empty: it has given up.
    std::function<void(const std::string& relay)> relay;
    // Once: the next process answers.
    std::function<void()> replaced;
  };

  // Takes the path from whoever has it. The descriptors are copied. `relay`: where this process
  // takes requests about what it keeps.
  static Result<std::unique_ptr<TakeoverDoor>> Open(const std::string& path, int http, int agent,
                                                    const std::string& relay, Events events);
  // Removes the path, unless this process was replaced: then it is the next one's.
  ~TakeoverDoor();
  TakeoverDoor(const TakeoverDoor&) = delete;
  TakeoverDoor& operator=(const TakeoverDoor&) = delete;

 private:
  struct Impl;
  explicit TakeoverDoor(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// What --takeover says: "auto" is a path that goes by port and user.
std::string TakeoverPathOf(const std::string& option, int port);

}  // namespace assay
