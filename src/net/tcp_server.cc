#include "net/tcp_server.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <future>
#include <memory>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/io_thread.h"
#include "base/log.h"
#include "base/mutex.h"

namespace assay {

namespace net = boost::asio;
using boost::system::error_code;
using Tcp = net::ip::tcp;
using Local = net::local::stream_protocol;

namespace {

constexpr auto kLookAgain = std::chrono::milliseconds(100);

Result<Tcp::endpoint> Resolve(net::io_context& io, const std::string& host, int port) {
  error_code ec;
  Tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, std::to_string(port), Tcp::resolver::passive, ec);
  if (ec || found.empty()) {
    return Error{ErrorCode::kInvalidArgument, "http.resolve", 0,
                 "cannot find the address " + host + ": " + ec.message()};
  }
  return found.begin()->endpoint();
}

// Of one thread.
struct Loop {
  net::io_context io{1};
  net::executor_work_guard<net::io_context::executor_type> work{io.get_executor()};
};

std::vector<std::unique_ptr<Loop>> MakeLoops(int count) {
  std::vector<std::unique_ptr<Loop>> loops;
  for (int i = 0; i < std::max(1, count); ++i) loops.push_back(std::make_unique<Loop>());
  return loops;
}

// A socket's file whose server has gone.
bool IsDeadSocket(const std::string& path) {
  struct stat info = {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISSOCK(info.st_mode)) return false;
  net::io_context io;
  Local::socket probe(io);
  error_code ec;
  probe.connect(Local::endpoint(path), ec);
  return ec == net::error::connection_refused;
}

}  // namespace

struct TcpServer::Impl {
  Impl(TcpServerOptions given, std::shared_ptr<TcpShared> given_shared, Factory given_factory)
      : options(std::move(given)),
        shared(std::move(given_shared)),
        factory(std::move(given_factory)),
        loops(MakeLoops(options.threads)),
        acceptor(loops.front()->io),
        local(loops.front()->io),
        retry(acceptor.get_executor()) {
    shared->on_closed = [this](TcpConnection* connection) { OnClosed(connection); };
  }

  Status Listen(UniqueFd listener);
  Status Adopt(const Tcp::endpoint& endpoint, UniqueFd listener);
  Status ListenLocally();
  // As many as may be at a time, on either.
  void Accept();
  void OnAccept(error_code ec, Tcp::socket socket);
  net::io_context& NextLoop() { return loops[next_loop++ % loops.size()]->io; }
  void OnClosed(TcpConnection* connection);
  void MakeRoom();
  std::vector<std::shared_ptr<TcpConnection>> Connections();
  // Until no connection is open; false: the deadline came first.
  bool WaitUntilEmpty(SteadyTime deadline);

  const TcpServerOptions options;
  const std::shared_ptr<TcpShared> shared;
  const Factory factory;
  const std::vector<std::unique_ptr<Loop>> loops;
  Tcp::acceptor acceptor;  // on the first
  Local::acceptor local;   // likewise; closed where there is no Unix socket
  net::steady_timer retry;
  bool accepting = false;  // on the acceptors' loop, as the next two
  bool accepting_local = false;
  size_t next_loop = 0;  // of connections, in turn
  std::vector<std::thread> threads;
  int port = 0;
  bool loopback = false;
  bool started = false;

  Mutex mutex;
  CondVar emptied;
  std::unordered_map<TcpConnection*, std::shared_ptr<TcpConnection>> open ASSAY_GUARDED_BY(mutex);
};

Status TcpServer::Impl::Adopt(const Tcp::endpoint& endpoint, UniqueFd listener) {
  error_code ec;
  if (acceptor.assign(endpoint.protocol(), listener.get(), ec); ec) {
    return SystemError("http.adopt", ec.value(), "the socket handed over is of no use");
  }
  listener.Release();
  const Tcp::endpoint bound = acceptor.local_endpoint(ec);
  if (ec || bound.address() != endpoint.address() ||
      (endpoint.port() != 0 && bound.port() != endpoint.port())) {
    return Error{ErrorCode::kInvalidArgument, "http.adopt", 0,
                 "the socket handed over listens on " + bound.address().to_string() + " port " +
                     std::to_string(bound.port()) + ", and the options say " + options.host +
                     " port " + std::to_string(options.port)};
  }
  return {};
}

