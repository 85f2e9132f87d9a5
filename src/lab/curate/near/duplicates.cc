#include "lab/curate/near/duplicates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "base/dice/mix.h"

namespace assay::curate {
namespace {

constexpr const char* kStage = "curate.duplicates";
constexpr int kHashes = 120;
constexpr double kCandidateProbability = 0.995;
constexpr size_t kFewestSlots = 1024;
constexpr uint64_t kFree = UINT64_MAX;
constexpr size_t kMostPerKey = 64;
constexpr size_t kMostCandidates = 128;

struct HashFunction {
  uint64_t flip = 0;
  uint64_t factor = 1;  // odd: a permutation
};

constexpr std::array<HashFunction, kHashes> MakeFunctions() {
  std::array<HashFunction, kHashes> functions;
  uint64_t state = 0x243F6A8885A308D3ULL;
  for (HashFunction& one : functions) {
    one.flip = Mix(state += kGoldenStep);
    one.factor = Mix(state += kGoldenStep) | 1;
  }
  return functions;
}
constexpr std::array<HashFunction, kHashes> kFunctions = MakeFunctions();

int HashesPerBand(double jaccard) {
  int best = 1;
  for (int size = 1; size <= kHashes; ++size) {
    if (kHashes % size != 0) continue;
    const double missed = std::pow(1 - std::pow(jaccard, size), kHashes / size);
    if (1 - missed >= kCandidateProbability) best = size;
  }
  return best;
}

using Signature = std::array<uint64_t, kHashes>;

// REQUIRES: shingles.
Signature SignatureOf(const std::vector<Shingle>& shingles) {
  Signature signature;
  signature.fill(UINT64_MAX);
  for (const Shingle& shingle : shingles) {
    for (size_t i = 0; i < kHashes; ++i) {
      const uint64_t value = (shingle.hash ^ kFunctions[i].flip) * kFunctions[i].factor;
      signature[i] = std::min(signature[i], value);
    }
  }
  return signature;
}

}  // namespace

DuplicateIndex::DuplicateIndex(DuplicateOptions options, TextStore texts)
    : options_(options),
      hashes_per_band_(options.near ? HashesPerBand(options.jaccard) : 0),
      texts_(std::move(texts)),
      slots_(kFewestSlots, kFree),
      shift_(64 - std::countr_zero(kFewestSlots)) {}

Result<DuplicateIndex> DuplicateIndex::Make(DuplicateOptions options, const std::string& folder) {
  ASSAY_CHECK(options.jaccard >= 0.3 && options.jaccard <= 1 && options.shingle_words >= 1);
  ASSAY_ASSIGN_OR_RETURN(TextStore texts, TextStore::Make(folder));
  return DuplicateIndex(options, std::move(texts));
}

int64_t DuplicateIndex::memory_bytes() const {
  return static_cast<int64_t>(rows_.capacity() * sizeof(Row) + slots_.size() * sizeof(Slot));
}

std::vector<uint64_t> DuplicateIndex::KeysOf(std::string_view text,
                                             const std::vector<Shingle>& shingles) const {
  std::vector<uint64_t> keys = {Mix(std::hash<std::string_view>()(text))};
  if (hashes_per_band_ == 0 || shingles.empty()) return keys;
  const Signature signature = SignatureOf(shingles);
  const auto size = static_cast<size_t>(hashes_per_band_);
  for (size_t begin = 0; begin < kHashes; begin += size) {
    uint64_t key = begin + 1;
    for (size_t i = begin; i < begin + size; ++i) key = Mix(key ^ signature[i]);
    keys.push_back(key);
  }
  return keys;
}

std::vector<uint32_t> DuplicateIndex::Candidates(const std::vector<uint64_t>& keys) const {
  std::unordered_map<uint32_t, uint32_t> shared;
  for (const uint64_t key : keys) {
    for (size_t slot = SlotOf(key); slots_[slot] != kFree;
         slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] >> 32 == key >> 32) ++shared[static_cast<uint32_t>(slots_[slot])];
    }
  }
  std::vector<std::pair<uint32_t, uint32_t>> order(shared.begin(), shared.end());
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (order.size() > kMostCandidates) order.resize(kMostCandidates);
  std::vector<uint32_t> candidates;
  for (const auto& [row, count] : order) candidates.push_back(row);
  return candidates;
}

