// In this order: Loop, what all exchanges share; Exchange, one request and its answer: connecting,
// what comes of the program, what goes to the client, its end.
#include "api/ports/port_gate.h"

#include <sys/socket.h>

#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/parser.hpp>
#include <cerrno>
#include <future>
#include <optional>
#include <thread>
#include <utility>

#include "api/sessions/wire/sandbox_answer.h"
#include "base/io_thread.h"
#include "base/text.h"
#include "base/work/executor.h"
#include "base/work/tenant_room.h"

namespace assay {

namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using std::chrono::milliseconds;

// A program that accepts nothing makes who connects wait: neither its sandbox nor its tenant may
// take them all.
constexpr int kConnectors = 16;
constexpr int kConnectorsOfTenant = 8;
constexpr int kConnectorsOfSandbox = 2;
constexpr milliseconds kConnectAgain{5};
// A field that grows on its way (MoveLocation) must still be one that Beast takes: 64 KiB less two.
constexpr size_t kMaxHead = 60 << 10;
constexpr size_t kRead = 64 << 10;
constexpr size_t kMostUnsent = 1 << 20;
constexpr int kMostInterim = 16;  // "100 Continue" and the like
constexpr milliseconds kLookAgain{20};

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

// Beast's interface for where a body goes: a string that is taken away after each piece. Nothing is
// kept ready for the length that the program promises.
struct PieceBody {
  using value_type = std::string;
  class reader {
   public:
    template <bool is_request, class Fields>
    reader(http::header<is_request, Fields>&, value_type& body) : body_(body) {}
    void init(const boost::optional<std::uint64_t>&, error_code& ec) { ec = {}; }
    template <class Buffers>
    size_t put(const Buffers& buffers, error_code& ec) {
      ec = {};
      const size_t before = body_.size();
      for (auto it = net::buffer_sequence_begin(buffers); it != net::buffer_sequence_end(buffers);
           ++it) {
        const net::const_buffer piece = *it;
        body_.append(static_cast<const char*>(piece.data()), piece.size());
      }
      return body_.size() - before;
    }
    void finish(error_code& ec) { ec = {}; }

   private:
    value_type& body_;
  };
};

}  // namespace

struct PortGate::Loop {
  explicit Loop(PortOptions given)
      : options(given),
        of_sandboxes(given.max_of_all, given.max_of_sandbox),
        of_tenants(given.max_of_all, given.max_of_tenant) {}
  // What may block ends first, for it gives the loop more to do; whatever is still under way goes
  // with `io`.
  ~Loop() {
    connectors.reset();
    io.stop();
    thread.join();
  }

  const PortOptions options;
  const TenantRoom of_sandboxes;  // connections, by their sandbox
  const TenantRoom of_tenants;    // the same, by its tenant
  const TenantRoom connecting{kConnectors, kConnectorsOfTenant};
  const TenantRoom connecting_to{kConnectors, kConnectorsOfSandbox};
  net::io_context io{1};
  net::executor_work_guard<net::io_context::executor_type> busy{io.get_executor()};
  std::unique_ptr<Executor> connectors = std::make_unique<Executor>(1024, kConnectors);
  std::thread thread{[this] {
    MarkIoThread();
    io.run();
  }};
};

