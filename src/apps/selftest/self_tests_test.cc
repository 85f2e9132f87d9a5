#include "apps/selftest/self_tests.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <mutex>

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

LanguageEntry Tiny(const std::string& id) {
  return {.id = id,
          .self_test = {.right = "right",
                        .assertion = "assertion",
                        .broken = "broken",
                        .crash = "crash",
                        .assertion_sign = "Not So"},
          .tools = [](const LanguageConfig&) -> LanguageTools {
            return {.source = "main", .run = {"/bin/cat", "{main}"}, .version_argv = {"true"}};
          }};
}

SubmissionResult Ended(Reason reason, const std::string& out, const std::string& err = "") {
  SubmissionResult result;
  result.verdict = FirstRow(reason).verdict;
  result.cause = FirstRow(reason).cause;
  result.reason = reason;
  result.tests.resize(1);
  result.tests[0].run.stdout_bytes = out;
  result.tests[0].run.stderr_bytes = err;
  return result;
}

// An engine that knows what each of the four programs does.
struct FakeEngine {
  std::map<std::string, SubmissionResult> answers = {
      {"right", Ended(Reason::kFinished, "ok\n")},
      {"assertion", Ended(Reason::kExitCode, "", "x: not so, 3")},
      {"broken", Ended(Reason::kExitCode, "", "syntax")},
      {"crash", Ended(Reason::kSignal, "ok\n")}};
  std::vector<std::string> asked;
  std::mutex mutex;
  int full = 0;  // how often it has no room

  struct NoTicket : Ticket {
    void Cancel() override {}
    bool CancelUnlessStarted() override { return false; }
  };
  SubmitFunction Submit() {
    return [this](Submission submission, SubmissionDone done) -> Result<TicketPtr> {
      if (full-- > 0) return Error{ErrorCode::kUnavailable, "fake", 0, "full"};
      const std::lock_guard<std::mutex> lock(mutex);
      EXPECT_EQ(submission.priority, Priority::kBatch);
      EXPECT_FALSE(submission.reuse);
      asked.push_back(submission.language + " " + submission.code);
      done(answers.at(submission.code));
      return TicketPtr(std::make_shared<NoTicket>());
    };
  }
};

std::optional<SelfTestResult> Tested(FakeEngine& engine, bool compiles = false) {
  const LanguageEntry entry = Tiny("tiny");
  std::string why;
  return TestToolchain({entry, compiles}, engine.Submit(), {}, &why);
}

TEST(TestToolchain, PassesWhatTellsTheFourApart) {
  FakeEngine engine;
  const auto result = Tested(engine);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->state, SelfTestState::kPassed) << result->problem;
  EXPECT_THAT(engine.asked,
              ElementsAre("tiny right", "tiny assertion", "tiny broken", "tiny crash"));
}

TEST(TestToolchain, SaysWhatIsTakenForWhat) {
  const auto problem = [](const std::string& program, const SubmissionResult& answer,
                          bool compiles = false) {
    FakeEngine engine;
    engine.answers[program] = answer;
    const auto result = Tested(engine, compiles);
    EXPECT_TRUE(result && result->state == SelfTestState::kFailed) << program;
    return result ? result->problem : "";
  };
  EXPECT_THAT(problem("right", Ended(Reason::kExitCode, "ok")), HasSubstr("a right program is"));
  EXPECT_THAT(problem("right", Ended(Reason::kFinished, "no")), HasSubstr("prints 'no'"));
  EXPECT_THAT(problem("assertion", Ended(Reason::kFinished, "ok")),
              HasSubstr("a failed assertion is said to be AC"));
  EXPECT_THAT(problem("assertion", Ended(Reason::kExitCode, "")), HasSubstr("not told by"));
  EXPECT_THAT(problem("broken", Ended(Reason::kFinished, "")), HasSubstr("what is no program"));
  // A compiler would have to say so.
  EXPECT_THAT(problem("broken", Ended(Reason::kExitCode, ""), true), HasSubstr("RE (exit_code)"));
  EXPECT_THAT(problem("crash", Ended(Reason::kExitCode, "", "NOT SO")),
              HasSubstr("looks like a failed assertion"));
  EXPECT_THAT(problem("crash", Ended(Reason::kFinished, "")), HasSubstr("a crash is said"));
}

TEST(TestToolchain, OurOwnTroubleIsNobodysFault) {
  FakeEngine engine;
  engine.answers["broken"].cause = Cause::kInfrastructure;
  EXPECT_FALSE(Tested(engine));
  std::stop_source stop;
  stop.request_stop();
  FakeEngine full;
  full.full = 1000;
  std::string why;
  EXPECT_FALSE(TestToolchain({Tiny("tiny"), false}, full.Submit(), stop.get_token(), &why));
  EXPECT_THAT(why, HasSubstr("full"));
}

class SelfTestsOfTwo : public ::testing::Test {
 protected:
  SelfTestsOfTwo() { folder_ = ::mkdtemp(name_); }
  ~SelfTestsOfTwo() override { std::filesystem::remove_all(folder_); }

  SelfTests Make(SelfTestBoard* board, const std::string& version = "1") {
    return SelfTests({table_,
                      toolchains_,
                      {{"one", version}, {"two", version}},
                      "tier",
                      "build",
                      (folder_ / "passed").string()},
                     board);
  }

  char name_[32] = "/tmp/assay-selftest-XXXXXX";
  std::filesystem::path folder_;
  const LanguageTable table_{{}, {Tiny("one"), Tiny("two"), Tiny("away")}};
  const std::vector<Toolchain> toolchains_ = {
      {"one", "1", "", true, ""}, {"two", "1", "", true, ""}, {"away", "", "", false, "gone"}};
  FakeEngine engine_;
};

TEST_F(SelfTestsOfTwo, RunOnceForEachToolchain) {
  SelfTestBoard board;
  SelfTests first = Make(&board);
  EXPECT_EQ(board.Of("one").state, SelfTestState::kPending);
  EXPECT_EQ(board.Of("away").state, SelfTestState::kOff);
  first.Run(engine_.Submit(), false, 1, {});
  EXPECT_EQ(board.Of("one").state, SelfTestState::kPassed);
  EXPECT_EQ(engine_.asked.size(), 8u);

  engine_.asked.clear();
  SelfTestBoard later;
  SelfTests second = Make(&later);
  EXPECT_EQ(later.Of("two").state, SelfTestState::kPassed);
  second.Run(engine_.Submit(), false, 1, {});
  EXPECT_THAT(engine_.asked, IsEmpty());
  second.Run(engine_.Submit(), true, 2, {});
  EXPECT_EQ(engine_.asked.size(), 8u);

  SelfTestBoard upgraded;
  Make(&upgraded, "2");
  EXPECT_EQ(upgraded.Of("one").state, SelfTestState::kPending);
}

TEST_F(SelfTestsOfTwo, WhatFailsIsTestedAgain) {
  engine_.answers["assertion"] = Ended(Reason::kFinished, "ok");
  SelfTestBoard board;
  Make(&board).Run(engine_.Submit(), false, 1, {});
  EXPECT_EQ(board.Of("one").state, SelfTestState::kFailed);
  SelfTestBoard later;
  Make(&later);
  EXPECT_EQ(later.Of("one").state, SelfTestState::kPending);
}

}  // namespace
}  // namespace assay
