#include "lab/rl/tiny/model/adam.h"

#include <cmath>
#include <numbers>

#include "base/dice/mix.h"

namespace assay::tiny {
namespace {

// In (0, 1).
double Uniform(Dice* dice) {
  return (static_cast<double>(dice->Below(1 << 24)) + 0.5) / (1 << 24);
}

// Box and Muller's.
double Normal(Dice* dice) {
  return std::sqrt(-2 * std::log(Uniform(dice))) * std::cos(2 * std::numbers::pi * Uniform(dice));
}

}  // namespace

Adam::Adam(AdamRules rules, size_t parameters)
    : rules_(rules), mean_(parameters), square_(parameters) {}

double Adam::Step(double rate, std::span<const float> gradient, std::span<float> parameters) {
  double squares = 0;
  for (const float each : gradient) squares += static_cast<double>(each) * each;
  const double norm = std::sqrt(squares);
  ++steps_;
  const bool longer = rules_.most_norm > 0 && norm > rules_.most_norm;
  const auto shrink = static_cast<float>(longer ? rules_.most_norm / norm : 1);
  const auto t = static_cast<double>(steps_);
  const auto step = static_cast<float>(rate / (1 - std::pow(rules_.beta1, t)));
  const auto unbias = static_cast<float>(1 / (1 - std::pow(rules_.beta2, t)));
  const auto b1 = static_cast<float>(rules_.beta1), b2 = static_cast<float>(rules_.beta2);
  const auto floor = static_cast<float>(rules_.floor);
  const auto keep = static_cast<float>(1 - rate * rules_.decay);
  for (size_t i = 0; i < gradient.size(); ++i) {
    const float each = gradient[i] * shrink;
    mean_[i] = b1 * mean_[i] + (1 - b1) * each;
    square_[i] = b2 * square_[i] + (1 - b2) * each * each;
    parameters[i] =
        keep * parameters[i] - step * mean_[i] / (std::sqrt(square_[i] * unbias) + floor);
  }
  return norm;
}

std::vector<float> FirstParameters(const Shape& shape, uint64_t seed) {
  const Layout layout(shape);
  std::vector<float> parameters(layout.size());
  Dice dice(Mix(seed));
  for (float& each : parameters) each = static_cast<float>(0.02 * Normal(&dice));
  const auto width = static_cast<size_t>(shape.width);
  const auto fill = [&](size_t from) {
    for (size_t i = 0; i < width; ++i) parameters[from + i] = 1;
  };
  const auto shrink = static_cast<float>(1 / std::sqrt(2.0 * shape.layers));
  for (int layer = 0; layer < shape.layers; ++layer) {
    fill(layout.Norm1(layer));
    fill(layout.Norm2(layer));
    for (size_t i = layout.Out(layer); i < layout.Norm2(layer); ++i) parameters[i] *= shrink;
    for (size_t i = 0; i < 4 * width * width; ++i) parameters[layout.Down(layer) + i] *= shrink;
  }
  fill(layout.LastNorm());
  return parameters;
}

}  // namespace assay::tiny
