#include <gtest/gtest.h>

#include "telemetry/logs/log_sampler.h"
#include "telemetry/logs/log_tail.h"

namespace assay {
namespace {

using std::chrono::seconds;

LogLine Line(std::string message, LogLevel level = LogLevel::kInfo) {
  LogLine line;
  line.level = level;
  line.message = std::move(message);
  return line;
}

TEST(LogTail, KeepsTheNewestWithinItsBounds) {
  LogTail::Bounds bounds;
  bounds.lines = 3;
  LogTail tail(bounds);
  for (int i = 1; i <= 5; ++i) tail.Add(Line("line " + std::to_string(i)));
  const auto lines = tail.Lines(0, LogLevel::kTrace, 100);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines.front().message, "line 3");
  EXPECT_EQ(lines.back().number, 5);
  EXPECT_EQ(tail.last(), 5);
}

TEST(LogTail, CutsALongLine) {
  LogTail::Bounds bounds;
  bounds.line_bytes = 10;
  LogTail tail(bounds);
  tail.Add(Line(std::string(1000, 'x')));
  EXPECT_EQ(tail.Lines(0, LogLevel::kTrace, 1)[0].message, std::string(10, 'x') + " [cut]");
}

TEST(LogTail, BytesAreBounded) {
  LogTail::Bounds bounds;
  bounds.bytes = 10'000;
  LogTail tail(bounds);
  for (int i = 0; i < 1000; ++i) tail.Add(Line(std::string(1000, 'x')));
  EXPECT_LT(tail.Lines(0, LogLevel::kTrace, 1000).size(), 10u);
}

TEST(LogTail, WhoFollowsLosesNone) {
  LogTail tail;
  for (int i = 1; i <= 6; ++i) {
    tail.Add(Line(std::to_string(i), i % 2 == 0 ? LogLevel::kWarn : LogLevel::kInfo));
  }
  EXPECT_EQ(tail.Lines(0, LogLevel::kTrace, 2)[0].message, "5");  // the newest at first
  const auto next = tail.Lines(1, LogLevel::kTrace, 2);
  EXPECT_EQ(next[0].message, "2");
  EXPECT_EQ(next[1].message, "3");
  const auto warnings = tail.Lines(2, LogLevel::kWarn, 10);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0].message, "4");
  EXPECT_TRUE(tail.Lines(6, LogLevel::kTrace, 10).empty());
}

TEST(LogSampler, LinesThatDifferInDigitsAreOfAKind) {
  LogSampler sampler;
  const SteadyTime begin{seconds(1000)};
  int passed = 0;
  for (int i = 0; i < 100; ++i) {
    passed += sampler.Passes(LogLevel::kWarn, "peer 10.0.0." + std::to_string(i) + " left", begin);
  }
  EXPECT_EQ(passed, 10);
  EXPECT_EQ(sampler.left_out(), 90);
  EXPECT_TRUE(sampler.Passes(LogLevel::kInfo, "peer 10.0.0.1 left", begin));  // another level
  EXPECT_TRUE(sampler.Passes(LogLevel::kWarn, "something else", begin));
}

TEST(LogSampler, WhatWasLeftOutIsToldOnceAndBeginsAnew) {
  LogSampler sampler;
  const SteadyTime begin{seconds(1000)};
  for (int i = 0; i < 25; ++i) sampler.Passes(LogLevel::kWarn, "again " + std::to_string(i), begin);
  EXPECT_TRUE(sampler.TakeOver(begin + seconds(5)).empty());
  const auto over = sampler.TakeOver(begin + seconds(11));
  ASSERT_EQ(over.size(), 1u);
  EXPECT_EQ(over[0].count, 15);
  EXPECT_EQ(over[0].example, "again 10");
  EXPECT_TRUE(sampler.TakeOver(begin + seconds(30)).empty());
  EXPECT_TRUE(sampler.Passes(LogLevel::kWarn, "again 1", begin + seconds(31)));
}

TEST(LogSampler, ManyKindsAreBounded) {
  LogSampler sampler;
  const SteadyTime begin{seconds(1000)};
  for (int i = 0; i < 100'000; ++i) {
    std::string name;
    for (int left = i; left > 0; left /= 26) name += static_cast<char>('a' + left % 26);
    EXPECT_TRUE(sampler.Passes(LogLevel::kInfo, name, begin));
  }
}

}  // namespace
}  // namespace assay
