#include "sandbox/tiers/group_handover.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

namespace assay {
namespace {

// Folders that look like groups.
class GroupHandoverTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(mount_); }

  std::string Group(const std::string& name, const std::string& members = "") {
    const std::string path = name.empty() ? mount_ : mount_ + "/" + name;
    std::filesystem::create_directories(path);
    std::ofstream(path + "/cgroup.procs") << members;
    std::ofstream(path + "/cgroup.subtree_control") << "";
    return path;
  }

  const std::string mount_ =
      testing::TempDir() + "assay-handover-" + std::to_string(::getpid()) + ".service";
};

TEST_F(GroupHandoverTest, AUnitIsOnlyOursWhenItWasDelegated) {
  EXPECT_EQ(NotHandedOver(Group(""), mount_), 0) << "the root is no unit";
  EXPECT_EQ(NotHandedOver(Group("a.service/container"), mount_), 0);
  EXPECT_EQ(NotHandedOver(mount_ + "/missing.scope", mount_), ENOENT);
  for (const char* name : {"a.service", "b.scope", "c.slice"}) {
    const std::string group = Group(name);
    EXPECT_EQ(NotHandedOver(group, mount_), EPERM) << name;
    // Not every file system keeps such marks.
    const auto mark = [&group](const char* value) {
      return ::setxattr(group.c_str(), "user.delegate", value, 1, 0) == 0 ||
             ::setxattr(group.c_str(), "trusted.delegate", value, 1, 0) == 0;
    };
    if (!mark("0")) continue;
    EXPECT_EQ(NotHandedOver(group, mount_), EPERM) << name;
    ASSERT_TRUE(mark("1"));
    EXPECT_EQ(NotHandedOver(group, mount_), 0) << name;
  }
}

TEST_F(GroupHandoverTest, OthersAreWhoIsNeitherBelowUsNorGone) {
  const std::string self = std::to_string(::getpid()) + "\n";
  EXPECT_FALSE(HasOthers(Group("g", self)));
  EXPECT_TRUE(HasOthers(Group("g", self + "1\n")));
  EXPECT_TRUE(HasOthers(Group("g", "0\n"))) << "of another pid namespace";
  EXPECT_TRUE(HasOthers(mount_ + "/missing"));
  const pid_t child = ::fork();
  if (child == 0) {
    for (;;) ::pause();
  }
  const std::string number = std::to_string(child) + "\n";
  EXPECT_FALSE(HasOthers(Group("g", self + number)));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(HasOthers(Group("g", self + number)));
}

TEST_F(GroupHandoverTest, WhatAnEarlierProcessLeftGivesWay) {
  const std::string group = mount_ + "/probe";
  std::filesystem::create_directories(group + "/below");
  EXPECT_TRUE(MakeGroupAnew(group));
  EXPECT_TRUE(std::filesystem::is_empty(group));
  EXPECT_FALSE(MakeGroupAnew(mount_ + "/none/probe"));
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace assay
