// ProcedureFixture: one test of a problem, judged by its procedure over runs that are played.
// Test-only.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "judging/procedures.h"
#include "judging/runs/runs_test_util.h"
#include "judging/testing.h"

namespace assay {

class ProcedureFixture : public ::testing::Test {
 protected:
  void Plan(Submission submission) {
    auto plan = MakeJobPlan(std::move(submission), TestLanguages());
    ASSERT_TRUE(plan.ok()) << plan.error().ToString();
    plan_ = *std::move(plan);
    ready_.assign(plan_.programs.size(), {});
  }
  TestOutcome JudgeFirst(FakeRuns& runs) {
    return JudgeTest(
        {plan_, 0, ready_, {TestLanguages(), assert_calls_, *judge_records_, unseparated_}}, runs);
  }
  // "AC/candidate", or "stopped".
  std::string Judge(FakeRuns& runs) {
    const TestOutcome outcome = JudgeFirst(runs);
    const auto* result = std::get_if<TestResult>(&outcome);
    if (result == nullptr) return "stopped";
    result_ = *result;
    return std::string(ToString(result->verdict)) + "/" + std::string(ToString(result->cause));
  }

  JobPlan plan_;
  std::vector<ReadyProgram> ready_;
  TestResult result_;  // of the last test judged
  AssertCallsCache assert_calls_{1 << 20};
  std::optional<JudgeRecords> judge_records_{std::in_place, 1 << 20};
  Unseparated unseparated_ = Unseparated::kAccept;
};

inline std::string FileOf(const RunRequest& request, const std::string& path) {
  for (const InputFile& file : request.files) {
    if (file.path == path) return std::string(file.contents->view());
  }
  return "<none>";
}

}  // namespace assay
