#include "base/work/fingerprint.h"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

TEST(Fingerprint, DifferentListsDiffer) {
  const std::set<std::string> keys = {
      PartWriter().Add("ab").Add("c").Fingerprint(),
      PartWriter().Add("a").Add("bc").Fingerprint(),
      PartWriter().Add("abc").Fingerprint(),
      PartWriter().Add("abc").Add("").Fingerprint(),
      PartWriter().Add("1:a").Fingerprint(),
      PartWriter().Add("1").Add("a").Fingerprint(),
      PartWriter().Fingerprint(),
  };
  EXPECT_EQ(keys.size(), 7u);
}

TEST(Fingerprint, EqualListsAgree) {
  EXPECT_EQ(PartWriter().Add(17).Add("x").Fingerprint(),
            PartWriter().Add("17").Add("x").Fingerprint());
}

TEST(PartReader, GivesBackWhatWasWritten) {
  const std::string bytes = PartWriter().Add("a:b\n").Add(-5).Add("").Take();
  PartReader parts(bytes);
  EXPECT_EQ(parts.Text(), "a:b\n");
  EXPECT_EQ(parts.Number(), -5);
  EXPECT_FALSE(parts.at_end());
  EXPECT_EQ(parts.Text(), "");
  EXPECT_TRUE(parts.at_end());
}

TEST(PartReader, RefusesDamage) {
  for (const char* bytes : {"", "3", "3:ab", "x:a", ":a", "-1:a", "99999999999999999999:a"}) {
    PartReader parts(bytes);
    EXPECT_EQ(parts.Text(), "") << bytes;
    EXPECT_FALSE(parts.good()) << bytes;
    EXPECT_FALSE(parts.at_end()) << bytes;
  }
  for (const char* bytes : {"1:x", "2:1x", "0:", "20:99999999999999999999"}) {
    PartReader parts(bytes);
    EXPECT_EQ(parts.Number(), 0) << bytes;
    EXPECT_FALSE(parts.good()) << bytes;
  }
}

}  // namespace
}  // namespace assay
