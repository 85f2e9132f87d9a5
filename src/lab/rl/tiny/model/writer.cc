#include "lab/rl/tiny/model/writer.h"

#include <Eigen/Core>
#include <cmath>

#include "lab/rl/tiny/model/matrix.h"

namespace assay::tiny {
namespace {

using M = Matrix<float>;

M Normed(const M& in, const ConstRow<float>& gain) {
  return InverseRms(in).asDiagonal() * in * gain.asDiagonal();
}

}  // namespace

struct Writer::State {
  // By layer and slot: context rows of keys, then of values.
  std::vector<M> keys, values;
  M logits;
};

Writer::Writer(const Shape& shape, int slots) : shape_(shape), state_(std::make_unique<State>()) {
  const auto count = static_cast<size_t>(shape.layers) * static_cast<size_t>(slots);
  state_->keys.assign(count, M(shape.context, shape.width));
  state_->values.assign(count, M(shape.context, shape.width));
}

Writer::~Writer() = default;

std::span<const float> Writer::Read(std::span<const float> parameters,
                                    const std::vector<Step>& steps) {
  const Weights<float> w(shape_, parameters);
  const Eigen::Index width = shape_.width, head = shape_.head_width();
  const auto count = static_cast<Eigen::Index>(steps.size());
  const size_t slots = state_->keys.size() / static_cast<size_t>(shape_.layers);
  const float scale = 1 / std::sqrt(static_cast<float>(head));
  M x(count, width);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Step& step = steps[static_cast<size_t>(i)];
    x.row(i) = w.embedding.row(step.token) + w.positions.row(step.position);
  }
  M mixed(count, width);
  for (size_t number = 0; number < w.layers.size(); ++number) {
    const auto& layer = w.layers[number];
    const M qkv = Normed(x, layer.norm1) * layer.qkv;
    for (Eigen::Index i = 0; i < count; ++i) {
      const Step& step = steps[static_cast<size_t>(i)];
      const size_t at = number * slots + static_cast<size_t>(step.slot);
      M& keys = state_->keys[at];
      M& values = state_->values[at];
      keys.row(step.position) = qkv.row(i).segment(width, width);
      values.row(step.position) = qkv.row(i).tail(width);
      const Eigen::Index seen = step.position + 1;
      for (int h = 0; h < shape_.heads; ++h) {
        Vector<float> scores = scale * (keys.block(0, h * head, seen, head) *
                                        qkv.row(i).segment(h * head, head).transpose());
        scores = (scores.array() - scores.maxCoeff()).exp();
        scores /= scores.sum();
        mixed.row(i).segment(h * head, head).noalias() =
            scores.transpose() * values.block(0, h * head, seen, head);
      }
    }
    x.noalias() += mixed * layer.out;
    const M up = (Normed(x, layer.norm2) * layer.up).cwiseMax(0).cwiseAbs2();
    x.noalias() += up * layer.down;
  }
  state_->logits.noalias() = Normed(x, w.last_norm) * w.head;
  return {state_->logits.data(), static_cast<size_t>(state_->logits.size())};
}

}  // namespace assay::tiny
