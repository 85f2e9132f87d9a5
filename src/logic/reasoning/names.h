// What the kinds of this folder share: names and other words for prompts, and draws. Pure;
// thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dice/mix.h"
#include "base/result.h"
#include "text/json_reader.h"

namespace assay::logic::reasoning {

// 40 different ones.
const std::vector<std::string>& FirstNames();

// REQUIRES: least <= most.
int Between(int least, int most, Dice* dice);

template <typename T>
void Shuffle(std::vector<T>* items, Dice* dice) {
  for (size_t left = items->size(); left > 1; --left) {
    std::swap((*items)[left - 1], (*items)[dice->Below(left)]);
  }
}

// Different ones of 0 to below - 1, in any order. REQUIRES: count <= below.
std::vector<int> DrawIndices(size_t count, size_t below, Dice* dice);
// Different ones of those strings, in any order. REQUIRES: there are as many.
std::vector<std::string> DrawStrings(size_t count, std::vector<std::string> from, Dice* dice);

// Whether all are of 1 to 20 letters, and different from each other whatever their case.
bool AreNames(const std::vector<std::string>& names);
// A member of facts: names, as above.
Result<std::vector<std::string>> ReadNames(JsonValue facts, std::string_view member,
                                           size_t least_items, size_t most_items);
// The place of a name, whatever its case; -1: there is none.
int PlaceOf(const std::vector<std::string>& names, std::string_view name);

std::string StringsJson(const std::vector<std::string>& strings);
std::string IntsJson(const std::vector<int>& ints);
// "Ann", "Ann and Bob", "Ann, Bob and Cleo".
std::string Listed(const std::vector<std::string>& names);

// The words of each line of an answer, in lower case, without lines that have none. Lines end with
// brackets, too; words with white space, with one of ,;|"'`=-*> and with a colon that has no digit
// behind it. None for an answer that has more words than any right one could.
std::vector<std::vector<std::string>> AnswerLines(std::string_view answer);
// Those of all lines.
std::vector<std::string> AnswerTokens(std::string_view answer);

}  // namespace assay::logic::reasoning
