// Separated asserts: who says what to whom, and who is to blame.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>

#include "judging/procedures.h"
#include "judging/runs/runs_test_util.h"
#include "judging/testing.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr char kCalls[] = R"({"status":"calls","count":2,"calls":"ops"})";
constexpr char kPassed[] = R"({"status":"passed","count":2})";

RunResult Replied(std::string reply, int exit_code = 0) {
  RunResult run;
  run.status = RunStatus::kExited;
  run.exit_code = exit_code;
  run.reply_bytes = std::move(reply);
  return run;
}

RunResult EndedWith(RunStatus status, std::string reply) {
  RunResult run = Replied(std::move(reply));
  run.status = status;
  return run;
}

// Plays the answers one after the other, and remembers what was asked.
class AssertRun : public ::testing::Test {
 protected:
  AssertRun() {
    auto problem = std::make_shared<Problem>();
    problem->mode = ProblemMode::kAssert;
    problem->assert_code = "assert f(1) == 2";
    problem->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
    Submission submission;
    submission.language = "python";
    submission.code = "def f(x): return 'candidate'";
    submission.problem = problem;
    submission.files["json.py"] = Blob::FromString("raise SystemExit");
    auto plan = MakeJobPlan(std::move(submission), TestLanguages());
    ASSAY_CHECK(plan.ok());
    plan_ = *std::move(plan);
  }

  // "AC/candidate/assertions_passed", or "one process".
  std::string Judge(std::deque<RunAnswer> answers) {
    requests_.clear();
    FakeRuns runs(std::move(answers));
    const std::vector<ReadyProgram> ready(1);
    const TestOutcome outcome =
        JudgeTest({plan_, 0, ready, {TestLanguages(), *cache_, records_, unseparated_}}, runs);
    for (const PlannedRun& order : runs.orders()) {
      // The candidate's limits decide; those of the tests' side are for it to keep.
      EXPECT_EQ(order.leniency == LimitLeniency::kNearLimit, order.request.purpose == "test");
      requests_.push_back(order.request);
    }
    if (!requests_.empty() && requests_.back().argv == plan_.candidate().run_argv) {
      return "one process";
    }
    const auto* result = std::get_if<TestResult>(&outcome);
    if (result == nullptr) return "stopped";
    EXPECT_FALSE(result->shared_process);
    return std::string(ToString(result->verdict)) + "/" + std::string(ToString(result->cause)) +
           "/" + std::string(ToString(result->reason));
  }

  JudgeRecords records_{1 << 20};
  Unseparated unseparated_ = Unseparated::kAccept;
  std::unique_ptr<AssertCallsCache> cache_ = std::make_unique<AssertCallsCache>(1 << 20);
  JobPlan plan_;
  std::vector<RunRequest> requests_;
};

TEST_F(AssertRun, TestsThatAnswerBeforeAnyResultAreBroken) {
  for (const char* status : {"passed", "failed", "missing", "malformed"}) {
    cache_ = std::make_unique<AssertCallsCache>(1 << 20);
    const std::string reply = std::string(R"({"status":")") + status + "\"}";
    EXPECT_EQ(Judge({Replied(reply)}), "JE/problem/tests_broken") << status;
    EXPECT_EQ(Judge({}), "JE/problem/tests_broken") << status;  // from the cache
  }
}

TEST_F(AssertRun, TestsAndCandidateNeverMeet) {
  EXPECT_EQ(Judge({Replied(kCalls), Replied("[\"v\",1]\n[\"v\",2]\n"), Replied(kPassed)}),
            "AC/candidate/assertions_passed");
  ASSERT_EQ(requests_.size(), 3u);
  for (const size_t tests : {0, 2}) {
    for (const InputFile& file : requests_[tests].files) {
      EXPECT_NE(file.path, "main.py");
      EXPECT_NE(file.path, "json.py") << "the client's files would run beside the tests";
    }
  }
  EXPECT_EQ(requests_[1].stdin_bytes->view(), "ops");
  EXPECT_THAT(std::string(requests_[2].stdin_bytes->view()), HasSubstr(R"("clean":true)"));
}