Status DuplicateIndex::MakeRoomFor(size_t more) {
  while ((filled_ + more) * 4 > slots_.size() * 3) {
    // Both tables are there while one becomes the other.
    const auto grown = static_cast<int64_t>(slots_.size() * 2 * sizeof(Slot));
    if (memory_bytes() + grown > options_.most_memory_bytes || slots_.size() > UINT32_MAX / 2) {
      return Error{ErrorCode::kResource, kStage, 0,
                   "memory_mib: " + std::to_string(rows_.size()) + " different rows fill what " +
                       std::to_string(options_.most_memory_bytes >> 20) +
                       " MiB can hold; raise it, or say near: false to find exact duplicates only"};
    }
    std::vector<Slot> old(slots_.size() * 2, kFree);
    old.swap(slots_);
    --shift_;
    for (const Slot one : old) {
      if (one != kFree) Put(one);
    }
  }
  return {};
}

void DuplicateIndex::Put(uint64_t slot_value) {
  // A key's lower half doesn't count: there are never more than 2^32 slots.
  size_t slot = SlotOf(slot_value);
  while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = slot_value;
}

Status DuplicateIndex::Insert(std::string_view text, int64_t row,
                              const std::vector<uint64_t>& keys) {
  ASSAY_RETURN_IF_ERROR(MakeRoomFor(keys.size()));
  if (rows_.size() >= UINT32_MAX) {
    return Error{ErrorCode::kResource, kStage, 0, "there are more than 2^32 different rows"};
  }
  ASSAY_ASSIGN_OR_RETURN(const TextStore::Place place, texts_.Append(text));
  const auto index = static_cast<uint32_t>(rows_.size());
  rows_.push_back({row, place});
  for (const uint64_t key : keys) {
    size_t same = 0;
    size_t slot = SlotOf(key);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] >> 32 == key >> 32) ++same;
    }
    if (same >= kMostPerKey) continue;
    slots_[slot] = (key >> 32 << 32) | index;
    ++filled_;
  }
  return {};
}

Status DuplicateIndex::Remember(std::string_view text, int64_t row) {
  std::vector<Shingle> shingles;
  if (options_.near) shingles = ShinglesOf(text, options_.shingle_words);
  return Insert(text, row, KeysOf(text, shingles));
}

Result<std::optional<Duplicate>> DuplicateIndex::Offer(std::string_view text, int64_t row) {
  std::vector<Shingle> shingles;
  if (options_.near) shingles = ShinglesOf(text, options_.shingle_words);
  const std::vector<uint64_t> keys = KeysOf(text, shingles);
  std::optional<Duplicate> best;
  for (const uint32_t index : Candidates(keys)) {
    const Row& earlier = rows_[index];
    ASSAY_ASSIGN_OR_RETURN(std::string theirs, texts_.Read(earlier.place));
    if (theirs == text) return std::optional<Duplicate>({earlier.number, true, 1, theirs});
    if (!options_.near) continue;
    const double share =
        Jaccard(text, shingles, theirs, ShinglesOf(theirs, options_.shingle_words));
    if (share < options_.jaccard) continue;
    if (!best || share > best->jaccard || (share == best->jaccard && earlier.number < best->row)) {
      best = Duplicate{earlier.number, false, share, std::move(theirs)};
    }
  }
  if (!best) ASSAY_RETURN_IF_ERROR(Insert(text, row, keys));
  return best;
}

}  // namespace assay::curate
