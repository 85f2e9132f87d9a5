#include "net/pass/unix_relay.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstring>
#include <future>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/fd.h"
#include "base/io_thread.h"
#include "base/result.h"
#include "base/text.h"
#include "base/work/request_scope.h"
#include "net/form/query.h"
#include "net/http_text.h"
#include "net/pass/answer_pass.h"
#include "net/pass/collected_reply.h"

namespace assay {

namespace {

namespace net = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

// Its backlog is full for a moment.
constexpr milliseconds kConnectAgain{5};
constexpr std::chrono::seconds kConnectTime{10};
constexpr int64_t kWholeUpTo = 256 << 10;
constexpr std::string_view kRequestId = "x-request-id";

std::string HeadFor(const UnixRelay::Call& call) {
  const HttpRequest& http = *call.request;
  HeaderList headers = http.headers;
  DropHeadersOfConnection(&headers);
  std::erase_if(headers, [&](const auto& header) {
    return header.first == "expect" || header.first == kRequestId ||
           (!call.instead_of.empty() && StartsWith(header.first, call.instead_of));
  });
  headers.insert(headers.end(), call.headers.begin(), call.headers.end());
  std::string head = http.method + " " + PercentEncode(http.path, kPlainInPath);
  if (!http.query.empty()) head += "?" + http.query;
  head += " HTTP/1.1\r\n";
  if (http.Header("host").empty()) head += "host: localhost\r\n";
  for (const auto& [name, value] : headers) head += name + ": " + value + "\r\n";
  if (const std::string_view id = CurrentRequest(); !id.empty()) {
    head += std::string(kRequestId) + ": " + std::string(id) + "\r\n";
  }
  head += "connection: close\r\ncontent-length: " + std::to_string(http.body.size()) + "\r\n";
  return head + "\r\n";
}

}  // namespace

struct UnixRelay::Loop {
  explicit Loop(std::string where) : path(std::move(where)) {}

  // EAGAIN: its backlog is full.
  Result<UniqueFd> Dial() const;

  const std::string path;
  net::io_context io{1};
  net::executor_work_guard<net::io_context::executor_type> busy{io.get_executor()};
  std::atomic<int64_t> open{0};
  std::set<std::shared_ptr<Exchange>> exchanges;  // on the thread
  std::thread thread{[this] {
    MarkIoThread();
    io.run();
  }};
};

Result<UniqueFd> UnixRelay::Loop::Dial() const {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return SystemError("relay", ENAMETOOLONG, "the path is too long");
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket) return SystemError("relay", EAGAIN, "no descriptor");
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return SystemError("relay", errno, "cannot connect to " + path);
  }
  return socket;
}

