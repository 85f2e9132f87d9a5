#include "shadow/audit.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <atomic>
#include <deque>
#include <utility>

#include "shadow/decoded_body.h"
#include "shadow/native_request.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::shadow {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string RunReply(const std::string& out) {
  return fmt::format(R"({{"status":"Success","run_result":{{"status":"Finished","return_code":0,)"
                     R"("stdout":"{}"}},"files":{{}}}})",
                     out);
}

// Answers /run_code with what the body names, and anything else with a bundle.
class FakeJudge final : public service::Judge {
 public:
  std::optional<int> slots() const override { return 1; }

  Result<service::Answer> Send(const service::Question& question) override {
    ++asked;
    last = question;
    if (question.target == "/v1/verify") {
      return service::Answer{200, 1, R"({"verdict":"AC","bundle":{"sha256":"x"}})"};
    }
    if (!answers.empty()) {
      const auto [status, body] = answers.front();
      answers.pop_front();
      return service::Answer{status, 1, body};
    }
    if (broken) return Error{ErrorCode::kUnavailable, "test", 0, "no server answers"};
    if (full.fetch_sub(1) > 0) return service::Answer{429, 1, "{}"};
    if (late.fetch_sub(1) > 0) return service::Answer{504, 1, "{}"};
    while (hanging && !question.cancel->cancelled()) std::this_thread::yield();
    if (hanging) return Error{ErrorCode::kCancelled, "test", 0, "given up"};
    return service::Answer{200, 1, RunReply(unstable ? std::to_string(asked) : "3")};
  }

  std::atomic<int> asked{0}, full{0}, late{0};
  std::atomic<bool> broken{false}, hanging{false}, unstable{false};
  service::Question last;
  std::deque<std::pair<int, std::string>> answers;  // instead, each once

 protected:
  Result<service::Answer> Ask(const char*, const std::string&, std::string) override {
    return service::Answer{};
  }
};

Exchange Asking(const std::string& peer_says) {
  Exchange exchange;
  exchange.method = "POST";
  exchange.target = "/run_code";
  exchange.request_headers = {{"Content-Type", "application/json"},
                              {"Authorization", "Bearer peer"},
                              {"X-Assay-Step", "4"}};
  exchange.request_body = R"json({"code":"print(3)","language":"python","stdin":"1"})json";
  exchange.status = 200;
  exchange.seconds = 2;
  exchange.reply_body = RunReply(peer_says);
  return exchange;
}

struct Audited {
  Tally tally;
  std::vector<std::string> found;  // "reason bundle"
};

Audited RunAudit(FakeJudge& judge, std::vector<Exchange> exchanges, AuditOptions options = {},
                 Nanoseconds drain = std::chrono::minutes(5)) {
  options.pause = Nanoseconds{0};
  Audited run;
  Audit audit(judge, options, [&](const Disagreement& found) {
    run.found.push_back(
        std::string(kDifferenceKindNames.NameOf(found.comparison->differences[0].kind)) + " " +
        found.bundle);
  });
  for (Exchange& exchange : exchanges) audit.Offer(std::move(exchange));
  audit.Finish(std::chrono::steady_clock::now() + drain);
  run.tally = audit.Counted();
  return run;
}

TEST(Audit, AsksTheSameQuestionWithoutThePeersSecrets) {
  FakeJudge judge;
  const Audited run = RunAudit(judge, {Asking("3")});
  EXPECT_EQ(run.tally.Count(Outcome::kAgree), 1);
  EXPECT_EQ(run.tally.ExitCode(), 0);
  EXPECT_EQ(judge.last.body, Asking("").request_body);
  EXPECT_THAT(judge.last.headers,
              ::testing::ElementsAre(std::pair("content-type", "application/json"),
                                     std::pair("x-assay-step", "4")));
  EXPECT_EQ(run.tally.times().peer_seconds.sum(), 2);
  EXPECT_EQ(run.tally.times().peer_slower, 1);
}

TEST(Audit, ADisagreementIsAskedTwiceAndHasABundle) {
  FakeJudge judge;
  const Audited run = RunAudit(judge, {Asking("4")});
  EXPECT_EQ(run.tally.Count(Outcome::kDisagree), 1);
  EXPECT_THAT(run.found, ::testing::ElementsAre(R"(output_differs {"sha256":"x"})"));
  EXPECT_EQ(judge.asked, 3);
  EXPECT_EQ(run.tally.ExitCode(), 1);
}

TEST(Audit, AProgramThatIsNeverTheSameIsNoDisagreement) {
  FakeJudge judge;
  judge.unstable = true;
  const Audited run = RunAudit(judge, {Asking("3")});
  EXPECT_EQ(run.tally.Count(Outcome::kUnstable), 1);
  EXPECT_THAT(run.found, IsEmpty());
}

