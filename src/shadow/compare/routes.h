// The routes whose replies are compared, each with what reads them. Requests for other paths are
// passed on and counted, and nothing is judged.
//
// Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shadow/compare/reply_view.h"
#include "text/json_reader.h"

namespace assay::shadow {

struct Route {
  std::string_view method;
  std::string_view path;
  // Nothing when the reply hasn't the route's shape; `fault` then says what is wrong.
  std::optional<ReplyView> (*read)(JsonValue reply, std::string* fault);
};

const std::vector<Route>& JudgingRoutes();
// The route that takes such a request; `target` may have a query. Null: it isn't one that judges.
const Route* FindRoute(std::string_view method, std::string_view target);

// The path of a target, without its query.
std::string_view PathOf(std::string_view target);

}  // namespace assay::shadow
