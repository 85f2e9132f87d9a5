// NodeDuties: what a server does as a node among others: it asks its peers, tells HAProxy's agent
// check how it is, and hands its sockets to the process that replaces it.
//
// Threading: built and driven by the main thread; what it starts has threads of its own.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "api/service.h"
#include "apps/setup/options.h"
#include "base/result.h"
#include "net/http_server.h"
#include "node/agent_check.h"
#include "node/peer_book.h"
#include "node/takeover.h"

namespace assay {

class NodeDuties {
 public:
  // Sent to this process when another one has taken over. REQUIRES: blocked in every thread.
  static const int kReplacedSignal;

  // kInvalidArgument: a fault in --node-name, --peers or --peer-token-file.
  Status Configure(const Options& options);
  PeerBook* peers() { return &peers_; }

  // Takes the sockets of a server that runs already, where --takeover says so and there is one, or
  // makes them; while another process has the address without offering it, it may be about to, and
  // is asked again for ten seconds. `api` outlives StopListening. `relay`: where this one takes
  // requests that another process of this node passes on; empty: nowhere.
  Status Listen(const Options& options, HttpServer& server, ApiService& api,
                const std::string& relay);
  // Whether the HTTP server's address is also that of the agent's port, and only local.
  bool loopback() const { return agent_ == nullptr || agent_->loopback(); }
  // -1: there is none.
  int agent_port() const { return agent_ == nullptr ? -1 : agent_->port(); }
  // Once the HTTP server serves: the server that it replaces ends from here on.
  Status Serve(const Options& options, const HttpServer& server, ApiService& api,
               const std::string& relay);
  // Of the ports and the hand-over; then, when nobody is served any more, of the peers.
  void StopListening();
  void StopAsking() { peers_.Stop(); }

 private:
  std::string AgentLineOf(const ApiService& api) const;
  // The HTTP server's address, by either way; `predecessor_` from here on, where there is one.
  Status ListenOrTakeOver(const Options& options, HttpServer& server, ApiService& api,
                          const std::string& relay);
  // REQUIRES: `predecessor_`, which offers its sockets at `path`.
  Status TakeOver(const std::string& path, HttpServer& server, ApiService& api,
                  const std::string& relay);

  std::atomic<bool> by_free_{true};
  std::atomic<int64_t> max_connections_{0};
  PeerBook peers_;
  std::unique_ptr<AgentCheck> agent_;
  std::optional<Predecessor> predecessor_;
  std::unique_ptr<TakeoverDoor> door_;
};

}  // namespace assay
