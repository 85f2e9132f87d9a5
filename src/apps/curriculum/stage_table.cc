#include "apps/curriculum/stage_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

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

struct Counts {
  int64_t members = 0;
  int64_t unmeasured = 0;
};

Counts CountsOf(const curriculum::Stage& stage, const curriculum::ProblemTable& problems) {
  const curriculum::StageFilter filter(stage, problems);
  Counts counts;
  for (uint32_t i = 0; i < problems.size(); ++i) {
    counts.members += filter.Admits(i, problems.MeasuredOf(i)) ? 1 : 0;
    counts.unmeasured += filter.Misses(i, problems.MeasuredOf(i)) ? 1 : 0;
  }
  return counts;
}

}  // namespace

Result<TextTable> StageTable(const curriculum::Plan& plan,
                             const curriculum::ProblemTable& problems) {
  ASSAY_RETURN_IF_ERROR(curriculum::CheckDomains(plan, problems));
  std::vector<Counts> counts;
  for (const curriculum::Stage& stage : plan.stages) counts.push_back(CountsOf(stage, problems));
  const bool unmeasured =
      std::any_of(counts.begin(), counts.end(), [](const Counts& c) { return c.unmeasured > 0; });
  constexpr auto kRight = TextTable::Align::kRight;
  std::vector<TextTable::Column> columns = {{"stage"}, {"problems", kRight}};
  if (unmeasured) columns.push_back({"unmeasured", kRight});
  columns.insert(columns.end(), {{"groups a step", kRight},
                                 {"steps an epoch", kRight},
                                 {"rollouts", kRight},
                                 {"temperature", kRight},
                                 {"tokens", kRight},
                                 {"ends after"}});
  TextTable table(std::move(columns));
  for (size_t i = 0; i < counts.size(); ++i) {
    const curriculum::Stage& stage = plan.stages[i];
    const int64_t members = counts[i].members;
    std::vector<TextTable::Cell> cells = {{stage.name}, {std::to_string(members)}};
    if (unmeasured) cells.push_back({std::to_string(counts[i].unmeasured)});
    cells.insert(cells.end(), {{std::to_string(stage.groups)},
                               {std::to_string((members + stage.groups - 1) / stage.groups)},
                               {ByEpochText(stage.rollouts)},
                               {ByEpochText(stage.temperature)},
                               {ByEpochText(stage.response_tokens)},
                               {EndOf(stage)}});
    table.AddRow(std::move(cells));
  }
  return table;
}

}  // namespace assay
