#include "engine/cache/verdict_cache.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kKeyLength = 64;  // of a SHA-256; a flight's name is that and its class

void Add(std::string_view part, std::string* text) {
  text->append(std::to_string(part.size())).append(":").append(part);
}

void AddLimits(const Limits& limits, std::string* text) {
  for (const int64_t number :
       {static_cast<int64_t>(limits.cpu_time.count()),
        static_cast<int64_t>(limits.wall_time.count()),
        static_cast<int64_t>(limits.wall_backstop_factor), limits.memory_bytes, limits.output_bytes,
        limits.file_bytes, limits.processes, limits.stack_bytes}) {
    Add(std::to_string(number), text);
  }
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
  std::string text;
  Add(conditions, &text);
  Add(problem.identity, &text);
  Add(submission.language, &text);
  Add(submission.code, &text);
  AddLimits(submission.limits, &text);
  AddLimits(submission.compile_limits, &text);
  Add(submission.stop == StopPolicy::kRunAll ? "all" : "first", &text);
  Add(std::to_string(submission.total_timeout.count()), &text);
  Add(std::to_string(submission.files.size()), &text);
  for (const auto& [path, contents] : submission.files) {
    Add(path, &text);
    Add(Sha256Hex(contents->view()), &text);
  }
  for (const std::string& flag : submission.compile_flags) Add(flag, &text);
  return Sha256Hex(text);
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
  const auto [entry, lead] = flights_.try_emplace(flight);
  if (lead) return {Role::kLead, std::move(flight), nullptr};
  entry->second.push_back(job);
  return {Role::kWait, std::move(flight), nullptr};
}

bool VerdictCache::HasWaiters(const std::string& flight) const {
  const auto found = flights_.find(flight);
  return found != flights_.end() && !found->second.empty();
}

std::vector<JobId> VerdictCache::Land(const std::string& flight) {
  const auto found = flights_.find(flight);
  ASSAY_CHECK(found != flights_.end());
  std::vector<JobId> waiters = std::move(found->second);
  flights_.erase(found);
  return waiters;
}

void VerdictCache::Keep(const std::string& flight, SubmissionResultPtr result, int64_t bytes) {
  kept_.Put(flight.substr(0, kKeyLength), std::move(result), bytes);
}

}  // namespace assay
