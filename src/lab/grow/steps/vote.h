// Vote: what references answer on an input, put to the vote. An expected output is one that they
// agree on; where one of them fails the input may break the problem's rules, and there is none.
//
// Pure; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "lab/grow/model/growth.h"
#include "lab/grow/oracle/oracle.h"

namespace assay::grow {

enum class Verdict {
  kAgreed,
  kCrashed,
  kLate,
  kNoData,
  kNondeterministic,
  kDisagreed,
  kTooFew,
  kOutside
};

struct Vote {
  Verdict verdict = Verdict::kDisagreed;
  DataValue answer;             // of kAgreed
  std::vector<size_t> agreed;   // references that gave it
  std::vector<size_t> against;  // those that gave another
};

// `first` and `again`: of each reference on this input, at two times. `beyond`: the input is unlike
// the given ones.
Vote TakeVote(const Oracle& oracle, const std::vector<const Observation*>& first,
              const std::vector<const Observation*>& again, bool beyond,
              const GrowOptions& options);

// References that contradict the problem's own one, `own`, on a tenth of the inputs or more, each
// alone: programs that weak tests let pass. Where they differ seldom nobody knows who is right.
// `looks`: of each reference on each input. `counts`: inputs that are like the given ones.
std::vector<size_t> Contradicting(const Oracle& oracle,
                                  const std::vector<std::vector<Observation>>& looks,
                                  const std::vector<bool>& counts, size_t own);

void Count(Verdict verdict, Fates* fates);

}  // namespace assay::grow
