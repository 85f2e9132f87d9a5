#include "apps/ask/refusal.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(RefusalText, NamesTheFieldFirst) {
  EXPECT_EQ(RefusalText(R"({"error":{"code":"c","message":"is no mode","field":"mode"}})"),
            "mode: is no mode");
  EXPECT_EQ(RefusalText(R"({"error":{"message":"the server is full"}})"), "the server is full");
}

TEST(RefusalText, OfOtherBodiesIsTheirBeginning) {
  EXPECT_EQ(RefusalText("  Bad Gateway\n"), "Bad Gateway");
  EXPECT_EQ(RefusalText(R"({"detail":"no"})"), R"({"detail":"no"})");
  EXPECT_EQ(RefusalText(std::string(1000, 'x')).size(), 500u);
}

}  // namespace
}  // namespace assay
