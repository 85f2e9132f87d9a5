#include "langs/entries/exotic/exotic.h"

#include <gmock/gmock.h>

#include "langs/toolchain.h"

namespace assay {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Exotic, WhatIsNotOnPathIsUnavailableAndSaysSo) {
  LanguageConfig config;
  for (const char* option : {"swiftc", "julia", "lake", "nvcc"}) {
    config.Set(option, std::string("/nowhere/") + option);
  }
  for (const LanguageEntry& entry :
       {SwiftLanguage(), JuliaLanguage(), LeanLanguage(), CudaLanguage()}) {
    const Toolchain toolchain = ProbeToolchain(entry, entry.tools(config));
    EXPECT_FALSE(toolchain.available) << entry.id;
    EXPECT_THAT(toolchain.problem, HasSubstr("/nowhere/")) << entry.id;
    EXPECT_THAT(toolchain.problem, HasSubstr(entry.install_hint)) << entry.id;
  }
}

TEST(Exotic, ProgramsForGpusCountOnlyWhenTheyReachOne) {
  EXPECT_TRUE(CudaLanguage().proven_only);
  EXPECT_TRUE(PythonGpuLanguage().proven_only);
  EXPECT_FALSE(SwiftLanguage().proven_only);
}

TEST(Csharp, OfMonoSeesAssertionsThatAreOnlySaid) {
  LanguageConfig config;
  config.Set("dotnet", "dotnet");
  const LanguageTools mono = CsharpLanguage().tools(config);
  EXPECT_EQ(mono.env.at("MONO_TRACE_LISTENER"), "Console.Error");
  EXPECT_THAT(mono.failure_signs, Contains("at System.Diagnostics.DefaultTraceListener.Fail"));
  EXPECT_THAT(mono.compile, Contains("-d:DEBUG"));
  EXPECT_THAT(mono.version_prefix, HasSubstr("without local functions"));
}

TEST(Csharp, OfTheSdkIsBuiltOnceAndRunWithoutIt) {
  LanguageConfig config;
  config.Set("dotnet", "/sdk/dotnet");
  const LanguageTools sdk = CsharpLanguage().tools(config);
  EXPECT_THAT(sdk.run, ElementsAre("/sdk/dotnet", "{main}"));
  EXPECT_THAT(sdk.artifacts, Contains("out/main.runtimeconfig.json"));
  ProgramLayout layout;
  ASSERT_TRUE(sdk.whole({}, "System.Console.WriteLine(1);", &layout).ok());
  EXPECT_EQ(layout.main, "out/main.dll");
  ASSERT_EQ(layout.sources.size(), 2u);
  EXPECT_THAT(std::string(layout.sources[1].contents->view()),
              HasSubstr("<OutputType>Exe</OutputType>"));
}

TEST(Cuda, ProgramsMayBeFilesAlone) {
  const LanguageTools tools = CudaLanguage().tools({});
  ProgramLayout none;
  ASSERT_TRUE(tools.whole({}, "\n", &none).ok());
  EXPECT_TRUE(none.sources.empty());
  ProgramLayout one;
  ASSERT_TRUE(tools.whole({}, "int main() {}", &one).ok());
  EXPECT_EQ(one.sources.at(0).path, "main.cu");
}

TEST(Lean, FindsTheOperatorsProject) {
  LanguageConfig config;
  config.Set("lake", "/l/lake");
  EXPECT_THAT(LeanLanguage().tools(config).run, ElementsAre("/l/lake", "env", "lean", "{main}"));
  config.Set("lean-project", "/mathlib");
  EXPECT_THAT(LeanLanguage().tools(config).run,
              ElementsAre("/l/lake", "--dir=/mathlib", "env", "lean", "{main}"));
}

}  // namespace
}  // namespace assay
