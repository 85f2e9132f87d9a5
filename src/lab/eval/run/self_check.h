// SelfCheck: what is known beforehand is judged before anybody's tokens are spent. The data's own
// solutions must pass and programs known to be wrong must fail, under every profile of the run;
// what the data is known to have wrong is listed and not counted.
//
// Blocks; starts threads of its own and joins them.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "lab/eval/model/benchmark.h"
#include "service/judge.h"

namespace assay::eval {

struct SelfCheckOptions {
  std::vector<size_t> items;  // which of the benchmark's are asked about
  std::vector<GradeProfile> profiles;
  size_t most_items = 0;  // spread evenly over them; 0: all
  int parallel = 8;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(size_t done, size_t all)> progress = {};  // from any thread, one at a time
};

struct SelfCheckMiss {
  std::string item;
  std::string kind;  // "gold", "known wrong"
  GradeProfile profile = GradeProfile::kOfficial;
  SampleState expected = SampleState::kPassed;
  SampleState got = SampleState::kErrored;
  std::string reason, message;
  std::string erratum;  // empty: there is no excuse
};

struct SelfCheckReport {
  size_t judged = 0;
  size_t agreed = 0;
  size_t without_items = 0;            // items about which nothing is known
  std::vector<SelfCheckMiss> misses;   // in the order of the items
  std::vector<SelfCheckMiss> errata;   // disagreements that the data is known for
  std::vector<SelfCheckMiss> errored;  // our side failed: nothing was found out
  bool good() const { return misses.empty() && errored.empty() && judged > 0; }
};

SelfCheckReport SelfCheck(const LoadedBenchmark& benchmark, const SelfCheckOptions& options,
                          service::Judge& judge);

std::string_view StateName(SampleState state);       // "passed", …
std::string_view ProfileName(GradeProfile profile);  // "official", "assay"

}  // namespace assay::eval
