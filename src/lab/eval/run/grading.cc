#include "lab/eval/run/grading.h"

#include "base/text.h"

namespace assay::eval {

Result<service::Answer> AskJudge(const GradeTask& task, service::Judge& judge,
                                 const JudgePatience& patience, const std::atomic<bool>* stop) {
  return lab::AskPatiently(
      [&] {
        switch (task.route) {
          case GradeTask::Route::kVerify: return judge.Verify(task.body);
          case GradeTask::Route::kMath: return judge.VerifyMath(task.body);
          case GradeTask::Route::kScore: break;
        }
        return judge.Score(task.body);
      },
      patience, stop);
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
