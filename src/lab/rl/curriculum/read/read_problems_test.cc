#include "lab/rl/curriculum/read/read_problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace assay::curriculum {
namespace {

using testing::HasSubstr;

class ReadProblemsTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  Result<ReadProblems> Read(const std::string& rows, const ProblemFields& fields = {}) const {
    std::ofstream(path_) << rows;
    return ReadProblemRows({path_}, fields);
  }

  const std::string path_ =
      testing::TempDir() + "assay-problems-" + std::to_string(::getpid()) + ".jsonl";
};

TEST_F(ReadProblemsTest, TakesWhatCurateWrites) {
  const auto read =
      Read(R"({"id": 6, "domain": "math", "curated": {"difficulty": {"solved": 3, "attempts": 4}}}
{"problem_id": "x", "solved": 0, "of": 8}
{"task_id": "HumanEval/0", "ability": "code"}
)");
  ASSERT_TRUE(read.ok()) << read.error().message;
  const ProblemTable& table = *read->problems;
  ASSERT_EQ(table.size(), 3u);
  EXPECT_EQ(table.Id(0), "6");
  EXPECT_EQ(table.MeasuredOf(0).share(), 0.75);
  EXPECT_EQ(table.domains()[table.DomainOf(0)], "math");
  EXPECT_EQ(table.MeasuredOf(1).of, 8u);
  EXPECT_EQ(table.domains()[table.DomainOf(1)], "all");
  EXPECT_EQ(table.Find("HumanEval/0"), 2u);
  EXPECT_FALSE(table.MeasuredOf(2).known());
  EXPECT_EQ(read->measured, 2);
}

TEST_F(ReadProblemsTest, FaultsNameFileLineAndField) {
  const auto fault = [this](const std::string& rows) { return Read(rows).error().message; };
  EXPECT_THAT(fault("{\"id\": 1}\n{\"id\": 1}\n"), HasSubstr(":2: there are two problems '1'"));
  EXPECT_THAT(fault("{\"name\": 1}\n"), HasSubstr(":1: the row has no name: id, problem_id"));
  EXPECT_THAT(fault("{\"id\": 1, \"solved\": 2}\n"), HasSubstr("of how many is missing"));
  EXPECT_THAT(fault("{\"id\": 1, \"solved\": 2, \"of\": 1}\n"), HasSubstr("must not be above of"));
  EXPECT_THAT(fault("{\"id\": 1, \"solved\": 1.5, \"of\": 2}\n"), HasSubstr("solved: must be"));
  EXPECT_THAT(fault("{\"id\": [1]}\n"), HasSubstr("id: must be a text or a number"));
  EXPECT_FALSE(Read("\n").ok());
}

}  // namespace
}  // namespace assay::curriculum
