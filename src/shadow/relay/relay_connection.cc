// The parts, in this order: from the client to the peer (ReadClient to OnWrittenToPeer), reaching
// the peer (Connect to Unreachable), from the peer to the client (ReadPeer to OnWrittenToClient),
// ending (OnClientEnd to Close), deadlines, and the state.
#include "shadow/relay/relay_connection.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <string>
#include <utility>

#include "net/http_text.h"

namespace assay::shadow {
namespace {

namespace net = boost::asio;
using boost::system::error_code;
using Tcp = net::ip::tcp;
using SteadyClock = std::chrono::steady_clock;

// Bytes of one read: few while little comes, since thousands of connections only wait.
constexpr size_t kSmallRead = 16 << 10;
constexpr size_t kLargeRead = 256 << 10;

// After a read of `count` bytes, when they have been passed on.
void Fit(std::string* buffer, size_t count) {
  if (count == buffer->size() && count < kLargeRead) {
    buffer->resize(2 * count);
  } else if (count < kSmallRead && buffer->size() > kSmallRead) {
    *buffer = std::string(kSmallRead, '\0');
  }
}

class Connection final : public TcpConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Tcp::socket socket, std::shared_ptr<RelayShared> shared)
      : shared_(std::move(shared)),
        client_(std::move(socket)),
        peer_(client_.get_executor(), shared_->upstream),
        timer_(client_.get_executor()),
        tee_(shared_->rules, [this](Exchange exchange) { Deliver(std::move(exchange)); }) {}

  void Start() override {
    OnThread([](Connection& self) {
      error_code ignored;
      self.client_.set_option(net::socket_base::keep_alive(true), ignored);
      self.Moved();
      self.ReadClient();
    });
  }
  void CloseWhenIdle() override {
    OnThread([](Connection& self) {
      if (self.Idle()) self.Close(kStopped);
    });
  }
  void MakeRoom() override {
    OnThread([](Connection& self) {
      if (self.Idle() && self.served_) self.Close(kClientLeft);
    });
  }
  void Abort() override {
    OnThread([](Connection& self) { self.Close(kStopped); });
  }

 private:
  static constexpr const char* kStopped = "the relay was stopped";
  static constexpr const char* kClientLeft = "the client left";

  template <typename Action>
  void OnThread(Action action) {
    net::post(client_.get_executor(), [self = shared_from_this(), action = std::move(action)] {
      if (!self->closed_) action(*self);
    });
  }

  // A callback for an operation that moves bytes.
  template <typename Method>
  auto Then(Method method) {
    return [self = shared_from_this(), method](error_code ec, size_t count) {
      if (!self->closed_) (self.get()->*method)(ec, count);
    };
  }

  bool Idle() const { return tee_.quiet() && !writing_to_client_ && to_peer_.empty(); }

  void Deliver(Exchange exchange) {
    ++shared_->exchanges;
    if (!exchange.fault.empty()) ++shared_->faulty;
    shared_->on_exchange(std::move(exchange));
  }

  // ---- from the client to the peer ----

  // At most one read is outstanding, and none while earlier bytes are on their way.
  void ReadClient() {
    if (reading_client_ || client_ended_ || !to_peer_.empty() || tee_.holding()) return;
    reading_client_ = true;
    client_.async_read_some(net::buffer(from_client_), Then(&Connection::OnReadClient));
  }

  void OnReadClient(error_code ec, size_t count) {
    reading_client_ = false;
    if (ec == net::error::eof) return OnClientEnd();
    if (ec) return Close(kClientLeft);
    Moved();
    tee_.FromClient({from_client_.data(), count}, &to_peer_);
    Fit(&from_client_, count);
    WriteToPeer();
  }

  void WriteToPeer() {
    if (peer_gone_) to_peer_.clear();
    if (to_peer_.empty()) return AfterWriteToPeer();
    if (writing_to_peer_ || connecting_) return;
    if (!connected_) return Connect();
    writing_to_peer_ = true;
    peer_.WriteSome(std::string_view(to_peer_).substr(to_peer_offset_),
                    Then(&Connection::OnWrittenToPeer));
  }

