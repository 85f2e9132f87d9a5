#include "shadow/compare/compare.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::shadow {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

Comparison CompareOn(const char* path, const std::string& peer, const std::string& ours,
                     int peer_status = 200, int our_status = 200, bool every_test = true) {
  const Route* route = FindRoute("POST", path);
  EXPECT_NE(route, nullptr);
  return Compare(*route, {peer_status, peer}, {our_status, ours}, every_test);
}

// A reply of /run_code.
std::string RunReply(const std::string& out, const std::string& code = "0",
                     const std::string& status = "Finished") {
  return fmt::format(
      R"({{"status":"{}","message":"","compile_result":null,"run_result":{{"status":"{}",)"
      R"("execution_time":0.1,"return_code":{},"stdout":"{}","stderr":"{}"}},)"
      R"("executor_pod_name":null,"files":{{}}}})",
      code == "0" ? "Success" : "Failed", status, code, out, code);
}

struct Case {
  bool passed;
  std::string out = "3";
  std::string expected = "3";
  std::string status = "Finished";
  std::string input = "";
};

// A reply of /common_evaluate_batch.
std::string Evaluation(bool accepted, const std::vector<Case>& tests) {
  std::string list;
  for (const Case& test : tests) {
    list += fmt::format(
        R"({}{{"passed":{},"exec_info":{{"status":"Success","message":"","compile_result":null,)"
        R"("run_result":{{"status":"{}","execution_time":1,"return_code":{},"stdout":"{}",)"
        R"("stderr":""}}}},"test_info":{{"input":{{"stdin":"{}"}},"output":{{"stdout":"{}"}}}}}})",
        list.empty() ? "" : ",", test.passed, test.status, test.status == "Finished" ? "0" : "null",
        test.out, test.input.empty() ? std::to_string(list.size()) : test.input, test.expected);
  }
  return fmt::format(R"({{"id":0,"accepted":{},"extracted_code":"","tests":[{}]}})", accepted,
                     list);
}

// The one difference there is to be.
Difference OnlyDifference(const Comparison& comparison) {
  EXPECT_EQ(comparison.outcome, Outcome::kDisagree);
  EXPECT_THAT(comparison.differences, SizeIs(1));
  return comparison.differences.empty() ? Difference{} : comparison.differences[0];
}

TEST(Compare, RunsAgreeWhateverTheyWroteToStderrAndHowLongTheyTook) {
  const auto same = CompareOn("/run_code", RunReply("3\\n"), RunReply("3\\n"));
  EXPECT_EQ(same.outcome, Outcome::kAgree);
  EXPECT_EQ(same.items, 1u);
  EXPECT_EQ(CompareOn("/run_code?x=1", RunReply("a", "null", "TimeLimitExceeded"),
                      RunReply("ab", "null", "TimeLimitExceeded"))
                .outcome,
            Outcome::kAgree);
}

TEST(Compare, RunsDifferInCodeOutputAndTime) {
  const Difference code =
      OnlyDifference(CompareOn("/run_code", RunReply("", "0"), RunReply("", "3")));
  EXPECT_EQ(code.kind, DifferenceKind::kExitCodeDiffers);
  EXPECT_EQ(code.why, "the peer reports return code 0, here it is 3");
  const Difference out = OnlyDifference(CompareOn("/run_code", RunReply("yes"), RunReply("Yes")));
  EXPECT_EQ(out.kind, DifferenceKind::kOutputDiffers);
  EXPECT_EQ(out.cause, LikelyCause::kCase);
  const Difference slow = OnlyDifference(
      CompareOn("/run_code", RunReply("", "null", "TimeLimitExceeded"), RunReply("3")));
  EXPECT_EQ(slow.kind, DifferenceKind::kTimeLimit);
  EXPECT_EQ(slow.cause, LikelyCause::kPeerTimeLimit);
  EXPECT_THAT(slow.why, HasSubstr("the peer's time limit ended the run after 0.10 s"));
  const Difference ours = OnlyDifference(
      CompareOn("/run_code", RunReply("3"), RunReply("", "null", "TimeLimitExceeded")));
  EXPECT_EQ(ours.cause, LikelyCause::kOurTimeLimit);
}

TEST(Compare, ACompilerThatSaysNoOnOneSideIsADifference) {
  const std::string failed =
      R"({"status":"Failed","compile_result":{"status":"Finished","return_code":1,"stdout":""},)"
      R"("run_result":null,"files":{}})";
  EXPECT_EQ(CompareOn("/run_code", failed, failed).outcome, Outcome::kAgree);
  EXPECT_EQ(OnlyDifference(CompareOn("/run_code", failed, RunReply("3"))).kind,
            DifferenceKind::kCompileDiffers);
}

