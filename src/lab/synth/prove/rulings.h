// What a judge says about given outputs: each is printed by a program of ours in the sandbox, so
// that the judge meets it as it would a submission's. A failure of ours is no ruling.
//
// Thread-safe; blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/synth/model/problem.h"
#include "service/judge.h"

namespace assay::synth {

enum class Ruling {
  kAccepted,
  kRejected,
  kBroke,      // crashed, stalled or broke a limit on this output, though not on a right one
  kGaveUp,     // said that the problem is at fault: testlib's _fail
  kUnusable,   // doesn't compile, or fails on a right output as well
  kNoVerdict,  // our own failure
};

struct Ruled {
  Ruling ruling = Ruling::kNoVerdict;
  std::string reason;   // of the verdict: "checker_rejected"
  std::string message;  // a sentence for people
};

struct GivenOutput {
  size_t test = 0;
  const std::string* text = nullptr;  // outlives the call
};

// In the order of the outputs. The judge is asked about every output, also where a comparison would
// have accepted it. An Error: nobody answers. `stop`: ends the waiting, with an Error; may be null.
Result<std::vector<Ruled>> RuleOn(const SynthProblem& problem, const Judge& candidate,
                                  const std::vector<GivenOutput>& outputs, service::Judge& judge,
                                  const std::atomic<bool>* stop);

}  // namespace assay::synth
