// Verdict bundles: one JSON object with everything a verdict depends on, and the verdict, so that
// `assay rejudge` can reproduce it later or elsewhere (docs/operate.md).
//
//   {"format": "assay-bundle-1",
//    "submission": {a submission of POST /v1/verify, its problem named by hash},
//    "problem": {the problem itself},                       only when embedded
//    "environment": {"assay", "tier", "toolchains", "seed", "time_multiplier"},
//    "verdict": {"verdict", "cause", "reason", "score", "separation", "tests": […]},
//    "sha256": {"submission": …, "environment": …, "verdict": …}}
//
// The hashes are of the canonical forms (canonical_json.h). They find damage and careless edits;
// they are no signature, since whoever changes a bundle can compute them anew.
//
// Pure functions, thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/submission.h"
#include "model/submission_result.h"
#include "text/json_reader.h"

namespace assay {

// What is known of a bundle before the verdict is.
struct BundleSource {
  std::string submission;                      // JSON
  std::shared_ptr<const std::string> problem;  // canonical JSON; null: by hash only
  std::string environment;                     // JSON
};

// `problem`: the SHA-256 of the problem's canonical JSON. REQUIRES: all text is UTF-8.
std::string BundleSubmission(const Submission& submission, const std::string& problem);

// The verdict as bundles have it. Tests without an id are named by their index.
std::string BundleVerdict(const std::vector<std::string>& test_ids, const SubmissionResult& result);

std::string RenderBundle(const BundleSource& source, const std::vector<std::string>& test_ids,
                         const SubmissionResult& result);
// The same with a verdict that was written before.
std::string RenderBundle(const BundleSource& source, const std::string& verdict);

// A bundle's parts. They refer to the document they were read from.
struct Bundle {
  JsonValue submission;
  JsonValue problem;  // nothing when by hash only
  JsonValue environment;
  JsonValue verdict;
  std::string problem_sha256;
  // Parts that aren't what the bundle's hashes say: "submission", "problem", "environment",
  // "verdict".
  std::vector<std::string> changed;
};

// kInvalidArgument says what is missing or malformed.
Result<Bundle> ReadBundle(JsonValue json);

// The body of POST /v1/verify that judges the bundle's submission again, without the verdict cache,
// and asks for the new verdict's bundle.
std::string RejudgeRequest(const Bundle& bundle);

}  // namespace assay
