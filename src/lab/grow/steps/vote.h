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
  std::vector<size_t> against;  // those that gave another, or none
};

enum class Ground {
  kLike,     // an input like the given ones: who leads is right
  kUnlike,   // unlike them: three have to agree, all there are
  kOwnWord,  // unlike them, with the problem's own reference among those who vote: two have to
             // agree, all there are. It says what is right, and one other that such an input is one
             // at all
  kOwnQuestion,  // of a kind that the problem's own reference, the first of all, asks about: its
                 // author decided what is right there, whatever the others say
};

// `first` and `again`: of each reference on this input, at two times.
Vote TakeVote(const Oracle& oracle, const std::vector<const Observation*>& first,
              const std::vector<const Observation*>& again, Ground ground,
              const GrowOptions& options);

// References that contradict the problem's own one, `own`, on a tenth of the inputs or more, each
// alone: programs that weak tests let pass. Where they differ seldom nobody knows who is right.
// `looks`: of each reference on each input. `counts`: inputs that are like the given ones.
std::vector<size_t> Contradicting(const Oracle& oracle,
                                  const std::vector<std::vector<Observation>>& looks,
                                  const std::vector<bool>& counts, size_t own);

void Count(Verdict verdict, Fates* fates);

}  // namespace assay::grow
