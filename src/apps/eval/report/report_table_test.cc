#include "apps/eval/report/report_table.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "text/utf8.h"

namespace assay {
namespace {

using eval::EvalItem;
using eval::GradeProfile;
using eval::Outcome;
using eval::SampleState;

// Items with long names in two languages, four samples each, some of them errored.
eval::RunRecords LongRun(SampleState third) {
  eval::RunRecords records;
  records.manifest.benchmark = "multiple";
  records.manifest.title =
      "MultiPL-E, translated from HumanEval, in as many languages as there are";
  records.manifest.model = "somebody/a-model-with-a-rather-long-name-32B-instruct";
  records.manifest.protocol = "chat";
  records.manifest.samples = 4;
  records.manifest.left_out = {31, {{"language swift", "swiftc: not there \x1b[31m", 31}}};
  records.profiles = {{GradeProfile::kOfficial, {}}, {GradeProfile::kAssay, {}}};
  for (size_t i = 0; i < 12; ++i) {
    EvalItem item;
    item.id = "HumanEval_" + std::to_string(i) + "_" + std::string(70, 'x');
    item.cluster = item.id;
    item.language = i % 2 == 0 ? "python" : "a language with a name that is long";
    item.topic = "topic \x1b[31m" + std::to_string(i % 3);
    records.items.push_back(item);
    records.samples.push_back(4);
    for (eval::ProfileOutcomes& profile : records.profiles) {
      for (int64_t sample = 0; sample < 4; ++sample) {
        Outcome outcome;
        outcome.item = i;
        outcome.sample = sample;
        const bool flips = profile.profile == GradeProfile::kAssay && sample == 3;
        outcome.state = sample == 2 ? third
                        : (i + static_cast<size_t>(sample)) % 2 == 0 && !flips
                            ? SampleState::kPassed
                            : SampleState::kFailed;
        profile.outcomes.push_back(outcome);
      }
    }
  }
  return records;
}

void ExpectNarrow(const std::string& text) {
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    EXPECT_LE(CountUtf8Characters(line), 80u) << line;
    begin = end + 1;
  }
}

TEST(ReportTable, KeepsWithinEightyColumnsAndShowsNoControlCharacters) {
  const std::string text = ReportTable(eval::Summarize(LongRun(SampleState::kFailed), {}), false);
  ExpectNarrow(text);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("pass@1 (avg@4)"), std::string::npos);
  EXPECT_NE(text.find("official, by language"), std::string::npos);
  EXPECT_NE(text.find("items flip between the profiles"), std::string::npos);
  EXPECT_NE(text.find("31 items are left out and in no score"), std::string::npos);
}

TEST(ReportTable, SaysThatThereIsNoHeadline) {
  const std::string text = ReportTable(eval::Summarize(LongRun(SampleState::kErrored), {}), false);
  ExpectNarrow(text);
  EXPECT_NE(text.find("official: NO HEADLINE: 12 of 48 samples errored"), std::string::npos);
}

TEST(ComparisonTable, KeepsWithinEightyColumns) {
  eval::RunRecords b = LongRun(SampleState::kPassed);
  b.manifest.protocol = "completion";
  b.manifest.model =
      "another/model-with-a-name-that-does-not-fit-on-a-line-by-itself-at-all-really";
  const std::string text = ComparisonTable(eval::CompareRuns(LongRun(SampleState::kFailed), b),
                                           "runs/a", "runs/b", false);
  ExpectNarrow(text);
  EXPECT_NE(text.find("! protocol: A \"chat\", B \"completion\""), std::string::npos);
  EXPECT_NE(text.find("B - A: +"), std::string::npos);
  EXPECT_NE(text.find("McNemar exact p ="), std::string::npos);
}

}  // namespace
}  // namespace assay
