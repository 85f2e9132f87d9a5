#include "langs/contract.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace assay {
namespace {

TEST(Contract, KnowsThirtyNamesExactly) {
  const std::string names = ContractNames();
  EXPECT_EQ(std::count(names.begin(), names.end(), '\''), 60);
  EXPECT_THAT(names, ::testing::StartsWith("'python', 'cpp', 'nodejs', "));
  EXPECT_THAT(names, ::testing::EndsWith("'racket' or 'javascript'"));
  EXPECT_TRUE(IsContractName("D_ut"));
  EXPECT_FALSE(IsContractName("d_ut"));
  EXPECT_TRUE(IsContractName(kDefaultLanguage));
}

TEST(Contract, HasDefaultsByName) {
  EXPECT_EQ(FindContractLanguage("python").total_timeout_s, 1000);
  EXPECT_EQ(FindContractLanguage("go").run_timeout_s, 10);
  EXPECT_EQ(FindContractLanguage("nodejs").run_timeout_s, 20);
  EXPECT_EQ(FindContractLanguage("nodejs").total_timeout_s, 300);
  EXPECT_TRUE(FindContractLanguage("pytest").asserts);
  // One of ours that the contract doesn't know.
  EXPECT_EQ(FindContractLanguage("c").run_timeout_s, 20);
  EXPECT_FALSE(FindContractLanguage("c").asserts);
}

}  // namespace
}  // namespace assay
