#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "base/dice/mix.h"
#include "lab/rl/tiny/model/adam.h"
#include "lab/rl/tiny/model/pass.h"
#include "lab/rl/tiny/model/writer.h"

namespace assay::tiny {
namespace {

Shape SmallShape() {
  return {.vocabulary = 7, .context = 6, .width = 8, .heads = 2, .layers = 2};
}

Sequences SomeSequences() {
  return {{1, 2, 3, 4, 5, 6, 0, 3, 3, 2, 6, 5, 1}, {2, 8, 13}};
}

// Far enough from 0 that every part of it bends.
std::vector<double> SomeParameters(const Shape& shape) {
  std::vector<double> parameters;
  for (const float each : FirstParameters(shape, 3)) {
    parameters.push_back(each == 1 ? 0.8 : 20.0 * static_cast<double>(each));
  }
  return parameters;
}

TEST(TinyModelTest, TheGradientIsThatOfDifferences) {
  Shape shape = SmallShape();
  shape.width = 4;  // a quarter of the numbers, each of which is two passes
  const Sequences sequences = SomeSequences();
  std::vector<double> parameters = SomeParameters(shape);
  Dice dice(5);
  std::vector<double> coefficients;
  for (size_t i = 0; i < sequences.tokens.size(); ++i) {
    coefficients.push_back(static_cast<double>(dice.Below(200)) / 100 - 1);
  }
  Pass<double> pass(shape);
  const auto loss = [&] {
    pass.Forward(parameters, sequences);
    const auto logp = pass.log_probabilities();
    return std::inner_product(logp.begin(), logp.end(), coefficients.begin(), 0.0);
  };
  loss();
  std::vector<double> gradient(parameters.size());
  pass.Backward(parameters, sequences, coefficients, gradient);
  constexpr double kStep = 1e-5;
  int large = 0;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const double before = parameters[i];
    parameters[i] = before + kStep;
    const double above = loss();
    parameters[i] = before - kStep;
    const double below = loss();
    parameters[i] = before;
    const double difference = (above - below) / (2 * kStep);
    ASSERT_NEAR(gradient[i], difference, 1e-7 + 1e-6 * std::fabs(difference)) << i;
    large += std::fabs(difference) > 1e-3;
  }
  // The first token has no log-probability, and the last of a sequence none behind it; most of the
  // rest has a part.
  EXPECT_GT(large, static_cast<int>(parameters.size()) / 2);
}

TEST(TinyModelTest, ATokenSeesWhatIsBeforeItAndNoOtherSequence) {
  const Shape shape = SmallShape();
  const std::vector<double> parameters = SomeParameters(shape);
  Sequences sequences = SomeSequences();
  Pass<double> pass(shape);
  pass.Forward(parameters, sequences);
  const std::vector<double> before(pass.log_probabilities().begin(),
                                   pass.log_probabilities().end());
  EXPECT_EQ(before[0], 0);
  EXPECT_EQ(before[2], 0);
  EXPECT_EQ(before[8], 0);
  sequences.tokens[5] = 2;  // in the second sequence
  pass.Forward(parameters, sequences);
  const auto after = pass.log_probabilities();
  for (size_t i = 0; i < before.size(); ++i) {
    if (i >= 5 && i < 8) {
      EXPECT_NE(before[i], after[i]) << i;
    } else {
      EXPECT_NEAR(before[i], after[i], 1e-12) << i;
    }
  }
}

TEST(TinyModelTest, ProbabilitiesAreWholeAndEntropiesTheirs) {
  const Shape shape = SmallShape();
  const std::vector<double> parameters = SomeParameters(shape);
  Pass<double> pass(shape);
  double sum = 0, entropy = 0, said = 0;
  for (int next = 0; next < shape.vocabulary; ++next) {
    pass.Forward(parameters, {{4, 2, next}, {3}});
    const double logp = pass.log_probabilities()[2];
    sum += std::exp(logp);
    entropy -= std::exp(logp) * logp;
    said = pass.entropies()[2];
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(said, entropy, 1e-12);
}

// What a writer says of a token is what training says of it, whatever else is written beside it.
TEST(TinyModelTest, TheWriterReadsAsTrainingDoes) {
  const Shape shape = SmallShape();
  std::vector<float> parameters;
  for (const double each : SomeParameters(shape)) parameters.push_back(static_cast<float>(each));
  const Sequences sequences = SomeSequences();
  Pass<float> pass(shape);
  pass.Forward(parameters, sequences);
  Writer writer(shape, 4);
  const auto vocabulary = static_cast<size_t>(shape.vocabulary);
  for (int position = 0; position + 1 < shape.context; ++position) {
    std::vector<Writer::Step> steps;
    std::vector<size_t> next;
    size_t first = 0;
    for (size_t i = 0; i < sequences.ends.size(); ++i) {
      const size_t at = first + static_cast<size_t>(position);
      first = sequences.ends[i];
      if (at + 1 >= first) continue;
      steps.push_back({static_cast<int>(3 - i), position, sequences.tokens[at]});
      next.push_back(at + 1);
    }
    if (steps.empty()) break;
    const auto logits = writer.Read(parameters, steps);
    ASSERT_EQ(logits.size(), steps.size() * vocabulary);
    for (size_t i = 0; i < steps.size(); ++i) {
      const auto row = logits.subspan(i * vocabulary, vocabulary);
      double sum = 0;
      for (const float each : row) sum += std::exp(static_cast<double>(each));
      const auto token = static_cast<size_t>(sequences.tokens[next[i]]);
      EXPECT_NEAR(static_cast<double>(row[token]) - std::log(sum),
                  static_cast<double>(pass.log_probabilities()[next[i]]), 1e-4);
    }
  }
}

TEST(TinyModelTest, ItLearnsSequencesByHeart) {
  const Shape shape = SmallShape();
  std::vector<float> parameters = FirstParameters(shape, 1);
  // Each begins with another token, so that the rest follows from it.
  const Sequences sequences = {{1, 2, 3, 4, 5, 6, 0, 3, 3, 2, 6, 5}, {4, 8, 12}};
  const std::vector<float> coefficients(sequences.tokens.size(), -1);
  Pass<float> pass(shape);
  Adam adam({}, parameters.size());
  for (int step = 0; step < 300; ++step) {
    pass.Forward(parameters, sequences);
    std::vector<float> gradient(parameters.size());
    pass.Backward(parameters, sequences, coefficients, gradient);
    adam.Step(0.01, gradient, parameters);
  }
  pass.Forward(parameters, sequences);
  for (const float logp : pass.log_probabilities()) EXPECT_GT(logp, -0.1F);
}

// The first step is the rate in each direction; a long gradient is shortened, which changes nothing
// of that.
TEST(TinyModelTest, AdamsFirstStepIsTheRate) {
  Adam adam({}, 3);
  std::vector<float> parameters = {1, 2, 3};
  EXPECT_NEAR(adam.Step(0.1, std::vector<float>{30, -40, 0}, parameters), 50, 1e-5);
  EXPECT_NEAR(parameters[0], 0.9, 1e-5);
  EXPECT_NEAR(parameters[1], 2.1, 1e-5);
  EXPECT_EQ(parameters[2], 3);
}

}  // namespace
}  // namespace assay::tiny
