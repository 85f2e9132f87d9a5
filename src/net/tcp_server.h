// TcpServer: takes connections on a port, and on a Unix socket where one is wanted, and keeps them
// until they close. What the HTTP server and
// the shadow relay have in common. Boost.Asio is part of this header: include it from source files
// of servers, not from what their users include.
//
// Bounded in connections: while there are as many as allowed, newcomers wait in the kernel's
// backlog and the connections that have idled for longest are asked to make room, a sixteenth of
// all at a time.
//
// Threading: each thread has a loop of its own, and each connection is confined to one of them,
// which is its socket's executor: what happens on a connection never wakes a second thread. Start
// and Stop are called by one owner; the rest is thread-safe.
#pragma once

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"

namespace assay {

// What a server's connections do for it.
class TcpConnection {
 public:
  virtual ~TcpConnection() = default;
  virtual void Start() = 0;
  // Closes it if nothing is under way, otherwise as soon as that is over. Any thread.
  virtual void CloseWhenIdle() = 0;
  // Closes it unless it is of use: something is under way, or it has come just now. Any thread.
  virtual void MakeRoom() = 0;
  // Since when it has waited for its client to ask for something: those that have for longest make
  // room first. Far in the future: it doesn't wait for that. Any thread.
  virtual SteadyTime waiting_since() const { return {}; }
  // Closes it now. Any thread.
  virtual void Abort() = 0;
};

// What connections share with their server. Thread-safe.
struct TcpShared {
  std::atomic<int64_t> connections{0};
  std::atomic<bool> stopping{false};
  // Another process accepts from now on: every answer is its connection's last.
  std::atomic<bool> handed_over{false};
  // No room for more connections: those whose answer is complete make room.
  std::atomic<bool> crowded{false};
  // Called once by each connection when it has closed. Any thread.
  std::function<void(TcpConnection*)> on_closed;
};

struct TcpServerOptions {
  std::string host;  // an address, or a name that resolves to one; empty: the Unix socket alone
  int port = 0;      // 0: any free port
  int threads = 2;
  int max_connections = 16384;
  // Beside the port, a Unix socket of that path, for users of this machine; empty: none. A socket
  // that nobody listens on any more makes room for it; it goes with the server.
  std::string unix_path = {};
  uint32_t unix_mode = 0660;  // of its file: who may connect
};

class TcpServer {
 public:
  // Of a connection on the Unix socket, too, which reads and writes like any other and has no
  // address (sender/peer.h).
  using Factory = std::function<std::shared_ptr<TcpConnection>(boost::asio::ip::tcp::socket)>;

  // `shared` is what the factory's connections get; its on_closed is set here.
  TcpServer(TcpServerOptions options, std::shared_ptr<TcpShared> shared, Factory factory);
  // REQUIRES: not started, or stopped.
  ~TcpServer();
  TcpServer(const TcpServer&) = delete;
  TcpServer& operator=(const TcpServer&) = delete;

  // Whether only this machine reaches what listens on that host.
  static Result<bool> OnlyLocal(const std::string& host);

  // Takes the port: clients may connect, and wait. With a `listener` that is the socket, which
  // listens already; kInvalidArgument unless it does so where the options say.
  Status Listen(UniqueFd listener = {});
  // Another descriptor of what listens, for a process that goes on with it. REQUIRES: Listen
  // succeeded, and Stop wasn't called.
  UniqueFd Listener() const;
  // Starts the threads. Listens first unless that is done.
  Status Start();
  // The port really bound, and whether only this machine reaches it. REQUIRES: Listen succeeded.
  int port() const;
  bool loopback() const;
  // Takes no more connections, for another process accepts them from now on. Those that are open
  // are answered once more, whenever they ask, and told that it was the last time. Returns whether
  // all have ended by the deadline.
  bool HandOver(SteadyTime deadline);
  // Stops accepting, closes idle connections, lets the others finish until the deadline, then
  // closes what is left and joins the threads. Returns whether all finished by themselves.
  bool Stop(SteadyTime deadline);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
