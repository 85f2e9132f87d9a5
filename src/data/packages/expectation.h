// What a package's authors expect of a submission, and whether a verdict is that. Pure.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "data/packages/package.h"
#include "model/submission_result.h"

namespace assay {

struct Expectation {
  // Which verdicts are as expected; empty: the package doesn't say, or in words we don't know.
  std::set<Verdict> verdicts;
  bool partial = false;  // rejected, but with points
  std::string text;      // the authors' words: "wrong_answer"
};

// By the submission's folder. In a folder other than the formats' four ("mixed", "rejected"), a tag
// @EXPECTED_RESULTS@ in a source goes first; in the four it is ignored, as the tools that brought
// it up do.
Expectation ExpectationOf(const PackageSubmission& submission);

// Nullopt when nothing is known to be expected, or there is no verdict about the submission.
std::optional<bool> Agrees(const Expectation& expectation, const SubmissionResult& result);

}  // namespace assay
