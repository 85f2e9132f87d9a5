#include "sandbox/wire/protocol.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

namespace assay {
namespace {

// Every eight bytes become each of some numbers that no field expects.
template <typename Message>
void ChangedNumbersAreRefusedOrKept(const Message& message) {
  const std::string whole = message.Encode();
  for (size_t at = 0; at + sizeof(int64_t) <= whole.size(); at += sizeof(int64_t)) {
    for (const int64_t number :
         {int64_t{-1}, int64_t{3}, int64_t{std::numeric_limits<int>::max()} + 1, int64_t{1} << 32,
          (int64_t{1} << 33) - 1, std::numeric_limits<int64_t>::max(),
          std::numeric_limits<int64_t>::min()}) {
      std::string changed = whole;
      std::memcpy(changed.data() + at, &number, sizeof number);
      const auto decoded = Message::Decode(changed);
      if (!decoded.ok()) continue;
      const std::string once = decoded->Encode();
      const auto again = Message::Decode(once);
      ASSERT_TRUE(again.ok()) << number << " at " << at;
      EXPECT_EQ(again->Encode(), once) << number << " at " << at;
    }
  }
}

TEST(Protocol, NumbersOutOfRangeNeverBecomeOthersLater) {
  SpawnerConfig config;
  config.processors = {1, 2};
  config.warm_programs.push_back({});
  ChangedNumbersAreRefusedOrKept(config);
  RunOrder order;
  order.argv = {""};
  order.files.push_back({});
  ChangedNumbersAreRefusedOrKept(order);
  RunReport report;
  report.refused_call = 59;
  ChangedNumbersAreRefusedOrKept(report);
  report.error = Error{ErrorCode::kUnavailable, "", 7, ""};
  ChangedNumbersAreRefusedOrKept(report);
  ChangedNumbersAreRefusedOrKept(RunProgress{});
}

TEST(Protocol, AReportNamesTheCallThatWasRefused) {
  RunReport report;
  for (const std::optional<int> call :
       {std::optional<int>(), std::optional<int>(0), std::optional<int>(-1),
        std::optional<int>(std::numeric_limits<int>::max())}) {
    report.refused_call = call;
    const auto decoded = RunReport::Decode(report.Encode());
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(decoded->refused_call, call);
  }
}

}  // namespace
}  // namespace assay
