#include "access/gatekeeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "access/signed_url.h"
#include "net/form/query.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using Headers = std::vector<std::pair<std::string, std::string>>;

class FakeClock final : public Clock {
 public:
  SteadyTime Now() const override { return now; }
  SteadyTime now{std::chrono::hours(1)};
};

class GatekeeperTest : public ::testing::Test {
 protected:
  GatekeeperTest() {
    char folder[] = "/tmp/assay-gate-XXXXXX";
    folder_ = ::mkdtemp(folder);
    const std::string path = folder_ + "/tokens";
    viewer_ = *AddToken(path, {"grafana", Role::kViewer, "ops"});
    user_ = *AddToken(path, {"ci", Role::kUser, "research"});
    admin_ = *AddToken(path, {"boss", Role::kAdmin, ""});
    store_ = TokenStore::Open(path).value();
    const HttpHandler none = [](auto, auto) {};
    router_.Add("GET", "/health", none);
    router_.Add("GET", "/healthz", none);
    router_.Add("GET", "/metrics", none);
    router_.Add("POST", "/run_code", none);
    router_.Add("POST", "/v1/login", none);
    router_.Add("POST", "/api/v2/execute", none);
    router_.Add("GET", "/v1/problems", none);
    router_.Add("GET", "/v1/sandboxes/{id}/files", none);
    constexpr RouteAccess kTable[] = {{"GET", "/health", std::nullopt, true},
                                      {"POST", "/v1/login", std::nullopt, false, 100},
                                      {"GET", "/healthz", std::nullopt},
                                      {"GET", "/metrics", Role::kViewer},
                                      {"POST", "/run_code", Role::kUser},
                                      {"POST", "/api/v2/execute", Role::kUser},
                                      {"GET", "/v1/problems", Role::kAdmin},
                                      {"GET", "/v1/sandboxes/{id}/files", Role::kUser, true}};
    router_.SetAccess(kTable);
    MakeGate(store_.get());
  }
  ~GatekeeperTest() override { std::filesystem::remove_all(folder_); }

  void MakeGate(const TokenStore* tokens) {
    gate_.emplace(
        tokens, boxes_, router_, clock_,
        [this](std::string_view route, int status, std::string_view why) {
          seen_ = std::string(route) + " " + std::to_string(status) + " " + std::string(why);
        },
        &sessions_);
  }

  // The status of the refusal, or 0.
  int Ask(std::string method, std::string path, Headers headers = {}) {
    request_ = {};
    request_.method = std::move(method);
    request_.path = std::move(path);
    request_.headers = std::move(headers);
    answer_ = gate_->Admit(&request_, "10.0.0.3");
    return answer_ ? answer_->status : 0;
  }

  std::string folder_, viewer_, user_, admin_, seen_;
  std::unique_ptr<TokenStore> store_;
  Router router_;
  FakeClock clock_;
  BoxTokens boxes_{clock_};
  LoginSessions sessions_{clock_};
  std::optional<Gatekeeper> gate_;
  HttpRequest request_;
  std::optional<HttpResponse> answer_;
};

TEST_F(GatekeeperTest, ABrowsersSessionIsItsTokens) {
  const std::string secret = *sessions_.Open(store_->Find(user_));
  const std::pair<std::string, std::string> cookie("cookie", "assay_session=" + secret);
  EXPECT_EQ(Ask("GET", "/metrics", {cookie}), 0);
  EXPECT_EQ(request_.caller->name, "ci");
  EXPECT_EQ(request_.Header("x-assay-tenant"), "research");
  EXPECT_EQ(Ask("GET", "/v1/problems", {cookie}), 403);
  EXPECT_EQ(Ask("GET", "/metrics", {{"cookie", "assay_session=x"}}), 401);
  EXPECT_EQ(seen_, "/metrics 401 session");
  EXPECT_EQ(Ask("GET", "/metrics", {cookie, {"x-assay-tenant", "sales"}}), 403);
  clock_.now += LoginSessions::kLife;
  EXPECT_EQ(Ask("GET", "/metrics", {cookie}), 401);
}

TEST_F(GatekeeperTest, ASessionChangesThingsOnlyWithTheHeader) {
  const std::string secret = *sessions_.Open(store_->Find(user_));
  const std::pair<std::string, std::string> cookie("cookie", "assay_session=" + secret);
  EXPECT_EQ(Ask("POST", "/run_code", {cookie}), 403);
  EXPECT_EQ(seen_, "/run_code 403 csrf");
  EXPECT_EQ(Ask("POST", "/run_code", {cookie, {"x-assay-csrf", "1"}}), 0);
  // A token is shown on purpose, whatever cookies come with it.
  EXPECT_EQ(Ask("POST", "/run_code", {cookie, {"x-api-key", user_}}), 0);
}

