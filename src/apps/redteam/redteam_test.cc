#include "apps/redteam/redteam.h"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

void Write(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

class RedteamCorpus : public ::testing::Test {
 protected:
  RedteamCorpus() {
    char name[] = "/tmp/assay-redteam-XXXXXX";
    folder_ = ::mkdtemp(name);
    Write(folder_ / "one" / "problem.json",
          R"({"test_cases": {"type": "stdin_stdout", "input": [""], "output": ["1"]}})");
  }
  ~RedteamCorpus() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(RedteamCorpus, PairsAttacksWithTheirTwins) {
  Write(folder_ / "one" / "leave.attack.py", "# Attack on stdin_stdout (early exit): x.\nexit()\n");
  Write(folder_ / "one" / "leave.honest.py", "# Honest twin: y.\nprint(1)\n");
  const auto programs = LoadRedteamCorpus(folder_);
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  ASSERT_THAT(*programs, SizeIs(2));
  EXPECT_EQ((*programs)[0].name, "one/leave.attack.py");
  EXPECT_EQ((*programs)[0].category, "early exit");
  EXPECT_EQ((*programs)[0].kind, RedteamKind::kAttack);
  EXPECT_EQ((*programs)[1].kind, RedteamKind::kHonest);
  EXPECT_THAT((*programs)[0].request, HasSubstr(R"("language":"python")"));
}

TEST_F(RedteamCorpus, RefusesAttacksWithoutTwinOrStatement) {
  EXPECT_FALSE(LoadRedteamCorpus(folder_).ok());
  Write(folder_ / "one" / "leave.attack.py", "# Attack on stdin_stdout (early exit): x.\n");
  EXPECT_THAT(LoadRedteamCorpus(folder_).error().message, HasSubstr("no honest twin"));
  Write(folder_ / "one" / "leave.honest.py", "print(1)\n");
  Write(folder_ / "one" / "leave.attack.py", "exit()\n");
  EXPECT_THAT(LoadRedteamCorpus(folder_).error().message, HasSubstr("state the attack"));
}

TEST_F(RedteamCorpus, TakesIdiomsAsHonestPrograms) {
  Write(folder_ / "one" / "buffer.idiom.py", "\xef\xbb\xbf# Idiom on stdin (reading): z.\n");
  const auto programs = LoadRedteamCorpus(folder_);
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  ASSERT_THAT(*programs, SizeIs(1));
  EXPECT_EQ((*programs)[0].name, "one/buffer.idiom.py");
  EXPECT_EQ((*programs)[0].category, "reading");
  EXPECT_EQ((*programs)[0].kind, RedteamKind::kHonest);
  Write(folder_ / "one" / "other.idiom.py", "print(1)\n");
  EXPECT_THAT(LoadRedteamCorpus(folder_).error().message, HasSubstr("state the idiom"));
}

TEST_F(RedteamCorpus, NativeProblemsTakeFilesAndResponses) {
  Write(folder_ / "one" / "problem.json",
        R"({"problem": {"tests": [{"input": "", "expected": "1"}],
            "checker": {"source": "@check.py"}}, "limits": {"cpu_time_s": 2},
            "response_language": "python"})");
  Write(folder_ / "one" / "check.py", "exit(\"no\")\n");
  Write(folder_ / "one" / "a.attack.py", "# Attack on stdin_stdout (checker): x.\n");
  Write(folder_ / "one" / "a.honest.py", "print(1)\n");
  Write(folder_ / "one" / "b.attack.md", "<!-- Attack on response (no code): x. -->\nOne.\n");
  Write(folder_ / "one" / "b.honest.md", "<!-- Honest. -->\n```python\nprint(1)\n```\n");
  const auto programs = LoadRedteamCorpus(folder_);
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  ASSERT_THAT(*programs, SizeIs(4));
  EXPECT_EQ((*programs)[0].route, RedteamRoute::kVerify);
  EXPECT_THAT((*programs)[0].request, HasSubstr(R"("source": "exit(\"no\")\n")"));
  EXPECT_THAT((*programs)[0].request, HasSubstr(R"("limits":{"cpu_time_s": 2})"));
  EXPECT_THAT((*programs)[2].request, HasSubstr(R"("language":"python","response":"One.\n")"));
  std::filesystem::remove(folder_ / "one" / "check.py");
  EXPECT_THAT(LoadRedteamCorpus(folder_).error().message, HasSubstr("check.py"));
}

TEST_F(RedteamCorpus, MathProblemsTakeResponsesOnly) {
  Write(folder_ / "one" / "problem.json", R"({"math": {"gold": "4"}})");
  Write(folder_ / "one" / "a.attack.md", "% Attack on math (masks): x.\n\\boxed{5}\n");
  Write(folder_ / "one" / "a.honest.md", "% Honest.\n\\boxed{4}\n");
  const auto programs = LoadRedteamCorpus(folder_);
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  EXPECT_EQ((*programs)[1].request, R"({"items":[{"gold": "4","response":"\\boxed{4}\n"}]})");
  Write(folder_ / "one" / "a.idiom.py", "# Idiom on math (masks): x.\n");
  EXPECT_THAT(LoadRedteamCorpus(folder_).error().message, HasSubstr("none that its problem"));
}

TEST_F(RedteamCorpus, TestsCanBeRepeated) {
  Write(folder_ / "one" / "a.attack.py", "# Attack on stdin_stdout (early exit): x.\n");
  Write(folder_ / "one" / "a.honest.py", "print(1)\n");
  Write(folder_ / "two" / "problem.json",
        R"({"problem": {"tests": [{"input": "1"}, {"input": "2"}], "mode": "run"}})");
  Write(folder_ / "two" / "a.attack.py", "# Attack on stdin_stdout (early exit): x.\n");
  Write(folder_ / "two" / "a.honest.py", "print(1)\n");
  const auto programs = LoadRedteamCorpus(folder_, 2);
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  ASSERT_THAT(*programs, SizeIs(4));
  EXPECT_THAT((*programs)[0].request, HasSubstr(R"("input":["",""],"output":["1","1"])"));
  EXPECT_THAT((*programs)[0].request, HasSubstr(R"("type":"stdin_stdout")"));
  EXPECT_THAT(
      (*programs)[2].request,
      HasSubstr(R"("tests":[{"input": "1"},{"input": "2"},{"input": "1"},{"input": "2"}])"));
}

TEST_F(RedteamCorpus, AnAttackMayHaveATeller) {
  Write(folder_ / "one" / "a.attack.py", "# Attack on stdin_stdout (next run): x.\n");
  Write(folder_ / "one" / "a.honest.py", "print(1)\n");
  Write(folder_ / "one" / "a.tell.py", "print('told')\n");
  const auto programs = LoadRedteamCorpus(folder_);
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  ASSERT_THAT(*programs, SizeIs(2));
  EXPECT_THAT((*programs)[0].teller, HasSubstr("told"));
  EXPECT_EQ((*programs)[1].teller, "");
}

TEST(Redteam, ShippedCorpusIsWhole) {
  const auto programs = LoadRedteamCorpus(DefaultRedteamCorpus());
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  EXPECT_GE(programs->size(), 2u * 200);
}

// A judge whose runs hear each other: a reader is accepted once a teller was asked.
class Leaky : public service::Judge {
 public:
  std::optional<int> slots() const override { return std::nullopt; }
  Result<service::Answer> Ask(const char*, const std::string&, std::string body) override {
    if (body == "tell") told_ = true;
    return service::Answer{200, 1, told_ ? R"({"score": 1})" : R"({"score": 0})"};
  }

 private:
  std::atomic<bool> told_{false};
};

TEST(Redteam, AReaderIsJudgedAfterItsTellerAndAfterAllOthers) {
  const RedteamRoute route = RedteamRoute::kVerify;
  const std::vector<RedteamProgram> programs = {
      {"a.attack.py", "x", RedteamKind::kAttack, "read", route, "tell"},
      {"b.attack.py", "x", RedteamKind::kAttack, "other", route, ""}};
  Leaky judge;
  const auto results = JudgeRedteam(programs, judge, 2, nullptr);
  EXPECT_EQ(results[0].answer, RedteamAnswer::kAccepted);
  EXPECT_EQ(results[1].answer, RedteamAnswer::kRejected);
}

// Accepts everything.
class Gullible : public service::Judge {
 public:
  std::optional<int> slots() const override { return std::nullopt; }
  Result<service::Answer> Ask(const char*, const std::string&, std::string) override {
    return service::Answer{200, 1, R"({"accepted": true})"};
  }
};

TEST(Redteam, AcceptedAttacksFailTheRun) {
  const std::vector<RedteamProgram> programs = {{"a.attack.py", "x", RedteamKind::kAttack, "{}"},
                                                {"a.honest.py", "x", RedteamKind::kHonest, "{}"}};
  Gullible client;
  const auto results = JudgeRedteam(programs, client, 2, nullptr);
  EXPECT_EQ(RedteamExitCode(results), 1);
  EXPECT_THAT(RedteamJson(results), HasSubstr(R"("accepted_attacks":["a.attack.py"])"));
  EXPECT_EQ(RedteamExitCode({{&programs[1], RedteamAnswer::kAccepted}}), 0);
  EXPECT_EQ(RedteamExitCode({{&programs[1], RedteamAnswer::kRejected}}), 1);
  EXPECT_EQ(RedteamExitCode({{&programs[0], RedteamAnswer::kNone}}), 3);
}

RedteamAnswer Read(RedteamRoute route, int status, std::string body) {
  service::Answer response;
  response.status = status;
  response.body = std::move(body);
  return ReadRedteamAnswer(route, response);
}

TEST(Redteam, AnswersThatAreNoVerdictAreTold) {
  EXPECT_EQ(Read(RedteamRoute::kEvaluate, 500, ""), RedteamAnswer::kNone);
  EXPECT_EQ(Read(RedteamRoute::kEvaluate, 200, "[]"), RedteamAnswer::kNone);
  EXPECT_EQ(Read(RedteamRoute::kVerify, 200, R"({"score": null})"), RedteamAnswer::kNone);
  EXPECT_EQ(Read(RedteamRoute::kMath, 200, R"({"results": []})"), RedteamAnswer::kNone);
}

TEST(Redteam, EveryRouteHasItsOwnAnswer) {
  EXPECT_EQ(Read(RedteamRoute::kEvaluate, 200, R"({"accepted": false})"), RedteamAnswer::kRejected);
  EXPECT_EQ(Read(RedteamRoute::kVerify, 200, R"({"score": 1.0})"), RedteamAnswer::kAccepted);
  EXPECT_EQ(Read(RedteamRoute::kVerify, 200, R"({"score": 0.5})"), RedteamAnswer::kRejected);
  EXPECT_EQ(Read(RedteamRoute::kMath, 200, R"({"results": [{"score": 1}]})"),
            RedteamAnswer::kAccepted);
}

}  // namespace
}  // namespace assay
