// Shingles of a text: its runs of k words (normalised, words.h), as a set; and how much of theirs
// two texts share. A text of fewer than k words is one shingle. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::curate {

struct Shingle {
  uint64_t hash = 0;
  uint32_t at = 0;     // its first byte in the text
  uint32_t words = 0;  // k, or all of a shorter text
};

// Ascending by hash, each once. Empty: the text has no words. REQUIRES: shingle_words >= 1, a text
// of less than 4 GiB.
std::vector<Shingle> ShinglesOf(std::string_view text, int shingle_words);

// |A and B| / |A or B|, 0 to 1; 0 when both are empty. Shingles with the same hash are compared
// word by word.
double Jaccard(std::string_view a, const std::vector<Shingle>& a_shingles, std::string_view b,
               const std::vector<Shingle>& b_shingles);

}  // namespace assay::curate
