#include "lab/curate/ngrams/gram_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::curate {
namespace {

using Found = std::set<std::pair<WordForm, int>>;

Found FoundBy(const GramIndex& index, const std::string& text) {
  GramIndex::Scratch scratch;
  Found found;
  for (const GramMatch& match : index.Find(text, &scratch)) {
    found.insert({match.form, match.size_words});
  }
  return found;
}

GramIndex::Scratch& AnyScratch() {
  static GramIndex::Scratch scratch;
  return scratch;
}

constexpr const char* kQuestion =
    "Let $n$ be a positive integer such that $n^2 + 3n$ is divisible by 7. Find the least $n$.";

TEST(GramIndex, ShowsThePassageAndItsOrigin) {
  GramIndex index({{9}, {WordForm::kExact}});
  index.Add({3, 1}, "Something else that is long enough to be made of nine words");
  index.Add({3, 2}, kQuestion);
  index.Finish();
  const std::string row = std::string("Solve. ") + kQuestion + " Show it.";
  const std::vector<GramMatch> matches = index.Find(row, &AnyScratch());
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(row.substr(matches[0].begin, matches[0].end - matches[0].begin), kQuestion);
  EXPECT_EQ(matches[0].theirs, kQuestion);
  EXPECT_EQ(matches[0].origin.benchmark, 3U);
  EXPECT_EQ(matches[0].origin.row, 2);
  EXPECT_EQ(matches[0].run_words, 19);
}

TEST(GramIndex, NormalisedSeesThroughCasePunctuationAndDollars) {
  GramIndex index({{9}, {WordForm::kExact, WordForm::kNormalised}});
  index.Add({0, 1}, kQuestion);
  index.Finish();
  const Found only_normalised = {{WordForm::kNormalised, 9}};
  EXPECT_EQ(
      FoundBy(index, "let \\(n\\) be a positive integer, such that \\(n^{2}+3n\\) is divisible"),
      only_normalised);
  EXPECT_EQ(FoundBy(index, "LET N BE A\tPOSITIVE\nINTEGER \u2014 SUCH\u00A0THAT N"),
            only_normalised);
  EXPECT_EQ(FoundBy(index, "Let m be a positive integer such that m^2 + 3n is"), Found());
}

TEST(GramIndex, OneWordLessIsNoMatch) {
  GramIndex index({{9, 14}, {WordForm::kNormalised}});
  index.Add({0, 1}, "a b c d e f g h i j k l m n o p");
  index.Finish();
  EXPECT_EQ(FoundBy(index, "x a b c d e f g h y"), Found());
  EXPECT_EQ(FoundBy(index, "x a b c d e f g h i y"), Found({{WordForm::kNormalised, 9}}));
  EXPECT_EQ(FoundBy(index, "x b c d e f g h i j k l m n o y"),
            Found({{WordForm::kNormalised, 9}, {WordForm::kNormalised, 14}}));
}

TEST(GramIndex, AShorterTextMatchesItsLikeOnly) {
  GramIndex index({{9, 14}, {WordForm::kNormalised}});
  index.Add({0, 1}, "What is 2 + 2?");
  index.Add({0, 2}, "one two three four five six seven eight nine ten");
  index.Finish();
  const Found both = {{WordForm::kNormalised, 9}, {WordForm::kNormalised, 14}};
  EXPECT_EQ(FoundBy(index, "what is 2+2"), both);
  EXPECT_EQ(FoundBy(index, "So what is 2+2"), Found());
  EXPECT_EQ(FoundBy(index, "what is"), Found());
  EXPECT_EQ(FoundBy(index, "One two three four five six seven eight nine ten."), both);
  EXPECT_EQ(FoundBy(index, ""), Found());
}

TEST(GramIndex, CharactersBeyondAsciiArePartsOfWords) {
  GramIndex index({{3}, {WordForm::kNormalised}});
  index.Add({0, 1}, "caf\u00E9 \u03B1\u03B2 \u4E2D\u6587");
  index.Finish();
  EXPECT_EQ(FoundBy(index, "\u201CCaf\u00E9\u201D, \u03B1\u03B2\u3002\u4E2D\u6587\uFF01").size(),
            1U);
  EXPECT_EQ(FoundBy(index, "cafe \u03B1\u03B2 \u4E2D\u6587").size(), 0U);
  // Bytes that are no UTF-8, torn at the end.
  EXPECT_EQ(FoundBy(index, "\xFF\xFE caf\xC3 \xE2\x80").size(), 0U);
}

// A text of any words out of few, so that n-grams meet by chance.
std::string RandomText(std::mt19937_64* random, size_t words) {
  static const std::vector<std::string> kWords = {"a", "the", "sum", "of", "x", "Find", "n", "is"};
  static const std::vector<std::string> kGaps = {" ", " ", " ", " ", ", ", "\n", " $", "$ ", " - "};
  std::string text;
  for (size_t i = 0; i < words; ++i) {
    text += kWords[(*random)() % kWords.size()];
    text += kGaps[(*random)() % kGaps.size()];
  }
  return text;
}

// Words of a text by the plainest means, each as a number of its own.
std::vector<size_t> PlainWords(const std::string& text, WordForm form) {
  static std::map<std::string, size_t> numbers;
  std::vector<size_t> words;
  std::string word;
  for (const char c : text + " ") {
    const bool part = form == WordForm::kExact
                          ? std::string(" \n\t\r\v\f").find(c) == std::string::npos
                          : (std::isalnum(static_cast<unsigned char>(c)) != 0);
    if (part) {
      word += form == WordForm::kExact
                  ? c
                  : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!word.empty()) {
      words.push_back(numbers.emplace(std::exchange(word, ""), numbers.size()).first->second);
    }
  }
  return words;
}

bool SharesDirectly(const std::vector<size_t>& a, const std::vector<size_t>& b, size_t n) {
  if (a.size() < n || b.size() < n) return !a.empty() && a == b;
  for (size_t i = 0; i + n <= a.size(); ++i) {
    for (size_t j = 0; j + n <= b.size(); ++j) {
      size_t same = 0;
      while (same < n && a[i + same] == b[j + same]) ++same;
      if (same == n) return true;
    }
  }
  return false;
}

TEST(GramIndex, IsIdenticalWithADirectReferenceOn5000Rows) {
  constexpr int kRows = 5000;
  constexpr int kBenchmarkTexts = 20;
  std::mt19937_64 random(20261124);
  std::vector<std::string> benchmark;
  for (int i = 0; i < kBenchmarkTexts; ++i)
    benchmark.push_back(RandomText(&random, 3 + random() % 40));
  std::vector<std::string> rows;
  for (int i = 0; i < kRows; ++i) {
    std::string row = RandomText(&random, random() % 30);
    if (i % 4 == 0) {  // planted: a piece of a benchmark, as it stands or written in another way
      const std::string& source = benchmark[random() % benchmark.size()];
      const size_t at = random() % source.size();
      std::string piece = source.substr(at, 10 + random() % 60);
      if (i % 8 == 0) {
        std::transform(piece.begin(), piece.end(), piece.begin(), [](char c) {
          return c == ' ' ? '\n' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        });
      }
      row += " " + piece + " " + RandomText(&random, random() % 10);
    }
    rows.push_back(std::move(row));
  }
  const GramOptions options = {{9, 4, 14}, {WordForm::kExact, WordForm::kNormalised}};
  GramIndex index(options);
  for (size_t i = 0; i < benchmark.size(); ++i)
    index.Add({0, static_cast<int64_t>(i)}, benchmark[i]);
  index.Finish();

  std::map<std::pair<WordForm, int>, int> hits;
  for (const WordForm form : options.forms) {
    std::vector<std::vector<size_t>> theirs;
    for (const std::string& text : benchmark) theirs.push_back(PlainWords(text, form));
    for (const std::string& row : rows) {
      const std::vector<size_t> words = PlainWords(row, form);
      const Found found = FoundBy(index, row);
      for (const int size : options.sizes_words) {
        const bool direct = std::any_of(theirs.begin(), theirs.end(), [&](const auto& text) {
          return SharesDirectly(words, text, static_cast<size_t>(size));
        });
        ASSERT_EQ(found.contains({form, size}), direct)
            << "n = " << size << ", " << kWordFormNames.NameOf(form) << ": " << row;
        hits[{form, size}] += direct ? 1 : 0;
      }
    }
  }
  // Both answers have to occur for the comparison to say something.
  for (const auto& [kind, count] : hits) {
    EXPECT_GT(count, 20) << kind.second;
    EXPECT_LT(count, kRows - 20) << kind.second;
  }
}

// Where the benchmark has the passage elsewhere than where the sums first met.
TEST(GramIndex, ALongerPassageIsFoundBehindAShorterOne) {
  GramIndex index({{2, 4}, {WordForm::kExact}});
  index.Add({0, 1}, "a b x a b c d e");
  index.Finish();
  const std::vector<GramMatch> matches = index.Find("a b q a b c d", &AnyScratch());
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(matches[1].size_words, 4);
  EXPECT_EQ(matches[1].begin, 6U);
  EXPECT_EQ(matches[1].theirs, "a b c d");
}

TEST(GramIndex, KnowsWhatItKeeps) {
  GramIndex index({{2}, {WordForm::kExact}});
  for (int row = 0; row < 5000; ++row) {
    const std::string number = std::to_string(row);
    index.Add({0, row}, number + " " + number + " same words");
  }
  index.Finish();
  EXPECT_EQ(index.texts(), 5000U);
  EXPECT_EQ(index.grams(), 10001U);  // "same words" once
  EXPECT_GT(index.memory_bytes(), index.grams() * 16);
  EXPECT_EQ(FoundBy(index, "4999 4999").size(), 1U);
  EXPECT_EQ(FoundBy(index, "4999 5000").size(), 0U);
}

}  // namespace
}  // namespace assay::curate