// On the loop's thread, but for Start.
class UnixRelay::Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(Loop& loop, Call call)
      : loop_(loop), head_(HeadFor(call)), call_(std::move(call)), again_(loop.io) {}
  ~Exchange() { --loop_.open; }

  void Start(const std::shared_ptr<Loop>& loop) {
    // Its client may leave after the relay has gone.
    call_.reply->OnDisconnect([there = std::weak_ptr(loop), weak = weak_from_this()] {
      const auto known = there.lock();
      if (known == nullptr) return;
      net::post(known->io, [weak] {
        if (const auto self = weak.lock()) self->Close();
      });
    });
    net::post(loop_.io, [self = shared_from_this()] {
      self->loop_.exchanges.insert(self);
      self->Connect();
    });
  }
  void Lose() {
    if (const auto pass = pass_.lock()) return pass->Lose("the other process has ended");
    Otherwise(NoAnswer::kGone);
  }

 private:
  void Connect() {
    if (closed_) return;
    Result<UniqueFd> socket = loop_.Dial();
    if (!socket.ok()) {
      const int why = socket.error().sys_errno;
      if (why != EAGAIN) return Otherwise(NoAnswer::kGone);
      if (std::chrono::steady_clock::now() >= connect_deadline_) {
        return Otherwise(NoAnswer::kBroken);
      }
      again_.expires_after(kConnectAgain);
      again_.async_wait([self = shared_from_this()](error_code ec) {
        if (!ec) self->Connect();
      });
      return;
    }
    AnswerPass::Side side;
    side.on_head = [self = shared_from_this()](int status, HeaderList headers, std::string* why) {
      return self->OnHead(status, std::move(headers), why);
    };
    side.failed = [self = shared_from_this()](AnswerPass::Failure, const std::string&) {
      self->Otherwise(self->misdirected_ ? NoAnswer::kMisdirected : NoAnswer::kBroken);
    };
    side.on_begun = [self = shared_from_this()] {
      // What it takes to ask otherwise isn't needed any more.
      self->call_.otherwise = nullptr;
      self->call_.request.reset();
    };
    side.ended = [self = shared_from_this()] { self->Close(); };
    const auto pass = std::make_shared<AnswerPass>(
        loop_.io, AnswerPass::Request{std::move(head_), call_.request, std::nullopt, kWholeUpTo},
        call_.reply, std::move(side));
    pass_ = pass;
    pass->Start(std::move(socket).value());
  }

  std::optional<HttpResponse> OnHead(int status, HeaderList headers, std::string* why) {
    misdirected_ = status == UnixRelay::kMisdirectedStatus;
    if (misdirected_ || status < 200 || status > 599) {
      *why = "the status " + std::to_string(status);
      return std::nullopt;
    }
    DropHeadersOfConnection(&headers);
    HttpResponse response;
    response.status = status;
    response.content_type.clear();
    for (auto& [name, value] : headers) {
      if (name == "server") continue;  // this side says its own
      if (name == "content-type" && response.content_type.empty()) {
        response.content_type = std::move(value);
      } else {
        response.headers.emplace_back(std::move(name), std::move(value));
      }
    }
    return response;
  }

  void Otherwise(NoAnswer why) {
    const auto otherwise = std::exchange(call_.otherwise, nullptr);
    const HttpReplyPtr reply = call_.reply;
    Close();
    if (otherwise) return otherwise(why);
    if (reply != nullptr) {
      HttpResponse response;
      response.status = 503;
      response.body = ErrorText(503, "the process that this request is for has ended");
      reply->Send(std::move(response));
    }
  }

  void Close() {
    if (std::exchange(closed_, true)) return;
    const auto self = shared_from_this();
    again_.cancel();
    if (const auto pass = pass_.lock()) pass->Close();
    call_ = {};
    loop_.exchanges.erase(self);
  }

  Loop& loop_;
  std::string head_;
  Call call_;
  net::steady_timer again_;
  const SteadyTime connect_deadline_ = std::chrono::steady_clock::now() + kConnectTime;
  std::weak_ptr<AnswerPass> pass_;  // it holds this one
  bool misdirected_ = false;
  bool closed_ = false;
};

UnixRelay::UnixRelay(std::string path) : loop_(std::make_shared<Loop>(std::move(path))) {}

UnixRelay::~UnixRelay() {
  net::post(loop_->io, [loop = loop_.get()] {
    const auto all = loop->exchanges;
    for (const auto& exchange : all) exchange->Lose();
    loop->busy.reset();
  });
  loop_->thread.join();
}

void UnixRelay::Pass(Call call) {
  if (++loop_->open > kMostAtOnce) {
    --loop_->open;
    HttpResponse response;
    response.status = 503;
    response.headers = {{"retry-after", "1"}};
    response.body = ErrorText(503, "too many requests are on their way to the earlier process");
    return call.reply->Send(std::move(response));
  }
  std::make_shared<Exchange>(*loop_, std::move(call))->Start(loop_);
}

void UnixRelay::GiveUp() {
  net::post(loop_->io, [loop = loop_.get()] {
    const auto all = loop->exchanges;
    for (const auto& exchange : all) exchange->Lose();
  });
}

std::optional<HttpResponse> UnixRelay::Ask(std::shared_ptr<const HttpRequest> request,
                                           HeaderList headers, SteadyTime deadline) {
  const auto answer = std::make_shared<std::promise<std::optional<HttpResponse>>>();
  auto future = answer->get_future();
  const auto reply = std::make_shared<CollectedReply>(
      [answer](std::optional<HttpResponse> response) { answer->set_value(std::move(response)); });
  Pass({std::move(request), std::move(headers), {}, reply, nullptr});
  if (future.wait_until(deadline) != std::future_status::ready) return std::nullopt;
  return future.get();
}

bool UnixRelay::IsGone() const {
  const auto socket = loop_->Dial();
  return !socket.ok() && socket.error().sys_errno != EAGAIN;
}

}  // namespace assay
