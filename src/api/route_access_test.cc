// Every route has a decision who may use it, the document says the same, and the router holds to it
// whoever hands a request over.
#include "api/route_access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "api/testing.h"
#include "api_embedded.h"
#include "base/text.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

using Route = std::pair<std::string, std::string>;

std::set<Route> RoutesOf(std::optional<Role> least) {
  std::set<Route> routes;
  for (const RouteAccess& row : RouteAccessTable()) {
    if (row.least == least) routes.emplace(row.method, row.path);
  }
  return routes;
}

TEST(RouteAccess, HasOneRowForEachRouteThereIs) {
  ApiFixture api;
  std::multiset<Route> decided;
  for (const RouteAccess& row : RouteAccessTable()) decided.emplace(row.method, row.path);
  std::multiset<Route> routed;
  for (const auto& [path, methods] : api.router.routes()) {
    for (const auto& [method, handler] : methods) routed.emplace(method, path);
  }
  EXPECT_EQ(decided, routed);
}

TEST(RouteAccess, OpensNothingButProbesTheDocumentAndWhatWasGivenAway) {
  EXPECT_THAT(RoutesOf(std::nullopt),
              UnorderedElementsAre(
                  Route("GET", "/"), Route("GET", "/health"), Route("GET", "/healthz"),
                  Route("GET", "/openapi.json"), Route("GET", "/readyz"), Route("GET", "/v1/ping"),
                  Route("GET", "/ui/{file...}"), Route("*", "/exposed/{key}/{rest...}"),
                  Route("POST", "/v1/login"), Route("POST", "/v1/logout")));
  for (const auto& [method, path] : RoutesOf(Role::kViewer)) EXPECT_EQ(method, "GET") << path;
  EXPECT_THAT(RoutesOf(Role::kAdmin),
              UnorderedElementsAre(Route("GET", "/v1/problems"), Route("GET", "/v1/admin/config"),
                                   Route("GET", "/v1/logs"), Route("POST", "/v1/admin/drain"),
                                   Route("POST", "/v1/admin/undrain")));
}

TEST(RouteAccess, IsWhatTheDocumentSays) {
  JsonError error;
  const auto document = JsonDocument::Parse(Embedded_openapi_json(), &error);
  ASSERT_TRUE(document) << error.message;
  for (const RouteAccess& row : RouteAccessTable()) {
    const JsonValue operation = document->root().Find("paths").Find(row.path).Find(
        row.method == "*" ? "x-any-method" : AsciiLower(row.method));
    ASSERT_TRUE(operation) << row.path;
    const JsonValue role = operation.Find("x-role");
    if (row.least) {
      ASSERT_TRUE(role.Is(JsonType::kString)) << row.path;
      EXPECT_EQ(role.String(), kRoleNames.NameOf(*row.least)) << row.path;
      EXPECT_TRUE(operation.Find("responses").Find("401")) << row.path;
    } else {
      EXPECT_FALSE(role) << row.path;
      EXPECT_EQ(operation.Find("security").raw(), "[]") << row.path;
    }
  }
}

std::shared_ptr<CapturedReply> Ask(ApiFixture& api, Role role, std::string method, std::string path,
                                   std::string body = "") {
  auto request = std::make_shared<HttpRequest>();
  request->method = std::move(method);
  request->path = std::move(path);
  request->body = std::move(body);
  request->caller = std::make_shared<const Caller>(Caller{"ci", role, "research"});
  auto reply = std::make_shared<CapturedReply>();
  api.router.Handle(request, reply);
  return reply;
}

TEST(RouteAccess, HoldsForACallerWhoeverHandsTheRequestOver) {
  ApiFixture api;
  EXPECT_EQ(Ask(api, Role::kViewer, "POST", "/v1/verify", "{}")->response.status, 403);
  EXPECT_EQ(Ask(api, Role::kUser, "GET", "/v1/problems")->response.status, 403);
  EXPECT_EQ(Ask(api, Role::kUser, "HEAD", "/v1/problems")->response.status, 403);
  EXPECT_EQ(Ask(api, Role::kAdmin, "GET", "/v1/problems")->response.status, 200);
  EXPECT_EQ(Ask(api, Role::kViewer, "GET", "/healthz")->response.status, 200);
  EXPECT_EQ(Ask(api, Role::kViewer, "DELETE", "/v1/verify")->response.status, 405);
  EXPECT_EQ(api.Call("GET", "/v1/problems")->response.status, 200);  // nobody is asked
}

TEST(RouteAccess, LabelsWithTheCallersTenantAndRefusesAnother) {
  ApiFixture api;
  const std::string run = R"("code":"1","language":"python","problem":{"mode":"run"})";
  EXPECT_EQ(Ask(api, Role::kUser, "POST", "/v1/verify", "{" + run + "}")->ends, 0);
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  EXPECT_EQ(api.sink.submissions[0].origin.tenant, "research");
  const auto reply =
      Ask(api, Role::kUser, "POST", "/v1/verify", "{" + run + R"(,"origin":{"tenant":"sales"}})");
  EXPECT_EQ(reply->response.status, 403);
  EXPECT_THAT(reply->response.body, HasSubstr(R"("field":"origin.tenant")"));
  EXPECT_EQ(api.sink.submissions.size(), 1u);
  Ask(api, Role::kAdmin, "POST", "/v1/verify", "{" + run + R"(,"origin":{"tenant":"sales"}})");
  ASSERT_EQ(api.sink.submissions.size(), 2u);
  EXPECT_EQ(api.sink.submissions[1].origin.tenant, "sales");
  for (auto& done : api.sink.waiting) done(SubmissionResult{});
}

}  // namespace
}  // namespace assay
