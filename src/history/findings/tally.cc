#include "history/findings/tally.h"

#include <algorithm>

namespace assay {
namespace {

// In favour of what a problem gives on the whole: a problem that was seen once isn't known.
constexpr double kUsualWeight = 8;
constexpr double kNear = 0.75, kNotFar = 1.25;  // of the limit
constexpr size_t kSomeOfAStep = 4;

// A problem's tally has more to it while it is made.
struct Making {
  std::vector<ProblemTally> problems;
  std::unordered_map<NameId, size_t> problem_at;
  struct Outcomes {
    int64_t accepted = 0, failed = 0;
    int64_t fewer() const { return std::min(accepted, failed); }
  };
  std::unordered_map<uint64_t, Outcomes> outcomes;  // by problem and program
  std::vector<RunTally> runs;
  std::unordered_map<NameId, size_t> run_at;
  std::vector<NodeTally> nodes;
  std::unordered_map<NameId, size_t> node_at;
};

template <typename T>
T& At(NameId id, const NameTable& names, std::unordered_map<NameId, size_t>* index,
      std::vector<T>* all) {
  const auto [found, made] = index->try_emplace(id, all->size());
  if (made) {
    all->emplace_back();
    all->back().name = names.Get(id);
  }
  return (*all)[found->second];
}

bool HadProgram(const RecentVerdict& verdict, const NameTable& names) {
  return verdict.verdict != Verdict::kCompileError && names.Get(verdict.reason) != "no_code";
}

void CountTime(const RecentVerdict& verdict, ProblemTally* problem) {
  const bool accepted = verdict.verdict == Verdict::kAccepted;
  if (!accepted && verdict.verdict != Verdict::kTimeLimit) return;
  if (verdict.cpu_limit_ms <= 0) return;
  const double share = verdict.cpu_ms / verdict.cpu_limit_ms;
  const bool near = share >= kNear && share <= kNotFar;
  ++problem->timed;
  problem->accepted_timed += accepted;
  problem->accepted_near += accepted && near;
  problem->timed_near += near;
  if (near) problem->near_limit.Add(verdict);
}

void CountRun(const RecentVerdict& verdict, Making* making, ProblemTally* problem) {
  ++problem->ran;
  const bool accepted = verdict.verdict == Verdict::kAccepted;
  problem->groups.insert(verdict.group);
  if (accepted) {
    problem->passes.Add(verdict);
  } else {
    ++problem->ran_failed;
    ++problem->first_failed[verdict.first_failed];
    problem->failures.Add(verdict);
  }
  CountTime(verdict, problem);
  if (verdict.code == 0) return;
  const uint64_t key = verdict.code ^ (uint64_t{verdict.problem} * 0x9E3779B97F4A7C15) ^
                       (uint64_t{verdict.language} << 48);
  Making::Outcomes& outcomes = making->outcomes[key];
  problem->repeats += outcomes.accepted + outcomes.failed > 0;
  const int64_t before = outcomes.fewer();
  ++(accepted ? outcomes.accepted : outcomes.failed);
  problem->flip_count += outcomes.fewer() - before;
  if (outcomes.accepted > 0 && outcomes.failed > 0) problem->flips.Add(verdict);
}

void CountProblem(const RecentVerdict& verdict, const NameTable& names, Making* making) {
  if (verdict.problem == 0) return;
  ProblemTally& problem = At(verdict.problem, names, &making->problem_at, &making->problems);
  ++problem.total;
  ++problem.verdicts[static_cast<size_t>(verdict.verdict)];
  problem.accepted += verdict.verdict == Verdict::kAccepted;
  problem.masked += verdict.masked;
  problem.cpu_ms_max = std::max(problem.cpu_ms_max, double{verdict.cpu_ms});
  if (verdict.cpu_limit_ms > 0) problem.cpu_limit_ms = verdict.cpu_limit_ms;
  problem.last_time = std::max(problem.last_time, verdict.time);
  if (verdict.checker_failed) {
    problem.checker_failures.Add(verdict);
    problem.checker_failure_groups.insert(verdict.group);
  }
  if (verdict.masked) return;
  ++problem.judged;
  problem.score_sum += verdict.score;
  if (verdict.cached) return;
  if (!HadProgram(verdict, names)) return;
  CountRun(verdict, making, &problem);
  problem.earned += verdict.score > 0;
  for (size_t i = 0; i < kMarks; ++i) {
    const auto mark = static_cast<Mark>(i);
    if (!verdict.marks.Has(mark) || (CountsWhenEarned(mark) && verdict.score <= 0)) continue;
    problem.marked[i].Add(verdict);
    problem.marked_groups[i].insert(verdict.group);
  }
}

void CountRunOf(const RecentVerdict& verdict, const NameTable& names, Making* making) {
  if (verdict.run == 0) return;
  RunTally& run = At(verdict.run, names, &making->run_at, &making->runs);
  if (run.total++ == 0) run.first_time = verdict.time;
  run.first_time = std::min(run.first_time, verdict.time);
  run.last_time = std::max(run.last_time, verdict.time);
  ++run.verdicts[static_cast<size_t>(verdict.verdict)];
  run.masked += verdict.masked;
  if (verdict.has_step) ++run.steps[verdict.step].total;
  if (verdict.masked) return;
  ++run.judged;
  run.score_sum += verdict.score;
  run.reward[verdict.problem] += verdict.score;
  if (verdict.score > 0) run.passes.Add(verdict);
  // A rollout that breaks off now and then is no difference between what the others try.
  if (verdict.group == 0 || !HadProgram(verdict, names)) return;
  GroupTally& group = run.groups[verdict.group];
  if (group.judged++ == 0) group.first_score = verdict.score;
  if (verdict.score != group.first_score) group.varies = true;
}

void CountStep(const RecentVerdict& verdict, Making* making) {
  if (verdict.run == 0 || !verdict.has_step || verdict.masked) return;
  StepTally& step = making->runs[making->run_at.at(verdict.run)].steps[verdict.step];
  ++step.judged;
  step.score_sum += verdict.score;
  if (step.some.size() < kSomeOfAStep && verdict.score > 0) step.some.push_back(verdict.id);
  double usual = 0;
  if (verdict.problem != 0) {
    const ProblemTally& problem = making->problems[making->problem_at.at(verdict.problem)];
    usual = problem.score_sum / (static_cast<double>(problem.judged) + kUsualWeight);
  }
  step.beyond_sum += verdict.score - usual;
}

void CountNode(const RecentVerdict& verdict, const NameTable& names, Making* making) {
  NodeTally& node = At(verdict.node, names, &making->node_at, &making->nodes);
  ++node.total;
  if (verdict.cause != Cause::kInfrastructure) return;
  node.infrastructure.Add(verdict);
  ++node.reasons[verdict.reason];
}

}  // namespace

void Evidence::Add(const RecentVerdict& verdict) {
  if (count++ == 0) since = verdict.time;
  if (ids.size() == kMost) ids.erase(ids.begin());
  ids.push_back(verdict.id);
}

Tallies Tally(const RecentView& view, const std::function<bool(const RecentVerdict&)>& wanted) {
  Making making;
  view.ForEach([&](const RecentVerdict& verdict) {
    if (wanted && !wanted(verdict)) return;
    CountProblem(verdict, view.names, &making);
    CountRunOf(verdict, view.names, &making);
    CountNode(verdict, view.names, &making);
  });
  // Now it is known what each problem usually gives.
  view.ForEach([&](const RecentVerdict& verdict) {
    if (wanted && !wanted(verdict)) return;
    CountStep(verdict, &making);
  });
  return {std::move(making.problems), std::move(making.runs), std::move(making.nodes)};
}

}  // namespace assay
