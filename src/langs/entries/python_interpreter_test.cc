#include "langs/entries/python_interpreter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "langs/language.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class PythonInterpreterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "assay-python-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = fs::canonical(pattern);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // In the folder, whose "$" in `text` is.
  fs::path Program(const std::string& name, std::string text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    for (size_t at; (at = text.find('$')) != text.npos;) text.replace(at, 1, folder_.string());
    std::ofstream(path) << text;
    ::chmod(path.c_str(), 0755);
    return path;
  }
  static PythonInterpreter Find(const std::string& named) {
    LanguageConfig config;
    config.Set("python", named);
    return FindPythonInterpreter(config);
  }

  fs::path folder_;
};

TEST_F(PythonInterpreterTest, IsDebiansUnlessSomethingIsNamed) {
  EXPECT_EQ(FindPythonInterpreter({}).path, "/usr/bin/python3");
}

// Not what the link leads to: without its path it would be the base interpreter.
TEST_F(PythonInterpreterTest, OfAnEnvironmentIsItsOwnProgram) {
  const fs::path base = Program("base/bin/python3.12", "no script");
  fs::create_directories(folder_ / "env/bin");
  fs::create_symlink(base, folder_ / "env/bin/python");
  const std::string program = folder_ / "env/bin/python";
  for (const std::string named : {"env", "env/", "./env/", "env/bin/python", "base/../env"}) {
    const PythonInterpreter found = Find(folder_ / named);
    EXPECT_TRUE(found.settings.ok()) << named;
    EXPECT_EQ(found.path, program) << named;
  }
  fs::remove(program);
  fs::create_symlink(base, folder_ / "env/bin/python3");
  EXPECT_EQ(Find(folder_ / "env").path, folder_ / "env/bin/python3");
}

TEST_F(PythonInterpreterTest, MayBeNamedFromTheWorkingDirectory) {
  Program("env/bin/python", "no script");
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  EXPECT_EQ(Find("env").path, folder_ / "env/bin/python");
  EXPECT_EQ(Find("./env/bin/python").path, folder_ / "env/bin/python");
  fs::current_path(before);
}

TEST_F(PythonInterpreterTest, AFolderThatIsNoEnvironmentIsAnErrorThatNamesTheOption) {
  fs::create_directories(folder_ / "env/bin");
  fs::create_symlink("/nowhere/python3", folder_ / "env/bin/python");
  for (const char* folder : {"env", ""}) {
    const PythonInterpreter found = Find(folder_ / folder);
    ASSERT_FALSE(found.settings.ok());
    EXPECT_EQ(found.settings.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(found.settings.error().ToString(), HasSubstr("--python"));
    EXPECT_THAT(found.settings.error().ToString(), HasSubstr("python3 -m venv"));
  }
  LanguageConfig config;
  config.Set("python", folder_);
  EXPECT_FALSE(LanguageTable(config).CheckSettings().ok());
}

// It is unavailable then, and the other languages are there.
TEST_F(PythonInterpreterTest, AProgramThatIsNotThereIsNoWrongSetting) {
  for (const char* named : {"/nowhere/python3", "no-such-python", ""}) {
    EXPECT_TRUE(Find(named).settings.ok()) << named;
    EXPECT_EQ(Find(named).path, named);
  }
}

TEST_F(PythonInterpreterTest, IsFoundOnPathAndBehindAScript) {
  const fs::path program = Program("real/bin/python9", "no script");
  Program("shims/python9", "#!/bin/sh\necho $/real/bin/python9\n");
  Program("shims/python8", "#!/bin/sh\nexit 1\n");
  const char* before = std::getenv("PATH");
  const std::string path = before != nullptr ? before : "";
  ::setenv("PATH", ((folder_ / "shims").string() + ":" + path).c_str(), 1);
  EXPECT_EQ(Find("python9").path, program);
  EXPECT_EQ(Find(folder_ / "shims/python9").path, program);
  EXPECT_EQ(Find("python8").path, folder_ / "shims/python8");
  ::setenv("PATH", path.c_str(), 1);
}

TEST_F(PythonInterpreterTest, ABoxIsShownWhatTheInterpreterNamesAndWhereLinksLead) {
  Program("real/bin/python", "#!/bin/sh\nprintf '$/env\\n$/base\\nrelative\\n'\n");
  fs::create_directories(folder_ / "env/bin");
  fs::create_directories(folder_ / "elsewhere");
  fs::create_symlink("../real/bin/python", folder_ / "elsewhere/python");
  fs::create_symlink(folder_ / "elsewhere/python", folder_ / "env/bin/python");
  const auto paths = PythonPrefixes(folder_ / "env/bin/python");
  for (const char* path : {"env", "base", "elsewhere/python", "real/bin/python"}) {
    EXPECT_THAT(paths, Contains((folder_ / path).string()));
  }
  EXPECT_EQ(paths.size(), 4U);
  EXPECT_THAT(PythonPrefixes("/nowhere/python"), IsEmpty());
}

}  // namespace
}  // namespace assay
