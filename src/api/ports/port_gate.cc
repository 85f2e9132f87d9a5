// In this order: Loop, what all exchanges share; Exchange, one request and its answer: connecting,
// what is said of the program's answer, its end.
#include "api/ports/port_gate.h"

#include <sys/socket.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <future>
#include <optional>
#include <thread>
#include <utility>

#include "api/sessions/wire/sandbox_answer.h"
#include "base/io_thread.h"
#include "base/work/executor.h"
#include "base/work/tenant_room.h"
#include "net/pass/answer_pass.h"

namespace assay {

namespace {

namespace net = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

// A program that accepts nothing makes who connects wait: neither its sandbox nor its tenant may
// take them all.
constexpr int kConnectors = 16;
constexpr int kConnectorsOfTenant = 8;
constexpr int kConnectorsOfSandbox = 2;
constexpr milliseconds kConnectAgain{5};

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

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
    AnswerPass::Side side;
    side.on_head = [self = shared_from_this()](int status, HeaderList headers, std::string* why) {
      auto head = PortAnswerHead(status, std::move(headers), self->place_);
      if (!head) *why = "the status " + std::to_string(status);
      return head;
    };
    side.on_piece = [this] { sandbox_->Touch(); };
    side.gone = [this] { return sandbox_->Info().state == SandboxState::kEnded; };
    side.failed = [self = shared_from_this()](AnswerPass::Failure failure, const std::string& why) {
      self->OnFailed(failure, why);
    };
    side.ended = [self = shared_from_this()] { self->Close(); };
    const auto pass = std::make_shared<AnswerPass>(
        loop_.io,
        AnswerPass::Request{std::move(head_), std::move(request_), loop_.options.answer_timeout},
        reply_, std::move(side));
    pass_ = pass;
    pass->Start(std::move(socket).value());
  }

  void Later(void (Exchange::*next)(), milliseconds after) {
    again_.expires_after(after);
    again_.async_wait([self = shared_from_this(), next](error_code ec) {
      if (!ec && !self->closed_) ((*self).*next)();
    });
  }

  // ---- its end ----

  // The client has got nothing yet.
  void OnFailed(AnswerPass::Failure failure, const std::string& why) {
    const std::string program = "the program on port " + std::to_string(place_.port);
    switch (failure) {
      case AnswerPass::Failure::kConnection:
        return Fail({500, "infrastructure", "the connection: " + why});
      case AnswerPass::Failure::kDeadline: {
        const auto seconds =
            std::chrono::duration_cast<std::chrono::seconds>(loop_.options.answer_timeout);
        return Fail({504, "deadline",
                     program + " did not begin to answer within " +
                         std::to_string(seconds.count()) + " s"});
      }
      case AnswerPass::Failure::kBadAnswer:
        return Fail({502, "bad_answer",
                     "what " + program + " answered isn't HTTP that can be passed on: " + why});
      case AnswerPass::Failure::kLost: break;
    }
    // Because of the sandbox's end, perhaps, which is what the client should know.
    if (sandbox_->Info().state == SandboxState::kEnded) {
      return Fail(FaultOf({ErrorCode::kUnavailable, "port", 0, why}, sandbox_.get()));
    }
    Fail({502, "bad_answer", program + " gave no whole answer: " + why});
  }

  void Fail(const SandboxFault& fault) {
    const HttpReplyPtr reply = reply_;
    Close();
    if (reply != nullptr) SendFault(reply, fault);
  }

  // Where an answer has begun and not ended the client sees its connection break.
  void Close() {
    if (std::exchange(closed_, true)) return;
    const auto self = shared_from_this();
    again_.cancel();
    reply_.reset();
    request_.reset();
    if (const auto pass = pass_.lock()) pass->Close();
  }

  Loop& loop_;
  const SandboxPtr sandbox_;
  const std::string tenant_;
  const PortPlace place_;
  std::string head_;
  const SteadyTime connect_deadline_ = Now() + loop_.options.connect_timeout;
  const TenantRoom::Share of_sandbox_;
  const TenantRoom::Share of_tenant_;
  std::shared_ptr<const HttpRequest> request_;  // until the pass has it
  HttpReplyPtr reply_;                          // until it has ended
  net::steady_timer again_{loop_.io};
  std::weak_ptr<AnswerPass> pass_;  // once it is connected; it holds this one
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
