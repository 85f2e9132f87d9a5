// Small runs for tests of reports, comparisons and exports. Test support; not thread-safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/eval/report/records.h"

namespace assay::eval {

// A run whose items and letters (P, F, M, E; one a sample) are given by profile.
struct FixtureRow {
  std::string id;
  std::string language;
  std::string official;
  std::string assay;
};

inline SampleState StateOfLetter(char letter) {
  switch (letter) {
    case 'P': return SampleState::kPassed;
    case 'F': return SampleState::kFailed;
    case 'M': return SampleState::kMasked;
    default: return SampleState::kErrored;
  }
}

inline std::vector<Outcome> OutcomesOfLetters(size_t item, const std::string& letters) {
  std::vector<Outcome> outcomes;
  for (size_t sample = 0; sample < letters.size(); ++sample) {
    Outcome outcome;
    outcome.item = item;
    outcome.sample = static_cast<int64_t>(sample);
    outcome.state = StateOfLetter(letters[sample]);
    outcome.reason = outcome.state == SampleState::kPassed   ? "AC:accepted"
                     : outcome.state == SampleState::kFailed ? "WA:wrong_answer"
                     : outcome.state == SampleState::kMasked ? "masked:gold"
                                                             : "generation:timeout";
    outcomes.push_back(outcome);
  }
  return outcomes;
}

inline rollout::Manifest FixtureManifest() {
  rollout::Manifest manifest;
  manifest.benchmark = "humaneval";
  manifest.title = "HumanEval";
  manifest.protocol = "chat";
  manifest.items = 3;
  manifest.ids_sha = "aa";
  manifest.data = {{"HumanEval.jsonl.gz", "bb", 164}};
  manifest.prompts_sha = "cc";
  manifest.model = "model-1";
  manifest.endpoint = "local";
  manifest.sampling = R"({"temperature":0.2})";
  manifest.samples = 4;
  manifest.profiles = {"official", "assay"};
  manifest.rules = "official-1";
  manifest.toolchains = {{"python", "3.11.2"}};
  manifest.assay_version = "0.1.0";
  return manifest;
}

inline RunRecords FixtureRecords(const std::vector<FixtureRow>& rows) {
  RunRecords records;
  records.manifest = FixtureManifest();
  records.profiles = {{GradeProfile::kOfficial, {}}, {GradeProfile::kAssay, {}}};
  for (const FixtureRow& row : rows) {
    EvalItem item;
    item.id = item.cluster = row.id;
    item.language = row.language;
    item.problem_sha = "sha of " + row.id;
    item.prompt.messages = {{"user", "Solve " + row.id}};
    for (Outcome& outcome : OutcomesOfLetters(records.items.size(), row.official)) {
      records.profiles[0].outcomes.push_back(std::move(outcome));
    }
    for (Outcome& outcome : OutcomesOfLetters(records.items.size(), row.assay)) {
      records.profiles[1].outcomes.push_back(std::move(outcome));
    }
    records.samples.push_back(static_cast<int64_t>(row.official.size()));
    records.items.push_back(std::move(item));
  }
  records.models = {{"model-1", 12}};
  records.run_info = R"({"requests":12})";
  return records;
}

inline RunRecords SmallRun() {
  return FixtureRecords({{"HumanEval/0", "python", "PPPF", "PPPP"},
                         {"HumanEval/1", "python", "FFFF", "FFFF"},
                         {"HumanEval/2", "go", "PFPF", "PFPF"}});
}

}  // namespace assay::eval
