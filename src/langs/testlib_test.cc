#include "langs/testlib.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace assay {
namespace {

class TestlibTest : public testing::Test {
 protected:
  ~TestlibTest() override {
    SetTestlibHeader(own_);
    ::unlink(path_.c_str());
  }
  Status Load(const std::string& text) {
    std::ofstream(path_) << text;
    return LoadTestlibHeader(path_);
  }

  const BlobPtr own_ = TestlibHeader();
  const std::string path_ =
      testing::TempDir() + "assay_testlib_" + std::to_string(::getpid()) + ".h";
};

TEST_F(TestlibTest, OursIsThereWithoutBeingAskedFor) {
  EXPECT_THAT(std::string(own_->view()), testing::HasSubstr("registerInteraction"));
}

TEST_F(TestlibTest, AnOperatorsFileTakesItsPlace) {
  const std::string text = "void registerTestlibCmd(int argc, char* argv[]);\n";
  ASSERT_TRUE(Load(text).ok());
  EXPECT_EQ(TestlibHeader()->view(), text);
}

TEST_F(TestlibTest, WhatIsNotOneIsRefusedAndOursStays) {
  for (const char* text : {"", "int main() {}\n"}) {
    const Status status = Load(text);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(status.error().message, testing::HasSubstr(path_));
  }
  EXPECT_FALSE(LoadTestlibHeader("/nowhere/testlib.h").ok());
  EXPECT_EQ(TestlibHeader(), own_);
}

}  // namespace
}  // namespace assay
