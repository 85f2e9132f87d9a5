#include <gtest/gtest.h>

#include "lab/audit/model/finding.h"

namespace assay::audit {
namespace {

TEST(ProblemAudit, IsTheSameWhenReadAgain) {
  ProblemAudit audit;
  audit.id = "a\nb";
  audit.file = "rows.jsonl";
  audit.row = 3;
  audit.index = 2;
  audit.correct = 2;
  audit.wrong_passed = 1;
  Finding finding = MakeFinding(FindingKind::kWrongPasses, "one \"passes\"");
  finding.solutions = {"x"};
  finding.mended = true;
  audit.findings.push_back(finding);
  audit.strength = TestStrength{"x", 7, 2, 1, 0.4, 0.9, {{"sign", 4, "-", ""}}};
  audit.not_judged = {"y: infrastructure"};
  audit.mended_row = R"({"id":1})";
  const std::string json = ToJson(audit, true);
  const auto read = ParseAudit(json);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(ToJson(*read, true), json);
  EXPECT_EQ(read->advice(), Advice::kMend);
  EXPECT_EQ(ToJson(*read, false).find("mended_row"), std::string::npos);
  EXPECT_FALSE(ParseAudit("{}").ok());
  EXPECT_FALSE(ParseAudit(R"({"findings":[{"kind":"unheard_of","advice":"drop"}]})").ok());
}

TEST(ProblemAudit, TheWorstFindingDecides) {
  ProblemAudit audit;
  EXPECT_EQ(audit.advice(), Advice::kKeep);
  audit.findings.push_back(MakeFinding(FindingKind::kNoReference, ""));
  EXPECT_EQ(audit.advice(), Advice::kKeep);
  audit.findings.push_back(MakeFinding(FindingKind::kFlaky, ""));
  audit.findings.push_back(MakeFinding(FindingKind::kWeakTests, ""));
  EXPECT_EQ(audit.advice(), Advice::kDrop);
}

}  // namespace
}  // namespace assay::audit
