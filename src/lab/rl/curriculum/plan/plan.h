// Plan: in which stages a run trains, on which problems, how they are drawn and what becomes of
// what was learned about them, as a YAML file says it (docs/curriculum.md).
//
// Reading it names every fault by file, line and key, with what to write instead. Plain values and
// pure functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"

namespace assay::curriculum {

// A share of rollouts that are solved: of `of`, `solved`. Bounds include their ends.
struct RateBounds {
  double lowest = 0;
  double highest = 1;
  bool Hold(double rate) const { return rate >= lowest && rate <= highest; }
  bool any() const { return lowest > 0 || highest < 1; }
};

// What becomes of a problem whose rate nobody measured where a stage bounds it.
enum class Unmeasured { kKeep, kDrop };
inline constexpr auto kUnmeasuredNames =
    MakeEnumNames<Unmeasured>({{Unmeasured::kKeep, "keep"}, {Unmeasured::kDrop, "drop"}});
static_assert(kUnmeasuredNames.IsWholeUpTo(Unmeasured::kDrop));

enum class Draw {
  kShuffled,  // each problem once an epoch, in an order by chance
  kPools,     // by what was observed of it; see PoolRules
};
inline constexpr auto kDrawNames =
    MakeEnumNames<Draw>({{Draw::kShuffled, "shuffled"}, {Draw::kPools, "pools"}});
static_assert(kDrawNames.IsWholeUpTo(Draw::kPools));

// By a problem's last rate, or the measured one before it has any.
enum class Pool { kUnseen, kHard, kNormal, kEasy };
inline constexpr auto kPoolNames = MakeEnumNames<Pool>({{Pool::kUnseen, "unseen"},
                                                        {Pool::kHard, "hard"},
                                                        {Pool::kNormal, "normal"},
                                                        {Pool::kEasy, "easy"}});
static_assert(kPoolNames.IsWholeUpTo(Pool::kEasy));
inline constexpr size_t kPools = kPoolNames.rows.size();

// What the number of a pool means.
enum class PoolBy {
  kWeight,  // how much likelier one problem of it is drawn than one of another pool
  kShare,   // its part of what is drawn, whatever its size
};
inline constexpr auto kPoolByNames =
    MakeEnumNames<PoolBy>({{PoolBy::kWeight, "weight"}, {PoolBy::kShare, "share"}});
static_assert(kPoolByNames.IsWholeUpTo(PoolBy::kShare));

// The defaults are prime-rl's (2026): hard to 1/4, normal to 3/4; weights 0.2, 1, 0.2 and, unseen,
// 1.
struct PoolRules {
  PoolBy by = PoolBy::kWeight;
  double hard_to = 0.25;
  double normal_to = 0.75;
  double numbers[kPools] = {1, 0.2, 1, 0.2};  // by Pool
  Pool Of(double rate) const {
    return rate <= hard_to ? Pool::kHard : rate <= normal_to ? Pool::kNormal : Pool::kEasy;
  }
};

// What becomes of a group whose counted rewards are all equal, which teaches nothing.
enum class Uniform {
  kTrain,   // it is trained on like any other
  kDrop,    // it isn't, and the batch is that much smaller (ScaleRL's zero-variance filter)
  kRefill,  // it isn't, and others are asked for in its place (DAPO's dynamic sampling)
};
inline constexpr auto kUniformNames = MakeEnumNames<Uniform>(
    {{Uniform::kTrain, "train"}, {Uniform::kDrop, "drop"}, {Uniform::kRefill, "refill"}});
static_assert(kUniformNames.IsWholeUpTo(Uniform::kRefill));

// Of which rollouts the rate is that retires a problem.
enum class RateOver {
  kLast,  // of its last group
  kAll,   // of all that were reported
};
inline constexpr auto kRateOverNames =
    MakeEnumNames<RateOver>({{RateOver::kLast, "last"}, {RateOver::kAll, "all"}});
static_assert(kRateOverNames.IsWholeUpTo(RateOver::kAll));

// A value for each epoch of a stage; the last one holds from then on.
template <typename Value>
class ByEpoch {
 public:
  ByEpoch(Value value) : values_{value} {}  // NOLINT: implicit
  // REQUIRES: not empty.
  explicit ByEpoch(std::vector<Value> values) : values_(std::move(values)) {}
  // REQUIRES: epoch >= 0.
  Value At(int64_t epoch) const {
    const auto last = static_cast<int64_t>(values_.size()) - 1;
    return values_[static_cast<size_t>(std::min(epoch, last))];
  }
  const std::vector<Value>& values() const { return values_; }

 private:
  std::vector<Value> values_;
};

struct Stage {
  std::string name;
  // Which problems take part.
  std::vector<std::string> domains;  // empty: all
  RateBounds measured;               // of the rate that was measured
  Unmeasured unmeasured = Unmeasured::kKeep;
  // What is asked for.
  int64_t groups = 128;  // problems a step
  ByEpoch<int> rollouts = 8;
  ByEpoch<double> temperature = 1.0;
  ByEpoch<int> response_tokens = 8192;
  // How it is drawn.
  Draw draw = Draw::kShuffled;
  PoolRules pools;
  bool one_domain = false;                       // all of a step are of one domain
  std::map<std::string, double> domain_weights;  // empty: by their numbers of problems
  // What is learned.
  double solved_from = 0.5;  // reward of a rollout that solves it
  Uniform uniform = Uniform::kTrain;
  std::optional<double> retire_from;  // rate that takes a problem out for good
  RateOver retire_over = RateOver::kLast;
  std::optional<double> leave_out_from;  // last rate that takes it out of this stage's next epochs
  // When it ends; without either only when it is told to.
  std::optional<int64_t> steps;
  std::optional<int64_t> epochs;
};

struct Plan {
  std::string name;
  std::string about;
  uint64_t seed = 42;
  std::vector<Stage> stages;  // names differ
  std::string source;         // the YAML it was read from
};

// `file` is for messages. kInvalidArgument: "plan.yaml:7: stages[1].rollouts: must be …".
Result<Plan> ParsePlan(const std::string& yaml, const std::string& file);

struct Preset {
  std::string_view name;
  std::string_view about;
  std::string_view yaml;
};
const std::vector<Preset>& Presets();
// nullptr: there is none of that name.
const Preset* FindPreset(std::string_view name);

}  // namespace assay::curriculum