TEST_F(AssertRun, TheFirstRunIsRememberedForTheProblem) {
  EXPECT_EQ(Judge({Replied(kCalls), Replied("1\n2\n"), Replied(kPassed)}),
            "AC/candidate/assertions_passed");
  EXPECT_EQ(Judge({Replied("1\n2\n"), Replied(kPassed)}), "AC/candidate/assertions_passed");
  EXPECT_EQ(requests_.size(), 2u);
}

TEST_F(AssertRun, OnlyTheFirstRunChoosesOneProcess) {
  constexpr char kLive[] = R"({"status":"live","message":"why"})";
  EXPECT_EQ(Judge({Replied(kCalls), Replied("1\n2\n"), Replied(kLive)}), "RE/candidate/exception");
  cache_ = std::make_unique<AssertCallsCache>(1 << 20);
  EXPECT_EQ(Judge({Ended(RunStatus::kCpuLimit)}), "one process");
  EXPECT_EQ(Judge({Replied(kLive)}), "one process");
  EXPECT_EQ(Judge({}), "one process");
}

TEST_F(AssertRun, NothingTheCandidateWritesPassesOrBlamesOthers) {
  const auto judge = [&](RunResult candidate, RunAnswer tests) {
    return Judge({Replied(kCalls), std::move(candidate), std::move(tests)});
  };
  EXPECT_EQ(judge(Replied("1\n2\n3\n"), Error{}), "RE/candidate/bad_reply");
  // From here on the first run is known, so the answers are shifted by one.
  const auto known = [&](RunResult candidate, RunAnswer tests) {
    return Judge({std::move(candidate), std::move(tests)});
  };
  EXPECT_EQ(known(Replied("1\n\x80\n"), Error{}), "RE/candidate/bad_reply");
  EXPECT_EQ(known(Replied(R"({"status":"passed","nonce":"-"})"), Error{}),
            "RE/candidate/bad_reply");
  EXPECT_EQ(known(Replied(R"({"status":"failed","kind":"exception"})", 1), Error{}),
            "RE/candidate/exception");
  EXPECT_EQ(known(Replied(""), Error{}), "RE/candidate/no_reply");
  EXPECT_EQ(known(Ended(RunStatus::kCpuLimit), Error{}), "TLE/candidate/cpu_limit");
  EXPECT_EQ(known(Replied(std::string(20 << 20, 'x') + "\n"), Error{}),
            "OLE/candidate/output_limit");
  EXPECT_EQ(known(Replied("1\n2\n", 3), Replied(kPassed)), "RE/candidate/exit_code");
  EXPECT_EQ(
      known(EndedWith(RunStatus::kCpuLimit, "1\n"), Replied(R"({"status":"missing","count":1})")),
      "TLE/candidate/cpu_limit");
  EXPECT_EQ(known(Replied("1\n"), Replied(R"({"status":"missing","count":1})")),
            "RE/candidate/no_reply");
  EXPECT_EQ(known(Replied("1\n2\n"), Replied(R"({"status":"malformed"})")),
            "RE/candidate/bad_reply");
  EXPECT_EQ(known(Replied("1\n2\n"), Ended(RunStatus::kMemoryLimit)), "MLE/candidate/memory_limit");
  EXPECT_EQ(known(Replied("1\n2\n"), Ended(RunStatus::kSignalled)), "RE/candidate/tests_ended");
  EXPECT_EQ(known(Replied("1\n2\n"), Replied(R"({"status":"failed","kind":"assertion"})")),
            "WA/candidate/assertion_failed");
}

TEST_F(AssertRun, CallsThatKeepChangingEnd) {
  std::deque<RunAnswer> answers = {Replied(kCalls)};
  for (int i = 0; i < 20; ++i) {
    answers.push_back(Replied("1\n2\n"));
    answers.push_back(Replied(kCalls));
  }
  EXPECT_EQ(Judge(std::move(answers)), "RE/candidate/undecided");
  EXPECT_EQ(requests_.size(), 18u) << "eight rounds, of which none got further, and a last look";
}

