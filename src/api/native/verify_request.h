// Requests of POST /v1/verify, parsed into values. Pure: what a request names is found later
// (verify_batch.h). Thread-safe.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "api/native/sandbox_source.h"
#include "api/native/verify_result.h"
#include "api/problems/problem_source.h"
#include "api/sessions/wire/sandbox_answer.h"
#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "model/submission.h"
#include "text/field_reader.h"

namespace assay {

// Of each output of each test a client may ask for so much.
inline constexpr int64_t kMostIncludedBytes = 16 << 20;

struct VerifyRules {
  const ApiLanguages& languages;
  LimitPolicy limits;
  int max_submissions = 100'000;
};

struct VerifyItem {
  Submission submission;              // without its problem
  std::optional<size_t> problem;      // which of the request's; nothing: faulty
  FieldErrors faults;                 // it isn't judged when it has any
  std::vector<std::string> warnings;  // fields that nobody reads
  bool include_output = false;
  // How the program was found, when it came in a response and the client wants to know.
  std::optional<Extraction> extraction;
  int64_t include_output_bytes = 64 << 10;  // of each output of each test
  bool bundle = false;
  std::optional<bool> embed_tests;       // in the bundle; nothing: as it fits
  std::optional<SandboxSource> sandbox;  // read later; the submission then lacks it
  std::optional<SandboxFault> unread;    // of that: it isn't judged, and the fault isn't its own
};

// A problem of the request's "problems" that no submission names.
struct UnnamedProblem {
  std::optional<size_t> source;  // which of the request's; nothing: faulty
  FieldErrors faults;
};

// Refers to the request's document by its problems.
struct VerifyRequest {
  std::vector<VerifyItem> items;
  std::vector<ProblemSource> problems;
  std::vector<UnnamedProblem> unnamed;
  bool single = false;  // the body is one submission object
  bool stream = false;
};

// Faults of a submission are with it; `errors` has those of the request around them.
VerifyRequest ParseVerify(JsonValue body, const VerifyRules& rules, FieldErrors* errors);

// Names the members that nobody reads of a body that is one submission, for clients which have none
// of their own but `own`. The route ignores them, and those of mode swe it refuses: none of that
// mode is named.
void WarnOfUnknownInSubmission(JsonValue body, std::string_view own,
                               std::vector<std::string>* warnings);

// For routes whose items may be submissions among other things: of the body's list `name` those at
// `wanted`, in that order, and the body's "problems". None of them may read from a sandbox.
VerifyRequest ParseSubmissionsOf(JsonValue body, std::string_view name,
                                 const std::vector<size_t>& wanted, const VerifyRules& rules,
                                 FieldErrors* errors);

}  // namespace assay
