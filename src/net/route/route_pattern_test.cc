#include "net/route/route_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/router.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::Optional;

TEST(RoutePattern, TakesOnePartForEachParameter) {
  const RoutePattern files("/v1/sandboxes/{id}/files");
  EXPECT_THAT(files.Match("/v1/sandboxes/sb-1/files"), Optional(ElementsAre("sb-1")));
  EXPECT_THAT(files.Match("/v1/sandboxes//files"), Eq(std::nullopt));
  EXPECT_THAT(files.Match("/v1/sandboxes/a/b/files"), Eq(std::nullopt));
  EXPECT_THAT(files.Match("/v1/sandboxes/a/files/"), Eq(std::nullopt));
  EXPECT_THAT(files.Match("/v1/sandboxes/a"), Eq(std::nullopt));
  EXPECT_THAT(files.Match(""), Eq(std::nullopt));
  const RoutePattern last("/v1/problems/{sha256}");
  EXPECT_THAT(last.Match("/v1/problems/abc"), Optional(ElementsAre("abc")));
  EXPECT_THAT(last.Match("/v1/problems/"), Eq(std::nullopt));
}

TEST(RoutePattern, TheRestIsAllThatFollows) {
  const RoutePattern port("/v1/sandboxes/{id}/ports/{port}/{rest...}");
  EXPECT_THAT(port.Match("/v1/sandboxes/a/ports/80/x/y/"),
              Optional(ElementsAre("a", "80", "x/y/")));
  EXPECT_THAT(port.Match("/v1/sandboxes/a/ports/80/"), Optional(ElementsAre("a", "80", "")));
  EXPECT_THAT(port.Match("/v1/sandboxes/a/ports/80"), Optional(ElementsAre("a", "80", "")));
  EXPECT_THAT(port.Match("/v1/sandboxes/a/ports"), Eq(std::nullopt));
}

class RouterTest : public ::testing::Test {
 protected:
  class Answer final : public HttpReply {
   public:
    void Send(HttpResponse answer) override { response = std::move(answer); }
    void Begin(HttpResponse) override {}
    void Write(std::string) override {}
    void End() override {}
    void OnDisconnect(std::function<void()>) override {}
    HttpResponse response;
  };

  // Answers with the route and its parameters.
  void Add(const std::string& method, const std::string& path) {
    router_.Add(method, path, [path](auto, const std::vector<std::string>& parameters, auto reply) {
      HttpResponse response;
      response.body = path;
      for (const std::string& parameter : parameters) response.body += " " + parameter;
      reply->Send(std::move(response));
    });
  }
  std::string Ask(const std::string& method, const std::string& path,
                  std::shared_ptr<const Caller> caller = nullptr) {
    auto request = std::make_shared<HttpRequest>();
    request->method = method;
    request->path = path;
    request->caller = std::move(caller);
    auto answer = std::make_shared<Answer>();
    router_.Handle(request, answer);
    return answer->response.status == 200 ? answer->response.body
                                          : std::to_string(answer->response.status);
  }

  Router router_;
};

TEST_F(RouterTest, TheMoreExactRouteTakesIt) {
  Add("GET", "/{a}/{b}/c");
  Add("GET", "/x/{b}/c");
  Add("GET", "/x/{rest...}");
  router_.Add("GET", "/x/y/c", [](auto, auto reply) {
    HttpResponse response;
    response.body = "exact";
    reply->Send(std::move(response));
  });
  EXPECT_EQ(Ask("GET", "/x/y/c"), "exact");
  EXPECT_EQ(Ask("GET", "/x/z/c"), "/x/{b}/c z");
  EXPECT_EQ(Ask("GET", "/w/z/c"), "/{a}/{b}/c w z");
  EXPECT_EQ(Ask("GET", "/x/z/d"), "/x/{rest...} z/d");
  EXPECT_EQ(Ask("GET", "/w/z/d"), "404");
  EXPECT_EQ(Ask("POST", "/x/z/c"), "405");
}

TEST_F(RouterTest, AStarTakesEveryMethod) {
  Add("*", "/ports/{port}/{rest...}");
  for (const char* method : {"GET", "HEAD", "PATCH", "DELETE"}) {
    EXPECT_EQ(Ask(method, "/ports/80/a"), "/ports/{port}/{rest...} 80 a") << method;
  }
}

TEST_F(RouterTest, ABoxTokenOpensOnlyWhatIsMeantForIt) {
  Add("GET", "/box/{id}");
  Add("GET", "/verify");
  Add("*", "/open/{id}/{rest...}");
  constexpr RouteAccess kTable[] = {{"GET", "/box/{id}", Role::kUser, true},
                                    {"GET", "/verify", Role::kUser},
                                    {"*", "/open/{id}/{rest...}", Role::kUser, true}};
  router_.SetAccess(kTable);
  const auto box = std::make_shared<const Caller>(Caller{"sb-1", Role::kUser, "research", "sb-1"});
  const auto user = std::make_shared<const Caller>(Caller{"ci", Role::kUser, "research"});
  EXPECT_EQ(Ask("GET", "/box/sb-1", box), "/box/{id} sb-1");
  EXPECT_EQ(Ask("GET", "/open/sb-1/x", box), "/open/{id}/{rest...} sb-1 x");
  EXPECT_EQ(Ask("GET", "/verify", box), "403");
  EXPECT_EQ(Ask("GET", "/verify", user), "/verify");
  EXPECT_EQ(router_.LeastRole("PATCH", "/open/a/b"), Role::kUser);
}

}  // namespace
}  // namespace assay
