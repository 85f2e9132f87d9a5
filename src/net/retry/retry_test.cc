#include "net/retry/retry.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace assay {
namespace {

using std::chrono::seconds;

constexpr char kDate[] = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr int64_t kDateSeconds = 784111777;

TEST(Retry, WaitsDoubleUpToTheLongestAndAreRandom) {
  const RetryPolicy policy{.first_wait = seconds(1), .longest_wait = seconds(10)};
  EXPECT_EQ(WaitBefore(1, policy, 0.5), FromSeconds(0.5));
  EXPECT_EQ(WaitBefore(2, policy, 0.5), FromSeconds(1));
  EXPECT_EQ(WaitBefore(4, policy, 0.5), FromSeconds(4));
  EXPECT_EQ(WaitBefore(5, policy, 0.5), FromSeconds(5));
  EXPECT_EQ(WaitBefore(60, policy, 0.5), FromSeconds(5));
  EXPECT_EQ(WaitBefore(60, policy, 0), Nanoseconds{0});
}

TEST(Retry, DatesOfHttpAreRead) {
  for (const char* text : {kDate, "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"}) {
    const auto date = ParseHttpDate(text);
    ASSERT_TRUE(date) << text;
    EXPECT_EQ(std::chrono::system_clock::to_time_t(*date), kDateSeconds) << text;
  }
  EXPECT_FALSE(ParseHttpDate("tomorrow"));
  EXPECT_FALSE(ParseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT and more"));
}

TEST(Retry, RetryAfterIsSecondsOrADate) {
  const auto now = std::chrono::system_clock::from_time_t(kDateSeconds - 30);
  const auto after = [&](std::vector<std::pair<std::string, std::string>> headers) {
    HttpResponse response;
    response.headers = std::move(headers);
    return RetryAfterOf(response, now);
  };
  EXPECT_EQ(after({{"retry-after", "7"}}), seconds(7));
  EXPECT_EQ(after({{"retry-after", "0.25"}}), FromSeconds(0.25));
  EXPECT_EQ(after({{"retry-after-ms", "1500"}, {"retry-after", "2"}}), FromSeconds(1.5));
  EXPECT_EQ(after({{"retry-after", kDate}}), seconds(30));
  EXPECT_EQ(after({{"retry-after", kDate}, {"date", "Sun, 06 Nov 1994 08:49:27 GMT"}}), seconds(10))
      << "by the server's clock";
  EXPECT_EQ(after({{"retry-after", kDate}, {"date", "Sun, 06 Nov 1994 09:00:00 GMT"}}), seconds(0));
  for (const char* none : {"", "-1", "soon", "1e999x"}) {
    EXPECT_FALSE(after({{"retry-after", none}})) << none;
  }
  EXPECT_FALSE(after({}));
}

}  // namespace
}  // namespace assay
