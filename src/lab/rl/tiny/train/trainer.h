// Trainer: a small transformer that learns, first to imitate, then from rewards, by any recipe of
// lab/rl/losses. Two threads do the passes; the numbers are the same for any number of cores.
//
// One thread's.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "lab/rl/losses/coefficients.h"
#include "lab/rl/tiny/model/adam.h"
#include "lab/rl/tiny/model/pass.h"
#include "lab/rl/tiny/train/rollout.h"

namespace assay::tiny {

// Means over the updates of a step.
struct StepReport {
  int64_t rollouts = 0;
  int64_t masked = 0;   // without a verdict
  int64_t tokens = 0;   // written by the model
  double reward = 0;    // mean of those with a verdict
  double entropy = 0;   // of a token
  double gradient = 0;  // its norm, before it is shortened
  double clipped_share = 0;
  double mismatch_kl = 0;
  double length = 0;  // tokens of a rollout
};

class Trainer {
 public:
  Trainer(const Shape& shape, std::vector<float> parameters);

  // A step towards the answers, each behind its prompt, as one likely to be given. REQUIRES: all
  // within the context.
  using Example = std::pair<std::vector<int>, std::vector<int>>;  // prompt, answer with its end
  void Imitate(const std::vector<Example>& examples, double rate);

  // What was moved so far, by imitation, is forgotten: rewards have another scale.
  void BeginRewards(const AdamRules& rules);
  // One step on a batch in `updates` parts of whole groups. kInvalidArgument: the recipe's.
  Result<StepReport> Learn(const std::vector<Rollout>& rollouts, const losses::Recipe& recipe,
                           double rate, int updates = 1);

  const std::vector<float>& parameters() const { return parameters_; }

 private:
  struct Half {
    explicit Half(const Shape& shape) : pass(shape), gradient(Layout(shape).size()) {}
    Pass<float> pass;
    Sequences sequences;
    std::vector<float> coefficients;  // of its tokens
    std::vector<float> gradient;
  };
  // Both halves at a time.
  template <typename Work>
  void WithBoth(const Work& work);
  void Clear();
  double StepDown(double rate);
  Status Update(const std::vector<const Rollout*>& rollouts, const losses::Recipe& recipe,
                double rate, StepReport* report);

  const Shape shape_;
  std::vector<float> parameters_;
  Adam adam_;
  Half first_, second_;
};

}  // namespace assay::tiny
