// In this order: what all connections share, finding and connecting, TLS, moving bytes, ending.
#include "shadow/relay/upstream_socket.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <chrono>
#include <utility>

namespace assay::shadow {

namespace net = boost::asio;
using boost::system::error_code;
using Tcp = net::ip::tcp;
using SteadyClock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds kAddressesFresh{30};
constexpr std::chrono::seconds kAddressesSought{10};  // meanwhile others use the old ones
constexpr std::chrono::milliseconds kRetryPause{100};

bool IsAddress(const std::string& host) {
  error_code ec;
  net::ip::make_address(host, ec);
  return !ec;
}

}  // namespace

struct TlsContext {
  net::ssl::context context{net::ssl::context::tls_client};
};

struct UpstreamSocket::TlsStream : net::ssl::stream<Tcp::socket&> {
  using net::ssl::stream<Tcp::socket&>::stream;
};

// ---- what all connections share ----

Result<std::shared_ptr<Upstream>> Upstream::Create(const UpstreamAddress& address,
                                                   const std::string& ca_file) {
  std::unique_ptr<TlsContext> tls;
  if (address.tls) {
    tls = std::make_unique<TlsContext>();
    error_code ec;
    if (ca_file.empty()) {
      tls->context.set_default_verify_paths(ec);
    } else {
      tls->context.load_verify_file(ca_file, ec);
    }
    if (ec) {
      return InvalidField("relay.tls", "ca_file",
                          "cannot read the authorities in \"" + ca_file + "\": " + ec.message());
    }
    tls->context.set_verify_mode(net::ssl::verify_peer, ec);
    static constexpr unsigned char kHttp11[] = "\x08http/1.1";
    ::SSL_CTX_set_alpn_protos(tls->context.native_handle(), kHttp11, sizeof kHttp11 - 1);
  }
  return std::make_shared<Upstream>(address, std::move(tls));
}

Upstream::Upstream(UpstreamAddress address, std::unique_ptr<TlsContext> tls)
    : address_(std::move(address)), tls_(std::move(tls)) {}

Upstream::~Upstream() = default;

Upstream::Endpoints Upstream::Known() {
  MutexLock lock(mutex_);
  const auto now = SteadyClock::now();
  if (known_.empty()) return {};
  if (now >= fresh_until_) {
    fresh_until_ = now + kAddressesSought;
    return {};
  }
  // The family that the system prefers stays in front.
  Endpoints turned = known_;
  const auto other = std::find_if(turned.begin(), turned.end(), [&](const Tcp::endpoint& each) {
    return each.protocol() != turned.front().protocol();
  });
  const auto first = static_cast<Endpoints::difference_type>(
      turn_++ % static_cast<size_t>(other - turned.begin()));
  std::rotate(turned.begin(), turned.begin() + first, other);
  return turned;
}

void Upstream::Remember(Endpoints endpoints) {
  MutexLock lock(mutex_);
  known_ = std::move(endpoints);
  fresh_until_ = SteadyClock::now() + kAddressesFresh;
}

void Upstream::Forget() {
  MutexLock lock(mutex_);
  known_.clear();
}

// ---- finding and connecting ----

UpstreamSocket::UpstreamSocket(const net::any_io_executor& thread,
                               std::shared_ptr<Upstream> upstream)
    : upstream_(std::move(upstream)), socket_(thread), resolver_(thread), retry_(thread) {}

UpstreamSocket::~UpstreamSocket() = default;

void UpstreamSocket::Connect(Connected done) {
  connected_ = std::move(done);
  Upstream::Endpoints known = upstream_->Known();
  if (known.empty()) return Resolve();
  TryAll(std::move(known));
}

void UpstreamSocket::Resolve() {
  const UpstreamAddress& address = upstream_->address();
  resolver_.async_resolve(
      address.host, address.port,
      [this, keep = connected_](error_code ec, const Tcp::resolver::results_type& found) {
        if (closed_) return;
        if (ec) return Finish("its address can't be found: " + ec.message());
        Upstream::Endpoints endpoints;
        for (const auto& entry : found) endpoints.push_back(entry.endpoint());
        upstream_->Remember(endpoints);
        TryAll(std::move(endpoints));
      });
}

void UpstreamSocket::TryAll(Upstream::Endpoints endpoints) {
  trying_ = std::move(endpoints);
  net::async_connect(socket_, trying_,
                     [this, keep = connected_](error_code ec, const Tcp::endpoint&) {
                       if (!closed_) OnTried(ec);
                     });
}

void UpstreamSocket::OnTried(error_code ec) {
  if (ec == net::error::no_descriptors || ec == boost::system::errc::address_not_available) {
    retry_.expires_after(kRetryPause);
    retry_.async_wait([this, keep = connected_](error_code) {
      if (!closed_) TryAll(std::move(trying_));
    });
    return;
  }
  if (ec) {
    upstream_->Forget();  // its name may have moved
    return Finish(ec.message());
  }
  error_code ignored;
  socket_.set_option(Tcp::no_delay(true), ignored);
  socket_.set_option(net::socket_base::keep_alive(true), ignored);
  if (upstream_->tls() != nullptr) return Secure();
  Finish("");
}

void UpstreamSocket::Secure() {
  const std::string& host = upstream_->address().host;
  tls_ = std::make_unique<TlsStream>(socket_, upstream_->tls()->context);
  if (!IsAddress(host)) ::SSL_set_tlsext_host_name(tls_->native_handle(), host.c_str());
  tls_->set_verify_callback(net::ssl::host_name_verification(host));
  tls_->async_handshake(net::ssl::stream_base::client, [this, keep = connected_](error_code ec) {
    if (closed_) return;
    const long verified = ::SSL_get_verify_result(tls_->native_handle());
    if (!ec) return Finish("");
    if (verified == X509_V_OK) return Finish("no TLS: " + ec.message());
    Finish("no TLS: " + std::string(::X509_verify_cert_error_string(verified)) +
           " (--against-cacert names the authorities that may vouch for it)");
  });
}

void UpstreamSocket::Finish(const std::string& failure) {
  const Connected done = std::exchange(connected_, nullptr);
  done(failure);
}

// ---- moving bytes ----

void UpstreamSocket::ReadSome(char* data, size_t size, Moved done) {
  if (tls_) {
    tls_->async_read_some(net::buffer(data, size), std::move(done));
  } else {
    socket_.async_read_some(net::buffer(data, size), std::move(done));
  }
}

void UpstreamSocket::WriteSome(std::string_view bytes, Moved done) {
  if (tls_) {
    tls_->async_write_some(net::buffer(bytes), std::move(done));
  } else {
    socket_.async_write_some(net::buffer(bytes), std::move(done));
  }
}

// ---- ending ----

void UpstreamSocket::ShutdownSend() {
  error_code ignored;
  socket_.shutdown(Tcp::socket::shutdown_send, ignored);
}

void UpstreamSocket::Close() {
  if (std::exchange(closed_, true)) return;
  connected_ = nullptr;
  resolver_.cancel();
  retry_.cancel();
  error_code ignored;
  socket_.close(ignored);
}

}  // namespace assay::shadow
