#include "access/login_sessions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class TestClock final : public Clock {
 public:
  SteadyTime Now() const override { return now; }
  SteadyTime now{std::chrono::hours(1)};
};

std::shared_ptr<const Caller> Named(const std::string& name) {
  return std::make_shared<const Caller>(Caller{name, Role::kUser, "t"});
}

HttpRequest WithCookies(std::vector<std::string> cookies) {
  HttpRequest request;
  for (std::string& cookie : cookies) request.headers.emplace_back("cookie", std::move(cookie));
  return request;
}

TEST(LoginSessions, KnowsWhoHasLoggedInUntilTheEnd) {
  TestClock clock;
  LoginSessions sessions(clock);
  const std::string secret = *sessions.Open(Named("a"));
  EXPECT_EQ(sessions.Find(secret)->name, "a");
  EXPECT_EQ(sessions.Find(""), nullptr);
  EXPECT_EQ(sessions.Find(secret + "x"), nullptr);
  EXPECT_NE(*sessions.Open(Named("a")), secret);
  clock.now += LoginSessions::kLife;
  EXPECT_EQ(sessions.Find(secret), nullptr);
}

TEST(LoginSessions, EndsWithALogout) {
  TestClock clock;
  LoginSessions sessions(clock);
  const std::string secret = *sessions.Open(Named("a"));
  sessions.Close("other");
  EXPECT_NE(sessions.Find(secret), nullptr);
  sessions.Close(secret);
  EXPECT_EQ(sessions.Find(secret), nullptr);
}

TEST(LoginSessions, AreBoundedForEachAndForAll) {
  TestClock clock;
  LoginSessions sessions(clock);
  const std::string other = *sessions.Open(Named("other"));
  std::vector<std::string> own;
  for (size_t i = 0; i < LoginSessions::kMostOfOne; ++i) own.push_back(*sessions.Open(Named("a")));
  EXPECT_NE(sessions.Find(own[0]), nullptr);  // used now
  ASSERT_TRUE(sessions.Open(Named("a")).ok());
  EXPECT_NE(sessions.Find(own[0]), nullptr);
  EXPECT_EQ(sessions.Find(own[1]), nullptr);  // the one used longest ago
  EXPECT_NE(sessions.Find(other), nullptr);
  for (size_t i = 0; i < 2 * LoginSessions::kMost; ++i) {
    ASSERT_TRUE(sessions.Open(Named(std::to_string(i))).ok());
  }
  EXPECT_EQ(sessions.size(), static_cast<int64_t>(LoginSessions::kMost));
}

TEST(SessionCookie, IsFoundAmongOthers) {
  EXPECT_EQ(SessionSecretOf(WithCookies({"a=b; assay_session=S; c=d"})), "S");
  EXPECT_EQ(SessionSecretOf(WithCookies({"a=b", "assay_session=S"})), "S");
  EXPECT_EQ(SessionSecretOf(WithCookies({"xassay_session=S", "assay_session"})), "");
  EXPECT_EQ(SessionSecretOf(WithCookies({"assay_session=S; assay_session=T"})), "");
  EXPECT_EQ(SessionSecretOf(HttpRequest()), "");
}

TEST(SessionCookie, IsForThisSiteAndNoScript) {
  const std::string plain = SessionCookie("S", false);
  EXPECT_THAT(plain,
              HasSubstr("assay_session=S; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"));
  EXPECT_THAT(plain, Not(HasSubstr("Secure")));
  EXPECT_THAT(SessionCookie("S", true), HasSubstr("; Secure"));
  EXPECT_THAT(EndedSessionCookie(false), HasSubstr("assay_session=; Path=/; Max-Age=0"));
}

}  // namespace
}  // namespace assay
