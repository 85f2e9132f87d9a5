// LearningRun: a small transformer learns toy tasks from the verdicts of a judge, through the same
// curriculum, orchestrator, records and losses that a large one would: imitation first, then steps
// on batches that the orchestrator makes with an inference server of this process.
//
// One thread calls; blocks. Others of its own make, judge and serve.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/rl/losses/recipe.h"
#include "lab/rl/tiny/model/shape.h"
#include "lab/rl/tiny/run/examiner.h"
#include "lab/rl/tiny/run/faulty_judge.h"
#include "lab/rl/tiny/task/toy_task.h"
#include "lab/rl/tiny/train/trainer.h"

namespace assay::tiny {

struct LearningOptions {
  std::string folder;  // new: weights, batches, and the curves as JSON lines
  uint64_t seed = 1;
  Shape shape{.vocabulary = 97, .context = 48};
  // Tasks.
  size_t training_tasks = 1500;
  size_t held_out_tasks = 2000;
  double lines = 0.2;
  Teacher teacher;
  // Imitation. Weights that are given go without.
  int imitation_steps = 1000;
  int imitation_examples = 128;
  double imitation_rate = 0.003;
  std::optional<std::vector<float>> first_weights;
  // Rewards.
  int steps = 100;
  int groups = 64;
  int rollouts = 8;
  losses::Recipe recipe;
  double rate = 3e-4;    // reached over the first steps
  double last_rate = 1;  // share of it that is left at the end; with less a curve has another law
  double most_norm = 0.3;
  int updates = 1;                    // of a batch
  int lag = 0;                        // steps that what servers are given lies behind
  int64_t most_off_policy = 1;        // of the orchestrator, beside the lag
  std::optional<double> retire_from;  // no-positive-resampling
  double faults = 0;                  // share of the verdicts
  FaultAnswer fault_answer = FaultAnswer::kNoVerdict;
  // Examinations in between; at the beginning and the end all that is held out is asked.
  int examine_every = 4;
  size_t examine_tasks = 500;
};

struct LearningStep {
  int64_t step = 0;
  int64_t tokens = 0;  // of all steps so far
  StepReport report;
};
struct Milestone {
  int64_t step = 0;
  int64_t tokens = 0;
  Examination seen;
};

struct LearningCurve {
  std::vector<LearningStep> steps;    // fewer than were asked for: all tasks are retired
  std::vector<Milestone> milestones;  // the first before any reward; the last is the end
  double imitation_s = 0;
  double rewards_s = 0;
};

// The weights that imitation ends with.
std::vector<float> Imitated(const LearningOptions& options);

// `judge` outlives it; `say` gets a line for people now and then. kInvalidArgument: an option.
Result<LearningCurve> LearnFromVerdicts(const LearningOptions& options, service::Judge* judge,
                                        const std::function<void(const std::string&)>& say);

}  // namespace assay::tiny
