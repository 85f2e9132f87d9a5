#include "net/site_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::HasSubstr;
using Headers = std::vector<std::pair<std::string, std::string>>;

bool Passes(const SiteGuard& guard, Headers headers) {
  HttpRequest request;
  request.headers = std::move(headers);
  return !guard.WhyRefused(request).has_value();
}

const SiteGuard kLocal(true, "127.0.0.1", {});
const SiteGuard kOpen(false, "0.0.0.0", {});

TEST(SiteGuard, ProgramsThatAreNoBrowsersPass) {
  for (const SiteGuard* guard : {&kLocal, &kOpen}) {
    EXPECT_TRUE(Passes(*guard, {}));
    EXPECT_TRUE(Passes(*guard, {{"host", "localhost:8080"}}));
    EXPECT_TRUE(Passes(*guard, {{"host", "127.0.0.1:8080"}, {"user-agent", "curl/7.88"}}));
  }
  EXPECT_TRUE(Passes(kOpen, {{"host", "judge.example:8080"}}));
}

TEST(SiteGuard, PagesOfOtherSitesAreRefused) {
  for (const SiteGuard* guard : {&kLocal, &kOpen}) {
    for (const char* site : {"cross-site", "same-site", "Cross-Site", "something-new"}) {
      EXPECT_FALSE(Passes(*guard, {{"host", "localhost"}, {"sec-fetch-site", site}})) << site;
    }
    for (const char* origin : {"https://evil.example", "null", "http://localhost:3000",
                               "https://localhost:8080.evil.example", "http://localhost"}) {
      EXPECT_FALSE(Passes(*guard, {{"host", "localhost:8080"}, {"origin", origin}})) << origin;
    }
  }
}

TEST(SiteGuard, PagesOfThisServerPass) {
  EXPECT_TRUE(Passes(kLocal, {{"host", "localhost:8080"}, {"origin", "http://localhost:8080"}}));
  EXPECT_TRUE(Passes(kLocal, {{"host", "[::1]:8080"}, {"origin", "http://[::1]:8080"}}));
  EXPECT_TRUE(Passes(kLocal, {{"host", "localhost"}, {"origin", "http://LocalHost:80"}}));
  EXPECT_TRUE(Passes(kOpen, {{"host", "judge.example"}, {"origin", "https://judge.example"}}));
  // Behind a proxy that changes Host the browser's own word counts.
  EXPECT_TRUE(Passes(kOpen, {{"host", "10.0.0.1:8080"},
                             {"origin", "https://judge.example"},
                             {"sec-fetch-site", "same-origin"}}));
  // An address that was typed in.
  EXPECT_TRUE(Passes(kLocal, {{"host", "localhost:8080"}, {"sec-fetch-site", "none"}}));
}

TEST(SiteGuard, ALinkToThePageMayBeFollowed) {
  const auto follows = [](std::string method, std::string path, std::string dest,
                          std::string mode = "navigate", std::string host = "localhost") {
    HttpRequest request;
    request.method = std::move(method);
    request.path = std::move(path);
    request.headers = {{"host", std::move(host)},
                       {"sec-fetch-site", "cross-site"},
                       {"sec-fetch-mode", std::move(mode)},
                       {"sec-fetch-dest", std::move(dest)}};
    return !kLocal.WhyRefused(request).has_value();
  };
  for (const char* path : {"/", "/ui", "/ui/", "/ui/assets/index.js"}) {
    EXPECT_TRUE(follows("GET", path, "document")) << path;
    EXPECT_FALSE(follows("GET", path, "iframe")) << path;
    EXPECT_FALSE(follows("GET", path, "script", "no-cors")) << path;
    EXPECT_FALSE(follows("POST", path, "document")) << path;
    EXPECT_FALSE(follows("GET", path, "document", "navigate", "evil.example")) << path;
  }
  for (const char* path : {"/v1/info", "/uix", "/run_code", "/metrics"}) {
    EXPECT_FALSE(follows("GET", path, "document")) << path;
  }
}

TEST(SiteGuard, ALocalListenerHasLocalNamesOnly) {
  for (const char* host : {"localhost", "LOCALHOST:1", "localhost.", "a.localhost:80", "127.0.0.1",
                           "127.1.2.3:8080", "[::1]", "[::1]:8080"}) {
    EXPECT_TRUE(Passes(kLocal, {{"host", host}})) << host;
  }
  for (const char* host : {"evil.example", "evil.example:8080", "localhost.evil.example",
                           "127.0.0.1.evil.example", "notlocalhost", "10.0.0.1", "", "[::2]"}) {
    EXPECT_FALSE(Passes(kLocal, {{"host", host}, {"origin", "http://" + std::string(host)}}))
        << host;
  }
  // Each of several counts.
  EXPECT_FALSE(Passes(kLocal, {{"host", "localhost"}, {"host", "evil.example"}}));
}

TEST(SiteGuard, AllowedHostsAreAccepted) {
  const SiteGuard local(true, "judge", {"Proxy.Example"});
  EXPECT_TRUE(Passes(local, {{"host", "proxy.example:80"}}));
  EXPECT_TRUE(Passes(local, {{"host", "judge:80"}}));
  EXPECT_TRUE(Passes(local, {{"host", "localhost"}}));
  EXPECT_FALSE(Passes(local, {{"host", "evil.example"}}));
  const SiteGuard open(false, "0.0.0.0", {"judge.example"});
  EXPECT_TRUE(Passes(open, {{"host", "judge.example:8080"}}));
  EXPECT_TRUE(Passes(open, {{"host", "10.1.2.3:8080"}}));  // a health check; nobody's name
  EXPECT_FALSE(Passes(open, {{"host", "evil.example"}}));
  EXPECT_TRUE(Passes(SiteGuard(true, "::1", {"*"}), {{"host", "evil.example"}}));
}

TEST(SiteGuard, UnderTlsAPageWithoutItIsAnotherSites) {
  const auto from = [](const char* origin) {
    return std::vector<std::pair<std::string, std::string>>{{"host", "judge.example"},
                                                            {"origin", origin}};
  };
  const SiteGuard plain(false, "0.0.0.0", {"judge.example"});
  const SiteGuard tls(false, "0.0.0.0", {"judge.example"}, true, true);
  EXPECT_TRUE(Passes(plain, from("http://judge.example")));
  EXPECT_TRUE(Passes(plain, from("https://judge.example"))) << "a front may speak TLS";
  EXPECT_FALSE(Passes(tls, from("http://judge.example")));
  EXPECT_TRUE(Passes(tls, from("https://judge.example")));
}

TEST(SiteGuard, AServerThatAsksNobodyTakesNothingFromPagesByNamesItDoesNotKnow) {
  const SiteGuard open(false, "0.0.0.0", {}, false);
  EXPECT_FALSE(Passes(open, {{"host", "evil.example"}, {"origin", "http://evil.example"}}));
  EXPECT_TRUE(Passes(open, {{"host", "judge.example"}}));  // a program
  EXPECT_TRUE(Passes(open, {{"host", "10.0.0.1:80"}, {"origin", "http://10.0.0.1"}}));
  EXPECT_TRUE(Passes(open, {{"host", "localhost:1"}, {"origin", "http://localhost:1"}}));
  const SiteGuard named(false, "0.0.0.0", {"judge.example"}, false);
  EXPECT_TRUE(Passes(named, {{"host", "judge.example"}, {"origin", "http://judge.example"}}));
}

TEST(SiteGuard, SaysWhatToDo) {
  HttpRequest request;
  request.headers = {{"host", "judge.example:8080"}};
  EXPECT_THAT(*kLocal.WhyRefused(request), HasSubstr("--allowed-hosts 'judge.example'"));
  const HttpResponse response = SiteGuard::Refusal(*kLocal.WhyRefused(request));
  EXPECT_EQ(response.status, 403);
  EXPECT_THAT(response.body, HasSubstr("judge.example"));
}

}  // namespace
}  // namespace assay
