// ScoreBoard: the values of one request's items as they come in, from whatever thread, and what is
// made of them: gates, groups, totals, advantages. Knows neither HTTP nor who finds the values.
//
// An item is told once all its functions have said something; where its rubric compares a group,
// once all items of the group have. Each is told once, one at a time.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "api/score/function_value.h"
#include "api/score/score_request.h"
#include "base/mutex.h"
#include "scoring/combine.h"
#include "scoring/group.h"

namespace assay {

struct ItemScore {
  std::vector<FunctionValue> functions;  // parallel to the rubric's; empty for a faulty item
  scoring::Total total;
  std::optional<ScoreMask> mask;  // why there is no score
  std::string masked_by;          // the function's name; empty: none
  std::optional<double> advantage;
  std::optional<scoring::GroupMoments> group;  // of the scores, where an advantage is asked for
  size_t group_items = 0;                      // masked ones too
};

class ScoreBoard {
 public:
  using Tell = std::function<void(size_t index, const ItemScore& score)>;

  // Items with faults need no values.
  ScoreBoard(std::vector<Rubric> rubrics, std::vector<ScoreItem> items, Tell tell);
  ScoreBoard(const ScoreBoard&) = delete;

  const std::vector<Rubric>& rubrics() const { return rubrics_; }
  const std::vector<ScoreItem>& items() const { return items_; }
  const Rubric& RubricOf(size_t item) const { return rubrics_[items_[item].rubric]; }

  // Tells of the items that need no values. Call once; values may have come before.
  void Begin() ASSAY_EXCLUDES(mutex_);
  // A function's value; not for functions of groups, which are found here. Only the first one
  // counts. Returns whether it did.
  bool Set(size_t item, size_t function, FunctionValue value) ASSAY_EXCLUDES(mutex_);
  // Whatever has no value yet gets this mask.
  void MaskTheRest(const ScoreMask& mask) ASSAY_EXCLUDES(mutex_);
  // Nobody is told anything any more.
  void Stop() ASSAY_EXCLUDES(mutex_);

 private:
  struct State {
    std::vector<std::optional<FunctionValue>> values;
    size_t left = 0;        // functions without a value, those of the group not counted
    bool complete = false;  // told, or waiting for the others of its group
    std::optional<size_t> group;
  };
  struct Group {
    std::vector<size_t> items;
    size_t left = 0;
  };

  void Complete(size_t item) ASSAY_REQUIRES(mutex_);
  void CompleteGroup(const Group& group) ASSAY_REQUIRES(mutex_);
  // An item's score by its own functions.
  ItemScore ScoreOf(size_t item) ASSAY_REQUIRES(mutex_);
  // Adds what functions of the group say, for all its items.
  void ScoreGroup(const Group& group, std::vector<ItemScore>* scores) ASSAY_REQUIRES(mutex_);
  void Deliver(size_t item, const ItemScore& score) ASSAY_REQUIRES(mutex_);

  const std::vector<Rubric> rubrics_;
  const std::vector<ScoreItem> items_;
  const Tell tell_;
  Mutex mutex_;
  std::vector<State> states_ ASSAY_GUARDED_BY(mutex_);
  std::vector<Group> groups_ ASSAY_GUARDED_BY(mutex_);
  bool stopped_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay
