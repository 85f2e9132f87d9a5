#include "logic/words/word_order.h"

#include <algorithm>
#include <vector>

#include "logic/model/facts.h"
#include "logic/words/word_list.h"

namespace assay::logic::words {
namespace {

constexpr std::string_view kUsualAlphabet = "abcdefghijklmnopqrstuvwxyz";

}  // namespace

WordOrder::WordOrder(std::string_view alphabet, bool descending)
    : alphabet_(alphabet), descending_(descending) {
  for (size_t i = 0; i < rank_.size(); ++i) {
    rank_[static_cast<size_t>(alphabet[i] - 'a')] = static_cast<int>(i);
  }
}

bool WordOrder::Before(std::string_view word, std::string_view other) const {
  if (descending_) std::swap(word, other);
  return std::lexicographical_compare(
      word.begin(), word.end(), other.begin(), other.end(), [this](char a, char b) {
        return rank_[static_cast<size_t>(a - 'a')] < rank_[static_cast<size_t>(b - 'a')];
      });
}

std::string WordOrder::Explained() const {
  std::string text = "Words are compared letter by letter as in a dictionary, ";
  if (alphabet_ == kUsualAlphabet) {
    text += "by the usual alphabet";
  } else {
    text += "but by an alphabet with this order of letters: ";
    for (size_t i = 0; i < alphabet_.size(); ++i)
      text += (i == 0 ? "" : " ") + alphabet_.substr(i, 1);
  }
  text += ". A word that another word begins with is less than that one. ";
  return text + (descending_ ? "The order is descending: the greatest word comes first."
                             : "The order is ascending: the least word comes first.");
}

Result<WordOrder> ReadWordOrder(JsonValue facts) {
  ASSAY_ASSIGN_OR_RETURN(const std::string alphabet, ReadString(facts, "alphabet", 26));
  std::string sorted = alphabet;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != kUsualAlphabet) return BadFacts("alphabet", "must have the letters a to z once");
  ASSAY_ASSIGN_OR_RETURN(const std::string order, ReadString(facts, "order", 10));
  if (order != "ascending" && order != "descending") {
    return BadFacts("order", "must be \"ascending\" or \"descending\"");
  }
  return WordOrder(alphabet, order == "descending");
}

WordOrder DrawWordOrder(size_t moved, Dice* dice) {
  std::vector<char> letters(kUsualAlphabet.begin(), kUsualAlphabet.end());
  if (moved >= letters.size()) {
    Shuffle(&letters, dice);
  } else {
    for (size_t i = 0; i < moved; ++i) {
      const size_t from = dice->Below(letters.size());
      const char letter = letters[from];
      letters.erase(letters.begin() + static_cast<std::ptrdiff_t>(from));
      const size_t to = dice->Below(letters.size() + 1);
      letters.insert(letters.begin() + static_cast<std::ptrdiff_t>(to), letter);
    }
  }
  return WordOrder(std::string(letters.begin(), letters.end()), dice->Below(2) == 0);
}

}  // namespace assay::logic::words
