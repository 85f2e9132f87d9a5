// Faults that show without a run: tests there twice, in contradiction, all alike.

#include <algorithm>
#include <map>
#include <set>

#include "lab/audit/find/finders.h"
#include "text/json_reader.h"

namespace assay::audit {
namespace {

// What a comparison sees of an expected output: its tokens; of a value its text.
std::string Normal(const std::string& json) {
  if (json.empty() || json.front() != '"') return json;
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document) return json;
  std::string normal;
  bool space = false;
  for (const char c : document->root().String()) {
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      space = !normal.empty();
      continue;
    }
    if (space) normal += ' ';
    space = false;
    normal += c;
  }
  return normal;
}

void LookForRepeatedTests(Evidence* evidence) {
  const lab::ProblemParts& parts = evidence->parts;
  std::map<std::string, size_t> first_with;  // input
  std::set<size_t> contradicted;
  Finding repeated = MakeFinding(FindingKind::kDuplicateTests, "");
  Finding against = MakeFinding(FindingKind::kContradictingTests, "");
  for (size_t i = 0; i < parts.tests.size(); ++i) {
    const lab::TestParts& test = parts.tests[i];
    const auto [at, is_new] = first_with.emplace(test.input, i);
    if (is_new) continue;
    const lab::TestParts& before = parts.tests[at->second];
    if (Normal(test.expected) == Normal(before.expected)) {
      evidence->change.dropped_tests.push_back(i);
      if (repeated.tests.size() < kMostNamed) repeated.tests.push_back(test.id);
    } else if (parts.compares() && !test.expected.empty() && !before.expected.empty()) {
      contradicted.insert({at->second, i});
      if (against.tests.size() < kMostNamed) against.tests.push_back(test.id);
    }
  }
  if (!evidence->change.dropped_tests.empty()) {
    repeated.message = std::to_string(evidence->change.dropped_tests.size()) + " of " +
                       std::to_string(parts.tests.size()) + " tests are there before";
    repeated.mended = true;
    evidence->Add(std::move(repeated));
  }
  if (!contradicted.empty()) {
    against.message = std::to_string(contradicted.size()) +
                      " tests share an input with another one and expect something else";
    evidence->Add(std::move(against));
  }
}

void LookForRepeatedAsserts(Evidence* evidence) {
  int dropped = 0;
  std::string without = WithoutRepeatedAsserts(evidence->parts.assert_code, &dropped);
  if (dropped == 0) return;
  Finding finding = MakeFinding(FindingKind::kDuplicateTests,
                                std::to_string(dropped) + " asserts are there before");
  finding.mended = true;
  evidence->change.assert_code = std::move(without);
  evidence->Add(std::move(finding));
}

void LookForOneAnswer(Evidence* evidence) {
  const lab::ProblemParts& parts = evidence->parts;
  if (!parts.compares() || parts.tests.empty()) return;
  std::set<std::string> inputs, answers;
  for (const lab::TestParts& test : parts.tests) {
    inputs.insert(test.input);
    answers.insert(Normal(test.expected));
  }
  if (inputs.size() == 1) {
    Finding finding = MakeFinding(FindingKind::kTrivialTests,
                                  "there is one test: a program that gives its answer passes");
    finding.advice = Advice::kMend;
    evidence->Add(std::move(finding));
  } else if (answers.size() == 1) {
    evidence->Add(MakeFinding(FindingKind::kTrivialTests,
                              "all " + std::to_string(parts.tests.size()) +
                                  " tests expect the same: a program that gives it passes"));
  }
}

}  // namespace

void LookAtTests(Evidence* evidence) {
  LookForRepeatedTests(evidence);
  if (evidence->parts.asserts()) LookForRepeatedAsserts(evidence);
  LookForOneAnswer(evidence);
}

void LookAtLimits(Evidence* evidence) {
  constexpr double kTightShare = 0.5;
  constexpr double kNoise = 0.2;  // seconds; what a busy machine may add
  constexpr double kLooseFactor = 100;
  constexpr double kMendedFactor = 4;
  const double limit = evidence->problem->CpuLimit();
  double slowest = 0;
  const Judged* by = nullptr;
  for (const Judged& each : evidence->correct) {
    if (!each.outcome.accepted() || each.outcome.SlowestSeconds() < slowest) continue;
    slowest = each.outcome.SlowestSeconds();
    by = &each;
  }
  if (by == nullptr || evidence->Has(FindingKind::kLimitsTight)) return;
  const auto seconds = [](double value) {
    std::string text = std::to_string(value);
    return text.substr(0, text.size() - 3) + " s";
  };
  if (slowest > kTightShare * limit && slowest > kNoise) {
    Finding finding =
        MakeFinding(FindingKind::kLimitsTight,
                    "a reference that passes takes " + seconds(slowest) + " of " + seconds(limit));
    finding.solutions.push_back(by->solution->name);
    finding.mended = true;
    evidence->limits.cpu_time_s = std::max(slowest * kMendedFactor, limit);
    evidence->Add(std::move(finding));
  } else if (evidence->problem->cpu_time_s >
             std::max(lab::kDefaultCpuSeconds, kLooseFactor * slowest)) {
    Finding finding = MakeFinding(
        FindingKind::kLimitsLoose,
        "the limit is " + seconds(limit) + ", and the slowest reference takes " + seconds(slowest));
    finding.mended = true;
    evidence->limits.cpu_time_s = std::max(lab::kDefaultCpuSeconds, slowest * kMendedFactor);
    evidence->Add(std::move(finding));
  }
}

}  // namespace assay::audit
