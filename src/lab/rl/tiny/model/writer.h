// Writer: a small transformer that writes, a token at a time for many sequences at once. What it
// has read of each stays in its slot; new parameters take effect with the next token.
//
// One thread's.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "lab/rl/tiny/model/shape.h"

namespace assay::tiny {

class Writer {
 public:
  // Slots: sequences at a time. Memory: 2 layers context width floats a slot.
  Writer(const Shape& shape, int slots);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  struct Step {
    int slot = 0;
    int position = 0;  // of the token; 0 begins the slot anew
    int token = 0;
  };
  // Reads a token of each of these slots. Of each the logits of what comes next, in one row of the
  // vocabulary's length. REQUIRES: positions that follow those before, below context; each slot
  // once.
  std::span<const float> Read(std::span<const float> parameters, const std::vector<Step>& steps);

 private:
  struct State;
  const Shape shape_;
  std::unique_ptr<State> state_;
};

}  // namespace assay::tiny
