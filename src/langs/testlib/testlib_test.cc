#include "langs/testlib/testlib.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace assay {
namespace {

class TestlibTest : public testing::Test {
 protected:
  ~TestlibTest() override { ::unlink(path_.c_str()); }
  Result<BlobPtr> Load(const std::string& text) {
    std::ofstream(path_) << text;
    return LoadTestlib(path_);
  }

  const std::string path_ =
      testing::TempDir() + "assay_testlib_" + std::to_string(::getpid()) + ".h";
};

TEST_F(TestlibTest, OursIsThereWithoutBeingAskedFor) {
  EXPECT_THAT(std::string(OwnTestlib()->view()), testing::HasSubstr("registerInteraction"));
}

TEST_F(TestlibTest, AnOperatorsFileIsRead) {
  const std::string text = "void registerTestlibCmd(int argc, char* argv[]);\n";
  const auto loaded = Load(text);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ((*loaded)->view(), text);
}

TEST_F(TestlibTest, WhatIsNotOneIsRefused) {
  for (const char* text : {"", "int main() {}\n"}) {
    const auto status = Load(text);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(status.error().message, testing::HasSubstr(path_));
  }
  EXPECT_FALSE(LoadTestlib("/nowhere/testlib.h").ok());
}

}  // namespace
}  // namespace assay
