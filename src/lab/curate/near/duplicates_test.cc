#include "lab/curate/near/duplicates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/build/sanitized.h"

namespace assay::curate {
namespace {

DuplicateIndex Make(DuplicateOptions options) {
  auto index = DuplicateIndex::Make(options, std::filesystem::temp_directory_path().string());
  EXPECT_TRUE(index.ok());
  return std::move(index).value();
}

// By the plainest means, from texts of lower-case words with blanks between them.
double PlainJaccard(const std::vector<std::string>& a, const std::vector<std::string>& b,
                    size_t k) {
  const auto shingles = [k](const std::vector<std::string>& words) {
    std::set<std::vector<std::string>> set;
    const size_t size = std::min(k, words.size());
    for (size_t i = 0; i + size <= words.size(); ++i) {
      set.insert({words.begin() + static_cast<std::ptrdiff_t>(i),
                  words.begin() + static_cast<std::ptrdiff_t>(i + size)});
    }
    return set;
  };
  const auto one = shingles(a);
  const auto other = shingles(b);
  size_t both = 0;
  for (const auto& shingle : one) both += other.count(shingle);
  return static_cast<double>(both) / static_cast<double>(one.size() + other.size() - both);
}

using Words = std::vector<std::string>;

std::string Joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

Words RandomWords(std::mt19937_64* random, size_t count) {
  Words words;
  for (size_t i = 0; i < count; ++i) words.push_back("w" + std::to_string((*random)() % 3000));
  return words;
}

TEST(ShinglesOf, SharesAreAsByThePlainestMeans) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    Words a;
    Words b;
    for (size_t n = 1 + random() % 40; n > 0; --n) a.push_back(std::string(1, "abc"[random() % 3]));
    for (size_t n = 1 + random() % 40; n > 0; --n) b.push_back(std::string(1, "abc"[random() % 3]));
    const std::string a_text = Joined(a);
    const std::string b_text = Joined(b);
    EXPECT_DOUBLE_EQ(Jaccard(a_text, ShinglesOf(a_text, 3), b_text, ShinglesOf(b_text, 3)),
                     PlainJaccard(a, b, 3))
        << a_text << "| " << b_text;
  }
  EXPECT_EQ(Jaccard("", ShinglesOf("", 3), "?!", ShinglesOf("?!", 3)), 0);
}

TEST(DuplicateIndex, FindsPlantedPairsAtTheThreshold) {
  constexpr int kPairs = 600;
  constexpr double kThreshold = 0.8;
  std::mt19937_64 random(20261124);
  DuplicateIndex index = Make({.jaccard = kThreshold});
  std::vector<Words> originals;
  for (int i = 0; i < kPairs; ++i) {
    originals.push_back(RandomWords(&random, 60 + random() % 120));
    const auto found = index.Offer(Joined(originals.back()), i);
    ASSERT_TRUE(found.ok());
    ASSERT_FALSE(found->has_value()) << i;
  }
  int found_pairs = 0;
  double sum = 0;
  for (int i = 0; i < kPairs; ++i) {
    const Words& original = originals[static_cast<size_t>(i)];
    // As many words changed as leave it just at or above the threshold.
    Words twin = original;
    while (true) {
      Words next = twin;
      next[random() % next.size()] = "new" + std::to_string(random());
      if (PlainJaccard(original, next, 5) < kThreshold) break;
      twin = std::move(next);
    }
    const double share = PlainJaccard(original, twin, 5);
    sum += share;
    const auto found = index.Offer(Joined(twin), kPairs + i);
    ASSERT_TRUE(found.ok());
    if (!found->has_value()) continue;
    ++found_pairs;
    EXPECT_EQ((*found)->row, i);
    EXPECT_NEAR((*found)->jaccard, share, 1e-9);
  }
  EXPECT_LT(sum / kPairs, 0.87);  // near the threshold indeed
  EXPECT_GE(found_pairs, kPairs * 98 / 100);
  RecordProperty("found_pairs", found_pairs);
}

TEST(DuplicateIndex, WhatIsBelowTheThresholdStays) {
  std::mt19937_64 random(5);
  DuplicateIndex index = Make({.jaccard = 0.8});
  int64_t row = 0;
  int near = 0;
  for (int i = 0; i < 300; ++i) {
    const Words original = RandomWords(&random, 100);
    ASSERT_FALSE(index.Offer(Joined(original), row++)->has_value());
    Words other = original;
    while (PlainJaccard(original, other, 5) >= 0.8) other[random() % other.size()] = "x";
    near += PlainJaccard(original, other, 5) > 0.7 ? 1 : 0;
    ASSERT_FALSE(index.Offer(Joined(other), row++)->has_value()) << i;
  }
  EXPECT_GT(near, 250);
}

