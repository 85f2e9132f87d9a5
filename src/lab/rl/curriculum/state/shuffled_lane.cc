#include "lab/rl/curriculum/state/shuffled_lane.h"

#include <algorithm>
#include <utility>

namespace assay::curriculum {
namespace {

// A problem that fails us each time must not take the place of all others.
constexpr int kMostTriesAnEpoch = 3;

}  // namespace

ShuffledLane::ShuffledLane(const Stage& stage, std::vector<uint32_t> members, uint64_t seed,
                           Records* records)
    : stage_(stage), records_(*records), dice_(seed), members_(std::move(members)) {}

bool ShuffledLane::Over() const {
  if (members_.empty()) return true;
  const bool through = drawn_ == members_.size() && again_.empty();
  const int64_t begun = epoch_ + (through ? 1 : 0);
  return stage_.epochs && begun >= *stage_.epochs;
}

std::optional<Drawn> ShuffledLane::Draw() {
  if (Over()) return std::nullopt;
  if (again_.empty() && drawn_ == members_.size()) {
    NextEpoch();
    if (members_.empty()) return std::nullopt;
  }
  if (!again_.empty()) {
    const uint32_t problem = again_.front();
    again_.pop_front();
    return Drawn{problem, epoch_};
  }
  const size_t chosen = drawn_ + dice_.Below(members_.size() - drawn_);
  std::swap(members_[drawn_], members_[chosen]);
  return Drawn{members_[drawn_++], epoch_};
}

void ShuffledLane::PutBack(uint32_t problem, bool tried) {
  // A group of an earlier stage may have retired it meanwhile.
  if (records_[problem].retired) return;
  if (!tried || ++tries_[problem] < kMostTriesAnEpoch) again_.push_back(problem);
}

void ShuffledLane::NextEpoch() {
  ++epoch_;
  drawn_ = 0;
  tries_.clear();
  std::erase_if(members_, [this](uint32_t problem) {
    const Record& record = records_[problem];
    return record.retired || (stage_.leave_out_from && record.last.known() &&
                              record.last.share() >= *stage_.leave_out_from);
  });
}

}  // namespace assay::curriculum
