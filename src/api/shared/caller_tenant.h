// Which tenant a request speaks for, where its origin stands in the body: that of its caller. (An
// origin in headers is looked after when the request is let in, access/gatekeeper.h.) Pure but for
// the reply; thread-safe.
#pragma once

#include "model/origin.h"
#include "net/http.h"
#include "text/field_reader.h"

namespace assay {

// Labels it with the caller's tenant where it names none. Answers 403 and returns false when it
// names one for which the caller may not speak; `path` is that of the object with the origin.
bool ClaimTenant(const HttpRequest& http, const FieldPath& path, Origin* origin,
                 const HttpReplyPtr& reply);

}  // namespace assay
