// GET /v1/sandboxes and DELETE /v1/sandboxes: which sandboxes are meant, and pages of them. Pure,
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "net/form/query.h"
#include "sessions/sandboxes.h"
#include "text/field_reader.h"

namespace assay {

// state=running and label=key:value, any number of the latter.
SandboxFilter ReadFilter(const Query& query, FieldErrors* errors);

struct SandboxPage {
  std::vector<SandboxInfo> sandboxes;
  std::string next;  // the cursor of what follows; empty: nothing does
};
// limit=100 and cursor=… of the page before. What ends between two pages is left out, what is new
// comes on the first one: no sandbox is told twice.
SandboxPage ReadPage(const Query& query, const std::vector<SandboxPtr>& sandboxes,
                     FieldErrors* errors);

}  // namespace assay
