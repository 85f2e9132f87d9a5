// Gatekeeper: lets in who has a token, before a byte of the request's body is read, and says who it
// is. What a role may do is the router's to know; this asks it early.
//
// Thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "access/failure_log.h"
#include "access/token_store.h"
#include "base/clock.h"
#include "net/http.h"
#include "net/router.h"

namespace assay {

class Gatekeeper {
 public:
  // Told of each refusal: the route, the status, and why in a word.
  using Observer = std::function<void(std::string_view route, int status, std::string_view why)>;

  // `tokens`, `router` and `clock` outlive it.
  Gatekeeper(const TokenStore& tokens, const Router& router, const Clock& clock, Observer observer)
      : tokens_(tokens), router_(router), observer_(std::move(observer)), failures_(clock) {}

  // Takes the token out of the request and sets its caller and, where the request names none, the
  // caller's tenant; or returns the refusal: 401 without a token that is good, 403 for a role that
  // may not and for another's tenant. Routes that are open to all need none.
  std::optional<HttpResponse> Admit(HttpRequest* head, const std::string& peer);

 private:
  HttpResponse Refuse(const HttpRequest& head, const std::string& peer, int status,
                      std::string_view why, const std::string& message);

  const TokenStore& tokens_;
  const Router& router_;
  const Observer observer_;
  FailureLog failures_;
};

}  // namespace assay