TEST(Compare, FilesThatWereFetchedBelongToTheRun) {
  const std::string with =
      R"({"status":"Success","run_result":{"status":"Finished","return_code":0,"stdout":""},)"
      R"("files":{"a":"QQ=="}})";
  EXPECT_EQ(OnlyDifference(CompareOn("/run_code", RunReply(""), with)).kind,
            DifferenceKind::kFilesDiffer);
  std::string escaped = with;
  escaped.replace(escaped.find("QQ=="), 4, "\\u0051Q==");
  EXPECT_EQ(CompareOn("/run_code", escaped, with).outcome, Outcome::kAgree);
}

TEST(Compare, AnOutageOfThePeerIsADifferenceOnlyWhereWeHaveAVerdict) {
  const std::string error = R"({"status":"SandboxError","message":"no fork"})";
  const Difference outage = OnlyDifference(CompareOn("/run_code", error, RunReply("3")));
  EXPECT_EQ(outage.kind, DifferenceKind::kPeerOutage);
  EXPECT_THAT(outage.why, HasSubstr("no fork"));
  EXPECT_EQ(OnlyDifference(CompareOn("/run_code", "<html>", RunReply("3"), 502)).kind,
            DifferenceKind::kPeerOutage);
  EXPECT_EQ(CompareOn("/run_code", error, error).outcome, Outcome::kNotJudged);
  EXPECT_EQ(CompareOn("/run_code", "oh", "{}", 500, 500).outcome, Outcome::kNotJudged);
}

TEST(Compare, OurOwnFaultsAreNeverADisagreement) {
  for (const int status : {400, 404, 429, 500, 503, 504}) {
    const auto comparison =
        CompareOn("/common_evaluate_batch", Evaluation(true, {}), R"({"detail":"x"})", 200, status);
    EXPECT_EQ(comparison.outcome, Outcome::kNotJudged) << status;
    EXPECT_THAT(comparison.why, HasSubstr(std::to_string(status)));
  }
  EXPECT_EQ(CompareOn("/common_evaluate_batch", "{}", "nothing").outcome, Outcome::kNotJudged);
}

TEST(Compare, RepliesThatCannotBeComparedSayWhy) {
  EXPECT_EQ(CompareOn("/run_code", "", RunReply(""), 429).outcome, Outcome::kNotComparable);
  EXPECT_THAT(CompareOn("/run_code", "<html>", RunReply("")).why, HasSubstr("it is no JSON"));
  EXPECT_THAT(CompareOn("/run_code", "{}", RunReply("")).why, HasSubstr("it has no status"));
  EXPECT_THAT(CompareOn("/get_reward", "{}", R"({"rewards":[1]})").why, HasSubstr("'rewards'"));
}

TEST(Compare, WhatBothRefuseAgrees) {
  EXPECT_EQ(CompareOn("/run_code", "{}", "{}", 422, 422).outcome, Outcome::kAgree);
  EXPECT_EQ(OnlyDifference(CompareOn("/run_code", "{}", RunReply(""), 422)).kind,
            DifferenceKind::kPeerRefuses);
}

TEST(Compare, ARefusalOfWhoAsksAgreesWithNothing) {
  for (const int status : {401, 403, 404, 408, 413}) {
    EXPECT_EQ(CompareOn("/run_code", "{}", "{}", 422, status).outcome, Outcome::kNotJudged)
        << status;
  }
  EXPECT_EQ(CompareOn("/run_code", "{}", "{}", 403, 400).outcome, Outcome::kAgree);
}

TEST(Compare, AMissingTestThatDecidesIsNamed) {
  const Difference missing =
      OnlyDifference(CompareOn("/common_evaluate_batch", Evaluation(true, {{true}, {true}}),
                               Evaluation(false, {{true}, {true}, {.passed = false, .out = "4"}})));
  EXPECT_EQ(missing.kind, DifferenceKind::kPeerAccepts);
  EXPECT_EQ(missing.cause, LikelyCause::kMissingTest);
  EXPECT_EQ(missing.where, "test 3");
  EXPECT_THAT(missing.why, HasSubstr("results of 2 tests, ours has 3, of which test 3 fails"));
}

TEST(Compare, FewerTestsOfTheSameShareAgree) {
  EXPECT_EQ(
      CompareOn("/submit", Evaluation(true, {{true}}), Evaluation(true, {{true}, {true}})).outcome,
      Outcome::kAgree);
  // One entry for a program that doesn't compile, and an entry a test.
  EXPECT_EQ(
      CompareOn("/submit", Evaluation(false, {{false}}), Evaluation(false, {{false}, {false}}))
          .outcome,
      Outcome::kAgree);
}

