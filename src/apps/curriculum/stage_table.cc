#include "apps/curriculum/stage_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/rl/curriculum/state/curriculum.h"
#include "lab/rl/curriculum/state/stage_filter.h"

namespace assay {
namespace {

template <typename Value>
std::string ByEpochText(const curriculum::ByEpoch<Value>& by_epoch) {
  return fmt::format("{}", fmt::join(by_epoch.values(), ", "));
}

std::string EndOf(const curriculum::Stage& stage) {
  std::string end;
  if (stage.steps) end = fmt::format("{} steps", *stage.steps);
  if (stage.epochs) {
    end += fmt::format("{}{} epoch{}", end.empty() ? "" : " or ", *stage.epochs,
                       *stage.epochs == 1 ? "" : "s");
  }
  return end.empty() ? "when it is told to" : end;
}

}  // namespace

Result<TextTable> StageTable(const curriculum::Plan& plan,
                             const curriculum::ProblemTable& problems) {
  ASSAY_RETURN_IF_ERROR(curriculum::CheckDomains(plan, problems));
  constexpr auto kRight = TextTable::Align::kRight;
  TextTable table({{"stage"},
                   {"problems", kRight},
                   {"unmeasured", kRight},
                   {"groups a step", kRight},
                   {"steps an epoch", kRight},
                   {"rollouts", kRight},
                   {"temperature", kRight},
                   {"tokens", kRight},
                   {"ends after"}});
  for (const curriculum::Stage& stage : plan.stages) {
    const curriculum::StageFilter filter(stage, problems);
    int64_t members = 0, unmeasured = 0;
    for (uint32_t i = 0; i < problems.size(); ++i) {
      members += filter.Admits(i, problems.MeasuredOf(i)) ? 1 : 0;
      unmeasured += filter.Misses(i, problems.MeasuredOf(i)) ? 1 : 0;
    }
    table.AddRow({{stage.name},
                  {std::to_string(members)},
                  {std::to_string(unmeasured)},
                  {std::to_string(stage.groups)},
                  {std::to_string((members + stage.groups - 1) / stage.groups)},
                  {ByEpochText(stage.rollouts)},
                  {ByEpochText(stage.temperature)},
                  {ByEpochText(stage.response_tokens)},
                  {EndOf(stage)}});
  }
  return table;
}

}  // namespace assay
