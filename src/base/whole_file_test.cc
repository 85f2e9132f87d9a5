#include "base/whole_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/fd.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

class WholeFile : public testing::Test {
 protected:
  WholeFile() : path_(testing::TempDir() + "whole_file." + std::to_string(::getpid())) {}
  ~WholeFile() override { std::filesystem::remove(path_); }

  void Write(std::string_view bytes) {
    UniqueFd fd(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    ASSERT_TRUE(WriteAll(fd.get(), bytes, path_, "test.write").ok());
  }

  const std::string path_;
};

TEST_F(WholeFile, ComesBackAsItWas) {
  const std::string large(1 << 20, 'x');
  for (const std::string& bytes : {std::string(), std::string("a\0\n\r", 4), large}) {
    Write(bytes);
    const auto read = ReadFile(path_, "test.read");
    ASSERT_TRUE(read.ok()) << read.error().ToString();
    EXPECT_EQ(*read, bytes);
  }
}

TEST_F(WholeFile, TheErrorNamesStageAndPath) {
  const auto read = ReadFile(path_ + ".none", "test.read");
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.error().ToString(), HasSubstr("test.read"));
  EXPECT_THAT(read.error().ToString(), HasSubstr(path_ + ".none"));
}

TEST_F(WholeFile, AFolderIsNoFile) {
  EXPECT_FALSE(ReadFile(testing::TempDir(), "test.read").ok());
}

TEST_F(WholeFile, ABoundIsHeld) {
  Write("12345");
  EXPECT_TRUE(ReadFile(path_, "test.read", 5).ok());
  EXPECT_FALSE(ReadFile(path_, "test.read", 4).ok());
}

TEST_F(WholeFile, FilesWhoseSizeSaysNothingAreReadToTheirEnd) {
  const auto read = ReadFile("/proc/self/status", "test.read");
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(*read, HasSubstr("Pid:"));
  EXPECT_FALSE(ReadFile("/proc/self/status", "test.read", 8).ok());
}

}  // namespace
}  // namespace assay
