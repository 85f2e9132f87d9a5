#include "shadow/compare/routes.h"

#include <algorithm>

#include "shadow/compare/read_reply.h"

namespace assay::shadow {

const std::vector<Route>& JudgingRoutes() {
  static const std::vector<Route> kRoutes = {
      {"POST", "/run_code", ReadRunCode},
      {"POST", "/common_evaluate_batch", ReadEvaluation},
      {"POST", "/common_evaluate", ReadEvaluation},
      {"POST", "/submit", ReadEvaluation},
      {"POST", "/get_reward", ReadRewards},
      {"POST", "/rm", ReadReward},
      {"POST", "/test_program", ReadTestProgram},
      {"POST", "/test_program_stdio", ReadTestProgram},
      {"POST", "/api/v2/execute", ReadPiston},
      {"POST", "/execute_batch", ReadScripts},
      {"POST", "/verify", ReadGymReward},
  };
  return kRoutes;
}

const Route* FindRoute(std::string_view method, std::string_view target) {
  const std::string_view path = PathOf(target);
  const auto& routes = JudgingRoutes();
  const auto found = std::find_if(routes.begin(), routes.end(), [&](const Route& route) {
    return route.method == method && route.path == path;
  });
  return found == routes.end() ? nullptr : &*found;
}

std::string_view PathOf(std::string_view target) {
  return target.substr(0, target.find('?'));
}

}  // namespace assay::shadow