  void OnWrittenToPeer(error_code ec, size_t count) {
    writing_to_peer_ = false;
    if (ec) {
      // It may have replied before it closed, so reading goes on.
      if (peer_ended_) return Close(kClientLeft);
      peer_gone_ = true;
      to_peer_offset_ = 0;
      return WriteToPeer();
    }
    Moved();
    to_peer_offset_ += count;
    if (to_peer_offset_ < to_peer_.size()) return WriteToPeer();
    to_peer_offset_ = 0;
    to_peer_.clear();
    if (to_peer_.capacity() > kSmallRead && tee_.quiet()) to_peer_.shrink_to_fit();
    AfterWriteToPeer();
  }

  void AfterWriteToPeer() {
    if (tee_.holding()) {
      tee_.FromClient({}, &to_peer_);
      if (!to_peer_.empty()) return WriteToPeer();
    }
    if (LeaveIfDone()) return;
    if (client_ended_ && !tee_.holding() && connected_) peer_.ShutdownSend();
    ReadClient();
  }

  // ---- reaching the peer ----

  void Connect() {
    connecting_ = true;
    phase_began_ = SteadyClock::now();
    SetDeadline();
    peer_.Connect([self = shared_from_this()](const std::string& failure) {
      if (self->closed_) return;
      self->connecting_ = false;
      if (!failure.empty()) return self->Unreachable(failure);
      self->connected_ = true;
      self->Moved();
      self->ReadPeer();
      self->WriteToPeer();
    });
  }

  // The one reply of the relay's own.
  void Unreachable(const std::string& failure) {
    ++shared_->unreachable;
    const std::string fault =
        "the sandbox at " + shared_->upstream->address().url + " can't be reached: " + failure;
    connecting_ = false;
    peer_.Close();
    peer_gone_ = true;
    to_peer_.clear();
    tee_.Abandon(fault);
    HttpResponse response;
    response.status = 502;
    response.body = ErrorText(502, "assay shadow: " + fault);
    from_peer_ = HeadText(response, response.body.size(), false, true) + response.body;
    linger_after_write_ = true;
    from_peer_end_ = from_peer_.size();
    WriteToClient();
  }

  // ---- from the peer to the client ----

  void ReadPeer() {
    peer_.ReadSome(from_peer_.data(), from_peer_.size(), Then(&Connection::OnReadPeer));
  }

  void OnReadPeer(error_code ec, size_t count) {
    if (ec) return OnPeerEnd(ec == net::error::eof);
    Moved();
    from_peer_end_ = count;
    // First the client's part, then ours.
    WriteToClient();
    tee_.FromPeer({from_peer_.data(), count});
    if (tee_.holding() && to_peer_.empty()) AfterWriteToPeer();
  }

  void WriteToClient() {
    writing_to_client_ = true;
    client_.async_write_some(
        net::buffer(from_peer_.data() + from_peer_offset_, from_peer_end_ - from_peer_offset_),
        Then(&Connection::OnWrittenToClient));
  }

  void OnWrittenToClient(error_code ec, size_t count) {
    if (ec) return Close(kClientLeft);
    Moved();
    from_peer_offset_ += count;
    if (from_peer_offset_ < from_peer_end_) return WriteToClient();
    from_peer_offset_ = 0;
    writing_to_client_ = false;
    if (linger_after_write_) return Linger();
    Fit(&from_peer_, from_peer_end_);
    if (LeaveIfDone()) return;
    ReadPeer();
  }

  // Between exchanges a connection ends when its client, the server or other connections want it.
  bool LeaveIfDone() {
    if (!connected_ || !Idle()) return false;
    served_ = true;
    if (!client_ended_ && !shared_->stopping && !shared_->crowded) return false;
    error_code ec;
    if (client_ended_ || client_.available(ec) == 0) {
      Close(kClientLeft);
    } else {
      Linger();
    }
    return true;
  }

  // ---- ending ----

  void OnClientEnd() {
    client_ended_ = true;
    if (!connected_ || lingering_ || peer_ended_ || Idle()) return Close(kClientLeft);
    tee_.ClientEnded(&to_peer_);
    Moved();
    WriteToPeer();
  }

  void OnPeerEnd(bool cleanly) {
    const bool cut_off = !cleanly && tee_.reply_open();
    const bool request_open = tee_.request_open() || tee_.holding();
    if (cut_off) {
      // The client must not take what it has for a whole reply that ends with the connection.
      tee_.Abandon("the peer broke the connection off");
      error_code ignored;
      client_.set_option(net::socket_base::linger(true, 0), ignored);
      return Close(kClientLeft);
    }
    if (tee_.blind() && !client_ended_ && !peer_gone_) {
      // Of two sides of an unknown protocol each ends when it wants.
      peer_ended_ = true;
      error_code ignored;
      client_.shutdown(Tcp::socket::shutdown_send, ignored);
      return Moved();
    }
    tee_.PeerEnded();
    if (!request_open || client_ended_) return Close(kClientLeft);
    Linger();
  }

