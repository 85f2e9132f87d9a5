// Rejudging: what differs between the verdict in a bundle and the one a submission gets now. Pure,
// thread-safe.
#pragma once

#include <string>
#include <vector>

#include "api/native/bundle.h"

namespace assay {

// A value as it was and as it is, in words.
struct Change {
  std::string what;  // "verdict", "test 3: cause"
  std::string then;
  std::string now;
};

struct RejudgeReport {
  // Any of these and the verdict is another one: verdict, cause or score of the submission, verdict
  // or cause of a test, number of tests.
  std::vector<Change> differences;
  // Conditions that may explain a difference: tier, toolchains, version, seed, time multiplier.
  std::vector<Change> warnings;
  // Of no consequence: reasons, when verdict and cause are the same, and largest times.
  std::vector<Change> notes;

  bool same() const { return differences.empty(); }
};

RejudgeReport CompareBundles(const Bundle& then, const Bundle& now);

}  // namespace assay
