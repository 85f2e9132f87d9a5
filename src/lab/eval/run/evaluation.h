// RunEvaluation: a run from its first unanswered sample to its last verdict. Answers are asked for
// (or taken from a file) and judged at the same time, and every one is on the disk before it
// counts. What the folder has is never done again; what failed in it is.
//
// Blocks; starts threads of its own and joins them. Called by one thread.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "lab/eval/model/benchmark.h"
#include "lab/eval/run/given_answers.h"
#include "lab/eval/run/grade_pool.h"
#include "lab/eval/run/selection.h"
#include "rollout/folder/run_folder.h"
#include "rollout/generate/generator.h"
#include "rollout/generate/request.h"
#include "service/judge.h"

namespace assay::eval {

// Where answers come from, if any are to come.
struct Asking {
  rollout::Sampling sampling;
  rollout::GeneratorOptions options;
  rollout::Generator::Transport transport;
  rollout::Thinking thinking = rollout::Thinking::kAuto;
  std::string endpoint;  // its label
};

struct EvaluationProgress {
  rollout::Progress asking;  // zeros: nobody is asked
  GradeCounts judged;
};

struct Evaluation {
  const LoadedBenchmark& benchmark;
  const Selection& selection;
  int64_t samples = 1;
  // At most one of the two; neither: the folder's answers are judged, and nobody is asked.
  const Asking* asking = nullptr;
  const GivenAnswers* given = nullptr;
  GradePoolOptions grading = {};
  rollout::RunFolder* folder = nullptr;
  service::Judge* judge = nullptr;
  // Raised by anybody: nothing new is begun. Answers under way are waited for.
  const std::atomic<bool>* stop = nullptr;
  // A few times a second, by a thread of its own; may be null.
  std::function<void(const EvaluationProgress&)> on_progress = {};
};

struct EvaluationEnd {
  rollout::GenerationEnd asking;
  EvaluationProgress done;
};

Result<EvaluationEnd> RunEvaluation(const Evaluation& run);

}  // namespace assay::eval
