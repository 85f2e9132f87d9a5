#include "access/login_sessions.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "access/new_token.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr char kSecretPrefix[] = "assaysession_";

std::string CookieText(const std::string& value, int64_t seconds, bool secure) {
  return std::string(kSessionCookie) + "=" + value +
         "; Path=/; Max-Age=" + std::to_string(seconds) + "; HttpOnly; SameSite=Strict" +
         (secure ? "; Secure" : "");
}

}  // namespace

Result<std::string> LoginSessions::Open(std::shared_ptr<const Caller> caller) {
  ASSAY_ASSIGN_OR_RETURN(std::string secret, NewToken(kSecretPrefix));
  const SteadyTime now = clock_.Now();
  MutexLock lock(mutex_);
  std::vector<std::string> over;
  std::vector<std::string> own;  // the last one is the one used longest ago
  for (const auto& entry : sessions_.entries()) {
    if (entry.value.ends <= now) {
      over.push_back(entry.key);
    } else if (entry.value.caller->name == caller->name) {
      own.push_back(entry.key);
    }
  }
  for (const std::string& hash : over) sessions_.Take(hash);
  for (; own.size() >= kMostOfOne; own.pop_back()) sessions_.Take(own.back());
  sessions_.Put(Sha256Hex(secret), {std::move(caller), now + kLife}, 1);
  if (sessions_.size() > static_cast<int64_t>(kMost)) sessions_.TakeOldest();
  return secret;
}

std::shared_ptr<const Caller> LoginSessions::Find(std::string_view secret) {
  if (secret.empty()) return nullptr;
  const std::string hash = Sha256Hex(secret);
  MutexLock lock(mutex_);
  const Session* session = sessions_.Find(hash);
  if (session == nullptr) return nullptr;
  if (session->ends > clock_.Now()) return session->caller;
  sessions_.Take(hash);
  return nullptr;
}

void LoginSessions::Close(std::string_view secret) {
  MutexLock lock(mutex_);
  sessions_.Take(Sha256Hex(secret));
}

std::string SessionSecretOf(const HttpRequest& request) {
  std::string found;
  for (const auto& [name, value] : request.headers) {
    if (name != "cookie") continue;
    std::string_view rest = value;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view pair = TrimAsciiSpace(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const size_t equals = pair.find('=');
      if (equals == pair.npos || pair.substr(0, equals) != kSessionCookie) continue;
      const std::string secret(pair.substr(equals + 1));
      // A page of a neighbouring name could have set a second one.
      if (!found.empty() && found != secret) return {};
      found = secret;
    }
  }
  return found;
}

std::string SessionCookie(const std::string& secret, bool secure) {
  const auto life = std::chrono::duration_cast<std::chrono::seconds>(LoginSessions::kLife);
  return CookieText(secret, life.count(), secure);
}

std::string EndedSessionCookie(bool secure) {
  return CookieText("", 0, secure);
}

}  // namespace assay
