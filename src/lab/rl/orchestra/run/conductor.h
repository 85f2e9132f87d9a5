// Conductor: a run of rollouts, from the curriculum's problems to the trainer's batches: what Flow
// orders is done here, by threads that wait for servers, for verdicts and for the disk, and what
// comes of it is told to Flow by the one thread that runs.
//
// Whenever the process is killed, what has been paid for is in the folder: groups that were
// finished go into batches of the next process, others are made anew, and none is in two batches.
//
// Run is called once, by one thread; the rest is thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/work/executor.h"
#include "lab/rl/curriculum/log/desk.h"
#include "lab/rl/orchestra/ask/inference_server.h"
#include "lab/rl/orchestra/batch/rollout_record.h"
#include "lab/rl/orchestra/flow/flow.h"
#include "lab/rl/orchestra/grade/grader.h"
#include "lab/rl/orchestra/run/run_journal.h"
#include "service/judge.h"

namespace assay::orchestra {

struct ConductorOptions {
  int slots = 32;  // rollouts that a server makes at a time
  int64_t batch_groups = 8;
  int64_t most_off_policy = 8;
  Staleness staleness = Staleness::kAge;
  int64_t most_waiting_batches = 1;
  std::string model;
  std::chrono::seconds rollout_timeout{3600};
  bool token_ids = true;
  std::string extra_body;
  RecordShape shape = RecordShape::kAssay;
  // Where rollouts are cut, anywhere between these; nothing: nowhere.
  struct Interruption {
    int64_t from_tokens = 0;
    int64_t to_tokens = 0;
    std::string phrase;
  };
  std::optional<Interruption> interruption;
  int64_t evaluate_every = 0;  // steps; 0: never
  int evaluate_rollouts = 4;
  int64_t evaluate_tokens = 8192;
  double evaluate_temperature = 1;
  int judging = 16;  // rollouts that are judged at a time
};

struct ConductorCounts {
  FlowCounts flow;
  int64_t step = 0;  // of the newest batch
  int64_t taken = 0;
  int64_t version = 0;
  int64_t slots = 0;
  std::vector<bool> servers_up;
  int64_t rollouts = 0;  // finished ones, of this process
  int64_t tokens = 0;
  int64_t rewarded = 0;  // rollouts with a reward
  double reward_sum = 0;
  int64_t truncated = 0;
  int64_t interrupted = 0;
  bool done = false;
  std::optional<double> evaluation;  // mean reward of the last whole one
};

class Conductor {
 public:
  // What a trainer that asks for a step gets: the path of its file, or that none comes any more;
  // neither: it isn't there yet.
  struct BatchAnswer {
    std::string path;
    bool done = false;
  };
  using OnBatch = std::function<void(const BatchAnswer&)>;

  // `tasks`: by the curriculum's rows; `evaluations` have their own. All outlive it.
  static Result<std::unique_ptr<Conductor>> Create(
      ConductorOptions options, const std::string& folder, curriculum::Desk* desk,
      const std::vector<Task>* tasks, const std::vector<Task>* evaluations,
      std::vector<std::unique_ptr<InferenceServer>> servers, service::Judge* judge);
  ~Conductor();
  Conductor(const Conductor&) = delete;
  Conductor& operator=(const Conductor&) = delete;

  // Until Stop, also when no batch comes any more: trainers ask to the end. An Error: the disk.
  Status Run() ASSAY_EXCLUDES(mutex_);
  void Stop() ASSAY_EXCLUDES(mutex_);

  // Asking for a step says that those before it are taken. Answered at the deadline at the latest.
  void AskForBatch(int64_t step, SteadyTime deadline, OnBatch on_batch) ASSAY_EXCLUDES(mutex_);
  // kInvalidArgument: there are newer ones. Returns when they are kept, not when servers have them.
  Status NewWeights(const Weights& weights) ASSAY_EXCLUDES(mutex_);
  ConductorCounts counts() const ASSAY_EXCLUDES(mutex_);

