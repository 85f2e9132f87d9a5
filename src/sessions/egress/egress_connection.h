// EgressConnection: one connection of a program in a box to its proxy, and the one to the server
// that goes with it. Internal to the proxy; confined to the I/O thread.
//
//   head       until the program has said whom it wants
//   reaching   the lookup, the check and the connection, all under one deadline
//   passing    two loops with a buffer each; the program's first bytes are held while they may be
//              the beginning of TLS whose server name counts
//   refusing   the answer goes out, and what the program still sends is dropped for a moment, so
//              that it gets to read that answer
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "sessions/egress/egress_shared.h"
#include "sessions/egress/proxy_request.h"

namespace assay {

class EgressConnection : public std::enable_shared_from_this<EgressConnection> {
 public:
  EgressConnection(boost::asio::ip::tcp::socket client, std::shared_ptr<EgressShared> shared);
  ~EgressConnection();
  EgressConnection(const EgressConnection&) = delete;
  EgressConnection& operator=(const EgressConnection&) = delete;

  void Start();
  // Closes it if these rules don't allow where it goes.
  void Recheck(const EgressRules& rules);
  void Close();

 private:
  using Socket = boost::asio::ip::tcp::socket;
  // One direction.
  struct Way {
    Socket* from;
    Socket* to;
    std::atomic<int64_t>* bytes;
    std::string buffer;
  };

  void ReadHead();
  void OnHead(size_t end);
  void OnAddresses(const std::vector<IpAddress>& found, const std::vector<IpAddress>& own);
  void TryNext();
  void OnConnected();
  void ReadHello();
  // Whether the bytes so far may go on to the server.
  enum class Verdict { kPass, kWait, kRefuse };
  Verdict JudgeHello() const;
  void Pass(Way* way);
  void WriteOn(Way* way, size_t size);
  void OnWayEnded(Way* way);
  void Refuse(int status, const std::string& why);
  void Drop();
  void Within(std::chrono::milliseconds time);
  void WatchTime();

  const std::shared_ptr<EgressShared> shared_;
  Socket client_;
  Socket server_;
  boost::asio::steady_timer timer_;
  SteadyTime deadline_;
  bool closed_ = false;
  bool reaching_ = false;
  ProxyRequest request_;
  std::vector<IpAddress> addresses_;  // that were checked, to be tried from the back
  std::vector<IpAddress> own_;
  IpAddress address_;  // of the server
  bool reached_ = false;
  std::string pending_;  // from the program, not yet passed on
  std::string answer_;   // to the program, being written
  Way up_;
  Way down_;
  int ended_ways_ = 0;
};

}  // namespace assay
