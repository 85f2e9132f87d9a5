// ScoreJob: one request of POST /v1/score on its way. Hands its programs to the engine, its math
// answers and its texts to the math pool and its questions to the judge model, gathers what they
// say on a ScoreBoard, and answers.
//
// Programs go first: when the engine has no room for them the request is refused, and nothing else
// has been done for it. A function that has said nothing by the request's deadline is masked.
//
// Thread-safe; kept alive by whatever works for it.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "api/math/math_judge.h"
#include "api/math/math_pool.h"
#include "api/math/math_run.h"
#include "api/native/verify_batch.h"
#include "api/native/verify_run.h"
#include "api/score/score_board.h"
#include "api/score/score_events.h"
#include "api/shared/item_reply.h"
#include "api/shared/submit_sink.h"
#include "base/mutex.h"
#include "base/work/timers.h"
#include "llm/judge/grade_judge.h"
#include "net/http.h"
#include "swe/run/grader.h"

namespace assay {

// All of it outlives the jobs.
struct ScoreMeans {
  SubmitSink& sink;
  MathPool& pool;
  MathJudge* math_judge;  // null: nobody gives second opinions
  GradeJudge* judge;      // null: nobody grades; rubrics that ask for it are refused
  Timers& timers;
  ScoreEvents events;
  swe::Grader* grader;  // null: no tests are run; rubrics that ask for it are refused
};

class ScoreJob : public std::enable_shared_from_this<ScoreJob> {
 public:
  // `batch`: the submissions of the items that have one, whole. `permit` is held as long as the job
  // lives.
  static void Start(const ScoreMeans& means, const HttpReplyPtr& reply, ScoreRequest request,
                    VerifyBatch batch, MathPool::Permit permit);

  ScoreJob(const ScoreMeans& means, HttpReplyPtr reply, ScoreRequest request,
           MathPool::Permit permit);
  ScoreJob(const ScoreJob&) = delete;

 private:
  friend class ScoreTexts;

  // False: refused, and answered.
  bool StartPrograms(std::vector<VerifyTask> tasks);
  void StartTexts();
  void StartMath();
  void StartJudge();
  void StartSwe(const std::string& tenant) ASSAY_EXCLUDES(mutex_);
  void Cancel();
  void OnDeadline();

  // A value that was found, and what waits for it.
  void Give(size_t item, size_t function, FunctionValue value);
  void Ask(size_t item, size_t function);
  // Called by the board, one item at a time.
  void Tell(size_t index, const ItemScore& score);
  void Count(const Rubric& rubric, const ItemScore& score, bool faulty) const;

  const ScoreMeans& means_;
  const HttpReplyPtr reply_;
  const SteadyTime deadline_;
  MathPool::Permit permit_;
  std::vector<size_t> item_of_submission_;
  ScoreBoard board_;
  std::atomic<bool> over_{false};  // nobody waits any more
  ItemReply results_;

  Mutex mutex_;
  std::weak_ptr<VerifyRun> programs_ ASSAY_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<MathRun>> math_ ASSAY_GUARDED_BY(mutex_);
  std::vector<swe::Grader::Ticket> patches_ ASSAY_GUARDED_BY(mutex_);
  Timers::Ticket ticket_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
