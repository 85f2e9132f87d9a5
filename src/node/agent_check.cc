#include "node/agent_check.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "net/tcp_server.h"

namespace assay {
namespace {

namespace net = boost::asio;
using boost::system::error_code;
using Tcp = net::ip::tcp;

constexpr int kMostConnections = 64;
constexpr auto kPatience = std::chrono::seconds(1);

// Writes the line, then reads and drops what comes until the other side closes or its second is
// over: a close with something unread would be a reset, which may take the line with it.
class Connection final : public TcpConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Tcp::socket socket, const std::function<std::string()>& line,
             std::shared_ptr<TcpShared> shared)
      : shared_(std::move(shared)),
        line_(line),
        socket_(std::move(socket)),
        timer_(socket_.get_executor()) {}

  void Start() override {
    OnThread([](Connection& self) { self.Tell(); });
  }
  // None lasts for longer than its second.
  void CloseWhenIdle() override {}
  void MakeRoom() override {}
  void Abort() override {
    OnThread([](Connection& self) { self.Close(); });
  }

 private:
  template <typename Action>
  void OnThread(Action action) {
    net::post(socket_.get_executor(), [self = shared_from_this(), action] { action(*self); });
  }

  void Tell() {
    timer_.expires_after(kPatience);
    timer_.async_wait([self = shared_from_this()](error_code) { self->Close(); });
    const std::string text = line_();
    error_code ec;
    socket_.non_blocking(true, ec);
    // A fresh socket's buffer takes it whole; a peer for which that isn't so gets nothing.
    socket_.write_some(net::buffer(text), ec);
    if (ec) return Close();
    socket_.shutdown(Tcp::socket::shutdown_send, ec);
    Drop();
  }

  void Drop() {
    socket_.async_read_some(net::buffer(dropped_),
                            [self = shared_from_this()](error_code ec, size_t) {
                              if (ec) return self->Close();
                              self->Drop();
                            });
  }

  void Close() {
    if (std::exchange(closed_, true)) return;
    timer_.cancel();
    error_code ignored;
    socket_.close(ignored);
    shared_->on_closed(this);
  }

  const std::shared_ptr<TcpShared> shared_;
  const std::function<std::string()>& line_;
  Tcp::socket socket_;
  net::steady_timer timer_;
  std::array<char, 512> dropped_;
  bool closed_ = false;
};

}  // namespace

struct AgentCheck::Impl {
  Impl(std::string host, int port, std::function<std::string()> given)
      : line(std::move(given)),
        server({std::move(host), port, 1, kMostConnections}, shared, [this](Tcp::socket socket) {
          return std::make_shared<Connection>(std::move(socket), line, shared);
        }) {}

  const std::function<std::string()> line;
  const std::shared_ptr<TcpShared> shared = std::make_shared<TcpShared>();
  TcpServer server;
};

AgentCheck::AgentCheck(std::string host, int port, std::function<std::string()> line)
    : impl_(std::make_unique<Impl>(std::move(host), port, std::move(line))) {}

AgentCheck::~AgentCheck() {
  Stop();
}

Status AgentCheck::Listen(UniqueFd listener) {
  return impl_->server.Listen(std::move(listener));
}

Status AgentCheck::Start() {
  return impl_->server.Start();
}

void AgentCheck::Stop() {
  impl_->server.Stop(std::chrono::steady_clock::now() + kPatience);
}

UniqueFd AgentCheck::Listener() const {
  return impl_->server.Listener();
}

int AgentCheck::port() const {
  return impl_->server.port();
}

bool AgentCheck::loopback() const {
  return impl_->server.loopback();
}

}  // namespace assay
