// Tally: what the audit has counted so far. And the disagreements of an exchange as JSON.
//
// Not thread-safe; the audit guards it. Its size doesn't grow with the traffic: words that peers
// choose are counted under a bounded number of names, and medians come from a bounded sample.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shadow/compare/compare.h"

namespace assay::shadow {

// Of a stream of numbers: count, sum, and a fair sample of it for the median.
class Measured {
 public:
  void Add(double value);
  int64_t count() const { return count_; }
  double sum() const { return sum_; }
  double Median() const;  // 0 when there is none

 private:
  static constexpr size_t kSample = 20'000;

  int64_t count_ = 0;
  double sum_ = 0;
  std::vector<double> sample_;
  std::minstd_rand random_;
};

class Tally {
 public:
  using Outcomes = std::array<int64_t, kOutcomeNames.rows.size()>;  // by Outcome
  struct Reason {
    int64_t count = 0;
    std::string example;      // its sentence
    int64_t first_index = 0;  // of the exchange
  };
  // Times of exchanges that both sides answered.
  struct Times {
    Measured peer_seconds;
    Measured our_seconds;
    int64_t peer_slower = 0;
  };

  // Every exchange is counted by exactly one of the next five.
  void AddJudged(int64_t index, std::string_view route, const Comparison& comparison);
  void AddRelayed(std::string_view path) { AddWord(std::string(path), &relayed_); }
  void AddDropped() { ++dropped_; }         // the queue was full
  void AddSampledOut() { ++sampled_out_; }  // it was not to be judged
  void AddLeft() { ++left_; }               // the end came first

  void AddTimes(double peer_seconds, double our_seconds);
  void AddNotRecorded() { ++not_recorded_; }

  int64_t Count(Outcome outcome) const;
  // Of those that were compared: agreed over agreed and disagreed; 1 when none was.
  double Agreement() const;
  int64_t seen() const;
  int64_t dropped() const { return dropped_; }
  int64_t sampled_out() const { return sampled_out_; }
  int64_t left() const { return left_; }
  int64_t relayed_only() const;
  int64_t not_recorded() const { return not_recorded_; }
  int64_t items() const { return items_; }
  int64_t items_disagreed() const { return items_disagreed_; }
  int64_t items_not_judged() const { return items_not_judged_; }
  const Times& times() const { return times_; }
  const std::map<std::string, Outcomes, std::less<>>& routes() const { return routes_; }
  const std::map<std::pair<DifferenceKind, LikelyCause>, Reason>& reasons() const {
    return reasons_;
  }
  using Words = std::map<std::string, int64_t>;
  const Words& relayed() const { return relayed_; }
  const Words& not_judged() const { return not_judged_; }
  const Words& not_comparable() const { return not_comparable_; }

  // 0: all that was compared agrees and nothing was left out; 1: there are disagreements; 3: some
  // couldn't be compared, or nothing was.
  int ExitCode() const;

 private:
  static constexpr size_t kMostWords = 100;
  static void AddWord(const std::string& word, Words* words);

  std::map<std::string, Outcomes, std::less<>> routes_;
  std::map<std::pair<DifferenceKind, LikelyCause>, Reason> reasons_;
  Words relayed_, not_judged_, not_comparable_;
  int64_t dropped_ = 0, sampled_out_ = 0, left_ = 0, not_recorded_ = 0;
  int64_t items_ = 0, items_disagreed_ = 0, items_not_judged_ = 0;
  Times times_;
};

}  // namespace assay::shadow
