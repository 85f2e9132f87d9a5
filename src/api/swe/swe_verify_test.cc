// Mode swe over real HTTP, on sandboxes whose boxes are processes of this machine.
#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/sessions/sandbox_api_fixture.h"
#include "base/text.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

// A tar of one file.
std::string TarOf(const std::string& name, const std::string& content) {
  std::string tar(1 << 16, '\0');
  size_t used = 0;
  archive* const out = archive_write_new();
  archive_write_set_format_ustar(out);
  archive_write_open_memory(out, tar.data(), tar.size(), &used);
  archive_entry* const entry = archive_entry_new();
  archive_entry_set_pathname(entry, name.c_str());
  archive_entry_set_size(entry, static_cast<int64_t>(content.size()));
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_write_header(out, entry);
  archive_write_data(out, content.data(), content.size());
  archive_entry_free(entry);
  archive_write_close(out);
  archive_write_free(out);
  tar.resize(used);
  return tar;
}

// A task whose one test passes when "state" says right: members of a body.
std::string Task() {
  return R"("repository":{"archive":")" + Base64Encode(TarOf("state", "wrong\n")) +
         R"("},"task":{"framework":"junit","report":"r.xml","fail_to_pass":["a.A.t"],"command":)" +
         R"("f=0; grep -q right state || f=1; echo \"<testsuite tests='1' failures='$f' )" +
         R"(errors='0' skipped='0'><testcase classname='a.A' name='t'>\" > r.xml; )" +
         R"([ $f = 0 ] || echo '<failure/>' >> r.xml; echo '</testcase></testsuite>' >> r.xml",)" +
         R"("reference":"--- a/state\n+++ b/state\n@@ -1 +1 @@\n-wrong\n+right\n"})";
}

std::string Body(const std::string& more) {
  return R"({"mode":"swe",)" + Task() + "," + more + "}";
}

constexpr char kRight[] = R"("--- a/state\n+++ b/state\n@@ -1 +1 @@\n-wrong\n+all right\n")";

class SweApi : public SandboxApi {
 protected:
  JsonBody Verify(const std::string& more) {
    HttpResponse answer = Post("/v1/verify", Body(more));
    EXPECT_EQ(answer.status, 200) << answer.body;
    return JsonBody(std::move(answer.body));
  }
};

TEST_F(SweApi, GradesAPatch) {
  const JsonBody right = Verify(R"("id":"x","include_tests":true,"patch":)" + std::string(kRight));
  EXPECT_EQ(right["verdict"].String(), "AC") << *right.text;
  EXPECT_EQ(right["id"].String(), "x");
  EXPECT_EQ(right["reason"].String(), "accepted");
  EXPECT_FALSE(right["masked"].Bool());
  EXPECT_EQ(right["swe"].Find("tests").Items()[0].Find("outcome").String(), "passed");
  const JsonBody nothing = Verify(R"("patch":"")");
  EXPECT_EQ(nothing["verdict"].String(), "WA");
  EXPECT_EQ(nothing["reason"].String(), "tests_failed");
  EXPECT_EQ(nothing["score"].Double(), 0);
  EXPECT_THAT(nothing["message"].String(), HasSubstr("a.A.t"));
  EXPECT_EQ(boxes_.alive(), 0);
}

TEST_F(SweApi, GradesManyOfOneTask) {
  const JsonBody many = Verify(R"("submissions":[{"patch":""},{"patch":)" + std::string(kRight) +
                               R"(},{"response":"no idea"},{"patch":"nonsense"}])");
  const auto results = many["results"].Items();
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].Find("verdict").String(), "WA");
  EXPECT_EQ(results[1].Find("verdict").String(), "AC");
  EXPECT_EQ(results[2].Find("reason").String(), "no_code");
  EXPECT_EQ(results[3].Find("reason").String(), "patch_refused");
  EXPECT_THAT(Ask("GET", "/metrics").body, HasSubstr("assay_swe_total{"));
}

