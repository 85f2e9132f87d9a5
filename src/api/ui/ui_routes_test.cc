// The page is served with its types, policies and validators, to browsers and to others.
#include "api/ui/ui_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/testing.h"
#include "api/ui/page_pack.h"
#include "ui_embedded.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string HeaderOf(const CapturedReply& reply, std::string_view name) {
  for (const auto& [key, value] : reply.response.headers) {
    if (key == name) return value;
  }
  return "";
}

// The first asset of that kind.
std::string Asset(std::string_view ending) {
  for (const PackedFile& file : ReadPagePack(Embedded_assay_ui_zip())) {
    if (file.name.starts_with("assets/") && file.name.ends_with(ending)) return "/ui/" + file.name;
  }
  return "";
}

TEST(Ui, LeadsBrowsersToThePageAndTellsOthersWhatThisIs) {
  ApiFixture api;
  const auto browser = api.Call("GET", "/", "", {{"accept", "text/html,*/*;q=0.8"}});
  EXPECT_EQ(browser->response.status, 307);
  EXPECT_EQ(HeaderOf(*browser, "location"), "ui/");
  for (const char* accept : {"", "*/*", "application/json", "text/html;q=0, */*"}) {
    const auto other = api.Call("GET", "/", "", {{"accept", accept}});
    EXPECT_EQ(other->response.status, 200) << accept;
    EXPECT_THAT(other->response.body, HasSubstr("openapi.json"));
    EXPECT_EQ(HeaderOf(*other, "vary"), "accept");
  }
  const auto bare = api.Call("GET", "/ui");
  EXPECT_EQ(bare->response.status, 307);
  EXPECT_EQ(HeaderOf(*bare, "location"), "ui/");
}

TEST(Ui, LetsThePageLoadNothingFromElsewhere) {
  ApiFixture api;
  for (const std::string& path :
       {std::string("/ui/"), Asset(".js"), Asset(".css"), Asset(".svg")}) {
    const auto reply = api.Call("GET", path);
    ASSERT_EQ(reply->response.status, 200) << path;
    const std::string policy = HeaderOf(*reply, "content-security-policy");
    EXPECT_THAT(policy, HasSubstr("default-src 'self';"));
    EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(policy, HasSubstr("require-trusted-types-for 'script'"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
    EXPECT_EQ(HeaderOf(*reply, "x-content-type-options"), "nosniff");
    EXPECT_EQ(HeaderOf(*reply, "referrer-policy"), "no-referrer");
  }
  const auto page = api.Call("GET", "/ui/")->response.body;
  EXPECT_THAT(page, Not(HasSubstr("://")));
  EXPECT_THAT(page, HasSubstr("./assets/"));
}

TEST(Ui, SendsWhatTheClientTakes) {
  ApiFixture api;
  const std::string script = Asset(".js");
  const auto plain = api.Call("GET", script);
  EXPECT_EQ(plain->response.content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(HeaderOf(*plain, "content-encoding"), "");
  EXPECT_EQ(HeaderOf(*plain, "cache-control"), "public, max-age=31536000, immutable");
  const auto gzip = api.Call("GET", script, "", {{"accept-encoding", "gzip, br"}});
  EXPECT_EQ(HeaderOf(*gzip, "content-encoding"), "gzip");
  EXPECT_EQ(HeaderOf(*gzip, "vary"), "accept-encoding");
  EXPECT_LT(gzip->response.body.size(), plain->response.body.size());
  EXPECT_NE(HeaderOf(*gzip, "etag"), HeaderOf(*plain, "etag"));
  const auto refused = api.Call("GET", script, "", {{"accept-encoding", "gzip;q=0"}});
  EXPECT_EQ(HeaderOf(*refused, "content-encoding"), "");
}

TEST(Ui, SendsNothingThatTheClientHas) {
  ApiFixture api;
  const auto first = api.Call("GET", "/ui/");
  EXPECT_EQ(first->response.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(HeaderOf(*first, "cache-control"), "no-cache");
  const auto again = api.Call("GET", "/ui/", "", {{"if-none-match", HeaderOf(*first, "etag")}});
  EXPECT_EQ(again->response.status, 304);
  EXPECT_EQ(again->response.body, "");
  EXPECT_EQ(api.Call("GET", "/ui/", "", {{"if-none-match", "\"other\""}})->response.status, 200);
}

TEST(Ui, HasNoOtherFiles) {
  ApiFixture api;
  for (const char* path : {"/ui/gone.js", "/ui/../openapi.json", "/ui/assets/", "/ui/assets"}) {
    EXPECT_EQ(api.Call("GET", path)->response.status, 404) << path;
  }
}

TEST(Ui, CanBeOff) {
  ApiOptions options;
  options.ui = false;
  ApiFixture api(std::move(options));
  const auto page = api.Call("GET", "/ui/");
  EXPECT_EQ(page->response.status, 404);
  EXPECT_THAT(page->response.body, HasSubstr("--ui off"));
  EXPECT_EQ(api.Call("GET", "/", "", {{"accept", "text/html"}})->response.status, 200);
}

}  // namespace
}  // namespace assay
