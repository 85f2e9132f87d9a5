// Judges random submissions through the engine, over a runner that plays any program, and checks
// what must hold of every result; above all that none is blamed on our environment.
//
//   submission_fuzz [COUNT [SEED [REPOSITORY]]]
//
// Prints how many ended with which verdict and cause, and each finding with the seed that makes its
// submission again. Exit code 1 when there are findings.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "base/mutex.h"
#include "engine/engine.h"
#include "playing_runner.h"
#include "submission_source.h"

namespace assay {
namespace {

constexpr int kSlots = 2;
constexpr int kMostInFlight = 256;
constexpr size_t kMostFindingsShown = 20;

// Why the result can't be right; empty when nothing speaks against it.
std::string Fault(const Submission& submission, const SubmissionResult& result) {
  const auto about = [&](Verdict verdict, Cause cause, bool listed) -> std::string {
    if (cause == Cause::kInfrastructure || verdict == Verdict::kInternalError) {
      return "blamed on our environment";
    }
    if (cause == Cause::kCancelled) return "cancelled, though nobody asked for that";
    if ((verdict == Verdict::kJudgeError) != (cause == Cause::kProblem)) {
      return "verdict and cause don't fit";
    }
    return listed ? "" : "the table of reasons has no such row";
  };
  std::string fault = about(result.verdict, result.cause,
                            IsSubmissionOutcome(result.verdict, result.cause, result.reason));
  if (!fault.empty()) return fault;
  const size_t tests = submission.problem->tests.size();
  const bool plain = submission.problem->mode == ProblemMode::kRun;
  if (result.tests.size() != (plain ? 1 : tests)) return "not one result a test";
  bool all_accepted = true;
  for (const TestResult& test : result.tests) {
    all_accepted = all_accepted && test.verdict == Verdict::kAccepted && test.executed;
    fault = about(test.verdict, test.cause, IsTestOutcome(test.verdict, test.cause, test.reason));
    if (!fault.empty()) return "a test: " + fault;
    if (test.share && !(*test.share >= 0 && *test.share <= 1)) return "a share is out of bounds";
  }
  if ((result.verdict == Verdict::kAccepted) != all_accepted) return "accepted, or not, wrongly";
  if (result.cause == Cause::kProblem && result.score) return "a score without a verdict";
  if (result.score && !(*result.score >= 0 && *result.score <= 1))
    return "the score is out of bounds";
  return "";
}

class Tally {
 public:
  void AwaitRoom() {
    MutexLock lock(mutex_);
    while (in_flight_ >= kMostInFlight) changed_.Wait(mutex_);
    ++in_flight_;
  }
  void Refused(uint64_t seed, const Error& error) {
    MutexLock lock(mutex_);
    ++counts_["refused: " + error.field.substr(0, error.field.find('['))];
    Left();
    if (error.code != ErrorCode::kInvalidArgument || error.field.empty()) {
      Find(seed, "refused without a field: " + error.ToString());
    }
  }
  void Judged(uint64_t seed, const Submission& submission, const SubmissionResult& result) {
    const std::string fault = Fault(submission, result);
    MutexLock lock(mutex_);
    ++counts_[std::string(ToString(result.verdict)) + " " + std::string(ToString(result.cause))];
    Left();
    if (!fault.empty()) {
      Find(seed, fault + ": " + std::string(ToString(result.reason)) + ": " + result.message);
    }
  }
  void AwaitAll() {
    MutexLock lock(mutex_);
    while (in_flight_ > 0) changed_.Wait(mutex_);
  }
  size_t Print() const {
    MutexLock lock(mutex_);
    for (const auto& [what, count] : counts_) std::printf("%10zu %s\n", count, what.c_str());
    std::printf("%10zu findings\n", findings_);
    return findings_;
  }

 private:
  void Left() ASSAY_REQUIRES(mutex_) {
    --in_flight_;
    changed_.NotifyAll();
  }
  void Find(uint64_t seed, const std::string& what) ASSAY_REQUIRES(mutex_) {
    if (++findings_ <= kMostFindingsShown) {
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
    }
  }

  mutable Mutex mutex_;
  CondVar changed_;
  int in_flight_ ASSAY_GUARDED_BY(mutex_) = 0;
  size_t findings_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::map<std::string, size_t> counts_ ASSAY_GUARDED_BY(mutex_);
};

int Fuzz(uint64_t count, uint64_t first_seed, const std::string& repository) {
  const SubmissionSource source(repository);
  if (source.programs() == 0) {
    std::fprintf(stderr, "%s: holds no programs to start from\n", repository.c_str());
    return 2;
  }
  PlayingRunner runner(kSlots, first_seed);
  const LanguageTable languages{LanguageConfig{}};
  const RealClock clock;
  Tally tally;
  {
    Engine engine({}, runner, languages, clock, nullptr);
    for (uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
      Submission submission = source.Make(seed);
      tally.AwaitRoom();
      const auto ticket = engine.Submit(submission, [&tally, seed, submission](auto result) {
        tally.Judged(seed, submission, result);
      });
      if (!ticket.ok()) tally.Refused(seed, ticket.error());
    }
    tally.AwaitAll();
  }
  std::printf("%llu submissions from %zu programs, %lld runs\n",
              static_cast<unsigned long long>(count), source.programs(),
              static_cast<long long>(runner.runs()));
  return tally.Print() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  const auto number = [&](int index, uint64_t otherwise) {
    return argc > index ? std::strtoull(argv[index], nullptr, 10) : otherwise;
  };
  return assay::Fuzz(number(1, 10'000), number(2, 1), argc > 3 ? argv[3] : ASSAY_REPOSITORY);
}