TEST(Compare, LenienceIsNamedByWhatTheOutputsDifferIn) {
  const auto lenient = [](const std::string& out, const std::string& expected) {
    return OnlyDifference(CompareOn("/common_evaluate_batch",
                                    Evaluation(true, {{true, out, expected}}),
                                    Evaluation(false, {{false, out, expected}})));
  };
  EXPECT_EQ(lenient("yes", "YES").cause, LikelyCause::kCase);
  EXPECT_EQ(lenient("1 2", "1\\n2").cause, LikelyCause::kWhiteSpace);
  EXPECT_EQ(lenient("0.30000001", "0.3").cause, LikelyCause::kNumbers);
  const Difference wrong = lenient("4", "3");
  EXPECT_EQ(wrong.cause, LikelyCause::kOutput);
  EXPECT_THAT(wrong.why, HasSubstr("and the peer lets it pass"));
}

TEST(Compare, StrictnessAndTimeLimitsOfThePeerAreNamed) {
  const auto strict = OnlyDifference(CompareOn("/common_evaluate_batch",
                                               Evaluation(false, {{false, "0.30000001", "0.3"}}),
                                               Evaluation(true, {{true, "0.30000001", "0.3"}})));
  EXPECT_EQ(strict.kind, DifferenceKind::kPeerRejects);
  EXPECT_EQ(strict.cause, LikelyCause::kNumbers);
  EXPECT_THAT(strict.why, HasSubstr("strict about how numbers are written"));
  const auto slow = OnlyDifference(
      CompareOn("/common_evaluate_batch",
                Evaluation(false, {{.passed = false, .out = "", .status = "TimeLimitExceeded"}}),
                Evaluation(true, {{true}})));
  EXPECT_EQ(slow.cause, LikelyCause::kPeerTimeLimit);
}

TEST(Compare, TestsInAnotherOrderAreMatchedByTheirInput) {
  const Case first{.passed = true, .input = "a"};
  const Case second{.passed = false, .input = "b"};
  EXPECT_EQ(CompareOn("/common_evaluate_batch", Evaluation(false, {second, first}),
                      Evaluation(false, {first, second}))
                .outcome,
            Outcome::kAgree);
  const Difference other = OnlyDifference(CompareOn(
      "/common_evaluate_batch", Evaluation(false, {{.passed = false, .input = "a"}, first}),
      Evaluation(false, {first, second})));
  EXPECT_EQ(other.kind, DifferenceKind::kTestsDiffer);
}

TEST(Compare, TestsAreMatchedAlthoughOnlyPassedOnesAreShortened) {
  const auto named = [](char name) { return std::string(600, 'x') + name + std::string(600, 'y'); };
  const std::string cut = std::string(498, 'x') + "..." + std::string(498, 'y');
  // The peer fails the first test alone, we the second alone.
  const Difference swapped = OnlyDifference(CompareOn(
      "/common_evaluate_batch",
      Evaluation(false, {{.passed = false, .input = named('a')}, {.passed = true, .input = cut}}),
      Evaluation(false, {{.passed = true, .input = cut}, {.passed = false, .input = named('b')}})));
  EXPECT_EQ(swapped.kind, DifferenceKind::kTestsDiffer);
  // In another order.
  const Case whole{.passed = false, .input = named('a')};
  const Case shorter{.passed = true, .input = cut};
  const Case small{.passed = true, .input = "b"};
  EXPECT_EQ(OnlyDifference(CompareOn("/common_evaluate_batch", Evaluation(false, {small, whole}),
                                     Evaluation(true, {shorter, small})))
                .where,
            "test 1");
}

TEST(Compare, TestsWithoutAPartnerArePairedByPlace) {
  const Case a{.passed = true, .input = "a"};
  const Case c{.passed = true, .input = "c"};
  const Case theirs{.passed = false, .input = "x"};
  const Case right{.passed = true, .input = "b"};
  const Case wrong{.passed = false, .input = "b"};
  EXPECT_EQ(OnlyDifference(CompareOn("/common_evaluate_batch", Evaluation(false, {c, a, theirs}),
                                     Evaluation(true, {a, right, c})))
                .where,
            "test 2");
  EXPECT_EQ(CompareOn("/common_evaluate_batch", Evaluation(false, {c, a, theirs}),
                      Evaluation(false, {a, wrong, c}))
                .outcome,
            Outcome::kAgree);
}

