// The body of POST /v1/sandboxes. Pure, thread-safe.
#pragma once

#include "net/http.h"
#include "runner/live_box.h"
#include "sessions/request.h"
#include "text/field_reader.h"

namespace assay {

// Limits that it doesn't name are the usual ones, but never beyond `most`.
SandboxRequest ParseCreate(const HttpRequest& http, JsonValue root, const LiveLimits& most,
                           FieldErrors* errors);

}  // namespace assay
