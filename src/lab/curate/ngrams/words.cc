#include "lab/curate/ngrams/words.h"

#include <algorithm>
#include <array>

namespace assay::curate {
namespace {

constexpr unsigned char kNoWord = 0;
// First byte of characters of which some separate and some don't.
constexpr unsigned char kLead = 1;
// Of the exact form. In the normalised one, what the byte counts as.
constexpr unsigned char kWord = 2;

constexpr std::array<unsigned char, 256> MakeExact() {
  std::array<unsigned char, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const bool space = c == ' ' || (c >= '\t' && c <= '\r');
    table[static_cast<size_t>(c)] = space ? kNoWord : kWord;
  }
  return table;
}

constexpr std::array<unsigned char, 256> MakeNormalised() {
  std::array<unsigned char, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const auto at = static_cast<size_t>(c);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) table[at] = static_cast<unsigned char>(c);
    if (c >= 'A' && c <= 'Z') table[at] = static_cast<unsigned char>(c - 'A' + 'a');
    if (c >= 0x80) table[at] = static_cast<unsigned char>(c);
  }
  for (const int lead : {0xC2, 0xE2, 0xE3, 0xEF}) table[static_cast<size_t>(lead)] = kLead;
  return table;
}

constexpr std::array<unsigned char, 256> kExact = MakeExact();
constexpr std::array<unsigned char, 256> kNormalised = MakeNormalised();

// Of a separating character that begins with a lead byte at `at`, its bytes; 0: it belongs to a
// word.
size_t SeparatorBytes(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(at);
  const unsigned second = byte(at + 1);
  const unsigned third = byte(at + 2);
  const auto continues = [](unsigned b) { return (b & 0xC0U) == 0x80U; };
  if (first == 0xC2) return continues(second) ? 2 : 0;
  if (!continues(third)) return 0;
  if (first == 0xE2) return second == 0x80 || (second == 0x81 && third <= 0xAF) ? 3 : 0;
  if (first == 0xE3) return second == 0x80 ? 3 : 0;
  return second == 0xBC && third <= 0x8F ? 3 : 0;
}

template <WordForm kForm>
unsigned char Class(char c) {
  const auto& table = kForm == WordForm::kExact ? kExact : kNormalised;
  return table[static_cast<unsigned char>(c)];
}

// What a byte of a word counts as.
template <WordForm kForm>
unsigned char Counted(char c) {
  if constexpr (kForm == WordForm::kExact) return static_cast<unsigned char>(c);
  const unsigned char counted = Class<kForm>(c);
  return counted == kLead ? static_cast<unsigned char>(c) : counted;
}

// Goes through a text word by word.
template <WordForm kForm>
class Reader {
 public:
  Reader(std::string_view text, size_t at) : text_(text), at_(at) {}

  bool Next(Word* word) {
    while (at_ < text_.size()) {
      const size_t separator = SeparatorAt();
      if (separator == 0) break;
      at_ += separator;
    }
    if (at_ == text_.size()) return false;
    word->begin = static_cast<uint32_t>(at_);
    uint64_t hash = 0xCBF29CE484222325ULL;
    do {
      hash = (hash ^ Counted<kForm>(text_[at_])) * 0x100000001B3ULL;
      ++at_;
    } while (at_ < text_.size() && SeparatorAt() == 0);
    word->end = static_cast<uint32_t>(at_);
    // The sums that are made of these need all of their bits.
    hash ^= hash >> 32;
    hash *= 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
    word->hash = hash;
    return true;
  }

 private:
  size_t SeparatorAt() const {
    const unsigned char what = Class<kForm>(text_[at_]);
    if (what == kNoWord) return 1;
    if constexpr (kForm == WordForm::kNormalised) {
      if (what == kLead) return SeparatorBytes(text_, at_);
    }
    return 0;
  }

  const std::string_view text_;
  size_t at_;
};

template <WordForm kForm>
void Split(std::string_view text, std::vector<Word>* words) {
  words->clear();
  Reader<kForm> reader(text, 0);
  Word word;
  while (reader.Next(&word)) words->push_back(word);
}

template <WordForm kForm>
bool SameBytes(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return Counted<kForm>(x) == Counted<kForm>(y); });
}

template <WordForm kForm>
bool Same(std::string_view a, size_t a_at, std::string_view b, size_t b_at, size_t count) {
  Reader<kForm> a_reader(a, a_at);
  Reader<kForm> b_reader(b, b_at);
  Word a_word;
  Word b_word;
  for (size_t i = 0; i < count; ++i) {
    if (!a_reader.Next(&a_word) || !b_reader.Next(&b_word)) return false;
    if (!SameBytes<kForm>(a.substr(a_word.begin, a_word.end - a_word.begin),
                          b.substr(b_word.begin, b_word.end - b_word.begin))) {
      return false;
    }
  }
  return true;
}

}  // namespace

void SplitWords(std::string_view text, WordForm form, std::vector<Word>* words) {
  if (form == WordForm::kExact) return Split<WordForm::kExact>(text, words);
  Split<WordForm::kNormalised>(text, words);
}

bool SameWords(std::string_view a, size_t a_at, std::string_view b, size_t b_at, WordForm form,
               size_t count) {
  if (form == WordForm::kExact) return Same<WordForm::kExact>(a, a_at, b, b_at, count);
  return Same<WordForm::kNormalised>(a, a_at, b, b_at, count);
}

}  // namespace assay::curate
