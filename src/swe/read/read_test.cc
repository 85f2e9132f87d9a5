#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "swe/read/patch_text.h"
#include "swe/read/read_task.h"

namespace assay::swe {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kDiff[] = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";

TEST(PatchIn, IsTheLastMarkedBlockBehindTheThoughts) {
  const std::string diff = kDiff;
  const std::string other = "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n";
  EXPECT_EQ(PatchIn("```diff\n" + other + "```\nno:\n```patch\n" + diff + "```\nDone.\n"), diff);
  EXPECT_EQ(PatchIn("```diff\n" + other + "```\n</think>\n```diff\n" + diff + "```\n"), diff);
  EXPECT_EQ(PatchIn("````diff\n" + diff + "+```\n````\n"), diff + "+```\n");
  // A block of something else isn't one, whatever is in it.
  EXPECT_EQ(PatchIn("```python\n```diff\n```\n"), std::nullopt);
}

TEST(PatchIn, IsElseAllFromTheFirstDiff) {
  const std::string diff = kDiff;
  EXPECT_EQ(PatchIn("Here it is:\n" + diff), diff);
  EXPECT_EQ(PatchIn("diff --git a/x b/x\n" + diff), "diff --git a/x b/x\n" + diff);
  EXPECT_EQ(PatchIn("--- no diff\n"), std::nullopt);
  EXPECT_EQ(PatchIn("```diff\n" + diff), diff) << "a block that is never closed";
  EXPECT_EQ(PatchIn(""), std::nullopt);
}

struct Read {
  TaskSource source;
  std::vector<std::string> faults;
};

Read Of(const std::string& json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  EXPECT_TRUE(document) << error.message;
  FieldErrors errors;
  Read read{ReadTaskSource(document->root(), {}, &errors), {}};
  for (const FieldError& each : errors.errors()) read.faults.push_back(ToString(each.path));
  return read;
}

const std::string kArchive = R"("repository":{"archive":")" + Base64Encode("tar") + "\"}";

TEST(ReadTaskSource, ReadsATask) {
  const Read read = Of(R"({"task":{"framework":"junit","command":"mvn test","setup":"mvn compile",
      "report":"target/*.xml","fail_to_pass":["a"],"pass_to_pass":["b","c"],"test_patch":"t",
      "reference":"r","test_files":{"x/y":"z"},"runner_files":"keep","tests_written":"after_setup",
      "controls":[{"path":"c_{secret}","content":"x","tests":["t"]}],"env":{"A":"1"},
      "default_controls":false},"limits":{"time_s":60,"memory_mb":2,"log_bytes":7},)" +
                       kArchive + "}");
  EXPECT_THAT(read.faults, IsEmpty());
  const RunTask& task = read.source.task;
  EXPECT_EQ(task.parser->name, "junit");
  EXPECT_EQ(task.setup, "mvn compile");
  EXPECT_EQ(task.report, "target/*.xml");
  EXPECT_THAT(task.tests.pass_to_pass, ElementsAre("b", "c"));
  EXPECT_EQ(task.reference, "r");
  EXPECT_EQ(task.test_files[0].path, "x/y");
  EXPECT_EQ(task.runner_files, RunnerFiles::kKeep);
  EXPECT_EQ(task.tests_written, TestsWritten::kAfterSetup);
  EXPECT_EQ(task.controls[0].file.path, "c_{secret}");
  EXPECT_FALSE(task.default_controls);
  EXPECT_EQ(task.env.at("A"), "1");
  EXPECT_EQ(read.source.limits.time, std::chrono::seconds(60));
  EXPECT_EQ(read.source.limits.memory_bytes, 2 << 20);
  EXPECT_EQ(read.source.limits.log_bytes, 7);
  EXPECT_EQ(read.source.repository.archive->view(), "tar");
  EXPECT_EQ(read.source.repository.path, "repository");
}

