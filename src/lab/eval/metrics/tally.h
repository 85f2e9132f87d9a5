// Tally: the samples of one item, counted; Counts: those of many. Which sample is in which
// denominator is decided here and nowhere else:
//   judged   passed or failed; the only ones that a score is made of
//   masked   was judged and says nothing about the model
//   errored  was never answered, or never judged; a sample that is still to be asked for is one
// The shares of truncated, empty, unextracted, errored and masked are of all samples asked for.
//
// Pure functions on plain values, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lab/eval/metrics/at_k.h"
#include "lab/eval/model/outcome.h"

namespace assay::eval {

struct Counts {
  int64_t asked = 0;
  int64_t passed = 0;
  int64_t failed = 0;
  int64_t masked = 0;
  int64_t errored = 0;
  int64_t truncated = 0;
  int64_t empty = 0;
  int64_t unextracted = 0;

  int64_t judged() const { return passed + failed; }
  // Of those asked for; 0 when there are none.
  double Share(int64_t count) const;
  void Add(const Counts& other);
};

struct Tally {
  size_t item = 0;  // index into the items of the run
  Counts counts;
  // Of judged samples, by their canonical answers; empty when no sample has any.
  std::vector<AnswerVotes> votes;
  int64_t abstained = 0;          // judged, without an answer
  std::optional<double> partial;  // mean share of tests; none unless every judged sample has one

  double SolveRate() const;  // REQUIRES: counts.judged() > 0
};

// One for each item from 0 to items - 1, whether it has samples or not. The order of `outcomes`
// doesn't matter.
std::vector<Tally> TallyByItem(size_t items, const std::vector<Outcome>& outcomes);

}  // namespace assay::eval
