// StoreProblem: a problem that somebody sent, into the problem store. Waits for the disk when there
// is one: not for I/O threads. Thread-safe, as the store is.
#pragma once

#include <string>

#include "api/shared/languages.h"
#include "store/tenant_problems.h"
#include "text/field_reader.h"

namespace assay {

struct StoreOutcome {
  ProblemPtr problem;       // null: it has faults, or is too large
  bool created = false;     // it wasn't known before
  bool persistent = false;  // it survives a restart
  FieldErrors faults;
  std::string too_large;  // why it is kept nowhere
};

// `name` is the SHA-256 of `canonical`, the canonical form of `json`.
StoreOutcome StoreProblem(JsonValue json, const std::string& canonical, const std::string& name,
                          const ApiLanguages& languages, const TenantProblems& problems);

}  // namespace assay
