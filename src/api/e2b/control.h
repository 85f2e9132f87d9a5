// How each route of the control plane begins. Thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "api/e2b/wire/deps.h"
#include "net/http.h"
#include "net/router.h"
#include "text/field_reader.h"

namespace assay {

// The sandboxes of the server. Answers 501 and returns null when it has none.
Sandboxes* AnySandboxes(const E2bDeps& deps, const HttpReplyPtr& reply);

using OneSandboxHandler =
    std::function<void(const E2bDeps&, const SandboxPtr&, const std::shared_ptr<const HttpRequest>&,
                       const HttpReplyPtr&)>;
// A route about one sandbox of the caller, {id} in its path; 404 when there is none, or not any
// more.
void AddForOne(Router& router, const E2bDeps& deps, const std::string& method,
               const std::string& path, OneSandboxHandler handler);

// The JSON object of a request; none is an empty one. Answers 400 and returns nullopt when the body
// is something else.
std::optional<JsonDocument> E2bBody(const HttpRequest& http, const HttpReplyPtr& reply);
// 400 with the first fault. False: there is none.
bool RefuseFaults(const FieldErrors& errors, const HttpReplyPtr& reply);
void SendNoContent(const HttpReplyPtr& reply);

}  // namespace assay
