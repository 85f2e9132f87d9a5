#include "lab/curate/rules/language.h"

#include <array>
#include <cstdint>
#include <string>
#include <unordered_set>

#include "text/excerpt.h"
#include "text/utf8.h"

namespace assay::curate {
namespace {

using WordSet = std::unordered_set<std::string_view>;

const WordSet& EnglishWords() {
  static const WordSet words = {
      "the",  "of",   "is",    "and",     "that",    "for",      "if",     "find",  "what",
      "with", "are",  "how",   "many",    "let",     "be",       "by",     "from",  "it",
      "this", "each", "which", "such",    "than",    "then",     "when",   "where", "to",
      "at",   "has",  "have",  "there",   "these",   "given",    "number", "value", "all",
      "any",  "can",  "not",   "between", "compute", "determine"};
  return words;
}

// Common in Spanish, Portuguese, French, Italian, German, Dutch, Polish, Turkish, Romanian,
// Indonesian or Vietnamese, and no words of English or names in formulas.
const WordSet& OtherWords() {
  static const WordSet words = {
      // Spanish, Portuguese
      "el", "los", "las", "una", "que", "del", "por", "para", "con", "como", "es", "cuál",
      "cuántos", "número", "si", "su", "se", "uma", "um", "não", "os", "dos", "da", "são", "qual",
      "em", "seja", "sea", "entre", "tres",
      // French, Italian
      "le", "les", "une", "et", "est", "dans", "soit", "pour", "sur", "nombre", "deux", "il", "che",
      "di", "sono", "della", "quanti", "gli", "nel",
      // German, Dutch
      "der", "das", "und", "ist", "ein", "eine", "mit", "für", "sei", "wie", "viele", "het", "een",
      "van", "zijn", "dat", "hoeveel",
      // Polish, Turkish, Romanian, Indonesian, Vietnamese
      "oraz", "nie", "ile", "liczba", "bir", "kaç", "olan", "sunt", "este", "yang", "dari", "là",
      "của", "số", "một"};
  return words;
}

uint32_t CodeAt(std::string_view text, size_t at, size_t* bytes) {
  const auto first = static_cast<unsigned char>(text[at]);
  size_t end = at + 1;
  while (end < text.size() && IsUtf8Continuation(text[end])) ++end;
  *bytes = end - at;
  if (*bytes == 1) return first;
  uint32_t code = first & (0x7FU >> *bytes);
  for (size_t i = at + 1; i < end; ++i) {
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  return code;
}

// Letters of scripts that mathematics in English has no use for.
bool IsOfAnotherScript(uint32_t code) {
  struct Range {
    uint32_t first, last;
  };
  static constexpr std::array<Range, 7> kRanges = {{
      {0x0400, 0x1CFF},    // Cyrillic to those of India, Africa and South East Asia
      {0x2D00, 0x2DFF},    // Georgian, Tifinagh, Ethiopic
      {0x3040, 0x31FF},    // kana, bopomofo, hangul
      {0x3400, 0x9FFF},    // Han
      {0xA000, 0xABFF},    // Yi to Meetei
      {0xAC00, 0xD7FF},    // hangul
      {0x20000, 0x3FFFF},  // Han
  }};
  for (const Range& range : kRanges) {
    if (code >= range.first && code <= range.last) return true;
  }
  return false;
}

struct Counts {
  int64_t letters = 0;
  int64_t other_script = 0;
  size_t other_script_at = 0;  // the first one
  int64_t english = 0;
  int64_t other = 0;
  std::string other_words;  // the first few
};

void CountWord(const std::string& word, Counts* counts) {
  if (EnglishWords().contains(word)) ++counts->english;
  if (!OtherWords().contains(word)) return;
  if (++counts->other <= 5) counts->other_words += (counts->other > 1 ? " … " : "") + word;
}

Counts CountOf(std::string_view text) {
  Counts counts;
  std::string word;
  size_t bytes = 1;
  for (size_t at = 0; at < text.size(); at += bytes) {
    const uint32_t code = CodeAt(text, at, &bytes);
    const bool ascii = (code | 0x20) >= 'a' && (code | 0x20) <= 'z';
    const bool letter = ascii || (code >= 0xC0 && code != 0xD7 && code != 0xF7 && code < 0x2000);
    if (!letter && !IsOfAnotherScript(code)) {
      CountWord(word, &counts);
      word.clear();
      // A command of LaTeX is no word.
      if (code == '\\') {
        while (at + bytes < text.size() && (text[at + bytes] | 0x20) >= 'a' &&
               (text[at + bytes] | 0x20) <= 'z') {
          ++bytes;
        }
      }
      continue;
    }
    ++counts.letters;
    if (IsOfAnotherScript(code) && counts.other_script++ == 0) counts.other_script_at = at;
    if (ascii) {
      word += static_cast<char>(code | 0x20);
    } else {
      word.append(text.substr(at, bytes));
    }
  }
  CountWord(word, &counts);
  return counts;
}

}  // namespace

Objection NotEnglish(std::string_view statement) {
  const Counts counts = CountOf(statement);
  if (counts.other_script >= 5 && counts.other_script * 20 >= counts.letters) {
    return Finding{"another script", Excerpt(statement.substr(counts.other_script_at))};
  }
  if (counts.other >= 3 && counts.other > counts.english) {
    return Finding{"another language", counts.other_words};
  }
  return std::nullopt;
}

}  // namespace assay::curate
