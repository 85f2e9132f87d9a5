// VerifyBatch: the submissions of a request, whole: with their problems, what their bundles hold
// and what their results will repeat. Made from a parsed request by finding what it names.
//
// Thread-safe. Finding has two halves, because most requests name nothing, or what memory has: see
// VerifyFinder.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/native/bundle_planner.h"
#include "api/native/verify_request.h"
#include "api/native/verify_result.h"
#include "api/problems/find_problem.h"
#include "sessions/sandboxes.h"

namespace assay {

struct VerifyTask {
  Submission submission;  // without a problem when that is unknown
  VerifyEcho echo;
  // The problem was named by a hash this server doesn't know: what to tell the client.
  std::optional<std::string> unknown_problem;
  // What it takes from a sandbox could not be read.
  std::optional<SandboxFault> unread;
};

struct VerifyBatch {
  std::vector<VerifyTask> tasks;  // in the request's order
  bool single = false;
  bool stream = false;
  std::shared_ptr<const void> held;  // until all is judged: the account of what was read for it
};

// From a request to its batch. Not thread-safe: one thread at a time, in the order of the methods.
// The request's document outlives it.
class VerifyFinder {
 public:
  // `problems`: of the request's tenant.
  VerifyFinder(VerifyRequest request, const BundleParts& parts, TenantProblems problems)
      : request_(std::move(request)), parts_(parts), problems_(std::move(problems)) {}

  // Decodes the problems given inside; their faults go where they belong among the submissions'.
  void FindGiven();
  // Of the request, when it is one submission.
  const FieldErrors* FaultsOfSingle() const {
    return request_.single && !request_.items.empty() ? &request_.items[0].faults : nullptr;
  }
  // Reads what submissions take from sandboxes (sandbox_reading.h); `done` before anything else is
  // asked of it.
  void ReadSandboxes(Sandboxes* sandboxes, std::string tenant, std::function<void()> done);
  // Finds what memory has. Returns whether Finish would not wait.
  bool FindInMemory();
  // May wait for the disk, unless FindInMemory said no.
  VerifyBatch Finish();

 private:
  // With the first submission: the answer has no other place for what concerns the request.
  void WarnOfUnnamed();
  bool BundlesMayWait() const;
  VerifyTask MakeTask(VerifyItem item, size_t index, BundlePlanner* bundles);

  VerifyRequest request_;
  const BundleParts& parts_;
  const TenantProblems problems_;
  std::shared_ptr<const void> held_;
  std::vector<FoundProblem> found_;  // parallel to the request's problems
};

}  // namespace assay
