#include "api/shared/caller_tenant.h"

#include "api/shared/origin_headers.h"
#include "api/shared/responses.h"
#include "base/text.h"

namespace assay {

bool ClaimTenant(const HttpRequest& http, const FieldPath& path, Origin* origin,
                 const HttpReplyPtr& reply) {
  origin->route = http.path;
  origin->trace = http.trace;
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

std::string TenantOf(const HttpRequest& http) {
  const std::string_view named = TrimAsciiSpace(http.Header("x-assay-tenant"));
  if (!named.empty()) return std::string(named);
  return http.caller == nullptr ? kOnlyTenant : http.caller->tenant;
}

std::string OwnerOf(const HttpRequest& http) {
  return http.caller == nullptr ? std::string() : TenantOf(http);
}

void Label(const HttpRequest& http, Submission* submission) {
  submission->origin = OriginOfHeaders(http);
  submission->tenant = OwnerOf(http);
}

void LabelTenant(const HttpRequest& http, Submission* submission) {
  if (http.caller == nullptr) return;
  submission->tenant = submission->origin.tenant.value_or(OwnerOf(http));
}

}  // namespace assay
