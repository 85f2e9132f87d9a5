// The parts, in this order: TLS (AwaitHandshake to EndHandshake), reading (PrepareRequest to
// RefuseWith), answering (Dispatch to AfterAnswer), ending (Linger to OnTimer), and the state.
#include "net/http_connection.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>
#include <deque>
#include <optional>
#include <utility>

#include "base/log.h"
#include "base/text.h"
#include "base/work/request_scope.h"
#include "net/http_text.h"
#include "net/sender/peer.h"
#include "net/sender/request_id.h"
#include "net/tls/channel.h"
#include "net/tls/handshake_limit.h"
#include "net/wire/accounted_body.h"
#include "net/wire/disconnect_slot.h"
#include "net/wire/lazy_timer.h"

namespace assay {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using Tcp = net::ip::tcp;
using SteadyClock = std::chrono::steady_clock;

// Bytes of one read. Small while nothing is known of the client, large for a body.
constexpr size_t kSmallRead = 4 << 10;
constexpr size_t kLargeRead = 256 << 10;
// Requests sent ahead of their turn are kept up to this; then the client waits in the kernel.
constexpr size_t kMaxEarlyBytes = 64 << 10;
// From a connection's first byte, or a request's, to the end of its head, where others wait for
// room.
constexpr auto kMomentToAsk = std::chrono::seconds(1);
// Bodies up to this go out in the same write as their head.
constexpr size_t kJoinedBody = 64 << 10;

// A request which gives its bytes back to the budget when the handler drops it.
struct TrackedRequest : HttpRequest {
  void TakeBody(AccountedBytes bytes) {
    accounted.emplace(std::move(bytes));
    body = std::move(accounted->bytes);
  }
  std::string id;  // what logs and its answer call it
  std::optional<AccountedBytes> accounted;
};

class Connection final : public HttpConnection,
                         public AnswerTarget,
                         public std::enable_shared_from_this<Connection> {
 public:
  Connection(Tcp::socket socket, std::shared_ptr<HttpShared> shared)
      : shared_(std::move(shared)), channel_(std::move(socket)), timer_(channel_.get_executor()) {
    if (shared_->gate || shared_->handshakes) peer_ = PeerOf(channel_.socket());
  }

  void Start() override {
    OnThread([](Connection& self) {
      // Who is on this machine, and known to the kernel, needs no certificate.
      if (self.shared_->handshakes != nullptr && !self.peer_.uid) return self.AwaitHandshake();
      self.StartRequest();
    });
  }
  void CloseWhenIdle() override {
    OnThread([](Connection& self) {
      self.close_after_answer_ = true;
      if (self.phase_ == Phase::kIdle || self.phase_ == Phase::kHandshake) self.Close();
    });
  }
  void MakeRoom() override {
    OnThread([](Connection& self) {
      const SteadyClock::time_point since = self.waiting_since();
      if (since == kNever) return;
      // Who has come just now, or has begun to ask, is given a moment to go on.
      const bool idle = self.phase_ == Phase::kIdle && self.served_;
      if (idle || SteadyClock::now() - since > kMomentToAsk) self.Close();
    });
  }
  SteadyTime waiting_since() const override {
    return SteadyTime(SteadyTime::duration(waiting_since_.load()));
  }
  void Abort() override {
    OnThread([](Connection& self) { self.Close(); });
  }

  void Answer(HttpResponse response) override {
    const size_t size = response.body.size();
    PostBytes(size, [response = std::move(response)](Connection& self) mutable {
      self.Finish(std::move(response));
    });
  }
  void BeginAnswer(HttpResponse head) override {
    const size_t size = head.body.size();
    PostBytes(size, [head = std::move(head)](Connection& self) mutable {
      self.chunked_ = !self.http10_;
      if (self.http10_) self.close_after_answer_ = true;
      self.Identify(&head);
      self.Enqueue(HeadText(head, std::nullopt, self.chunked_, self.WillClose()));
      if (!head.body.empty()) self.EnqueuePiece(std::move(head.body));
    });
  }
  void WritePiece(std::string piece) override {
    const size_t size = piece.size();
    PostBytes(size, [piece = std::move(piece)](Connection& self) mutable {
      self.EnqueuePiece(std::move(piece));
    });
  }
  void GiveUp() override { Abort(); }
  size_t unsent() const override {
    return static_cast<size_t>(std::max<int64_t>(0, posted_bytes_ + out_bytes_));
  }
  void EndAnswer() override {
    OnThread([](Connection& self) {
      if (self.phase_ != Phase::kAnswering) return;
      if (self.chunked_ && !self.head_only_) self.Enqueue(LastChunk());
      self.AnswerComplete();
    });
  }

 private:
  enum class Phase { kHandshake, kIdle, kHeader, kBody, kAnswering, kLingering, kClosed };

  template <typename Action>
  void OnThread(Action action) {
    net::post(channel_.get_executor(),
              [self = shared_from_this(), action = std::move(action)]() mutable {
                if (self->phase_ != Phase::kClosed) action(*self);
              });
  }

  // Of an answer's `size` bytes, which are unsent from here on.
  template <typename Action>
  void PostBytes(size_t size, Action action) {
    posted_bytes_ += static_cast<int64_t>(size);
    OnThread([action = std::move(action), size](Connection& self) mutable {
      if (self.phase_ == Phase::kAnswering) action(self);
      self.posted_bytes_ -= static_cast<int64_t>(size);
    });
  }

  bool WillClose() {
    if (shared_->stopping || shared_->crowded) close_after_answer_ = true;
    // Requests that were sent ahead are answered here, for nobody else has them.
    if (shared_->handed_over && early_.empty()) close_after_answer_ = true;
    return close_after_answer_;
  }

  // ---- TLS ----

  // Nothing is kept for a client that hasn't said anything.
  void AwaitHandshake() {
    phase_ = Phase::kHandshake;
    SetTimer(SteadyClock::now() + shared_->options.handshake_timeout);
    channel_.WaitForFirstByte([self = shared_from_this()](error_code ec) {
      if (self->phase_ == Phase::kClosed) return;
      if (ec) return self->Close();
      self->StartHandshake();
    });
  }

  void StartHandshake() {
    const int first = channel_.FirstByte();
    if (first < 0) return Close();
    // As every method of HTTP begins, and no record of TLS.
    if (first >= 'A' && first <= 'Z') {
      shared_->handshakes->NoteNotSecure();
      PrepareRequest();
      return RefuseWith(400, "this port speaks TLS: use https:// instead of http://", {});
    }
    handshake_ = shared_->handshakes->Enter([weak = weak_from_this()] {
      if (const auto connection = weak.lock()) connection->Abort();
    });
    channel_.Secure(*shared_->options.tls, [self = shared_from_this()](error_code ec) {
      if (self->phase_ == Phase::kClosed) return;
      self->EndHandshake(ec ? HandshakeLimit::End::kFailed : HandshakeLimit::End::kDone);
      if (!ec) return self->StartRequest();
      // What was said about the failure arrives only if nothing of the client's is left unread.
      self->channel_.DropTls();
      self->Linger();
    });
  }

  void EndHandshake(HandshakeLimit::End how) {
    if (handshake_) shared_->handshakes->Leave(*std::exchange(handshake_, std::nullopt), how);
  }

  // ---- reading ----

  void PrepareRequest() {
    parser_.emplace();
    parser_->eager(false);  // until the gate has seen the head
    parser_->header_limit(static_cast<uint32_t>(shared_->options.max_header_bytes));
    parser_->body_limit(static_cast<uint64_t>(shared_->max_body_bytes.load()));
    parser_->get().body().Attach({shared_, &shared_->bodies});
    header_done_ = false;
    head_only_ = false;
    chunked_ = false;
  }

  void StartRequest() {
    PrepareRequest();
    if (early_.empty()) {
      if (shared_->stopping || (shared_->crowded && served_)) return Close();
      phase_ = Phase::kIdle;
      WaitsSince(SteadyClock::now());
      // A client that connects has something to say: less patience than between requests.
      SetTimer(SteadyClock::now() +
               (served_ ? shared_->options.idle_timeout : shared_->options.header_timeout));
      Read();
    } else {
      EnterHeader();
      Feed();
    }
  }

  void WaitsSince(SteadyClock::time_point when) {
    waiting_since_ = when.time_since_epoch().count();
  }

  void EnterHeader() {
    phase_ = Phase::kHeader;
    WaitsSince(SteadyClock::now());
    SetTimer(SteadyClock::now() + shared_->options.header_timeout);
  }

  // At most one read is outstanding at any time; whichever phase it ends in handles it.
  void Read() {
    if (reading_) return;
    reading_ = true;
    inbox_.resize(phase_ == Phase::kBody || phase_ == Phase::kLingering ? kLargeRead : kSmallRead);
    channel_.ReadSome(net::buffer(inbox_),
                      [self = shared_from_this()](error_code ec, size_t count) {
                        self->reading_ = false;
                        if (self->phase_ != Phase::kClosed) self->OnRead(ec, count);
                      });
  }

  void OnRead(error_code ec, size_t count) {
    if (ec) {
      // End of file counts as leaving, also when only the sending side was shut: HTTP clients that
      // want their answer keep the connection open.
      slot_->Fire();
      return Close();
    }
    if (phase_ == Phase::kLingering) return Read();
    early_.append(inbox_.data(), count);
    switch (phase_) {
      case Phase::kAnswering:
        if (early_.size() < kMaxEarlyBytes) Read();
        return;
      case Phase::kIdle: EnterHeader(); return Feed();
      default: return Feed();
    }
  }

  void Feed() {
    error_code ec;
    while (!early_.empty() && !parser_->is_done()) {
      // Less can't end a chunked body, and Beast must not see its last chunk in smaller pieces.
      constexpr size_t kLastChunk = std::string_view("0\r\n\r\n").size();
      if (parser_->is_header_done() && parser_->chunked() && early_.size() < kLastChunk) break;
      const size_t used = parser_->put(net::buffer(early_), ec);
      early_.erase(0, used);
      if (ec == http::error::need_more) {
        ec = {};
        break;
      }
      if (ec) break;
      if (parser_->is_header_done() && !header_done_) {
        if (!OnHeaderDone()) return;
      } else if (used == 0) {
        break;
      }
    }
    if (ec) return Refuse(ec);
    if (parser_->is_done()) return Dispatch();
    if (header_done_) {
      if (TooSlow(body_started_, shared_->options.body_timeout, parser_->get().body().bytes.size(),
                  shared_->options.min_body_bytes_per_second)) {
        return RefuseWith(408, "the request body arrives too slowly", {});
      }
      SetTimer(SteadyClock::now() + shared_->options.body_timeout);
    }
    Read();
  }

  // False when the request was refused by its head.
  bool OnHeaderDone() {
    header_done_ = true;
    phase_ = Phase::kBody;
    WaitsSince(kNever);
    body_started_ = SteadyClock::now();
    const auto& message = parser_->get();
    http10_ = message.version() < 11;
    head_only_ = message.method() == http::verb::head;
    if (!message.keep_alive()) close_after_answer_ = true;
    request_ = std::make_shared<TrackedRequest>();
    request_->method = std::string(message.method_string());
    request_->peer = peer_.address;
    request_->peer_uid = peer_.uid;
    SplitTarget(std::string_view(message.target().data(), message.target().size()), request_.get());
    for (const auto& field : message) {
      request_->headers.emplace_back(
          AsciiLower({field.name_string().data(), field.name_string().size()}),
          std::string(field.value().data(), field.value().size()));
    }
    // As a front that speaks TLS for others says it, unless one before it has.
    if (channel_.secure() && request_->Header(kForwardedProto).empty()) {
      request_->headers.emplace_back(kForwardedProto, "https");
    }
    request_->id = RequestId(request_->Header(kRequestIdHeader));
    id_ = request_->id;
    const RequestScope scope(id_);
    if (shared_->gate) {
      if (auto refusal = shared_->gate(request_.get(), peer_.address)) {
        RefuseWith(*std::move(refusal));
        return false;
      }
    }
    parser_->eager(true);
    const auto expect = message.find(http::field::expect);
    if (expect != message.end() && !http10_ && !parser_->is_done() && early_.empty()) {
      Enqueue(ContinueText());
    }
    return true;
  }

  // Whether so many bytes are too few for the time since then, of which `grace` doesn't count.
  static bool TooSlow(SteadyClock::time_point since, std::chrono::milliseconds grace, size_t bytes,
                      int64_t least_per_second) {
    const auto counted = SteadyClock::now() - since - grace;
    return counted.count() > 0 &&
           static_cast<double>(bytes) < ToSeconds(counted) * static_cast<double>(least_per_second);
  }

  void Refuse(error_code ec) {
    if (ec == http::error::body_limit || ec == http::error::buffer_overflow) {
      const int64_t mib = shared_->max_body_bytes >> 20;
      return RefuseWith(413, "the request body is larger than " + std::to_string(mib) + " MiB", {});
    }
    if (ec == http::error::header_limit)
      return RefuseWith(431, "the request header is too long", {});
    if (ec == boost::system::errc::not_enough_memory) {
      return RefuseWith(503, "too many request bytes are being held; try again",
                        {{"retry-after", "1"}});
    }
    RefuseWith(400, "not a valid HTTP request: " + ec.message(), {});
  }

  void RefuseWith(int status, std::string_view text,
                  std::vector<std::pair<std::string, std::string>> headers) {
    HttpResponse response;
    response.status = status;
    response.headers = std::move(headers);
    response.body = ErrorText(status, text);
    RefuseWith(std::move(response));
  }

  // Answers a request that was not read to its end; nothing after it can be understood.
  void RefuseWith(HttpResponse response) {
    parser_->get().body().Drop();
    request_.reset();
    early_.clear();
    phase_ = Phase::kAnswering;
    WaitsSince(kNever);
    close_after_answer_ = true;
    Finish(std::move(response));
  }

  // ---- answering ----

  void Dispatch();

  void Finish(HttpResponse response) {
    Identify(&response);
    // 304 is about an answer that isn't sent; its length would be that one's.
    std::optional<size_t> length = response.body.size();
    if (response.status == 304) length.reset();
    std::string head = HeadText(response, length, false, WillClose());
    if (head_only_) response.body.clear();
    if (response.body.size() <= kJoinedBody) {
      head += response.body;
      Enqueue(std::move(head));
    } else {
      Enqueue(std::move(head));
      Enqueue(std::move(response.body));
    }
    AnswerComplete();
  }

  // Names the request in its answer, and in the log.
  void Identify(HttpResponse* response) {
    if (id_.empty()) return;  // its head never came
    const RequestScope scope(id_);
    spdlog::debug("answered {}", response->status);
    // A program in a sandbox may have said one of its own.
    const bool named = std::any_of(
        response->headers.begin(), response->headers.end(),
        [](const auto& header) { return AsciiLower(header.first) == kRequestIdHeader; });
    if (!named) response->headers.emplace_back(std::string(kRequestIdHeader), id_);
    id_.clear();
  }

  void AnswerComplete() {
    answer_complete_ = true;
    slot_->Close();
    if (!writing_) AfterAnswer();
  }

  void EnqueuePiece(std::string piece) {
    if (piece.empty() || head_only_) return;
    if (chunked_) {
      std::string head = ChunkHead(piece.size());
      if (piece.size() <= kJoinedBody) {
        Enqueue(head.append(piece).append(kChunkEnd));
        return;
      }
      Enqueue(std::move(head));
      piece += kChunkEnd;
    }
    Enqueue(std::move(piece));
  }

  void Enqueue(std::string bytes) {
    out_bytes_ += static_cast<int64_t>(bytes.size());
    out_.push_back(std::move(bytes));
    // A single answer may be larger than the bound; only a stream nobody reads is cut off.
    if (out_.size() > 2 && out_bytes_ > shared_->options.max_pending_answer_bytes) {
      slot_->Fire();
      return Close();
    }
    if (!writing_) WriteSome();
  }

  void WriteSome() {
    if (!std::exchange(writing_, true)) {
      writing_since_ = SteadyClock::now();
      written_ = 0;
    }
    SetTimer(SteadyClock::now() + shared_->options.write_timeout);
    const std::string& front = out_.front();
    channel_.WriteSome(net::buffer(front.data() + out_offset_, front.size() - out_offset_),
                       [self = shared_from_this()](error_code ec, size_t count) {
                         if (self->phase_ != Phase::kClosed) self->OnWritten(ec, count);
                       });
  }

  void OnWritten(error_code ec, size_t count) {
    if (ec) {
      slot_->Fire();
      return Close();
    }
    out_offset_ += count;
    out_bytes_ -= static_cast<int64_t>(count);
    written_ += count;
    if (TooSlow(writing_since_, shared_->options.write_timeout, written_,
                shared_->options.min_answer_bytes_per_second)) {
      slot_->Fire();
      return Close();
    }
    if (out_offset_ == out_.front().size()) {
      out_.pop_front();
      out_offset_ = 0;
    }
    if (!out_.empty()) return WriteSome();
    writing_ = false;
    NoTimer();
    if (phase_ == Phase::kAnswering) {
      if (answer_complete_) AfterAnswer();
    } else if (phase_ == Phase::kBody) {
      SetTimer(SteadyClock::now() + shared_->options.body_timeout);
    }
  }

  void AfterAnswer() {
    answer_complete_ = false;
    served_ = true;
    if (close_after_answer_) return Linger();
    StartRequest();
  }

  // ---- ending ----

  // Closing with unread bytes would reset the connection and could destroy the answer on its way,
  // so what the client still sends is read and dropped for a while.
  void Linger() {
    phase_ = Phase::kLingering;
    early_.clear();
    channel_.ShutdownSend();
    SetTimer(SteadyClock::now() + shared_->options.linger_timeout);
    Read();
  }

  void Close() {
    if (phase_ == Phase::kClosed) return;
    phase_ = Phase::kClosed;
    slot_->Fire();
    timer_.Cancel();
    EndHandshake(HandshakeLimit::End::kFailed);
    channel_.Close();
    shared_->on_closed(this);
  }

  void SetTimer(SteadyClock::time_point deadline) {
    timer_.Set(deadline, [this] {
      return [self = shared_from_this()] {
        if (self->phase_ != Phase::kClosed) self->OnTimer();
      };
    });
  }
  void NoTimer() { timer_.TakeBack(); }

  void OnTimer() {
    if (phase_ == Phase::kHandshake) {
      EndHandshake(HandshakeLimit::End::kLate);
      return Close();
    }
    if (writing_ || phase_ == Phase::kIdle || phase_ == Phase::kLingering) {
      slot_->Fire();
      return Close();
    }
    if (phase_ == Phase::kAnswering) return;
    RefuseWith(408,
               phase_ == Phase::kHeader ? "the request header took too long"
                                        : "the request body took too long",
               {});
  }

  const std::shared_ptr<HttpShared> shared_;
  Channel channel_;
  std::string id_;                    // of the request that isn't answered yet
  Peer peer_;                         // where somebody asks
  std::optional<int64_t> handshake_;  // while one is under way
  static constexpr SteadyClock::time_point kNever = LazyTimer::kNever;
  LazyTimer timer_;
  // For its client to have asked for something; set on its thread, read on any.
  std::atomic<SteadyTime::rep> waiting_since_{SteadyClock::now().time_since_epoch().count()};

  Phase phase_ = Phase::kIdle;
  bool reading_ = false;
  std::string inbox_;  // the outstanding read's buffer
  std::string early_;  // received, not yet parsed
  std::optional<http::request_parser<AccountedBody>> parser_;
  std::shared_ptr<TrackedRequest> request_;  // from the end of its head to its dispatch
  SteadyClock::time_point body_started_;
  bool served_ = false;  // at least one request
  bool header_done_ = false;
  bool http10_ = false;
  bool head_only_ = false;
  bool chunked_ = false;
  bool close_after_answer_ = false;
  bool answer_complete_ = false;
  std::shared_ptr<DisconnectSlot> slot_ = std::make_shared<DisconnectSlot>();

  bool writing_ = false;
  SteadyClock::time_point writing_since_;  // with what was written from then on
  size_t written_ = 0;
  std::deque<std::string> out_;
  size_t out_offset_ = 0;
  std::atomic<int64_t> out_bytes_{0};
  std::atomic<int64_t> posted_bytes_{0};  // of pieces that the connection has not seen yet
};

void Connection::Dispatch() {
  auto message = parser_->release();
  phase_ = Phase::kAnswering;
  answer_complete_ = false;
  if (!writing_) NoTimer();
  std::shared_ptr<TrackedRequest> request = std::move(request_);
  request->TakeBody(std::move(message.body()));
  slot_ = std::make_shared<DisconnectSlot>();
  auto reply = std::make_shared<ConnectionReply>(weak_from_this(), shared_->replies, slot_);
  if (early_.size() < kMaxEarlyBytes) Read();

  auto handle = [shared = shared_, request, reply] {
    const RequestScope scope(request->id);
    try {
      shared->handler(request, reply);
    } catch (const std::exception& e) {
      // Out of memory on one request must not take the others with it.
      HttpResponse response;
      response.status = 500;
      response.body = ErrorText(500, e.what());
      reply->Send(std::move(response));
    }
  };
  if (static_cast<int64_t>(request->body.size()) > shared_->options.decode_inline_bytes) {
    net::post(*shared_->decoders, std::move(handle));
  } else {
    handle();
  }
}

}  // namespace

std::shared_ptr<HttpConnection> HttpConnection::Create(Tcp::socket socket,
                                                       std::shared_ptr<HttpShared> shared) {
  return std::make_shared<Connection>(std::move(socket), std::move(shared));
}

}  // namespace assay