Exchange AskingRewards(const std::string& rewards) {
  Exchange exchange = Asking("");
  exchange.target = "/get_reward";
  exchange.reply_body = R"({"rewards":)" + rewards + "}";
  return exchange;
}

TEST(Audit, OfABatchOnlyTheItemsThatAreNeverTheSameAreTakenOut) {
  FakeJudge judge;
  judge.answers = {{200, R"({"rewards":[1,1,0,1]})"}, {200, R"({"rewards":[1,0,0,null]})"}};
  const Audited run = RunAudit(judge, {AskingRewards("[0,0,0,0]")});
  EXPECT_EQ(run.tally.Count(Outcome::kDisagree), 1);
  EXPECT_THAT(run.found, SizeIs(1));
  EXPECT_EQ(run.tally.items_disagreed(), 1);   // the first
  EXPECT_EQ(run.tally.items(), 2);             // the second is never the same
  EXPECT_EQ(run.tally.items_not_judged(), 1);  // the last wasn't judged again
}

TEST(Audit, ABatchWithoutAnyOtherDifferenceIsUnstable) {
  FakeJudge judge;
  judge.answers = {{200, R"({"rewards":[1,1]})"}, {200, R"({"rewards":[1,0]})"}};
  EXPECT_EQ(RunAudit(judge, {AskingRewards("[1,0]")}).tally.Count(Outcome::kUnstable), 1);
  // An item on which nobody disagrees may be as it likes, and so may one that we hadn't judged.
  judge.answers = {{200, R"({"rewards":[1,1,null]})"}, {200, R"({"rewards":[1,0,1]})"}};
  EXPECT_EQ(RunAudit(judge, {AskingRewards("[0,1,1]")}).tally.Count(Outcome::kDisagree), 1);
}

TEST(Audit, WhatCannotBeJudgedASecondTimeIsNoDisagreement) {
  FakeJudge judge;
  const std::pair<int, std::string> first{200, R"({"rewards":[1]})"};
  for (const auto& second :
       {std::pair<int, std::string>{500, "{}"}, {200, R"({"rewards":[null]})"}, {200, "{}"}}) {
    judge.answers = {first, second};
    const Audited run = RunAudit(judge, {AskingRewards("[0]")});
    EXPECT_EQ(run.tally.Count(Outcome::kNotJudged), 1) << second.second;
    EXPECT_THAT(run.tally.not_judged().begin()->first, HasSubstr("a second time"));
    EXPECT_THAT(run.found, IsEmpty());
  }
}

TEST(Audit, ABundleOfAnotherVerdictIsLeftOutAndTheDisagreementStays) {
  FakeJudge judge;
  const std::string rejected = R"({"accepted":false,"tests":[]})";
  judge.answers = {{200, rejected}, {200, rejected}};
  Exchange exchange = Asking("");
  exchange.target = "/common_evaluate_batch";
  exchange.request_body =
      R"({"completion":"x","config":{"language":"cpp","provided_data":{"test_cases":)"
      R"({"type":"stdin_stdout","input":["1"],"output":["2"]}}}})";
  exchange.reply_body = R"({"accepted":true,"tests":[]})";
  const Audited run = RunAudit(judge, {exchange});
  EXPECT_EQ(run.tally.Count(Outcome::kDisagree), 1);
  EXPECT_THAT(run.found, ::testing::ElementsAre("peer_accepts "));
}

TEST(Exchange, ItsBytesCountTheHeaders) {
  Exchange exchange = Asking("3");
  const int64_t before = BytesOf(exchange);
  exchange.reply_headers = {{"Set-Cookie", std::string(5000, 'x')}};
  EXPECT_GE(BytesOf(exchange), before + 5010);
}

TEST(Audit, WaitsWhileTheJudgeIsFullAndTakesUpLateWork) {
  FakeJudge judge;
  judge.full = 1;
  judge.late = 2;
  EXPECT_EQ(RunAudit(judge, {Asking("3")}).tally.Count(Outcome::kAgree), 1);
}

TEST(Audit, AJudgeThatIsGoneIsNobodysDisagreement) {
  FakeJudge judge;
  judge.broken = true;
  const Audited run = RunAudit(judge, {Asking("3"), Asking("4")});
  EXPECT_EQ(run.tally.Count(Outcome::kNotJudged), 2);
  EXPECT_EQ(judge.asked, 6);
  EXPECT_EQ(run.tally.ExitCode(), 3);
  EXPECT_THAT(run.tally.not_judged().begin()->first, HasSubstr("no server answers"));
}

