// The thin types between the HTTP server and the routes: routes include only this, so that they
// compile in a second and are tested without sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/caller.h"
#include "trace/request_trace.h"

namespace assay {

struct HttpRequest {
  std::string method;                                        // upper case
  std::string path;                                          // without the query, percent-decoded
  std::string query;                                         // raw, without '?'
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  // Who sent it; null where nobody is asked: on a server without tokens, on routes that are open to
  // all, and for what this process asks itself.
  std::shared_ptr<const Caller> caller;
  // What its trace gets; null: it isn't traced. As `caller` it goes along with what is done for it.
  RequestTracePtr trace = {};
  // The other side's address; empty: a Unix socket, or this process itself.
  std::string peer = {};
  // Who the other side is on this machine, as the kernel says of a Unix socket.
  std::optional<uint32_t> peer_uid = {};

  // Of two processes of one node, while one replaces the other: which of them passed it on.
  enum class Passed { kNot, kByNewer, kByOlder };
  Passed passed = Passed::kNot;
  // Its token may be one of the other process's, which is to look at it; nobody has yet.
  bool unjudged = false;

  // Value of a header (lower-case name), or empty.
  std::string_view Header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

// Where a handler's answer goes. Thread-safe; every method may be called from any thread. Exactly
// one of Send or (Begin, Write…, End) is called, once. When the client goes away, calls do nothing.
class HttpReply {
 public:
  virtual ~HttpReply() = default;
  virtual void Send(HttpResponse response) = 0;
  // A chunked answer: headers first, then pieces, then the end.
  virtual void Begin(HttpResponse head) = 0;
  virtual void Write(std::string piece) = 0;
  virtual void End() = 0;
  // Runs `callback` once when the client has disconnected before the answer was complete (at once
  // if it already has). Used to cancel work.
  virtual void OnDisconnect(std::function<void()> callback) = 0;
  // Bytes that wait for the client to read them: who has more to say without end asks, and waits.
  // Beyond the server's bound a stream is cut off.
  virtual size_t unsent() const { return 0; }
  // What the request is about, for a log that wants to know more than its head says: its "run",
  // "problem" or "sandbox". Before the answer is complete.
  virtual void Note(std::string_view /*what*/, std::string_view /*value*/) {}
};
using HttpReplyPtr = std::shared_ptr<HttpReply>;

// A reply that passes all on to another one, and tells who derives from it what goes by, before it
// does. OnEnd may come before anything else has, from a destructor: of an answer that was dropped.
class WatchedReply : public HttpReply {
 public:
  explicit WatchedReply(HttpReplyPtr inner) : inner_(std::move(inner)) {}
  void Send(HttpResponse response) final {
    OnPart(response.body.size(), response.status);
    OnEnd();
    inner_->Send(std::move(response));
  }
  void Begin(HttpResponse head) final {
    OnPart(head.body.size(), head.status);
    inner_->Begin(std::move(head));
  }
  void Write(std::string piece) final {
    OnPart(piece.size(), 0);
    inner_->Write(std::move(piece));
  }
  void End() final {
    OnEnd();
    inner_->End();
  }
  void OnDisconnect(std::function<void()> callback) final {
    inner_->OnDisconnect(std::move(callback));
  }
  size_t unsent() const final { return inner_->unsent(); }
  void Note(std::string_view what, std::string_view value) override { inner_->Note(what, value); }

 protected:
  // Some bytes of the body; `status` is 0 for all parts but the first.
  virtual void OnPart(size_t bytes, int status) = 0;
  // Nothing more comes.
  virtual void OnEnd() = 0;

 private:
  const HttpReplyPtr inner_;
};

// Runs on an I/O thread (base/io_thread.h), or with a large body on one of the decoding ones: must
// not block for long. The reply may be completed later.
using HttpHandler = std::function<void(std::shared_ptr<const HttpRequest>, HttpReplyPtr)>;
// …of a route with parameters, in their order (route/route_pattern.h).
using HttpParameterHandler = std::function<void(
    std::shared_ptr<const HttpRequest>, const std::vector<std::string>& parameters, HttpReplyPtr)>;

// Asked about every request when its head is there, before its body is read or even waited for.
// May change the head; what it returns is the answer, and the connection then ends. `peer` is the
// other side's address, HttpRequest::peer. Runs on an I/O thread.
using HttpGate =
    std::function<std::optional<HttpResponse>(HttpRequest* head, const std::string& peer)>;

}  // namespace assay