Status TcpServer::Impl::Listen(UniqueFd listener) {
  if (options.host.empty()) return ListenLocally();
  error_code ec;
  ASSAY_ASSIGN_OR_RETURN(const Tcp::endpoint endpoint,
                         Resolve(loops.front()->io, options.host, options.port));
  const auto failed = [&](const char* stage) {
    // Another attempt may find the address free, or a socket handed over.
    error_code ignored;
    acceptor.close(ignored);
    return SystemError(
        stage, ec.value(),
        "cannot listen on " + options.host + " port " + std::to_string(options.port));
  };
  if (listener) {
    ASSAY_RETURN_IF_ERROR(Adopt(endpoint, std::move(listener)));
  } else {
    if (acceptor.open(endpoint.protocol(), ec); ec) return failed("http.socket");
    acceptor.set_option(Tcp::acceptor::reuse_address(true), ec);
    if (acceptor.bind(endpoint, ec); ec) return failed("http.bind");
    if (acceptor.listen(net::socket_base::max_listen_connections, ec); ec) {
      return failed("http.listen");
    }
  }
  port = acceptor.local_endpoint(ec).port();
  loopback = endpoint.address().is_loopback();
  return options.unix_path.empty() ? Status() : ListenLocally();
}

Status TcpServer::Impl::ListenLocally() {
  const std::string& path = options.unix_path;
  error_code ec;
  const auto failed = [&](const char* stage) {
    return SystemError(stage, ec.value(), "cannot listen on the Unix socket " + path);
  };
  if (path.size() >= sizeof(sockaddr_un::sun_path)) {
    return Error{ErrorCode::kInvalidArgument, "http.unix", 0,
                 "the path of a Unix socket has at most 107 bytes: " + path};
  }
  if (IsDeadSocket(path)) ::unlink(path.c_str());
  if (local.open(Local(), ec); ec) return failed("http.socket");
  if (local.bind(Local::endpoint(path), ec); ec) return failed("http.bind");
  // Nobody connects before it listens, and by then the mode is what it is to be.
  if (::chmod(path.c_str(), options.unix_mode) != 0) {
    ec.assign(errno, boost::system::system_category());
    return failed("http.chmod");
  }
  if (local.listen(net::socket_base::max_listen_connections, ec); ec) return failed("http.listen");
  return {};
}

void TcpServer::Impl::Accept() {
  if (shared->stopping || shared->handed_over) return;
  if ((accepting || !acceptor.is_open()) && (accepting_local || !local.is_open())) return;
  if (shared->connections >= options.max_connections) {
    // The rest waits in the backlog; connections that only idle make room for it.
    shared->crowded = true;
    MakeRoom();
    // None may idle yet.
    retry.expires_after(kLookAgain);
    retry.async_wait([this](error_code ec) {
      if (!ec) Accept();
    });
    return;
  }
  shared->crowded = false;
  if (acceptor.is_open() && !std::exchange(accepting, true)) {
    acceptor.async_accept(NextLoop(), [this](error_code ec, Tcp::socket socket) {
      accepting = false;
      OnAccept(ec, std::move(socket));
    });
  }
  if (!local.is_open() || std::exchange(accepting_local, true)) return;
  net::io_context& io = NextLoop();
  local.async_accept(io, [this, &io](error_code ec, Local::socket socket) {
    accepting_local = false;
    Tcp::socket connection(io);
    // What is done with it is the same for both: bytes in, bytes out.
    if (!ec) connection.assign(Tcp::v4(), socket.release(ec), ec);
    OnAccept(ec, std::move(connection));
  });
}

void TcpServer::Impl::MakeRoom() {
  auto all = Connections();
  const size_t part = std::min(all.size(), std::max<size_t>(1, all.size() / 16));
  // Read once each: they change meanwhile.
  std::vector<std::pair<SteadyTime, TcpConnection*>> waiting;
  waiting.reserve(all.size());
  for (const auto& each : all) waiting.emplace_back(each->waiting_since(), each.get());
  std::nth_element(waiting.begin(), waiting.begin() + static_cast<ptrdiff_t>(part) - 1,
                   waiting.end());
  for (size_t i = 0; i < part; ++i) waiting[i].second->MakeRoom();
}

