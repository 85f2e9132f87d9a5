#include "sandbox/view/folder_view.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "base/fd.h"
#include "runner/box_paths.h"

namespace assay {
namespace {

TEST(FolderView, TranslatesThePlacesAndNothingThatLooksLikeThem) {
  const auto in = [](std::string_view text) { return folder_view::Translate("/f", text); };
  EXPECT_EQ(in("/box"), "/f/box");
  EXPECT_EQ(in("/box/main.py"), "/f/box/main.py");
  EXPECT_EQ(in("A=/tmp:/var/tmp:/dev/shm/x"), "A=/f/tmp:/f/var/tmp:/f/dev/shm/x");
  EXPECT_EQ(in("-I/box/include"), "-I/f/box/include");
  EXPECT_EQ(in("--module-path=/mnt"), "--module-path=/f/mnt");
  EXPECT_EQ(in("cat /tmp/a >'/tmp/b'"), "cat /f/tmp/a >'/f/tmp/b'");
  for (const char* other : {"/boxes", "/usr/tmp", "a/box", "/tmp.d", "/usr/bin/python3", "main.py",
                            "/var", "./box", "/var/tmpfs", "-xy/box"}) {
    EXPECT_EQ(in(other), other);
  }
}

TEST(FolderView, TheLibraryComesBehindWhatIsLoadedAnyway) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(folder_view::WithLibrary("/b/f", {"A=1"}),
            (Texts{"A=1", "LD_PRELOAD=/b/f/../box_places.so"}));
  EXPECT_EQ(folder_view::WithLibrary("/b/f", {"LD_PRELOAD=/x.so", "A=1"}),
            (Texts{"LD_PRELOAD=/x.so:/b/f/../box_places.so", "A=1"}));
}

TEST(FolderView, ProgramsFindTheirPlacesByTheNamesOfOtherBoxes) {
  if (folder_view::BaseParent().empty()) GTEST_SKIP() << "no folder to make any in";
  auto base = folder_view::MakeBase();
  ASSERT_TRUE(base.ok()) << base.error().ToString();
  const auto folder = folder_view::MakeFolder(base->path);
  ASSERT_TRUE(folder.ok() && folder_view::MakePlaces(*folder).ok());
  const auto run = [&](const std::string& script) {
    const std::string command = "LD_PRELOAD=" + folder_view::Library(*folder) +
                                " FOLDER=" + *folder + " BASE=" + base->path + " /bin/bash -c '" +
                                script + "'";
    return ::system(command.c_str());
  };
  EXPECT_EQ(run("echo in > /tmp/library-test && cat /tmp/library-test > /dev/shm/library-test"), 0);
  EXPECT_TRUE(std::filesystem::exists(*folder + "/tmp/library-test"));
  EXPECT_TRUE(std::filesystem::exists(*folder + "/dev/shm/library-test"));
  EXPECT_FALSE(std::filesystem::exists("/tmp/library-test"));
  for (const std::string place : kWritablePlaces) {
    EXPECT_EQ(
        run("mkdir " + place + "/library-test.d && rmdir $FOLDER" + place + "/library-test.d"), 0)
        << place;
  }
  // As they are on the host, and what only looks like one.
  EXPECT_EQ(run("[ -f $FOLDER/tmp/library-test ] && [ -d $BASE ] && [ -d $FOLDER/../ ]"), 0);
  EXPECT_EQ(run("[ -e /tmpx ] || [ -e /boxes ] || [ -e /usr/tmp/library-test ]"), 256);
  EXPECT_EQ(
      run("cd /tmp && [ -f library-test ] && cd // && [ -d usr ] && [ -f //tmp/library-test ]"), 0);
  // A path as long as they come is none.
  EXPECT_EQ(run("p=/tmp; for i in {1..2000}; do p=$p/x; done; [ -e $p ] || [ -e $p$p ]"), 256);
  EXPECT_TRUE(folder_view::Remove(*folder) && folder_view::Remove(base->path));
}

TEST(FolderView, FoldersOfABoxHaveNamesOfOneLengthAndGoWithAllThatIsInThem) {
  if (folder_view::BaseParent().empty()) GTEST_SKIP() << "no folder to make any in";
  auto base = folder_view::MakeBase();
  ASSERT_TRUE(base.ok()) << base.error().ToString();
  const auto one = folder_view::MakeFolder(base->path), other = folder_view::MakeFolder(base->path);
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_NE(*one, *other);
  EXPECT_EQ(one->size(), other->size());
  struct stat info {};
  ASSERT_EQ(::stat(base->path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
  ASSERT_TRUE(folder_view::MakePlaces(*one).ok());
  for (const char* place : kWritablePlaces) {
    EXPECT_TRUE(std::filesystem::is_directory(*one + place)) << place;
  }
  // Deeper than a path can be, and closed.
  const int start = ::open((*one + "/box").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int at = ::dup(start);
  for (int i = 0; i < 3000; ++i) {
    ASSERT_EQ(::mkdirat(at, "deep", 0700), 0);
    const int below = ::openat(at, "deep", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ::close(at);
    at = below;
  }
  ::mkdirat(at, "closed", 0);
  ::close(at);
  ::symlinkat("/", start, "link");
  ::close(start);
  EXPECT_TRUE(folder_view::DropPlaces(*one).ok());
  EXPECT_TRUE(std::filesystem::is_empty(*one));
  EXPECT_TRUE(folder_view::Remove(*one));
  EXPECT_FALSE(std::filesystem::exists(*one));
  EXPECT_TRUE(folder_view::Remove(*one)) << "what is gone is gone";
  EXPECT_TRUE(folder_view::Remove(base->path));
  EXPECT_FALSE(std::filesystem::exists(*other));
}

TEST(FolderView, WhatAKilledServerLeftIsRemovedAndWhatLivesIsNot) {
  if (folder_view::BaseParent().empty()) GTEST_SKIP() << "no folder to make any in";
  auto living = folder_view::MakeBase(), dead = folder_view::MakeBase();
  ASSERT_TRUE(living.ok() && dead.ok());
  ASSERT_TRUE(folder_view::MakeFolder(dead->path).ok());
  dead->lock.Reset();
  auto next = folder_view::MakeBase();
  ASSERT_TRUE(next.ok());
  EXPECT_FALSE(std::filesystem::exists(dead->path));
  EXPECT_TRUE(std::filesystem::exists(living->path));
  EXPECT_TRUE(folder_view::Remove(living->path) && folder_view::Remove(next->path));
}

TEST(FolderView, ServersThatStartTogetherKeepTheirFolders) {
  if (folder_view::BaseParent().empty()) GTEST_SKIP() << "no folder for programs here";
  std::atomic<int> failed{0};
  std::vector<std::thread> servers;
  for (int i = 0; i < 4; ++i) {
    servers.emplace_back([&failed] {
      for (int turn = 0; turn < 100; ++turn) {
        auto base = folder_view::MakeBase();
        // One that was taken away can't be filled.
        if (!base.ok() || !folder_view::MakeFolder(base->path).ok() ||
            !folder_view::Remove(base->path)) {
          ++failed;
        }
      }
    });
  }
  for (std::thread& server : servers) server.join();
  EXPECT_EQ(failed, 0);
}

// As a program that outlived its server could, if it is quick enough.
TEST(FolderView, ClearingUpFollowsNoLinkThatTakesAFoldersPlace) {
  char top[] = "/tmp/assay-folder-view-XXXXXX";
  ASSERT_NE(::mkdtemp(top), nullptr);
  const std::string folder = std::string(top) + "/box", secret = std::string(top) + "/secret";
  const std::string closed = folder + "/closed", link = std::string(top) + "/link";
  UniqueFd(::open(secret.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  std::atomic<bool> done{false};
  std::thread program([&] {
    while (!done) {
      ::renameat2(AT_FDCWD, closed.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE);
    }
  });
  std::error_code ignored;
  for (int turn = 0; turn < 3000; ++turn) {
    std::filesystem::remove_all(link, ignored);
    std::filesystem::remove_all(folder, ignored);
    std::filesystem::create_directories(closed + "/full", ignored);
    std::filesystem::create_symlink(secret, link, ignored);
    (void)folder_view::DropPlaces(folder).ok();  // it may have to give up
  }
  done = true;
  program.join();
  struct stat info {};
  ASSERT_EQ(::stat(secret.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
  std::filesystem::remove_all(top);
}

}  // namespace
}  // namespace assay
