// RunRollouts: makes the rollouts of a plan, as many at once as there are slots, and their rewards;
// goes on where an earlier start of the same run has stopped.
//
// A slot has one rollout from its first question to its end, calls of tools and feedback included;
// rewards are made meanwhile by a ScorePool. A rollout that an infrastructure failed, or whose
// score it failed, is tried again by the next start; every other one stays as it is.
//
// Blocks. Threads: the Generator's (one for each slot), the pool's, and one that looks around.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "env/roll/plan/plan.h"
#include "env/roll/run/rollout_folder.h"
#include "env/roll/run/score_pool.h"
#include "rollout/generate/generator.h"
#include "service/judge.h"

namespace assay::env {

struct RollProgress {
  int64_t rollouts = 0;  // that the run has
  int64_t scored = 0;    // with a reward
  int64_t masked = 0;
  double reward_sum = 0;
  rollout::Progress asking;
  std::optional<double> slots_busy;    // had a rollout
  std::optional<double> slots_asking;  // had a request under way
};

struct RollJob {
  const std::vector<PlanPart>* parts = nullptr;
  const Plan* plan = nullptr;
  int64_t group = 1;  // rollouts of each task
  RolloutFolder* folder = nullptr;
  rollout::GeneratorOptions asking;
  rollout::Generator::Transport transport;
  ScoreMany score;
  int score_threads = 8;
  service::Judge* judge = nullptr;  // has the sandboxes of tools
  // Set: nothing new is begun, and what was begun comes to its end.
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const RollProgress&)> on_progress;  // by another thread; may be null
};

struct RollEnd {
  rollout::GenerationEnd asking;
  RollProgress done;
};

// An Error: the judge doesn't answer, or the folder can't be written. What was finished is kept.
Result<RollEnd> RunRollouts(const RollJob& job);

// Of what the folder has of the plan; by environment, and "" for all of them.
struct RollFigures {
  int64_t rollouts = 0;  // planned
  int64_t scored = 0;
  double reward_sum = 0;
  std::map<std::string, int64_t> masked;  // "cause: reason"
};
std::map<std::string, RollFigures> FiguresOf(const RollJob& job);
// The summary.json of a start.
std::string SummaryJson(const RollJob& job, const RollEnd& end);

}  // namespace assay::env
