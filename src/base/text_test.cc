#include "base/text.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Base64, RoundTripsEveryLength) {
  std::string bytes;
  for (int i = 0; i < 70; ++i) {
    EXPECT_EQ(Base64Decode(Base64Encode(bytes)), bytes) << i;
    bytes += static_cast<char>(i * 37);
  }
}

TEST(Base64, SkipsForeignCharactersAndRefusesWrongLengths) {
  EXPECT_EQ(Base64Decode("aGV\nsbG8="), "hello");
  EXPECT_EQ(Base64Decode("!!!"), "");
  EXPECT_EQ(Base64Decode("aGVsbG8"), std::nullopt);
  EXPECT_EQ(Base64Decode("a"), std::nullopt);
}

TEST(Utf8, RefusesSurrogatesOverlongsAndTruncation) {
  EXPECT_TRUE(IsValidUtf8("h\xC3\xA9 \xF0\x9F\x98\x80"));
  EXPECT_FALSE(IsValidUtf8("\xED\xA0\x80"));
  EXPECT_FALSE(IsValidUtf8("\xC0\xAF"));
  EXPECT_FALSE(IsValidUtf8("\xE2\x82"));
}

TEST(Utf8, ReplacesEachMaximalIllFormedPart) {
  EXPECT_EQ(ReplaceInvalidUtf8("a\xFF\xE2\x82z"), "a\xEF\xBF\xBD\xEF\xBF\xBDz");
  EXPECT_EQ(ReplaceInvalidUtf8("plain"), "plain");
}

TEST(Sha256, MatchesThePublishedVector) {
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace assay
