// PeerBook: what this node's peers say of themselves, asked for when somebody wants to know.
//
// Each peer is asked for its /v1/info, with a token of this node's own: that of whoever wants to
// know is never passed on. A peer that doesn't answer in time is a row with the error. What was
// heard is good for a second, so that many who ask cost a peer one question a second.
//
// Threading: thread-safe. One thread leads each round, and sixteen ask; those who want to know wait
// for the round without a thread.
#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "net/http_client.h"
#include "node/node_row.h"
#include "node/peer_list.h"

namespace assay {

class PeerBook {
 public:
  // One row for each peer, with its url, in the order of the list. From the book's thread, or at
  // once from the caller's; must not block.
  using Listener = std::function<void(const std::vector<NodeRow>&)>;

  PeerBook();
  ~PeerBook();  // stops
  PeerBook(const PeerBook&) = delete;
  PeerBook& operator=(const PeerBook&) = delete;

  // From the next round on. An empty token sends none.
  void Set(PeerList list, std::string token) ASSAY_EXCLUDES(mutex_);
  // False: too many wait already, or it has stopped, and the listener is not called.
  bool Ask(Listener listener) ASSAY_EXCLUDES(mutex_);
  // Gives up what is under way and answers who waits; nobody is asked any more. By the owner.
  void Stop() ASSAY_EXCLUDES(mutex_);

 private:
  void Lead() ASSAY_EXCLUDES(mutex_);
  std::vector<NodeRow> Round(const PeerList& list, const std::string& token);
  NodeRow AskOne(const std::string& address, const std::string& token, SteadyTime end);

  HttpClient client_;
  CancelToken stopping_;
  Mutex mutex_;
  CondVar changed_;
  PeerList list_ ASSAY_GUARDED_BY(mutex_);
  std::string token_ ASSAY_GUARDED_BY(mutex_);
  std::vector<NodeRow> rows_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime heard_ ASSAY_GUARDED_BY(mutex_){};  // when rows_ came
  bool fresh_ ASSAY_GUARDED_BY(mutex_) = false;  // rows_ are of this list
  std::vector<Listener> waiting_ ASSAY_GUARDED_BY(mutex_);
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace assay
