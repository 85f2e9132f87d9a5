// ZeroOne: cells that are 0 or 1, weighted sums of them that must lie in a span, and a search for
// values that satisfy all sums.
//
// Most puzzles of boards are such, so one search serves them all, as a solver and to see whether a
// puzzle has another answer. It assigns what a sum forces, and where none forces anything tries
// both values of a cell of the sum that is nearest to be settled, sums that failed often first. The
// same for the same problem on every machine. Not thread-safe; const is.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"

namespace assay::logic {

class ZeroOne {
 public:
  struct Term {
    size_t cell;
    int weight;
  };
  struct Sum {
    std::vector<Term> terms;
    int least;
    int most;
  };
  enum class End { kFound, kNone, kGaveUp };
  // Some 0.2 s.
  static constexpr size_t kMostWork = 100'000'000;

  explicit ZeroOne(size_t cells) : cells_(cells) {}

  size_t cells() const { return cells_; }
  const std::vector<Sum>& sums() const { return sums_; }

  // One more cell; its number.
  size_t Add() { return cells_++; }
  // least <= the sum of the weights of those that are 1 <= most. REQUIRES: no cell twice.
  void Require(std::vector<Term> terms, int least, int most);
  // As many of them are 1.
  void Count(const std::vector<size_t>& cells, int least, int most);
  void Fix(size_t cell, bool one) { Count({cell}, one ? 1 : 0, one ? 1 : 0); }
  // The first cells are not all as in `values`.
  void Forbid(const std::vector<uint8_t>& values);

  // On kFound `values` has one for every cell. `most_work`: terms looked at, about 2 ns each.
  End Search(size_t most_work, std::vector<uint8_t>* values) const;

 private:
  size_t cells_;
  std::vector<Sum> sums_;
};

// What Kind::Solve says when the search ended without an answer.
Error NoAnswer(ZeroOne::End end);

}  // namespace assay::logic
