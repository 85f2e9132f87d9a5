#include "judging/plan/request_check.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

std::string RefusalOfPaths(const std::vector<std::string>& paths) {
  std::map<std::string, BlobPtr> files;
  for (const std::string& path : paths) files[path] = Blob::Empty();
  const Status status = CheckInputFiles("files", files);
  return status.ok() ? "" : status.error().message;
}

TEST(RequestCheck, TakesPathsThatProgramsMayWrite) {
  for (const char* path :
       {"a", "a/b.txt", "./a", "a//b", "a/../b", "/box/a", "/tmp/a", "/mnt/b", "/dev/shm/c"}) {
    EXPECT_EQ(RefusalOfPaths({path}), "") << path;
  }
}

TEST(RequestCheck, NamesThePathThatCannotBe) {
  for (const std::string& path :
       {std::string(""), std::string("a\0b", 3), std::string(300, 'a'), std::string(5000, 'a'),
        std::string("."), std::string("a/"), std::string("../x"), std::string("a/../../x"),
        std::string("/etc/passwd"), std::string("/box"), std::string("/tmp/../etc/x")}) {
    EXPECT_NE(RefusalOfPaths({path}).find("files: "), std::string::npos) << path;
  }
}

TEST(RequestCheck, ANameIsNoFileAndFolderAtOnce) {
  EXPECT_NE(RefusalOfPaths({"d", "d-x", "d/e"}), "");
  EXPECT_NE(RefusalOfPaths({"/box/d", "d/e/f"}), "");
  EXPECT_EQ(RefusalOfPaths({"d-x", "d/e", "d/f"}), "");
}

TEST(RequestCheck, NoPlaceIsWantedTwice) {
  EXPECT_NE(RefusalOfPaths({"a", "./a"}).find("twice"), std::string::npos);
  EXPECT_NE(RefusalOfPaths({"a", "/box/b/../a"}), "");
  EXPECT_EQ(RefusalOfPaths({"a", "b/a", "/tmp/a"}), "");
}

TEST(RequestCheck, BoundsFilesAndFolders) {
  std::string deep;
  for (int i = 0; i < 400; ++i) deep += "d/";
  std::vector<std::string> paths;
  for (int i = 0; i < 50; ++i) paths.push_back(std::to_string(i) + "/" + deep + "x");
  EXPECT_NE(RefusalOfPaths(paths).find("files: are more than"), std::string::npos);
  paths.resize(10);
  EXPECT_EQ(RefusalOfPaths(paths), "");
}

TEST(RequestCheck, BoundsWords) {
  EXPECT_TRUE(CheckWords("compile_flags", {"-O2", ""}).ok());
  EXPECT_FALSE(CheckWords("compile_flags", {std::string("a\0b", 3)}).ok());
  EXPECT_FALSE(CheckWords("compile_flags", {std::string(100000, 'x')}).ok());
  EXPECT_FALSE(CheckFetchedFiles("fetch_files", {std::string("a\0b", 3)}).ok());
  EXPECT_TRUE(CheckFetchedFiles("fetch_files", {"*.class", "/etc/passwd", ".."}).ok());
}

}  // namespace
}  // namespace assay
