#include "sessions/egress/egress_proxy.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "base/io_thread.h"
#include "sessions/egress/egress_connection.h"
#include "sessions/egress/egress_shared.h"

namespace assay {

namespace net = boost::asio;
using boost::system::error_code;
using Tcp = net::ip::tcp;

namespace {

constexpr int kLookupThreads = 4;
constexpr int kMaxQueuedLookups = 1024;  // of all boxes

std::vector<IpAddress> AskSystem(const std::string& name) {
  std::vector<IpAddress> addresses;
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_ADDRCONFIG;
  addrinfo* found = nullptr;
  if (::getaddrinfo(name.c_str(), nullptr, &wanted, &found) != 0) return addresses;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    char text[NI_MAXHOST];
    if (::getnameinfo(one->ai_addr, one->ai_addrlen, text, sizeof text, nullptr, 0,
                      NI_NUMERICHOST) != 0) {
      continue;
    }
    // With a zone ("fe80::1%eth0") it is link-local, and no address of a public server.
    if (const auto address = IpAddress::Parse(text)) addresses.push_back(*address);
  }
  ::freeaddrinfo(found);
  return addresses;
}

class Proxy final : public EgressProxy {
 public:
  Proxy(EgressLoop* loop, EgressRules rules, const Tcp& protocol, int listener)
      : state_(std::make_shared<State>(loop, protocol, listener)) {
    state_->shared->loop = loop;
    Set(std::move(rules));
    state_->shared->on_room = [state = std::weak_ptr<State>(state_)] {
      if (const auto there = state.lock()) {
        net::post(there->loop->io, [there] { Accept(there); });
      }
    };
    net::post(loop->io, [state = state_] { Accept(state); });
  }
  ~Proxy() override {
    net::post(state_->loop->io, [state = state_] {
      state->shared->closed = true;
      error_code ignored;
      state->acceptor.close(ignored);
      state->retry.cancel();
      CloseAll(state, [](EgressConnection* connection) { connection->Close(); });
    });
  }

  Status SetPolicy(const EgressPolicy& policy) override {
    ASSAY_ASSIGN_OR_RETURN(EgressRules rules, EgressRules::Parse(policy));
    Set(rules);
    net::post(state_->loop->io, [state = state_, rules = std::move(rules)] {
      CloseAll(state, [&](EgressConnection* connection) { connection->Recheck(rules); });
    });
    return {};
  }

  EgressCounters counters() const override {
    const EgressShared& shared = *state_->shared;
    return {shared.connections, shared.allowed,    shared.refused,
            shared.failed,      shared.bytes_sent, shared.bytes_received};
  }

 private:
  struct State {
    State(EgressLoop* given, const Tcp& protocol, int listener)
        : loop(given), acceptor(given->io, protocol, listener), retry(given->io) {}
    EgressLoop* const loop;
    const std::shared_ptr<EgressShared> shared = std::make_shared<EgressShared>();
    Tcp::acceptor acceptor;
    net::steady_timer retry;
    bool accepting = false;
  };

  void Set(EgressRules rules) {
    MutexLock lock(state_->shared->mutex);
    state_->shared->rules = std::move(rules);
  }

  template <typename Act>
  static void CloseAll(const std::shared_ptr<State>& state, const Act& act) {
    std::vector<std::shared_ptr<EgressConnection>> all;
    for (EgressConnection* connection : state->shared->open) {
      all.push_back(connection->shared_from_this());
    }
    for (const auto& connection : all) act(connection.get());
  }

  // While there is no room, newcomers wait in the kernel.
  static void Accept(const std::shared_ptr<State>& state) {
    const EgressOptions& options = state->loop->options;
    if (state->accepting || state->shared->closed ||
        state->shared->connections >= options.max_connections) {
      return;
    }
    if (state->loop->connections >= options.max_all_connections) return Later(state);
    state->accepting = true;
    state->acceptor.async_accept([state](error_code ec, Tcp::socket socket) {
      state->accepting = false;
      if (state->shared->closed) return;
      if (ec) return Later(state);
      socket.set_option(Tcp::no_delay(true), ec);
      std::make_shared<EgressConnection>(std::move(socket), state->shared)->Start();
      Accept(state);
    });
  }
  static void Later(const std::shared_ptr<State>& state) {
    state->retry.expires_after(std::chrono::milliseconds(100));
    state->retry.async_wait([state](error_code) { Accept(state); });
  }

  const std::shared_ptr<State> state_;
};

}  // namespace

struct EgressProxies::Impl {
  EgressLoop loop;
  net::executor_work_guard<net::io_context::executor_type> work{loop.io.get_executor()};
  std::thread thread;
};

EgressProxies::EgressProxies(EgressOptions options) : impl_(std::make_unique<Impl>()) {
  if (!options.resolve) options.resolve = AskSystem;
  impl_->loop.options = std::move(options);
  impl_->loop.lookups = std::make_unique<Executor>(kMaxQueuedLookups, kLookupThreads);
  impl_->thread = std::thread([io = &impl_->loop.io] {
    MarkIoThread();
    io->run();
  });
}

EgressProxies::~EgressProxies() {
  impl_->loop.ending = true;
  impl_->loop.lookups.reset();
  // What is left to do is closing; then nothing keeps the thread.
  impl_->work.reset();
  impl_->thread.join();
}

Result<std::unique_ptr<EgressProxy>> EgressProxies::Open(const EgressPolicy& policy,
                                                         UniqueFd listener) {
  ASSAY_ASSIGN_OR_RETURN(EgressRules rules, EgressRules::Parse(policy));
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0) {
    return SystemError("egress.listener", errno, "the box's proxy port is none");
  }
  const Tcp protocol = address.ss_family == AF_INET6 ? Tcp::v6() : Tcp::v4();
  return std::unique_ptr<EgressProxy>(
      std::make_unique<Proxy>(&impl_->loop, std::move(rules), protocol, listener.Release()));
}

}  // namespace assay