TEST(Compare, TestsCountOnlyWhereEveryOneWasWanted) {
  const std::string one = Evaluation(false, {{.passed = false}});
  const std::string two = Evaluation(false, {{.passed = true}, {.passed = false}});
  EXPECT_EQ(CompareOn("/common_evaluate_batch", one, two, 200, 200, false).outcome,
            Outcome::kAgree);
  EXPECT_EQ(CompareOn("/common_evaluate_batch", one, two).outcome, Outcome::kDisagree);
  // The cause of another verdict is looked for in the tests all the same.
  EXPECT_EQ(
      OnlyDifference(CompareOn("/common_evaluate_batch", Evaluation(true, {{true}}),
                               Evaluation(false, {{.passed = false, .out = "4"}}), 200, 200, false))
          .where,
      "test 1");
  // A list of results has no verdict beside it.
  EXPECT_EQ(CompareOn("/test_program", R"({"results":[1]})", R"({"results":[0]})", 200, 200, false)
                .outcome,
            Outcome::kDisagree);
  EXPECT_TRUE(WantsEveryTest(R"({"config":{"extra":{"run_all_cases":true}}})"));
  EXPECT_FALSE(WantsEveryTest(R"({"config":{"extra":{"run_all_cases":false}}})"));
  EXPECT_FALSE(WantsEveryTest(R"({"config":{}})"));
  EXPECT_FALSE(WantsEveryTest("["));
}

TEST(Compare, AJudgeThatFailsHereIsNoVerdict) {
  std::string failed = Evaluation(false, {{true}, {.passed = false}});
  const size_t place = failed.rfind(R"("message":"")");
  failed.replace(place, 12, R"("message":"Judge Error: it crashed")");
  const auto comparison = CompareOn("/common_evaluate_batch", Evaluation(true, {{true}}), failed);
  EXPECT_EQ(comparison.outcome, Outcome::kNotJudged);
  EXPECT_THAT(comparison.why, HasSubstr("it crashed"));
}

TEST(Compare, OnlyARewardAboveZeroAccepts) {
  const auto kind = [](const char* peer, const char* ours) {
    return OnlyDifference(CompareOn("/rm", peer, ours)).kind;
  };
  EXPECT_EQ(kind("0.5", "-1"), DifferenceKind::kPeerAccepts);
  EXPECT_EQ(kind("-1", "0.5"), DifferenceKind::kPeerRejects);
  EXPECT_EQ(kind("-1", "0"), DifferenceKind::kRewardDiffers);
  EXPECT_EQ(kind("0", "-1"), DifferenceKind::kRewardDiffers);
}

TEST(Compare, NullAndNoNumberAreAMaskOfThatSide) {
  struct Row {
    const char* path;
    const char* masked;
    const char* judged;
  };
  for (const Row& row :
       std::vector<Row>{{"/rm", "null", "1"},
                        {"/rm", R"({"score":null})", "0"},
                        {"/rm", R"({"reward":null})", "0"},
                        {"/rm", "NaN", "0"},
                        {"/rm", R"({"score":-Infinity})", "0"},
                        {"/verify", R"({"reward":null})", R"({"reward":0})"},
                        {"/verify", "null", R"({"reward":0})"},
                        {"/verify", R"({"reward":NaN})", R"({"reward":0})"},
                        {"/get_reward", R"({"rewards":[null]})", R"({"rewards":[0]})"},
                        {"/get_reward", R"({"rewards":[NaN]})", R"({"rewards":[0]})"},
                        {"/get_reward", R"({"rewards":null})", R"({"rewards":[0]})"},
                        {"/test_program", R"({"results":[1,null]})", R"({"results":[1,0]})"},
                        {"/test_program_stdio", R"({"results":null})", R"({"results":[0]})"}}) {
    EXPECT_EQ(OnlyDifference(CompareOn(row.path, row.masked, row.judged)).kind,
              DifferenceKind::kPeerOutage)
        << row.path << " " << row.masked;
    EXPECT_EQ(CompareOn(row.path, row.judged, row.masked).outcome, Outcome::kNotJudged)
        << row.path << " " << row.masked;
  }
  EXPECT_EQ(CompareOn("/rm", R"({"score":null,"reward":1})", "1").outcome, Outcome::kAgree);
  EXPECT_THAT(CompareOn("/get_reward", R"({"rewards":null})", R"({"rewards":[0,1]})").differences,
              SizeIs(2));
}

