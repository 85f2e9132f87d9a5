// In this order: the client's bytes, the peer's, the ends.
#include "shadow/relay/tee.h"

#include <chrono>
#include <utility>

namespace assay::shadow {
namespace {

// Requests sent ahead of their replies, and bytes of their heads; the next ones wait.
constexpr size_t kMostAhead = 64;
constexpr size_t kMostAheadBytes = 256 << 10;

constexpr const char* kNotHttp = "what the client sent can't be read as HTTP";
constexpr const char* kOtherProtocol = "the connection went over to another protocol";

int64_t UnixMilliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

struct Tee::Open {
  explicit Open(const MessageBounds& bounds) : request(bounds) {}

  Exchange exchange;  // bodies are added when it is handed over
  SteadyTime began;
  size_t head_bytes = 0;
  HttpMessage<true> request;
  std::optional<HttpMessage<false>> reply;
  bool request_done = false;
  bool reply_done = false;
  bool connect = false;
  // What comes after it may be another protocol; the reply says.
  bool alters = false;
};

Tee::Tee(const TeeRules& rules, std::function<void(Exchange)> done)
    : rules_(rules), done_(std::move(done)) {}

Tee::~Tee() = default;

// ---- the client's bytes ----

bool Tee::InBody() const {
  return !open_.empty() && !open_.back()->request_done;
}

bool Tee::MustWait() const {
  return open_.size() >= kMostAhead || ahead_bytes_ > kMostAheadBytes ||
         (!open_.empty() && open_.back()->alters);
}

bool Tee::request_open() const {
  return !head_.empty() || InBody();
}

bool Tee::reply_open() const {
  return blind_ || deaf_ || (!open_.empty() && !open_.front()->reply_done);
}

std::optional<SteadyTime> Tee::head_since() const {
  if (head_.empty()) return std::nullopt;
  return head_began_;
}

void Tee::FromClient(std::string_view bytes, std::string* forward) {
  std::string resumed;
  if (!held_.empty()) {
    resumed = std::exchange(held_, {});
    resumed.append(bytes);
    bytes = resumed;
  }
  while (!bytes.empty()) {
    if (blind_) {
      forward->append(bytes);
      return;
    }
    if (InBody()) {
      TakeBody(&bytes, forward);
    } else if (MustWait()) {
      held_.assign(bytes);
      return;
    } else {
      TakeHead(&bytes, forward);
    }
  }
}

void Tee::TakeHead(std::string_view* bytes, std::string* forward) {
  if (head_.empty()) {
    // Line ends between requests are allowed, and mean nothing.
    while (!bytes->empty() && (bytes->front() == '\r' || bytes->front() == '\n')) {
      forward->push_back(bytes->front());
      bytes->remove_prefix(1);
    }
    if (bytes->empty()) return;
    head_began_ = std::chrono::steady_clock::now();
    head_began_unix_ms_ = UnixMilliseconds();
  }
  const bool whole = head_.Take(bytes);
  const bool too_long = head_.text().size() > static_cast<uint64_t>(rules_.bounds.head_bytes);
  if (!whole && !too_long && MayBeRequest(head_.text())) return;

  auto open = std::make_unique<Open>(rules_.bounds);
  const MessageStep step =
      whole && !too_long ? open->request.TakeHead(head_.text()) : MessageStep::kBroken;
  if (step == MessageStep::kBroken) {
    forward->append(head_.text());
    return GoBlind(kNotHttp);
  }
  open->exchange.arrived_unix_ms = head_began_unix_ms_;
  open->began = head_began_;
  open->request.Describe(&open->exchange);
  open->connect = open->exchange.method == "CONNECT";
  open->alters = open->connect || open->request.upgrade();
  forward->append(RewriteHead(head_.text(), rules_.head));
  open->head_bytes = head_.text().size();
  ahead_bytes_ += open->head_bytes;
  head_.Clear();
  const bool alters = open->alters;
  open_.push_back(std::move(open));
  if (alters && deaf_) return GoBlind(kOtherProtocol);  // whether it does can't be heard
  if (step == MessageStep::kDone) RequestDone();
}

void Tee::TakeBody(std::string_view* bytes, std::string* forward) {
  size_t used = 0;
  const MessageStep step = open_.back()->request.TakeBody(*bytes, &used);
  if (step == MessageStep::kBroken) return GoBlind(kNotHttp);
  forward->append(bytes->substr(0, used));
  bytes->remove_prefix(used);
  if (step == MessageStep::kDone) RequestDone();
}

void Tee::RequestDone() {
  open_.back()->request_done = true;
  if (deaf_) return EndWhole(deaf_fault_);
  Settle();
}

// ---- the peer's bytes ----

void Tee::FromPeer(std::string_view bytes) {
  while (!bytes.empty() && !blind_ && !deaf_) {
    if (open_.empty() || open_.front()->reply_done) {
      return GoDeaf("the peer sent something that was not asked for");
    }
    TakeReply(&bytes);
  }
}

void Tee::TakeReply(std::string_view* bytes) {
  Open& open = *open_.front();
  if (!open.reply) {
    const bool whole = reply_head_.Take(bytes);
    if (reply_head_.text().size() > static_cast<uint64_t>(rules_.bounds.head_bytes)) {
      return GoDeaf("the reply's header is too long");
    }
    if (whole) StartReply();
    return;
  }
  size_t used = 0;
  const MessageStep step = open.reply->TakeBody(*bytes, &used);
  bytes->remove_prefix(used);
  if (step == MessageStep::kBroken) return GoDeaf("the reply can't be read as HTTP");
  if (step == MessageStep::kDone) ReplyDone();
}

void Tee::StartReply() {
  Open& open = *open_.front();
  open.reply.emplace(rules_.bounds, open.exchange.method == "HEAD");
  const MessageStep step = open.reply->TakeHead(WithPhraseSpace(reply_head_.text()));
  reply_head_.Clear();
  if (step == MessageStep::kBroken) return GoDeaf("the reply can't be read as HTTP");
  open.reply->Describe(&open.exchange);
  const int status = open.exchange.status;
  if (status == 101 || (open.connect && status / 100 == 2)) {
    open_.clear();  // nothing to compare, so it isn't handed over; no other is waiting
    ahead_bytes_ = 0;
    return GoBlind(kOtherProtocol);
  }
  if (status / 100 == 1) {
    open.reply.reset();  // the reply proper is still to come
    open.exchange.status = 0;
    open.exchange.reply_headers.clear();
    return;
  }
  if (step == MessageStep::kDone) ReplyDone();
}

void Tee::ReplyDone() {
  Open& open = *open_.front();
  open.reply_done = true;
  open.alters = false;
  open.exchange.seconds = ToSeconds(std::chrono::steady_clock::now() - open.began);
  Settle();
}

void Tee::Settle() {
  while (!open_.empty() && open_.front()->request_done && open_.front()->reply_done) {
    EndFront("");
  }
}

void Tee::EndFront(const std::string& fault) {
  const std::unique_ptr<Open> open = std::move(open_.front());
  open_.pop_front();
  ahead_bytes_ -= open->head_bytes;
  Deliver(open.get(), fault);
}

void Tee::EndWhole(const std::string& fault) {
  while (!open_.empty() && open_.front()->request_done) EndFront(fault);
}

void Tee::Deliver(Open* open, const std::string& fault) {
  Exchange& exchange = open->exchange;
  exchange.fault = open->request.Fault();
  if (exchange.fault.empty() && open->reply) exchange.fault = open->reply->Fault();
  if (exchange.fault.empty()) exchange.fault = fault;
  exchange.request_body = open->request.ReleaseBody();
  if (open->reply) exchange.reply_body = open->reply->ReleaseBody();
  done_(std::move(exchange));
}

// ---- the ends ----

void Tee::ClientEnded(std::string* forward) {
  forward->append(head_.text());
  head_.Clear();
}

void Tee::PeerEnded() {
  if (!open_.empty() && open_.front()->reply && !open_.front()->reply_done && !deaf_ &&
      open_.front()->reply->End() == MessageStep::kDone) {
    ReplyDone();
  }
  Abandon("the peer closed the connection");
}

void Tee::Abandon(const std::string& fault) {
  blind_ = true;
  head_.Clear();
  while (!open_.empty()) EndFront(fault);
}

void Tee::GoBlind(const std::string& fault) {
  understood_ = false;
  Abandon(fault);
}

void Tee::GoDeaf(const std::string& fault) {
  understood_ = false;
  if (!open_.empty() && open_.back()->alters) return GoBlind(kOtherProtocol);
  deaf_ = true;
  deaf_fault_ = fault;
  EndWhole(fault);
}

}  // namespace assay::shadow
