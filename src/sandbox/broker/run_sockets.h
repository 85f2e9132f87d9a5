// RunSockets: the named local sockets of a run whose programs may not name any themselves. Each is
// a stream socket with an abstract name that nobody can guess, which stands for the name that the
// program gave: so a run has its own names, on a host that has one space of them for all.
//
// Not thread-safe; never blocks. Errors are the kernel's numbers, 0 is success.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/fd.h"

namespace assay {

// What follows the family in an address: a path, or a zero byte and any others.
struct SocketName {
  std::array<char, sizeof(sockaddr_un::sun_path)> bytes{};
  size_t size = 0;  // 0: none

  bool is_path() const { return size > 0 && bytes[0] != '\0'; }
  bool operator==(const SocketName& other) const {
    return size == other.size && bytes == other.bytes;  // what is unused is zero
  }
};

// As the kernel would. A name of size 0 asks for one that is chosen.
int ReadSocketName(const sockaddr_un& address, size_t size, SocketName* name);

class RunSockets {
 public:
  // A new socket, non-blocking and close-on-exec, that has `name` from now on. It listens already:
  // whoever holds it is the only one who could say so later. Who connects before Listen is refused.
  int Bind(const SocketName& name, UniqueFd* made);
  // `inode`: of a socket that Bind has made.
  int Listen(uint64_t inode);
  bool IsNamed(uint64_t inode) const;
  bool IsListening(uint64_t inode) const;

  // The abstract name that `name` stands for.
  int Find(const SocketName& name, SocketName* real) const;
  // A new socket, non-blocking and close-on-exec. EAGAIN: as many wait to be accepted as may.
  static int Connect(const SocketName& real, UniqueFd* made);

  // For a new run.
  void Clear() { named_ = {}; }

 private:
  struct Named {
    SocketName name;  // none: another one has it now
    SocketName real;  // none: this place is free
    uint64_t inode = 0;
    bool listens = false;
  };
  // Connections that nobody has accepted belong to no process, and what is under way in them is in
  // memory that no look at processes finds (cgroup/polled_usage). These bounds are what bounds it:
  // at most 17 (the kernel lets one more wait) on each of 4 sockets, with some 200 KB in each.
  static constexpr int kMostWaiting = 16;
  static constexpr size_t kMostListening = 4;
  // Those that don't listen yet can't be connected to.
  static constexpr size_t kMostNamed = 8;

  static bool IsAlive(const Named& named);
  void DropDead();
  const Named* Holder(const SocketName& name) const;
  const Named* Of(uint64_t inode) const;

  std::array<Named, kMostNamed> named_{};
};

}  // namespace assay
