// Relay: the shadow audit's stand-in for the user's present sandbox. Every connection to its port
// is relayed to that sandbox, the peer, and the client gets the peer's reply byte for byte as it
// comes. Beside that it reads along and hands over each exchange, a request with its reply, when it
// is over.
//
// It must never harm the user's traffic:
// - One connection to the peer for each of a client; bytes go on as they arrive, both ways,
// whatever
//   they are. An end, a half-close or a reset on one side is passed on to the other.
// - Of the client's bytes only a request's head is held until it is whole, because two things in it
//   may change: the URL's path is put before the target, and Host becomes the URL's, which is what
//   a client that asks the peer directly would send (`keep_host` leaves it). The replies, and with
//   them redirects that name the peer, are never changed.
// - Reading along is bounded and may fail. What is too long, isn't HTTP/1 or leaves it (Upgrade,
//   CONNECT) passes all the same; an Exchange says in `fault` why it can't be compared, and what
//   was never understood as a request only counts in the stats.
// - The only reply of its own is 502 with a JSON message, when the peer can't be reached.
// - Every wait has a deadline, and the number of connections a bound: more wait in the backlog.
//
// Each connection takes two file descriptors: Start lowers `max_connections` to what the process's
// soft limit has room for, so raise that first.
//
// Threading: io_threads serve the sockets; each connection is confined to one of them. Start and
// Stop are called by one owner; the rest is thread-safe.
#pragma once

#include <functional>
#include <memory>

#include "base/clock.h"
#include "base/result.h"
#include "shadow/exchange/exchange.h"
#include "shadow/relay/relay_options.h"

namespace assay::shadow {

class Relay {
 public:
  // `on_exchange` is called once for each exchange, on a thread that also serves sockets, by
  // several of them at a time: it must be quick and not block, so who has work to do with an
  // exchange queues it (within a bound of its own: what it holds no longer counts as watched).
  // The exchange's target and headers are those that the client sent.
  Relay(RelayOptions options, std::function<void(Exchange)> on_exchange);
  // Stops at once if Stop was not called.
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  // Checks the options and takes the port: clients may connect, and wait. An error's field names
  // the option. The peer need not be up.
  Status Listen();
  // Starts the threads. Listens first unless that is done.
  Status Start();
  // The port really bound. REQUIRES: Listen succeeded.
  int port() const;
  // Stops accepting, closes idle connections, lets exchanges under way finish until the deadline,
  // then closes what is left and joins the threads. Returns whether all finished by themselves.
  // After it returns, on_exchange is not called any more.
  bool Stop(SteadyTime deadline);

  RelayStats stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::shadow
