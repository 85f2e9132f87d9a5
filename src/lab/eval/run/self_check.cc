#include "lab/eval/run/self_check.h"

#include <unordered_set>

#include "base/mutex.h"
#include "lab/eval/run/grading.h"
#include "lab/eval/run/parallel.h"

namespace assay::eval {
namespace {

// Every n-th item, so that at most `most` are left.
std::unordered_set<size_t> Spread(const std::vector<size_t>& items, size_t most) {
  if (most == 0 || items.size() <= most) return {items.begin(), items.end()};
  std::unordered_set<size_t> chosen;
  for (size_t i = 0; i < most; ++i) chosen.insert(items[i * items.size() / most]);
  return chosen;
}

}  // namespace

std::string_view StateName(SampleState state) {
  switch (state) {
    case SampleState::kPassed: return "passed";
    case SampleState::kFailed: return "failed";
    case SampleState::kMasked: return "masked";
    case SampleState::kErrored: break;
  }
  return "errored";
}

std::string_view ProfileName(GradeProfile profile) {
  return profile == GradeProfile::kOfficial ? "official" : "assay";
}

SelfCheckReport SelfCheck(const LoadedBenchmark& benchmark, const SelfCheckOptions& options,
                          service::Judge& judge) {
  const std::unordered_set<size_t> chosen = Spread(options.items, options.most_items);
  std::unordered_set<size_t> known_items;
  std::vector<KnownSample> samples;
  for (KnownSample& sample : benchmark.KnownSamples()) {
    if (chosen.count(sample.item) == 0) continue;
    known_items.insert(sample.item);
    samples.push_back(std::move(sample));
  }
  struct Case {
    const KnownSample* sample;
    GradeProfile profile;
    bool done = false;
    GradedAnswer graded = {};
  };
  std::vector<Case> cases;
  for (const KnownSample& sample : samples) {
    for (const GradeProfile profile : options.profiles) cases.push_back({&sample, profile});
  }
  Mutex mutex;
  size_t done = 0;
  ForEachIndex(cases.size(), options.parallel, options.stop, [&](size_t i) {
    Case& one = cases[i];
    one.graded = GradeAnswer(benchmark, one.sample->item, one.sample->answer, one.profile, judge,
                             {}, options.stop);
    one.done = true;
    const MutexLock lock(mutex);
    ++done;
    if (options.progress) options.progress(done, cases.size());
  });

  SelfCheckReport report;
  report.without_items = chosen.size() - known_items.size();
  for (const Case& one : cases) {
    if (!one.done) continue;
    ++report.judged;
    const Grade& grade = one.graded.grade;
    if (grade.state == one.sample->expected) {
      ++report.agreed;
      continue;
    }
    const SelfCheckMiss miss{.item = benchmark.items()[one.sample->item].id,
                             .kind = one.sample->kind,
                             .profile = one.profile,
                             .expected = one.sample->expected,
                             .got = grade.state,
                             .reason = grade.reason,
                             .message = grade.message,
                             .erratum = one.sample->erratum};
    auto& list = grade.state == SampleState::kErrored ? report.errored
                 : miss.erratum.empty()               ? report.misses
                                                      : report.errata;
    list.push_back(miss);
  }
  return report;
}

}  // namespace assay::eval
