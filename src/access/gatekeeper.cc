#include "access/gatekeeper.h"

#include <charconv>
#include <cstdint>

#include "access/credentials.h"
#include "access/signed_url.h"
#include "access/token_entry.h"
#include "base/log.h"
#include "base/text.h"
#include "net/http_text.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr std::string_view kTenantHeader = "x-assay-tenant";
// What Piston's clients read of a refusal is `message`; all others read one of the two shapes that
// ErrorText has.
constexpr std::string_view kPiston = "/api/v2/";

// Names the sandbox of a request of E2B's clients (docs/sandboxes.md).
constexpr std::string_view kSandboxHeader = "e2b-sandbox-id";

std::string BodyOf(const HttpRequest& head, int status, const std::string& message) {
  if (status == 502) {
    JsonWriter json;
    json.BeginObject().Key("code").Int(status).Key("message").String(message).EndObject();
    return json.Take();
  }
  if (!StartsWith(head.path, kPiston)) return ErrorText(status, message);
  return JsonWriter().BeginObject().Key("message").String(message).EndObject().Take();
}

bool Changes(const HttpRequest& head) {
  return head.method != "GET" && head.method != "HEAD" && head.method != "OPTIONS";
}

// Whether a script of a page sends it: a browser that is told of passwords would ask its user for
// one there and then.
bool IsOfScript(const HttpRequest& head) {
  const std::string_view mode = head.Header("sec-fetch-mode");
  return !mode.empty() && mode != "navigate";
}

// Labels the request with its caller's tenant. Another's is refused: false.
bool ClaimTenant(HttpRequest* head, const Caller& caller) {
  // Of several the routes read the first, which must not be an empty one.
  std::erase_if(head->headers, [](const auto& header) {
    return header.first == kTenantHeader && TrimAsciiSpace(header.second).empty();
  });
  bool named = false;
  for (const auto& [name, value] : head->headers) {
    if (name != kTenantHeader) continue;
    if (TrimAsciiSpace(value) != caller.tenant && caller.role != Role::kAdmin) return false;
    named = true;
  }
  if (!named) head->headers.emplace_back(kTenantHeader, caller.tenant);
  return true;
}

}  // namespace

int64_t AnnouncedBodyBytes(const HttpRequest& head) {
  if (!head.Header("transfer-encoding").empty()) return INT64_MAX;
  const std::string_view length = head.Header("content-length");
  if (length.empty()) return 0;
  int64_t bytes = 0;
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), bytes);
  const bool whole = error == std::errc{} && end == length.data() + length.size();
  return whole && bytes >= 0 ? bytes : INT64_MAX;
}

HttpResponse Gatekeeper::Refuse(const HttpRequest& head, const std::string& peer, int status,
                                std::string_view why, const std::string& message) {
  const std::string_view route = router_.RouteOf(head.path);
  observer_(route, status, why);
  if (const std::string line = failures_.Note(peer, why, route); !line.empty()) {
    spdlog::warn("{}", line);
  }
  HttpResponse response;
  response.status = status;
  if (status == 401) {
    response.headers = {{"www-authenticate", IsOfScript(head)
                                                 ? R"(Bearer realm="assay")"
                                                 : R"(Bearer realm="assay", Basic realm="assay")"}};
  }
  response.body = BodyOf(head, status, message);
  return response;
}

std::shared_ptr<const Caller> Gatekeeper::KnownCaller(const HttpRequest& head,
                                                      const Credentials& credentials) const {
  if (credentials.disagree) return nullptr;
  if (credentials.token.empty()) return TokenlessCaller(head, SessionSecretOf(head));
  auto caller = boxes_.Find(credentials.token);
  if (caller != nullptr) {
    return router_.TakesSandboxTokens(head.method, head.path) ? caller : nullptr;
  }
  return tokens_ == nullptr ? nullptr : tokens_->Find(credentials.token);
}

std::shared_ptr<const Caller> Gatekeeper::TokenlessCaller(const HttpRequest& head,
                                                          const std::string& secret) const {
  if (tokens_ == nullptr) return nullptr;
  if (head.peer_uid) {
    if (auto user = tokens_->FindUid(*head.peer_uid)) return user;
  }
  if (sessions_ == nullptr) return nullptr;
  auto caller = sessions_->Find(secret);
  // Whose token is taken away has no session either.
  return caller != nullptr && tokens_->StillHolds(*caller) ? caller : nullptr;
}

