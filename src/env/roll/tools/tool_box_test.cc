#include "env/roll/tools/tool_box.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "env/roll/tools/sandbox_test_util.h"

namespace assay::env {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class ToolBoxTest : public testing::Test {
 protected:
  ToolBoxTest() {
    rules_.tools = {"bash", "read_file", "write_file", "edit", "python", "submit"};
    order_.sandbox.image = "img";
    order_.sandbox.labels = {{"run", "r1"}};
  }

  ToolBox& Box() {
    if (!box_) box_.emplace(rules_, order_, &judge_, nullptr);
    return *box_;
  }
  Result<std::string> Try(const std::string& name, const std::string& arguments) {
    return Box().Call({"id", name, arguments});
  }
  std::string Call(const std::string& name, const std::string& arguments) {
    const auto said = Try(name, arguments);
    return said.ok() ? *said : "fault: " + said.error().ToString();
  }

  RolloutRules rules_;
  ToolBoxOrder order_;
  FakeSandboxes judge_;
  std::optional<ToolBox> box_;
};

TEST_F(ToolBoxTest, MakesOneSandboxAtTheFirstCallAndEndsIt) {
  order_.files = R"({"a.txt":"one"})";
  rules_.sandbox.setup = "make";
  EXPECT_EQ(judge_.Count("POST /v1/sandboxes"), 0);
  EXPECT_EQ(Call("read_file", R"({"path":"a.txt"})"), "one");
  EXPECT_EQ(Call("bash", R"({"command":"true"})"), "[no output]");
  EXPECT_EQ(judge_.orders().size(), 1u);
  EXPECT_THAT(judge_.orders()[0], AllOf(HasSubstr(R"("image":"img")"), HasSubstr(R"("run":"r1")")));
  EXPECT_THAT(judge_.programs()[0], HasSubstr(R"("command":"make")"));
  EXPECT_EQ(Box().sandbox_id(), "sb-1");
  box_.reset();
  EXPECT_EQ(judge_.Count("DELETE /v1/sandboxes/sb-1"), 1);
}

TEST_F(ToolBoxTest, TellsTheModelWhatItDidWrong) {
  EXPECT_EQ(Call("rm", "{}"),
            "There is no tool 'rm'; there are: bash, read_file, write_file, edit, python, submit.");
  EXPECT_THAT(Call("bash", "ls"), HasSubstr("no JSON"));
  EXPECT_EQ(Call("bash", "[]"), "The arguments are no JSON object.");
  EXPECT_EQ(Call("bash", "{}"), "The argument 'command' is missing.");
  EXPECT_EQ(Call("bash", R"({"command":1})"), "The argument 'command' must be a text.");
  EXPECT_EQ(Call("bash", R"({"command":"a","x":1})"), "There is no argument 'x'.");
  EXPECT_EQ(judge_.Count("POST"), 0) << "for none of them a sandbox is needed";
  EXPECT_EQ(Call("read_file", R"({"path":"b"})"), "Error: there is no b");
  rules_.tools = {"bash"};
  EXPECT_THAT(Call("python", R"({"code":""})"), HasSubstr("no tool 'python'; there are: bash."));
}

TEST_F(ToolBoxTest, ReplacesOnlyWhatIsThereOnce) {
  judge_.files["f"] = "one two two";
  const auto edit = [&](const std::string& before) {
    return Call("edit", R"({"path":"f","old":")" + before + R"(","new":"1"})");
  };
  EXPECT_THAT(edit("three"), HasSubstr("isn't in the file"));
  EXPECT_THAT(edit("two"), HasSubstr("more than once"));
  EXPECT_THAT(edit(""), HasSubstr("is empty"));
  EXPECT_EQ(edit("one "), "Replaced.");
  EXPECT_EQ(judge_.files["f"], "1two two");
}

TEST_F(ToolBoxTest, SaysHowAProgramEnded) {
  rules_.limits.tool_timeout_s = 2.5;
  const std::pair<const char*, const char*> cases[] = {
      {R"({"stdout":"a","stderr":"b\n","exit_code":3})", "a\nb\n[exit code 3]"},
      {R"({"stdout":"a","timed_out":true,"signal":"SIGKILL"})", "a\n[killed after 2.5 s]"},
      {R"({"stdout":"","out_of_memory":true,"signal":"SIGKILL"})", "[killed: no memory is left]"},
      {R"({"stdout":"","signal":"SIGSEGV"})", "[ended by SIGSEGV]"},
      {R"({"stdout":"a","exit_code":0,"truncated":true})", "a\n[more was written than is kept]"},
  };
  for (const auto& [body, said] : cases) {
    judge_.exec = [body = std::string(body)](const std::string&) {
      return service::Answer{.status = 200, .body = body};
    };
    EXPECT_EQ(Call("python", R"({"code":"1"})"), said);
  }
  EXPECT_THAT(judge_.programs()[0],
              AllOf(HasSubstr(R"(["python3","-"])"), HasSubstr(R"("timeout_s":2.5)")));
}

TEST_F(ToolBoxTest, LeavesOutTheMiddleOfALongOutput) {
  rules_.limits.tool_output_bytes = 256;
  judge_.files["f"] = "begin" + std::string(1000, '.') + "end";
  const std::string said = Call("read_file", R"({"path":"f"})");
  EXPECT_LT(said.size(), 300u);
  EXPECT_THAT(said, AllOf(HasSubstr("begin"), HasSubstr("[752 bytes left out]"), HasSubstr("end")));
}

TEST_F(ToolBoxTest, TellsFaultsOfTheSandboxFromTheModels) {
  const auto code_of = [&](service::Answer answer) {
    judge_.exec = [answer](const std::string&) { return answer; };
    const auto said = Try("bash", R"({"command":"x"})");
    return said.ok() ? "told: " + *said : "fault";
  };
  EXPECT_THAT(code_of(FakeSandboxes::Refusal(422, "cannot_start", "no such folder")),
              HasSubstr("told: Error: no such folder"));
  EXPECT_THAT(code_of(FakeSandboxes::Refusal(507, "resource_exhausted", "full")),
              HasSubstr("told: Error: full"));
  EXPECT_EQ(code_of(FakeSandboxes::Refusal(409, "ended", "gone")), "fault");
  EXPECT_EQ(code_of(FakeSandboxes::Refusal(404, "unknown_sandbox", "gone")), "fault");
  EXPECT_EQ(code_of(FakeSandboxes::Refusal(503, "unavailable", "?")), "fault");
  EXPECT_EQ(code_of({.status = 200, .body = "<html>"}), "fault");
}

TEST_F(ToolBoxTest, ASetupThatFailsIsTheTasks) {
  rules_.sandbox.setup = "make";
  judge_.exec = [](const std::string&) { return FakeSandboxes::Ended("no rule", 2); };
  const auto said = Try("bash", R"({"command":"x"})");
  ASSERT_FALSE(said.ok());
  EXPECT_EQ(said.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(said.error().message, AllOf(HasSubstr("no rule"), HasSubstr("exit code 2")));
}

TEST_F(ToolBoxTest, KeepsWhatIsSubmitted) {
  EXPECT_EQ(Box().submitted(), std::nullopt);
  EXPECT_EQ(Call("submit", R"({"answer":"42"})"), "Submitted.");
  EXPECT_EQ(Box().submitted(), "42");
  EXPECT_EQ(judge_.Count("POST"), 0);
}

TEST_F(ToolBoxTest, ADiffIsToTheCommitOfTheBeginning) {
  rules_.response = {ResponseFrom::kDiff, "repository"};
  judge_.exec = [](const std::string& body) {
    if (body.find("rev-parse") != body.npos) return FakeSandboxes::Ended("c0ffee\n");
    if (body.find("c0ffee") != body.npos) return FakeSandboxes::Ended("+line");
    return FakeSandboxes::Ended("");
  };
  EXPECT_EQ(*Box().Response(), "") << "nothing was called";
  EXPECT_EQ(Call("bash", R"({"command":"x"})"), "[no output]");
  EXPECT_EQ(*Box().Response(), "+line");
  EXPECT_THAT(judge_.programs().back(), HasSubstr(R"("directory":"repository")"));
}

TEST_F(ToolBoxTest, AFileThatIsNotThereIsAnEmptyResponse) {
  rules_.response = {ResponseFrom::kFile, "answer.txt"};
  EXPECT_EQ(Call("bash", R"({"command":"x"})"), "[no output]");
  EXPECT_EQ(*Box().Response(), "");
  judge_.files["answer.txt"] = "42";
  EXPECT_EQ(*Box().Response(), "42");
}

TEST(ToolsJson, DescribesThemAsFunctions) {
  const std::string json = ToolsJson({"edit", "submit"});
  EXPECT_TRUE(IsJson(json));
  EXPECT_THAT(json,
              AllOf(HasSubstr(R"("name":"edit")"), HasSubstr(R"("required":["path","old","new"])"),
                    HasSubstr(R"("name":"submit")")));
}

}  // namespace
}  // namespace assay::env
