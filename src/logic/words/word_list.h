// What the kinds of this folder share: ordinary English words, draws, and the words of answers.
// Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dice/mix.h"
#include "base/result.h"
#include "text/json_reader.h"

namespace assay::logic::words {

inline constexpr size_t kMostLetters = 20;  // of a word in facts

// Some 200 different ones of 3 to 8 letters a to z, many with the same beginnings.
const std::vector<std::string>& CommonWords();

// REQUIRES: least <= most.
int Between(int least, int most, Dice* dice);

template <typename T>
void Shuffle(std::vector<T>* items, Dice* dice) {
  for (size_t left = items->size(); left > 1; --left) {
    std::swap((*items)[left - 1], (*items)[dice->Below(left)]);
  }
}

// Different ones, in any order. REQUIRES: there are as many.
std::vector<std::string> DrawWords(size_t count, Dice* dice);

// A member of facts: words of least_letters to kMostLetters letters a to z.
Result<std::vector<std::string>> ReadWords(JsonValue facts, std::string_view member,
                                           size_t least_words, size_t most_words,
                                           size_t least_letters);

// What is between white space, commas, quotes, semicolons and square brackets, in lower case. None
// for an answer that has more words than any right one could.
std::vector<std::string> AnswerWords(std::string_view answer);

std::string JoinWords(const std::vector<std::string>& words, std::string_view between);
std::string StringsJson(const std::vector<std::string>& strings);

}  // namespace assay::logic::words
