#include "langs/entries/native/native.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "langs/entry/common.h"

namespace assay {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A folder with a go that says its version, and what `make toolchains` would have made.
class MadeUpGo : public ::testing::Test {
 protected:
  MadeUpGo() {
    folder_ = ::mkdtemp(name_);
    Write(folder_ / "bin", "#!/bin/sh\necho go version go9.9\n");
    std::filesystem::permissions(folder_ / "bin", std::filesystem::perms::all);
    config_.Set("go", (folder_ / "bin").string());
    config_.Set("toolchains", folder_.string());
    std::filesystem::create_directory(folder_ / "go");
  }
  ~MadeUpGo() override { std::filesystem::remove_all(folder_); }

  static void Write(const std::filesystem::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
  }

  char name_[32] = "/tmp/assay-go-XXXXXX";
  std::filesystem::path folder_;
  LanguageConfig config_;
};

TEST_F(MadeUpGo, IsAvailableOnceItsLibraryIsCompiledAhead) {
  const auto version = [&] { return GoLanguage().tools(config_).find_version(); };
  EXPECT_THAT(version().error().message, HasSubstr("is not compiled ahead"));
  Write(folder_ / "go/version", "go version go9.8\n");
  EXPECT_FALSE(version().ok());
  Write(folder_ / "go/version", "go version go9.9\n");
  ASSERT_TRUE(version().ok());
  EXPECT_EQ(*version(), "go version go9.9");
  config_.Set("go", "/nowhere/go");
  EXPECT_THAT(version().error().message, HasSubstr("/nowhere/go: "));
}

TEST_F(MadeUpGo, HasAModuleWhereTestifyIsImported) {
  Write(folder_ / "go/go.mod", "module programs\n");
  Write(folder_ / "go/go.sum", "sums\n");
  const LayoutHook hook = GoTestLanguage().tools(config_).whole;
  ProgramLayout without;
  ASSERT_TRUE(hook({}, "package main\n", &without).ok());
  EXPECT_EQ(without.main, "main_test.go");
  EXPECT_EQ(without.sources.size(), 1);
  ProgramLayout with;
  ASSERT_TRUE(hook({}, "import \"github.com/stretchr/testify/assert\"\n", &with).ok());
  ASSERT_EQ(with.sources.size(), 3);
  EXPECT_EQ(with.sources[1].path, "go.mod");
  EXPECT_EQ(with.sources[2].contents->view(), "sums\n");
}

TEST_F(MadeUpGo, CompilesInACacheOfItsOwn) {
  const LanguageTools tools = GoLanguage().tools(config_);
  EXPECT_EQ(tools.env.at("GOCACHE"), "/tmp/go/cache");
  EXPECT_EQ(tools.env.at("CGO_ENABLED"), "0");
  EXPECT_THAT(tools.compile, Contains((folder_ / "go/cache").string()));
  EXPECT_THAT(tools.default_flags, ElementsAre("-ldflags=-s -w"));
}

TEST(Rust, ChecksArithmeticAsThePeersDo) {
  LanguageConfig config;
  config.Set("rustc", "/r/bin/rustc");
  const LanguageTools tools = RustLanguage().tools(config);
  EXPECT_THAT(tools.compile, ElementsAre("/r/bin/rustc", "{flags}", "{files}", "-o", "main"));
  EXPECT_THAT(tools.default_flags, Contains("-Cdebug-assertions=on"));
  EXPECT_THAT(tools.programs, ElementsAre("/r/bin/rustc"));
}

TEST(D, RunsTheTestsWithinAProgramByTheContractsName) {
  const LanguageConfig config;
  EXPECT_THAT(DUnittestLanguage().tools(config).compile,
              ElementsAre("/usr/bin/ldmd2", "{flags}", "{files}", "-unittest", "-of=main"));
  EXPECT_THAT(DLanguage().tools(config).compile,
              ElementsAre("/usr/bin/ldmd2", "{flags}", "{files}", "-of=main"));
}

}  // namespace
}  // namespace assay
