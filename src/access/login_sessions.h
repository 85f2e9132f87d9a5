// LoginSessions: browsers that have shown a token once and have a cookie since, so that no page
// keeps a token. The cookie's secret is in memory as a hash and gone with the server.
//
// Bounded: a session ends kLife after the login, each caller has at most kMostOfOne and all have
// kMost; a further one ends the one that was used longest ago. Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/lru_cache.h"
#include "base/mutex.h"
#include "base/result.h"
#include "net/caller.h"
#include "net/http.h"

namespace assay {

inline constexpr std::string_view kSessionCookie = "assay_session";
// What a request must carry that changes something by cookie: no page of another site can add it.
inline constexpr std::string_view kCsrfHeader = "x-assay-csrf";

class LoginSessions {
 public:
  static constexpr size_t kMost = 1024;
  static constexpr size_t kMostOfOne = 16;
  static constexpr Nanoseconds kLife = std::chrono::hours(12);

  // `clock` outlives it.
  explicit LoginSessions(const Clock& clock) : clock_(clock) {}

  // The secret of a new session.
  Result<std::string> Open(std::shared_ptr<const Caller> caller) ASSAY_EXCLUDES(mutex_);
  // Null: there is none, or not any more.
  std::shared_ptr<const Caller> Find(std::string_view secret) ASSAY_EXCLUDES(mutex_);
  void Close(std::string_view secret) ASSAY_EXCLUDES(mutex_);
  int64_t size() const ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return sessions_.size();
  }

 private:
  struct Session {
    std::shared_ptr<const Caller> caller;
    SteadyTime ends;
  };

  const Clock& clock_;
  mutable Mutex mutex_;
  // By the secret's SHA-256, so that looking one up takes no longer the more of it is right.
  LruList<std::string, Session> sessions_ ASSAY_GUARDED_BY(mutex_);
};

// The session's secret in the request's cookies; empty: none, or several that differ.
std::string SessionSecretOf(const HttpRequest& request);
// What Set-Cookie says for a new session, and at its end. `secure`: the server speaks TLS.
std::string SessionCookie(const std::string& secret, bool secure);
std::string EndedSessionCookie(bool secure);

}  // namespace assay
