// ServeGate: who may use a server that `assay serve` runs: who has a token, where there are tokens,
// and no page of another site. Counts whom it refuses.
//
// Thread-safe once serving.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "access/gatekeeper.h"
#include "access/token_store.h"
#include "api/metrics.h"
#include "api/update/neighbours.h"
#include "apps/setup/options.h"
#include "audit/audit_log.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "net/http.h"
#include "net/router.h"
#include "net/site_guard.h"

namespace assay {

// Whoever may send requests runs programs. kInvalidArgument: the address would be open to all that
// reach it, and nobody has said that this is meant; or there is no such address.
Status CheckListenAddress(const Options& options);
// What is wrong with such an address.
Error NeedsTokens(const std::string& host);

class ServeGate {
 public:
  // `tokens`: null, nobody is asked for one. All outlive it.
  ServeGate(const TokenStore* tokens, const BoxTokens& boxes, const Router& router,
            Metrics& metrics, LoginSessions* sessions);

  // `local`: only this machine reaches the listener. Before serving, and again when the options
  // have other names.
  void Listens(bool local, const Options& options) ASSAY_EXCLUDES(mutex_);
  // Refused requests have lines there from now on; it outlives the gate. Before serving.
  void SetAudit(AuditLog* log) { audit_ = log; }
  // Who may judge tokens that this process doesn't know. Before serving; outlives the gate.
  void SetNeighbours(const Neighbours* neighbours) { neighbours_ = neighbours; }
  // As HttpGate.
  std::optional<HttpResponse> operator()(HttpRequest* head, const std::string& peer);

 private:
  std::optional<HttpResponse> Refuse(HttpRequest* head, const std::string& peer);

  Metrics& metrics_;
  const Counter<1> refusals_;
  const RealClock clock_;
  Mutex mutex_;
  std::shared_ptr<const SiteGuard> pages_ ASSAY_GUARDED_BY(mutex_);
  const Router& router_;
  Gatekeeper gatekeeper_;
  AuditLog* audit_ = nullptr;               // null: there is none
  const Neighbours* neighbours_ = nullptr;  // null: nobody
};

}  // namespace assay
