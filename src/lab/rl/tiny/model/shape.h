// Shape: of a small transformer, and where each of its parameters lies in one flat array. Plain
// values; thread-safe.
#pragma once

#include <cstddef>

namespace assay::tiny {

// Pre-norm, as GPT-2's successors are: learned positions, RMS norms (Zhang and Sennrich 2019), no
// biases, squared ReLU (So et al. 2021), which is cheap and has no kink that a difference could
// stumble over.
struct Shape {
  int vocabulary = 0;
  int context = 0;  // tokens of a sequence, at most
  int width = 96;   // a multiple of heads
  int heads = 4;
  int layers = 2;

  int head_width() const { return width / heads; }
  int inner() const { return 4 * width; }
};

// Indices of the first number of each matrix, all of them row by row.
struct Layout {
  explicit Layout(const Shape& shape)
      : shape_(shape),
        d_(static_cast<size_t>(shape.width)),
        v_(static_cast<size_t>(shape.vocabulary)) {}

  size_t Embedding() const { return 0; }                            // vocabulary x width
  size_t Positions() const { return v_ * d_; }                      // context x width
  size_t Norm1(int layer) const { return Of(layer); }               // width
  size_t Qkv(int layer) const { return Of(layer) + d_; }            // width x 3 width
  size_t Out(int layer) const { return Qkv(layer) + 3 * d_ * d_; }  // width x width
  size_t Norm2(int layer) const { return Out(layer) + d_ * d_; }    // width
  size_t Up(int layer) const { return Norm2(layer) + d_; }          // width x inner
  size_t Down(int layer) const { return Up(layer) + 4 * d_ * d_; }  // inner x width
  size_t LastNorm() const { return Of(shape_.layers); }             // width
  size_t Head() const { return LastNorm() + d_; }                   // width x vocabulary
  size_t size() const { return Head() + d_ * v_; }

 private:
  size_t Of(int layer) const {
    return Positions() + static_cast<size_t>(shape_.context) * d_ +
           static_cast<size_t>(layer) * (2 * d_ + 12 * d_ * d_);
  }

  Shape shape_;
  size_t d_;
  size_t v_;
};

}  // namespace assay::tiny
