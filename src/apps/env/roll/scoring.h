// What rollouts need of a judge: scores by the rubrics of several environments, and sandboxes for
// their tools. Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "env/roll/plan/plan.h"
#include "env/roll/run/score_pool.h"
#include "service/judge.h"

namespace assay {

// Items name the environment whose rubric is theirs. `judge` outlives what is returned.
env::ScoreMany ScoringBy(service::Judge* judge, const std::vector<env::PlanPart>& parts);

// What would mask every rollout is found out before a model is asked: sandboxes that this judge
// doesn't have, an image that it doesn't know.
Status TrySandboxes(const std::vector<env::PlanPart>& parts, const env::Plan& plan,
                    service::Judge* judge);

// Whether any of them has tools, or a rubric that runs tests.
bool NeedsSandboxes(const std::vector<env::PlanPart>& parts);

}  // namespace assay