TEST(ReadTaskSource, ARowBringsPatchesAndTests) {
  const std::string row = R"("row":{"instance_id":"a-1","repo":"a/b","base_commit":"0123456789",
      "patch":"fix","test_patch":"tests","problem_statement":"p","FAIL_TO_PASS":"[\"f\"]",
      "PASS_TO_PASS":[]})";
  const std::string how = R"("task":{"framework":"pytest","command":"pytest","reference":"mine"})";
  const Read read = Of("{" + row + "," + how + R"(,"image":"swe/a:1"})");
  EXPECT_THAT(read.faults, IsEmpty());
  EXPECT_EQ(read.source.task.test_patch, "tests");
  EXPECT_EQ(read.source.task.reference, "mine") << "what the task says counts";
  EXPECT_THAT(read.source.task.tests.fail_to_pass, ElementsAre("f"));
  EXPECT_TRUE(read.source.task.tests.expected_failure_passes);
  EXPECT_EQ(read.source.repository.path, "/testbed");
}

TEST(ReadTaskSource, ASmithsPatchIsTheFault) {
  const Read read = Of(R"({"row":{"instance_id":"a-1","repo":"swesmith/a__b.1","patch":"fault",
      "image_name":"swe/a:1","problem_statement":"p","FAIL_TO_PASS":["f"],"PASS_TO_PASS":[]},
      "task":{"framework":"pytest","command":"pytest"}})");
  EXPECT_THAT(read.faults, IsEmpty());
  EXPECT_EQ(read.source.task.fault_patch, "fault");
  EXPECT_FALSE(read.source.task.reference);
  EXPECT_TRUE(read.source.task.HasReference());
  EXPECT_EQ(read.source.repository.image, "swe/a:1");
}

TEST(ReadTaskSource, NamesTheFieldsAtFault) {
  const auto faults = [](const std::string& json) { return Of(json).faults; };
  EXPECT_THAT(faults("{" + kArchive + "}"), ElementsAre("task", "task.framework", "task.command"));
  const auto of_task = [&](const std::string& more) {
    return faults(R"({"task":{"framework":"junit","report":"r.xml","command":"c")" + more + "}," +
                  kArchive + "}");
  };
  EXPECT_THAT(of_task(""), IsEmpty());
  EXPECT_THAT(of_task(R"(,"reprot":1)"), ElementsAre("task.reprot"));
  EXPECT_THAT(of_task(R"(,"report":"../r.xml")"), ElementsAre("task.report"));
  EXPECT_THAT(of_task(R"(,"report":"")"), ElementsAre("task.report"));
  EXPECT_THAT(of_task(R"(,"test_files":{"/etc/x":""})"), ElementsAre("task.test_files./etc/x"));
  EXPECT_THAT(of_task(R"(,"test_files":{".git/x":""})"), ElementsAre("task.test_files..git/x"));
  EXPECT_THAT(of_task(R"(,"controls":[{"path":"a"}])"),
              ElementsAre("task.controls[0].content", "task.controls[0].tests"));
  EXPECT_THAT(of_task(R"(,"runner_files":"burn")"), ElementsAre("task.runner_files"));
  EXPECT_THAT(of_task(R"(,"framework":"log")"), ElementsAre("task.framework"));
  EXPECT_THAT(of_task(R"(,"framework":"pytest")"), ElementsAre("task.report"));
  const std::string sound = R"("task":{"framework":"go","command":"go test"})";
  EXPECT_THAT(faults("{" + sound + "}"), ElementsAre("repository.archive"));
  EXPECT_THAT(faults("{" + sound + R"(,"image":"i","repository":{"path":"/a/../b"}})"),
              ElementsAre("repository.path"));
  EXPECT_THAT(faults("{" + sound + R"(,"image":"i","limits":{"time_s":-1,"memory_mb":0}})"),
              ElementsAre("limits.time_s", "limits.memory_mb"));
  EXPECT_THAT(faults("{" + sound + R"(,"image":"i","row":{"repo":"x"}})"), ElementsAre("row"));
}

}  // namespace
}  // namespace assay::swe