TEST_F(GatekeeperTest, ASessionEndsWithItsToken) {
  const std::string secret =
      *sessions_.Open(std::make_shared<const Caller>(Caller{"gone", Role::kAdmin, "research"}));
  EXPECT_EQ(Ask("GET", "/metrics", {{"cookie", "assay_session=" + secret}}), 401);
}

TEST_F(GatekeeperTest, TakesASmallLoginFromAnybody) {
  EXPECT_EQ(Ask("POST", "/v1/login", {{"content-length", "100"}}), 0);
  EXPECT_EQ(Ask("POST", "/v1/login", {{"content-length", "101"}}), 401);
  EXPECT_EQ(Ask("POST", "/v1/login", {{"content-length", "1e2"}}), 401);
  EXPECT_EQ(Ask("POST", "/v1/login", {{"transfer-encoding", "chunked"}}), 401);
}

TEST_F(GatekeeperTest, AScriptsRefusalAsksNobodyForAPassword) {
  EXPECT_EQ(Ask("GET", "/metrics", {{"sec-fetch-mode", "cors"}}), 401);
  EXPECT_THAT(answer_->headers[0].second, Not(HasSubstr("Basic")));
  EXPECT_EQ(Ask("GET", "/metrics", {{"sec-fetch-mode", "navigate"}}), 401);
  EXPECT_THAT(answer_->headers[0].second, HasSubstr("Basic"));
}

TEST_F(GatekeeperTest, SaysWhoItLetsIn) {
  EXPECT_EQ(Ask("POST", "/t/" + user_ + "/run_code"), 0);
  ASSERT_NE(request_.caller, nullptr);
  EXPECT_EQ(request_.caller->name, "ci");
  EXPECT_EQ(request_.path, "/run_code");
  EXPECT_EQ(request_.Header("x-assay-tenant"), "research");
}

