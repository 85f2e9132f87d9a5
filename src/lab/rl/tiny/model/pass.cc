#include "lab/rl/tiny/model/pass.h"

#include <Eigen/Core>
#include <cmath>

#include "lab/rl/tiny/model/matrix.h"

namespace assay::tiny {
namespace {

using Eigen::Index;

// A sequence's rows.
struct Part {
  Index begin = 0;
  Index length = 0;
};

std::vector<Part> PartsOf(const Sequences& sequences) {
  std::vector<Part> parts;
  Index begin = 0;
  for (const size_t end : sequences.ends) {
    parts.push_back({begin, static_cast<Index>(end) - begin});
    begin = static_cast<Index>(end);
  }
  return parts;
}

// rows / rms(row) * gain; `inverse`: 1 / rms of each row.
template <typename Scalar>
void Norm(const Matrix<Scalar>& in, const ConstRow<Scalar>& gain, Vector<Scalar>* inverse,
          Matrix<Scalar>* out) {
  *inverse = InverseRms(in);
  *out = inverse->asDiagonal() * in * gain.asDiagonal();
}

// Adds to `in_gradient` and `gain_gradient` what `gradient` of the norm's result makes of them.
template <typename Scalar>
void NormBackward(const Matrix<Scalar>& in, const ConstRow<Scalar>& gain,
                  const Vector<Scalar>& inverse, const Matrix<Scalar>& gradient,
                  Matrix<Scalar>* in_gradient, Row<Scalar> gain_gradient) {
  const Matrix<Scalar> unit = inverse.asDiagonal() * in;
  gain_gradient += gradient.cwiseProduct(unit).colwise().sum();
  const Matrix<Scalar> scaled = gradient * gain.asDiagonal();
  const Vector<Scalar> along =
      scaled.cwiseProduct(unit).rowwise().sum() / static_cast<Scalar>(in.cols());
  *in_gradient += inverse.asDiagonal() * (scaled - along.asDiagonal() * unit);
}

}  // namespace

// The activations that going backward needs.
template <typename Scalar>
struct Pass<Scalar>::State {
  using M = Matrix<Scalar>;
  struct Layer {
    M in, normed1, qkv, mixed, middle, normed2, up, squared;
    Vector<Scalar> rms1, rms2;
    std::vector<M> attention;  // by sequence and head
  };

  explicit State(const Shape& shape)
      : heads(shape.heads),
        head(shape.head_width()),
        width(shape.width),
        scale(1 / std::sqrt(static_cast<Scalar>(head))),
        layers(static_cast<size_t>(shape.layers)) {}

  // Of one sequence and head: what stands in queries (0), keys (1) or values (2).
  template <typename Any>
  auto HeadOf(Any& matrix, const Part& part, int third, int h) const {
    return matrix.block(part.begin, third * width + h * head, part.length, head);
  }
  void Attend(Layer* layer) const;
  // The gradient of qkv, of that of what attention has mixed.
  M AttendBackward(const Layer& layer, const M& mixed) const;
  // Log-probabilities and entropies; the logits become probabilities.
  void Score(const Sequences& sequences);

