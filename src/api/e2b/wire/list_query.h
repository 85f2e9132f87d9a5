// The query of GET /v2/sandboxes: which sandboxes, in which order, and which page of them. Pure,
// thread-safe.
//
//   metadata=user%3Dabc%26app%3Dx   each name and value escaped once more
//   state=running,paused · startedAfter=… · template=base · order=asc|desc · limit=100
//   nextToken=…                     of the page before, whose header x-next-token it was
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sessions/sandboxes.h"

namespace assay {

struct E2bListQuery {
  std::map<std::string, std::string> metadata;
  bool running = true;
  bool paused = true;
  std::optional<WallTime> started_after;
  std::string sandbox_template;  // empty: any
  bool oldest_first = false;
  size_t limit = 100;
  std::string after;  // a place in the order, as PlaceOf says; empty: from the beginning
};

// The value of the metadata field. kInvalidArgument with the parameter at fault.
Result<E2bListQuery> ParseE2bListQuery(std::string_view query);

struct E2bPage {
  std::vector<SandboxInfo> sandboxes;
  std::string next;  // token of the page after this one; empty: there is none
};
// `all`: live ones, in any order.
E2bPage PageOf(std::vector<SandboxInfo> all, const E2bListQuery& query);

}  // namespace assay
