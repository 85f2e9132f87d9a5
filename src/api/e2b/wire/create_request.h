// The body of POST /sandboxes and /v2/sandboxes, and what it says of the network. Pure,
// thread-safe.
//
// What a client asks for and wouldn't get is a fault, never left out in silence; but E2B's clients
// ask for the internet when their users say nothing, so that asking for it where the operator
// allows none isn't.
#pragma once

#include "net/http.h"
#include "sessions/request.h"
#include "sessions/sandboxes.h"
#include "text/field_reader.h"

namespace assay {

// Of a sandbox whose client doesn't say.
inline constexpr Nanoseconds kE2bTimeout = std::chrono::seconds(300);

SandboxRequest ParseE2bCreate(const HttpRequest& http, JsonValue root, const SandboxPolicy& policy,
                              FieldErrors* errors);
// "timeout" in seconds; unset when it isn't there.
std::optional<Nanoseconds> ReadE2bTimeout(FieldReader& fields, std::string_view name = "timeout");
// {"allowOut": […], "denyOut": […]}, over what `allowed` (allow_internet_access) gives. `root` may
// be nothing.
EgressPolicy ReadE2bNetwork(JsonValue network, const FieldPath& path, bool allowed,
                            const SandboxPolicy& policy, FieldErrors* errors);

}  // namespace assay
