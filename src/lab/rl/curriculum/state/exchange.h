// What a trainer asks a curriculum for, and what it tells it. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"

namespace assay::curriculum {

// More rollouts than that has no group.
inline constexpr size_t kMostRewards = 4096;

struct Ask {
  // Of the trainer's, from 1; nothing: the next one. One that was asked for before means more for
  // the same step.
  std::optional<int64_t> step;
  // Nothing: as many as the stage has in a step, or as the step is missing.
  std::optional<int64_t> groups;
};

struct AskedGroup {
  int64_t group = 0;  // its number from here on
  uint32_t problem = 0;
  int64_t epoch = 0;
  int rollouts = 0;
  double temperature = 0;
  int response_tokens = 0;
};

struct Batch {
  int64_t step = 0;
  size_t stage = 0;
  std::vector<AskedGroup> groups;
  bool done = false;     // the last stage is over
  bool waiting = false;  // there are fewer because all others are under way
};

struct GroupResult {
  int64_t group = 0;
  // Of its rollouts; nothing: masked, for our environment failed.
  std::vector<std::optional<double>> rewards;
  int64_t truncated = 0;  // rollouts that ran into the token limit
};

enum class Outcome {
  kMixed,       // rewards differ: it teaches something
  kAllSolved,   // equal ones, from solved_from on
  kNoneSolved,  // equal ones below it
  kMasked,      // none counts; the problem comes again
};
inline constexpr auto kOutcomeNames = MakeEnumNames<Outcome>({{Outcome::kMixed, "mixed"},
                                                              {Outcome::kAllSolved, "all_solved"},
                                                              {Outcome::kNoneSolved, "none_solved"},
                                                              {Outcome::kMasked, "masked"}});
static_assert(kOutcomeNames.IsWholeUpTo(Outcome::kMasked));
inline constexpr size_t kOutcomes = kOutcomeNames.rows.size();

struct Taken {
  int64_t group = 0;
  Outcome outcome = Outcome::kMixed;
  bool train = false;    // whether to train on it
  bool retired = false;  // whether its problem is drawn no more
};

// How far a step is.
struct StepState {
  int64_t step = 0;
  int64_t wanted = 0;
  int64_t trained = 0;  // reported, and to train on
  int64_t under_way = 0;
  int64_t missing = 0;  // to ask for, so that it gets as many as it wants; only with refill
};

struct Reported {
  std::vector<Taken> groups;
  std::vector<StepState> steps;  // of the groups' steps, in order
};

struct Measure {
  std::string problem;
  int64_t solved = 0;
  int64_t of = 0;
};

}  // namespace assay::curriculum
