#include "apps/env/roll/scoring.h"

#include <algorithm>

#include "apps/ask/score_items.h"
#include "env/roll/tools/sandbox.h"

namespace assay {
namespace {

// Each environment's rubric under its name.
std::string RubricsOf(const std::vector<env::PlanPart>& parts) {
  std::string members;
  for (const env::PlanPart& part : parts) {
    const env::Manifest& manifest = part.stage.manifest;
    members += (members.empty() ? "" : ",") + ("\"" + manifest.name + "\":") + manifest.rubric;
  }
  return R"("rubrics":{)" + members + "}";
}

}  // namespace

env::ScoreMany ScoringBy(service::Judge* judge, const std::vector<env::PlanPart>& parts) {
  return [judge, members = RubricsOf(parts)](
             const std::vector<env::ScoreItem>& items) -> Result<std::vector<std::string>> {
    std::vector<std::string> results;
    ScoreItems::Means means;
    means.members = members;
    means.judge = judge;
    means.on_result = [&results](std::string_view result) -> Status {
      results.emplace_back(result);
      return {};
    };
    means.go_on = [](const ScoreSummary&) { return true; };
    ScoreItems scoring(std::move(means));
    for (const env::ScoreItem& item : items) {
      ASSAY_RETURN_IF_ERROR(scoring.Add(item.json, item.group));
    }
    ASSAY_RETURN_IF_ERROR(scoring.Send());
    return results;
  };
}

Status TrySandboxes(const std::vector<env::PlanPart>& parts, const env::Plan& plan,
                    service::Judge* judge) {
  std::vector<bool> tried(parts.size(), false);
  for (const env::PlannedTask& planned : plan.tasks) {
    const env::RolloutRules& rules = parts[planned.part].stage.manifest.rollout;
    if (tried[planned.part] || rules.tools.empty()) continue;
    tried[planned.part] = true;
    env::SandboxOrder order;
    order.image = planned.task.image;
    order.memory_mb = rules.sandbox.memory_mb;
    order.cpus = rules.sandbox.cpus;
    const auto made = env::Sandbox::Make(judge, order, nullptr);
    if (made.ok()) continue;
    Error error = made.error();
    error.message =
        parts[planned.part].stage.manifest.name + ": its tools need a sandbox: " + error.message;
    return error;
  }
  return {};
}

bool NeedsSandboxes(const std::vector<env::PlanPart>& parts) {
  return std::any_of(parts.begin(), parts.end(), [](const env::PlanPart& part) {
    return !part.stage.manifest.rollout.tools.empty() || part.stage.manifest.runs_tests;
  });
}

}  // namespace assay