// On the loop's thread, but for Start and Dial.
class PortGate::Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(Loop& loop, PortCall call, TenantRoom::Share of_sandbox, TenantRoom::Share of_tenant)
      : loop_(loop),
        sandbox_(std::move(call.sandbox)),
        tenant_(std::move(call.tenant)),
        place_(std::move(call.place)),
        head_only_(call.request->method == "HEAD"),
        head_(PortRequestHead(*call.request, place_, call.rest)),
        of_sandbox_(std::move(of_sandbox)),
        of_tenant_(std::move(of_tenant)),
        request_(std::move(call.request)),
        reply_(std::move(call.reply)) {}

  void Start() {
    reply_->OnDisconnect([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->OnLoop([](Exchange& it) { it.Close(); });
    });
    OnLoop([](Exchange& it) { it.Connect(); });
  }

 private:
  using Parser = http::response_parser<PieceBody>;
  using Turn = std::pair<TenantRoom::Share, TenantRoom::Share>;  // of the tenant, of the sandbox

  template <typename Action>
  void OnLoop(Action action) {
    net::post(loop_.io, [self = shared_from_this(), action = std::move(action)]() mutable {
      if (!self->closed_) action(*self);
    });
  }

  // ---- connecting ----

  // When one of the threads that may block is free for this tenant.
  void Connect() {
    if (Now() >= connect_deadline_) {
      return Fail({.status = 429,
                   .code = "overloaded",
                   .message = "too many connections to sandboxes are being made; try again",
                   .retry = true});
    }
    auto turn = std::make_shared<Turn>(loop_.connecting.Open(tenant_),
                                       loop_.connecting_to.Open(sandbox_->id()));
    if (!turn->second.Grow(1) || !turn->first.Grow(1)) {
      return Later(&Exchange::Connect, kConnectAgain);
    }
    const bool taken =
        loop_.connectors->Submit(1, [self = shared_from_this(), turn = std::move(turn)] {
          auto connected = std::make_shared<Result<UniqueFd>>(self->Dial());
          self->OnLoop([connected](Exchange& it) { it.OnConnected(std::move(*connected)); });
        });
    if (!taken) Later(&Exchange::Connect, kConnectAgain);
  }

  // On a thread that may block.
  Result<UniqueFd> Dial() {
    if (sandbox_->Info().state == SandboxState::kPaused) {
      const auto resumed = std::make_shared<std::promise<Status>>();
      auto done = resumed->get_future();
      sandbox_->Resume([resumed](Status status) { resumed->set_value(std::move(status)); });
      if (done.wait_until(connect_deadline_) != std::future_status::ready) {
        return Error{ErrorCode::kUnavailable, "port", ETIMEDOUT,
                     "the sandbox was paused and did not go on in time"};
      }
      ASSAY_RETURN_IF_ERROR(done.get());
    }
    return sandbox_->Connect(place_.port, connect_deadline_);
  }

  void OnConnected(Result<UniqueFd> socket) {
    if (!socket.ok()) {
      Error error = socket.error();
      if (error.sys_errno != ECONNREFUSED) {
        // The request asks for nothing that could be wrong, and time is nobody's failure.
        const bool refused = error.code == ErrorCode::kInvalidArgument;
        if (refused || error.sys_errno == ETIMEDOUT) error.code = ErrorCode::kUnavailable;
        return Fail(FaultOf(error, sandbox_.get()));
      }
      return Fail({502, "nothing_listens",
                   "no program in the sandbox listens on port " + std::to_string(place_.port) +
                       " of 127.0.0.1 or [::1]"});
    }
    error_code ec;
    // Whichever family it has: nothing here depends on it.
    socket_.assign(net::generic::stream_protocol(AF_INET, 0), socket->get(), ec);
    if (ec) return Fail({500, "infrastructure", "the connection: " + ec.message()});
    socket->Release();
    NewParser();
    Expect();
    const std::array<net::const_buffer, 2> all = {net::buffer(head_), net::buffer(request_->body)};
    // It keeps what it writes. A program may answer without reading all; one that doesn't answer
    // has its time.
    const auto written = [self = shared_from_this(), request = request_](error_code, size_t) {
      self->written_ = true;
    };
    net::async_write(socket_, all, written);
    request_.reset();
    Read();
  }

  void Expect() {
    const int64_t mib = static_cast<int64_t>(request_->body.size()) >> 20;
    patience_.expires_after(loop_.options.answer_timeout + std::chrono::seconds(mib));
    patience_.async_wait([self = shared_from_this()](error_code ec) {
      if (ec || self->closed_ || (self->begun_ && self->written_)) return;
      const auto seconds =
          std::chrono::duration_cast<std::chrono::seconds>(self->loop_.options.answer_timeout);
      self->Fail({504, "deadline",
                  "the program on port " + std::to_string(self->place_.port) +
                      " did not begin to answer within " + std::to_string(seconds.count()) + " s"});
    });
  }

  // ---- what comes of the program ----

  void NewParser() {
    parser_.emplace();
    parser_->eager(false);  // the head is looked at before the body
    parser_->header_limit(static_cast<uint32_t>(kMaxHead));
    parser_->body_limit(boost::none);
    parser_->skip(head_only_);
    chunk_left_ = 0;
    parser_->on_chunk_header(on_chunk_);
  }

  void Read() {
    const size_t before = inbox_.size();
    inbox_.resize(before + kRead);
    socket_.async_read_some(net::buffer(inbox_.data() + before, kRead),
                            [self = shared_from_this(), before](error_code ec, size_t count) {
                              if (self->closed_) return;
                              self->inbox_.resize(before + count);
                              self->OnRead(ec);
                            });
  }

  void OnRead(error_code ec) {
    if (ec && ec != net::error::eof) return Lost(ec.message());
    if (!Feed(ec == net::error::eof)) return;
    if (ec && !parser_->is_done()) {
      if (!begun_) return Lost("it closed the connection before the end of its head");
      error_code why;
      parser_->put_eof(why);
      if (why) return Lost(why.message());
      // Only the end of the connection ends such a body: that of the sandbox isn't taken for it.
      if (sandbox_->Info().state == SandboxState::kEnded) return Close();
    }
    PassOn();
  }

  // False: it has ended.
  bool Feed(bool all_came) {
    error_code ec;
    size_t at = 0;  // once, at the end, what is before it goes: pieces may be tiny and many
    while (at < inbox_.size() && !parser_->is_done()) {
      const std::string_view rest = std::string_view(inbox_).substr(at);
      if (!all_came && MayBeSplitEnd(rest)) break;
      const size_t before = parser_->get().body().size();
      const size_t used = parser_->put(net::buffer(rest), ec);
      at += used;
      chunk_left_ -= std::min<uint64_t>(chunk_left_, parser_->get().body().size() - before);
      if (ec == http::error::need_more) {
        ec = {};
        break;
      }
      if (ec) break;
      if (parser_->is_header_done() && !begun_) {
        if (!OnHead()) return false;
      } else if (used == 0) {
        break;
      }
    }
    inbox_.erase(0, at);
    // What a chunk says beside its length is not bounded by Beast.
    if (ec || inbox_.size() > kMaxHead + kRead) {
      Refuse(ec ? ec.message() : "it is too long");
      return false;
    }
    return true;
  }

  // Beast must not see a chunked body's end in pieces. What a chunk still has to bring is never
  // part of that, whatever it looks like, and is passed on at once.
  bool MayBeSplitEnd(std::string_view rest) const {
    constexpr size_t kLastChunk = std::string_view("0\r\n\r\n").size();
    return begun_ && parser_->chunked() && chunk_left_ == 0 && rest.size() < kLastChunk &&
           (rest[0] == '\r' || rest[0] == '\n' || rest[0] == '0');
  }

  // False: it has ended.
  bool OnHead() {
    const auto& message = parser_->get();
    const int status = static_cast<int>(message.result_int());
    if (status >= 100 && status < 200 && status != 101 && ++interim_ <= kMostInterim) {
      NewParser();
      return true;
    }
    HeaderList headers;
    for (const auto& field : message) {
      headers.emplace_back(AsciiLower({field.name_string().data(), field.name_string().size()}),
                           std::string(field.value().data(), field.value().size()));
      const auto& [name, value] = headers.back();
      if (name == "transfer-encoding" && AsciiLower(TrimAsciiSpace(value)) != "chunked") {
        Refuse("Transfer-Encoding: " + value);
        return false;
      }
    }
    auto head = PortAnswerHead(status, std::move(headers), place_);
    if (!head) {
      Refuse("the status " + std::to_string(status));
      return false;
    }
    begun_ = true;
    if (status == 204 || status == 304) {
      reply_->Send(*std::move(head));
      Close();
      return false;
    }
    reply_->Begin(*std::move(head));
    return true;
  }

  // ---- what goes to the client ----

  void PassOn() {
    if (begun_) {
      std::string piece = std::exchange(parser_->get().body(), {});
      if (!piece.empty()) {
        sandbox_->Touch();
        reply_->Write(std::move(piece));
      }
      if (parser_->is_done()) {
        reply_->End();
        return Close();
      }
    }
    WaitForClient();
  }

  // One that takes no byte for long is cut off by the HTTP server, which is heard as leaving.
  void WaitForClient() {
    if (reply_->unsent() <= kMostUnsent) return Read();
    if (sandbox_->Info().state == SandboxState::kEnded) return Close();
    Later(&Exchange::WaitForClient);
  }

  void Later(void (Exchange::*next)(), milliseconds after = kLookAgain) {
    again_.expires_after(after);
    again_.async_wait([self = shared_from_this(), next](error_code ec) {
      if (!ec && !self->closed_) ((*self).*next)();
    });
  }

  // ---- its end ----

  void Refuse(const std::string& why) {
    Fail({502, "bad_answer",
          "what the program on port " + std::to_string(place_.port) +
              " answered isn't HTTP that can be passed on: " + why});
  }

  void Lost(const std::string& why) {
    // Because of the sandbox's end, perhaps, which is what the client should know.
    if (sandbox_->Info().state == SandboxState::kEnded) {
      return Fail(FaultOf({ErrorCode::kUnavailable, "port", 0, why}, sandbox_.get()));
    }
    Fail({502, "bad_answer",
          "the program on port " + std::to_string(place_.port) + " gave no whole answer: " + why});
  }

  void Fail(const SandboxFault& fault) {
    if (!begun_) SendFault(reply_, fault);
    Close();
  }

  // Where an answer has begun and not ended the client sees its connection break.
  void Close() {
    closed_ = true;
    error_code ignored;
    socket_.close(ignored);
    patience_.cancel();
    again_.cancel();
    reply_.reset();
    request_.reset();
  }

  Loop& loop_;
  const SandboxPtr sandbox_;
  const std::string tenant_;
  const PortPlace place_;
  const bool head_only_;
  const std::string head_;
  const SteadyTime connect_deadline_ = Now() + loop_.options.connect_timeout;
  const TenantRoom::Share of_sandbox_;
  const TenantRoom::Share of_tenant_;
  std::shared_ptr<const HttpRequest> request_;  // until it is being written
  HttpReplyPtr reply_;                          // until it has ended
  net::generic::stream_protocol::socket socket_{loop_.io};
  net::steady_timer patience_{loop_.io};
  net::steady_timer again_{loop_.io};
  std::optional<Parser> parser_;
  uint64_t chunk_left_ = 0;  // of the chunk that has begun
  std::function<void(uint64_t, boost::string_view, error_code&)> on_chunk_ =
      [this](uint64_t size, boost::string_view, error_code&) { chunk_left_ = size; };
  std::string inbox_;
  int interim_ = 0;
  bool written_ = false;
  bool begun_ = false;  // the client has the head
  bool closed_ = false;
};

PortGate::PortGate(PortOptions options) : loop_(std::make_unique<Loop>(options)) {}

PortGate::~PortGate() = default;

void PortGate::Pass(PortCall call) {
  TenantRoom::Share of_sandbox = loop_->of_sandboxes.Open(call.sandbox->id());
  TenantRoom::Share of_tenant = loop_->of_tenants.Open(call.tenant);
  if (!of_sandbox.Grow(1) || !of_tenant.Grow(1)) {
    return SendFault(call.reply,
                     {.status = 429,
                      .code = "overloaded",
                      .message = "too many connections to this sandbox, or to those of its tenant, "
                                 "are open; end one, or try again",
                      .retry = true});
  }
  std::make_shared<Exchange>(*loop_, std::move(call), std::move(of_sandbox), std::move(of_tenant))
      ->Start();
}

}  // namespace assay
