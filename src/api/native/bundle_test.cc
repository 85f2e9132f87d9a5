#include "api/native/bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/native/bundle_planner.h"
#include "api/testing.h"
#include "base/text.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kProblem[] =
    R"({"tests":[{"expected":"3","id":"first","input":"1 2"}]})";  // canonical

SubmissionResult Judged(const Submission& submission) {
  SubmissionResult result;
  result.verdict = Verdict::kWrongAnswer;
  result.cause = Cause::kCandidate;
  result.reason = Reason::kDifferentOutput;
  result.score = 0.0;
  result.separation = "process";
  for (size_t i = 0; i < submission.problem->tests.size(); ++i) {
    result.tests.push_back(Executed(Verdict::kWrongAnswer, Exited(0, "4")));
    result.tests.back().reason = Reason::kDifferentOutput;
  }
  return result;
}

// A result's bundle, as text: what follows doesn't depend on the answer it came in.
std::string BundleIn(const std::string& body) {
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  return std::string(document->root().Find("bundle").raw());
}

class BundleTest : public ::testing::Test {
 protected:
  BundleTest() { api_.sink.answer = Judged; }
  std::string Post(const std::string& body) {
    const auto reply = api_.Post("/v1/verify", body);
    EXPECT_EQ(reply->response.status, 200) << reply->response.body;
    return reply->response.body;
  }
  std::string Made(const std::string& problem, const std::string& more = "") {
    return BundleIn(Post(R"~({"id":"s","language":"py","code":"print(4)","bundle":true,)~" + more +
                         R"("limits":{"cpu_time_s":2.5,"memory_mb":64},"stop":"all",)" +
                         R"("files":{"a.txt":"aGk="},"problem":)" + problem + "}"));
  }
  // The document lives as long as the fixture.
  Result<Bundle> Read(const std::string& text) {
    texts_.push_back(std::make_unique<std::string>(text));
    JsonError error;
    documents_.push_back(
        std::make_unique<JsonDocument>(*JsonDocument::Parse(*texts_.back(), &error)));
    return ReadBundle(documents_.back()->root());
  }

  ApiFixture api_;
  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<std::unique_ptr<JsonDocument>> documents_;
};

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

std::string LargeProblem() {
  return R"({"tests":[{"expected":"3","id":"first","input":")" +
         std::string(BundlePlanner::kSmallProblemBytes, '7') + R"("}]})";
}

TEST_F(BundleTest, NoneUnlessAskedFor) {
  EXPECT_THAT(Post(std::string(R"({"language":"py","code":"","problem":)") + kProblem + "}"),
              Not(HasSubstr("bundle")));
}

TEST_F(BundleTest, NoneForWhatWasNeverJudged) {
  api_.sink.refuse = [](size_t) {
    return Error{ErrorCode::kInvalidArgument, "engine.submit", 0, "files: too odd"};
  };
  const std::string one = std::string(R"({"language":"py","code":"1","problem":)") + kProblem + "}";
  const std::string body = Post(R"({"bundle":true,"submissions":[)" + one + "]}");
  EXPECT_THAT(body, HasSubstr("invalid_submission"));
  EXPECT_THAT(body, Not(HasSubstr("bundle")));
}

TEST_F(BundleTest, HoldsWhatDecidedTheVerdictAndTheVerdict) {
  const auto bundle = Read(Made(kProblem));
  ASSERT_TRUE(bundle.ok()) << bundle.error().ToString();
  EXPECT_THAT(bundle->changed, IsEmpty());
  EXPECT_EQ(bundle->problem_sha256, Sha256Hex(kProblem));
  EXPECT_EQ(bundle->problem.raw(), kProblem);
  EXPECT_EQ(bundle->submission.Find("language").String(), "python");
  EXPECT_EQ(bundle->submission.Find("code").String(), "print(4)");
  EXPECT_EQ(bundle->submission.Find("limits").Find("cpu_time_s").raw(), "2.5");
  EXPECT_EQ(bundle->submission.Find("stop").String(), "all");
  EXPECT_EQ(bundle->submission.Find("files").Find("a.txt").String(), "aGk=");
  EXPECT_EQ(bundle->environment.Find("tier").String(), "test-tier");
  EXPECT_EQ(bundle->environment.Find("toolchains").raw(), R"({"python":"Python 3.11.2"})");
  EXPECT_EQ(bundle->environment.Find("seed").raw(), "0");
  EXPECT_EQ(bundle->verdict.Find("verdict").String(), "WA");
  const JsonValue test = bundle->verdict.Find("tests").Items().at(0);
  EXPECT_EQ(test.Find("id").String(), "first");
  EXPECT_EQ(test.Find("reason").String(), "different_output");
}

