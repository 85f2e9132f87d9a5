#include "shadow/report/tally.h"

#include <algorithm>

namespace assay::shadow {

void Measured::Add(double value) {
  ++count_;
  sum_ += value;
  if (sample_.size() < kSample) {
    sample_.push_back(value);
    return;
  }
  // Each value so far is as likely to be kept as any other.
  const auto place = std::uniform_int_distribution<int64_t>(0, count_ - 1)(random_);
  if (place < static_cast<int64_t>(kSample)) sample_[static_cast<size_t>(place)] = value;
}

double Measured::Median() const {
  if (sample_.empty()) return 0;
  std::vector<double> values = sample_;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void Tally::AddJudged(int64_t index, std::string_view route, const Comparison& comparison) {
  const auto found = routes_.try_emplace(std::string(route)).first;
  ++found->second[static_cast<size_t>(comparison.outcome)];
  if (comparison.outcome == Outcome::kNotJudged) return AddWord(comparison.why, &not_judged_);
  if (comparison.outcome == Outcome::kNotComparable) {
    return AddWord(comparison.why, &not_comparable_);
  }
  if (comparison.outcome == Outcome::kUnstable) return;
  items_ += static_cast<int64_t>(comparison.items);
  items_not_judged_ += static_cast<int64_t>(comparison.items_not_judged);
  items_disagreed_ += static_cast<int64_t>(comparison.differences.size());
  for (const Difference& difference : comparison.differences) {
    Reason& reason = reasons_[{difference.kind, difference.cause}];
    if (++reason.count > 1 && reason.first_index < index) continue;
    reason.example = difference.why;
    reason.first_index = index;
  }
}

void Tally::AddTimes(double peer_seconds, double our_seconds) {
  times_.peer_seconds.Add(peer_seconds);
  times_.our_seconds.Add(our_seconds);
  if (peer_seconds > our_seconds) ++times_.peer_slower;
}

int64_t Tally::Count(Outcome outcome) const {
  int64_t count = 0;
  for (const auto& [route, outcomes] : routes_) count += outcomes[static_cast<size_t>(outcome)];
  return count;
}

double Tally::Agreement() const {
  const int64_t agreed = Count(Outcome::kAgree);
  const int64_t compared = agreed + Count(Outcome::kDisagree);
  return compared == 0 ? 1 : static_cast<double>(agreed) / static_cast<double>(compared);
}

int64_t Tally::relayed_only() const {
  int64_t count = 0;
  for (const auto& [path, times] : relayed_) count += times;
  return count;
}

int64_t Tally::seen() const {
  int64_t count = relayed_only() + dropped_ + sampled_out_ + left_;
  for (const auto& row : kOutcomeNames.rows) count += Count(row.value);
  return count;
}

int Tally::ExitCode() const {
  constexpr int kDisagreements = 1;
  constexpr int kNotAllCompared = 3;
  if (Count(Outcome::kDisagree) > 0) return kDisagreements;
  const int64_t missing = dropped_ + left_ + items_not_judged_ + Count(Outcome::kNotJudged) +
                          Count(Outcome::kNotComparable);
  return missing > 0 || Count(Outcome::kAgree) == 0 ? kNotAllCompared : 0;
}

void Tally::AddWord(const std::string& word, Words* words) {
  const auto found = words->find(word);
  if (found != words->end()) {
    ++found->second;
  } else if (words->size() < kMostWords) {
    words->emplace(word, 1);
  } else {
    ++(*words)["others"];
  }
}

}  // namespace assay::shadow
