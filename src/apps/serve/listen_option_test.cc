#include "apps/serve/listen_option.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::HasSubstr;

TEST(ListenOption, ReadsPathAndMode) {
  const auto plain = ParseListen("unix:/run/assay.sock");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->path, "/run/assay.sock");
  EXPECT_EQ(plain->mode, 0660u);
  const auto own = ParseListen("unix:/run/a,b.sock,mode=0600");
  ASSERT_TRUE(own.ok());
  EXPECT_EQ(own->path, "/run/a,b.sock");
  EXPECT_EQ(own->mode, 0600u);
}

TEST(ListenOption, SaysWhatItTakes) {
  for (const std::string& text :
       {std::string("tcp:80"), std::string("unix:"), std::string("unix:relative"),
        std::string("unix:/a,mode=888"), std::string("unix:/a,mode=01777"),
        std::string("unix:/a,mode="), "unix:/" + std::string(107, 'a')}) {
    const auto listener = ParseListen(text);
    ASSERT_FALSE(listener.ok()) << text;
    EXPECT_THAT(listener.error().message, HasSubstr("--listen: must be"));
  }
}

}  // namespace
}  // namespace assay
