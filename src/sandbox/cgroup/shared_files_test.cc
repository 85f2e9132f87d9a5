#include "sandbox/cgroup/shared_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/fd.h"

namespace assay {
namespace {

class SharedFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/assay-shared-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void Write(const std::string& name, size_t bytes) const {
    std::ofstream(folder_ + "/" + name) << std::string(bytes, 'x');
  }

  std::string folder_;
};

TEST_F(SharedFilesTest, AFileWithTwoNamesCountsOnce) {
  Write("one", 1 << 20);
  std::filesystem::create_directory(folder_ + "/below");
  const int64_t before = UseOfFolder(folder_.c_str(), 100).bytes;
  EXPECT_GE(before, 1 << 20);
  std::filesystem::create_hard_link(folder_ + "/one", folder_ + "/below/two");
  EXPECT_EQ(UseOfFolder(folder_.c_str(), 100).bytes, before);
  Write("below/three", 1 << 20);
  EXPECT_GE(UseOfFolder(folder_.c_str(), 100).bytes, before + (1 << 20));
}

TEST_F(SharedFilesTest, MoreFilesThanThereMayBeAreSeen) {
  for (int i = 0; i < 20; ++i) Write(std::to_string(i), 1);
  EXPECT_EQ(UseOfFolder(folder_.c_str(), 100).files, 20);
  EXPECT_GT(UseOfFolder(folder_.c_str(), 10).files, 10);
}

TEST_F(SharedFilesTest, NamelessFilesAndSocketsAreThoseOfTheProcess) {
  const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const uint64_t mount = UseOfFolder(folder_.c_str(), 100).mount;
  const OpenUse before = UseOfDescriptors(proc.get(), {::getpid()}, mount);
  Write("gone", 1 << 20);
  const UniqueFd file(::open((folder_ + "/gone").c_str(), O_RDONLY | O_CLOEXEC));
  const UniqueFd again(::dup(file.get()));
  ASSERT_EQ(::unlink((folder_ + "/gone").c_str()), 0);
  int pair[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  const UniqueFd one(pair[0]), two(pair[1]);
  const OpenUse after = UseOfDescriptors(proc.get(), {::getpid()}, mount);
  EXPECT_EQ(after.sockets - before.sockets, 2);
  const int64_t bytes = after.nameless_bytes - before.nameless_bytes;
  EXPECT_GE(bytes, 1 << 20);
  EXPECT_LT(bytes, 2 << 20) << "two descriptors of one file";
}

}  // namespace
}  // namespace assay
