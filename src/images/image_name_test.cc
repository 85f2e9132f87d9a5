#include "images/image_name.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(ImageNameTest, SpellingsOfOneImageAreOne) {
  for (const char* ref : {"python:3.11-slim", "docker.io/library/python:3.11-slim",
                          "index.docker.io/library/python:3.11-slim", "library/python:3.11-slim",
                          " python:3.11-slim "}) {
    EXPECT_EQ(ImageKey(ref), "python:3.11-slim") << ref;
  }
  EXPECT_EQ(ImageKey("team/tools"), ImageKey("docker.io/team/tools:latest"));
  EXPECT_EQ(ImageKey("host:5000/team/tools"), "host:5000/team/tools:latest");
  EXPECT_EQ(SplitImageName("host:5000/a").tag, "latest");
  EXPECT_NE(ImageKey("python:3.11"), ImageKey("python:3.11-slim"));
  EXPECT_NE(ImageKey("team/python:3"), ImageKey("python:3"));
}

TEST(ImageNameTest, NamesAreFoundHoweverTheyAreWritten) {
  const std::vector<std::string> names = {"gcc:13", "mine", "team/tools:latest"};
  EXPECT_EQ(FindImageName("docker.io/library/gcc:13", names), "gcc:13");
  EXPECT_EQ(FindImageName("mine:latest", names), "mine");
  EXPECT_EQ(FindImageName("team/tools", names), "team/tools:latest");
  EXPECT_EQ(FindImageName("gcc", names), std::nullopt);
  EXPECT_EQ(FindImageName("other/mine", names), std::nullopt);
  EXPECT_EQ(FindImageName("", names), std::nullopt);
}

TEST(ImageNameTest, WhatIsNoNameIsRefused) {
  for (const char* name : {"python:3.11-slim", "a", "primeintellect/swe_x:latest",
                           "rki5dems9wqfm4r03t7g", "host.example:5000/a/b:v1.2"}) {
    const auto checked = CheckImageName(name);
    ASSERT_TRUE(checked.ok()) << name;
    EXPECT_EQ(*checked, name);
  }
  const std::string long_name(300, 'a');
  for (const char* name :
       {"", "..", "a/../b", "/a", "a//b", "a:", ":a", "a b", "a@sha256:00", "a\nb", ".a", "-a",
        "base", "code-interpreter-v1", "base:latest", "a:b:c", long_name.c_str()}) {
    const auto checked = CheckImageName(name);
    ASSERT_FALSE(checked.ok()) << name;
    EXPECT_EQ(checked.error().field, "name");
  }
}

}  // namespace
}  // namespace assay
