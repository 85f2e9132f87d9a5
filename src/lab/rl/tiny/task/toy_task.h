// Toy tasks: what a small transformer can learn on a CPU in minutes, with answers that a verifier
// has to judge. Sums ("8+9+3+5=") are answered in a box, as mathematics is; lines ("12n-7:") by a
// program that reads n and prints the value.
//
// And the teacher that it learns to imitate first. He guesses, slips, and writes programs that are
// wrong, so that what was imitated is often wrong, but all that is needed was seen; what is right
// only rewards tell. Pure, the same for the same seed; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dice/mix.h"

namespace assay::tiny {

struct ToyTask {
  enum class Kind { kSum, kLine };
  Kind kind = Kind::kSum;
  std::vector<int> terms;  // of a sum
  int factor = 0;          // of a line: factor n + shift
  int shift = 0;

  // Its name, too.
  std::string Prompt() const;
};

// Of all tasks one in four is held out, whatever the seed; none of them is ever trained on.
enum class Part { kTraining, kHeldOut };

// Different ones. `lines`: their share. REQUIRES: there are as many, some 4,900 sums and 14,500
// lines for training and a third of that held out.
std::vector<ToyTask> DrawTasks(Part part, size_t count, double lines, uint64_t seed);

// The row of a data set, as `assay curriculum` and `assay orchestrate` read it: {"id", "domain",
// "prompt", and "gold" or "problem"}.
std::string RowOf(const ToyTask& task);

struct Teacher {
  double guesses = 0.7;  // share of sums that he answers without working them out
  double slips = 0.005;  // of each of the steps when he does
  double wrong_lines = 0.6;
};
std::string Demonstration(const ToyTask& task, const Teacher& teacher, Dice* dice);

}  // namespace assay::tiny
