// The relay's end of a connection to the peer, with or without TLS, and what all of them share: the
// addresses that the peer's name has, and the authorities that may vouch for it. Boost.Asio is part
// of this header: include it from source files only.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "shadow/relay/upstream.h"

namespace assay::shadow {

struct TlsContext;

// Thread-safe.
class Upstream {
 public:
  using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

  static Result<std::shared_ptr<Upstream>> Create(const UpstreamAddress& address,
                                                  const std::string& ca_file);
  Upstream(UpstreamAddress address, std::unique_ptr<TlsContext> tls);
  ~Upstream();

  const UpstreamAddress& address() const { return address_; }
  TlsContext* tls() const { return tls_.get(); }  // null: plain TCP

  // The addresses found last; empty: the caller finds out, and remembers. Those that are old are
  // given to all but one of the callers, who finds out. Each caller gets another one first, as a
  // client gets that asks for the name each time, so that replicas behind a name share the load.
  Endpoints Known();
  void Remember(Endpoints endpoints);
  void Forget();

 private:
  const UpstreamAddress address_;
  const std::unique_ptr<TlsContext> tls_;
  Mutex mutex_;
  Endpoints known_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime fresh_until_ ASSAY_GUARDED_BY(mutex_);
  size_t turn_ ASSAY_GUARDED_BY(mutex_) = 0;
};

// Confined to the executor it is given, of one thread. Callbacks keep what owns it alive; after
// Close they still come, with an error.
class UpstreamSocket {
 public:
  using Connected = std::function<void(const std::string& failure)>;  // empty: it is connected
  using Moved = std::function<void(boost::system::error_code, size_t)>;

  UpstreamSocket(const boost::asio::any_io_executor& thread, std::shared_ptr<Upstream> upstream);
  ~UpstreamSocket();

  // Finds the peer, connects and secures the connection. Has no deadline of its own: who waits
  // closes it. Local ports or descriptors that have run out are waited for.
  void Connect(Connected done);
  void ReadSome(char* data, size_t size, Moved done);
  void WriteSome(std::string_view bytes, Moved done);
  // Tells the peer that nothing more comes. A peer under TLS sees the connection cut off, as it
  // does when a client leaves.
  void ShutdownSend();
  void Close();

 private:
  struct TlsStream;

  void Resolve();
  void TryAll(Upstream::Endpoints endpoints);
  void OnTried(boost::system::error_code ec);
  void Secure();
  void Finish(const std::string& failure);

  const std::shared_ptr<Upstream> upstream_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::ip::tcp::resolver resolver_;
  boost::asio::steady_timer retry_;
  std::unique_ptr<TlsStream> tls_;
  Upstream::Endpoints trying_;
  Connected connected_;
  bool closed_ = false;
};

}  // namespace assay::shadow
