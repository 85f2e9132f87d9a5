// CallBroker: what programs that are among the host's, as the server's account, may not do by
// themselves and is done for them. Neither a filter nor Landlock can tell whether it is about
// something of their own run: they look at no address of a socket (Landlock not before its ABI 9),
// and at no path whose mode is changed. So the kernel tells the broker of each such call and lets
// the caller wait (a seccomp filter with a listener). The call itself never goes on: what it points
// to could be another by the time the kernel reads it.
//
// bind, connect, listen: the broker makes a new local socket (broker/run_sockets), puts it in place
// of the caller's descriptor, and answers. What a program can tell from the kernel's own:
// getsockname(2) gives another name, the peer is the agent (SO_PEERCRED), a path has no file,
// options that were set before and copies of the descriptor that were made before stay with the
// socket that is replaced.
//
// chmod, fchmod, fchmodat: the broker changes a file of the run (broker/run_modes). Of any other
// nothing is changed, and all is said to be well.
//
// One thread of its own, which the caller's later filters don't bind. It waits for no program but
// until the one that asked takes its new descriptor, and what it keeps is bounded. All but CpuTime
// is thread-safe; that is for who calls BeginRun.
#pragma once

#include <pthread.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "sandbox/broker/run_modes.h"
#include "sandbox/broker/run_sockets.h"
#include "sandbox/broker/waiting_caller.h"

struct seccomp_notif;

namespace assay {

class CallBroker {
 public:
  // For the calling thread and all that it starts afterwards; modes that the calling process
  // changes are changed. `folder`: where the places of its programs are. Where there can be no
  // listener, sockets are refused instead, and modes stay.
  static Result<std::unique_ptr<CallBroker>> Install(const std::string& folder);
  ~CallBroker();
  CallBroker(const CallBroker&) = delete;
  CallBroker& operator=(const CallBroker&) = delete;

  // False: the calls are refused.
  bool serves() const { return serves_; }
  // For a run, when no process of another is left. At the priority (getpriority(2)) that its
  // programs have, as it works for them.
  void BeginRun(int nice);
  // What it did since then, in CPU time: the run's.
  Nanoseconds CpuTime() const;
  // After a run, when no process of it is left: its names are nothing to the next.
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

  explicit CallBroker(const std::string& folder) : modes_(folder) {}
  static void* Run(void* self);
  bool StartThread();
  void Stop();
  void Serve();
  // False: there was nobody.
  bool TakeOne() ASSAY_REQUIRES(mutex_);
  // Their results are the caller's; kLater: it goes on waiting.
  int Bind(const seccomp_notif& question, const WaitingCaller& caller) ASSAY_REQUIRES(mutex_);
  int Listen(const seccomp_notif& question, const WaitingCaller& caller) ASSAY_REQUIRES(mutex_);
  int Connect(const seccomp_notif& question, const WaitingCaller& caller) ASSAY_REQUIRES(mutex_);
  // `directory`: what a relative path begins at.
  int ChangeMode(const seccomp_notif& question, const WaitingCaller& caller, int directory,
                 uint64_t path, uint64_t mode) const;
  int ChangeOpenMode(const seccomp_notif& question, const WaitingCaller& caller) const;
  int TryConnect(const Waiting& waiting) ASSAY_REQUIRES(mutex_);
  void TryAgain() ASSAY_REQUIRES(mutex_);
  // The name in the call's second argument, and the flags of the descriptor in its first.
  int ReadCall(const seccomp_notif& question, const WaitingCaller& caller, SocketName* name,
               int* flags) const;
  bool StillWaits(uint64_t id) const;
  int Replace(uint64_t id, int descriptor, int flags, const UniqueFd& socket) const;
  void Answer(uint64_t id, int error, uint32_t flags = 0);
  bool IsConnected(uint64_t inode) const ASSAY_REQUIRES(mutex_);

  Nanoseconds ThreadTime() const;

  bool serves_ = false;
  Nanoseconds began_{0};  // of the thread's time, with the run
  pthread_t thread_{};
  bool has_thread_ = false;
  UniqueFd proc_;
  UniqueFd listener_;
  UniqueFd stop_;                        // readable: the thread is to end
  UniqueFd start_;                       // readable: the listener is there
  std::vector<char> question_, answer_;  // of the kernel's sizes

  const RunModes modes_;
  Mutex mutex_;
  RunSockets sockets_ ASSAY_GUARDED_BY(mutex_);
  std::vector<Waiting> waiting_ ASSAY_GUARDED_BY(mutex_);
  int nice_ ASSAY_GUARDED_BY(mutex_) = 0;
  // The latest that were connected, by inode: nothing else tells whether a socket is.
  std::array<uint64_t, 256> connected_ ASSAY_GUARDED_BY(mutex_){};
  size_t next_connected_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
