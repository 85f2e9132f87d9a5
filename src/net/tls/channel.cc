#include "net/tls/channel.h"

#include <sys/socket.h>

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>

#include "net/tls/owned.h"

namespace assay {
namespace {

namespace net = boost::asio;
using boost::system::error_code;
using Tcp = net::ip::tcp;

// ---- OpenSSL's way to the socket. Its own one writes without MSG_NOSIGNAL. ----

int DescriptorOf(BIO* bio) {
  return static_cast<int>(reinterpret_cast<intptr_t>(::BIO_get_data(bio)));
}

bool IsLater(ssize_t moved) {
  return moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

int BioWrite(BIO* bio, const char* data, int size) {
  ::BIO_clear_retry_flags(bio);
  const ssize_t sent =
      ::send(DescriptorOf(bio), data, static_cast<size_t>(size), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (IsLater(sent)) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

int BioRead(BIO* bio, char* data, int size) {
  ::BIO_clear_retry_flags(bio);
  const ssize_t got = ::recv(DescriptorOf(bio), data, static_cast<size_t>(size), MSG_DONTWAIT);
  if (IsLater(got)) BIO_set_retry_read(bio);
  return static_cast<int>(got);
}

long BioControl(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;  // nothing is kept back
}

const BIO_METHOD* SocketMethod() {
  static const BIO_METHOD* const method = [] {
    BIO_METHOD* made = ::BIO_meth_new(::BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
    ::BIO_meth_set_write(made, &BioWrite);
    ::BIO_meth_set_read(made, &BioRead);
    ::BIO_meth_set_ctrl(made, &BioControl);
    return made;
  }();
  return method;
}

}  // namespace

TlsEnd::TlsEnd(Tcp::socket& socket, ssl_st* end) : socket_(socket), end_(end) {
  BIO* bio = ::BIO_new(SocketMethod());
  ::BIO_set_data(bio, reinterpret_cast<void*>(static_cast<intptr_t>(socket.native_handle())));
  ::BIO_set_init(bio, 1);
  ::SSL_set_bio(end_, bio, bio);  // which takes it
  ::SSL_set_accept_state(end_);
}

TlsEnd::~TlsEnd() {
  ::SSL_free(end_);
}

TlsEnd::Outcome TlsEnd::OutcomeOf(int returned) const {
  if (returned == 1) return Outcome::kDone;
  switch (::SSL_get_error(end_, returned)) {
    case SSL_ERROR_WANT_READ: return Outcome::kWantsRead;
    case SSL_ERROR_WANT_WRITE: return Outcome::kWantsWrite;
    case SSL_ERROR_ZERO_RETURN: return Outcome::kEnded;
    // A connection cut off without a goodbye ends like any other: what HTTP has sent says its own
    // length.
    case SSL_ERROR_SYSCALL: return Outcome::kEnded;
    default: return Outcome::kFailed;
  }
}

template <typename Step>
void TlsEnd::Run(Step step, Done done) {
  ::ERR_clear_error();  // of this thread: SSL_get_error looks there
  size_t moved = 0;
  const auto finish = [&](error_code ec) {
    net::post(socket_.get_executor(),
              [done = std::move(done), ec, moved]() mutable { done(ec, moved); });
  };
  const auto again = [&](Tcp::socket::wait_type until) {
    socket_.async_wait(until, [this, step, done = std::move(done)](error_code ec) mutable {
      if (ec) return done(ec, 0);
      Run(std::move(step), std::move(done));
    });
  };
  switch (OutcomeOf(step(&moved))) {
    case Outcome::kDone: return finish({});
    case Outcome::kWantsRead: return again(Tcp::socket::wait_read);
    case Outcome::kWantsWrite: return again(Tcp::socket::wait_write);
    case Outcome::kEnded: return finish(net::error::eof);
    case Outcome::kFailed: return finish(net::error::connection_aborted);
  }
}

void TlsEnd::Handshake(Done done) {
  Run([this](size_t*) { return ::SSL_do_handshake(end_); }, std::move(done));
}

void TlsEnd::ReadSome(char* data, size_t size, Done done) {
  Run([this, data, size](size_t* moved) { return ::SSL_read_ex(end_, data, size, moved); },
      std::move(done));
}

void TlsEnd::WriteSome(const char* data, size_t size, Done done) {
  Run([this, data, size](size_t* moved) { return ::SSL_write_ex(end_, data, size, moved); },
      std::move(done));
}

void TlsEnd::SayGoodbye() {
  ::ERR_clear_error();
  ::SSL_shutdown(end_);
  ::ERR_clear_error();
}

int Channel::FirstByte() {
  unsigned char byte = 0;
  const ssize_t got =
      ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT | MSG_NOSIGNAL);
  return got == 1 ? byte : -1;
}

void Channel::Secure(const TlsIdentity& identity, std::function<void(error_code)> done) {
  ssl_st* end = identity.NewEnd();
  if (end == nullptr) {
    return net::post(socket_.get_executor(),
                     [done = std::move(done)] { done(net::error::no_memory); });
  }
  tls_ = std::make_unique<TlsEnd>(socket_, end);
  tls_->Handshake([done = std::move(done)](error_code ec, size_t) { done(ec); });
}

void Channel::ShutdownSend() {
  if (tls_ != nullptr) tls_->SayGoodbye();
  error_code ignored;
  socket_.shutdown(Tcp::socket::shutdown_send, ignored);
}

void Channel::Close() {
  error_code ignored;
  socket_.close(ignored);
}

}  // namespace assay
