#include "runner/box_paths.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

std::string Parsed(const std::string& path) {
  auto parsed = ParseBoxPath(path);
  return parsed.ok() ? std::to_string(parsed->place) + ":" + parsed->path : "no";
}

TEST(BoxPath, LiesInAWritablePlace) {
  EXPECT_EQ(Parsed("a"), "0:a");
  EXPECT_EQ(Parsed("./a//b/../c"), "0:a/c");
  EXPECT_EQ(Parsed("/box/a"), "0:a");
  EXPECT_EQ(Parsed("/tmp/a/b"), "1:a/b");
  EXPECT_EQ(Parsed("/var/tmp/a"), "2:a");
  EXPECT_EQ(Parsed("/mnt/b"), "3:b");
  EXPECT_EQ(Parsed("/dev/shm/b"), "4:b");
  EXPECT_EQ(ParseBoxPath("/var/tmp/a/../b")->Absolute(), "/var/tmp/b");
}

TEST(BoxPath, IsRefusedOutsideOfThem) {
  for (const char* path : {"", "/", ".", "..", "a/..", "../box/a", "/tmp", "/tmpx", "/tmp/../etc/x",
                           "a/", "/etc/passwd", "/dev/null", "/boxer/a", "/../box/a"}) {
    EXPECT_EQ(Parsed(path), "no") << path;
  }
  EXPECT_EQ(Parsed(std::string("a\0b", 3)), "no");
}

TEST(BoxPath, HasBounds) {
  EXPECT_NE(Parsed(std::string(kMaxBoxNameBytes, 'x')), "no");
  EXPECT_EQ(Parsed(std::string(kMaxBoxNameBytes + 1, 'x')), "no");
  std::string longest;
  while (longest.size() + 2 <= kMaxBoxPathBytes) longest += "x/";
  longest.back() = 'x';
  EXPECT_NE(Parsed(longest), "no");
  EXPECT_EQ(Parsed(longest + "/x"), "no");
}

TEST(BoxPath, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(ParseBoxPath("../x").error().message, "'../x' leaves the work folder");
  EXPECT_EQ(ParseBoxPath("/etc/passwd").error().message,
            "'/etc/passwd' is not in a place that can be written");
}

TEST(FetchName, MayBeMissingButMustBeAName) {
  EXPECT_TRUE(CheckFetchName("*.class").ok());
  EXPECT_TRUE(CheckFetchName("..").ok());
  EXPECT_FALSE(CheckFetchName("").ok());
  EXPECT_FALSE(CheckFetchName(std::string_view("a\0b", 3)).ok());
  EXPECT_FALSE(CheckFetchName(std::string(kMaxBoxPathBytes + 1, 'x')).ok());
}

}  // namespace
}  // namespace assay
