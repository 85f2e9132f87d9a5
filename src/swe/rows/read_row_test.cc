#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "swe/rows/task.h"

namespace assay::swe {
namespace {

using testing::ElementsAre;

Result<SweTask> Read(const std::string& json) {
  JsonError error;
  const auto row = JsonDocument::Parse(json, &error);
  if (!row) return Error{ErrorCode::kInternal, "test", 0, error.message};
  return ReadSweRow(row->root(), FormatOf(row->root()));
}

std::string Bench(const std::string& fail_to_pass, const std::string& commit = "0123456789abcdef") {
  return R"({"instance_id":"o__n-1","repo":"o/n","patch":"p","test_patch":"t","base_commit":")" +
         commit + R"(","problem_statement":"text","hints_text":null,"version":"1.0",
"environment_setup_commit":"abc","PASS_TO_PASS":["a.py::old"],"FAIL_TO_PASS":)" +
         fail_to_pass + "}";
}

TEST(SweRow, ReadsSweBenchWithListsOfEitherKind) {
  for (const std::string list : {R"(["a.py::t[x]"])", R"("[\"a.py::t[x]\"]")"}) {
    const auto task = Read(Bench(list));
    ASSERT_TRUE(task.ok()) << task.error().ToString();
    EXPECT_EQ(task->format, RowFormat::kSweBench);
    EXPECT_EQ(task->id, "o__n-1");
    EXPECT_EQ(task->environment_commit, "abc");
    EXPECT_EQ(task->patch_sense, PatchSense::kSolves);
    EXPECT_THAT(task->tests.fail_to_pass, ElementsAre("a.py::t[x]"));
    EXPECT_THAT(task->tests.pass_to_pass, ElementsAre("a.py::old"));
    EXPECT_EQ(task->tests.names, NameStyle::kSweBench);
  }
}

TEST(SweRow, ReadsSweSmith) {
  const auto task = Read(R"({"instance_id":"o__n.1234abcd.lm_1","repo":"swesmith/o__n.1234abcd",
"patch":"p","image_name":"i","problem_statement":"","FAIL_TO_PASS":["a"],"PASS_TO_PASS":[]})");
  ASSERT_TRUE(task.ok()) << task.error().ToString();
  EXPECT_EQ(task->format, RowFormat::kSweSmith);
  EXPECT_EQ(task->patch_sense, PatchSense::kBreaks);
  EXPECT_EQ(task->image, "i");
}

constexpr char kR2e[] = R"({"repo_name":"n","docker_image":"i","commit_hash":"0123456789",
"problem_statement":"text","expected_output_json":"{\"TestC.test_m\":\"PASSED\",\"t\":\"FAILED\"}",
"parsed_commit_content":"{\"old_commit_hash\":\"0123456789^\"}",
"execution_result_content":"{\"test_file_names\":[\"test_1.py\"],\"test_file_codes\":[\"code\"]}"})";

TEST(SweRow, ReadsR2eGym) {
  const auto task = Read(kR2e);
  ASSERT_TRUE(task.ok()) << task.error().ToString();
  EXPECT_EQ(task->base_commit, "0123456789^");
  EXPECT_EQ(task->reference_commit, "0123456789");
  EXPECT_THAT(task->tests.pass_to_pass, ElementsAre("TestC.test_m"));
  EXPECT_EQ(task->tests.names, NameStyle::kR2e);
  ASSERT_EQ(task->test_files.size(), 1u);
  EXPECT_EQ(task->test_files[0].name, "test_1.py");
}

TEST(SweRow, ErrorsNameTheField) {
  const auto field = [](const std::string& json) {
    const auto task = Read(json);
    return task.ok() ? "none" : task.error().field;
  };
  EXPECT_EQ(field(Bench("\"no json\"")), "FAIL_TO_PASS");
  EXPECT_EQ(field(Bench("[1]")), "FAIL_TO_PASS");
  EXPECT_EQ(field(Bench("null")), "FAIL_TO_PASS");
  EXPECT_EQ(field(Bench("[]", "main; rm -rf /")), "base_commit");
  EXPECT_EQ(field(R"({"repo":"o/n"})"), "instance_id");
  std::string r2e = kR2e;
  r2e.replace(r2e.find("test_1.py"), 9, "../up.py");
  EXPECT_EQ(field(r2e), "execution_result_content");
  EXPECT_FALSE(Read("[]").ok());
}

}  // namespace
}  // namespace assay::swe
