// A lane in epochs: each problem once, in an order by chance; then again, without those that are
// retired or that the stage leaves out by their last rate. What was put back comes first.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/dice/mix.h"
#include "lab/rl/curriculum/plan/plan.h"
#include "lab/rl/curriculum/state/lane.h"
#include "lab/rl/curriculum/state/record.h"

namespace assay::curriculum {

class ShuffledLane final : public Lane {
 public:
  ShuffledLane(const Stage& stage, std::vector<uint32_t> members, uint64_t seed, Records* records);

  std::optional<Drawn> Draw() override;
  void PutBack(uint32_t problem, bool tried) override;
  void Settle(uint32_t /*problem*/) override {}
  void OnChanged(uint32_t /*problem*/) override {}
  bool Over() const override;
  int64_t epoch() const override { return epoch_; }
  int64_t size() const override { return static_cast<int64_t>(members_.size()); }

 private:
  void NextEpoch();

  const Stage& stage_;
  Records& records_;
  Dice dice_;
  // Shuffled as far as it is drawn: by Fisher and Yates, a step at a time, so that no draw has to
  // wait for a million others.
  std::vector<uint32_t> members_;
  size_t drawn_ = 0;
  int64_t epoch_ = 0;
  std::deque<uint32_t> again_;
  std::unordered_map<uint32_t, int> tries_;  // in vain, in this epoch
};

}  // namespace assay::curriculum
