// Match: how two texts stand to each other under a comparison's rules. A plain value.
#pragma once

namespace assay {

enum class Match {
  kEqual,
  kDifferent,
  kLayoutDiffers,   // the same tokens in the same order; only white space differs
  kUnreadable,      // the output is not of the form that the comparison reads
  kBadExpectation,  // the expected text does not fit the mode: the problem's fault
};

}  // namespace assay
