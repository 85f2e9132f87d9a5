#include "text/utc_time.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using std::chrono::microseconds;
using std::chrono::system_clock;

TEST(UtcTime, HasAsManyDigitsAsAskedFor) {
  const system_clock::time_point time(microseconds(1'795'367'066'000'000 + 12'345));
  EXPECT_EQ(UtcTime(time, 6), "2026-11-22T17:04:26.012345Z");
  EXPECT_EQ(UtcTime(time, 3), "2026-11-22T17:04:26.012Z");
  EXPECT_EQ(UtcTime(system_clock::time_point(microseconds(-1)), 6), "1969-12-31T23:59:59.999999Z");
}

}  // namespace
}  // namespace assay
