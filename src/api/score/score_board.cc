#include "api/score/score_board.h"

#include <algorithm>
#include <utility>

#include "base/work/fingerprint.h"

namespace assay {
namespace {

// Completions of one prompt: of one group in one step of one run, by one rubric.
std::string GroupKey(const ScoreItem& item) {
  PartWriter key;
  key.Add(static_cast<int64_t>(item.rubric)).Add(item.origin.group.value_or(""));
  key.Add(item.origin.run.value_or("")).Add(item.origin.tenant.value_or(""));
  key.Add(item.origin.step ? std::to_string(*item.origin.step) : "");
  return key.Take();
}

// What "when" makes of a value.
void Gate(const FunctionValue& gate, std::string_view name, FunctionValue* value) {
  if (!gate.value) {
    *value = Masked(
        gate.mask.cause, "when_masked",
        "'" + std::string(name) + "', on which it depends, has no value: " + gate.mask.message,
        std::move(value->detail));
  } else if (!(*gate.value > 0)) {
    value->value = 0;
  }
}

scoring::Total TotalOf(const Rubric& rubric, const std::vector<FunctionValue>& values,
                       bool with_group) {
  std::vector<scoring::Weighted> weighted(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const RewardFunction& function = rubric.functions[i];
    const bool counts = with_group || !IsOfGroup(function.kind);
    weighted[i] = {counts ? function.weight : 0, function.optional, values[i].value};
  }
  return Combine(weighted);
}

void NoteMask(const Rubric& rubric, ItemScore* score) {
  if (!score->total.masked_by) return;
  score->mask = score->functions[*score->total.masked_by].mask;
  score->masked_by = rubric.functions[*score->total.masked_by].name;
}

}  // namespace

ScoreBoard::ScoreBoard(std::vector<Rubric> rubrics, std::vector<ScoreItem> items, Tell tell)
    : rubrics_(std::move(rubrics)),
      items_(std::move(items)),
      tell_(std::move(tell)),
      states_(items_.size()) {
  std::map<std::string, size_t> groups;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (!items_[i].faults.empty()) continue;
    const Rubric& rubric = RubricOf(i);
    State& state = states_[i];
    state.values.resize(rubric.functions.size());
    state.left = static_cast<size_t>(
        std::count_if(rubric.functions.begin(), rubric.functions.end(),
                      [](const RewardFunction& function) { return !IsOfGroup(function.kind); }));
    if (!rubric.NeedsGroup()) continue;
    state.group = groups.try_emplace(GroupKey(items_[i]), groups_.size()).first->second;
    if (*state.group == groups_.size()) groups_.emplace_back();
    groups_[*state.group].items.push_back(i);
    ++groups_[*state.group].left;
  }
}

void ScoreBoard::Begin() {
  MutexLock lock(mutex_);
  for (size_t i = 0; i < items_.size(); ++i) {
    if (!items_[i].faults.empty()) {
      const FieldError& first = items_[i].faults.errors().front();
      ItemScore score;
      score.mask = {"problem", "invalid_item", ToString(first.path) + ": " + first.message};
      Deliver(i, score);
    } else if (states_[i].left == 0 && !states_[i].complete) {
      Complete(i);  // nothing but functions of its group
    }
  }
}

bool ScoreBoard::Set(size_t item, size_t function, FunctionValue value) {
  MutexLock lock(mutex_);
  State& state = states_[item];
  if (state.left == 0 || state.values[function]) return false;
  state.values[function] = std::move(value);
  if (--state.left == 0) Complete(item);
  return true;
}

void ScoreBoard::MaskTheRest(const ScoreMask& mask) {
  MutexLock lock(mutex_);
  for (size_t i = 0; i < states_.size(); ++i) {
    State& state = states_[i];
    if (state.left == 0) continue;
    for (size_t f = 0; f < state.values.size(); ++f) {
      if (state.values[f] || IsOfGroup(RubricOf(i).functions[f].kind)) continue;
      state.values[f] = FunctionValue{.value = std::nullopt, .mask = mask};
    }
    state.left = 0;
    Complete(i);
  }
}

