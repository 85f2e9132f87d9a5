// DuplicateIndex: whether a text was there before, as it stands or nearly so.
//
//   exact  the same bytes
//   near   Jaccard's share of the word shingles (shingles.h) is at least the threshold
//
// MinHash (Broder 1997) with LSH banding (Leskovec, Rajaraman and Ullman, Mining of Massive
// Datasets, 3.4) finds candidates, and every one of them is compared as a text, so that only what
// is a duplicate counts as one. 120 hashes in bands of r, r the largest with which a pair at the
// threshold becomes a candidate with a probability of 0.995: r = 6 for 0.8, so 20 bands and 0.9977.
//
// Memory: 24 bytes a text and 8 bytes a band of it, at 0.38 to 0.75 full: 250 to 480 bytes a text
// for 0.8; while it grows half as much again. Beyond the bound Offer is an error. The texts
// themselves are on the disk. A text is compared with 128 candidates at most, those first that
// share the most bands, and of texts that share a band the first 64 are found by it: what may lose
// a pair among thousands of near-alike texts, and keeps the time of a row bounded.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/curate/near/shingles.h"
#include "lab/curate/near/text_store.h"

namespace assay::curate {

struct DuplicateOptions {
  bool near = true;
  double jaccard = 0.8;  // 0.3 to 1
  int shingle_words = 5;
  int64_t most_memory_bytes = int64_t{2} << 30;
};

struct Duplicate {
  int64_t row = 0;     // the earlier one, as the caller numbered it
  bool exact = false;  // the same bytes
  double jaccard = 1;
  std::string text;  // of the earlier row
};

class DuplicateIndex {
 public:
  // `folder` is for the texts.
  static Result<DuplicateIndex> Make(DuplicateOptions options, const std::string& folder);

  // The most similar of the earlier texts (the first of several), when that is a duplicate; else
  // the text is remembered under `row`. kResource: the bound on memory is reached.
  Result<std::optional<Duplicate>> Offer(std::string_view text, int64_t row);
  // Of a text that is known to be new.
  Status Remember(std::string_view text, int64_t row);

  int64_t memory_bytes() const;
  int hashes_per_band() const { return hashes_per_band_; }

 private:
  struct Row {
    int64_t number = 0;
    TextStore::Place place;
  };
  // The upper half is that of a key, which says where it belongs, the lower half the row's index;
  // all ones: free.
  using Slot = uint64_t;

  DuplicateIndex(DuplicateOptions options, TextStore texts);
  // One for the bytes of the text, and one for each band.
  std::vector<uint64_t> KeysOf(std::string_view text, const std::vector<Shingle>& shingles) const;
  Status Insert(std::string_view text, int64_t row, const std::vector<uint64_t>& keys);
  Status MakeRoomFor(size_t more);
  void Put(uint64_t slot_value);
  size_t SlotOf(uint64_t key) const { return key >> shift_; }
  // Indexes of rows, those that share most keys first.
  std::vector<uint32_t> Candidates(const std::vector<uint64_t>& keys) const;

  DuplicateOptions options_;
  int hashes_per_band_ = 0;  // 0: exact only
  TextStore texts_;
  std::vector<Row> rows_;
  std::vector<Slot> slots_;  // a power of two
  int shift_ = 64;
  size_t filled_ = 0;
};

}  // namespace assay::curate
