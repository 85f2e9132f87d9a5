#include "scoring/text/repetition.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace assay::scoring {
namespace {

// As it is defined, with every n-gram written out.
double ByDefinition(const std::string& text, int64_t n) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  const auto count = static_cast<int64_t>(words.size()) - n + 1;
  if (count <= 0) return 0;
  std::set<std::vector<std::string>> different;
  for (int64_t i = 0; i < count; ++i) {
    different.emplace(words.begin() + i, words.begin() + i + n);
  }
  return 1 - static_cast<double>(different.size()) / static_cast<double>(count);
}

TEST(RepeatedShare, IsWhatItsDefinitionSays) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    const int words = static_cast<int>(random() % 60);
    for (int i = 0; i < words; ++i)
      text += std::string(1, static_cast<char>('a' + random() % 3)) + " ";
    for (int64_t n = 1; n <= 9; ++n) {
      EXPECT_DOUBLE_EQ(RepeatedShare(text, {.ngram = n}), ByDefinition(text, n)) << text << n;
    }
  }
}

TEST(RepeatedShare, OfWordsIgnoresCaseAndSpace) {
  EXPECT_EQ(RepeatedShare("The cat\nthe  CAT", {.ngram = 2}), 1 - 2.0 / 3);
  EXPECT_EQ(RepeatedShare("a b c d", {.ngram = 2}), 0);
  EXPECT_EQ(RepeatedShare("a a", {.ngram = 3}), 0);
  EXPECT_EQ(RepeatedShare("", {.ngram = 1}), 0);
}

TEST(RepeatedShare, OfCharactersCountsThoseOfOtherAlphabets) {
  EXPECT_EQ(RepeatedShare("好好好好", {.ngram = 2, .of = GramUnit::kCharacters}), 1 - 1.0 / 3);
  EXPECT_EQ(RepeatedShare("好吗好", {.ngram = 1, .of = GramUnit::kCharacters}), 1 - 2.0 / 3);
}

TEST(RepeatedShare, OfALongTextEnds) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "wait ";
  EXPECT_GT(RepeatedShare(text, {.ngram = RepetitionRule::kLongestGram}), 0.99999);
}

}  // namespace
}  // namespace assay::scoring
