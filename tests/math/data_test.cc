// The whole path, extraction and comparison, on recorded model responses and labelled triples.
#include "data.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "math/profiles/audit.h"
#include "math/profiles/batch.h"

namespace assay::math {
namespace {

constexpr int kThreads = 2;

AuditReport AuditItems(const std::vector<AuditItem>& items, const MathProfile& profile) {
  std::vector<BatchItem> batch;
  for (const AuditItem& item : items) batch.push_back({item.gold, item.response});
  AuditReport report{std::string(profile.name)};
  VerifyBatch(batch, profile, kThreads, [&](size_t index, ResponseResult result) {
    report.Add(items[index], result);
    return true;
  });
  return report;
}

std::vector<AuditItem> ModelResponses() {
  std::vector<AuditItem> items;
  for (const auto& row : ReadRows("model_responses")) {
    items.push_back({Text(row, "problem_id") + "@" + Text(row, "source"), Text(row, "gold"),
                     Text(row, "response"), row.at("correct").as_bool(), Text(row, "source")});
  }
  return items;
}

std::vector<AuditItem> Triples() {
  std::vector<AuditItem> items;
  for (const auto& row : ReadRows("triples")) {
    items.push_back({Text(row, "id"), Text(row, "gold"), Text(row, "pred"),
                     row.at("expected").as_bool(), Text(row, "source") + ":" + Text(row, "test")});
  }
  return items;
}

// The recorded label follows another grader, which strips "p.m." from one side only and looks at
// boxes only; docs/internals/golden.md argues each of the disagreements this leaves.
TEST(MathData, AgreesWithRecordedResponses) {
  const std::vector<AuditItem> items = ModelResponses();
  if (items.empty()) GTEST_SKIP() << "no data: set ASSAY_DATA";
  const AuditReport report = AuditItems(items, DefaultProfile());
  std::printf("%s\n", report.ToTable().c_str());
  EXPECT_EQ(report.total().false_negative, 0);
  EXPECT_EQ(report.total().undecided_expected, 0);
  EXPECT_EQ(report.total().unparseable_expected, 0);
  EXPECT_GE(report.total().Agreement(), 0.97);
}

TEST(MathData, AgreesWithLabelledTriples) {
  const std::vector<AuditItem> items = Triples();
  if (items.empty()) GTEST_SKIP() << "no data: set ASSAY_DATA";
  const AuditReport report = AuditItems(items, DefaultProfile());
  std::printf("%s\n", report.ToTable().c_str());
  EXPECT_GE(report.total().Agreement(), 0.97);
}

// A gold that is a whole solution yields the answer recorded beside it.
TEST(MathData, FindsTheAnswerOfAWorkedSolution) {
  int solutions = 0;
  int found = 0;
  for (const auto& row : ReadRows("answer_sets")) {
    const std::string solution = Text(row, "solution");
    const std::string answer = Text(row, "answer");
    if (solution.find("\\boxed") == std::string::npos || answer.empty()) continue;
    ++solutions;
    const ResponseResult result = VerifyResponse(solution, answer, DefaultProfile());
    if (result.outcome == Outcome::kCorrect) {
      ++found;
    } else {
      std::printf("%s: solution says %s, answer %s (%s)\n", Text(row, "problem_id").c_str(),
                  result.gold_answer.c_str(), answer.c_str(),
                  std::string(ToString(result.reason)).c_str());
    }
  }
  if (solutions == 0) GTEST_SKIP() << "no data: set ASSAY_DATA";
  EXPECT_GE(found, solutions * 97 / 100) << found << " of " << solutions;
}

TEST(MathData, ProfilesCompareOnRecordedResponses) {
  const std::vector<AuditItem> items = ModelResponses();
  if (items.empty()) GTEST_SKIP() << "no data: set ASSAY_DATA";
  std::vector<BatchItem> batch;
  for (const AuditItem& item : items) batch.push_back({item.gold, item.response});
  for (const MathProfile& profile : Profiles()) {
    AuditComparison comparison{std::string(kDefaultProfile), std::string(profile.name)};
    std::vector<ResponseResult> ours;
    VerifyBatch(batch, DefaultProfile(), kThreads, [&](size_t, ResponseResult result) {
      ours.push_back(std::move(result));
      return true;
    });
    VerifyBatch(batch, profile, kThreads, [&](size_t index, ResponseResult result) {
      comparison.Add(items[index], ours[index], result);
      return true;
    });
    EXPECT_EQ(comparison.total(), static_cast<int64_t>(items.size()));
    EXPECT_TRUE(profile.name != kDefaultProfile || comparison.differences().empty());
    std::printf("%s: %zu of %zu differ from %s\n", std::string(profile.name).c_str(),
                comparison.differences().size(), items.size(),
                std::string(kDefaultProfile).c_str());
  }
}

}  // namespace
}  // namespace assay::math
