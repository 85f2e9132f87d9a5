// The token that comes with a request, in whichever of the ways that clients have:
//   Authorization: Bearer TOKEN
//   Authorization: Basic …      of http://anything:TOKEN@host or http://TOKEN@host
//   X-API-Key: TOKEN
//   /t/TOKEN/run_code           for clients whose only setting is a URL, and who drop its user
//   X-Access-Token: TOKEN       of a sandbox (box_tokens.h); whatever else comes with it is meant
//                               for others: `Authorization: Basic user:` names the user in the
//                               sandbox, and stays
//
// Pure, thread-safe.
#pragma once

#include <string>

#include "net/http.h"

namespace assay {

struct Credentials {
  std::string token;      // empty: none
  bool disagree = false;  // several came, and they differ
};

// Takes them out of the request, whose path is then the route's; so nothing behind this can log or
// repeat them.
Credentials TakeCredentials(HttpRequest* request);
// Whether it names a sandbox's token, as Bearer or X-Access-Token: a server that asks nobody for a
// token still looks at those.
bool CarriesBoxToken(const HttpRequest& request);

}  // namespace assay
