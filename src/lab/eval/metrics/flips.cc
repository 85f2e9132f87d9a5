#include "lab/eval/metrics/flips.h"

#include <map>
#include <utility>

namespace assay::eval {
namespace {

bool IsJudged(SampleState state) {
  return state == SampleState::kPassed || state == SampleState::kFailed;
}

}  // namespace

std::vector<ProfileFlips> FlipsBetween(const std::vector<Outcome>& official,
                                       const std::vector<Outcome>& assay) {
  std::map<std::pair<size_t, int64_t>, SampleState> states;
  for (const Outcome& outcome : official) states[{outcome.item, outcome.sample}] = outcome.state;
  // Sorted by item and sample, whatever the order of the outcomes.
  std::map<std::pair<size_t, int64_t>, std::pair<SampleState, SampleState>> both;
  for (const Outcome& outcome : assay) {
    const auto found = states.find({outcome.item, outcome.sample});
    if (found == states.end() || !IsJudged(found->second) || !IsJudged(outcome.state)) continue;
    both[found->first] = {found->second, outcome.state};
  }
  std::map<size_t, ProfileFlips> items;
  for (const auto& [key, pair] : both) {
    ProfileFlips& flips = items[key.first];
    flips.item = key.first;
    ++flips.judged;
    if (pair.first == pair.second) continue;
    (pair.first == SampleState::kPassed ? flips.only_official : flips.only_assay)
        .push_back(key.second);
  }
  std::vector<ProfileFlips> flipped;
  for (auto& [item, flips] : items) {
    if (!flips.only_official.empty() || !flips.only_assay.empty()) {
      flipped.push_back(std::move(flips));
    }
  }
  return flipped;
}

}  // namespace assay::eval
