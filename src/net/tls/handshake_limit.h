// HandshakeLimit: how many connections may be in the middle of a TLS handshake. Where one more
// begins than may, the one that began first makes room: honest ones are over in milliseconds, so
// that who holds places by being slow loses them, and doesn't keep others out.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "base/mutex.h"

namespace assay {

// How handshakes have ended so far, and how many are under way.
struct TlsStats {
  int64_t under_way = 0;
  int64_t done = 0;
  int64_t failed = 0;      // by either side: no common version or cipher, an untrusted certificate
  int64_t late = 0;        // not over by its deadline
  int64_t made_room = 0;   // for another one
  int64_t not_secure = 0;  // plain HTTP came instead
};

class HandshakeLimit {
 public:
  enum class End { kDone, kFailed, kLate };

  explicit HandshakeLimit(size_t most) : most_(most) {}

  // The number of one that begins. `make_room` may be called until Leave, from any thread and at
  // most once; it ends that connection soon.
  int64_t Enter(std::function<void()> make_room) ASSAY_EXCLUDES(mutex_) {
    std::function<void()> loser;
    int64_t number = 0;
    {
      MutexLock lock(mutex_);
      number = ++last_;
      under_way_.emplace(number, std::move(make_room));
      if (under_way_.size() > most_) {
        loser = std::move(under_way_.begin()->second);
        under_way_.erase(under_way_.begin());
        ++ended_.made_room;
      }
    }
    if (loser) loser();
    return number;
  }
  // Of one that has made room this is no news.
  void Leave(int64_t number, End how) ASSAY_EXCLUDES(mutex_) {
    std::function<void()> dropped;
    MutexLock lock(mutex_);
    const auto found = under_way_.find(number);
    if (found == under_way_.end()) return;
    dropped = std::move(found->second);
    under_way_.erase(found);
    ++(how == End::kDone ? ended_.done : how == End::kLate ? ended_.late : ended_.failed);
  }
  void NoteNotSecure() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    ++ended_.not_secure;
  }
  TlsStats stats() const ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    TlsStats now = ended_;
    now.under_way = static_cast<int64_t>(under_way_.size());
    return now;
  }

 private:
  const size_t most_;
  mutable Mutex mutex_;
  int64_t last_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::map<int64_t, std::function<void()>> under_way_ ASSAY_GUARDED_BY(mutex_);
  TlsStats ended_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
