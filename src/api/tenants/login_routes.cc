#include "api/tenants/login_routes.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"
#include "base/log.h"
#include "base/mutex.h"
#include "net/http_text.h"
#include "text/field_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
constexpr char kLogin[] = "/v1/login";

// Failed logins whose answers wait.
class Waiting {
 public:
  bool MayTry(const std::string& peer) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    const auto own = by_peer_.find(peer);
    return all_ < kMostFailedLogins &&
           (own == by_peer_.end() || own->second < kMostFailedLoginsOfOne);
  }
  void Enter(const std::string& peer) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    ++all_;
    ++by_peer_[peer];
  }
  void Leave(const std::string& peer) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    --all_;
    if (--by_peer_[peer] == 0) by_peer_.erase(peer);
  }

 private:
  Mutex mutex_;
  int all_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::map<std::string, int> by_peer_ ASSAY_GUARDED_BY(mutex_);
};

struct Desk {
  Desk(const AccessParts& given, Timers& given_timers, MetricRegistry& registry)
      : parts(given),
        timers(given_timers),
        logins(registry.AddCounter("assay_logins_total",
                                   "Logins of browsers: done, failed, or refused unread because "
                                   "too many had just failed (refused).",
                                   "outcome")) {}

  const AccessParts parts;
  Timers& timers;
  const Counter<1> logins;
  const RealClock clock;
  FailureLog log{clock};
  Waiting waiting;
};
using DeskPtr = std::shared_ptr<Desk>;

void SendEmpty(const HttpReplyPtr& reply, std::string cookie) {
  HttpResponse response;
  response.status = 204;
  response.content_type.clear();
  response.headers = {{"set-cookie", std::move(cookie)}, {"cache-control", "no-store"}};
  reply->Send(std::move(response));
}

void Fail(const DeskPtr& desk, const std::string& peer, const HttpReplyPtr& reply) {
  desk->logins.Increment("failed");
  if (const std::string line = desk->log.Note(peer, "login", kLogin); !line.empty()) {
    spdlog::warn("{}", line);
  }
  desk->waiting.Enter(peer);
  desk->timers.After(kFailedLoginTakes, [desk, peer, reply] {
    desk->waiting.Leave(peer);
    SendError(reply, kStyle, 401, "unauthorized",
              "the token is none of this server's, or not any more: ask whoever runs it for "
              "another");
  });
}

void Login(const DeskPtr& desk, const HttpRequest& http, const HttpReplyPtr& reply) {
  if (desk->parts.tokens == nullptr || desk->parts.sessions == nullptr) {
    return SendError(reply, kStyle, 404, "no_tokens",
                     "this server asks nobody for a token: there is nothing to log in to");
  }
  if (!desk->waiting.MayTry(http.peer)) {
    desk->logins.Increment("refused");
    return SendOverloaded(reply, kStyle, 1, "too many logins have just failed; try again");
  }
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  FieldReader fields(document->root(), {}, &errors);
  const auto token = fields.String("token", Presence::kRequired);
  // The errors' own copies of values would repeat what may be a token.
  if (!token) {
    return SendError(reply, kStyle, 422, "value_error", "token: must be a text", "token");
  }
  auto caller = desk->parts.tokens->Find(*token);
  if (caller == nullptr) return Fail(desk, http.peer, reply);
  auto secret = desk->parts.sessions->Open(std::move(caller));
  if (!secret.ok()) {
    return SendError(reply, kStyle, 503, "unavailable", secret.error().ToString());
  }
  desk->logins.Increment("done");
  SendEmpty(reply, SessionCookie(*secret, CameByTls(http)));
}

void Logout(const DeskPtr& desk, const HttpRequest& http, const HttpReplyPtr& reply) {
  if (http.Header(kCsrfHeader) != "1") {
    return SendError(reply, kStyle, 403, "csrf",
                     "what changes something by cookie needs the header X-Assay-CSRF: 1");
  }
  if (desk->parts.sessions != nullptr) desk->parts.sessions->Close(SessionSecretOf(http));
  SendEmpty(reply, EndedSessionCookie(CameByTls(http)));
}

void WhoAmI(const DeskPtr& desk, const HttpRequest& http, const HttpReplyPtr& reply) {
  JsonWriter json;
  json.BeginObject();
  // Who is asked for nothing may do everything.
  const Caller* caller = http.caller.get();
  json.Key("name").Bytes(caller == nullptr ? "" : caller->name);
  json.Key("role").String(kRoleNames.NameOf(caller == nullptr ? Role::kAdmin : caller->role));
  json.Key("tenant").Bytes(TenantOf(http));
  json.Key("tokens").Bool(desk->parts.tokens != nullptr).EndObject();
  SendJson(reply, 200, json.Take());
}

}  // namespace

void RegisterLoginRoutes(Router& router, const AccessParts& parts, Timers& timers,
                         MetricRegistry& registry) {
  const auto desk = std::make_shared<Desk>(parts, timers, registry);
  const auto add = [&](const char* method, const char* path, auto handle) {
    router.Add(method, path,
               [desk, handle](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
                 handle(desk, *http, reply);
               });
  };
  add("POST", kLogin, Login);
  add("POST", "/v1/logout", Logout);
  add("GET", "/v1/whoami", WhoAmI);
}

}  // namespace assay