 private:
  using Event = std::function<Flow::Orders()>;
  struct GroupState {
    curriculum::AskedGroup asked;
    const Task* task = nullptr;
    bool evaluation = false;
    std::map<int64_t, RolloutRecord> rollouts;  // by their numbers
  };
  struct Flight {
    size_t server = 0;
    int64_t group = 0;
    CancelToken cancel;
  };
  struct Parked {
    int64_t step = 0;
    SteadyTime deadline;
    OnBatch on_batch;
  };

  Conductor(ConductorOptions options, curriculum::Desk* desk, const std::vector<Task>* tasks,
            const std::vector<Task>* evaluations,
            std::vector<std::unique_ptr<InferenceServer>> servers, service::Judge* judge);
  Status Load(const std::string& folder);

  void Post(Event event) ASSAY_EXCLUDES(mutex_);
  void Fail(const Error& error) ASSAY_EXCLUDES(mutex_);
  // The next event; nothing: it is time to look around.
  std::optional<Event> Take() ASSAY_EXCLUDES(mutex_);
  void LookAround() ASSAY_EXCLUDES(mutex_);
  void Carry(const Flow::Orders& orders);

  void Carry(const SendRollout& order);
  void Carry(const CancelRollout& order);
  void Carry(const JudgeRollout& order);
  void Carry(const UpdateServer& order);
  void Carry(const AskForGroups& order);
  void Carry(const ReportGroup& order);
  void Carry(const ReportEvaluation& order);
  void Carry(const ReturnGroup& order);
  void Carry(const ForgetGroup& order);
  void Carry(const EmitBatch& order);

  Flow::Orders OnAnswer(int64_t rollout, Result<RolloutText> answer);
  Flow::Orders OnGrade(int64_t rollout, int64_t group, const Grade& grade);
  Flow::Orders OnBatchOfGroups(const curriculum::Batch& batch);
  Flow::Orders OnDecided(int64_t group, bool train);
  Flow::Orders ServerDown(size_t server, const std::string& why);
  void Probe(size_t server);
  GroupRecord RecordOf(const FinishedGroup& finished);
  // Tells the curriculum, and the journal what it says.
  void Decide(const GroupRecord& record, bool recorded);
  Flow::Orders TakenUpTo(int64_t step);
  void BeginEvaluation(int64_t step);
  RolloutAsk AskOf(const GroupState& group, int64_t rollout) const;

  const ConductorOptions options_;
  curriculum::Desk* const desk_;
  const std::vector<Task>* const tasks_;
  const std::vector<Task>* const evaluations_;
  const std::vector<std::unique_ptr<InferenceServer>> servers_;
  service::Judge* const judge_;
  std::unique_ptr<RunJournal> journal_;  // the disk thread's, once the run begins

  // The running thread's.
  std::optional<Flow> flow_;
  std::map<int64_t, GroupState> groups_;
  std::map<int64_t, std::shared_ptr<Flight>> flights_;
  std::map<int64_t, int64_t> group_of_;   // of rollouts that are judged
  std::map<int64_t, GroupRecord> ready_;  // finished groups, until they are in a batch
  std::vector<bool> up_;
  Weights weights_;
  int64_t written_ = 0;  // batches
  int64_t taken_ = 0;
  int64_t curriculum_step_ = 0;  // that was asked for last
  bool stalled_ = false;         // for want of weights
  int64_t next_evaluation_ = 0;
  int64_t evaluations_left_ = 0;
  double evaluation_sum_ = 0;
  int64_t evaluation_count_ = 0;
  int64_t evaluation_step_ = 0;

  mutable Mutex mutex_;
  CondVar changed_;
  std::deque<Event> events_ ASSAY_GUARDED_BY(mutex_);
  std::deque<Parked> parked_ ASSAY_GUARDED_BY(mutex_);
  std::optional<Error> failure_ ASSAY_GUARDED_BY(mutex_);
  ConductorCounts counts_ ASSAY_GUARDED_BY(mutex_);
  Weights newest_ ASSAY_GUARDED_BY(mutex_);  // that anybody gave
  std::atomic<bool> stop_{false};
  CancelToken ending_;

  // Last, so that their threads end before what they use.
  std::optional<Executor> disk_;
  std::optional<Executor> control_;
  std::optional<Executor> judging_;
  std::optional<Executor> asking_;
};

}  // namespace assay::orchestra
