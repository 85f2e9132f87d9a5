#include "api/shared/origin_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/testing.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Labelled(const std::string& origin) {
  return R"({"language":"python","code":"x","problem":{"tests":[{"expected":""}]})" +
         (origin.empty() ? "" : ",\"origin\":" + origin) + "}";
}

SubmissionResult Accepted(const Submission&) {
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  return result;
}

TEST(Origin, GoesWithTheSubmissionAndComesBack) {
  ApiFixture api;
  api.sink.answer = Accepted;
  const auto reply = api.Post(
      "/v1/verify", Labelled(R"({"run":"r-1","step":12,"group":"g","sample":3,"tenant":null})"));
  ASSERT_EQ(api.sink.submissions.size(), 1u) << reply->response.body;
  const Origin& origin = api.sink.submissions[0].origin;
  EXPECT_EQ(origin.run, "r-1");
  EXPECT_EQ(origin.step, 12);
  EXPECT_EQ(origin.group, "g");
  EXPECT_EQ(origin.sample, "3");
  EXPECT_EQ(origin.tenant, std::nullopt);
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("origin":{"step":12,"run":"r-1","group":"g","sample":"3"})"));
}

TEST(Origin, IsNotMentionedWhenNotGiven) {
  ApiFixture api;
  api.sink.answer = Accepted;
  for (const char* origin : {"", "null", "{}", R"({"run":null})"}) {
    const auto reply = api.Post("/v1/verify", Labelled(origin));
    EXPECT_EQ(reply->response.status, 200) << origin;
    EXPECT_THAT(reply->response.body, Not(HasSubstr("origin"))) << origin;
  }
}

TEST(Origin, FaultyLabelsAreNamed) {
  ApiFixture api;
  const std::pair<const char*, const char*> cases[] = {{R"("r")", "origin"},
                                                       {R"({"run":[]})", "origin.run"},
                                                       {R"({"step":"x"})", "origin.step"},
                                                       {R"({"group":"\ud800"})", "origin.group"}};
  for (const auto& [origin, field] : cases) {
    const auto reply = api.Post("/v1/verify", Labelled(origin));
    EXPECT_EQ(reply->response.status, 422) << origin;
    EXPECT_THAT(reply->response.body, HasSubstr(std::string("\"field\":\"") + field + "\""));
  }
}

}  // namespace
}  // namespace assay
