#include "math/profiles/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::math {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ResponseResult Judged(Outcome outcome, Reason reason) {
  ResponseResult result;
  result.outcome = outcome;
  result.reason = reason;
  result.answer = "a \"quoted\"\nanswer";
  result.gold_answer = "5";
  result.extract_rule = ExtractRule::kBoxed;
  return result;
}

AuditItem Item(std::string id, bool expected, std::string category) {
  return {std::move(id), "5", "response", expected, std::move(category)};
}

TEST(Audit, CountsEveryKindOfDisagreement) {
  AuditReport report("assay");
  report.Add(Item("1", true, "integer"), Judged(Outcome::kCorrect, Reason::kEqual));
  report.Add(Item("2", false, "integer"), Judged(Outcome::kCorrect, Reason::kEqual));
  report.Add(Item("3", true, "set"), Judged(Outcome::kIncorrect, Reason::kValuesDiffer));
  report.Add(Item("4", false, "set"), Judged(Outcome::kIncorrect, Reason::kValuesDiffer));
  report.Add(Item("5", true, "set"), Judged(Outcome::kUndecided, Reason::kBudgetSpent));
  report.Add(Item("6", false, "set"), Judged(Outcome::kUnparseable, Reason::kNoAnswer));

  const AuditCounts& total = report.total();
  EXPECT_EQ(total.total, 6);
  EXPECT_EQ(total.agree, 3);
  EXPECT_EQ(total.false_positive, 1);
  EXPECT_EQ(total.false_negative, 1);
  EXPECT_EQ(total.undecided, 1);
  EXPECT_EQ(total.undecided_expected, 1);
  EXPECT_EQ(total.unparseable, 1);
  EXPECT_EQ(total.unparseable_expected, 0);
  EXPECT_DOUBLE_EQ(total.Agreement(), 0.5);
  EXPECT_EQ(report.by_category().at("integer").false_positive, 1);
  EXPECT_EQ(report.by_category().at("set").total, 4);
  EXPECT_EQ(report.by_reason().at("incorrect: values_differ").total, 2);
  EXPECT_EQ(report.by_extraction().at("boxed").total, 6);
  ASSERT_EQ(report.disagreements().size(), 3u);
  EXPECT_EQ(report.disagreements()[0].id, "2");
}

TEST(Audit, PrintsJsonAndATable) {
  AuditReport report("assay");
  report.Add(Item("only\xff", false, "integer"), Judged(Outcome::kCorrect, Reason::kEqual));
  const std::string json = report.ToJson();
  EXPECT_THAT(json, HasSubstr("\"profile\":\"assay\""));
  EXPECT_THAT(json, HasSubstr("\"false_positive\":1"));
  EXPECT_THAT(json, HasSubstr("\"agreement\":0.000000"));
  EXPECT_THAT(json, HasSubstr("\"answer\":\"a \\\"quoted\\\"\\nanswer\""));
  EXPECT_THAT(json, HasSubstr("\"id\":\"only\xEF\xBF\xBD\""));
  EXPECT_THAT(json, Not(HasSubstr("\n")));
  const std::string table = report.ToTable();
  EXPECT_THAT(table, HasSubstr("profile assay"));
  EXPECT_THAT(table, HasSubstr("correct: equal"));
  EXPECT_THAT(table, HasSubstr("expected not correct, judged correct"));
}

TEST(Audit, NothingIsFullAgreement) {
  EXPECT_DOUBLE_EQ(AuditCounts().Agreement(), 1.0);
  EXPECT_THAT(AuditReport("x").ToJson(), HasSubstr("\"disagreements\":[]"));
}

TEST(Audit, ComparesTwoProfiles) {
  AuditComparison comparison("assay", "strict");
  comparison.Add(Item("1", true, "integer"), Judged(Outcome::kCorrect, Reason::kEqual),
                 Judged(Outcome::kUnparseable, Reason::kNoAnswer));
  comparison.Add(Item("2", true, "integer"), Judged(Outcome::kCorrect, Reason::kEqual),
                 Judged(Outcome::kCorrect, Reason::kEqual));
  EXPECT_EQ(comparison.total(), 2);
  EXPECT_EQ(comparison.Count(Outcome::kCorrect, Outcome::kUnparseable), 1);
  EXPECT_EQ(comparison.Count(Outcome::kCorrect, Outcome::kCorrect), 1);
  ASSERT_EQ(comparison.differences().size(), 1u);
  EXPECT_EQ(comparison.differences()[0].id, "1");
  EXPECT_THAT(comparison.ToJson(), HasSubstr("\"different\":1"));
  EXPECT_THAT(comparison.ToJson(),
              HasSubstr("\"correct\":{\"correct\":1,\"incorrect\":0,\"unparseable\":1"));
  EXPECT_THAT(comparison.ToTable(), HasSubstr("first: assay, second: strict"));
}

}  // namespace
}  // namespace assay::math
