#include "history/history.h"

#include <gtest/gtest.h>

#include "api/testing.h"

namespace assay {
namespace {

// All routes with a history in memory.
class HistoryRoutes : public ::testing::Test {
 protected:
  static std::unique_ptr<History> InMemory() {
    auto history = History::Open({});
    EXPECT_TRUE(history.ok());
    return std::move(history).value();
  }
  static ApiOptions With(History* history) {
    ApiOptions options;
    options.history = history;
    return options;
  }
  void Put(const std::string& tenant, Verdict verdict, const std::string& problem = "p") {
    StoredVerdict made;
    made.record.time =
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    made.record.tenant = tenant;
    made.record.problem = problem;
    made.record.run = "r";
    made.record.verdict = verdict;
    made.record.cause = Cause::kCandidate;
    made.record.reason = "different_output";
    made.record.score = verdict == Verdict::kAccepted ? 1 : 0;
    made.record.message = "<b>&\"";
    history_->Put(std::move(made));
    history_->Flush();
  }
  std::string Ask(const std::string& path, const std::string& query = "",
                  const std::shared_ptr<const Caller>& caller = nullptr, int status = 200) {
    auto request = std::make_shared<HttpRequest>();
    request->method = "GET";
    request->path = path;
    request->query = query;
    request->caller = caller;
    const auto reply = std::make_shared<CapturedReply>();
    api_.router.Handle(request, reply);
    while (reply->ends == 0) std::this_thread::yield();
    EXPECT_EQ(reply->response.status, status) << path << "?" << query << reply->response.body;
    return reply->response.body;
  }
  static std::shared_ptr<const Caller> Of(const std::string& tenant, Role role = Role::kUser) {
    return std::make_shared<Caller>(Caller{"name", role, tenant});
  }
  static bool Has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
  }

  const std::unique_ptr<History> history_ = InMemory();
  ApiFixture api_{With(history_.get())};
};

TEST_F(HistoryRoutes, EachTenantSeesItsOwnAndAnAdminAll) {
  Put("a", Verdict::kAccepted);
  Put("b", Verdict::kWrongAnswer, "secret");
  for (const char* path : {"/v1/verdicts", "/v1/problems/stats", "/v1/stats", "/v1/runs"}) {
    const std::string query = path == std::string("/v1/stats") ? "by=problem" : "";
    const std::string theirs = Ask(path, query, Of("a"));
    EXPECT_FALSE(Has(theirs, "secret") || Has(theirs, "\"WA\"")) << theirs;
    const std::string all = Ask(path, query, Of("ops", Role::kAdmin));
    EXPECT_TRUE(Has(all, "secret") || Has(all, "\"WA\"")) << all;
    Ask(path, "tenant=b", Of("a"), 403);
    EXPECT_FALSE(Has(Ask(path, "tenant=a", Of("ops", Role::kAdmin)), "secret"));
  }
  Ask("/v1/verdicts/2", "", Of("a"), 404);
  EXPECT_TRUE(Has(Ask("/v1/verdicts/2", "", Of("b")), "secret"));
}

TEST_F(HistoryRoutes, FaultsNameTheirFields) {
  for (const auto& [path, query, field] :
       {std::tuple("/v1/verdicts", "verdict=ac", "verdict"),
        std::tuple("/v1/verdicts", "cause=luck", "cause"),
        std::tuple("/v1/verdicts", "before=x", "before"),
        std::tuple("/v1/stats", "window_s=nan", "window_s"),
        std::tuple("/v1/series", "name=verdicts,,", "name"),
        std::tuple("/v1/series", "name=verdicts&from=-1", "from"),
        std::tuple("/v1/problems/stats", "limit=1001", "limit")}) {
    EXPECT_TRUE(Has(Ask(path, query, nullptr, 422), "\"field\":\"" + std::string(field) + "\""));
  }
  Ask("/v1/verdicts/0", "", nullptr, 400);
  Ask("/v1/verdicts/1/bundle", "", nullptr, 404);
}

TEST_F(HistoryRoutes, NumbersAddUp) {
  for (int i = 0; i < 3; ++i) Put("a", Verdict::kAccepted);
  Put("a", Verdict::kWrongAnswer);
  const std::string stats = Ask("/v1/stats", "window_s=60&by=verdict");
  EXPECT_TRUE(Has(stats, R"("total":4,"masked":0,"accepted":3,"mean_score":0.75)")) << stats;
  EXPECT_TRUE(Has(stats, R"("rows":[{"key":"AC","total":3)")) << stats;
  EXPECT_TRUE(Has(Ask("/v1/verdicts", "verdict=WA&limit=1"), R"("next":)"));
  EXPECT_TRUE(Has(Ask("/v1/verdicts/4"), R"("message":"<b>&\"","score":0.0)"));
  EXPECT_TRUE(Has(Ask("/v1/series", "name=verdicts"), R"("step_s":1,"series":{"verdicts":[)"));
}

TEST_F(HistoryRoutes, EventsAreStreamedInTheirFormAndEnd) {
  for (const bool events : {true, false}) {
    std::vector<std::pair<std::string, std::string>> headers;
    if (events) headers = {{"accept", "text/event-stream"}};
    const auto reply = api_.Call("GET", "/v1/events", "", headers);
    Put("a", Verdict::kAccepted);
    ASSERT_EQ(reply->pieces.size(), 2u);
    EXPECT_EQ(reply->pieces[1].substr(0, 14), events ? "event: verdict" : R"({"type":"verdi)");
    if (events) reply->on_disconnect();
    if (!events) {
      api_.service.EndEventStreams();
      EXPECT_EQ(reply->ends, 1);
      EXPECT_TRUE(Has(reply->pieces.back(), "server_ends"));
    }
  }
  const auto late = api_.Call("GET", "/v1/events");
  EXPECT_EQ(late->response.status, 503);
}

TEST(HistoryRoutesWithout, SayThatThereIsNone) {
  ApiFixture api;
  for (const char* path : {"/v1/stats", "/v1/events", "/v1/verdicts/1"}) {
    EXPECT_EQ(api.Call("GET", path)->response.status, 501) << path;
  }
}

}  // namespace
}  // namespace assay
