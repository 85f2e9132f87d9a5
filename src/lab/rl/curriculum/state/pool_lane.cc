#include "lab/rl/curriculum/state/pool_lane.h"

#include <algorithm>

#include "base/check.h"

namespace assay::curriculum {
namespace {

// Record::pool of what is under way, or no lane's.
constexpr uint8_t kNowhere = 0xff;
constexpr size_t kSteps = size_t{1} << 53;  // as many as a double tells apart below 1

}  // namespace

PoolLane::PoolLane(const Stage& stage, const std::vector<uint32_t>& members, uint64_t seed,
                   Records* records)
    : stage_(stage),
      records_(*records),
      dice_(seed),
      alive_(static_cast<int64_t>(members.size())),
      first_size_(static_cast<int64_t>(members.size())) {
  under_way_ = alive_;
  for (const uint32_t problem : members) Insert(problem);
}

Pool PoolLane::PoolOf(uint32_t problem) const {
  const Rate& rate = records_[problem].newest();
  return rate.known() ? stage_.pools.Of(rate.share()) : Pool::kUnseen;
}

void PoolLane::Insert(uint32_t problem) {
  Record& record = records_[problem];
  record.pool = static_cast<uint8_t>(PoolOf(problem));
  std::vector<uint32_t>& pool = pools_[record.pool];
  record.place = static_cast<uint32_t>(pool.size());
  pool.push_back(problem);
  --under_way_;
}

void PoolLane::Remove(uint32_t problem) {
  Record& record = records_[problem];
  std::vector<uint32_t>& pool = pools_[record.pool];
  ASSAY_CHECK(record.place < pool.size() && pool[record.place] == problem);
  pool[record.place] = pool.back();
  records_[pool.back()].place = record.place;
  pool.pop_back();
  record.pool = kNowhere;
  ++under_way_;
}

int64_t PoolLane::epoch() const {
  return first_size_ == 0 ? 0 : draws_ / first_size_;
}

bool PoolLane::Over() const {
  if (stage_.epochs && epoch() >= *stage_.epochs) return true;
  if (under_way_ > 0) return false;
  for (size_t pool = 0; pool < kPools; ++pool) {
    if (stage_.pools.numbers[pool] > 0 && !pools_[pool].empty()) return false;
  }
  return true;
}

std::optional<size_t> PoolLane::ByWeight() {
  double sum = 0;
  std::optional<size_t> last;
  for (size_t pool = 0; pool < kPools; ++pool) {
    const double weight = stage_.pools.numbers[pool] * static_cast<double>(pools_[pool].size());
    if (weight > 0) last = pool;
    sum += weight;
  }
  if (!last) return std::nullopt;
  double left = sum * (static_cast<double>(dice_.Below(kSteps)) / static_cast<double>(kSteps));
  for (size_t pool = 0; pool < *last; ++pool) {
    left -= stage_.pools.numbers[pool] * static_cast<double>(pools_[pool].size());
    if (left < 0) return pool;
  }
  return last;
}

std::optional<size_t> PoolLane::ByShare() const {
  double sum = 0;
  for (const double share : stage_.pools.numbers) sum += share;
  std::optional<size_t> most;
  double most_owed = 0;
  for (size_t pool = 0; pool < kPools; ++pool) {
    const double share = stage_.pools.numbers[pool] / sum;
    if (share <= 0 || pools_[pool].empty()) continue;
    const double owed = share * static_cast<double>(draws_ + 1) - static_cast<double>(taken_[pool]);
    if (most && owed <= most_owed) continue;
    most = pool;
    most_owed = owed;
  }
  return most;
}

std::optional<size_t> PoolLane::ChoosePool() {
  return stage_.pools.by == PoolBy::kWeight ? ByWeight() : ByShare();
}

std::optional<Drawn> PoolLane::Draw() {
  if (Over()) return std::nullopt;
  const auto chosen = ChoosePool();
  if (!chosen) return std::nullopt;
  const std::vector<uint32_t>& pool = pools_[*chosen];
  const uint32_t problem = pool[dice_.Below(pool.size())];
  Remove(problem);
  ++taken_[*chosen];
  return Drawn{problem, draws_++ / first_size_};
}

void PoolLane::Settle(uint32_t problem) {
  if (!records_[problem].retired) return Insert(problem);
  --under_way_;
  --alive_;
}

void PoolLane::OnChanged(uint32_t problem) {
  if (records_[problem].pool == kNowhere) return;
  Remove(problem);
  Settle(problem);
}

std::array<int64_t, kPools> PoolLane::counts() const {
  std::array<int64_t, kPools> counts{};
  for (size_t pool = 0; pool < kPools; ++pool) {
    counts[pool] = static_cast<int64_t>(pools_[pool].size());
  }
  return counts;
}

}  // namespace assay::curriculum
