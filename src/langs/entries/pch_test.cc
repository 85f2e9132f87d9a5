#include "langs/entries/pch.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <thread>

#include "langs/drivers/driver_harness.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class PrecompiledHeaders : public ::testing::Test {
 protected:
  PrecompiledHeaders() {
    char name[] = "/tmp/assay-pch-XXXXXX";
    cache_ = ::mkdtemp(name);
    config_.Set("cxx-flags", "-O0 -std=gnu++17");
  }
  ~PrecompiledHeaders() override { std::filesystem::remove_all(cache_); }

  Result<PrecompiledHeader> Place() {
    return PlacePrecompiledHeader(cache_, "/usr/bin/g++", {"-O0", "-std=gnu++17"});
  }

  // What the compiler says about the headers of an empty program ("! path" is a used gch).
  static std::string IncludedHeaders(std::vector<std::string> argv, std::string_view first = "") {
    char name[] = "/tmp/assay-pch-use-XXXXXX";
    const std::filesystem::path directory = ::mkdtemp(name);
    WriteFile(directory / "main.cpp", std::string(first) +
                                          "#include <bits/stdc++.h>\n#include <bits/stdc++.h>\nint "
                                          "main() { std::cout << std::string(3, 'x'); }\n");
    for (std::string& word : argv) {
      if (word == "main.cpp" || word == "main") word = directory / word;
    }
    argv.push_back("-H");
    const auto compiled = RunHostCommand(argv);
    EXPECT_EQ(compiled.exit_code, 0) << compiled.output;
    std::filesystem::remove_all(directory);
    return compiled.output;
  }

  std::string cache_;
  LanguageConfig config_;
};

TEST_F(PrecompiledHeaders, AreUsedFromAReadOnlyDirectoryWhenTheFlagsMatch) {
  // Two servers starting at once.
  const auto header = Place(), other = Place();
  ASSERT_TRUE(header.ok() && other.ok());
  const std::string directory = header->directory;
  EXPECT_EQ(other->directory, directory);
  EXPECT_FALSE(IsMade(*header));
  Status status, other_status;
  {
    // Not a token of the thread's own, which its destructor would stop.
    std::jthread race([&] { other_status = MakePrecompiledHeader(*other, "/usr/bin/g++", {}); });
    status = MakePrecompiledHeader(*header, "/usr/bin/g++", {});
  }
  ASSERT_TRUE(status.ok()) << status.error().ToString();
  ASSERT_TRUE(other_status.ok()) << other_status.error().ToString();
  EXPECT_TRUE(IsMade(*header));
  // Nothing else is left behind.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(cache_), {}), 1);
  for (const std::string& path : {directory, directory + "/bits"}) {
    std::filesystem::permissions(path, static_cast<std::filesystem::perms>(0555));
  }

  LanguageTable table(config_, {CppLanguage()});
  std::vector<std::string> failures;
  EXPECT_TRUE(table.Prepare(cache_, &failures).empty());
  EXPECT_THAT(failures, ::testing::IsEmpty());
  EXPECT_THAT(table.ToolchainPaths(), ::testing::Contains(directory));
  const auto matching = table.MakeProgram("cpp", ProgramKind::kWhole, "", {}, {});
  const auto others = table.MakeProgram("cpp", ProgramKind::kWhole, "", {}, {"-O1"});
  ASSERT_TRUE(matching.ok() && others.ok());
  EXPECT_THAT(IncludedHeaders(matching->compile_argv), HasSubstr("! " + directory));
  EXPECT_THAT(IncludedHeaders(matching->compile_argv, "#define X 1\n#include <vector>\n"),
              Not(HasSubstr("! " + directory)));
  EXPECT_THAT(others->compile_argv, Not(::testing::Contains(directory)));
  for (const std::string& path : {directory, directory + "/bits"}) {
    std::filesystem::permissions(path, static_cast<std::filesystem::perms>(0755));
  }
}

TEST_F(PrecompiledHeaders, ProgramsCompileBeforeItIsMade) {
  LanguageTable table(config_, {CppLanguage()});
  std::vector<std::string> failures;
  const auto left = table.Prepare(cache_, &failures);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].what, "C++'s precompiled header");
  // Boxes are given the directory once, so it is there already.
  const auto program = table.MakeProgram("cpp", ProgramKind::kWhole, "", {}, {});
  ASSERT_TRUE(program.ok());
  EXPECT_THAT(table.ToolchainPaths(), ::testing::Contains(HasSubstr(cache_ + "/pch-")));
  EXPECT_THAT(IncludedHeaders(program->compile_argv), Not(HasSubstr("! ")));
}

TEST_F(PrecompiledHeaders, AStopLeavesNothingBehind) {
  const auto header = Place();
  ASSERT_TRUE(header.ok());
  // Of a server that was killed long ago, and of one that is at it.
  const std::filesystem::path old = header->directory + ".aaaaaa", young = old.string() + "b";
  std::filesystem::create_directories(old / "bits");
  std::filesystem::last_write_time(
      old, std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
  std::filesystem::create_directory(young);
  std::stop_source stop;
  stop.request_stop();
  const Status status = MakePrecompiledHeader(*header, "/usr/bin/g++", stop.get_token());
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("it was stopped"));
  EXPECT_FALSE(IsMade(*header));
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_EQ(std::filesystem::remove_all(young), 1u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(cache_), {}), 1);
}

TEST_F(PrecompiledHeaders, MissingCompilerIsAnError) {
  const auto header = PlacePrecompiledHeader(cache_, "/nowhere/g++", {});
  ASSERT_FALSE(header.ok());
  EXPECT_THAT(header.error().message, HasSubstr("/nowhere/g++"));
  config_.Set("cxx", "/nowhere/g++");
  std::vector<std::string> failures;
  EXPECT_THAT(LanguageTable(config_, {CppLanguage()}).Prepare(cache_, &failures),
              ::testing::IsEmpty());
  EXPECT_THAT(failures,
              ::testing::ElementsAre(HasSubstr("C++ compiles without a precompiled header")));
}

}  // namespace
}  // namespace assay
