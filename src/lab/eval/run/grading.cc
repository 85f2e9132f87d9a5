#include "lab/eval/run/grading.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/clock.h"
#include "base/text.h"

namespace assay::eval {
namespace {

bool Raised(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load();
}

// Sleeps in short pieces, so that a stop is noticed.
void Pause(double seconds, const std::atomic<bool>* stop) {
  const SteadyTime until = std::chrono::steady_clock::now() + FromSeconds(seconds);
  while (!Raised(stop) && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::min<Nanoseconds>(std::chrono::milliseconds(50),
                                                      until - std::chrono::steady_clock::now()));
  }
}

}  // namespace

Result<service::Answer> AskJudge(const GradeTask& task, service::Judge& judge,
                                 const JudgePatience& patience, const std::atomic<bool>* stop) {
  const SteadyTime deadline = std::chrono::steady_clock::now() + FromSeconds(patience.full_s);
  for (int lost = 0;;) {
    Result<service::Answer> answer = task.route == GradeTask::Route::kMath
                                         ? judge.VerifyMath(task.body)
                                         : judge.Verify(task.body);
    if (Raised(stop)) return answer;
    if (answer.ok() && answer->status != 429 && answer->status < 500) return answer;
    if (answer.ok() && answer->status == 429) {
      if (std::chrono::steady_clock::now() >= deadline) return answer;
      Pause(std::max(answer->retry_after_s * patience.between_s, 0.01), stop);
      continue;
    }
    if (++lost >= patience.lost_answers) return answer;
    Pause(lost * patience.between_s, stop);
  }
}

GradedAnswer GradeAnswer(const LoadedBenchmark& benchmark, size_t item, const AnswerText& answer,
                         GradeProfile profile, service::Judge& judge, const JudgePatience& patience,
                         const std::atomic<bool>* stop) {
  GradedAnswer graded;
  graded.flags.truncated = answer.truncated;
  graded.flags.empty = TrimAsciiSpace(answer.content).empty();
  if (graded.flags.empty) {
    graded.grade.state = SampleState::kFailed;
    graded.grade.reason = "answer:empty";
    return graded;
  }
  const Extracted extracted = answer.is_program ? benchmark.TakeProgram(item, answer, profile)
                                                : benchmark.Extract(item, answer, profile);
  graded.rule = extracted.rule;
  if (!extracted.code) {
    graded.flags.unextracted = true;
    graded.grade.state = extracted.otherwise;
    graded.grade.reason = "answer:unextracted";
    return graded;
  }
  graded.code_sha = Sha256Hex(*extracted.code);
  const GradeTask task = benchmark.Task(item, extracted, profile);
  const Result<service::Answer> judged = AskJudge(task, judge, patience, stop);
  if (!judged.ok()) {
    graded.grade.reason = "judge:no_answer";
    graded.grade.message = judged.error().ToString();
    return graded;
  }
  graded.grade = benchmark.ReadAnswer(item, profile, task, judged->status, judged->body);
  return graded;
}

}  // namespace assay::eval
