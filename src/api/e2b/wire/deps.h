// What the E2B routes stand on. Plain values.
#pragma once

#include <memory>

#include "access/box_tokens.h"
#include "api/e2b/wire/token_book.h"
#include "base/work/late_timers.h"
#include "sessions/sandboxes.h"

namespace assay {

// All of it outlives the router's handlers.
struct E2bDeps {
  Sandboxes* sandboxes = nullptr;           // null: this server has none
  BoxTokens* tokens = nullptr;              // null: clients get none
  const LateTimersOwner* timers = nullptr;  // never null
  // Of both; the routes make it. Null where either is.
  std::shared_ptr<TokenBook> book = nullptr;
};

}  // namespace assay