void ScoreBoard::Stop() {
  MutexLock lock(mutex_);
  stopped_ = true;
}

void ScoreBoard::Complete(size_t item) {
  states_[item].complete = true;
  if (!states_[item].group) return Deliver(item, ScoreOf(item));
  Group& group = groups_[*states_[item].group];
  if (--group.left == 0) CompleteGroup(group);
}

ItemScore ScoreBoard::ScoreOf(size_t item) {
  const Rubric& rubric = RubricOf(item);
  ItemScore score;
  score.functions.resize(rubric.functions.size());
  for (size_t i = 0; i < rubric.functions.size(); ++i) {
    const RewardFunction& function = rubric.functions[i];
    if (IsOfGroup(function.kind)) continue;
    score.functions[i] = *std::exchange(states_[item].values[i], std::nullopt);
    if (function.when) {
      Gate(score.functions[*function.when], rubric.functions[*function.when].name,
           &score.functions[i]);
    }
  }
  score.total = TotalOf(rubric, score.functions, false);
  NoteMask(rubric, &score);
  return score;
}

void ScoreBoard::CompleteGroup(const Group& group) {
  std::vector<ItemScore> scores;
  scores.reserve(group.items.size());
  for (const size_t item : group.items) scores.push_back(ScoreOf(item));
  ScoreGroup(group, &scores);
  for (size_t i = 0; i < scores.size(); ++i) Deliver(group.items[i], scores[i]);
}

void ScoreBoard::ScoreGroup(const Group& group, std::vector<ItemScore>* scores) {
  const Rubric& rubric = RubricOf(group.items.front());
  const size_t size = scores->size();
  for (size_t f = 0; f < rubric.functions.size(); ++f) {
    const RewardFunction& function = rubric.functions[f];
    if (!IsOfGroup(function.kind)) continue;
    const auto& rule = std::get<GroupRule>(function.rule);
    scoring::Values of(size);
    std::vector<std::optional<std::string>> texts(size);
    for (size_t i = 0; i < size; ++i) {
      const ItemScore& score = (*scores)[i];
      if (score.mask) continue;
      of[i] = rule.of ? score.functions[*rule.of].value : score.total.score;
      texts[i] = PartOf(items_[group.items[i]].response, function.part);
    }
    scoring::Values values;
    if (function.kind == FunctionKind::kPassRate) values = scoring::PassRate(of, rule.at_least);
    if (function.kind == FunctionKind::kBestOf) values = scoring::BestOf(of);
    if (function.kind == FunctionKind::kDuplicates) values = scoring::DuplicateShare(texts);
    for (size_t i = 0; i < size; ++i) {
      FunctionValue& value = (*scores)[i].functions[f];
      value.value = values[i];
      if (!values[i]) {
        value = Masked("infrastructure", "no_member",
                       "the item has no value that could be compared with those of its group");
        if ((*scores)[i].mask) value.mask.cause = (*scores)[i].mask->cause;
      }
    }
  }
  scoring::Values totals(size);
  for (size_t i = 0; i < size; ++i) {
    ItemScore& score = (*scores)[i];
    score.group_items = size;
    if (score.mask) continue;
    score.total = TotalOf(rubric, score.functions, true);
    NoteMask(rubric, &score);
    totals[i] = score.total.score;
  }
  if (!rubric.advantage) return;
  const scoring::GroupMoments moments = MomentsOf(totals, rubric.advantage->std);
  const scoring::Values advantages = Advantages(totals, *rubric.advantage);
  for (size_t i = 0; i < size; ++i) {
    (*scores)[i].group = moments;
    (*scores)[i].advantage = advantages[i];
  }
}

void ScoreBoard::Deliver(size_t item, const ItemScore& score) {
  if (!stopped_) tell_(item, score);
}

}  // namespace assay
