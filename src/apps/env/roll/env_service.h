// EnvService: environments for a trainer that asks for tasks, for rollouts of some of them, and for
// scores, as often as it likes (docs/environments.md).
//
// A request for rollouts names its run. It is a run folder of its own, so a request that is sent
// again goes on where the first one stopped, or gets what is there already.
//
// Thread-safe; everything blocks.
#pragma once

#include <atomic>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "env/roll/plan/plan.h"
#include "env/roll/run/rollouts.h"
#include "rollout/generate/generator.h"
#include "rollout/generate/request.h"
#include "service/judge.h"
#include "text/json_reader.h"

namespace assay {

struct EnvServiceOptions {
  std::vector<env::PlanPart> parts;
  env::Plan tasks;     // all there are
  std::string folder;  // has a folder for each run
  rollout::Sampling sampling;
  rollout::GeneratorOptions asking;
  rollout::Generator::Transport transport;
  service::Judge* judge = nullptr;  // outlives the service
};

class EnvService {
 public:
  explicit EnvService(EnvServiceOptions options);
  EnvService(const EnvService&) = delete;

  // Bodies of answers, as the routes have them.
  std::string Environments() const;
  std::string Tasks(const std::string& environment, int64_t offset, int64_t limit) const;
  // Of all below: kInvalidArgument with the field at fault; kUnavailable: the same request may
  // succeed later; kResource: the run is under way.
  Result<std::string> Rollouts(JsonValue body);
  Result<std::string> Score(JsonValue body);

  // Rollouts that were begun come to their end, and no others begin.
  void Stop() { stop_ = true; }

 private:
  struct Wanted;
  // While a run is under way; false: it is already.
  bool Begin(const std::string& run) ASSAY_EXCLUDES(mutex_);
  void End(const std::string& run) ASSAY_EXCLUDES(mutex_);
  Result<std::string> Make(const Wanted& wanted);
  Result<Wanted> ReadWanted(JsonValue body) const;
  Result<env::Plan> Pick(JsonValue tasks) const;
  Result<const env::PlannedTask*> FindTask(const std::string& environment, const std::string& id,
                                           const std::string& field) const;

  const EnvServiceOptions options_;
  // Place in the tasks by environment and id.
  std::map<std::pair<std::string, std::string>, size_t> places_;
  std::atomic<bool> stop_{false};
  Mutex mutex_;
  std::set<std::string> under_way_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
