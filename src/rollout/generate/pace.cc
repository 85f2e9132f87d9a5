#include "rollout/generate/pace.h"

#include <algorithm>

#include "base/check.h"

namespace assay::rollout {
namespace {

constexpr int kFirstLimit = 8;

}  // namespace

Pace::Pace(int most) : most_(most), limit_(std::min(most, kFirstLimit)) {
  ASSAY_CHECK(most > 0);
}

void Pace::OnAnswer(bool full) {
  if (!full) return;
  limit_ = std::min<double>(most_, limit_ + (was_crowded_ ? 1 / limit_ : 1));
}

void Pace::OnCrowded(SteadyTime sent, SteadyTime now) {
  if (was_crowded_ && sent < halved_) return;
  was_crowded_ = true;
  halved_ = now;
  limit_ = std::max(1.0, limit_ / 2);
}

}  // namespace assay::rollout
