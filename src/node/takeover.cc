#include "node/takeover.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "base/log.h"

namespace assay {
namespace {

constexpr const char* kStage = "node.takeover";
constexpr std::string_view kOffer = "assay 1\n";
constexpr std::string_view kReady = "ready\n";
// Lines that may come beside these: "relay PATH". A process that knows none of them reads the
// offer, or the answer, by its length, and drops the rest.
constexpr std::string_view kRelay = "relay ";
constexpr size_t kMostText = 256;
constexpr size_t kMostSockets = 2;
// How long the next process may take from the offer until it answers: it asks when it could.
constexpr int kPatienceMs = 60'000;

Error Failed(int number, const std::string& what) {
  return SystemError(kStage, number, what);
}

Result<sockaddr_un> AddressOf(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 "--takeover: a path of at most " + std::to_string(sizeof address.sun_path - 1) +
                     " bytes, not '" + path + "'"};
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

// The other side is of this user, or root.
bool IsOurs(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         (peer.uid == ::geteuid() || peer.uid == 0);
}

bool WaitFor(int fd, short events, int patience_ms) {
  pollfd entry{fd, events, 0};
  const SteadyTime end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms);
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    const int ready = ::poll(&entry, 1, static_cast<int>(std::max<int64_t>(0, left.count())));
    if (ready < 0 && errno == EINTR) continue;
    return ready == 1;
  }
}

std::string RelayLine(const std::string& path) {
  return std::string(kRelay) + path + "\n";
}

// The path of such a line among others; empty: there is none.
std::string RelayOf(std::string_view text) {
  const size_t at = text.find(kRelay);
  const size_t end = at == text.npos ? at : text.find('\n', at);
  if (end == text.npos) return {};
  return std::string(text.substr(at + kRelay.size(), end - at - kRelay.size()));
}

bool SendOffer(int socket, const std::vector<int>& fds, const std::string& relay) {
  std::string text(kOffer);
  if (!relay.empty()) text += RelayLine(relay);
  iovec bytes{text.data(), text.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMostSockets)> control{};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(sizeof(int) * fds.size());
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int) * fds.size());
  std::memcpy(CMSG_DATA(header), fds.data(), sizeof(int) * fds.size());
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

// Empty: it isn't an offer.
std::vector<UniqueFd> ReceiveOffer(int socket, std::string* relay) {
  std::array<char, kMostText> text{};
  iovec bytes{text.data(), text.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMostSockets)> control{};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  std::vector<UniqueFd> fds;
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); got > 0 && header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
      fds.emplace_back(fd);
    }
  }
  const std::string_view said(text.data(), static_cast<size_t>(std::max<ssize_t>(0, got)));
  if (said.substr(0, kOffer.size()) != kOffer) fds.clear();
  *relay = RelayOf(said.substr(std::min(kOffer.size(), said.size())));
  return fds;
}

}  // namespace

Result<std::optional<Predecessor>> Predecessor::Ask(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(const sockaddr_un address, AddressOf(path));
  Predecessor predecessor;
  predecessor.channel_.Reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int channel = predecessor.channel_.get();
  if (channel < 0) return Failed(errno, "no socket");
  if (::connect(channel, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    if (errno == ENOENT || errno == ECONNREFUSED) return std::optional<Predecessor>();
    return Failed(errno, "cannot ask for the sockets at " + path);
  }
  if (!IsOurs(channel)) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 "what listens at " + path + " belongs to another user"};
  }
  std::vector<UniqueFd> fds;
  if (WaitFor(channel, POLLIN, kPatienceMs)) fds = ReceiveOffer(channel, &predecessor.relay_);
  if (fds.empty()) {
    return Error{ErrorCode::kUnavailable, kStage, 0,
                 "the server at " + path +
                     " hands over nothing: it is being replaced already, or "
                     "is of another kind"};
  }
  predecessor.http_ = std::move(fds[0]);
  if (fds.size() > 1) predecessor.agent_ = std::move(fds[1]);
  return std::optional<Predecessor>(std::move(predecessor));
}

void Predecessor::TellRelay(const std::string& path) {
  // Who doesn't offer one doesn't know the word. Whether it arrives is seen at Ready.
  if (relay_.empty()) return;
  const std::string line = RelayLine(path);
  if (::send(channel_.get(), line.data(), line.size(), MSG_NOSIGNAL) < 0) relay_.clear();
}

