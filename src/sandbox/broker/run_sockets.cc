#include "sandbox/broker/run_sockets.h"

#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay {
namespace {

constexpr int kKind = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;

// In letters: programs print what getsockname(2) tells them.
int RandomName(SocketName* name) {
  unsigned char random[16];
  if (::getrandom(random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) return EAGAIN;
  *name = {};
  name->size = 1;
  for (const unsigned char byte : random) {
    name->bytes[name->size++] = "0123456789abcdef"[byte >> 4];
    name->bytes[name->size++] = "0123456789abcdef"[byte & 15];
  }
  return 0;
}

int CallWith(int (*call)(int, const sockaddr*, socklen_t), int socket, const SocketName& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.bytes.data(), name.size);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size);
  return call(socket, reinterpret_cast<const sockaddr*>(&address), size) == 0 ? 0 : errno;
}

}  // namespace

int ReadSocketName(const sockaddr_un& address, size_t size, SocketName* name) {
  constexpr size_t kFamily = offsetof(sockaddr_un, sun_path);
  if (size < kFamily || size > sizeof address) return EINVAL;
  if (address.sun_family != AF_UNIX) return EAFNOSUPPORT;
  size -= kFamily;
  // A path ends where the address does, or before.
  if (size > 0 && address.sun_path[0] != '\0') size = ::strnlen(address.sun_path, size);
  *name = {};
  name->size = size;
  std::memcpy(name->bytes.data(), address.sun_path, size);
  return 0;
}

int RunSockets::Bind(const SocketName& name, UniqueFd* made) {
  if (const Named* const holder = Holder(name)) {
    if (!name.is_path() && IsAlive(*holder)) return EADDRINUSE;
    // Who binds a path again has removed the file that would be there. The socket may go on.
    Named& left = named_[static_cast<size_t>(holder - named_.data())];
    if (name.is_path()) {
      left.name = {};
    } else {
      left = {};
    }
  }
  const auto is_free = [](const Named& named) { return named.real.size == 0; };
  if (std::none_of(named_.begin(), named_.end(), is_free)) DropDead();
  const auto place = std::find_if(named_.begin(), named_.end(), is_free);
  if (place == named_.end()) return EMFILE;

  Named named;
  named.name = name;
  UniqueFd socket(::socket(AF_UNIX, kKind, 0));
  if (!socket) return errno;
  if (const int error = RandomName(&named.real)) return error;
  if (const int error = CallWith(::bind, socket.get(), named.real)) return error;
  struct stat info {};
  if (::listen(socket.get(), kMostWaiting) != 0 || ::fstat(socket.get(), &info) != 0) return errno;
  named.inode = info.st_ino;
  *place = named;
  *made = std::move(socket);
  return 0;
}

int RunSockets::Listen(uint64_t inode) {
  const Named* const named = Of(inode);
  if (named == nullptr) return EINVAL;  // it has no name
  if (named->listens) return 0;
  const auto full = [this] {
    return std::count_if(named_.begin(), named_.end(), [](const Named& other) {
             return other.listens;
           }) >= static_cast<ptrdiff_t>(kMostListening);
  };
  if (full()) DropDead();
  if (full()) return EMFILE;
  named_[static_cast<size_t>(named - named_.data())].listens = true;
  return 0;
}

bool RunSockets::IsNamed(uint64_t inode) const {
  return Of(inode) != nullptr;
}

bool RunSockets::IsListening(uint64_t inode) const {
  const Named* const named = Of(inode);
  return named != nullptr && named->listens;
}

int RunSockets::Find(const SocketName& name, SocketName* real) const {
  if (name.size == 0) return EINVAL;
  const Named* const holder = Holder(name);
  if (holder == nullptr) return name.is_path() ? ENOENT : ECONNREFUSED;
  if (!holder->listens) return ECONNREFUSED;
  *real = holder->real;
  return 0;
}

int RunSockets::Connect(const SocketName& real, UniqueFd* made) {
  UniqueFd socket(::socket(AF_UNIX, kKind, 0));
  if (!socket) return errno;
  if (const int error = CallWith(::connect, socket.get(), real)) return error;
  *made = std::move(socket);
  return 0;
}

// Its name is in use as long as somebody holds it.
bool RunSockets::IsAlive(const Named& named) {
  const UniqueFd socket(::socket(AF_UNIX, kKind, 0));
  return !socket || CallWith(::bind, socket.get(), named.real) != 0;
}

void RunSockets::DropDead() {
  for (Named& named : named_) {
    if (named.real.size > 0 && !IsAlive(named)) named = {};
  }
}

// By the real name, too, which is what getsockname(2) tells.
const RunSockets::Named* RunSockets::Holder(const SocketName& name) const {
  const auto found = std::find_if(named_.begin(), named_.end(), [&name](const Named& named) {
    return named.real.size > 0 && name.size > 0 && (named.name == name || named.real == name);
  });
  return found == named_.end() ? nullptr : &*found;
}

const RunSockets::Named* RunSockets::Of(uint64_t inode) const {
  const auto found = std::find_if(named_.begin(), named_.end(), [inode](const Named& named) {
    return named.real.size > 0 && named.inode == inode;
  });
  return found == named_.end() ? nullptr : &*found;
}

}  // namespace assay
