#include "net/http_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::StartsWith;

TEST(HeadText, NamesEveryStatusThatIsSent) {
  const std::pair<int, const char*> kPhrases[] = {
      {200, "OK"},
      {201, "Created"},
      {202, "Accepted"},
      {204, "No Content"},
      {304, "Not Modified"},
      {307, "Temporary Redirect"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {410, "Gone"},
      {413, "Payload Too Large"},
      {422, "Unprocessable Entity"},
      {429, "Too Many Requests"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {503, "Service Unavailable"},
      {504, "Gateway Timeout"},
  };
  for (const auto& [status, phrase] : kPhrases) {
    HttpResponse response;
    response.status = status;
    const std::string line = "HTTP/1.1 " + std::to_string(status) + " " + phrase + "\r\n";
    EXPECT_THAT(HeadText(response, 0, false, false), StartsWith(line));
    EXPECT_THAT(HeadText(response, std::nullopt, true, false), StartsWith(line));
  }
}

TEST(HeadText, KeepsNamesValuesAndOrder) {
  HttpResponse response;
  response.status = 429;
  response.headers = {{"retry-after", "3"}, {"allow", "GET"}, {"allow", "PUT"}};
  EXPECT_EQ(HeadText(response, 12, false, true),
            "HTTP/1.1 429 Too Many Requests\r\nserver: assay\r\n"
            "content-type: application/json\r\nretry-after: 3\r\nallow: GET\r\nallow: PUT\r\n"
            "content-length: 12\r\nconnection: close\r\n\r\n");
  response.status = 200;
  response.headers.clear();
  response.content_type.clear();
  EXPECT_EQ(HeadText(response, std::nullopt, true, false),
            "HTTP/1.1 200 OK\r\nserver: assay\r\ntransfer-encoding: chunked\r\n"
            "connection: keep-alive\r\n\r\n");
}

TEST(ContinueText, IsAStatusLineAlone) {
  EXPECT_EQ(ContinueText(), "HTTP/1.1 100 Continue\r\n\r\n");
}

TEST(ChunkHead, CountsInHexadecimal) {
  EXPECT_EQ(ChunkHead(1), "1\r\n");
  EXPECT_EQ(ChunkHead(0xabc0), "abc0\r\n");
  EXPECT_EQ(LastChunk(), "0\r\n\r\n");
}

TEST(SplitTarget, DecodesThePathAndKeepsTheQuery) {
  HttpRequest request;
  SplitTarget("http://host:1/a%20b%zz%4?x=%20", &request);
  EXPECT_EQ(request.path, "/a b%zz%4");
  EXPECT_EQ(request.query, "x=%20");
  SplitTarget("http://host", &request);
  EXPECT_EQ(request.path, "/");
  EXPECT_EQ(request.query, "");
}

}  // namespace
}  // namespace assay
