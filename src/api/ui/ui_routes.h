// The page for browsers: `/ui/` and its files, and `/`, which leads browsers there.
//
// The page holds no data and is open to all; what it shows it asks of the other routes, with the
// cookie or token of whoever looks at it. Its files are embedded (web/, page_pack.h). It loads
// nothing from elsewhere, and its policy doesn't let it: no script and no style but ours, in no
// other page's frame.
//
// Immutable once registered; the handlers wait for nothing.
#pragma once

#include "net/router.h"

namespace assay {

// `enabled`: else `/ui/` is answered 404 and `/` leads nowhere.
void RegisterUiRoutes(Router& router, bool enabled);

}  // namespace assay
