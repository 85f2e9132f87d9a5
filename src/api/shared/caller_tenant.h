// Which tenant a request speaks for: that of its caller. (An origin in headers is looked after when
// the request is let in, access/gatekeeper.h.) Pure but for the reply; thread-safe.
#pragma once

#include <string>

#include "model/origin.h"
#include "model/submission.h"
#include "net/http.h"
#include "text/field_reader.h"

namespace assay {

// Labels it with the caller's tenant where it names none. Answers 403 and returns false when it
// names one for which the caller may not speak; `path` is that of the object with the origin.
bool ClaimTenant(const HttpRequest& http, const FieldPath& path, Origin* origin,
                 const HttpReplyPtr& reply);

// Whose things a request is about: the tenant that X-Assay-Tenant names, which the gate has seen
// to, else the caller's. On a server that asks nobody for a token and for requests that name none:
// kOnlyTenant.
std::string TenantOf(const HttpRequest& http);
inline constexpr const char* kOnlyTenant = "default";

// The tenant whose slots, caches and problems a request uses: one that the gate has seen to, so
// nobody's (empty) on a server that asks nobody for a token.
std::string OwnerOf(const HttpRequest& http);

// Gives a submission the labels of the request's headers, and its owner.
void Label(const HttpRequest& http, Submission* submission);
// The same with the labels that it has, of which ClaimTenant has seen to the tenant.
void LabelTenant(const HttpRequest& http, Submission* submission);

}  // namespace assay