  // Closing with unread bytes would reset the connection and could destroy the reply on its way,
  // so what the client still sends is read for a while.
  void Linger() {
    lingering_ = true;
    phase_began_ = SteadyClock::now();
    tee_.Abandon(kClientLeft);
    peer_gone_ = true;
    peer_.Close();
    to_peer_.clear();
    to_peer_offset_ = 0;
    error_code ignored;
    client_.shutdown(Tcp::socket::shutdown_send, ignored);
    if (client_ended_) return Close(kClientLeft);
    SetDeadline();
    ReadClient();
  }

  void Close(const std::string& fault) {
    if (closed_) return;
    if (!tee_.understood()) ++shared_->blind;
    tee_.Abandon(fault);
    closed_ = true;
    timer_.cancel();
    peer_.Close();
    error_code ignored;
    client_.close(ignored);
    shared_->on_closed(this);
  }

  // ---- deadlines ----

  void Moved() {
    last_moved_ = SteadyClock::now();
    SetDeadline();
  }

  SteadyTime Deadline() const {
    const RelayOptions& options = shared_->options;
    if (connecting_) return phase_began_ + options.connect_timeout;
    if (lingering_) return phase_began_ + options.linger_timeout;
    SteadyTime deadline = last_moved_ + options.exchange_timeout;
    if (tee_.quiet()) {
      // A client that connects has something to say: less patience than between requests.
      deadline = last_moved_ + (served_ ? options.idle_timeout : options.head_timeout);
    } else if (client_ended_ || peer_ended_) {
      deadline = last_moved_ + options.departed_timeout;
    }
    if (const auto since = tee_.head_since()) {
      deadline = std::min(deadline, *since + options.head_timeout);
    }
    return deadline;
  }

  // Bytes move often and deadlines pass seldom: the timer is only set anew when it would be late.
  void SetDeadline() {
    const SteadyTime deadline = Deadline();
    if (timer_set_ && timer_.expiry() <= deadline) return;
    timer_set_ = true;
    timer_.expires_at(deadline);
    timer_.async_wait([self = shared_from_this()](error_code ec) {
      if (ec || self->closed_) return;
      self->timer_set_ = false;
      self->OnTimer();
    });
  }

  void OnTimer() {
    if (SteadyClock::now() < Deadline()) return SetDeadline();
    if (connecting_) {
      return Unreachable("it doesn't take the connection within " +
                         Seconds(shared_->options.connect_timeout));
    }
    Close("nothing came for " + Seconds(SteadyClock::now() - last_moved_));
  }

  static std::string Seconds(Nanoseconds time) {
    return std::to_string(static_cast<int64_t>(ToSeconds(time) + 0.5)) + " s";
  }

  const std::shared_ptr<RelayShared> shared_;
  Tcp::socket client_;
  UpstreamSocket peer_;
  net::steady_timer timer_;
  Tee tee_;

  std::string from_client_ = std::string(kSmallRead, '\0');  // the outstanding read's buffer
  bool reading_client_ = false;
  std::string to_peer_;  // passed by the tee, not yet taken by the peer
  size_t to_peer_offset_ = 0;
  bool writing_to_peer_ = false;

  std::string from_peer_ = std::string(kSmallRead, '\0');
  size_t from_peer_end_ = 0;     // what of it has come, and
  size_t from_peer_offset_ = 0;  // how much of that the client has taken
  bool writing_to_client_ = false;
  bool linger_after_write_ = false;

  bool connecting_ = false;
  bool connected_ = false;
  bool peer_gone_ = false;     // takes no more bytes
  bool peer_ended_ = false;    // sends no more bytes, and takes what comes
  bool client_ended_ = false;  // sends no more bytes
  bool lingering_ = false;
  bool served_ = false;  // at least one request
  bool closed_ = false;

  SteadyTime last_moved_;
  SteadyTime phase_began_;
  bool timer_set_ = false;
};

}  // namespace

std::shared_ptr<TcpConnection> CreateRelayConnection(Tcp::socket socket,
                                                     std::shared_ptr<RelayShared> shared) {
  return std::make_shared<Connection>(std::move(socket), std::move(shared));
}

}  // namespace assay::shadow
