// What `git apply` of git 2.39 makes of the same patches, unless a test says otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "swe/patch/apply.h"
#include "swe/patch/diff.h"
#include "swe/patch/touched.h"

namespace assay::swe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Tree = std::map<std::string, std::string>;

// The tree afterwards as "path[*]=content;", or the error's sentence.
std::string Apply(const std::string& patch, const Tree& tree) {
  const auto diff = ParseDiff(patch);
  if (!diff.ok()) return diff.error().message;
  const auto changes = ApplyDiff(*diff, [&](const std::string& path) {
    const auto found = tree.find(path);
    if (found == tree.end()) return TreeFile{};
    if (found->second == "->") return TreeFile{TreeEntry::kOther};
    return TreeFile{TreeEntry::kFile, found->second};
  });
  if (!changes.ok()) return changes.error().message;
  std::string text;
  for (const auto& [path, file] : *changes) {
    text += path;
    if (!file) {
      text += " gone;";
    } else {
      text += (file->executable ? "*=" : "=") + file->content + ";";
    }
  }
  return text;
}

constexpr char kModify[] =
    "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@ def f():\n "
    "a\n-b\n+B\n c\n";

TEST(Patch, ChangesLines) {
  EXPECT_EQ(Apply(kModify, {{"f", "a\nb\nc\n"}}), "f=a\nB\nc\n;");
  EXPECT_EQ(Apply("--- a/f\t2024-01-01\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n", {{"f", "a\n"}}), "f=b\n;");
  EXPECT_EQ(Apply("", {}), "");
  // An editor took the space off the empty line of context.
  EXPECT_EQ(Apply("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n\n-a\n+b\n", {{"f", "\na\n"}}), "f=\nb\n;");
}

TEST(Patch, TakesNoContextThatDiffers) {
  for (const std::string content : {"a\nx\nc\n", "a\nb\n", "", "a\r\nb\r\nc\r\n", "a\nb \nc\n"}) {
    EXPECT_THAT(Apply(kModify, {{"f", content}}), HasSubstr("f: the hunk at line 1 doesn't fit"));
  }
}

TEST(Patch, FindsLinesThatMoved) {
  const std::string patch = "--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n a\n-b\n+B\n c\n";
  EXPECT_EQ(Apply(patch, {{"f", "0\n0\n0\na\nb\nc\n"}}), "f=0\n0\n0\na\nB\nc\n;");
  // What ends the file must end it still.
  const std::string end = "--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n a\n-b\n+B\n";
  EXPECT_THAT(Apply(end, {{"f", "0\na\nb\nc\n"}}), HasSubstr("doesn't fit"));
}

TEST(Patch, KeepsMissingEndsAndCarriageReturns) {
  EXPECT_EQ(
      Apply("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n", {{"f", "a"}}),
      "f=b\n;");
  EXPECT_EQ(Apply("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n",
                  {{"f", "a\n"}}),
            "f=b;");
  EXPECT_THAT(Apply("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n", {{"f", "a"}}),
              HasSubstr("doesn't fit"));
  EXPECT_EQ(Apply("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n", {{"f", "a\r\nb\r\n"}}),
            "f=a\r\nc\r\n;");
}

TEST(Patch, CreatesDeletesRenamesAndSetsModes) {
  EXPECT_EQ(Apply("diff --git a/d/n b/d/n\nnew file mode 100755\n--- /dev/null\n+++ b/d/n\n"
                  "@@ -0,0 +1 @@\n+x\n",
                  {}),
            "d/n*=x\n;");
  EXPECT_EQ(Apply("diff --git a/e b/e\nnew file mode 100644\nindex 0..e69\n", {}), "e=;");
  EXPECT_EQ(Apply("diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n"
                  "@@ -1 +0,0 @@\n-a\n",
                  {{"f", "a\n"}}),
            "f gone;");
  EXPECT_EQ(Apply("diff --git a/f b/f\nold mode 100644\nnew mode 100755\n", {{"f", "a"}}), "f*=a;");
  EXPECT_EQ(Apply("diff --git a/f b/g\nsimilarity index 50%\nrename from f\nrename to g\n--- a/f\n"
                  "+++ b/g\n@@ -1 +1 @@\n-a\n+b\n",
                  {{"f", "a\n"}}),
            "f gone;g=b\n;");
  // Two that change places.
  EXPECT_EQ(Apply("diff --git a/f b/g\nrename from f\nrename to g\n"
                  "diff --git a/g b/f\nrename from g\nrename to f\n",
                  {{"f", "1"}, {"g", "2"}}),
            "f=2;g=1;");
  EXPECT_EQ(
      Apply("diff --git \"a/\\303\\274 \\\"\" \"b/\\303\\274 \\\"\"\nnew file mode 100644\n", {}),
      "\xC3\xBC \"=;");
}

