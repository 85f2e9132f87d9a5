#include "judging/runs/nonce.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(RandomNonce, IsLongAndNeverTheSame) {
  const auto one = RandomNonce();
  const auto two = RandomNonce();
  ASSERT_TRUE(one.ok());
  ASSERT_TRUE(two.ok());
  EXPECT_EQ(one->size(), 32u);
  EXPECT_NE(*one, *two);
}

}  // namespace
}  // namespace assay