void TcpServer::Impl::OnAccept(error_code ec, Tcp::socket socket) {
  if (shared->stopping || ec == net::error::operation_aborted) return;
  if (ec) {
    // Out of descriptors, most likely: the connection stays in the backlog until some are free.
    spdlog::warn("cannot accept a connection: {}", ec.message());
    retry.expires_after(kLookAgain);
    retry.async_wait([this](error_code) { Accept(); });
    return;
  }
  socket.set_option(Tcp::no_delay(true), ec);  // a Unix socket has no such thing
  auto connection = factory(std::move(socket));
  {
    MutexLock lock(mutex);
    open.emplace(connection.get(), connection);
  }
  ++shared->connections;
  connection->Start();
  Accept();
}

void TcpServer::Impl::OnClosed(TcpConnection* connection) {
  std::shared_ptr<TcpConnection> last;  // destroyed after the lock is released
  {
    MutexLock lock(mutex);
    const auto found = open.find(connection);
    if (found == open.end()) return;
    last = std::move(found->second);
    open.erase(found);
    if (open.empty()) emptied.NotifyAll();
  }
  if (shared->connections-- >= options.max_connections) {
    net::post(acceptor.get_executor(), [this] { Accept(); });
  }
}

std::vector<std::shared_ptr<TcpConnection>> TcpServer::Impl::Connections() {
  std::vector<std::shared_ptr<TcpConnection>> all;
  MutexLock lock(mutex);
  all.reserve(open.size());
  for (const auto& [key, connection] : open) all.push_back(connection);
  return all;
}

TcpServer::TcpServer(TcpServerOptions options, std::shared_ptr<TcpShared> shared, Factory factory)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(shared), std::move(factory))) {}

TcpServer::~TcpServer() {
  ASSAY_CHECK(!impl_->started);
}

Status TcpServer::Listen(UniqueFd listener) {
  return impl_->Listen(std::move(listener));
}

UniqueFd TcpServer::Listener() const {
  return UniqueFd(::fcntl(impl_->acceptor.native_handle(), F_DUPFD_CLOEXEC, 3));
}

Status TcpServer::Start() {
  if (!impl_->acceptor.is_open() && !impl_->local.is_open())
    ASSAY_RETURN_IF_ERROR(impl_->Listen({}));
  impl_->started = true;
  net::post(impl_->acceptor.get_executor(), [impl = impl_.get()] { impl->Accept(); });
  for (const auto& loop : impl_->loops) {
    impl_->threads.emplace_back([io = &loop->io] {
      MarkIoThread();
      io->run();
    });
  }
  return {};
}

Result<bool> TcpServer::OnlyLocal(const std::string& host) {
  net::io_context io;
  ASSAY_ASSIGN_OR_RETURN(const Tcp::endpoint endpoint, Resolve(io, host, 0));
  return endpoint.address().is_loopback();
}

int TcpServer::port() const {
  return impl_->port;
}

bool TcpServer::loopback() const {
  return impl_->loopback;
}

bool TcpServer::Impl::WaitUntilEmpty(SteadyTime deadline) {
  MutexLock lock(mutex);
  while (!open.empty()) {
    if (!emptied.WaitUntil(mutex, deadline)) return open.empty();
  }
  return true;
}

bool TcpServer::HandOver(SteadyTime deadline) {
  impl_->shared->handed_over = true;
  std::promise<void> closed;
  // A connection that was accepted just now is ours, and sees `handed_over` at its first answer.
  net::post(impl_->acceptor.get_executor(), [impl = impl_.get(), &closed] {
    error_code ignored;
    impl->acceptor.close(ignored);
    impl->retry.cancel();
    closed.set_value();
  });
  closed.get_future().wait();
  return impl_->WaitUntilEmpty(deadline);
}

bool TcpServer::Stop(SteadyTime deadline) {
  if (!impl_->started) return true;
  impl_->started = false;
  impl_->shared->stopping = true;
  net::post(impl_->acceptor.get_executor(), [impl = impl_.get()] {
    error_code ignored;
    impl->acceptor.close(ignored);
    if (impl->local.is_open()) {
      impl->local.close(ignored);
      ::unlink(impl->options.unix_path.c_str());
    }
    impl->retry.cancel();
  });
  // A connection accepted just now may miss this; it sees `stopping` before its next request.
  for (const auto& connection : impl_->Connections()) connection->CloseWhenIdle();
  const bool all_finished = impl_->WaitUntilEmpty(deadline);
  for (const auto& connection : impl_->Connections()) connection->Abort();
  for (const auto& loop : impl_->loops) loop->work.reset();
  for (std::thread& thread : impl_->threads) thread.join();
  return all_finished;
}

}  // namespace assay
