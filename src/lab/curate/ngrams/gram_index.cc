#include "lab/curate/ngrams/gram_index.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/dice/mix.h"

namespace assay::curate {
namespace {

// Of the sums over words; odd, so that no word falls out of one.
constexpr uint64_t kBase = 0xD6E8FEB86659FD93ULL;
constexpr size_t kFewestSlots = 1024;
// Bits of the filter for each n-gram, two of which are set: one in about a hundred others gets
// through.
constexpr size_t kFilterBitsPerGram = 16;
constexpr size_t kFewestFilterWords = 64;

uint64_t Power(uint64_t base, int exponent) {
  uint64_t power = 1;
  for (int i = 0; i < exponent; ++i) power *= base;
  return power;
}

// The bits of a key in its word of the filter. The word is chosen by the upper bits of the key.
uint64_t FilterBits(uint64_t key) {
  return (uint64_t{1} << (key & 63)) | (uint64_t{1} << ((key >> 6) & 63));
}

}  // namespace

GramIndex::GramIndex(GramOptions options) : options_(std::move(options)) {
  ASSAY_CHECK(!options_.sizes_words.empty() && !options_.forms.empty());
  for (const int size : options_.sizes_words) {
    ASSAY_CHECK(size >= 1 && size <= kMostGramWords);
    powers_.push_back(Power(kBase, size));
  }
  by_size_.resize(options_.sizes_words.size());
  std::iota(by_size_.begin(), by_size_.end(), size_t{0});
  std::sort(by_size_.begin(), by_size_.end(), [this](size_t a, size_t b) {
    return options_.sizes_words[a] < options_.sizes_words[b];
  });
  slots_.resize(kFewestSlots);
  shift_ = 64 - std::countr_zero(kFewestSlots);
}

uint64_t GramIndex::Key(uint64_t sum, WordForm form, int size_words, Part part) {
  const auto kind = static_cast<uint64_t>(size_words) * 4 + static_cast<uint64_t>(form) * 2 +
                    static_cast<uint64_t>(part);
  return Mix(sum + kind * kGoldenStep);
}

void GramIndex::Sum(Scratch* scratch) const {
  scratch->sums.resize(scratch->words.size() + 1);
  uint64_t sum = 0;
  scratch->sums[0] = 0;
  for (size_t i = 0; i < scratch->words.size(); ++i) {
    sum = sum * kBase + scratch->words[i].hash;
    scratch->sums[i + 1] = sum;
  }
}

uint64_t GramIndex::KeyAt(const Scratch& scratch, WordForm form, size_t size_index,
                          size_t word) const {
  const int size = options_.sizes_words[size_index];
  const uint64_t sum =
      scratch.sums[word + static_cast<size_t>(size)] - scratch.sums[word] * powers_[size_index];
  return Key(sum, form, size, Part::kGram);
}

void GramIndex::Add(GramOrigin origin, std::string text) {
  const auto number = static_cast<uint32_t>(texts_.size());
  texts_.push_back({origin, std::move(text)});
  const std::string& bytes = texts_.back().bytes;
  text_bytes_ += bytes.capacity() + sizeof(Text);
  for (const WordForm form : options_.forms) {
    SplitWords(bytes, form, &adding_.words);
    if (adding_.words.empty()) continue;
    Sum(&adding_);
    const size_t words = adding_.words.size();
    for (size_t i = 0; i < options_.sizes_words.size(); ++i) {
      const int size = options_.sizes_words[i];
      const auto size_words = static_cast<size_t>(size);
      if (words < size_words) {
        Insert(Key(adding_.sums[words], form, size, Part::kWhole), number, adding_.words[0].begin,
               form, words);
        continue;
      }
      for (size_t word = 0; word + size_words <= words; ++word) {
        Insert(KeyAt(adding_, form, i, word), number, adding_.words[word].begin, form, size_words);
      }
    }
  }
}

void GramIndex::Insert(uint64_t key, uint32_t text, uint32_t at, WordForm form, size_t words) {
  if (filled_ * 9 >= slots_.size() * 5) Grow();
  size_t slot = SlotOf(key);
  while (slots_[slot].text != kFree) {
    if (slots_[slot].key == key && SameWords(texts_[slots_[slot].text].bytes, slots_[slot].at,
                                             texts_[text].bytes, at, form, words)) {
      return;
    }
    slot = (slot + 1) & (slots_.size() - 1);
  }
  slots_[slot] = {key, text, at};
  ++filled_;
}

void GramIndex::Grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  --shift_;
  for (const Slot& one : old) {
    if (one.text == kFree) continue;
    size_t slot = SlotOf(one.key);
    while (slots_[slot].text != kFree) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = one;
  }
}

void GramIndex::Finish() {
  adding_ = {};
  const size_t words =
      std::bit_ceil(std::max(kFewestFilterWords, filled_ * kFilterBitsPerGram / 64));
  filter_.assign(words, 0);
  filter_shift_ = 64 - std::countr_zero(words);
  for (const Slot& slot : slots_) {
    if (slot.text != kFree) filter_[slot.key >> filter_shift_] |= FilterBits(slot.key);
  }
}

size_t GramIndex::memory_bytes() const {
  return text_bytes_ + slots_.size() * sizeof(Slot) + filter_.size() * sizeof(uint64_t);
}

