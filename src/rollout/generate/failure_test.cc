#include "rollout/generate/failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rollout/generate/generate_test_util.h"

namespace assay::rollout {
namespace {

using ::testing::HasSubstr;

std::string NameOf(int status, const std::string& body) {
  return FailureOfStatus(Response(status, body)).Name();
}

TEST(Failure, StatusesAreTriedAgainOrNot) {
  for (const int status : {408, 409, 429, 500, 502, 503, 504, 529}) {
    EXPECT_TRUE(FailureOfStatus(Response(status, "busy")).retryable) << status;
    EXPECT_EQ(NameOf(status, "busy"), "http_" + std::to_string(status));
  }
  for (const int status : {302, 400, 404, 422, 501}) {
    EXPECT_FALSE(FailureOfStatus(Response(status, "no")).retryable) << status;
  }
  EXPECT_TRUE(FailureOfStatus(Response(429, "")).crowded());
  EXPECT_FALSE(FailureOfStatus(Response(500, "")).crowded());
}

TEST(Failure, MoneyIsToldFromACrowd) {
  EXPECT_EQ(NameOf(402, "{}"), "quota");
  EXPECT_EQ(NameOf(429, R"({"error":{"code":"insufficient_quota","message":"check your plan"}})"),
            "quota");
  EXPECT_EQ(NameOf(403, R"({"error":{"message":"Your credit balance is too low"}})"), "quota");
  EXPECT_EQ(NameOf(429, R"({"error":{"message":"You exceeded your current quota, 60 a minute"}})"),
            "http_429");
  EXPECT_EQ(NameOf(401, R"({"error":"bad key"})"), "denied");
  EXPECT_EQ(NameOf(403, "forbidden"), "denied");
  EXPECT_FALSE(FailureOfStatus(Response(402, "")).retryable);
}

TEST(Failure, WhatIsWrongWithThePromptIsSaid) {
  EXPECT_EQ(NameOf(400, R"({"error":{"code":"context_length_exceeded","message":"x"}})"),
            "context_length");
  EXPECT_EQ(
      NameOf(400, R"({"object":"error","message":"This model's maximum context length is 8"})"),
      "context_length");
  EXPECT_EQ(NameOf(400, R"({"error":{"code":"content_filter","message":"x"}})"), "content_filter");
  EXPECT_EQ(NameOf(403, R"({"error":{"message":"Input was flagged"}})"), "content_filter");
  EXPECT_EQ(NameOf(400, R"({"detail":"no such parameter"})"), "http_400");
}

TEST(Failure, TheMessageIsTheServersAndShort) {
  const Failure failure = FailureOfStatus(Response(404, R"({"error":{"message":"no model x"}})"));
  EXPECT_EQ(failure.message, "status 404: no model x");
  EXPECT_LT(FailureOfStatus(Response(500, std::string(9999, 'x'))).message.size(), 600u);
  EXPECT_EQ(FailureOfStatus(Response(500, "")).message, "status 500");
  EXPECT_THAT(FailureOfStatus(Response(500, "<html>")).message, HasSubstr("<html>"));
}

TEST(Failure, WhatBrokeOnTheWayHasAKind) {
  const auto name = [](HttpFailure failure) { return FailureOfTransport(failure, "m").Name(); };
  EXPECT_EQ(name(HttpFailure::kDeadline), "timeout");
  EXPECT_EQ(name(HttpFailure::kConnect), "refused");
  EXPECT_EQ(name(HttpFailure::kName), "refused");
  EXPECT_EQ(name(HttpFailure::kBrokenOff), "reset");
  EXPECT_EQ(name(HttpFailure::kTls), "tls");
  EXPECT_EQ(name(HttpFailure::kTooLong), "too_long");
  EXPECT_FALSE(FailureOfTransport(HttpFailure::kTls, "m").retryable);
  EXPECT_TRUE(FailureOfTransport(HttpFailure::kBrokenOff, "m").retryable);
}

}  // namespace
}  // namespace assay::rollout