TEST(Patch, RefusesWhatDoesNotFitTheTree) {
  EXPECT_THAT(Apply(kModify, {}), HasSubstr("f: there is no such file"));
  EXPECT_THAT(Apply(kModify, {{"f", "->"}}), HasSubstr("f: is no plain file"));
  const std::string create = "diff --git a/f b/f\nnew file mode 100644\n";
  EXPECT_THAT(Apply(create, {{"f", ""}}), HasSubstr("f: is there already"));
  EXPECT_THAT(Apply(create, {{"f", "->"}}), HasSubstr("f: is there already"));
  EXPECT_THAT(Apply("diff --git a/f/g b/f/g\nnew file mode 100644\n", {{"f", ""}}),
              HasSubstr("f/g: a file stands in the place of a folder"));
  EXPECT_THAT(Apply("diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n"
                    "@@ -1 +0,0 @@\n-a\n",
                    {{"f", "a\nb\n"}}),
              HasSubstr("doesn't fit"));
}

TEST(Patch, RefusesPathsThatLeaveTheTree) {
  for (const std::string path : {"../f", "d/../../f", "/etc/passwd", ".git/hooks/pre-commit",
                                 "d/.GIT/config", "d//f", "./f", "d/"}) {
    EXPECT_FALSE(IsSafePath(path)) << path;
    EXPECT_THAT(Apply("--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1 @@\n+x\n", {}),
                HasSubstr("is no path inside of the repository"))
        << path;
    EXPECT_THAT(Apply("diff --git a/f b/f\nrename from f\nrename to " + path + "\n", {{"f", ""}}),
                HasSubstr("is no path inside of the repository"))
        << path;
  }
  EXPECT_TRUE(IsSafePath(".github/..x/a"));
  EXPECT_THAT(Apply("diff --git a/f b/f\nnew file mode 120000\n--- /dev/null\n+++ b/f\n"
                    "@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n",
                    {}),
              HasSubstr("f: symbolic links aren't taken"));
  EXPECT_THAT(
      Apply("diff --git a/f b/f\nindex 1..2 120000\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n",
            {{"f", "a\n"}}),
      HasSubstr("f: symbolic links aren't taken"));
  EXPECT_THAT(Apply("diff --git a/s b/s\nnew file mode 160000\n", {}),
              HasSubstr("submodules aren't taken"));
}

TEST(Patch, RefusesBinariesAndBrokenHunks) {
  EXPECT_THAT(
      Apply("diff --git a/i.png b/i.png\nindex 1..2 100644\nGIT binary patch\nliteral 1\n", {}),
      HasSubstr("i.png: binary patches aren't taken"));
  EXPECT_THAT(Apply("diff --git a/i b/i\nBinary files a/i and b/i differ\n", {}),
              HasSubstr("binary patches aren't taken"));
  for (const std::string hunk : {"@@ -1,2 +1 @@\n-a\n+b\n", "@@ -1 +1,9 @@\n-a\n+b\n",
                                 "@@ -1 +1 @@\n", "@@ -1 +1 @@\n a\n", "@@ -1 +1 @@\n*a\n+b\n"}) {
    EXPECT_THAT(Apply("--- a/f\n+++ b/f\n" + hunk, {{"f", "a\n"}}), HasSubstr("shorter or longer"))
        << hunk;
  }
  EXPECT_THAT(Apply("--- a/f\n+++ b/f\n@@ -x +1 @@\n", {}), HasSubstr("header is malformed"));
  EXPECT_THAT(Apply("@@ -1 +1 @@\n-a\n+b\n", {}), HasSubstr("a hunk belongs to no file"));
  EXPECT_THAT(Apply("Here is my patch.\n", {}), HasSubstr("the text is no patch"));
  EXPECT_THAT(Apply("--- a/f\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n", {}), HasSubstr("names of the file"));
}

TEST(Touched, NamesTestsAndWhatSteersThem) {
  const auto diff =
      ParseDiff(std::string(kModify) +
                "diff --git a/tests/test_a.py b/tests/old_a.py\nrename from tests/test_a.py\n"
                "rename to tests/old_a.py\n"
                "diff --git a/tests/conftest.py b/tests/conftest.py\nnew file mode 100644\n"
                "diff --git a/pytest.py b/pytest.py\nnew file mode 100644\n");
  ASSERT_TRUE(diff.ok());
  const std::vector<std::string> tests = {"tests/test_a.py", "tests/test_b.py"};
  const Touched touched = WhatItTouches(*diff, tests);
  EXPECT_THAT(touched.tests, ElementsAre("tests/test_a.py"));
  EXPECT_THAT(touched.runner_files, ElementsAre("tests/conftest.py", "pytest.py"));
  for (const char* path :
       {"pyproject.toml", "sub/pytest.ini", "jest.config.mjs", "package.json", "build.rs", "x.pth",
        "_pytest/config.py", ".cargo/config.toml", "pluggy/__init__.py",
        "evil.dist-info/entry_points.txt", "cmake/test.cmake",
        "src/test/java/org/junit/Assert.java", "build.xml"}) {
    EXPECT_TRUE(SteersTests(path)) << path;
  }
  for (const char* path : {"src/pytest_tools.py", "package.json.md", "a/build.rst", "unittest_x/a",
                           "src/org/junitx/A.java", "dist-info/a", ".cmake"}) {
    EXPECT_FALSE(SteersTests(path)) << path;
  }
}

}  // namespace
}  // namespace assay::swe
