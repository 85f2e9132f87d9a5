#include "lab/rl/curriculum/state/curriculum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/dice/mix.h"
#include "lab/rl/curriculum/state/make_lane.h"
#include "lab/rl/curriculum/state/stage_filter.h"

namespace assay::curriculum {
namespace {

// Groups whose truncation the share is of.
constexpr size_t kCutGroups = 256;
// Who never asks for what a step is missing doesn't fill our memory with it.
constexpr int64_t kStepsBack = 1024;
// What readers of JSON tell from its neighbours; no trainer counts so far.
constexpr int64_t kMostStep = (1LL << 53) - 1;

Error Refused(const std::string& field, const std::string& what) {
  return InvalidField("curriculum", field, what);
}

uint64_t LaneSeed(uint64_t seed, size_t stage, size_t lane) {
  return Mix(Mix(seed + kGoldenStep * (stage + 1)) + lane);
}

}  // namespace

Curriculum::Curriculum(Plan plan, std::shared_ptr<const ProblemTable> problems)
    : plan_(std::move(plan)), problems_(std::move(problems)), records_(problems_->size()) {
  for (uint32_t problem = 0; problem < problems_->size(); ++problem) {
    records_[problem].measured = problems_->MeasuredOf(problem);
  }
}

Result<std::unique_ptr<Curriculum>> Curriculum::Make(Plan plan,
                                                     std::shared_ptr<const ProblemTable> problems) {
  ASSAY_RETURN_IF_ERROR(CheckDomains(plan, *problems));
  std::unique_ptr<Curriculum> made(new Curriculum(std::move(plan), std::move(problems)));
  made->BeginStage(0);
  if (made->done()) {
    return Error{ErrorCode::kInvalidArgument, "curriculum", 0,
                 "no problem takes part in any stage of the plan " + made->plan_.name};
  }
  return made;
}

void Curriculum::BeginStage(size_t stage) {
  lanes_.clear();
  stage_steps_ = 0;
  for (stage_ = stage; !done(); ++stage_) {
    const Stage& now = plan_.stages[stage_];
    const StageFilter filter(now, *problems_);
    stage_unmeasured_ = 0;
    std::map<uint32_t, std::vector<uint32_t>> members;  // by domain, or all as of the first
    for (uint32_t problem = 0; problem < problems_->size(); ++problem) {
      Record& record = records_[problem];
      record.in_stage = !record.retired && filter.Admits(problem, record.measured);
      if (filter.Misses(problem, record.measured)) ++stage_unmeasured_;
      if (!record.in_stage) continue;
      members[now.one_domain ? problems_->DomainOf(problem) : 0].push_back(problem);
    }
    for (auto& [domain, problems] : members) {
      LaneOfDomain lane;
      lane.weight = static_cast<double>(problems.size());
      if (now.one_domain) {
        lane.domain = domain;
        const auto weight = now.domain_weights.find(problems_->domains()[domain]);
        if (weight != now.domain_weights.end()) lane.weight = weight->second;
      }
      lane.lane =
          MakeLane(now, std::move(problems), LaneSeed(plan_.seed, stage_, domain), &records_);
      lanes_.push_back(std::move(lane));
    }
    if (!LanesOver()) return;
    lanes_.clear();
  }
}

bool Curriculum::LanesOver() const {
  return std::all_of(lanes_.begin(), lanes_.end(),
                     [](const LaneOfDomain& lane) { return lane.lane->Over(); });
}

size_t Curriculum::ChooseLane() const {
  // The one that lags most behind its part of what the living ones were given.
  double weights = 0, given = 0;
  for (const LaneOfDomain& lane : lanes_) {
    if (lane.lane->Over()) continue;
    weights += lane.weight;
    given += static_cast<double>(lane.given);
  }
  std::optional<size_t> most;
  double most_owed = 0;
  for (size_t i = 0; i < lanes_.size(); ++i) {
    if (lanes_[i].lane->Over()) continue;
    const double owed = lanes_[i].weight / weights * (given + static_cast<double>(stage().groups)) -
                        static_cast<double>(lanes_[i].given);
    if (most && owed <= most_owed) continue;
    most = i;
    most_owed = owed;
  }
  return most.value();
}

int64_t Curriculum::MissingIn(const Tally& tally) const {
  if (tally.stage >= plan_.stages.size() || plan_.stages[tally.stage].uniform != Uniform::kRefill) {
    return 0;
  }
  return std::max<int64_t>(0, tally.wanted - tally.trained - tally.under_way);
}

void Curriculum::Fill(int64_t groups, Tally* tally, Batch* batch) {
  LaneOfDomain& from = lanes_[tally->lane];
  while (static_cast<int64_t>(batch->groups.size()) < groups) {
    const auto drawn = from.lane->Draw();
    if (!drawn) break;
    AskedGroup group;
    group.group = next_group_++;
    group.problem = drawn->problem;
    group.epoch = drawn->epoch;
    group.rollouts = stage().rollouts.At(drawn->epoch);
    group.temperature = stage().temperature.At(drawn->epoch);
    group.response_tokens = stage().response_tokens.At(drawn->epoch);
    under_way_.emplace(group.group, Ticket{drawn->problem, batch->step, stage_, tally->lane});
    batch->groups.push_back(group);
    ++from.given;
    ++tally->under_way;
  }
  batch->waiting =
      static_cast<int64_t>(batch->groups.size()) < groups && !lanes_[tally->lane].lane->Over();
}

bool Curriculum::GoOn(bool steps_over) {
  if (!done() && (steps_over || LanesOver())) BeginStage(stage_ + 1);
  return !done();
}

Curriculum::Tally& Curriculum::Begin(int64_t step, const Ask& ask) {
  Tally& tally = steps_[step];
  if (step <= step_) return tally;
  tally.wanted = ask.groups.value_or(stage().groups);
  if (const auto last = steps_.find(step_); last != steps_.end()) Forget(last);
  step_ = step;
  if (steps_.begin()->first < step_ - kStepsBack) Forget(steps_.begin());
  ++stage_steps_;
  return tally;
}

Result<Batch> Curriculum::Next(const Ask& ask) {
  const int64_t step = ask.step.value_or(step_ + 1);
  if (step < 1 || step > kMostStep) {
    return Refused("step", fmt::format("must be from 1 to {}", kMostStep));
  }
  if (step <= step_ && !steps_.contains(step)) {
    return Refused("step", fmt::format("{} is over, and steps don't go back: the last one that was "
                                       "asked for is {}; rewind to go on from an earlier place",
                                       step, step_));
  }
  if (ask.groups && (*ask.groups < 1 || *ask.groups > 1 << 20)) {
    return Refused("groups", "must be from 1 to 1048576");
  }
  Batch batch;
  batch.step = step;
  const bool new_step = step > step_;
  bool steps_over = !done() && new_step && stage().steps && stage_steps_ >= *stage().steps;
  Tally* tally = nullptr;
  // A lane that ends without giving any, or a stage, is not a batch: each round ends one.
  while (GoOn(steps_over)) {
    steps_over = false;
    if (tally == nullptr) tally = &Begin(step, ask);
    if (tally->stage != stage_ || tally->lane == kNoLane || lanes_[tally->lane].lane->Over()) {
      tally->stage = stage_;
      tally->lane = ChooseLane();
    }
    const int64_t groups = new_step ? tally->wanted : ask.groups.value_or(MissingIn(*tally));
    Fill(groups, tally, &batch);
    if (!batch.groups.empty() || batch.waiting || groups == 0) break;
  }
  batch.done = done();
  batch.stage = std::min(stage_, plan_.stages.size() - 1);
  return batch;
}

void Curriculum::Forget(std::map<int64_t, Tally>::iterator tally) {
  if (tally->second.under_way > 0) return;
  if (MissingIn(tally->second) == 0 || tally->first < step_ - kStepsBack) steps_.erase(tally);
}

void Curriculum::Close(int64_t group) {
  const auto ticket = under_way_.find(group);
  const auto tally = steps_.find(ticket->second.step);
  --tally->second.under_way;
  if (tally->first < step_) Forget(tally);
  under_way_.erase(ticket);
}

Lane* Curriculum::LaneOf(uint32_t problem) const {
  if (!records_[problem].in_stage) return nullptr;
  const uint32_t domain = problems_->DomainOf(problem);
  for (const LaneOfDomain& lane : lanes_) {
    if (!lane.domain || *lane.domain == domain) return lane.lane.get();
  }
  return nullptr;
}

Taken Curriculum::Take(const GroupResult& result) {
  const Ticket ticket = under_way_.at(result.group);
  const Stage& stage = plan_.stages[ticket.stage];
  Record& record = records_[ticket.problem];
  Taken taken;
  taken.group = result.group;
  Rate rate;
  std::optional<double> first;
  bool mixed = false;
  for (const std::optional<double>& reward : result.rewards) {
    if (!reward) continue;
    if (!first) first = *reward;
    mixed |= *reward != *first;
    ++rate.of;
    if (*reward >= stage.solved_from) ++rate.solved;
  }
  Lane* const lane = ticket.stage == stage_ ? lanes_[ticket.lane].lane.get() : nullptr;
  cuts_.push_back({result.truncated, static_cast<int64_t>(result.rewards.size())});
  if (cuts_.size() > kCutGroups) cuts_.pop_front();
  if (!rate.known()) {
    taken.outcome = Outcome::kMasked;
    ++outcomes_[static_cast<size_t>(taken.outcome)];
    if (lane != nullptr) lane->PutBack(ticket.problem, true);
    return taken;
  }
  taken.outcome = mixed             ? Outcome::kMixed
                  : rate.solved > 0 ? Outcome::kAllSolved
                                    : Outcome::kNoneSolved;
  ++outcomes_[static_cast<size_t>(taken.outcome)];
  taken.train = mixed || stage.uniform == Uniform::kTrain;
  record.last = rate;
  record.all.solved += rate.solved;
  record.all.of += rate.of;
  rollouts_ += rate.of;
  solved_ += rate.solved;
  const Rate& judged = stage.retire_over == RateOver::kLast ? record.last : record.all;
  if (stage.retire_from && judged.share() >= *stage.retire_from && !record.retired) {
    record.retired = true;
    ++retired_;
    taken.retired = true;
  }
  if (lane != nullptr) {
    lane->Settle(ticket.problem);
  } else if (Lane* const now = LaneOf(ticket.problem)) {
    now->OnChanged(ticket.problem);
  }
  if (taken.train) {
    ++trained_;
    ++steps_.at(ticket.step).trained;
  }
  return taken;
}

Result<Reported> Curriculum::Report(const std::vector<GroupResult>& results) {
  std::set<int64_t> seen;
  for (size_t i = 0; i < results.size(); ++i) {
    const GroupResult& result = results[i];
    const std::string at = fmt::format("groups[{}]", i);
    if (!under_way_.contains(result.group)) {
      return Refused(at + ".group",
                     fmt::format("{} isn't under way: it was reported or returned before, or never "
                                 "given since the last rewind",
                                 result.group));
    }
    if (!seen.insert(result.group).second) {
      return Refused(at + ".group", fmt::format("{} is there twice", result.group));
    }
    if (result.rewards.empty() || result.rewards.size() > kMostRewards) {
      return Refused(at + ".rewards",
                     fmt::format("must be from 1 to {} numbers or nulls", kMostRewards));
    }
    for (const auto& reward : result.rewards) {
      if (reward && !std::isfinite(*reward)) {
        return Refused(at + ".rewards",
                       "must be finite; give null for what our environment didn't judge");
      }
    }
    if (result.truncated < 0 || result.truncated > static_cast<int64_t>(result.rewards.size())) {
      return Refused(at + ".truncated", "must be from 0 to the number of rewards");
    }
  }
  Reported reported;
  std::map<int64_t, StepState> steps;
  for (const GroupResult& result : results) {
    const int64_t step = under_way_.at(result.group).step;
    reported.groups.push_back(Take(result));
    const Tally& tally = steps_.at(step);
    Tally after = tally;
    --after.under_way;
    steps[step] = {step, after.wanted, after.trained, after.under_way, MissingIn(after)};
    Close(result.group);
  }
  for (const auto& [step, state] : steps) reported.steps.push_back(state);
  return reported;
}

Status Curriculum::Return(const std::vector<int64_t>& groups) {
  std::set<int64_t> seen;
  for (size_t i = 0; i < groups.size(); ++i) {
    if (!under_way_.contains(groups[i]) || !seen.insert(groups[i]).second) {
      return Refused(fmt::format("groups[{}]", i), fmt::format("{} isn't under way", groups[i]));
    }
  }
  for (const int64_t group : groups) {
    const Ticket& ticket = under_way_.at(group);
    if (ticket.stage == stage_) lanes_[ticket.lane].lane->PutBack(ticket.problem, false);
    ++returned_;
    Close(group);
  }
  return {};
}

Status Curriculum::MeasureAgain(const std::vector<Measure>& measures) {
  constexpr int64_t kMostRollouts = 1 << 30;
  std::vector<uint32_t> problems;
  for (size_t i = 0; i < measures.size(); ++i) {
    const Measure& measure = measures[i];
    const std::string at = fmt::format("problems[{}]", i);
    const auto problem = problems_->Find(measure.problem);
    if (!problem) return Refused(at + ".id", "there is no problem '" + measure.problem + "'");
    if (measure.of < 1 || measure.of > kMostRollouts) {
      return Refused(at + ".of", "must be a number of rollouts from 1 on");
    }
    if (measure.solved < 0 || measure.solved > measure.of) {
      return Refused(at + ".solved", "must be from 0 to `of`");
    }
    problems.push_back(*problem);
  }
  for (size_t i = 0; i < measures.size(); ++i) {
    records_[problems[i]].measured = {static_cast<uint32_t>(measures[i].solved),
                                      static_cast<uint32_t>(measures[i].of)};
    if (Lane* const lane = LaneOf(problems[i])) lane->OnChanged(problems[i]);
  }
  return {};
}

Status Curriculum::Advance(const std::string& to) {
  if (done()) return Refused("stage", "the last stage is over already");
  size_t next = stage_ + 1;
  if (!to.empty()) {
    const auto found =
        std::find_if(plan_.stages.begin() + static_cast<ptrdiff_t>(next), plan_.stages.end(),
                     [&](const Stage& stage) { return stage.name == to; });
    if (found == plan_.stages.end()) {
      return Refused("stage", "there is no stage '" + to + "' behind '" + stage().name + "'");
    }
    next = static_cast<size_t>(found - plan_.stages.begin());
  }
  BeginStage(next);
  return {};
}

std::vector<int64_t> Curriculum::UnderWay() const {
  std::vector<int64_t> groups;
  for (const auto& [group, ticket] : under_way_) groups.push_back(group);
  std::sort(groups.begin(), groups.end());
  return groups;
}

Summary Curriculum::Summarise() const {
  Summary summary;
  summary.stage = std::min(stage_, plan_.stages.size() - 1);
  summary.done = done();
  summary.step = step_;
  summary.stage_step = stage_steps_;
  summary.given = next_group_ - 1;
  summary.under_way = static_cast<int64_t>(under_way_.size());
  summary.outcomes = outcomes_;
  summary.returned = returned_;
  summary.trained = trained_;
  summary.rollouts = rollouts_;
  summary.solved = solved_;
  summary.retired = retired_;
  summary.unmeasured = stage_unmeasured_;
  const PoolRules& rules = plan_.stages[summary.stage].pools;
  for (const Record& record : records_) {
    const Rate& rate = record.newest();
    ++summary.pools[static_cast<size_t>(rate.known() ? rules.Of(rate.share()) : Pool::kUnseen)];
  }
  for (const LaneOfDomain& lane : lanes_) {
    summary.domains.push_back({lane.domain ? problems_->domains()[*lane.domain] : std::string(),
                               lane.lane->size(), lane.given, lane.lane->epoch()});
  }
  Cut all;
  for (const Cut& cut : cuts_) {
    all.truncated += cut.truncated;
    all.rollouts += cut.rollouts;
  }
  if (all.rollouts > 0) {
    summary.truncated = static_cast<double>(all.truncated) / static_cast<double>(all.rollouts);
  }
  return summary;
}

}  // namespace assay::curriculum
