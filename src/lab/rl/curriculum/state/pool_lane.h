// A lane with pools: each draw is from the pool of those that were never seen, or are hard, normal
// or easy by their newest rate, and within it by chance. What is under way isn't drawn again; an
// epoch is as many draws as there were problems at the beginning.
//
// INTELLECT-3, 2.1.5, "sorted into difficulty pools (easy, normal, hard) based on each problem's
// observed solve rate".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/dice/mix.h"
#include "lab/rl/curriculum/plan/plan.h"
#include "lab/rl/curriculum/state/lane.h"
#include "lab/rl/curriculum/state/record.h"

namespace assay::curriculum {

class PoolLane final : public Lane {
 public:
  PoolLane(const Stage& stage, const std::vector<uint32_t>& members, uint64_t seed,
           Records* records);

  std::optional<Drawn> Draw() override;
  void PutBack(uint32_t problem, bool /*tried*/) override { Settle(problem); }
  void Settle(uint32_t problem) override;
  void OnChanged(uint32_t problem) override;
  bool Over() const override;
  int64_t epoch() const override;
  int64_t size() const override { return alive_; }

  // Problems in each pool now, those under way left out.
  std::array<int64_t, kPools> counts() const;

 private:
  Pool PoolOf(uint32_t problem) const;
  void Insert(uint32_t problem);
  void Remove(uint32_t problem);
  // Nothing: none that may be drawn from has any.
  std::optional<size_t> ChoosePool();
  std::optional<size_t> ByWeight();
  std::optional<size_t> ByShare() const;

  const Stage& stage_;
  Records& records_;
  Dice dice_;
  std::array<std::vector<uint32_t>, kPools> pools_;
  std::array<int64_t, kPools> taken_{};
  int64_t draws_ = 0;
  int64_t under_way_ = 0;
  int64_t alive_ = 0;  // not retired, under way or not
  const int64_t first_size_;
};

}  // namespace assay::curriculum
