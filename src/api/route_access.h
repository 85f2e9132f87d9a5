// Who may use which route: one row for each, held against the routes there are when they are
// registered, so that none can be added without a decision. Pure, thread-safe.
#pragma once

#include <span>

#include "net/router.h"

namespace assay {

std::span<const RouteAccess> RouteAccessTable();

}  // namespace assay
