// Signed URLs: who has one reads or writes one file of a sandbox, without a token. E2B's clients
// make them of the sandbox's token (BoxTokens::Shared), for browsers and for programs that only
// know URLs:
//
//   /files?path=P&username=U&signature=v1_…[&signature_expiration=UNIX_SECONDS]
//   v1_ + base64(SHA-256("P:read:U:TOKEN[:UNIX_SECONDS]")) without padding; "write" for an upload
//
// So it opens that path for that use alone, and names its sandbox by the token that made it.
// Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "access/box_tokens.h"
#include "net/http.h"

namespace assay {

// What a client that has the token says of its own. `expires`: empty for ever.
std::string UrlSignature(std::string_view path, std::string_view use, std::string_view user,
                         std::string_view token, std::string_view expires);

// The caller of the token that signed the request's URL; null: it isn't signed, or not by a token
// of ours, or no longer. Where a header names the sandbox only its token counts.
std::shared_ptr<const Caller> SignerOf(const HttpRequest& request, const BoxTokens& tokens);

}  // namespace assay
