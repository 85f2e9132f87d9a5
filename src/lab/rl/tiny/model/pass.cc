#include "lab/rl/tiny/model/pass.h"

#include <Eigen/Core>
#include <cmath>

#include "lab/rl/tiny/model/matrix.h"

namespace assay::tiny {

// The activations that going backward needs.
template <typename Scalar>
struct Pass<Scalar>::State {
  using M = Matrix<Scalar>;
  struct Layer {
    M in, normed1, qkv, mixed, middle, normed2, up, squared;
    Vector<Scalar> rms1, rms2;
    std::vector<M> attention;  // by sequence and head
  };
  std::vector<Layer> layers;
  M out, normed, probabilities;
  Vector<Scalar> rms;
  Vector<Scalar> logp, entropy;
};

namespace {

// rows / rms(row) * gain; `inverse`: 1 / rms of each row.
template <typename Scalar>
void Norm(const Matrix<Scalar>& in, const ConstRow<Scalar>& gain, Vector<Scalar>* inverse,
          Matrix<Scalar>* out) {
  const auto width = static_cast<Scalar>(in.cols());
  *inverse = (in.rowwise().squaredNorm().array() / width + kNormFloor<Scalar>).rsqrt();
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

template <typename Scalar>
Pass<Scalar>::Pass(const Shape& shape)
    : shape_(shape), layout_(shape), state_(std::make_unique<State>()) {
  state_->layers.resize(static_cast<size_t>(shape.layers));
}

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
  using M = Matrix<Scalar>;
  const Weights<Scalar> w(shape_, parameters);
  const Eigen::Index width = shape_.width, head = shape_.head_width();
  const auto count = static_cast<Eigen::Index>(sequences.tokens.size());
  M x(count, width);
  size_t first = 0;
  for (const size_t end : sequences.ends) {
    for (size_t at = first; at < end; ++at) {
      x.row(static_cast<Eigen::Index>(at)) = w.embedding.row(sequences.tokens[at]) +
                                             w.positions.row(static_cast<Eigen::Index>(at - first));
    }
    first = end;
  }
  const Scalar scale = 1 / std::sqrt(static_cast<Scalar>(head));
  for (int number = 0; number < shape_.layers; ++number) {
    auto& layer = state_->layers[static_cast<size_t>(number)];
    const auto& weights = w.layers[static_cast<size_t>(number)];
    layer.in = x;
    Norm<Scalar>(layer.in, weights.norm1, &layer.rms1, &layer.normed1);
    layer.qkv.noalias() = layer.normed1 * weights.qkv;
    layer.mixed.resize(count, width);
    layer.attention.clear();
    first = 0;
    for (const size_t end : sequences.ends) {
      const auto at = static_cast<Eigen::Index>(first);
      const auto length = static_cast<Eigen::Index>(end - first);
      for (int h = 0; h < shape_.heads; ++h) {
        const auto q = layer.qkv.block(at, h * head, length, head);
        const auto k = layer.qkv.block(at, width + h * head, length, head);
        const auto v = layer.qkv.block(at, 2 * width + h * head, length, head);
        M scores = scale * (q * k.transpose());
        for (Eigen::Index row = 0; row < length; ++row) {
          auto seen = scores.row(row).head(row + 1).array();
          seen = (seen - seen.maxCoeff()).exp();
          seen /= seen.sum();
          scores.row(row).tail(length - row - 1).setZero();
        }
        layer.mixed.block(at, h * head, length, head).noalias() = scores * v;
        layer.attention.push_back(std::move(scores));
      }
      first = end;
    }
    layer.middle = layer.in;
    layer.middle.noalias() += layer.mixed * weights.out;
    Norm<Scalar>(layer.middle, weights.norm2, &layer.rms2, &layer.normed2);
    layer.up.noalias() = layer.normed2 * weights.up;
    layer.up = layer.up.cwiseMax(0);
    layer.squared = layer.up.cwiseAbs2();
    x = layer.middle;
    x.noalias() += layer.squared * weights.down;
  }
  State& state = *state_;
  state.out = std::move(x);
  Norm<Scalar>(state.out, w.last_norm, &state.rms, &state.normed);
  M& p = state.probabilities;
  p.noalias() = state.normed * w.head;
  state.logp = Vector<Scalar>::Zero(count);
  state.entropy = Vector<Scalar>::Zero(count);
  first = 0;
  for (const size_t end : sequences.ends) {
    for (size_t at = first; at + 1 < end; ++at) {
      auto row = p.row(static_cast<Eigen::Index>(at)).array();
      const Scalar most = row.maxCoeff();
      const Scalar of_next = row(sequences.tokens[at + 1]) - most;
      // The entropy is log sum - sum(p (logit - most)).
      Vector<Scalar> logits = row - most;
      row = (row - most).exp();
      const Scalar sum = row.sum();
      row /= sum;
      const Scalar log_sum = std::log(sum);
      state.logp(static_cast<Eigen::Index>(at + 1)) = of_next - log_sum;
      state.entropy(static_cast<Eigen::Index>(at + 1)) = log_sum - row.matrix().dot(logits);
    }
    // Nothing stands behind the last one.
    p.row(static_cast<Eigen::Index>(end - 1)).setZero();
    first = end;
  }
}

template <typename Scalar>
void Pass<Scalar>::Backward(std::span<const Scalar> parameters, const Sequences& sequences,
                            std::span<const Scalar> coefficients, std::span<Scalar> gradient) {
  using M = Matrix<Scalar>;
  const Weights<Scalar> w(shape_, parameters);
  const Gradients<Scalar> g(shape_, gradient);
  State& state = *state_;
  const Eigen::Index width = shape_.width, head = shape_.head_width();
  const auto count = static_cast<Eigen::Index>(sequences.tokens.size());
  // d logp(next) / d logits = one at the next token, less the probabilities.
  M logits = -state.probabilities;
  size_t first = 0;
  for (const size_t end : sequences.ends) {
    for (size_t at = first; at + 1 < end; ++at) {
      const auto row = static_cast<Eigen::Index>(at);
      logits(row, sequences.tokens[at + 1]) += 1;
      logits.row(row) *= coefficients[at + 1];
    }
    first = end;
  }
  auto head_gradient = g.head;
  head_gradient.noalias() += state.normed.transpose() * logits;
  M normed = logits * w.head.transpose();
  M x = M::Zero(count, width);
  NormBackward<Scalar>(state.out, w.last_norm, state.rms, normed, &x, g.last_norm);
  const Scalar scale = 1 / std::sqrt(static_cast<Scalar>(head));
  for (int number = shape_.layers - 1; number >= 0; --number) {
    auto& layer = state.layers[static_cast<size_t>(number)];
    const auto& weights = w.layers[static_cast<size_t>(number)];
    auto gradients = g.layers[static_cast<size_t>(number)];
    gradients.down.noalias() += layer.squared.transpose() * x;
    M up = x * weights.down.transpose();
    up.array() *= 2 * layer.up.array();
    gradients.up.noalias() += layer.normed2.transpose() * up;
    normed.noalias() = up * weights.up.transpose();
    NormBackward<Scalar>(layer.middle, weights.norm2, layer.rms2, normed, &x, gradients.norm2);
    gradients.out.noalias() += layer.mixed.transpose() * x;
    const M mixed = x * weights.out.transpose();
    M qkv(count, 3 * width);
    first = 0;
    size_t index = 0;
    for (const size_t end : sequences.ends) {
      const auto at = static_cast<Eigen::Index>(first);
      const auto length = static_cast<Eigen::Index>(end - first);
      for (int h = 0; h < shape_.heads; ++h) {
        const M& attention = layer.attention[index++];
        const auto q = layer.qkv.block(at, h * head, length, head);
        const auto k = layer.qkv.block(at, width + h * head, length, head);
        const auto v = layer.qkv.block(at, 2 * width + h * head, length, head);
        const auto of_mixed = mixed.block(at, h * head, length, head);
        qkv.block(at, 2 * width + h * head, length, head).noalias() =
            attention.transpose() * of_mixed;
        M scores = of_mixed * v.transpose();
        const Vector<Scalar> along = scores.cwiseProduct(attention).rowwise().sum();
        scores.colwise() -= along;
        scores.array() *= scale * attention.array();
        qkv.block(at, h * head, length, head).noalias() = scores * k;
        qkv.block(at, width + h * head, length, head).noalias() = scores.transpose() * q;
      }
      first = end;
    }
    gradients.qkv.noalias() += layer.normed1.transpose() * qkv;
    normed.noalias() = qkv * weights.qkv.transpose();
    NormBackward<Scalar>(layer.in, weights.norm1, layer.rms1, normed, &x, gradients.norm1);
  }
  auto embedding = g.embedding;
  auto positions = g.positions;
  first = 0;
  for (const size_t end : sequences.ends) {
    for (size_t at = first; at < end; ++at) {
      const auto row = x.row(static_cast<Eigen::Index>(at));
      embedding.row(sequences.tokens[at]) += row;
      positions.row(static_cast<Eigen::Index>(at - first)) += row;
    }
    first = end;
  }
}

template class Pass<float>;
template class Pass<double>;

}  // namespace assay::tiny
