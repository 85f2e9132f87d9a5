// Which sandbox a request of E2B's data plane is about, and whether its caller may use it. All
// sandboxes are behind one origin; headers tell them apart, or the host's name does:
//
//   E2b-Sandbox-Id: ID, E2b-Sandbox-Port: 49983       Host: 49983-ID.example.org
//
// A URL that a sandbox's token signed (access/signed_url.h) names it by that. Pure reads;
// thread-safe.
#pragma once

#include <optional>
#include <string>

#include "api/e2b/wire/deps.h"
#include "net/http.h"
#include "sessions/sandboxes.h"

namespace assay {

struct BoxAddress {
  std::string id;
  int port = 0;
};
// nullopt: the request names none.
std::optional<BoxAddress> AddressOf(const HttpRequest& http);

// The sandbox, or the answer that its clients expect: 502 with "was not found" when it is none of
// the caller's, has ended or is paused.
struct FoundBox {
  SandboxPtr sandbox = nullptr;
  int status = 0;
  std::string message = {};
};
FoundBox FindBox(const E2bDeps& deps, const HttpRequest& http);

// Whose processes and files a call is about: of the query's username, or of `Authorization: Basic
// user:`. The fault, when that isn't the one user there is; empty: it is.
std::string FaultOfUser(const HttpRequest& http);

// For whom a request speaks on the data plane: a sandbox's token speaks for its tenant only.
std::string BoxTenantOf(const HttpRequest& http);

}  // namespace assay
