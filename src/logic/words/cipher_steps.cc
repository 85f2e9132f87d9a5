#include "logic/words/cipher_steps.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <vector>

#include "logic/model/answer.h"
#include "logic/words/word_list.h"

namespace assay::logic::words {
namespace {

constexpr size_t kLetters = 26;
constexpr int kMostCipherRails = 12;
constexpr size_t kMostCipherKey = 16;
constexpr size_t kMostCipherColumns = 12;

size_t IndexOf(char letter) {
  return static_cast<size_t>(letter - 'A');
}

char LetterAt(size_t index) {
  return static_cast<char>('A' + static_cast<int>(index % kLetters));
}

bool IsCipherWord(std::string_view key, size_t least, size_t most) {
  return key.size() >= least && key.size() <= most &&
         std::all_of(key.begin(), key.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool IsDifferentLetters(std::string_view key) {
  for (size_t i = 0; i < key.size(); ++i) {
    if (key.find(key[i], i + 1) != std::string_view::npos) return false;
  }
  return true;
}

struct AffineKey {
  size_t factor;
  size_t shift;
};

std::optional<AffineKey> AffineKeyOf(std::string_view key) {
  const std::vector<std::string_view> numbers = WordsOf(key);
  if (numbers.size() != 2) return std::nullopt;
  const std::optional<int> factor = IntOf(numbers[0]);
  const std::optional<int> shift = IntOf(numbers[1]);
  if (!factor || !shift || *factor < 1 || *factor > 25 || *shift < 0 || *shift > 25) {
    return std::nullopt;
  }
  if (std::gcd(*factor, 26) != 1) return std::nullopt;
  return AffineKey{static_cast<size_t>(*factor), static_cast<size_t>(*shift)};
}

bool IsCipherNumber(std::string_view key, int least, int most) {
  const std::optional<int> number = IntOf(key);
  return number && *number >= least && *number <= most;
}

size_t CipherNumber(std::string_view key) {
  return static_cast<size_t>(IntOf(key).value_or(2));
}

// What becomes of A, B, C, ...; empty for ciphers where that depends on the place.
std::string CipherAlphabet(const CipherStep& step) {
  std::string alphabet;
  if (step.method == "keyword") {
    for (const char c : step.key + "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
      if (alphabet.find(c) == std::string::npos) alphabet += c;
    }
    return alphabet;
  }
  size_t factor = 1;
  size_t shift = 0;
  if (step.method == "caesar") {
    shift = CipherNumber(step.key);
  } else if (step.method == "atbash") {
    factor = kLetters - 1;
    shift = kLetters - 1;
  } else if (step.method == "affine") {
    const AffineKey key = AffineKeyOf(step.key).value_or(AffineKey{1, 0});
    factor = key.factor;
    shift = key.shift;
  } else {
    return alphabet;
  }
  for (size_t i = 0; i < kLetters; ++i) alphabet += LetterAt(factor * i + shift);
  return alphabet;
}

// Of transpositions: the places in a text of that length, in the order in which they are read.
std::vector<size_t> RailOrder(size_t rails, size_t length) {
  std::vector<size_t> order;
  const size_t period = 2 * (rails - 1);
  for (size_t rail = 0; rail < rails; ++rail) {
    for (size_t i = 0; i < length; ++i) {
      const size_t phase = i % period;
      if (std::min(phase, period - phase) == rail) order.push_back(i);
    }
  }
  return order;
}

std::vector<size_t> ColumnOrder(std::string_view key, size_t length) {
  std::string sorted(key);
  std::sort(sorted.begin(), sorted.end());
  std::vector<size_t> order;
  for (const char c : sorted) {
    for (size_t i = key.find(c); i < length; i += key.size()) order.push_back(i);
  }
  return order;
}

// Vigenère and autokey: each letter moves on by its key letter, or back.
std::string ShiftedByKey(const CipherStep& step, std::string_view text, bool encrypt) {
  const bool autokey = step.method == "autokey";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    char by = step.key[i % step.key.size()];
    if (autokey && i >= step.key.size()) {
      by = encrypt ? text[i - step.key.size()] : out[i - step.key.size()];
    }
    const size_t shift = encrypt ? IndexOf(by) : kLetters - IndexOf(by);
    out += LetterAt(IndexOf(text[i]) + shift);
  }
  return out;
}

std::string Ciphered(const CipherStep& step, std::string_view text, bool encrypt) {
  if (step.method == "vigenere" || step.method == "autokey") {
    return ShiftedByKey(step, text, encrypt);
  }
  std::string out(text);
  const std::string alphabet = CipherAlphabet(step);
  if (!alphabet.empty()) {
    for (char& c : out) c = encrypt ? alphabet[IndexOf(c)] : LetterAt(alphabet.find(c));
    return out;
  }
  const std::vector<size_t> order = step.method == "rail_fence"
                                        ? RailOrder(CipherNumber(step.key), text.size())
                                        : ColumnOrder(step.key, text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (encrypt) {
      out[i] = text[order[i]];
    } else {
      out[order[i]] = text[i];
    }
  }
  return out;
}

std::string DrawCipherWord(bool different, Dice* dice) {
  while (true) {
    std::string word = CommonWords()[dice->Below(CommonWords().size())];
    for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
    if (word.size() >= 4 && word.size() <= 7 && (!different || IsDifferentLetters(word))) {
      return word;
    }
  }
}

constexpr char kKeyLetters[] =
    "Move each letter forward in the alphabet by the number of the key letter that stands under "
    "it (A = 0, B = 1, ..., Z = 25), going on with A after Z.";

}  // namespace

bool IsCipherStep(const CipherStep& step) {
  const std::string& key = step.key;
  if (step.method == "affine") return AffineKeyOf(key).has_value();
  if (step.method == "atbash") return key.empty();
  if (step.method == "caesar") return IsCipherNumber(key, 1, 25);
  if (step.method == "rail_fence") return IsCipherNumber(key, 2, kMostCipherRails);
  if (step.method == "columnar") {
    return IsCipherWord(key, 2, kMostCipherColumns) && IsDifferentLetters(key);
  }
  const bool word =
      step.method == "autokey" || step.method == "keyword" || step.method == "vigenere";
  return word && IsCipherWord(key, 1, kMostCipherKey);
}

std::string Encrypted(const CipherStep& step, std::string_view text) {
  return Ciphered(step, text, true);
}

std::string Decrypted(const CipherStep& step, std::string_view text) {
  return Ciphered(step, text, false);
}

std::string Explained(const CipherStep& step) {
  const std::string& key = step.key;
  if (step.method == "affine") {
    const AffineKey numbers = AffineKeyOf(key).value_or(AffineKey{1, 0});
    return "Affine cipher: number the letters A = 0, B = 1, ..., Z = 25 and replace the letter "
           "with number x by the one with number (" +
           std::to_string(numbers.factor) + " * x + " + std::to_string(numbers.shift) + ") mod 26.";
  }
  if (step.method == "atbash") {
    return "Atbash cipher: replace each letter by the one at the same place from the other end of "
           "the alphabet: A by Z, B by Y, ..., Z by A.";
  }
  if (step.method == "caesar") {
    return "Caesar cipher: replace each letter by the one " + key +
           (key == "1" ? " place" : " places") +
           " further on in the alphabet, going on with A after Z.";
  }
  if (step.method == "columnar") {
    return "Columnar transposition with the key " + key +
           ": write the text row by row, from left to right, into a table with one column for each "
           "letter of the key, in the key's order (the last row may be shorter); then read it "
           "column by column, from top to bottom, the columns in the alphabetical order of their "
           "key letters.";
  }
  if (step.method == "keyword") {
    return "Substitution with the key word " + key +
           ": write the letters of the key word without repeating any, then all other letters of "
           "the alphabet in their usual order. Replace A by the first letter of this list, B by "
           "the second, ..., Z by the last.";
  }
  if (step.method == "rail_fence") {
    return "Rail fence with " + key +
           " rails: write the letters in a zigzag, one a column, from the top rail down to the "
           "bottom rail, up again to the top rail, down again and so on; then read the rails from "
           "top to bottom, each from left to right.";
  }
  if (step.method == "autokey") {
    return "Autokey cipher with the key " + key +
           ": write under the text the key once and then the text itself (as it is before this "
           "step) from its beginning, as far as needed. " +
           kKeyLetters;
  }
  return "Vigenere cipher with the key " + key +
         ": write the key under the text, over and over again. " + kKeyLetters;
}

CipherStep DrawCipherStep(std::string_view method, Dice* dice) {
  CipherStep step{std::string(method), ""};
  if (method == "affine") {
    constexpr int kFactors[] = {3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25};
    step.key = std::to_string(kFactors[dice->Below(std::size(kFactors))]);
    step.key += " " + std::to_string(Between(1, 25, dice));
  } else if (method == "caesar") {
    step.key = std::to_string(Between(1, 25, dice));
  } else if (method == "rail_fence") {
    step.key = std::to_string(Between(2, 5, dice));
  } else if (method != "atbash") {
    step.key = DrawCipherWord(method == "columnar", dice);
  }
  return step;
}

}  // namespace assay::logic::words
