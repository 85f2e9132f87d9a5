#include "api/history/tally_report.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "history/findings/detectors.h"
#include "model/names.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kMostRuns = 500;
constexpr size_t kMostSteps = 2'000;  // of a run, the last ones

void WriteVerdicts(const VerdictCounts& counts, JsonWriter* json) {
  json->Key("verdicts").BeginObject();
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) json->Key(kVerdictNames.rows[i].name).Int(counts[i]);
  }
  json->EndObject();
}

void WriteMean(std::string_view key, double sum, int64_t count, JsonWriter* json) {
  json->Key(key);
  if (count > 0) {
    json->Double(sum / static_cast<double>(count));
  } else {
    json->Null();
  }
}

using Kinds = std::map<std::string_view, std::vector<FindingKind>>;

double MeanOf(const ProblemTally& problem) {
  return problem.judged > 0 ? problem.score_sum / static_cast<double>(problem.judged) : 1;
}

// With findings first; then where judges break down; then where little is accepted.
auto Badness(const ProblemTally& problem, const Kinds& kinds) {
  const auto found = kinds.find(problem.name);
  const size_t findings = found == kinds.end() ? 0 : found->second.size();
  return std::tuple(findings, problem.checker_failures.count, problem.flip_count, -MeanOf(problem),
                    problem.total);
}

void WriteProblem(const ProblemTally& problem, const Kinds& kinds, JsonWriter* json) {
  json->BeginObject().Key("problem").Bytes(problem.name).Key("total").Int(problem.total);
  json->Key("accepted").Int(problem.accepted).Key("masked").Int(problem.masked);
  WriteMean("mean_score", problem.score_sum, problem.judged, json);
  WriteVerdicts(problem.verdicts, json);
  json->Key("cpu_ms_max").Double(problem.cpu_ms_max);
  json->Key("cpu_limit_ms").Double(problem.cpu_limit_ms);
  json->Key("near_limit").Int(problem.timed_near).Key("flips").Int(problem.flip_count);
  json->Key("checker_failures").Int(problem.checker_failures.count);
  json->Key("last_time").Double(problem.last_time).Key("findings").BeginArray();
  if (const auto found = kinds.find(problem.name); found != kinds.end()) {
    for (const FindingKind kind : found->second) json->String(kFindingKindNames.NameOf(kind));
  }
  json->EndArray().EndObject();
}

void WriteRun(const RunTally& run, JsonWriter* json) {
  json->BeginObject().Key("run").Bytes(run.name).Key("first_time").Double(run.first_time);
  json->Key("last_time").Double(run.last_time).Key("total").Int(run.total);
  WriteMean("mean_score", run.score_sum, run.judged, json);
  json->Key("masked").Int(run.masked);
  WriteVerdicts(run.verdicts, json);
  const GroupCounts groups = CountGroups(run);
  json->Key("groups").BeginObject().Key("total").Int(groups.total);
  json->Key("without_variance").Int(groups.without_variance).EndObject();
  std::vector<std::pair<int64_t, const StepTally*>> steps;
  for (const auto& [step, tally] : run.steps) steps.emplace_back(step, &tally);
  std::sort(steps.begin(), steps.end());
  if (steps.size() > kMostSteps) steps.erase(steps.begin(), steps.end() - kMostSteps);
  json->Key("steps").BeginArray();
  for (const auto& [step, tally] : steps) {
    json->BeginObject().Key("step").Int(step).Key("total").Int(tally->total);
    WriteMean("mean_score", tally->score_sum, tally->judged, json);
    json->EndObject();
  }
  json->EndArray().Key("jumps").BeginArray();
  for (const RewardJump& jump : FindJumps(run)) {
    json->BeginObject().Key("step").Int(jump.step).Key("from").Double(jump.from);
    json->Key("to").Double(jump.to).EndObject();
  }
  json->EndArray().EndObject();
}

}  // namespace

std::string ProblemsReport(const Tallies& tallies, const std::vector<Finding>& findings,
                           ProblemOrder order, size_t skip, size_t limit) {
  Kinds kinds;
  for (const Finding& finding : findings) {
    if (finding.subject_kind == SubjectKind::kProblem) {
      kinds[finding.subject].push_back(finding.kind);
    }
  }
  std::vector<const ProblemTally*> problems;
  for (const ProblemTally& problem : tallies.problems) problems.push_back(&problem);
  std::sort(problems.begin(), problems.end(), [&](const ProblemTally* a, const ProblemTally* b) {
    if (order == ProblemOrder::kCount && a->total != b->total) return a->total > b->total;
    if (order == ProblemOrder::kRecent && a->last_time != b->last_time) {
      return a->last_time > b->last_time;
    }
    const auto first = Badness(*a, kinds);
    const auto second = Badness(*b, kinds);
    return first != second ? first > second : a->name < b->name;
  });
  const size_t end = std::min(problems.size(), skip + limit);
  JsonWriter json(256 + limit * 512);
  json.BeginObject().Key("problems").BeginArray();
  for (size_t i = std::min(skip, end); i < end; ++i) WriteProblem(*problems[i], kinds, &json);
  json.EndArray().Key("next");
  if (end < problems.size()) {
    json.Int(static_cast<int64_t>(end));
  } else {
    json.Null();
  }
  return json.EndObject().Take();
}

std::string RunsReport(const Tallies& tallies) {
  std::vector<const RunTally*> runs;
  for (const RunTally& run : tallies.runs) runs.push_back(&run);
  std::sort(runs.begin(), runs.end(), [](const RunTally* a, const RunTally* b) {
    return a->last_time != b->last_time ? a->last_time > b->last_time : a->name < b->name;
  });
  if (runs.size() > kMostRuns) runs.resize(kMostRuns);
  JsonWriter json;
  json.BeginObject().Key("runs").BeginArray();
  for (const RunTally* run : runs) WriteRun(*run, &json);
  return json.EndArray().EndObject().Take();
}

}  // namespace assay