bool GramIndex::MayHave(uint64_t key) const {
  const uint64_t bits = FilterBits(key);
  return (filter_[key >> filter_shift_] & bits) == bits;
}

const GramIndex::Slot* GramIndex::Lookup(uint64_t key, std::string_view text, size_t at,
                                         WordForm form, size_t words) const {
  for (size_t slot = SlotOf(key); slots_[slot].text != kFree;
       slot = (slot + 1) & (slots_.size() - 1)) {
    const Slot& one = slots_[slot];
    if (one.key == key && SameWords(texts_[one.text].bytes, one.at, text, at, form, words)) {
      return &one;
    }
  }
  return nullptr;
}

const GramIndex::Slot* GramIndex::LookupWhole(uint64_t key, std::string_view text,
                                              const Scratch& scratch, WordForm form,
                                              std::vector<Word>* their_words) const {
  const size_t words = scratch.words.size();
  for (size_t slot = SlotOf(key); slots_[slot].text != kFree;
       slot = (slot + 1) & (slots_.size() - 1)) {
    const Slot& one = slots_[slot];
    if (one.key != key) continue;
    const std::string& theirs = texts_[one.text].bytes;
    SplitWords(theirs, form, their_words);
    if (their_words->size() == words &&
        SameWords(theirs, one.at, text, scratch.words[0].begin, form, words)) {
      return &one;
    }
  }
  return nullptr;
}

GramMatch GramIndex::Widened(std::string_view text, const Slot& slot, WordForm form,
                             size_t size_index, size_t word, Scratch* scratch) const {
  const Text& benchmark = texts_[slot.text];
  const std::vector<Word>& ours = scratch->words;
  std::vector<Word>& theirs = scratch->their_words;
  SplitWords(benchmark.bytes, form, &theirs);
  const auto found = std::lower_bound(theirs.begin(), theirs.end(), slot.at,
                                      [](const Word& one, uint32_t at) { return one.begin < at; });
  const auto their_word = static_cast<size_t>(found - theirs.begin());
  const auto same = [&](size_t a, size_t b) {
    return SameWords(text, ours[a].begin, benchmark.bytes, theirs[b].begin, form, 1);
  };
  size_t before = 0;
  while (before < word && before < their_word && same(word - before - 1, their_word - before - 1)) {
    ++before;
  }
  const auto size = static_cast<size_t>(options_.sizes_words[size_index]);
  // Of a text that is shorter than n, all there is.
  size_t after = std::min(size, ours.size() - word);
  while (word + after < ours.size() && their_word + after < theirs.size() &&
         same(word + after, their_word + after)) {
    ++after;
  }
  GramMatch match;
  match.form = form;
  match.size_words = options_.sizes_words[size_index];
  match.run_words = static_cast<int64_t>(before + after);
  match.begin = ours[word - before].begin;
  match.end = ours[word + after - 1].end;
  match.origin = benchmark.origin;
  const size_t their_begin = theirs[their_word - before].begin;
  match.theirs = std::string_view(benchmark.bytes)
                     .substr(their_begin, theirs[their_word + after - 1].end - their_begin);
  return match;
}

std::optional<GramMatch> GramIndex::FirstMatch(std::string_view text, WordForm form,
                                               size_t size_index, Scratch* scratch) const {
  const int size = options_.sizes_words[size_index];
  const auto size_words = static_cast<size_t>(size);
  const size_t words = scratch->words.size();
  if (words < size_words) {
    const uint64_t key = Key(scratch->sums[words], form, size, Part::kWhole);
    if (!MayHave(key)) return std::nullopt;
    const Slot* const slot = LookupWhole(key, text, *scratch, form, &scratch->their_words);
    if (slot == nullptr) return std::nullopt;
    return Widened(text, *slot, form, size_index, 0, scratch);
  }
  // All keys first: the filter is larger than the nearest cache, and so its words are on their way
  // while others are looked at.
  const size_t grams = words - size_words + 1;
  scratch->keys.resize(grams);
  for (size_t word = 0; word < grams; ++word) {
    const uint64_t key = KeyAt(*scratch, form, size_index, word);
    scratch->keys[word] = key;
    __builtin_prefetch(&filter_[key >> filter_shift_]);
  }
  for (size_t word = 0; word < grams; ++word) {
    const uint64_t key = scratch->keys[word];
    if (!MayHave(key)) continue;
    const Slot* const slot = Lookup(key, text, scratch->words[word].begin, form, size_words);
    if (slot != nullptr) return Widened(text, *slot, form, size_index, word, scratch);
  }
  return std::nullopt;
}

std::vector<GramMatch> GramIndex::Find(std::string_view text, Scratch* scratch) const {
  std::vector<GramMatch> matches;
  std::vector<std::optional<GramMatch>> of_size(by_size_.size());
  for (const WordForm form : options_.forms) {
    SplitWords(text, form, &scratch->words);
    if (scratch->words.empty()) continue;
    Sum(scratch);
    std::fill(of_size.begin(), of_size.end(), std::nullopt);
    for (const size_t i : by_size_) {
      of_size[i] = FirstMatch(text, form, i, scratch);
      // What shares a longer passage shares a shorter one, and so does what is the whole of a text.
      if (!of_size[i]) break;
    }
    for (std::optional<GramMatch>& match : of_size) {
      if (match) matches.push_back(*match);
    }
  }
  return matches;
}

}  // namespace assay::curate
