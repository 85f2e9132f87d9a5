// Curriculum: which problems a run trains on next, by a plan and by what was reported so far.
//
// Its state is a function of plan, problems and the calls that changed it, in their order: whoever
// writes those down and repeats them has the same one. A call that returns an Error has changed
// nothing. Memory is bounded by the problems and by the groups that are under way.
//
// One thread's.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "lab/rl/curriculum/plan/plan.h"
#include "lab/rl/curriculum/state/exchange.h"
#include "lab/rl/curriculum/state/lane.h"
#include "lab/rl/curriculum/state/problem_table.h"
#include "lab/rl/curriculum/state/record.h"

namespace assay::curriculum {

struct DomainSummary {
  std::string domain;
  int64_t problems = 0;  // that may still be drawn in this stage
  int64_t given = 0;     // groups, in this stage
  int64_t epoch = 0;
};

struct Summary {
  size_t stage = 0;
  bool done = false;
  int64_t step = 0;        // the last one that was asked for; 0: none yet
  int64_t stage_step = 0;  // steps begun in this stage
  int64_t given = 0;       // groups, in all
  int64_t under_way = 0;
  std::array<int64_t, kOutcomes> outcomes{};  // reported groups, by Outcome
  int64_t returned = 0;
  int64_t trained = 0;
  int64_t rollouts = 0;  // that counted
  int64_t solved = 0;    // of these
  int64_t retired = 0;
  int64_t unmeasured = 0;  // in this stage, where it bounds the measured rate
  // Problems by pool of their newest rate, whatever the stage.
  std::array<int64_t, kPools> pools{};
  std::vector<DomainSummary> domains;  // one row for all where domains aren't told apart
  // Share of the last groups' rollouts that ran into the token limit; nothing: none was reported.
  std::optional<double> truncated;
};

class Curriculum {
 public:
  // kInvalidArgument: no problem takes part in the first stage, or a stage names a domain that no
  // problem has.
  static Result<std::unique_ptr<Curriculum>> Make(Plan plan,
                                                  std::shared_ptr<const ProblemTable> problems);
  Curriculum(const Curriculum&) = delete;
  Curriculum& operator=(const Curriculum&) = delete;

  Result<Batch> Next(const Ask& ask);
  Result<Reported> Report(const std::vector<GroupResult>& results);
  // Groups that nobody will report: their problems come again.
  Status Return(const std::vector<int64_t>& groups);
  Status MeasureAgain(const std::vector<Measure>& measures);
  // Ends the stage: on with the next one, or that of this name behind it.
  Status Advance(const std::string& to);

  const Plan& plan() const { return plan_; }
  const ProblemTable& problems() const { return *problems_; }
  bool done() const { return stage_ == plan_.stages.size(); }
  // Groups that nobody has reported or returned, in their order.
  std::vector<int64_t> UnderWay() const;
  Summary Summarise() const;

 private:
  struct LaneOfDomain {
    std::optional<uint32_t> domain;  // nothing: of all
    double weight = 0;
    int64_t given = 0;
    std::unique_ptr<Lane> lane;
  };
  struct Ticket {
    uint32_t problem = 0;
    int64_t step = 0;
    size_t stage = 0;
    size_t lane = 0;
  };
  static constexpr size_t kNoLane = SIZE_MAX;
  struct Tally {
    size_t stage = 0;
    size_t lane = kNoLane;
    int64_t wanted = 0;
    int64_t trained = 0;
    int64_t under_way = 0;
  };

  Curriculum(Plan plan, std::shared_ptr<const ProblemTable> problems);
  const Stage& stage() const { return plan_.stages[stage_]; }
  // Goes on to the first stage from `stage` on in which a problem takes part.
  void BeginStage(size_t stage);
  bool LanesOver() const;
  // Which lane a step's problems come from. REQUIRES: one isn't over.
  size_t ChooseLane() const;
  int64_t MissingIn(const Tally& tally) const;
  // On to the next stage where this one has no more. False: there is none.
  bool GoOn(bool steps_over);
  // The step's tally; it is made where the step is new.
  Tally& Begin(int64_t step, const Ask& ask);
  void Fill(int64_t groups, Tally* tally, Batch* batch);
  Taken Take(const GroupResult& result);
  void Close(int64_t group);
  void Forget(std::map<int64_t, Tally>::iterator tally);
  // Null: it takes no part in the stage.
  Lane* LaneOf(uint32_t problem) const;

  const Plan plan_;
  const std::shared_ptr<const ProblemTable> problems_;
  Records records_;
  size_t stage_ = 0;
  std::vector<LaneOfDomain> lanes_;
  int64_t stage_steps_ = 0;
  int64_t stage_unmeasured_ = 0;
  int64_t step_ = 0;
  int64_t next_group_ = 1;
  std::unordered_map<int64_t, Ticket> under_way_;
  std::map<int64_t, Tally> steps_;  // the last one, and those with groups under way or missing
  std::array<int64_t, kOutcomes> outcomes_{};
  int64_t returned_ = 0, trained_ = 0, rollouts_ = 0, solved_ = 0, retired_ = 0;
  struct Cut {
    int64_t truncated = 0;
    int64_t rollouts = 0;
  };
  std::deque<Cut> cuts_;  // of the last groups
};

}  // namespace assay::curriculum
