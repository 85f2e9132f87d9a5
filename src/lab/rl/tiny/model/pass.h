// Pass: a small transformer over some sequences, forward, then backward: what training needs of it.
// Float for runs, double for tests of the gradient.
//
// One thread's; several may use the same parameters. Memory is that of the activations: some
// (14 layers width + vocabulary) numbers a token. Eigen stays inside the source file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lab/rl/tiny/model/shape.h"

namespace assay::tiny {

// Sequences, one behind the other.
struct Sequences {
  std::vector<int> tokens;
  std::vector<size_t> ends;  // of each sequence: the index behind its last token; ascending
};

template <typename Scalar>
class Pass {
 public:
  explicit Pass(const Shape& shape);
  ~Pass();
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  // REQUIRES: parameters of the shape's size, sequences of 2 to context tokens of the vocabulary.
  void Forward(std::span<const Scalar> parameters, const Sequences& sequences);
  // Of each token its log-probability after those before it, and the entropy of what might have
  // stood there; 0 for the first of a sequence. REQUIRES: Forward.
  std::span<const Scalar> log_probabilities() const;
  std::span<const Scalar> entropies() const;
  // Adds to `gradient` that of sum(coefficients * log_probabilities). REQUIRES: Forward with the
  // same parameters and sequences; once for each.
  void Backward(std::span<const Scalar> parameters, const Sequences& sequences,
                std::span<const Scalar> coefficients, std::span<Scalar> gradient);

 private:
  struct State;
  const Shape shape_;
  std::unique_ptr<State> state_;
};

extern template class Pass<float>;
extern template class Pass<double>;

}  // namespace assay::tiny
