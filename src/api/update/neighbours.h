// Neighbours: the processes of one node while one replaces another. The old one, the elder, keeps
// its sandboxes until they end; the new one has the connections. So each passes on what is the
// other's to answer, whichever door it came through:
//
//   the new one   what names a sandbox, kernel, session or port that isn't its own goes to the
//                 elder, which says 421 where it isn't its own either; then it is answered here
//   the old one   has connections left that are answered once more: what isn't its own goes to the
//                 new one
//
// Who sent a request is found out once, by the process that has the connection (ServeGate), and
// goes with it over a socket that only this user reaches. Whose process has ended is answered here,
// as a sandbox that was lost (ElderBook).
//
// Updates in a row make a chain: each knows its own elder, and passes on to it what comes from a
// newer one.
//
// Thread-safe; FollowElder is called once, before serving. A thread of its own, from then on, looks
// after the elder until nothing of it is remembered.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "access/box_tokens.h"
#include "api/ports/exposures.h"
#include "api/update/elder_book.h"
#include "api/update/named.h"
#include "base/mutex.h"
#include "base/work/executor.h"
#include "base/work/timers.h"
#include "kernels/kernels.h"
#include "net/http.h"
#include "net/pass/unix_relay.h"
#include "net/router.h"
#include "sessions/sandboxes.h"

namespace assay {

// All outlive the neighbours. Those that may be null: this server has none.
struct NeighbourParts {
  const Router& router;
  Timers& timers;
  ElderBook& book;
  Sandboxes* own = nullptr;
  Kernels* kernels = nullptr;
  Exposures* exposures = nullptr;
  BoxTokens* tokens = nullptr;
};

class Neighbours {
 public:
  explicit Neighbours(NeighbourParts parts);
  // What is on its way is dropped.
  ~Neighbours();
  Neighbours(const Neighbours&) = delete;
  Neighbours& operator=(const Neighbours&) = delete;

  // ---- of the new process ----
  // The process whose relay that is keeps what it has. Waits for its first word, two seconds at
  // most.
  void FollowElder(const std::string& relay) ASSAY_EXCLUDES(mutex_);
  // ---- of the old process ----
  // Where the new one takes what isn't ours; empty: it has given up.
  void KnowSuccessor(const std::string& relay) ASSAY_EXCLUDES(mutex_);
  // The new one answers from now on: this one has what it has, and makes nothing new.
  void OnReplaced();
  // What the new one is told of it, when it asks for that.
  std::string TellState();
  // Whether the new one knows why the last sandbox ended: it has asked again since it was told.
  // True where nobody asks. While sandboxes live it is false.
  bool IsEndKnown() const;
  // Sandboxes that live, here or in an elder of this one.
  int CountLive() const;

  // ---- of both ----
  // Whether the request's token may be another process's alone, so that this one can't judge it. Of
  // such a request only so much of a body is taken.
  bool MayBeJudgedByOther(const HttpRequest& head) const;
  static constexpr int64_t kMostUnjudgedBytes = 1 << 20;
  // As Router::Diversion.
  bool Divert(const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply);

 private:
  using Request = std::shared_ptr<const HttpRequest>;
  class Way;

  std::shared_ptr<UnixRelay> elder() const ASSAY_EXCLUDES(mutex_);
  std::shared_ptr<UnixRelay> successor() const ASSAY_EXCLUDES(mutex_);
  bool Owns(const Named& named, const std::string& tenant) const;
  void PassToElder(const std::shared_ptr<UnixRelay>& relay, const Request& request,
                   const HttpReplyPtr& reply);
  void PassToSuccessor(const std::shared_ptr<UnixRelay>& relay, const Request& request,
                       const HttpReplyPtr& reply);
  bool JoinLists(const std::shared_ptr<UnixRelay>& relay, const Request& request,
                 const HttpReplyPtr& reply);
  bool SplitBatch(const std::shared_ptr<UnixRelay>& relay, const Request& request,
                  const HttpReplyPtr& reply);
  static void AnswerHere(const Router& router, const Request& request, const HttpReplyPtr& reply);
  // False: what it keeps can't be had now.
  bool LookAtElder(UnixRelay& relay);
  void LookAfterElder(std::shared_ptr<UnixRelay> relay);
  void LoseElder(const std::string& why) ASSAY_EXCLUDES(mutex_);
  bool WaitForEnd(Nanoseconds time) ASSAY_EXCLUDES(mutex_);

  const NeighbourParts parts_;
  std::string elder_path_;  // of its relay
  // Whether there ever was another process. Without one requests take no way round.
  std::atomic<bool> accompanied_{false};
  std::atomic<bool> replaced_{false};
  // How often the new one has been told, the last times in a row, that no sandbox lives any more.
  std::atomic<int> told_of_end_{0};
  mutable Mutex mutex_;
  CondVar changed_;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::shared_ptr<UnixRelay> elder_
      ASSAY_GUARDED_BY(mutex_);  // null: there is none, or not any more
  std::shared_ptr<UnixRelay> last_elder_ ASSAY_GUARDED_BY(mutex_);  // until the end
  std::shared_ptr<UnixRelay> successor_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<UnixRelay>> given_up_ ASSAY_GUARDED_BY(mutex_);
  std::shared_ptr<Way> way_ ASSAY_GUARDED_BY(mutex_);
  // What waits for the elder's answers.
  std::unique_ptr<Executor> waiting_;
  std::thread watch_;
};

// The path on the private socket where a process says what it keeps.
inline constexpr const char* kElderStatePath = "/update/state";

}  // namespace assay
