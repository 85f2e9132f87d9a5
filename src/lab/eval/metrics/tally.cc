#include "lab/eval/metrics/tally.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/check.h"

namespace assay::eval {
namespace {

void Count(const Outcome& outcome, Counts* counts) {
  ++counts->asked;
  counts->passed += outcome.state == SampleState::kPassed;
  counts->failed += outcome.state == SampleState::kFailed;
  counts->masked += outcome.state == SampleState::kMasked;
  counts->errored += outcome.state == SampleState::kErrored;
  counts->truncated += outcome.flags.truncated;
  counts->empty += outcome.flags.empty;
  counts->unextracted += outcome.flags.unextracted;
}

Tally TallyOf(size_t item, const std::vector<const Outcome*>& samples) {
  struct Group {
    int64_t count = 0, right = 0;
  };
  Tally tally;
  tally.item = item;
  std::map<std::string_view, Group> groups;
  std::vector<double> partials;
  for (const Outcome* sample : samples) {
    Count(*sample, &tally.counts);
    const bool passed = sample->state == SampleState::kPassed;
    if (!passed && sample->state != SampleState::kFailed) continue;
    if (sample->partial) partials.push_back(*sample->partial);
    if (sample->answer.empty()) {
      ++tally.abstained;
      continue;
    }
    Group& group = groups[sample->answer];
    ++group.count;
    group.right += passed;
  }
  for (const auto& [answer, group] : groups) {
    tally.votes.push_back(
        {group.count, static_cast<double>(group.right) / static_cast<double>(group.count)});
  }
  const int64_t judged = tally.counts.judged();
  if (judged > 0 && static_cast<int64_t>(partials.size()) == judged) {
    // Sorted, so that the sum is the same in any order of the samples.
    std::sort(partials.begin(), partials.end());
    double sum = 0;
    for (const double partial : partials) sum += partial;
    tally.partial = sum / static_cast<double>(judged);
  }
  return tally;
}

}  // namespace

double Counts::Share(int64_t count) const {
  return asked == 0 ? 0 : static_cast<double>(count) / static_cast<double>(asked);
}

void Counts::Add(const Counts& other) {
  asked += other.asked;
  passed += other.passed;
  failed += other.failed;
  masked += other.masked;
  errored += other.errored;
  truncated += other.truncated;
  empty += other.empty;
  unextracted += other.unextracted;
}

double Tally::SolveRate() const {
  ASSAY_CHECK(counts.judged() > 0);
  return static_cast<double>(counts.passed) / static_cast<double>(counts.judged());
}

std::vector<Tally> TallyByItem(size_t items, const std::vector<Outcome>& outcomes) {
  std::vector<std::vector<const Outcome*>> samples(items);
  for (const Outcome& outcome : outcomes) {
    ASSAY_CHECK(outcome.item < items);
    samples[outcome.item].push_back(&outcome);
  }
  std::vector<Tally> tallies;
  for (size_t item = 0; item < items; ++item) tallies.push_back(TallyOf(item, samples[item]));
  return tallies;
}

}  // namespace assay::eval
