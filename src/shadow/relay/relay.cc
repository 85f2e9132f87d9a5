#include "shadow/relay/relay.h"

#include <sys/resource.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "net/wire/accounted_body.h"
#include "shadow/relay/relay_connection.h"

namespace assay::shadow {
namespace {

// Two descriptors a connection, and some for the rest of the program.
int ConnectionsThatFit(int most) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return most;
  constexpr rlim_t kOthers = 128;
  const rlim_t room = limit.rlim_cur > kOthers ? (limit.rlim_cur - kOthers) / 2 : 1;
  return static_cast<int>(std::min<rlim_t>(static_cast<rlim_t>(most), std::max<rlim_t>(room, 1)));
}

// The usual names; a roundabout one ends in the bound on connections.
bool IsThisMachine(const std::string& host, const std::string& listening) {
  return host == listening || host == "localhost" || host == "::1" || host == "0.0.0.0" ||
         host.rfind("127.", 0) == 0;
}

}  // namespace

struct Relay::Impl {
  Status Listen();

  RelayOptions options;
  const std::shared_ptr<RelayShared> shared = std::make_shared<RelayShared>();
  std::optional<TcpServer> server;
  bool started = false;
};

Status Relay::Impl::Listen() {
  ASSAY_ASSIGN_OR_RETURN(const UpstreamAddress address, ParseUpstream(options.against));
  ASSAY_ASSIGN_OR_RETURN(shared->upstream, Upstream::Create(address, options.ca_file));
  shared->options = options;
  shared->rules.head.prefix = address.prefix;
  if (!options.keep_host) shared->rules.head.host = address.authority;
  auto budget = std::make_shared<RequestBudget>();
  budget->limit = options.max_watched_bytes;
  shared->rules.bounds = {options.max_head_bytes, options.max_body_bytes, std::move(budget)};
  server.emplace(TcpServerOptions{options.host, options.port, options.io_threads,
                                  ConnectionsThatFit(options.max_connections)},
                 shared, [this](boost::asio::ip::tcp::socket socket) {
                   return CreateRelayConnection(std::move(socket), shared);
                 });
  ASSAY_RETURN_IF_ERROR(server->Listen());
  if (address.port == std::to_string(server->port()) && IsThisMachine(address.host, options.host)) {
    return InvalidField("relay.against", "against",
                        address.url + " is the relay itself; give the sandbox's port");
  }
  return {};
}

Relay::Relay(RelayOptions options, std::function<void(Exchange)> on_exchange)
    : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  impl_->shared->on_exchange = std::move(on_exchange);
}

Relay::~Relay() {
  Stop(std::chrono::steady_clock::now());
}

Status Relay::Listen() {
  return impl_->Listen();
}

Status Relay::Start() {
  if (!impl_->server) ASSAY_RETURN_IF_ERROR(impl_->Listen());
  ASSAY_RETURN_IF_ERROR(impl_->server->Start());
  impl_->started = true;
  return {};
}

int Relay::port() const {
  return impl_->server->port();
}

bool Relay::Stop(SteadyTime deadline) {
  if (!std::exchange(impl_->started, false)) return true;
  return impl_->server->Stop(deadline);
}

RelayStats Relay::stats() const {
  const RelayShared& shared = *impl_->shared;
  RelayStats stats;
  stats.connections = shared.connections;
  stats.watched_bytes = shared.rules.bounds.budget ? shared.rules.bounds.budget->held.load() : 0;
  stats.exchanges = shared.exchanges;
  stats.faulty = shared.faulty;
  stats.unreachable = shared.unreachable;
  stats.blind = shared.blind;
  return stats;
}

}  // namespace assay::shadow