TEST_F(BundleTest, ItsRequestAsksForTheSameSubmission) {
  const auto bundle = Read(Made(kProblem));
  const std::string again = BundleIn(Post(RejudgeRequest(*bundle)));
  const Submission &first = api_.sink.submissions.at(0), &second = api_.sink.submissions.at(1);
  EXPECT_EQ(second.code, first.code);
  EXPECT_EQ(second.limits.cpu_time, first.limits.cpu_time);
  EXPECT_EQ(second.limits.memory_bytes, first.limits.memory_bytes);
  EXPECT_EQ(second.compile_limits.memory_bytes, first.compile_limits.memory_bytes);
  EXPECT_EQ(second.stop, first.stop);
  EXPECT_EQ(second.files.at("a.txt")->view(), "hi");
  EXPECT_EQ(second.problem->tests.at(0).expected->view(), "3");
  EXPECT_FALSE(second.reuse);
  // But for the times, nothing else is in it.
  const auto reread = Read(again);
  EXPECT_EQ(reread->submission.raw(), bundle->submission.raw());
  EXPECT_EQ(reread->environment.raw(), bundle->environment.raw());
}

TEST_F(BundleTest, LargeProblemsAreNamedByHashAndStored) {
  const std::string problem = LargeProblem();
  const auto bundle = Read(Made(problem));
  ASSERT_TRUE(bundle.ok());
  EXPECT_FALSE(bundle->problem);
  EXPECT_EQ(bundle->problem_sha256, Sha256Hex(problem));
  api_.service.FlushProblems();
  const auto again = Read(BundleIn(Post(RejudgeRequest(*bundle))));
  EXPECT_EQ(api_.sink.submissions.at(1).problem->identity, Sha256Hex(problem));
  EXPECT_FALSE(again->problem);
}

TEST_F(BundleTest, EmbeddingIsAsWanted) {
  EXPECT_TRUE(Read(Made(LargeProblem(), R"("embed_tests":true,)"))->problem);
  EXPECT_FALSE(Read(Made(kProblem, R"("embed_tests":false,)"))->problem);
}

TEST_F(BundleTest, NamedProblemsAreEmbeddedFromTheStore) {
  const std::string name = Sha256Hex(kProblem);
  const auto stored = api_.Call("PUT", "/v1/problems/" + name, kProblem);
  api_.service.FlushProblems();
  EXPECT_EQ(stored->response.status, 201);
  const auto bundle = Read(Made(R"({"sha256":")" + name + R"("})"));
  EXPECT_EQ(bundle->problem.raw(), kProblem);
  EXPECT_EQ(bundle->problem_sha256, name);
}

TEST_F(BundleTest, SubmissionsOfABatchShareTheirProblem) {
  const std::string one = R"({"language":"py","code":"1","problem":"p"})";
  const std::string body = Post(std::string(R"({"bundle":true,"problems":{"p":)") + kProblem +
                                R"(},"submissions":[)" + one + "," + one + "]}");
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  for (const JsonValue& result : document->root().Find("results").Items()) {
    const auto bundle = ReadBundle(result.Find("bundle"));
    ASSERT_TRUE(bundle.ok());
    EXPECT_EQ(bundle->problem_sha256, Sha256Hex(kProblem));
  }
}

TEST_F(BundleTest, ChangedPartsAreNamed) {
  const std::string made = Made(kProblem);
  const auto changed = [&](const std::string& what, const std::string& by) {
    return Read(Replaced(made, what, by))->changed;
  };
  EXPECT_THAT(changed("print(4)", "print(3)"), ElementsAre("submission"));
  EXPECT_THAT(changed("test-tier", "other-tier"), ElementsAre("environment"));
  EXPECT_THAT(changed(R"("verdict":"WA")", R"("verdict":"AC")"), ElementsAre("verdict"));
  EXPECT_THAT(changed(R"("expected":"3")", R"("expected":"4")"), ElementsAre("problem"));
  // White space and order are nobody's concern.
  EXPECT_THAT(changed(R"("language":"python")", R"( "language" : "python" )"), IsEmpty());
}

TEST_F(BundleTest, MalformedOnesSayWhatIsMissing) {
  const std::string made = Made(kProblem);
  const auto fault = [&](const std::string& text) { return Read(text).error().message; };
  EXPECT_THAT(fault("[]"), HasSubstr("JSON object"));
  EXPECT_THAT(fault("{}"), HasSubstr("format"));
  EXPECT_THAT(fault(Replaced(made, "assay-bundle-1", "assay-bundle-9")), HasSubstr("bundle-9"));
  EXPECT_THAT(fault(Replaced(made, R"("environment":{)", R"("x":{)")), HasSubstr("environment"));
  EXPECT_THAT(fault(Replaced(made, R"(,"sha256":{"submission)", R"(,"x":{"submission)")),
              HasSubstr("sha256.submission"));
}

}  // namespace
}  // namespace assay
