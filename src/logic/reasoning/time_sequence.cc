#include "logic/model/facts.h"
#include "logic/reasoning/day_schedule.h"
#include "logic/reasoning/free_span.h"
#include "logic/reasoning/reasoning.h"

namespace assay::logic {
namespace {

Result<bool> IsFreeSpanTask(JsonValue facts) {
  ASSAY_ASSIGN_OR_RETURN(const std::string task, ReadString(facts, "task", 16));
  if (task != "free_span" && task != "schedule") {
    return BadFacts("task", "must be \"free_span\" or \"schedule\"");
  }
  return task == "free_span";
}

class TimeSequenceKind final : public Kind {
 public:
  std::string_view name() const override { return "time_sequence"; }
  std::string_view summary() const override {
    return "Find the longest time in which all are free, or a schedule that keeps to all bounds.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    return dice->Below(2) == 0 ? reasoning::MakeFreeSpan(difficulty, dice)
                               : reasoning::MakeSchedule(difficulty, dice);
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const bool free_span, IsFreeSpanTask(facts));
    return free_span ? reasoning::VerifyFreeSpan(facts, answer)
                     : reasoning::VerifySchedule(facts, answer);
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const bool free_span, IsFreeSpanTask(facts));
    return free_span ? reasoning::SolveFreeSpan(facts) : reasoning::SolveSchedule(facts);
  }
};

}  // namespace

const Kind& TimeSequence() {
  static const TimeSequenceKind kind;
  return kind;
}

}  // namespace assay::logic
