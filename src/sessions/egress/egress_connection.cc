#include "sessions/egress/egress_connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <cstring>
#include <utility>

#include "net/http_text.h"
#include "sessions/egress/client_hello.h"

namespace assay {

namespace net = boost::asio;
using boost::system::error_code;
using Tcp = net::ip::tcp;

namespace {

constexpr size_t kBuffer = 32 << 10;
constexpr std::chrono::milliseconds kLinger{2'000};

Tcp::endpoint EndpointOf(const IpAddress& address, int port) {
  const auto number = static_cast<uint16_t>(port);
  if (address.v4()) {
    net::ip::address_v4::bytes_type bytes;
    std::memcpy(bytes.data(), address.bytes.data() + 12, bytes.size());
    return {net::ip::address_v4(bytes), number};
  }
  return {net::ip::address_v6(address.bytes), number};
}

}  // namespace

EgressConnection::EgressConnection(Socket client, std::shared_ptr<EgressShared> shared)
    : shared_(std::move(shared)),
      client_(std::move(client)),
      server_(shared_->loop->io),
      timer_(shared_->loop->io),
      up_{&client_, &server_, &shared_->bytes_sent, std::string(kBuffer, '\0')},
      down_{&server_, &client_, &shared_->bytes_received, std::string(kBuffer, '\0')} {
  shared_->open.insert(this);
  ++shared_->connections;
  ++shared_->loop->connections;
}

EgressConnection::~EgressConnection() {
  Close();
}

void EgressConnection::Start() {
  Within(shared_->loop->options.head_timeout);
  WatchTime();
  ReadHead();
}

void EgressConnection::Close() {
  if (closed_) return;
  closed_ = true;
  error_code ignored;
  client_.close(ignored);
  server_.close(ignored);
  timer_.cancel();
  shared_->open.erase(this);
  --shared_->connections;
  --shared_->loop->connections;
  if (shared_->on_room) shared_->on_room();
}

void EgressConnection::Recheck(const EgressRules& rules) {
  if (closed_ || !reached_ || rules.MayConnect(request_.host, request_.port, address_, own_))
    return;
  ++shared_->refused;
  Close();
}

void EgressConnection::Within(std::chrono::milliseconds time) {
  deadline_ = std::chrono::steady_clock::now() + time;
}

// One timer, set anew when it rings too early: bytes move far more often than it rings.
void EgressConnection::WatchTime() {
  timer_.expires_at(deadline_);
  timer_.async_wait([self = shared_from_this()](error_code) {
    if (self->closed_) return;
    if (std::chrono::steady_clock::now() < self->deadline_) return self->WatchTime();
    if (self->reaching_) {
      self->reaching_ = false;
      ++self->shared_->failed;
      self->Refuse(504, "the server could not be reached in time");
      return self->WatchTime();
    }
    self->Close();
  });
}

void EgressConnection::ReadHead() {
  client_.async_read_some(net::buffer(up_.buffer),
                          [self = shared_from_this()](error_code ec, size_t size) {
                            if (self->closed_) return;
                            if (ec) return self->Close();
                            self->pending_.append(self->up_.buffer, 0, size);
                            const size_t end = self->pending_.find("\r\n\r\n");
                            if (end != std::string::npos) return self->OnHead(end + 4);
                            if (self->pending_.size() < kMaxProxyHead) return self->ReadHead();
                            ++self->shared_->failed;
                            self->Refuse(431, "the head of the request is too long");
                          });
}

void EgressConnection::OnHead(size_t end) {
  auto request = ParseProxyRequest(std::string_view(pending_).substr(0, end));
  if (!request.ok()) {
    ++shared_->failed;
    return Refuse(400, request.error().message);
  }
  request_ = std::move(*request);
  pending_.erase(0, end);
  const bool literal = IpAddress::Parse(request_.host).has_value();
  if (!literal && !shared_->Rules().MayResolve(request_.host, request_.port)) {
    ++shared_->refused;
    return Refuse(403, request_.host + " port " + std::to_string(request_.port) +
                           " is not among what this sandbox may connect to");
  }
  reaching_ = true;
  Within(shared_->loop->options.connect_timeout);
  timer_.cancel();  // the new deadline may be earlier
  const bool taken = LookUp(shared_, request_.host,
                            [self = shared_from_this()](const std::vector<IpAddress>& found,
                                                        const std::vector<IpAddress>& own) {
                              if (!self->closed_ && self->reaching_) self->OnAddresses(found, own);
                            });
  if (taken) return;
  reaching_ = false;
  ++shared_->failed;
  Refuse(503, "too many names are being looked up for this sandbox");
}

void EgressConnection::OnAddresses(const std::vector<IpAddress>& found,
                                   const std::vector<IpAddress>& own) {
  own_ = own;
  const EgressRules rules = shared_->Rules();
  for (auto address = found.rbegin(); address != found.rend(); ++address) {
    if (rules.MayConnect(request_.host, request_.port, *address, own_)) {
      addresses_.push_back(*address);
    }
  }
  if (!addresses_.empty()) return TryNext();
  reaching_ = false;
  if (found.empty()) {
    ++shared_->failed;
    return Refuse(502, request_.host + " has no address");
  }
  ++shared_->refused;
  Refuse(403, request_.host + " port " + std::to_string(request_.port) + " (" +
                  found.front().ToString() +
                  ") is not among what this sandbox may connect to; private and local addresses "
                  "have to be named by a rule for addresses");
}

void EgressConnection::TryNext() {
  if (addresses_.empty()) {
    reaching_ = false;
    ++shared_->failed;
    return Refuse(502, request_.host + " port " + std::to_string(request_.port) +
                           " does not take the connection");
  }
  address_ = addresses_.back();
  addresses_.pop_back();
  // The policy may have changed during the lookup, or the try before.
  if (!shared_->Rules().MayConnect(request_.host, request_.port, address_, own_)) return TryNext();
  error_code ignored;
  server_.close(ignored);
  reached_ = true;  // from now on a new policy closes it
  server_.async_connect(EndpointOf(address_, request_.port),
                        [self = shared_from_this()](error_code ec) {
                          if (self->closed_ || !self->reaching_) return;
                          if (ec) return self->TryNext();
                          self->OnConnected();
                        });
}

void EgressConnection::OnConnected() {
  reaching_ = false;
  ++shared_->allowed;
  error_code ignored;
  server_.set_option(Tcp::no_delay(true), ignored);
  Within(shared_->loop->options.idle_timeout);
  if (!request_.connect) {
    pending_.insert(0, request_.head);
    WriteOn(&up_, 0);
    return Pass(&down_);
  }
  answer_ = "HTTP/1.1 200 Connection established\r\n\r\n";
  net::async_write(client_, net::buffer(answer_),
                   [self = shared_from_this()](error_code ec, size_t) {
                     if (self->closed_) return;
                     if (ec) return self->Close();
                     self->Pass(&self->down_);
                     self->ReadHello();
                   });
}

EgressConnection::Verdict EgressConnection::JudgeHello() const {
  const EgressRules rules = shared_->Rules();
  const bool needed = rules.NeedsServerName(request_.host, request_.port);
  const ClientHello hello = ParseClientHello(pending_);
  switch (hello.state) {
    case ClientHelloState::kMore: return Verdict::kWait;
    case ClientHelloState::kNamed:
      return rules.MayName(request_.host, request_.port, hello.server_name) ? Verdict::kPass
                                                                            : Verdict::kRefuse;
    case ClientHelloState::kNone:
    case ClientHelloState::kUnnamed: break;
  }
  return needed ? Verdict::kRefuse : Verdict::kPass;
}

void EgressConnection::ReadHello() {
  if (!pending_.empty()) {
    switch (JudgeHello()) {
      case Verdict::kPass: return WriteOn(&up_, 0);
      case Verdict::kWait: break;
      case Verdict::kRefuse: ++shared_->refused; return Close();
    }
  }
  client_.async_read_some(net::buffer(up_.buffer),
                          [self = shared_from_this()](error_code ec, size_t size) {
                            if (self->closed_) return;
                            self->Within(self->shared_->loop->options.idle_timeout);
                            if (ec == net::error::eof) return self->OnWayEnded(&self->up_);
                            if (ec) return self->Close();
                            self->pending_.append(self->up_.buffer, 0, size);
                            self->ReadHello();
                          });
}

void EgressConnection::Pass(Way* way) {
  way->from->async_read_some(net::buffer(way->buffer),
                             [self = shared_from_this(), way](error_code ec, size_t size) {
                               if (self->closed_) return;
                               if (ec == net::error::eof) return self->OnWayEnded(way);
                               if (ec) return self->Close();
                               self->WriteOn(way, size);
                             });
}

// What is pending goes first, and alone; then what the buffer holds.
void EgressConnection::WriteOn(Way* way, size_t size) {
  const bool pending = way == &up_ && !pending_.empty();
  const auto bytes = pending ? net::buffer(pending_) : net::buffer(way->buffer, size);
  net::async_write(*way->to, bytes,
                   [self = shared_from_this(), way, pending](error_code ec, size_t written) {
                     if (self->closed_) return;
                     if (ec) return self->Close();
                     if (pending) {
                       self->pending_.clear();
                       self->pending_.shrink_to_fit();
                     }
                     *way->bytes += static_cast<int64_t>(written);
                     self->Within(self->shared_->loop->options.idle_timeout);
                     self->Pass(way);
                   });
}

void EgressConnection::OnWayEnded(Way* way) {
  if (++ended_ways_ == 2) return Close();
  error_code ignored;
  way->to->shutdown(Socket::shutdown_send, ignored);
}

void EgressConnection::Refuse(int status, const std::string& why) {
  const std::string body = "The sandbox's proxy: " + why + ".\n";
  HttpResponse response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  answer_ = HeadText(response, body.size(), false, true) + body;
  error_code ignored;
  server_.close(ignored);
  Within(kLinger);
  timer_.cancel();
  net::async_write(client_, net::buffer(answer_),
                   [self = shared_from_this()](error_code ec, size_t) {
                     if (self->closed_) return;
                     if (ec) return self->Close();
                     error_code quiet;
                     self->client_.shutdown(Socket::shutdown_send, quiet);
                     self->Drop();
                   });
}

void EgressConnection::Drop() {
  client_.async_read_some(net::buffer(up_.buffer),
                          [self = shared_from_this()](error_code ec, size_t) {
                            if (self->closed_) return;
                            if (ec) return self->Close();
                            self->Drop();
                          });
}

}  // namespace assay
