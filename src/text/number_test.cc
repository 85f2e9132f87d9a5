#include "text/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace assay {
namespace {

TEST(NumberIn, IsTheWholeText) {
  EXPECT_EQ(NumberIn<int>("-12"), -12);
  EXPECT_EQ(NumberIn<double>("1e-3"), 1e-3);
  EXPECT_TRUE(std::isinf(NumberIn<double>("inf").value_or(0)));
  for (const char* text :
       {"", " 1", "1 ", "1,5", "+1", "0x1", "1.5", "x", "99999999999999999999"}) {
    EXPECT_FALSE(NumberIn<int64_t>(text).has_value()) << text;
  }
  EXPECT_FALSE(NumberIn<double>("1e999").has_value());
  EXPECT_FALSE(NumberIn<double>("1.5s").has_value());
}

}  // namespace
}  // namespace assay
