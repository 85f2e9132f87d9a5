#include "engine/cache/verdict_cache.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/work/fingerprint.h"

namespace assay {
namespace {

constexpr size_t kKeyLength = 64;  // of a SHA-256; a flight's name is that and its class

void AddLimits(const Limits& limits, PartWriter* key) {
  limits.Visit([key](std::string_view, int64_t value) { key->Add(value); });
}

int64_t BytesOfRun(const RunResult& run) {
  size_t bytes = run.stdout_bytes.size() + run.stderr_bytes.size() + run.reply_bytes.size();
  for (const auto& [name, contents] : run.files) bytes += name.size() + contents->size();
  return static_cast<int64_t>(bytes);
}

bool MetAClock(const RunResult& run) {
  return run.status == RunStatus::kCpuLimit || run.status == RunStatus::kWallLimit;
}

}  // namespace

std::string VerdictKey(const Submission& submission, std::string_view conditions) {
  const Problem& problem = *submission.problem;
  if (!submission.reuse || problem.identity.empty() || problem.mode == ProblemMode::kRun ||
      !submission.fetch_files.empty()) {
    return {};
  }
  PartWriter key;
  // One tenant must not learn from a quick answer what another has had judged.
  if (!submission.tenant.empty()) key.Add("tenant").Add(submission.tenant);
  key.Add(conditions).Add(problem.identity).Add(submission.language).Add(submission.code);
  AddLimits(submission.limits, &key);
  AddLimits(submission.compile_limits, &key);
  key.Add(submission.stop == StopPolicy::kRunAll ? "all" : "first");
  key.Add(submission.total_timeout.count());
  key.Add(static_cast<int64_t>(submission.files.size()));
  for (const auto& [path, contents] : submission.files) {
    key.Add(path).Add(Sha256Hex(contents->view()));
  }
  for (const std::string& flag : submission.compile_flags) key.Add(flag);
  return key.Fingerprint();
}

Sharing SharingOf(const SubmissionResult& result) {
  if (result.cause != Cause::kCandidate || result.reason == Reason::kTotalTimeout) {
    return Sharing::kNobody;
  }
  bool clock = result.verdict == Verdict::kTimeLimit ||
               (result.compile && result.compile->status != RunStatus::kExited);
  for (const TestResult& test : result.tests) {
    if (test.cause != Cause::kCandidate || test.reason == Reason::kTotalTimeout)
      return Sharing::kNobody;
    clock |= test.verdict == Verdict::kTimeLimit || (test.executed && MetAClock(test.run));
  }
  return clock ? Sharing::kFlight : Sharing::kKeep;
}

int64_t BytesOf(const SubmissionResult& result) {
  int64_t bytes = sizeof result + static_cast<int64_t>(result.message.size());
  if (result.compile) bytes += BytesOfRun(*result.compile);
  for (const TestResult& test : result.tests) {
    bytes += static_cast<int64_t>(sizeof test + test.message.size());
    bytes += BytesOfRun(test.run);
  }
  return bytes;
}

VerdictCache::Joined VerdictCache::Join(const std::string& key, Priority priority, JobId job) {
  ASSAY_CHECK(key.size() == kKeyLength);
  if (const SubmissionResultPtr* kept = kept_.Find(key)) return {Role::kHit, {}, *kept};
  std::string flight = key + std::to_string(static_cast<int>(priority));
  const Role role = flights_.Join(flight, job) ? Role::kLead : Role::kWait;
  return {role, std::move(flight), nullptr};
}

void VerdictCache::Keep(const std::string& flight, SubmissionResultPtr result, int64_t bytes) {
  kept_.Put(flight.substr(0, kKeyLength), std::move(result), bytes);
}

}  // namespace assay
