// NativeRequest: the work of a compatible request, as a submission of POST /v1/verify that asks for
// a verdict bundle. The compatible routes have no room for bundles; a disagreement is worth one.
//
// Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shadow/exchange/exchange.h"

namespace assay::shadow {

// `id` names the submission in its bundle. Nothing where the work has no such form, and `why_not`
// says why: rewards of whole batches, judges of the request's own, data sets.
std::optional<std::string> NativeRequest(const Exchange& exchange, const std::string& id,
                                         std::string* why_not);

}  // namespace assay::shadow
