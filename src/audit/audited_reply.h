// A request's line in the audit log: a reply that passes everything on and adds the line once, when
// the answer is complete or was given up. Thread-safe, as replies are.
#pragma once

#include <memory>

#include "audit/audit_log.h"
#include "net/http.h"
#include "net/router.h"

namespace assay {

// `log` and `router` outlive the reply.
HttpReplyPtr Audited(AuditLog& log, const Router& router, const HttpRequest& request,
                     HttpReplyPtr reply);
// The line of a request that was refused by its head.
void AuditRefusal(AuditLog& log, const Router& router, const HttpRequest& head,
                  const std::string& peer, int status);

}  // namespace assay
