#include "api/shared/caller_tenant.h"

#include "api/shared/responses.h"

namespace assay {

bool ClaimTenant(const HttpRequest& http, const FieldPath& path, Origin* origin,
                 const HttpReplyPtr& reply) {
  if (http.caller == nullptr) return true;
  const Caller& caller = *http.caller;
  if (!origin->tenant) origin->tenant = caller.tenant;
  if (*origin->tenant == caller.tenant || caller.role == Role::kAdmin) return true;
  SendError(reply, ErrorStyle::kNative, 403, "forbidden",
            "the token '" + caller.name + "' speaks for the tenant '" + caller.tenant +
                "' only: name that one, or leave it out",
            ToString(path / "origin" / "tenant"));
  return false;
}

}  // namespace assay
