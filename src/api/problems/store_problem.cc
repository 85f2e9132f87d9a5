#include "api/problems/store_problem.h"

#include "api/problems/decode_problem.h"
#include "base/log.h"

namespace assay {

StoreOutcome StoreProblem(JsonValue json, const std::string& canonical, const std::string& name,
                          const ApiLanguages& languages, const TenantProblems& problems) {
  StoreOutcome outcome;
  // Found, not merely present: a damaged copy is replaced.
  outcome.problem = problems.Find(name);
  if (outcome.problem) {
    outcome.persistent = problems.OnDisk(name);
    return outcome;
  }
  const auto problem = DecodeProblem(json, {}, languages, &outcome.faults);
  if (!problem) return outcome;
  problem->identity = name;
  problems.CountDecoded();
  const Status status = problems.Put(name, canonical, problem);
  if (!status.ok()) {
    spdlog::warn("problem {} is not on disk: {}", name, status.error().ToString());
    if (!problems.Contains(name)) {
      outcome.too_large =
          "the problem fits neither in memory nor on disk: " + status.error().message;
      return outcome;
    }
  }
  outcome.problem = problem;
  outcome.created = true;
  outcome.persistent = problems.has_disk() && status.ok();
  return outcome;
}

}  // namespace assay
