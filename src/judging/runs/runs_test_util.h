// FakeRuns: answers runs from a list and remembers what was asked. Test-only.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "judging/runs/runs.h"

namespace assay {

class FakeRuns final : public Runs {
 public:
  FakeRuns() = default;
  explicit FakeRuns(std::deque<RunAnswer> answers) : answers_(std::move(answers)) {}

  // One after the other; when there are no more, our environment fails.
  RunAnswer Run(const PlannedRun& order) override {
    orders_.push_back(order);
    if (answers_.empty()) return Error{};
    RunAnswer answer = std::move(answers_.front());
    answers_.pop_front();
    return answer;
  }
  PairAnswer RunPair(const PlannedPair& order) override {
    pairs_.push_back(order);
    if (pair_answers_.empty()) return Error{};
    PairAnswer answer = std::move(pair_answers_.front());
    pair_answers_.pop_front();
    return answer;
  }
  Result<std::string> Nonce() override { return std::string("nonce"); }

  void AddPair(PairAnswer answer) { pair_answers_.push_back(std::move(answer)); }

  const std::vector<PlannedRun>& orders() const { return orders_; }
  const std::vector<PlannedPair>& pairs() const { return pairs_; }

 private:
  std::deque<RunAnswer> answers_;
  std::deque<PairAnswer> pair_answers_;
  std::vector<PlannedRun> orders_;
  std::vector<PlannedPair> pairs_;
};

}  // namespace assay