TEST(Audit, CountsWhatItDoesNotJudge) {
  FakeJudge judge;
  Exchange broken = Asking("3");
  broken.fault = "the client left";
  Exchange other = Asking("3");
  other.target = "/run_jupyter?x=1";
  const Audited run = RunAudit(judge, {broken, other});
  EXPECT_EQ(run.tally.Count(Outcome::kNotComparable), 1);
  EXPECT_EQ(run.tally.relayed().at("/run_jupyter"), 1);
  EXPECT_EQ(judge.asked, 0);
  EXPECT_EQ(run.tally.seen(), 2);
}

TEST(Audit, SamplesEvenly) {
  FakeJudge judge;
  const Audited run = RunAudit(judge, std::vector<Exchange>(8, Asking("3")), {.sample = 0.25});
  EXPECT_EQ(run.tally.Count(Outcome::kAgree), 2);
  EXPECT_EQ(run.tally.sampled_out(), 6);
}

TEST(Audit, WhatTheQueueHasNoRoomForIsDroppedAndWhatIsLeftAtTheEndIsCounted) {
  FakeJudge judge;
  judge.hanging = true;
  const Audited run =
      RunAudit(judge, std::vector<Exchange>(20, Asking("3")), {.queue_bytes = 1}, Nanoseconds{0});
  EXPECT_GE(run.tally.dropped(), 18);
  EXPECT_EQ(run.tally.dropped() + run.tally.left(), 20);
  EXPECT_EQ(run.tally.ExitCode(), 3);
}

TEST(DecodedBody, UndoesGzipAndRefusesWhatItDoesNotKnow) {
  std::string packed(200, '\0');
  z_stream stream = {};
  ASSERT_EQ(::deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string plain = "{\"status\": 1}";
  stream.next_in = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ASSERT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(packed.size() - stream.avail_out);
  ::deflateEnd(&stream);

  std::string fault;
  const auto decode = [&](const char* encoding, const std::string& body, int64_t most = 1000) {
    return DecodedBody({{"Content-Encoding", encoding}}, body, most, &fault);
  };
  EXPECT_EQ(decode("gzip", packed), plain);
  EXPECT_EQ(decode("identity", plain), plain);
  EXPECT_EQ(decode("gzip", packed, 5), std::nullopt);
  EXPECT_EQ(decode("gzip", packed.substr(0, 20)), std::nullopt);
  EXPECT_EQ(decode("br", packed), std::nullopt);
  EXPECT_THAT(fault, HasSubstr("'br'"));
}

TEST(NativeRequest, HasTheCasesOfAnEvaluationAndTheRunOfAProgram) {
  std::string why;
  const auto run = NativeRequest(Asking("3"), "exchange 1", &why);
  ASSERT_TRUE(run.has_value());
  EXPECT_THAT(*run, HasSubstr(R"("problem":{"mode":"run","tests":[{"input":"1"}]})"));
  Exchange exchange = Asking("");
  exchange.target = "/common_evaluate_batch";
  exchange.request_body =
      R"({"completion":"x","config":{"language":"cpp","run_timeout":3,"extra":{"run_all_cases":true},)"
      R"("provided_data":{"test_cases":{"type":"stdin_stdout","input":["1",null],"output":["2","3"]}}}})";
  const auto evaluation = NativeRequest(exchange, "exchange 2", &why);
  ASSERT_TRUE(evaluation.has_value()) << why;
  EXPECT_THAT(*evaluation,
              HasSubstr(R"("tests":[{"input":"1","expected":"2"},{"input":"","expected":"3"}])"));
  EXPECT_THAT(*evaluation, HasSubstr(R"("stop":"all","limits":{"cpu_time_s":3.0})"));
  exchange.request_body =
      R"({"completion":"x","config":{"language":"cpp","mem_limit":1536,"extra":{"total_timeout":7},)"
      R"("provided_data":{"test_cases":{"type":"stdin_stdout","input":["1"],"output":["2"]}}}})";
  const auto limited = NativeRequest(exchange, "exchange 3", &why);
  ASSERT_TRUE(limited.has_value()) << why;
  EXPECT_THAT(*limited, HasSubstr(R"("stop":"first_failure","total_timeout_s":7.0)"));
  EXPECT_THAT(*limited, HasSubstr(R"("memory_mb":1.5)"));
  exchange.target = "/get_reward";
  EXPECT_EQ(NativeRequest(exchange, "x", &why), std::nullopt);
  EXPECT_THAT(why, HasSubstr("/v1/verify"));
}

}  // namespace
}  // namespace assay::shadow