TEST_F(AssertRun, WhatTheTestsWentByIsNotTakenBack) {
  constexpr char kMore[] = R"({"status":"calls","count":2,"settled":1,"calls":"ops"})";
  EXPECT_EQ(Judge({Replied(kCalls), Replied("first\nguess\n"), Replied(kMore),
                   Replied("other\nsecond\n"), Replied(kPassed)}),
            "AC/candidate/assertions_passed");
  ASSERT_EQ(requests_.size(), 5u);
  EXPECT_THAT(std::string(requests_[2].stdin_bytes->view()),
              HasSubstr(R"("results":["first","guess"])"));
  EXPECT_THAT(std::string(requests_[4].stdin_bytes->view()),
              HasSubstr(R"("results":["first","second"])"));
}

TEST_F(AssertRun, TestsThatDrawWhatIsNewNeedOneProcess) {
  constexpr char kOthers[] = R"({"status":"calls","count":2,"calls":"others"})";
  std::deque<RunAnswer> answers = {Replied(kCalls)};
  for (int i = 0; i < 8; ++i) {
    answers.push_back(Replied("1\n2\n"));
    answers.push_back(Replied(kOthers));
  }
  auto broken = answers;
  broken.push_back(Error{});
  EXPECT_EQ(Judge(std::move(broken)), "IE/infrastructure/infrastructure");
  cache_ = std::make_unique<AssertCallsCache>(1 << 20);
  answers.push_back(Replied(kOthers));
  EXPECT_EQ(Judge(std::move(answers)), "one process");
  EXPECT_EQ(requests_.size(), 19u);
  EXPECT_EQ(Judge({}), "one process") << "remembered";
  EXPECT_EQ(requests_.size(), 1u);
}

// The first run, and then rounds that each settle one call more than the one before.
std::deque<RunAnswer> Chain(int rounds, Nanoseconds candidate_cpu) {
  std::deque<RunAnswer> answers = {Replied(kCalls)};
  for (int settled = 1; settled < rounds; ++settled) {
    RunResult candidate = Replied("1\n2\n");
    candidate.cpu_time = candidate_cpu;
    answers.push_back(std::move(candidate));
    answers.push_back(Replied(
        fmt::format(R"({{"status":"calls","count":2,"settled":{},"calls":"ops"}})", settled)));
  }
  answers.push_back(Replied("1\n2\n"));
  answers.push_back(Replied(kPassed));
  return answers;
}

TEST_F(AssertRun, ChainsOfCallsGoOnWhileTheyGetFurther) {
  EXPECT_EQ(Judge(Chain(50, std::chrono::milliseconds(1))), "AC/candidate/assertions_passed");
  cache_ = std::make_unique<AssertCallsCache>(1 << 20);
  EXPECT_EQ(Judge(Chain(512, std::chrono::milliseconds(1))), "AC/candidate/assertions_passed");
  cache_ = std::make_unique<AssertCallsCache>(1 << 20);
  EXPECT_EQ(Judge(Chain(513, std::chrono::milliseconds(1))), "RE/candidate/undecided");
  EXPECT_EQ(requests_.size(), 1u + 2 * 512 + 1);
}

TEST_F(AssertRun, AllRoundsTogetherTakeNoLongerThanAFewAtTheLimit) {
  const Nanoseconds limit = plan_.submission.limits.cpu_time;
  EXPECT_EQ(Judge(Chain(8, limit)), "AC/candidate/assertions_passed");
  cache_ = std::make_unique<AssertCallsCache>(1 << 20);
  EXPECT_EQ(Judge(Chain(50, limit / 2)), "RE/candidate/undecided");
  EXPECT_EQ(requests_.size(), 1u + 2 * 16 + 1);
}

TEST_F(AssertRun, TestsThatFailOrPassAloneAreTheProblemsFault) {
  EXPECT_EQ(Judge({Replied(R"({"status":"broken","type":"SyntaxError"})")}),
            "JE/problem/tests_broken");
  EXPECT_EQ(Judge({}), "JE/problem/tests_broken");
}

TEST_F(AssertRun, FaultsOfOursStayOurs) {
  EXPECT_EQ(Judge({Error{}}), "IE/infrastructure/infrastructure");
  EXPECT_EQ(Judge({Ended(RunStatus::kStartFailed)}), "IE/infrastructure/infrastructure");
  EXPECT_EQ(Judge({Replied(kCalls), TaskStopped{}}), "stopped");
  EXPECT_EQ(Judge({Replied("1\n2\n"), Error{}}), "IE/infrastructure/infrastructure");
}

}  // namespace
}  // namespace assay
