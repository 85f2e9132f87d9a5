// PrimeDesk: what Prime's routes know of sandboxes beside the sandboxes themselves: what clients
// are told again of their requests, and the sandboxes that could not be made, which clients look
// for because they were given a name. And the way from a request to its sandbox.
//
// Bounded: what is known of a sandbox goes with it, of failed ones the last two hundred are kept.
// Thread-safe; held by whoever still has to answer, so that it may outlive the service.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "access/box_tokens.h"
#include "api/prime/create_request.h"
#include "base/mutex.h"
#include "net/http.h"
#include "sessions/sandboxes.h"

namespace assay {

// One sandbox as Prime's clients see it.
struct PrimeSandbox {
  SandboxPtr sandbox;  // null: it could not be made
  SandboxInfo info;
  PrimeFacts facts;
};

// What POST …/auth answers, and create with it.
struct PrimeAuth {
  std::string gateway_url, user_ns, job_id, token;
  WallTime expires;
};

class PrimeDesk {
 public:
  static constexpr size_t kMostFailed = 200;

  // Both outlive it. `tokens` may be null: then nobody is asked for one.
  PrimeDesk(Sandboxes& sandboxes, BoxTokens* tokens) : sandboxes_(sandboxes), tokens_(tokens) {}

  Sandboxes& sandboxes() const { return sandboxes_; }

  // The caller's sandbox of that name, or nothing: another tenant's isn't there, nor what the token
  // of another sandbox asks about.
  std::optional<PrimeSandbox> Find(const HttpRequest& http, const std::string& id) const
      ASSAY_EXCLUDES(mutex_);
  // All of the caller's, the newest first.
  std::vector<PrimeSandbox> List(const HttpRequest& http, bool only_live) const
      ASSAY_EXCLUDES(mutex_);

  // Notes a new one. Of one that was there already (an idempotent create) it keeps what is known.
  PrimeSandbox Note(const SandboxPtr& sandbox, PrimeFacts facts) ASSAY_EXCLUDES(mutex_);
  // One that could not be made, with a name of its own. What it would have run isn't kept.
  Result<PrimeSandbox> NoteFailed(const std::string& tenant, PrimeCreate create,
                                  std::string message) ASSAY_EXCLUDES(mutex_);
  // Its egress policy was changed once more.
  void NoteEgress(const std::string& id) ASSAY_EXCLUDES(mutex_);

  // This server's address, as the client that sent `http` has it: "https://node:8080".
  // kInvalidArgument: the request doesn't say.
  static Result<std::string> OriginFor(const HttpRequest& http);
  // How clients reach the sandbox through this server, at that address.
  Result<PrimeAuth> Authorize(const HttpRequest& http, const SandboxInfo& info) const;

 private:
  PrimeFacts FactsOf(const SandboxInfo& info) const ASSAY_REQUIRES(mutex_);
  void Sweep() ASSAY_REQUIRES(mutex_);

  struct Known {
    std::string tenant;
    PrimeFacts facts;
  };

  Sandboxes& sandboxes_;
  BoxTokens* const tokens_;
  mutable Mutex mutex_;
  std::map<std::string, Known> known_ ASSAY_GUARDED_BY(mutex_);
  size_t sweep_at_ ASSAY_GUARDED_BY(mutex_) = 1024;
  std::deque<PrimeSandbox> failed_ ASSAY_GUARDED_BY(mutex_);  // the oldest first
};
using PrimeDeskPtr = std::shared_ptr<PrimeDesk>;

}  // namespace assay