std::optional<HttpResponse> Gatekeeper::Admit(HttpRequest* head, const std::string& peer) {
  if (tokens_ == nullptr && !CarriesBoxToken(*head)) {
    head->caller = SignerOf(*head, boxes_);
    return std::nullopt;
  }
  const Credentials credentials = TakeCredentials(head);
  std::optional<Role> least = router_.LeastRole(head->method, head->path);
  // What is open to all takes no bodies from strangers, who could fill the server with them.
  if (!least && AnnouncedBodyBytes(*head) > router_.StrangerBodyBytes(head->method, head->path)) {
    least = Role::kViewer;
  }
  if (!least) {
    head->caller = KnownCaller(*head, credentials);
    // A tenant that nobody has shown to be theirs is nobody's.
    if (head->caller == nullptr || !ClaimTenant(head, *head->caller)) {
      std::erase_if(head->headers,
                    [](const auto& header) { return header.first == kTenantHeader; });
    }
    return std::nullopt;
  }
  if (credentials.disagree) {
    return Refuse(*head, peer, 401, "differ",
                  "the request has tokens that differ, in Authorization, X-API-Key or its path "
                  "(/t/TOKEN/…): send one");
  }
  const std::string secret = SessionSecretOf(*head);
  if (credentials.token.empty()) {
    head->caller = SignerOf(*head, boxes_);
    if (head->caller != nullptr && ClaimTenant(head, *head->caller)) return std::nullopt;
    head->caller = TokenlessCaller(*head, secret);
    if (head->caller == nullptr && !secret.empty()) {
      return Refuse(*head, peer, 401, "session", "the session is over: log in again");
    }
    if (head->caller != nullptr && !secret.empty() && !head->peer_uid && Changes(*head) &&
        head->Header(kCsrfHeader) != "1") {
      return Refuse(*head, peer, 403, "csrf",
                    "what changes something by cookie needs the header X-Assay-CSRF: 1");
    }
  }
  if (credentials.token.empty() && head->caller == nullptr) {
    return Refuse(*head, peer, 401, "missing",
                  "this server asks for a token: send 'Authorization: Bearer TOKEN' or "
                  "'X-API-Key: TOKEN', or put it into the URL, http://assay:TOKEN@HOST/… or "
                  "http://HOST/t/TOKEN/…; `assay token new` makes one");
  }
  if (head->caller == nullptr) head->caller = boxes_.Find(credentials.token);
  if (head->caller == nullptr && tokens_ != nullptr) {
    head->caller = tokens_->Find(credentials.token);
  }
  if (head->caller == nullptr && StartsWith(credentials.token, kBoxTokenPrefix) &&
      !head->Header(kSandboxHeader).empty()) {
    // Its tokens end with a sandbox: what its client asks is whether that is so. In the words by
    // which E2B's clients know it, and the same for one that is another's.
    return Refuse(*head, peer, 502, "unknown",
                  "the sandbox was not found: it has ended, or the token isn't its");
  }
  if (head->caller == nullptr && tokens_ != nullptr) {
    if (const auto ended = tokens_->FindExpired(credentials.token)) {
      return Refuse(*head, peer, 401, "expired",
                    "the token '" + ended->name + "' ended at " + TokenTimeText(*ended->expires) +
                        ": ask whoever runs this server for another");
    }
  }
  if (head->caller == nullptr) {
    return Refuse(*head, peer, 401, "unknown",
                  "the token is none of this server's, or not any more: ask whoever runs it for "
                  "another");
  }
  const Caller& caller = *head->caller;
  if (caller.role < *least) {
    return Refuse(*head, peer, 403, "role",
                  WhyRoleRefused(caller, head->method, router_.RouteOf(head->path), *least));
  }
  if (!caller.sandbox.empty() && !router_.TakesSandboxTokens(head->method, head->path)) {
    return Refuse(*head, peer, 403, "sandbox",
                  WhySandboxTokenRefused(caller, head->method, router_.RouteOf(head->path)));
  }
  if (!ClaimTenant(head, caller)) {
    return Refuse(*head, peer, 403, "tenant",
                  "X-Assay-Tenant: the token '" + caller.name + "' speaks for the tenant '" +
                      caller.tenant + "' only: name that one, or leave it out");
  }
  return std::nullopt;
}

}  // namespace assay
