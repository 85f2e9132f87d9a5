#include "lab/curate/near/shingles.h"

#include <algorithm>

#include "lab/curate/ngrams/words.h"

namespace assay::curate {
namespace {

constexpr uint64_t kBase = 0xD6E8FEB86659FD93ULL;

}  // namespace

std::vector<Shingle> ShinglesOf(std::string_view text, int shingle_words) {
  std::vector<Word> words;
  SplitWords(text, WordForm::kNormalised, &words);
  std::vector<Shingle> shingles;
  if (words.empty()) return shingles;
  const size_t size = std::min(words.size(), static_cast<size_t>(shingle_words));
  uint64_t power = 1;
  for (size_t i = 0; i < size; ++i) power *= kBase;
  uint64_t sum = 0;
  shingles.reserve(words.size() - size + 1);
  for (size_t i = 0; i < words.size(); ++i) {
    sum = sum * kBase + words[i].hash;
    if (i >= size) sum -= words[i - size].hash * power;
    if (i + 1 < size) continue;
    // Different sizes are different shingles.
    uint64_t hash = sum + size;
    hash ^= hash >> 31;
    hash *= 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
    shingles.push_back({hash, words[i + 1 - size].begin, static_cast<uint32_t>(size)});
  }
  // Of repeated ones the first stays, so that a text has one set.
  std::sort(shingles.begin(), shingles.end(), [](const Shingle& a, const Shingle& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.at < b.at;
  });
  const auto last =
      std::unique(shingles.begin(), shingles.end(),
                  [](const Shingle& a, const Shingle& b) { return a.hash == b.hash; });
  shingles.erase(last, shingles.end());
  return shingles;
}

double Jaccard(std::string_view a, const std::vector<Shingle>& a_shingles, std::string_view b,
               const std::vector<Shingle>& b_shingles) {
  size_t both = 0;
  auto one = a_shingles.begin();
  auto other = b_shingles.begin();
  while (one != a_shingles.end() && other != b_shingles.end()) {
    if (one->hash < other->hash) {
      ++one;
    } else if (other->hash < one->hash) {
      ++other;
    } else {
      if (one->words == other->words &&
          SameWords(a, one->at, b, other->at, WordForm::kNormalised, one->words)) {
        ++both;
      }
      ++one;
      ++other;
    }
  }
  const size_t either = a_shingles.size() + b_shingles.size() - both;
  return either == 0 ? 0 : static_cast<double>(both) / static_cast<double>(either);
}

}  // namespace assay::curate
