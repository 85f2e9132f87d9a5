// Gatekeeper: lets in who has a token, before a byte of the request's body is read, and says who it
// is. What a role may do is the router's to know; this asks it early.
//
// Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "access/box_tokens.h"
#include "access/credentials.h"
#include "access/failure_log.h"
#include "access/login_sessions.h"
#include "access/token_store.h"
#include "base/clock.h"
#include "net/http.h"
#include "net/router.h"

namespace assay {

// What a request's head says of its body; as much as can be where it doesn't say.
int64_t AnnouncedBodyBytes(const HttpRequest& head);

class Gatekeeper {
 public:
  // Told of each refusal: the route, the status, and why in a word.
  using Observer = std::function<void(std::string_view route, int status, std::string_view why)>;

  // `tokens`: null, nobody is asked for one, and only a sandbox's token that comes is looked at:
  // it must be good, and opens that sandbox alone. All outlive it.
  // `sessions`: of browsers that have logged in; null: none has.
  Gatekeeper(const TokenStore* tokens, const BoxTokens& boxes, const Router& router,
             const Clock& clock, Observer observer, LoginSessions* sessions = nullptr)
      : tokens_(tokens),
        sessions_(sessions),
        boxes_(boxes),
        router_(router),
        observer_(std::move(observer)),
        failures_(clock) {}

  // Takes the token out of the request and sets its caller and, where the request names none, the
  // caller's tenant; or returns the refusal: 401 without a token that is good, 403 for a role that
  // may not and for another's tenant. Routes that are open to all need none, and know the caller
  // where a good one comes. Instead of a token there may be a browser's session, whose requests
  // change things only with kCsrfHeader, or a user of this machine on a Unix socket. A URL that was
  // signed with a sandbox's token (signed_url.h) needs none either: its caller is the sandbox's.
  std::optional<HttpResponse> Admit(HttpRequest* head, const std::string& peer);

 private:
  // Of a request that needs no token; null where it has none that is good.
  std::shared_ptr<const Caller> KnownCaller(const HttpRequest& head,
                                            const Credentials& credentials) const;
  // Of a request without a token: the user of this machine that sends it, or the browser's session.
  // `secret`: of that.
  std::shared_ptr<const Caller> TokenlessCaller(const HttpRequest& head,
                                                const std::string& secret) const;
  HttpResponse Refuse(const HttpRequest& head, const std::string& peer, int status,
                      std::string_view why, const std::string& message);

  const TokenStore* const tokens_;
  LoginSessions* const sessions_;
  const BoxTokens& boxes_;
  const Router& router_;
  const Observer observer_;
  FailureLog failures_;
};

}  // namespace assay
