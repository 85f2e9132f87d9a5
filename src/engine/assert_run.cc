#include "engine/assert_run.h"

#include <utility>

#include "base/text.h"
#include "engine/case_plan.h"

namespace assay {
namespace {

// Each round settles at least one more operation; tests that branch on results take a few.
constexpr int kMaxRounds = 8;

std::string KeyOf(const JobPlan& plan) {
  const Problem& problem = *plan.submission.problem;
  std::string text;
  for (const std::string* part : {&plan.program.language, &problem.assert_setup_code,
                                  &problem.assert_code, &problem.function_name}) {
    text += std::to_string(part->size()) + ":" + *part;
  }
  return Sha256Hex(text);
}

TestResult Decided(Judgement judgement, TestResult result) {
  Apply(std::move(judgement), &result);
  return result;
}

Error NotStarted(const RunResult& run) {
  return {ErrorCode::kInternal, "engine.tests", 0,
          "the interpreter of the tests could not be started: " + run.start_error};
}

// What the tests can't honestly say before there are any.
bool IsAboutResults(TestsStatus status) {
  return status == TestsStatus::kPassed || status == TestsStatus::kFailed ||
         status == TestsStatus::kMissing || status == TestsStatus::kMalformed;
}

}  // namespace

std::optional<TestsReply> AssertCallsCache::Find(const std::string& key) {
  MutexLock lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->reply;
}

void AssertCallsCache::Keep(const std::string& key, const TestsReply& reply) {
  MutexLock lock(mutex_);
  if (by_key_.count(key)) return;
  entries_.push_front({key, reply});
  by_key_[key] = entries_.begin();
  bytes_ += entries_.front().bytes();
  while (bytes_ > max_bytes_ && !entries_.empty()) {
    bytes_ -= entries_.back().bytes();
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

std::optional<TaskOutcome> RunSeparatedAsserts(const JobPlan& plan, const Task& task,
                                               const LanguageTable& languages,
                                               AssertCallsCache& cache, const RunFunction& run) {
  const Problem& problem = *plan.submission.problem;
  const TestCase& test = plan.tests()[task.test];
  const std::string key = KeyOf(plan);
  TestResult result;
  RunResult tests_run;
  TestsReply reply;
  if (auto known = cache.Find(key)) {
    reply = *std::move(known);
  } else {
    RunAnswer answer = run(AssertTestsRequest(plan, {}, languages), plan.program.language);
    if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
    if (const auto* error = std::get_if<Error>(&answer)) return InfrastructureFault(*error);
    tests_run = std::get<RunResult>(std::move(answer));
    if (tests_run.status == RunStatus::kStartFailed) {
      return InfrastructureFault(NotStarted(tests_run));
    }
    reply = ParseTestsReply(tests_run);
    if (reply.status == TestsStatus::kNone) reply.status = TestsStatus::kOneProcess;
    if (IsAboutResults(reply.status)) {
      reply.status = TestsStatus::kBroken;
      reply.message = "they answer in place of what runs them";
    }
    // A limit may have been the host's doing; the next submission tries again.
    if (tests_run.status == RunStatus::kExited) cache.Keep(key, reply);
  }
  if (reply.status == TestsStatus::kOneProcess) return std::nullopt;

  const RunResult* candidate_run = nullptr;
  for (int round = 0; reply.status == TestsStatus::kCalls; ++round) {
    if (round == kMaxRounds) {
      return Decided({Verdict::kRuntimeError, Cause::kCandidate, Reason::kUndecided,
                      "what the tests call keeps changing with the results"},
                     std::move(result));
    }
    RunAnswer answer = run(AssertCallsRequest(plan, reply.calls), plan.program.language);
    if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
    if (const auto* error = std::get_if<Error>(&answer)) return InfrastructureFault(*error);
    result.executed = true;
    result.run = std::get<RunResult>(std::move(answer));
    candidate_run = &result.run;
    CallResults results = ReadCallResults(problem, test, result.run, reply.count);
    if (results.fault) return Decided(*std::move(results.fault), std::move(result));

    AssertProgress progress;
    progress.calls = reply.calls;
    progress.results = std::move(results.lines);
    progress.clean = results.clean;
    answer = run(AssertTestsRequest(plan, progress, languages), plan.program.language);
    if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
    if (const auto* error = std::get_if<Error>(&answer)) return InfrastructureFault(*error);
    tests_run = std::get<RunResult>(std::move(answer));
    if (tests_run.status == RunStatus::kStartFailed) {
      return InfrastructureFault(NotStarted(tests_run));
    }
    reply = ParseTestsReply(tests_run);
  }
  if (reply.status == TestsStatus::kOneProcess) {
    // Only results can have led there; the first run saw nothing of the kind.
    reply.status = TestsStatus::kFailed;
    reply.assertion = false;
  }
  return Decided(GradeTests(problem, test, reply, tests_run, candidate_run), std::move(result));
}

}  // namespace assay
