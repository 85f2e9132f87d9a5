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

  Status Prepare(std::vector<PrecompiledHeader>* headers) {
    return PreparePrecompiledHeaders(cache_, "/usr/bin/g++", {{"-O0", "-std=gnu++17"}}, headers);
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
  std::vector<PrecompiledHeader> headers, other;
  Status status, other_status;
  {
    std::jthread race([&] { other_status = Prepare(&other); });
    status = Prepare(&headers);
  }
  ASSERT_TRUE(status.ok()) << status.error().ToString();
  ASSERT_TRUE(other_status.ok()) << other_status.error().ToString();
  ASSERT_EQ(headers.size(), 1u);
  const std::string directory = headers[0].directory;
  EXPECT_EQ(other[0].directory, directory);
  // Nothing else is left behind.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(cache_), {}), 1);
  for (const std::string& path : {directory, directory + "/bits"}) {
    std::filesystem::permissions(path, static_cast<std::filesystem::perms>(0555));
  }

  LanguageTable table(config_);
  EXPECT_TRUE(table.Prepare(cache_).empty());
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

TEST_F(PrecompiledHeaders, MissingCompilerIsAnError) {
  std::vector<PrecompiledHeader> headers;
  const Status status = PreparePrecompiledHeaders(cache_, "/nowhere/g++", {{}}, &headers);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("/nowhere/g++"));
  config_.Set("cxx", "/nowhere/g++");
  EXPECT_THAT(LanguageTable(config_).Prepare(cache_),
              ::testing::ElementsAre(HasSubstr("C++ compiles without a precompiled header")));
}

}  // namespace
}  // namespace assay
