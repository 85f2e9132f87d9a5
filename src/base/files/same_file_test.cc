#include "base/files/same_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace assay {
namespace {

using ::testing::HasSubstr;

class SameFile : public testing::Test {
 protected:
  SameFile() : folder_(testing::TempDir() + "same_file." + std::to_string(::getpid())) {
    std::filesystem::create_directories(folder_ + "/in");
    std::ofstream(At("rows")) << "{}\n";
    std::ofstream(At("others")) << "{}\n";
  }
  ~SameFile() override { std::filesystem::remove_all(folder_); }
  std::string At(const std::string& name) const { return folder_ + "/" + name; }

  const std::string folder_;
};

TEST_F(SameFile, IsOneUnderAllItsNames) {
  std::filesystem::create_symlink("rows", At("link"));
  std::filesystem::create_hard_link(At("rows"), At("twin"));
  for (const char* name : {"rows", "in/../rows", "link", "twin"}) {
    EXPECT_TRUE(IsSameFile(At("rows"), At(name))) << name;
  }
  for (const char* name : {"others", "in", "missing"}) {
    EXPECT_FALSE(IsSameFile(At("rows"), At(name))) << name;
  }
  EXPECT_FALSE(IsSameFile(At("missing"), At("missing")));
}

TEST_F(SameFile, DevicesAndFoldersKeepNothingThatCouldBeLost) {
  EXPECT_FALSE(IsSameFile("/dev/null", "/dev/null"));
  EXPECT_FALSE(IsSameFile(At("in"), At("in")));
}

TEST_F(SameFile, TheRefusalNamesBoth) {
  EXPECT_TRUE(RefuseOverwriting(At("new"), {At("rows"), At("others")}).ok());
  const Status same = RefuseOverwriting(At("rows"), {At("others"), At("in/../rows")});
  ASSERT_FALSE(same.ok());
  EXPECT_EQ(same.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(same.error().message,
              HasSubstr(At("rows") + " is read, too, as " + At("in/../rows")));
}

TEST_F(SameFile, AFoldersFilesAreLookedAtByTheirNames) {
  EXPECT_TRUE(RefuseOverwriting(folder_, {"kept", "dropped"}, {At("rows")}).ok());
  EXPECT_FALSE(RefuseOverwriting(folder_, {"kept", "rows"}, {At("rows")}).ok());
  EXPECT_TRUE(RefuseOverwriting(At("missing"), {"rows"}, {At("rows")}).ok());
}

}  // namespace
}  // namespace assay
