#include "lab/audit/run/run_audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "base/whole_file.h"
#include "lab/audit/judge/fake_judge_test_util.h"
#include "lab/audit/run/write_outputs.h"

namespace assay::audit {
namespace {

using ::testing::HasSubstr;

class RunAuditTest : public ::testing::Test {
 protected:
  RunAuditTest()
      : folder_(::testing::TempDir() + "assay_audit_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~RunAuditTest() override { std::filesystem::remove_all(folder_); }

  // So many problems, of which each third has a reference that fails.
  AuditPlan PlanOf(int problems) {
    const std::string path = folder_ + "/rows.jsonl";
    std::ofstream rows(path);
    for (int i = 0; i < problems; ++i) {
      rows
          << R"({"id":"p)" << i << R"(","problem":{"tests":[{"input":"1","expected":"2"},)"
          << R"({"input":"3","expected":"4"}]},"solutions":[{"language":"python","label":"correct",)"
          << R"("code":"x = ')" << (i % 3 == 0 ? "slip" : "right") << R"('"}]})"
          << "\n";
    }
    rows << R"({"no":"problem"})"
         << "\n";
    rows.close();
    AuditPlan plan;
    plan.rows.files = {path};
    plan.options.mutants = 0;
    EXPECT_TRUE(Survey(&plan.rows).ok());
    return plan;
  }
  std::string Out() const { return folder_ + "/out"; }
  std::string ReadOut(const std::string& name) const {
    const auto text = ReadFile(Out() + "/" + name, "test");
    return text.ok() ? *text : std::string();
  }

  const std::string folder_;
};

std::string Opinion(const std::string&, const std::string& code) {
  return code.find("right") != code.npos ? ResultOf("AC") : ResultOf("WA", "different_output");
}

// The lines without what an audit took.
std::string WithoutTimes(std::string text) {
  for (size_t at; (at = text.find(",\"seconds\":")) != text.npos;) {
    text.erase(at, text.find('}', at) - at);
  }
  return text;
}

TEST_F(RunAuditTest, GoesOnWhereItWasBrokenOffWithTheSameResult) {
  const AuditPlan plan = PlanOf(20);
  EXPECT_EQ(plan.rows.rows, 21);
  const std::string manifest = ManifestOf(plan, "test");
  FakeJudge judge(Opinion);
  const ReportHead head{"test", manifest, "a fake"};
  {
    auto folder = AuditFolder::Open(Out(), manifest, {});
    ASSERT_TRUE(folder.ok()) << folder.error().message;
    std::atomic<bool> stop{false};
    ASSERT_TRUE(RunAudit(plan, folder->get(), &judge, 1, &stop, [&](const AuditProgress& progress) {
                  if (progress.done == 5) stop = true;
                }).ok());
    EXPECT_EQ((*folder)->done(), 5);
  }
  // As a process that was killed leaves it.
  std::ofstream(Out() + "/audited.jsonl", std::ios::app) << R"({"id":"p5","ind)";
  {
    auto folder = AuditFolder::Open(Out(), manifest, {});
    ASSERT_TRUE(folder.ok());
    EXPECT_EQ((*folder)->done(), 5);
    ASSERT_TRUE(RunAudit(plan, folder->get(), &judge, 3, nullptr, {}).ok());
    EXPECT_EQ((*folder)->done(), 21);
    const auto summary = WriteOutputs(head, **folder);
    ASSERT_TRUE(summary.ok());
    EXPECT_EQ(summary->by_kind.at(FindingKind::kReferenceFails), 7);
    EXPECT_EQ(summary->refused, 1);
    EXPECT_EQ(summary->by_advice.at(Advice::kDrop), 7);
  }
  const std::string findings = WithoutTimes(ReadOut("findings.jsonl"));
  std::filesystem::remove_all(Out());
  auto folder = AuditFolder::Open(Out(), manifest, {});
  ASSERT_TRUE(folder.ok());
  ASSERT_TRUE(RunAudit(plan, folder->get(), &judge, 2, nullptr, {}).ok());
  ASSERT_TRUE(WriteOutputs(head, **folder).ok());
  EXPECT_EQ(WithoutTimes(ReadOut("findings.jsonl")), findings);
  EXPECT_THAT(ReadOut("report.html"), HasSubstr("Audit of 20 problems"));
  EXPECT_THAT(ReadOut("report.json"), HasSubstr(R"("verdicts":{"keep":13,"mend":0,"drop":7})"));
}

TEST_F(RunAuditTest, AFolderIsThatOfOneAudit) {
  const AuditPlan plan = PlanOf(1);
  ASSERT_TRUE(AuditFolder::Open(Out(), ManifestOf(plan, "test"), {}).ok());
  const auto other = AuditFolder::Open(Out(), ManifestOf(plan, "another build"), {});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(other.error().message, HasSubstr("another audit"));
}

TEST_F(RunAuditTest, OneProcessWritesInAFolder) {
  const std::string manifest = ManifestOf(PlanOf(1), "test");
  const auto first = AuditFolder::Open(Out(), manifest, {});
  ASSERT_TRUE(first.ok());
  EXPECT_FALSE(AuditFolder::Open(Out(), manifest, {}).ok());
}

TEST_F(RunAuditTest, WhatWasNotJudgedIsDoneAgain) {
  const AuditPlan plan = PlanOf(2);
  FakeJudge broken([](const std::string&, const std::string&) {
    return ResultOf("JE", "invalid_submission", "language: there is no such");
  });
  FakeJudge judge(Opinion);
  auto folder = AuditFolder::Open(Out(), ManifestOf(plan, "test"), {});
  ASSERT_TRUE(folder.ok());
  ASSERT_TRUE(RunAudit(plan, folder->get(), &broken, 2, nullptr, {}).ok());
  EXPECT_EQ((*folder)->done(), 1);  // the row that is no problem
  ASSERT_TRUE(RunAudit(plan, folder->get(), &judge, 2, nullptr, {}).ok());
  EXPECT_EQ((*folder)->done(), 3);
}

TEST_F(RunAuditTest, AReportShowsMarkupAsText) {
  ProblemAudit audit;
  audit.id = "<script>alert(1)</script>";
  audit.findings.push_back(MakeFinding(FindingKind::kReferenceFails, "<b>"));
  AuditSummary summary;
  summary.Add(audit);
  const std::string html = ReportHtml({"test", "{}", "a fake"}, summary);
  EXPECT_EQ(html.find("<script"), html.npos);
  EXPECT_EQ(html.find("<b>"), html.npos);
}

}  // namespace
}  // namespace assay::audit
