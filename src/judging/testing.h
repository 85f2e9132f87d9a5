// What tests of judging, and of the engine on top of it, share: ends of runs, submissions whose
// right answer is an echo, a clock that stands still until told. Test-only.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "langs/language.h"
#include "model/run_result.h"
#include "model/submission.h"

namespace assay {

class FakeClock final : public Clock {
 public:
  SteadyTime Now() const override { return SteadyTime(Nanoseconds(now_.load())); }
  void Advance(Nanoseconds by) { now_ += by.count(); }

 private:
  std::atomic<int64_t> now_{1'000'000'000};
};

// Far beyond what any test needs: reached only when something hangs.
inline SteadyTime Generous() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(60);
}

inline RunResult Exited(int code, std::string output = "") {
  RunResult run;
  run.status = RunStatus::kExited;
  run.exit_code = code;
  run.stdout_bytes = std::move(output);
  run.cpu_time = std::chrono::milliseconds(1);
  run.tier = "fake";
  return run;
}

inline RunResult Ended(RunStatus status) {
  RunResult run;
  run.status = status;
  return run;
}

inline Error Broken() {
  return {ErrorCode::kUnavailable, "fake.box", 0, "the box died"};
}

// A test whose right answer is an echo of its input; "wrong…" inputs expect something else.
inline TestCase EchoTest(const std::string& input) {
  const bool wrong = input.rfind("wrong", 0) == 0;
  return {input, Blob::FromString(input), Blob::FromString(wrong ? "something else" : input)};
}

inline Submission MakeSubmission(const std::vector<std::string>& inputs) {
  auto problem = std::make_shared<Problem>();
  for (const std::string& input : inputs) problem->tests.push_back(EchoTest(input));
  Submission submission;
  submission.language = "python";
  submission.code = "print(input())";
  submission.problem = std::move(problem);
  return submission;
}

// Changes a submission's problem, which is immutable once shared.
template <typename Change>
Submission WithProblem(Submission submission, Change change) {
  auto problem = std::make_shared<Problem>(*submission.problem);
  change(*problem);
  submission.problem = problem;
  return submission;
}

inline const LanguageTable& TestLanguages() {
  static const LanguageTable* const table = new LanguageTable(LanguageConfig{});
  return *table;
}

}  // namespace assay