TEST(Compare, RewardsAreComparedOneByOne) {
  const auto batch = CompareOn("/get_reward", R"({"rewards":[1,0,1.0,0.5],"scores":[]})",
                               R"({"rewards":[1.0,1.0,0.0,0.25]})");
  EXPECT_EQ(batch.items, 4u);
  ASSERT_THAT(batch.differences, SizeIs(3));
  EXPECT_EQ(batch.differences[0].kind, DifferenceKind::kPeerRejects);
  EXPECT_EQ(batch.differences[0].where, "item 2");
  EXPECT_EQ(batch.differences[1].kind, DifferenceKind::kPeerAccepts);
  EXPECT_EQ(batch.differences[2].kind, DifferenceKind::kRewardDiffers);
  EXPECT_EQ(CompareOn("/get_reward", R"({"rewards":[]})", R"({"rewards":[]})").outcome,
            Outcome::kAgree);
  EXPECT_EQ(
      OnlyDifference(CompareOn("/get_reward", R"({"rewards":[1]})", R"({"rewards":[1,1]})")).kind,
      DifferenceKind::kItemsDiffer);
}

TEST(Compare, EachTrainersRouteIsRead) {
  EXPECT_EQ(CompareOn("/rm", R"({"score":1,"x":2})", "1.0").outcome, Outcome::kAgree);
  EXPECT_EQ(OnlyDifference(CompareOn("/rm", "1", "0")).kind, DifferenceKind::kPeerAccepts);
  EXPECT_EQ(CompareOn("/test_program", R"({"results":[1,0],"runtimes":[0.5,-1]})",
                      R"({"results":[true,0]})")
                .outcome,
            Outcome::kAgree);
  EXPECT_EQ(OnlyDifference(
                CompareOn("/test_program_stdio", R"({"results":[1,1]})", R"({"results":[1,0]})"))
                .where,
            "test 2");
  EXPECT_EQ(CompareOn("/verify", R"({"reward":1.0,"response":{}})", R"({"reward":1})").outcome,
            Outcome::kAgree);
  const char* ran = R"({"run":{"stdout":"1\n","stderr":"x","code":0,"signal":null}})";
  EXPECT_EQ(CompareOn("/api/v2/execute", ran, ran).outcome, Outcome::kAgree);
  EXPECT_EQ(
      OnlyDifference(
          CompareOn("/api/v2/execute",
                    R"({"run":{"stdout":"","code":null,"signal":"SIGKILL","status":"TO"}})", ran))
          .cause,
      LikelyCause::kPeerTimeLimit);
  const char* killed = R"({"run":{"stdout":"","code":null,"signal":"SIGKILL"}})";
  EXPECT_EQ(CompareOn("/api/v2/execute", killed,
                      R"({"run":{"stdout":"","code":null,"signal":"SIGKILL","status":"TO"}})")
                .outcome,
            Outcome::kAgree);
  EXPECT_EQ(CompareOn("/api/v2/execute", killed, ran).outcome, Outcome::kDisagree);
}

TEST(Compare, AScriptsValueIsATextOrAMainResult) {
  const char* ours = R"([{"execution":{"results":[{"text":"1.0","is_main_result":true}]},)"
                     R"("text":"1.0","exception_str":null}])";
  EXPECT_EQ(CompareOn("/execute_batch", R"([{"text":"1.0","exception_str":null}])", ours).outcome,
            Outcome::kAgree);
  EXPECT_EQ(CompareOn("/execute_batch",
                      R"([{"execution":{"results":[{"text":"1.0","is_main_result":true}]}}])", ours)
                .outcome,
            Outcome::kAgree);
  EXPECT_EQ(CompareOn("/execute_batch", R"([{"text":"0.0"}])", ours).outcome, Outcome::kDisagree);
  EXPECT_EQ(CompareOn("/execute_batch", R"([{"text":"0.0"}])", R"([{"text":"nan"}])").outcome,
            Outcome::kNotJudged);
}

TEST(FindRoute, KnowsWhatJudgesByMethodAndPath) {
  EXPECT_NE(FindRoute("POST", "/run_code?x=1"), nullptr);
  EXPECT_EQ(FindRoute("GET", "/run_code"), nullptr);
  EXPECT_EQ(FindRoute("POST", "/run_jupyter"), nullptr);
  EXPECT_EQ(FindRoute("GET", "/v1/ping"), nullptr);
}

TEST(HowOutputsDiffer, ACutIsSeenOnlyWherePeersCut) {
  const std::string whole(100'000, 'x');
  EXPECT_EQ(HowOutputsDiffer(whole.substr(0, 70'000), whole), LikelyCause::kOutputCut);
  EXPECT_EQ(HowOutputsDiffer("x", "xx"), LikelyCause::kOutput);
}

}  // namespace
}  // namespace assay::shadow
