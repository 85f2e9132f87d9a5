// Tee: reads along with one relayed connection. It is given the bytes of both sides in any pieces,
// says which bytes the peer is to get, and makes an Exchange of each request and its reply. Knows
// nothing of sockets.
//
// Two degrees of not understanding:
//   deaf    the peer's replies can't be read any more: requests are still told apart, so that their
//           heads are changed as they must be, and each ends as an exchange with a fault
//   blind   the client's bytes aren't requests, or are none any more (Upgrade, CONNECT): everything
//           passes as it is, and nothing is watched
//
// Not thread-safe; `done` is called from within the calls below.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "shadow/exchange/exchange.h"
#include "shadow/relay/http_message.h"
#include "shadow/relay/request_head.h"

namespace assay::shadow {

struct TeeRules {
  HeadRules head;
  MessageBounds bounds;
};

class Tee {
 public:
  // `rules` outlives it.
  Tee(const TeeRules& rules, std::function<void(Exchange)> done);
  ~Tee();
  Tee(const Tee&) = delete;
  Tee& operator=(const Tee&) = delete;

  // Appends to `forward` what the peer is to get now: all but half a request's head, and what has
  // to wait until the peer has replied (`holding`); for that call it again, with nothing, after
  // FromPeer.
  void FromClient(std::string_view bytes, std::string* forward);
  // The client has shut its side: half a head goes on as it is.
  void ClientEnded(std::string* forward);
  void FromPeer(std::string_view bytes);
  // The peer has closed, which is how some replies end.
  void PeerEnded();
  // Ends all exchanges under way with this fault; from now on everything passes blindly.
  void Abandon(const std::string& fault);

  bool blind() const { return blind_; }
  // Client's bytes wait for a reply; more of them should stay in the kernel.
  bool holding() const { return !held_.empty(); }
  // Nothing is under way: every request has been answered, and none has begun.
  bool quiet() const {
    return open_.empty() && head_.empty() && held_.empty() && !blind_ && !deaf_;
  }
  // A request has begun whose end hasn't come.
  bool request_open() const;
  // The peer owes bytes of a reply, as far as is known.
  bool reply_open() const;
  // Never deaf or blind so far, but for Abandon.
  bool understood() const { return understood_; }
  // A request's head has begun and isn't whole: since then.
  std::optional<SteadyTime> head_since() const;

 private:
  struct Open;

  bool InBody() const;
  bool MustWait() const;
  void TakeHead(std::string_view* bytes, std::string* forward);
  void TakeBody(std::string_view* bytes, std::string* forward);
  void TakeReply(std::string_view* bytes);
  void StartReply();
  void RequestDone();
  void ReplyDone();
  void Settle();
  // Of the exchange at the front, or all whose requests are whole.
  void EndFront(const std::string& fault);
  void EndWhole(const std::string& fault);
  void Deliver(Open* open, const std::string& fault);
  void GoBlind(const std::string& fault);
  void GoDeaf(const std::string& fault);

  const TeeRules& rules_;
  const std::function<void(Exchange)> done_;
  std::deque<std::unique_ptr<Open>> open_;  // in the order of the requests
  HeadCollector head_;                      // of the next request
  size_t ahead_bytes_ = 0;                  // of the heads of open_
  SteadyTime head_began_;
  int64_t head_began_unix_ms_ = 0;
  std::string held_;
  HeadCollector reply_head_;
  bool blind_ = false;
  bool deaf_ = false;
  bool understood_ = true;
  std::string deaf_fault_;
};

}  // namespace assay::shadow