TEST(DuplicateIndex, TellsExactFromNear) {
  DuplicateIndex index = Make({});
  ASSERT_FALSE(index.Offer("What is 2 + 2? Give a number.", 1)->has_value());
  const auto same = index.Offer("What is 2 + 2? Give a number.", 2);
  ASSERT_TRUE(same.ok() && same->has_value());
  EXPECT_TRUE((*same)->exact);
  EXPECT_EQ((*same)->row, 1);
  const auto alike = index.Offer("what is $2+2$ \u2014 give a number", 3);
  ASSERT_TRUE(alike.ok() && alike->has_value());
  EXPECT_FALSE((*alike)->exact);
  EXPECT_EQ((*alike)->jaccard, 1);
  EXPECT_EQ((*alike)->text, "What is 2 + 2? Give a number.");
}

TEST(DuplicateIndex, WithoutNearOnlyTheSameBytesCount) {
  DuplicateIndex index = Make({.near = false});
  ASSERT_FALSE(index.Offer("What is 2 + 2?", 1)->has_value());
  EXPECT_FALSE(index.Offer("what is 2 + 2?", 2)->has_value());
  EXPECT_TRUE(index.Offer("What is 2 + 2?", 3)->has_value());
}

TEST(DuplicateIndex, TextsWithoutWordsAreExactDuplicatesOnly) {
  DuplicateIndex index = Make({});
  EXPECT_FALSE(index.Offer("", 1)->has_value());
  EXPECT_FALSE(index.Offer("?!", 2)->has_value());
  EXPECT_FALSE(index.Offer("$$", 3)->has_value());
  EXPECT_EQ(index.Offer("?!", 4)->value().row, 2);
}

TEST(DuplicateIndex, WhatIsRememberedIsFoundAsIfItHadBeenOffered) {
  std::mt19937_64 random(9);
  DuplicateIndex offered = Make({});
  DuplicateIndex remembered = Make({});
  std::vector<Words> texts;
  for (int64_t row = 0; row < 400; ++row) {
    texts.push_back(RandomWords(&random, 80));
    ASSERT_TRUE(offered.Offer(Joined(texts.back()), row).ok());
    ASSERT_TRUE(remembered.Remember(Joined(texts.back()), row).ok());
  }
  for (Words& words : texts) {
    words[7] = "other";
    const auto one = offered.Offer(Joined(words), 1000);
    const auto two = remembered.Offer(Joined(words), 1000);
    ASSERT_TRUE(one->has_value() && two->has_value());
    EXPECT_EQ((*one)->row, (*two)->row);
  }
}

// Thousands of texts by one template: bounded work for each, and the bound on memory holds.
TEST(DuplicateIndex, TextsThatShareNearlyAllAreNoTrap) {
  DuplicateIndex index = Make({.jaccard = 0.95});
  std::mt19937_64 random(3);
  const Words common = RandomWords(&random, 60);
  for (int64_t row = 0; row < (kSanitized ? 250 : 1000); ++row) {
    Words words = common;
    for (int i = 0; i < 6; ++i) words.push_back("n" + std::to_string(random()));
    ASSERT_FALSE(index.Offer(Joined(words), row)->has_value());
  }
}

TEST(DuplicateIndex, KeepsItsBoundOnMemoryAndSaysWhatToDo) {
  constexpr int64_t kBound = 1 << 20;
  DuplicateIndex index = Make({.most_memory_bytes = kBound});
  std::mt19937_64 random(1);
  int64_t row = 0;
  while (true) {
    const auto found = index.Offer(Joined(RandomWords(&random, 20)), row++);
    ASSERT_LE(index.memory_bytes(), kBound);
    if (found.ok()) continue;
    EXPECT_EQ(found.error().code, ErrorCode::kResource);
    EXPECT_NE(found.error().message.find("memory_mib"), std::string::npos);
    break;
  }
  EXPECT_GT(row, 1000);
}

TEST(DuplicateIndex, BandsFollowTheThreshold) {
  EXPECT_EQ(Make({.jaccard = 0.8}).hashes_per_band(), 6);
  EXPECT_EQ(Make({.jaccard = 0.5}).hashes_per_band(), 3);
  EXPECT_EQ(Make({.jaccard = 0.9}).hashes_per_band(), 8);
  EXPECT_EQ(Make({.jaccard = 1}).hashes_per_band(), 120);
}

}  // namespace
}  // namespace assay::curate
