#include "apps/redteam/redteam.h"

#include <gmock/gmock.h>

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

TEST(Redteam, ShippedCorpusIsWhole) {
  const auto programs = LoadRedteamCorpus(DefaultRedteamCorpus());
  ASSERT_TRUE(programs.ok()) << programs.error().message;
  EXPECT_GE(programs->size(), 2u * 80);
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

TEST(Redteam, AnswersThatAreNoVerdictAreTold) {
  service::Answer response;
  response.status = 500;
  EXPECT_EQ(ReadRedteamAnswer(response), RedteamAnswer::kNone);
  response.status = 200;
  response.body = R"({"accepted": false})";
  EXPECT_EQ(ReadRedteamAnswer(response), RedteamAnswer::kRejected);
  response.body = "[]";
  EXPECT_EQ(ReadRedteamAnswer(response), RedteamAnswer::kNone);
}

}  // namespace
}  // namespace assay