TEST_F(GatekeeperTest, AsksForATokenUnlessTheRouteIsOpen) {
  EXPECT_EQ(Ask("GET", "/healthz"), 0);
  EXPECT_EQ(Ask("HEAD", "/healthz"), 0);
  EXPECT_EQ(Ask("GET", "/healthz", {{"authorization", "Bearer nobody"}}), 0);
  EXPECT_EQ(request_.caller, nullptr);
  EXPECT_EQ(Ask("GET", "/healthz", {{"content-length", "0"}}), 0);
  EXPECT_EQ(Ask("GET", "/healthz", {{"content-length", "268435456"}}), 401);
  EXPECT_EQ(Ask("GET", "/healthz", {{"transfer-encoding", "chunked"}}), 401);
  EXPECT_EQ(Ask("POST", "/run_code"), 401);
  EXPECT_EQ(seen_, "/run_code 401 missing");
  EXPECT_EQ(answer_->headers[0].first, "www-authenticate");
  EXPECT_THAT(answer_->body, HasSubstr(R"({"detail":")"));
  EXPECT_THAT(answer_->body, HasSubstr(R"("error":{"code":"unauthorized","message":")"));
  EXPECT_EQ(Ask("GET", "/no/such/route"), 401);
  EXPECT_EQ(seen_, "other 401 missing");
  EXPECT_EQ(Ask("GET", "/no/such/route", {{"x-api-key", viewer_}}), 0);
  EXPECT_EQ(Ask("POST", "/api/v2/execute"), 401);
  EXPECT_THAT(answer_->body, HasSubstr(R"({"message":")"));
}

TEST_F(GatekeeperTest, NeverRepeatsAToken) {
  for (const Headers& headers :
       {Headers{{"authorization", "Bearer assay_SECRET"}}, Headers{{"x-api-key", "assay_SECRET"}},
        Headers{{"x-api-key", "assay_SECRET"}, {"authorization", "Bearer " + user_}}}) {
    EXPECT_EQ(Ask("POST", "/run_code", headers), 401);
    EXPECT_THAT(answer_->body, Not(HasSubstr("SECRET")));
  }
  EXPECT_EQ(seen_, "/run_code 401 differ");
  EXPECT_EQ(Ask("POST", "/t/assay_SECRET/run_code"), 401);
  EXPECT_THAT(answer_->body, Not(HasSubstr("SECRET")));
  EXPECT_EQ(seen_, "/run_code 401 unknown");
}

TEST_F(GatekeeperTest, KnowsWhatARoleMay) {
  EXPECT_EQ(Ask("GET", "/metrics", {{"x-api-key", viewer_}}), 0);
  EXPECT_EQ(Ask("POST", "/run_code", {{"x-api-key", viewer_}}), 403);
  EXPECT_EQ(seen_, "/run_code 403 role");
  EXPECT_THAT(answer_->body, HasSubstr("the token 'grafana' has the role 'viewer', and POST "
                                       "/run_code takes 'user'"));
  EXPECT_EQ(Ask("GET", "/v1/problems", {{"x-api-key", user_}}), 403);
  EXPECT_EQ(Ask("HEAD", "/v1/problems", {{"x-api-key", user_}}), 403);
  EXPECT_EQ(Ask("GET", "/v1/problems", {{"x-api-key", admin_}}), 0);
}

TEST_F(GatekeeperTest, LetsNobodySpeakForAnotherTenant) {
  EXPECT_EQ(Ask("POST", "/run_code", {{"x-api-key", user_}, {"x-assay-tenant", "research"}}), 0);
  EXPECT_EQ(Ask("POST", "/run_code", {{"x-api-key", user_}, {"x-assay-tenant", "ops"}}), 403);
  EXPECT_THAT(answer_->body, HasSubstr("X-Assay-Tenant"));
  // Which of several a handler reads must not matter.
  EXPECT_EQ(Ask("POST", "/run_code",
                {{"x-api-key", user_}, {"x-assay-tenant", "research"}, {"x-assay-tenant", "ops"}}),
            403);
  EXPECT_EQ(Ask("POST", "/run_code", {{"x-api-key", user_}, {"x-assay-tenant", " "}}), 0);
  EXPECT_EQ(request_.Header("x-assay-tenant"), "research");
  EXPECT_EQ(Ask("POST", "/run_code",
                {{"x-api-key", user_}, {"x-assay-tenant", ""}, {"x-assay-tenant", "research"}}),
            0);
  EXPECT_EQ(request_.Header("x-assay-tenant"), "research");
  EXPECT_EQ(Ask("POST", "/run_code", {{"x-api-key", admin_}, {"x-assay-tenant", "ops"}}), 0);
  EXPECT_EQ(request_.Header("x-assay-tenant"), "ops");
}

TEST_F(GatekeeperTest, ASandboxTokenOpensThatSandboxAlone) {
  const SteadyTime soon = clock_.now + std::chrono::minutes(5);
  const std::string box = *boxes_.Mint("research", "sb-1", soon);
  const std::string files = "/v1/sandboxes/sb-1/files";
  for (const TokenStore* tokens :
       {static_cast<const TokenStore*>(store_.get()), static_cast<const TokenStore*>(nullptr)}) {
    MakeGate(tokens);
    EXPECT_EQ(Ask("GET", files, {{"authorization", "Bearer " + box}}), 0);
    ASSERT_NE(request_.caller, nullptr);
    EXPECT_EQ(request_.caller->sandbox, "sb-1");
    EXPECT_EQ(request_.Header("x-assay-tenant"), "research");
    // As E2B's clients send it, with a user's name beside it.
    EXPECT_EQ(Ask("GET", files, {{"authorization", "Basic dXNlcjo="}, {"x-access-token", box}}), 0);
    EXPECT_EQ(request_.caller->sandbox, "sb-1");
    EXPECT_EQ(request_.Header("authorization"), "Basic dXNlcjo=") << "the user in the sandbox";
    EXPECT_EQ(request_.Header("x-access-token"), "");
    EXPECT_EQ(Ask("POST", "/run_code", {{"authorization", "Bearer " + box}}), 403);
    EXPECT_EQ(seen_, "/run_code 403 sandbox");
    EXPECT_EQ(Ask("GET", files, {{"x-access-token", "assaybox_SECRET"}}), 401);
    EXPECT_THAT(answer_->body, Not(HasSubstr("SECRET")));
    EXPECT_EQ(
        Ask("GET", files, {{"x-access-token", "assaybox_SECRET"}, {"e2b-sandbox-id", "sb-0"}}),
        502);
    EXPECT_THAT(answer_->body, HasSubstr("was not found"));
    EXPECT_EQ(Ask("GET", files, {{"authorization", "Bearer " + box}, {"x-assay-tenant", "ops"}}),
              403);
  }
  EXPECT_EQ(Ask("POST", "/run_code"), 0) << "nobody is asked";
  clock_.now = soon;
  EXPECT_EQ(Ask("GET", files, {{"authorization", "Bearer " + box}}), 401);
}

TEST_F(GatekeeperTest, ASignedUrlNeedsNoToken) {
  const std::string token = *boxes_.Shared("research", "sb-1");
  router_.Add("POST", "/files", HttpHandler([](auto, auto) {}));
  const std::string query =
      "path=a&signature=" + PercentEncode(UrlSignature("a", "write", "", token, ""));
  for (const TokenStore* tokens :
       {static_cast<const TokenStore*>(store_.get()), static_cast<const TokenStore*>(nullptr)}) {
    MakeGate(tokens);
    request_ = {};
    request_.method = "POST";
    request_.path = "/files";
    request_.query = query;
    request_.headers = {{"content-length", "3"}};
    EXPECT_FALSE(gate_->Admit(&request_, "10.0.0.3").has_value());
    ASSERT_NE(request_.caller, nullptr);
    EXPECT_EQ(request_.caller->sandbox, "sb-1");
    EXPECT_EQ(request_.caller->tenant, "research");
  }
}

TEST_F(GatekeeperTest, OpenRoutesKnowWhoAsks) {
  EXPECT_EQ(Ask("GET", "/healthz", {{"x-api-key", user_}}), 0);
  ASSERT_NE(request_.caller, nullptr);
  EXPECT_EQ(request_.caller->tenant, "research");
  EXPECT_EQ(Ask("GET", "/healthz", {{"x-api-key", "assay_nobody"}}), 0);
  EXPECT_EQ(request_.caller, nullptr);
  EXPECT_EQ(Ask("GET", "/healthz", {{"x-assay-tenant", "ops"}}), 0);
  EXPECT_EQ(request_.Header("x-assay-tenant"), "") << "nobody has shown to speak for it";
  EXPECT_EQ(Ask("GET", "/healthz", {{"x-api-key", user_}, {"x-assay-tenant", "ops"}}), 0);
  EXPECT_EQ(request_.Header("x-assay-tenant"), "");
  // The route isn't meant for it, and open to all.
  const std::string box = *boxes_.Shared("research", "sb-1");
  EXPECT_EQ(Ask("GET", "/healthz", {{"x-access-token", box}}), 0);
  EXPECT_EQ(request_.caller, nullptr);
  // This one is, and who has none may ask, too.
  EXPECT_EQ(Ask("GET", "/health", {{"x-access-token", box}}), 0);
  ASSERT_NE(request_.caller, nullptr);
  EXPECT_EQ(request_.caller->sandbox, "sb-1");
  EXPECT_EQ(request_.caller->tenant, "research");
  EXPECT_EQ(Ask("GET", "/health"), 0);
  EXPECT_EQ(request_.caller, nullptr);
}

TEST(BoxTokens, EndWithTheirSandboxAndWhenTheyAreMany) {
  FakeClock clock;
  BoxTokens tokens(clock);
  const SteadyTime later = clock.now + std::chrono::hours(1);
  const std::string first = *tokens.Mint("a", "sb-1", later);
  const std::string other = *tokens.Mint("b", "sb-2", later);
  for (size_t i = 1; i < BoxTokens::kMostASandbox; ++i)
    EXPECT_TRUE(tokens.Mint("a", "sb-1", later).ok());
  EXPECT_NE(tokens.Find(first), nullptr);
  const std::string last = *tokens.Mint("a", "sb-1", later);
  EXPECT_EQ(tokens.Find(first), nullptr);
  ASSERT_NE(tokens.Find(last), nullptr);
  EXPECT_EQ(tokens.Find(last)->tenant, "a");
  tokens.Forget("sb-1");
  EXPECT_EQ(tokens.Find(last), nullptr);
  EXPECT_NE(tokens.Find(other), nullptr);
  EXPECT_EQ(tokens.Find(""), nullptr);
}

TEST(FailureLog, SaysAnAddressOnceAMinuteAndCounts) {
  FakeClock clock;
  FailureLog log(clock);
  EXPECT_EQ(log.Note("a", "unknown", "/rm"), "refused a request from a for /rm (unknown)");
  EXPECT_EQ(log.Note("a", "unknown", "/rm"), "");
  EXPECT_EQ(log.Note("b", "missing", "other"), "refused a request from b for other (missing)");
  EXPECT_EQ(log.Note("a", "unknown", "/rm"), "");
  clock.now += std::chrono::minutes(1);
  EXPECT_EQ(log.Note("a", "unknown", "/rm"),
            "refused a request from a for /rm (unknown), and 2 others since the last such line");
}

TEST(FailureLog, ManyAddressesDontFillIt) {
  FakeClock clock;
  FailureLog log(clock);
  int lines = 0;
  for (int i = 0; i < 100'000; ++i) {
    lines += log.Note(std::to_string(i), "unknown", "/rm").empty() ? 0 : 1;
  }
  EXPECT_EQ(lines, FailureLog::kMostLinesAMinute);
}

}  // namespace
}  // namespace assay
