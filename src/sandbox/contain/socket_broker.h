// SocketBroker: local sockets with names, for programs that are among the host's. Landlock before
// its ABI 9 can't keep a program from the host's sockets by their paths, and a filter can't read an
// address: so no program binds, connects or listens by itself. The kernel tells the broker of each
// such call and lets the caller wait (a seccomp filter with a listener); the broker makes a new
// socket (contain/run_sockets), puts it in place of the caller's descriptor, and answers. The call
// itself never goes on: an address could be another by the time the kernel reads it.
//
// What a program can tell from the kernel's own: getsockname(2) gives another name, the peer is the
// agent (SO_PEERCRED), a path has no file, options that were set before and copies of the
// descriptor that were made before stay with the socket that is replaced.
//
// One thread of its own, which the caller's later filters don't bind. It never waits for a program,
// and what it keeps is bounded. Thread-safe.
#pragma once

#include <pthread.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "sandbox/contain/run_sockets.h"
#include "sandbox/contain/socket_caller.h"

struct seccomp_notif;

namespace assay {

class SocketBroker {
 public:
  // For the calling thread and all that it starts afterwards. Where there can be no listener, the
  // three calls are refused instead.
  static Result<std::unique_ptr<SocketBroker>> Install();
  ~SocketBroker();
  SocketBroker(const SocketBroker&) = delete;
  SocketBroker& operator=(const SocketBroker&) = delete;

  // False: the calls are refused.
  bool serves() const { return serves_; }
  // Between two runs, when no process of the first is left: the names of one are nothing to the
  // next.
  void Forget();

 private:
  // A connection that its listener has no room for yet.
  struct Waiting {
    uint64_t id;
    int descriptor;
    int flags;
    SocketName real;
    SteadyTime until;
  };

  SocketBroker() = default;
  static void* Run(void* self);
  bool StartThread();
  void Stop();
  void Serve();
  // False: there was nobody.
  bool TakeOne() ASSAY_REQUIRES(mutex_);
  // Their results are the caller's; kLater: it goes on waiting.
  int Bind(const seccomp_notif& question, const SocketCaller& caller) ASSAY_REQUIRES(mutex_);
  int Listen(const seccomp_notif& question, const SocketCaller& caller) ASSAY_REQUIRES(mutex_);
  int Connect(const seccomp_notif& question, const SocketCaller& caller) ASSAY_REQUIRES(mutex_);
  int TryConnect(const Waiting& waiting) ASSAY_REQUIRES(mutex_);
  void TryAgain() ASSAY_REQUIRES(mutex_);
  // The name in the call's second argument, and the flags of the descriptor in its first.
  int ReadCall(const seccomp_notif& question, const SocketCaller& caller, SocketName* name,
               int* flags) const;
  bool StillWaits(uint64_t id) const;
  int Replace(uint64_t id, int descriptor, int flags, const UniqueFd& socket) const;
  void Answer(uint64_t id, int error);
  bool IsConnected(uint64_t inode) const ASSAY_REQUIRES(mutex_);

  bool serves_ = false;
  pthread_t thread_{};
  bool has_thread_ = false;
  UniqueFd proc_;
  UniqueFd listener_;
  UniqueFd stop_;                        // readable: the thread is to end
  UniqueFd start_;                       // readable: the listener is there
  std::vector<char> question_, answer_;  // of the kernel's sizes

  Mutex mutex_;
  RunSockets sockets_ ASSAY_GUARDED_BY(mutex_);
  std::vector<Waiting> waiting_ ASSAY_GUARDED_BY(mutex_);
  // The latest that were connected, by inode: nothing else tells whether a socket is.
  std::array<uint64_t, 256> connected_ ASSAY_GUARDED_BY(mutex_){};
  size_t next_connected_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