TEST_F(SweApi, AFailureOfOursIsMasked) {
  boxes_.FailNext({ErrorCode::kInternal, "box", 0, "no box today"});
  const JsonBody failed = Verify(R"("patch":"")");
  EXPECT_EQ(failed["verdict"].String(), "IE");
  EXPECT_EQ(failed["cause"].String(), "infrastructure");
  EXPECT_TRUE(failed["score"].IsNull());
}

TEST_F(SweApi, WhatIsAtFaultIsNamed) {
  const auto refused = [this](const std::string& more) {
    HttpResponse answer = Post("/v1/verify", Body(more));
    EXPECT_EQ(answer.status, 422) << answer.body;
    return JsonBody(std::move(answer.body))["error"].Find("field").String();
  };
  EXPECT_EQ(refused(R"("id":"x")"), "patch");
  EXPECT_EQ(refused(R"("patch":"","code":"x")"), "code");
  EXPECT_EQ(refused(R"("patch":"","response":"")"), "response");
  EXPECT_EQ(refused(R"("submissions":[])"), "submissions");
  EXPECT_EQ(refused(R"("submissions":[{"patch":"","task":{}}])"), "submissions[0].task");
  EXPECT_EQ(refused(R"("patch":"","image":"none")"), "image");
  EXPECT_EQ(refused(R"("patch":"","limits":{"cpus":100000})"), "limits.cpus");
}

TEST_F(SweApi, ADrainingServerTakesNone) {
  api_.service.node().Drain("update");
  EXPECT_EQ(Post("/v1/verify", Body(R"("patch":"")")).status, 429);
}

TEST_F(SweApi, ScoresResponses) {
  const std::string items =
      R"("items":[{"swe":"t","response":)" + std::string(kRight) +
      R"(},{"swe":"t","response":"--- a/state\n+++ b/state\n@@ -1 +1 @@\n-wrong\n+left\n"},)" +
      R"({"swe":"t","response":"no idea"},{"swe":"u","response":""},{"response":""}])";
  HttpResponse answer =
      Post("/v1/score", R"({"rubrics":{"r":{"functions":[{"kind":"swe"}]}},"swe_tasks":{"t":{)" +
                            Task() + "}}," + items + "}");
  ASSERT_EQ(answer.status, 200) << answer.body;
  const JsonBody scored(std::move(answer.body));
  const auto results = scored["results"].Items();
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(results[0].Find("score").Double(), 1) << *scored.text;
  EXPECT_EQ(results[1].Find("score").Double(), 0);
  EXPECT_EQ(results[2].Find("score").Double(), 0);
  for (const size_t faulty : {3, 4}) {
    EXPECT_TRUE(results[faulty].Find("masked").Bool());
    EXPECT_EQ(results[faulty].Find("errors").Items()[0].Find("field").String(),
              "items[" + std::to_string(faulty) + "].swe");
  }
  boxes_.FailNext({ErrorCode::kInternal, "box", 0, "no box today"});
  answer =
      Post("/v1/score", R"({"rubrics":{"r":{"functions":[{"kind":"swe"}]}},"items":[{"swe":{)" +
                            Task() + R"(},"response":)" + kRight + "}]}");
  EXPECT_TRUE(JsonBody(answer.body)["results"].Items()[0].Find("score").IsNull()) << answer.body;
}

TEST(SweWithoutSandboxes, SaysThatThereAreNone) {
  ApiFixture api;
  const auto reply = api.Call("POST", "/v1/verify", Body(R"("patch":"")"));
  EXPECT_EQ(reply->response.status, 501);
  EXPECT_THAT(reply->response.body, HasSubstr("--sandboxes"));
  const auto scored =
      api.Call("POST", "/v1/score",
               R"({"rubrics":{"r":{"functions":[{"kind":"swe"}]}},"items":[{"response":""}]})");
  EXPECT_EQ(scored->response.status, 422);
}

}  // namespace
}  // namespace assay
