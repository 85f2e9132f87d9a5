#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "shadow/log/exchange_line.h"
#include "shadow/log/read_log.h"

namespace assay::shadow {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

Exchange Sample() {
  Exchange exchange;
  exchange.arrived_unix_ms = 1'700'000'000'123;
  exchange.seconds = 0.25;
  exchange.method = "POST";
  exchange.target = "/rm?reply=object&key=hunter2";
  exchange.request_headers = {{"Content-Type", "application/json"},
                              {"Authorization", "Bearer hunter2"},
                              {"Cookie", "s=hunter2"},
                              {"X-Api-Key", "hunter2"},
                              {"X-Assay-Step", "7"}};
  exchange.request_body = "{\"a\": \"ü\"}\n";
  exchange.status = 200;
  exchange.reply_headers = {{"Set-Cookie", "s=hunter2"}, {"content-encoding", "gzip"}};
  exchange.reply_body = std::string("\x1f\x8b\x00\xff", 4);
  return exchange;
}

std::string FileWith(const std::string& text) {
  std::string path = ::testing::TempDir() + "exchange_log";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

Result<std::vector<Exchange>> ReadAll(const std::string& text) {
  std::vector<Exchange> exchanges;
  const Status read = ReadLog(FileWith(text), [&](Exchange exchange) {
    exchanges.push_back(std::move(exchange));
    return Status();
  });
  if (!read.ok()) return read.error();
  return exchanges;
}

TEST(ExchangeLine, IsReadAsItWasWritten) {
  const Exchange sample = Sample();
  const auto read = ReadAll(ExchangeLine(sample) + "\n" + ExchangeLine(sample) + "\n");
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_THAT(*read, SizeIs(2));
  const Exchange& back = (*read)[1];
  EXPECT_EQ(back.arrived_unix_ms, sample.arrived_unix_ms);
  EXPECT_EQ(back.seconds, sample.seconds);
  EXPECT_EQ(back.method, "POST");
  EXPECT_EQ(back.request_body, sample.request_body);
  EXPECT_EQ(back.status, 200);
  EXPECT_EQ(back.reply_body, sample.reply_body);
  EXPECT_EQ(*FindHeader(back.request_headers, "x-assay-step"), "7");
  EXPECT_EQ(*FindHeader(back.reply_headers, "Content-Encoding"), "gzip");
  EXPECT_EQ(back.fault, "");
}

TEST(ExchangeLine, HoldsNoSecrets) {
  const std::string line = ExchangeLine(Sample());
  EXPECT_THAT(line, Not(HasSubstr("hunter2")));
  EXPECT_EQ(WithoutSecrets("/rm?reply=object&key=hunter2&score=share"),
            "/rm?reply=object&key&score=share");
  EXPECT_EQ(WithoutSecrets("/rm"), "/rm");
  EXPECT_EQ(WithoutSecrets("/t/hunter2/rm?key=a"), "/rm?key");
  EXPECT_EQ(WithoutSecrets("/t/hunter2"), "");
}

TEST(ReadLog, NamesWhatIsWrong) {
  const auto message = [](const std::string& text) {
    const auto read = ReadAll(text);
    return read.ok() ? std::string("read") : read.error().message;
  };
  EXPECT_THAT(message(R"({"target":"/rm","status":200})"), HasSubstr("method: is missing"));
  EXPECT_THAT(message(R"({"method":"POST","target":"/rm"})"), HasSubstr("status: must be"));
  EXPECT_THAT(message(R"({"method":"POST","target":"/rm","status":200,"request_body":{}})"),
              HasSubstr("request_body: must be a text"));
  EXPECT_THAT(message(R"({"method":"POST","target":"/rm","status":200,"reply_body_base64":"Q"})"),
              HasSubstr("reply_body_base64"));
  EXPECT_THAT(message(R"({"method":"POST","target":"/rm","status":1,"reply_headers":{"a":"b"}})"),
              HasSubstr("reply_headers: must be a list of pairs"));
  EXPECT_THAT(message(R"({"log": {"entries": 3}})"), HasSubstr("log.entries: must be a list"));
  EXPECT_THAT(message(R"({"log": {"entries": [{"request": {}}]}})"),
              HasSubstr("log.entries[0].request.method"));
  const auto none = ReadLog("/no/such/log", [](Exchange) { return Status(); });
  EXPECT_THAT(none.error().message, HasSubstr("/no/such/log"));
}

TEST(ReadLog, AnExchangeWithoutAReplyHasAFault) {
  const auto read = ReadAll(R"({"method":"POST","target":"/rm","status":0})");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)[0].fault, "there is no reply");
}

TEST(ReadLog, HarOfABrowserAndOfAProxy) {
  const auto read = ReadAll(R"({
    "log": {"version": "1.2", "creator": {"name": "x"}, "entries": [
      {"startedDateTime": "2026-11-22T13:00:00.250+01:00", "time": 120.5,
       "request": {"method": "POST", "url": "http://10.0.0.1:8080/run_code?x=1#y",
         "headers": [{"name": "Content-Type", "value": "application/json"}],
         "postData": {"mimeType": "application/json", "text": "{\"code\": \"1\"}"}},
       "response": {"status": 200, "headers": [{"name": "Content-Encoding", "value": "gzip"}],
         "content": {"size": 2, "text": "{}"}}},
      {"startedDateTime": "2026-11-22T12:00:00Z", "time": -1,
       "request": {"method": "GET", "url": "https://h"},
       "response": {"status": 200, "content": {"size": 3, "text": "AAH/", "encoding": "base64"}}},
      {"request": {"method": "POST", "url": "http://h/rm"},
       "response": {"status": 200, "content": {"size": 9}}},
      {"request": {"method": "POST", "url": "http://h/rm"}, "response": {"status": 0}}
    ]}})");
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_THAT(*read, SizeIs(4));
  const Exchange& first = (*read)[0];
  EXPECT_EQ(first.target, "/run_code?x=1");
  EXPECT_EQ(first.request_body, R"({"code": "1"})");
  EXPECT_EQ(first.reply_body, "{}");
  EXPECT_DOUBLE_EQ(first.seconds, 0.1205);
  EXPECT_EQ(first.arrived_unix_ms, 1'795'348'800'250);
  EXPECT_EQ(FindHeader(first.reply_headers, "content-encoding"), nullptr);
  EXPECT_EQ((*read)[1].target, "/");
  EXPECT_EQ((*read)[1].reply_body, std::string("\x00\x01\xff", 3));
  EXPECT_LT((*read)[1].seconds, 0);
  EXPECT_THAT((*read)[2].fault, HasSubstr("doesn't hold the reply's body"));
  EXPECT_EQ((*read)[3].fault, "there is no reply");
}

}  // namespace
}  // namespace assay::shadow
