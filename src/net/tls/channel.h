// Channel: the bytes of a connection that a server has accepted, as they are or under TLS. What is
// read and written is the same for both; only a connection under TLS begins with a handshake.
//
// Confined to the thread of its socket. Each operation calls back once, never before it returns and
// also after Close (with an error); what it calls keeps the owner alive. At most one read and one
// write are under way at a time.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "net/tls/tls_identity.h"

namespace assay {

// The TLS end of a socket; see Channel.
class TlsEnd {
 public:
  using Done = std::function<void(boost::system::error_code, size_t)>;

  // `end`: as TlsIdentity::NewEnd gives it, and owned from here on.
  TlsEnd(boost::asio::ip::tcp::socket& socket, ssl_st* end);
  ~TlsEnd();
  TlsEnd(const TlsEnd&) = delete;
  TlsEnd& operator=(const TlsEnd&) = delete;

  void Handshake(Done done);
  void ReadSome(char* data, size_t size, Done done);
  void WriteSome(const char* data, size_t size, Done done);
  // Says that nothing more comes, as far as the kernel takes it at once.
  void SayGoodbye();

 private:
  enum class Outcome { kDone, kWantsRead, kWantsWrite, kEnded, kFailed };

  Outcome OutcomeOf(int returned) const;
  // What `step` does (an OpenSSL call, which sets `*moved`), again whenever the socket is ready for
  // it, until it's done.
  template <typename Step>
  void Run(Step step, Done done);

  boost::asio::ip::tcp::socket& socket_;
  ssl_st* const end_;
};

class Channel {
 public:
  explicit Channel(boost::asio::ip::tcp::socket socket) : socket_(std::move(socket)) {}

  boost::asio::ip::tcp::socket& socket() { return socket_; }
  boost::asio::any_io_executor get_executor() { return socket_.get_executor(); }

  // Calls back when the first byte is there to be read, or the connection has failed. It isn't
  // taken.
  template <typename Handler>
  void WaitForFirstByte(Handler handler) {
    socket_.async_wait(boost::asio::ip::tcp::socket::wait_read, std::move(handler));
  }
  // That byte; -1: the other side has closed.
  int FirstByte();

  // From here on all is under TLS. `done` gets whether the other side agrees. REQUIRES: nothing was
  // read or written.
  void Secure(const TlsIdentity& identity, std::function<void(boost::system::error_code)> done);
  bool secure() const { return tls_ != nullptr; }
  // After a handshake that has failed: what still comes is read as it is.
  void DropTls() { tls_.reset(); }

  template <typename Handler>
  void ReadSome(boost::asio::mutable_buffer buffer, Handler handler) {
    if (tls_ == nullptr) return socket_.async_read_some(buffer, std::move(handler));
    tls_->ReadSome(static_cast<char*>(buffer.data()), buffer.size(), std::move(handler));
  }
  template <typename Handler>
  void WriteSome(boost::asio::const_buffer buffer, Handler handler) {
    if (tls_ == nullptr) return socket_.async_write_some(buffer, std::move(handler));
    tls_->WriteSome(static_cast<const char*>(buffer.data()), buffer.size(), std::move(handler));
  }
  // Nothing more will be written; reading goes on.
  void ShutdownSend();
  void Close();

 private:
  boost::asio::ip::tcp::socket socket_;
  std::unique_ptr<TlsEnd> tls_;  // null: plain
};

}  // namespace assay