  const int heads;
  const Index head, width;
  const Scalar scale;
  std::vector<Layer> layers;
  std::vector<Part> parts;
  M out, normed, probabilities;
  Vector<Scalar> rms;
  Vector<Scalar> logp, entropy;
};

template <typename Scalar>
void Pass<Scalar>::State::Attend(Layer* layer) const {
  layer->mixed.resize(layer->qkv.rows(), width);
  layer->attention.clear();
  for (const Part& part : parts) {
    for (int h = 0; h < heads; ++h) {
      M scores =
          scale * (HeadOf(layer->qkv, part, 0, h) * HeadOf(layer->qkv, part, 1, h).transpose());
      for (Index row = 0; row < part.length; ++row) {
        auto seen = scores.row(row).head(row + 1).array();
        seen = (seen - seen.maxCoeff()).exp();
        seen /= seen.sum();
        scores.row(row).tail(part.length - row - 1).setZero();
      }
      HeadOf(layer->mixed, part, 0, h).noalias() = scores * HeadOf(layer->qkv, part, 2, h);
      layer->attention.push_back(std::move(scores));
    }
  }
}

template <typename Scalar>
Matrix<Scalar> Pass<Scalar>::State::AttendBackward(const Layer& layer, const M& mixed) const {
  M qkv(mixed.rows(), 3 * width);
  size_t index = 0;
  for (const Part& part : parts) {
    for (int h = 0; h < heads; ++h) {
      const M& attention = layer.attention[index++];
      const auto of_mixed = HeadOf(mixed, part, 0, h);
      HeadOf(qkv, part, 2, h).noalias() = attention.transpose() * of_mixed;
      M scores = of_mixed * HeadOf(layer.qkv, part, 2, h).transpose();
      const Vector<Scalar> along = scores.cwiseProduct(attention).rowwise().sum();
      scores.colwise() -= along;
      scores.array() *= scale * attention.array();
      HeadOf(qkv, part, 0, h).noalias() = scores * HeadOf(layer.qkv, part, 1, h);
      HeadOf(qkv, part, 1, h).noalias() = scores.transpose() * HeadOf(layer.qkv, part, 0, h);
    }
  }
  return qkv;
}

template <typename Scalar>
void Pass<Scalar>::State::Score(const Sequences& sequences) {
  logp = Vector<Scalar>::Zero(probabilities.rows());
  entropy = Vector<Scalar>::Zero(probabilities.rows());
  Vector<Scalar> logits;
  for (const Part& part : parts) {
    const Index last = part.begin + part.length - 1;
    for (Index at = part.begin; at < last; ++at) {
      auto row = probabilities.row(at).array();
      logits = row - row.maxCoeff();
      row = logits.transpose().array().exp();
      const Scalar sum = row.sum();
      row /= sum;
      const Scalar log_sum = std::log(sum);
      logp(at + 1) = logits(sequences.tokens[static_cast<size_t>(at + 1)]) - log_sum;
      entropy(at + 1) = log_sum - row.matrix().dot(logits);
    }
    // Nothing stands behind the last one.
    probabilities.row(last).setZero();
  }
}

template <typename Scalar>
Pass<Scalar>::Pass(const Shape& shape) : shape_(shape), state_(std::make_unique<State>(shape)) {}

template <typename Scalar>
Pass<Scalar>::~Pass() = default;

template <typename Scalar>
std::span<const Scalar> Pass<Scalar>::log_probabilities() const {
  return {state_->logp.data(), static_cast<size_t>(state_->logp.size())};
}

template <typename Scalar>
std::span<const Scalar> Pass<Scalar>::entropies() const {
  return {state_->entropy.data(), static_cast<size_t>(state_->entropy.size())};
}

template <typename Scalar>
void Pass<Scalar>::Forward(std::span<const Scalar> parameters, const Sequences& sequences) {
  const Weights<Scalar> w(shape_, parameters);
  State& state = *state_;
  state.parts = PartsOf(sequences);
  Matrix<Scalar> x(static_cast<Index>(sequences.tokens.size()), state.width);
  for (const Part& part : state.parts) {
    for (Index i = 0; i < part.length; ++i) {
      const int token = sequences.tokens[static_cast<size_t>(part.begin + i)];
      x.row(part.begin + i) = w.embedding.row(token) + w.positions.row(i);
    }
  }
  for (size_t number = 0; number < state.layers.size(); ++number) {
    auto& layer = state.layers[number];
    const auto& weights = w.layers[number];
    layer.in = x;
    Norm<Scalar>(layer.in, weights.norm1, &layer.rms1, &layer.normed1);
    layer.qkv.noalias() = layer.normed1 * weights.qkv;
    state.Attend(&layer);
    layer.middle = layer.in;
    layer.middle.noalias() += layer.mixed * weights.out;
    Norm<Scalar>(layer.middle, weights.norm2, &layer.rms2, &layer.normed2);
    layer.up.noalias() = layer.normed2 * weights.up;
    layer.up = layer.up.cwiseMax(0);
    layer.squared = layer.up.cwiseAbs2();
    x = layer.middle;
    x.noalias() += layer.squared * weights.down;
  }
  state.out = std::move(x);
  Norm<Scalar>(state.out, w.last_norm, &state.rms, &state.normed);
  state.probabilities.noalias() = state.normed * w.head;
  state.Score(sequences);
}

template <typename Scalar>
void Pass<Scalar>::Backward(std::span<const Scalar> parameters, const Sequences& sequences,
                            std::span<const Scalar> coefficients, std::span<Scalar> gradient) {
  using M = Matrix<Scalar>;
  const Weights<Scalar> w(shape_, parameters);
  Gradients<Scalar> g(shape_, gradient);
  const State& state = *state_;
  // d logp(next) / d logits = one at the next token, less the probabilities.
  M logits = -state.probabilities;
  for (const Part& part : state.parts) {
    for (Index at = part.begin; at + 1 < part.begin + part.length; ++at) {
      const auto next = static_cast<size_t>(at + 1);
      logits(at, sequences.tokens[next]) += 1;
      logits.row(at) *= coefficients[next];
    }
  }
  g.head.noalias() += state.normed.transpose() * logits;
  M normed = logits * w.head.transpose();
  M x = M::Zero(logits.rows(), state.width);
  NormBackward<Scalar>(state.out, w.last_norm, state.rms, normed, &x, g.last_norm);
  for (size_t number = state.layers.size(); number-- > 0;) {
    const auto& layer = state.layers[number];
    const auto& weights = w.layers[number];
    auto& gradients = g.layers[number];
    gradients.down.noalias() += layer.squared.transpose() * x;
    M up = x * weights.down.transpose();
    up.array() *= 2 * layer.up.array();
    gradients.up.noalias() += layer.normed2.transpose() * up;
    normed.noalias() = up * weights.up.transpose();
    NormBackward<Scalar>(layer.middle, weights.norm2, layer.rms2, normed, &x, gradients.norm2);
    gradients.out.noalias() += layer.mixed.transpose() * x;
    const M qkv = state.AttendBackward(layer, x * weights.out.transpose());
    gradients.qkv.noalias() += layer.normed1.transpose() * qkv;
    normed.noalias() = qkv * weights.qkv.transpose();
    NormBackward<Scalar>(layer.in, weights.norm1, layer.rms1, normed, &x, gradients.norm1);
  }
  for (const Part& part : state.parts) {
    for (Index i = 0; i < part.length; ++i) {
      const auto row = x.row(part.begin + i);
      g.embedding.row(sequences.tokens[static_cast<size_t>(part.begin + i)]) += row;
      g.positions.row(i) += row;
    }
  }
}

template class Pass<float>;
template class Pass<double>;

}  // namespace assay::tiny
