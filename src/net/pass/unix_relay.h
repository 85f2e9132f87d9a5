// UnixRelay: passes requests on to a server of this user on this machine, behind a Unix socket, and
// its answers back, streams among them. A connection for each request: it ends with the answer,
// with the client, or with the other process, whose sockets end with it.
//
// Thread-safe. One thread of its own drives all connections.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "net/http.h"
#include "net/pass/pass_headers.h"

namespace assay {

class UnixRelay {
 public:
  // At once; one more is answered 503.
  static constexpr int64_t kMostAtOnce = 8192;

  // The status with which a side says that a request isn't its own to answer.
  static constexpr int kMisdirectedStatus = 421;

  enum class NoAnswer {
    kMisdirected,  // by that status the other side says that it isn't its own to answer
    kGone,         // nobody listens there any more
    kBroken,       // the connection ended before the client had anything of the answer
  };

  struct Call {
    std::shared_ptr<const HttpRequest> request;
    // Instead of those of the request that begin with `instead_of`.
    HeaderList headers;
    std::string_view instead_of;
    HttpReplyPtr reply;
    // Where the client has got nothing: completes the reply. On the relay's thread.
    std::function<void(NoAnswer why)> otherwise;
  };

  explicit UnixRelay(std::string path);
  // What is under way is dropped.
  ~UnixRelay();
  UnixRelay(const UnixRelay&) = delete;
  UnixRelay& operator=(const UnixRelay&) = delete;

  void Pass(Call call);
  // The other process answers nobody any more: what is under way ends now.
  void GiveUp();

  // A request of this process's own, which waits for the whole answer. Nothing: there was none in
  // time. 503 where the other side has gone.
  std::optional<HttpResponse> Ask(std::shared_ptr<const HttpRequest> request, HeaderList headers,
                                  SteadyTime deadline);
  // Whether nobody listens there any more.
  bool IsGone() const;

 private:
  struct Loop;
  class Exchange;

  const std::shared_ptr<Loop> loop_;
};

}  // namespace assay
