// HttpMessage: one request or reply that the relay reads along with, parsed by Beast, which stays
// in the source file. Keeps the body within bounds and says where the message ends; a body that is
// too long is dropped and the message goes on being read.
//
// Not thread-safe. What it holds is counted against the budget until it is destroyed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "shadow/exchange/exchange.h"

namespace assay {
struct RequestBudget;
}  // namespace assay

namespace assay::shadow {

struct MessageBounds {
  int64_t head_bytes = 0;
  int64_t body_bytes = 0;
  std::shared_ptr<RequestBudget> budget;  // of all that the relay watches
};

enum class MessageStep {
  kMore,
  kDone,
  kBroken,  // not HTTP, or not what Beast takes for it; nothing more is to be given to it
};

template <bool is_request>
class HttpMessage {
 public:
  // `without_body`: a reply to HEAD, whatever its header says.
  explicit HttpMessage(const MessageBounds& bounds, bool without_body = false);
  ~HttpMessage();
  HttpMessage(const HttpMessage&) = delete;
  HttpMessage& operator=(const HttpMessage&) = delete;

  // The head, whole, first.
  MessageStep TakeHead(std::string_view head);
  // What comes after it, in any pieces. `used`: how many of these bytes are the message's.
  MessageStep TakeBody(std::string_view bytes, size_t* used);
  // The connection has ended; some replies end so.
  MessageStep End();

  // Once TakeHead has succeeded, for either kind: its part of the exchange but the body.
  void Describe(Exchange* exchange) const;
  bool upgrade() const;  // Connection: upgrade
  // Why the body isn't kept; empty: it is. REQUIRES: done, or never to be.
  std::string Fault() const;
  std::string ReleaseBody();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class HttpMessage<true>;
extern template class HttpMessage<false>;

}  // namespace assay::shadow