Status Predecessor::Ready() {
  if (::send(channel_.get(), kReady.data(), kReady.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(kReady.size())) {
    return Failed(errno, "the server that is being replaced has gone");
  }
  // It says so by closing, when it no longer accepts.
  if (WaitFor(channel_.get(), POLLIN | POLLHUP, kPatienceMs)) return {};
  return Error{ErrorCode::kUnavailable, kStage, 0, "the server that is being replaced stays"};
}

struct TakeoverDoor::Impl {
  void Serve();
  // Whether the next process answers now.
  bool Talk(int client);

  std::string path;
  UniqueFd listener;
  struct stat identity {};
  UniqueFd http, agent;
  UniqueFd stop;
  std::string relay;
  Events events;
  bool replaced = false;  // of the thread, and of who has joined it
  std::thread thread;
};

bool TakeoverDoor::Impl::Talk(int client) {
  if (!IsOurs(client)) return false;
  std::vector<int> fds{http.get()};
  if (agent) fds.push_back(agent.get());
  if (!SendOffer(client, fds, relay)) return false;
  std::string said;
  std::string told;  // of its relay
  while (said.find(kReady) == said.npos) {
    pollfd entries[] = {{client, POLLIN, 0}, {stop.get(), POLLIN, 0}};
    const int ready = ::poll(entries, 2, kPatienceMs);
    if (ready < 0 && errno == EINTR) continue;
    std::array<char, kMostText> text{};
    const ssize_t got = ready <= 0 || entries[1].revents != 0
                            ? 0
                            : ::recv(client, text.data(), text.size(), MSG_DONTWAIT);
    if (got <= 0 || said.size() > kMostText) {
      if (!told.empty()) events.relay({});
      return false;
    }
    said.append(text.data(), static_cast<size_t>(got));
    if (std::string theirs = RelayOf(said); told.empty() && !theirs.empty()) {
      told = std::move(theirs);
      events.relay(told);
    }
  }
  return true;
}

void TakeoverDoor::Impl::Serve() {
  while (true) {
    pollfd entries[] = {{listener.get(), POLLIN, 0}, {stop.get(), POLLIN, 0}};
    if (::poll(entries, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (entries[1].revents != 0) return;
    const UniqueFd client(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!client) continue;
    if (Talk(client.get())) {
      listener.Reset();
      replaced = true;
      return events.replaced();
    }
    spdlog::warn("a process asked for the sockets and didn't take over; this one goes on");
  }
}

Result<std::unique_ptr<TakeoverDoor>> TakeoverDoor::Open(const std::string& path, int http,
                                                         int agent, const std::string& relay,
                                                         Events events) {
  const std::string draft = path + "." + std::to_string(::getpid());
  ASSAY_ASSIGN_OR_RETURN(const sockaddr_un address, AddressOf(draft));
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->relay = relay;
  impl->events = std::move(events);
  impl->http.Reset(::fcntl(http, F_DUPFD_CLOEXEC, 3));
  if (agent >= 0) impl->agent.Reset(::fcntl(agent, F_DUPFD_CLOEXEC, 3));
  impl->stop.Reset(::eventfd(0, EFD_CLOEXEC));
  impl->listener.Reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!impl->http || !impl->stop || !impl->listener) return Failed(errno, "no descriptor");
  ::unlink(draft.c_str());
  const int listener = impl->listener.get();
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return Failed(errno, "cannot make the socket " + draft);
  }
  // In one step, so that whoever asks finds the old server or this one.
  if (::chmod(draft.c_str(), 0600) != 0 || ::listen(listener, 4) != 0 ||
      ::stat(draft.c_str(), &impl->identity) != 0 || ::rename(draft.c_str(), path.c_str()) != 0) {
    const int number = errno;
    ::unlink(draft.c_str());
    return Failed(number, "cannot offer sockets at " + path);
  }
  return std::unique_ptr<TakeoverDoor>(new TakeoverDoor(std::move(impl)));
}

TakeoverDoor::TakeoverDoor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {
  impl_->thread = std::thread([door = impl_.get()] { door->Serve(); });
}

TakeoverDoor::~TakeoverDoor() {
  const uint64_t one = 1;
  if (::write(impl_->stop.get(), &one, sizeof one) < 0) return;
  impl_->thread.join();
  // The next process may be putting its own there this moment.
  if (impl_->replaced) return;
  struct stat now {};
  if (::stat(impl_->path.c_str(), &now) == 0 && now.st_ino == impl_->identity.st_ino &&
      now.st_dev == impl_->identity.st_dev) {
    ::unlink(impl_->path.c_str());
  }
}

std::string TakeoverPathOf(const std::string& option, int port) {
  if (option != "auto") return option;
  const char* const own = std::getenv("XDG_RUNTIME_DIR");
  const std::string folder = own != nullptr && *own != '\0' ? own
                             : ::geteuid() == 0             ? "/run"
                                                            : "/tmp";
  return folder + "/assay-" + std::to_string(::geteuid()) + "-" + std::to_string(port) +
         ".takeover";
}

}  // namespace assay
