// GramIndex: the word n-grams of benchmarks, and where a text shares one of them.
//
// A text is contaminated when it shares n words in a row with a text of a benchmark. Papers take
// n = 9 for math and n = 14 for code (AceReason-Nemotron, 3.1 and A.4). A benchmark text of fewer
// than n words counts only for a text that has exactly these words.
//
// Only the benchmarks are kept: their texts, and 30 to 62 bytes for each different n-gram. What is
// looked up costs one pass over its bytes: sums over its words are rolled along, a filter of the
// benchmarks' sums says no to nearly all of them, and what it lets through is looked up and
// compared word by word. So two texts with the same sum never count as the same passage.
//
// Add and Finish by one thread; then Find by any number of them, each with a scratch of its own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/curate/ngrams/words.h"

namespace assay::curate {

inline constexpr int kMostGramWords = 1000;

struct GramOptions {
  std::vector<int> sizes_words = {9};  // n; each 1 to kMostGramWords
  std::vector<WordForm> forms = {WordForm::kExact, WordForm::kNormalised};
};

// Where a text of a benchmark comes from.
struct GramOrigin {
  uint32_t benchmark = 0;  // the caller's number
  int64_t row = 0;         // from 1
};

struct GramMatch {
  WordForm form = WordForm::kExact;
  int size_words = 0;     // n
  int64_t run_words = 0;  // of the passage: the n-gram, and what else is the same around it
  size_t begin = 0;       // of the passage, bytes of the text that was looked up
  size_t end = 0;
  GramOrigin origin;
  std::string_view theirs;  // the passage as the benchmark has it; valid as long as the index
};

class GramIndex {
 public:
  // Room for a search, so that it need not be made for each text.
  struct Scratch {
    std::vector<Word> words;
    std::vector<Word> their_words;
    std::vector<uint64_t> sums;  // of the first i words
    std::vector<uint64_t> keys;
  };

  explicit GramIndex(GramOptions options);
  GramIndex(const GramIndex&) = delete;

  // REQUIRES: before Finish; a text of less than 4 GiB.
  void Add(GramOrigin origin, std::string text);
  void Finish();
  // The first passage for each form and size, in the order of the options; empty: none.
  // REQUIRES: Finish was called; a text of less than 4 GiB.
  std::vector<GramMatch> Find(std::string_view text, Scratch* scratch) const;

  size_t texts() const { return texts_.size(); }
  size_t grams() const { return filled_; }  // different ones
  size_t memory_bytes() const;

 private:
  struct Text {
    GramOrigin origin;
    std::string bytes;
  };
  struct Slot {
    uint64_t key = 0;
    uint32_t text = kFree;
    uint32_t at = 0;  // first byte of the n-gram in it
  };
  static constexpr uint32_t kFree = UINT32_MAX;
  // What a key belongs to; an n-gram, or the whole of a shorter text.
  enum class Part { kGram, kWhole };

  static uint64_t Key(uint64_t sum, WordForm form, int size_words, Part part);
  void Sum(Scratch* scratch) const;
  // The key of the `size_index`th size that begins at a word.
  uint64_t KeyAt(const Scratch& scratch, WordForm form, size_t size_index, size_t word) const;
  void Insert(uint64_t key, uint32_t text, uint32_t at, WordForm form, size_t words);
  void Grow();
  size_t SlotOf(uint64_t key) const { return key >> shift_; }
  bool MayHave(uint64_t key) const;
  // The n-gram of `words` words that the key stands for; null: it is of another passage.
  const Slot* Lookup(uint64_t key, std::string_view text, size_t at, WordForm form,
                     size_t words) const;
  const Slot* LookupWhole(uint64_t key, std::string_view text, const Scratch& scratch,
                          WordForm form, std::vector<Word>* their_words) const;
  std::optional<GramMatch> FirstMatch(std::string_view text, WordForm form, size_t size_index,
                                      Scratch* scratch) const;
  GramMatch Widened(std::string_view text, const Slot& slot, WordForm form, size_t size_index,
                    size_t word, Scratch* scratch) const;

  const GramOptions options_;
  std::vector<size_t> by_size_;   // indexes of the sizes, the smallest first
  std::vector<uint64_t> powers_;  // kBase to the power of each size
  std::vector<Text> texts_;
  size_t text_bytes_ = 0;
  std::vector<Slot> slots_;  // a power of two
  int shift_ = 64;
  size_t filled_ = 0;
  std::vector<uint64_t> filter_;  // a power of two
  int filter_shift_ = 64;
  Scratch adding_;
};

}  // namespace assay::curate
