#include "apps/ask/verify_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace assay {
namespace {

using ::testing::HasSubstr;

TEST(MakeRemoteClient, ChecksTheUrl) {
  for (const char* url : {"http://127.0.0.1:8080", "http://localhost", "http://[::1]:80/",
                          "http://node-3.example:1/", "https://a", "https://a:8443/"}) {
    EXPECT_TRUE(MakeRemoteClient(url, "").ok()) << url;
  }
  for (const char* url :
       {"ftp://a", "a:80", "http://", "http://:80", "http://a:b", "http://a/b", "http://a?b"}) {
    const auto client = MakeRemoteClient(url, "");
    ASSERT_FALSE(client.ok()) << url;
    EXPECT_THAT(client.error().message, HasSubstr("--url"));
  }
}

TEST(MakeRemoteClient, ChecksTheFileOfAuthorities) {
  EXPECT_THAT(MakeRemoteClient("http://a", "/dev/null").error().message, HasSubstr("https://"));
  EXPECT_THAT(MakeRemoteClient("https://a", "/no/such/file").error().message,
              HasSubstr("/no/such/file: No such file"));
}

TEST(RemoteClient, SaysWhenNobodyAnswers) {
  auto client = MakeRemoteClient("http://127.0.0.1:1", "");
  ASSERT_TRUE(client.ok());
  const auto response = client.value()->Post("/v1/verify", "{}");
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(response.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(response.error().message, HasSubstr("no server answers at 127.0.0.1:1"));
}

TEST(LocalClient, WaitsForAnswersFromOtherThreads) {
  Router router;
  std::thread worker;
  router.Add("POST", "/v1/verify",
             [&](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
               worker = std::thread([request, reply] {
                 reply->Begin({});
                 reply->Write("got ");
                 reply->Write(request->body);
                 reply->End();
               });
             });
  const auto client = MakeLocalClient(router);
  const auto response = client->Post("/v1/verify", "this");
  worker.join();
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->body, "got this");
}

}  // namespace
}  // namespace assay
