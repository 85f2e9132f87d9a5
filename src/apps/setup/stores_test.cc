#include "apps/setup/stores.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace assay {
namespace {

TEST(Stores, AFolderOfOursOnly) {
  std::string pattern = ::testing::TempDir() + "assay-stores-XXXXXX";
  const std::string directory = std::string(::mkdtemp(pattern.data())) + "/problems";
  const auto store = OpenStore(directory, 1);
  ASSERT_NE(store, nullptr);
  struct stat info = {};
  ASSERT_EQ(::stat(directory.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  EXPECT_EQ(OpenStore(directory, 0), nullptr);
  EXPECT_EQ(OpenStore("/proc/none/such", 1), nullptr);
  std::filesystem::remove_all(pattern);
}

TEST(Stores, AnUpgradedCompilerIsAnother) {
  const std::string path = ::testing::TempDir() + "assay-compiler-" + std::to_string(::getpid());
  std::ofstream(path) << "one";
  const std::vector<Toolchain> toolchains = {{"cpp", "g++ 1", path, true, ""},
                                             {"java", "", "", false, "missing"}};
  const auto before = ToolchainIdentities(toolchains);
  EXPECT_EQ(before.count("java"), 0u);
  EXPECT_EQ(before, ToolchainIdentities(toolchains));
  std::ofstream(path) << "another";
  EXPECT_NE(before.at("cpp"), ToolchainIdentities(toolchains).at("cpp"));
  ::unlink(path.c_str());
}

}  // namespace
}  // namespace assay
