// A body as its reader sees it: gzip and deflate are undone, which clients ask for unasked. Pure;
// any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shadow/exchange/exchange.h"

namespace assay::shadow {

// Nothing, and why in `fault`: another encoding, a damaged body, or more than `most_bytes`.
std::optional<std::string> DecodedBody(const HeaderList& headers, const std::string& body,
                                       int64_t most_bytes, std::string* fault);

}  // namespace assay::shadow
