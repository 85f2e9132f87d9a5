#include "access/credentials.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

HttpRequest Request(std::string path, std::vector<std::pair<std::string, std::string>> headers) {
  HttpRequest request;
  request.path = std::move(path);
  request.headers = std::move(headers);
  return request;
}

std::string TokenOf(std::vector<std::pair<std::string, std::string>> headers) {
  HttpRequest request = Request("/run_code", std::move(headers));
  return TakeCredentials(&request).token;
}

TEST(Credentials, ComeInEveryWayThatClientsHave) {
  EXPECT_EQ(TokenOf({{"authorization", "Bearer abc"}}), "abc");
  EXPECT_EQ(TokenOf({{"authorization", "  bEaReR   abc "}}), "abc");
  EXPECT_EQ(TokenOf({{"x-api-key", " abc "}}), "abc");
  EXPECT_EQ(TokenOf({{"authorization", "Basic YXNzYXk6YWJj"}}), "abc");  // assay:abc
  EXPECT_EQ(TokenOf({{"authorization", "Basic YWJjOg=="}}), "abc");      // abc:
  EXPECT_EQ(TokenOf({{"authorization", "Basic YWJj"}}), "abc");          // abc
  EXPECT_EQ(TokenOf({{"authorization", "Basic YTpiOmM="}}), "b:c");      // a:b:c
}

TEST(Credentials, OfOtherSchemesAndWithoutContentAreNone) {
  for (const char* value :
       {"", "Bearer", "Bearer ", "abc", "Digest abc", "Basic", "Basic =", "Basic Og=="}) {  // ":"
    EXPECT_EQ(TokenOf({{"authorization", value}}), "") << value;
  }
  EXPECT_EQ(TokenOf({}), "");
  EXPECT_EQ(TokenOf({{"x-api-key", " "}}), "");
}

TEST(Credentials, OfThePathAreTakenOutOfIt) {
  const struct {
    const char *path, *token, *left;
  } kCases[] = {
      {"/t/abc/run_code", "abc", "/run_code"},
      {"/t/abc/v1/problems/00", "abc", "/v1/problems/00"},
      {"/t/abc/run_code/", "abc", "/run_code"},  // a redirection would lose the token
      {"/t/abc//run_code", "abc", "/run_code"},  // base URL + "/run_code"
      {"/t/abc", "abc", "/"},
      {"/t/abc/", "abc", "/"},
      {"/t//run_code", "", "/run_code"},
      {"/t/", "", "/"},
      {"/t", "", "/t"},
      {"/test_program", "", "/test_program"},
      {"/t/abc/t/def/run_code", "abc", "/t/def/run_code"},
  };
  for (const auto& [path, token, left] : kCases) {
    HttpRequest request = Request(path, {});
    EXPECT_EQ(TakeCredentials(&request).token, token) << path;
    EXPECT_EQ(request.path, left) << path;
  }
}

TEST(Credentials, AreGoneFromTheRequestThatHandlersSee) {
  HttpRequest request =
      Request("/t/abc/rm", {{"host", "h"}, {"authorization", "Bearer abc"}, {"x-api-key", "abc"}});
  const Credentials found = TakeCredentials(&request);
  EXPECT_EQ(found.token, "abc");
  EXPECT_FALSE(found.disagree);
  EXPECT_EQ(request.headers, (std::vector<std::pair<std::string, std::string>>{{"host", "h"}}));
}

TEST(Credentials, ThatDifferAreSaidToDiffer) {
  const auto disagree = [](const char* path,
                           std::vector<std::pair<std::string, std::string>> headers) {
    HttpRequest request = Request(path, std::move(headers));
    return TakeCredentials(&request).disagree;
  };
  EXPECT_TRUE(disagree("/rm", {{"authorization", "Bearer a"}, {"authorization", "Bearer b"}}));
  EXPECT_FALSE(disagree("/rm", {{"authorization", "Bearer a"}, {"authorization", "Bearer a"}}));
  EXPECT_TRUE(disagree("/rm", {{"authorization", "Bearer a"}, {"x-api-key", "b"}}));
  EXPECT_TRUE(disagree("/t/a/rm", {{"x-api-key", "b"}}));
  EXPECT_TRUE(disagree("/rm", {{"x-api-key", "a"}, {"x-api-key", "b"}, {"x-api-key", "a"}}));
  EXPECT_FALSE(disagree("/t/a/rm", {{"authorization", "Digest b"}}));
}

}  // namespace
}  // namespace assay
