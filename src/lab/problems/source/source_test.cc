#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lab/problems/source/problem_rows.h"
#include "lab/problems/source/read_package.h"

namespace assay::lab {
namespace {

using ::testing::HasSubstr;

class ProblemRows : public ::testing::Test {
 protected:
  ProblemRows()
      : root_(::testing::TempDir() + "assay_rows_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(root_);
    Write("sum/problem.yaml", "name: Sum\nlimits: {memory: 512}\n");
    Write("sum/.timelimit", "3\n");
    Write("sum/data/sample/1.in", "1 2\n");
    Write("sum/data/sample/1.ans", "3\n");
    Write("sum/submissions/accepted/a.py", "print(3)\n");
    Write("sum/submissions/wrong_answer/w.cpp", "int main() {}\n");
    Write("sum/submissions/time_limit_exceeded/slow.py", "while True: pass\n");
    Write("sum/input_validators/v.py", "import sys; sys.exit(42)\n");
    Write("sum/input_validators/format.ctd", "INT\n");
  }
  ~ProblemRows() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) const {
    const std::filesystem::path whole = std::filesystem::path(root_) / path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }

  const std::string root_;
};

TEST_F(ProblemRows, APackageIsAProblemWithItsSubmissions) {
  const auto problem = ReadPackage(root_ + "/sum");
  ASSERT_TRUE(problem.ok()) << problem.error().ToString();
  EXPECT_EQ(problem->id, "sum");
  EXPECT_EQ(problem->CpuLimit(), 6);  // by the safety margin
  EXPECT_EQ(problem->MemoryLimitMb(), 512);
  ASSERT_EQ(problem->solutions.size(), 2u);
  EXPECT_EQ(problem->solutions[0].name, "accepted/a.py");
  EXPECT_EQ(problem->solutions[0].language, "python");
  EXPECT_EQ(problem->solutions[1].label, Label::kWrong);
  ASSERT_EQ(problem->validators.size(), 1u);
  EXPECT_THAT(problem->problem, HasSubstr(R"("id":"sample/1","input":"1 2\n","expected":"3\n")"));
}

TEST_F(ProblemRows, PackagesAndFilesAreOneStream) {
  Write("rows.jsonl", "{\"a\":1}\n{\"a\":2}\n");
  Write("talks/problem.yaml", "name: Talks\nvalidation: custom interactive\n");
  const auto sources =
      FindProblemSources({root_ + "/sum", root_ + "/rows.jsonl", root_ + "/talks/"});
  ASSERT_TRUE(sources.ok()) << sources.error().ToString();
  std::vector<std::string> seen;
  for (const std::string& source : *sources) {
    FileIdentity identity;
    ASSERT_TRUE(ForEachSourceRow(
                    source,
                    [&](const SourceRow& row) -> Status {
                      seen.push_back(std::string(row.source) + ":" + std::to_string(row.number));
                      EXPECT_THAT(row.refused,
                                  row.text.empty() ? HasSubstr("talks") : HasSubstr(""));
                      return {};
                    },
                    &identity)
                    .ok());
    EXPECT_EQ(identity.sha256.size(), 64u);
  }
  EXPECT_THAT(seen, ::testing::ElementsAre("sum:1", "rows.jsonl:1", "rows.jsonl:2", "talks:1"));
  EXPECT_FALSE(FindProblemSources({root_ + "/missing"}).ok());
}

}  // namespace
}  // namespace assay::lab
