#include "shadow/audit.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <atomic>

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
  exchange.target = "/get_reward";
  EXPECT_EQ(NativeRequest(exchange, "x", &why), std::nullopt);
  EXPECT_THAT(why, HasSubstr("/v1/verify"));
}

}  // namespace
}  // namespace assay::shadow
