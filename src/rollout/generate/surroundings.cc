#include "rollout/generate/surroundings.h"

#include <poll.h>

#include <algorithm>

namespace assay::rollout {
namespace {

// So that a token without a descriptor is looked at, too.
constexpr std::chrono::milliseconds kLongestNap{500};

}  // namespace

RealSurroundings::RealSurroundings() : engine_(std::random_device()()) {}

void RealSurroundings::SleepUntil(SteadyTime until, const CancelToken& cancel) {
  while (!cancel.cancelled()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Now());
    if (left.count() <= 0) return;
    pollfd wake{.fd = cancel.fd(), .events = POLLIN, .revents = 0};
    ::poll(&wake, 1, static_cast<int>(std::min(left, kLongestNap).count()));
  }
}

double RealSurroundings::Random() {
  MutexLock lock(mutex_);
  return std::uniform_real_distribution<double>(0, 1)(engine_);
}

}  // namespace assay::rollout
