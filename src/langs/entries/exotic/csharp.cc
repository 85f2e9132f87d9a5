// C# by the .NET SDK when `dotnet` is there, else by Mono's compiler, whose dialect is older: its
// version line says so, and with it every verdict.
#include "langs/drivers/drivers.h"
#include "langs/entries/exotic/exotic.h"
#include "langs/entries/exotic/on_path.h"

namespace assay {
namespace {

constexpr LanguageOption kDotnet = {
    "dotnet", "", "dotnet program of the .NET SDK for C#; empty means the one on PATH, else Mono"};

// The console project that the SDK's template makes. Nothing is fetched: it needs no package, and a
// program of the host's kind (UseAppHost) would be one.
constexpr char kProject[] =
    "<Project Sdk=\"Microsoft.NET.Sdk\">\n  <PropertyGroup>\n"
    "    <OutputType>Exe</OutputType>\n"
    "    <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>\n"
    "    <AssemblyName>main</AssemblyName>\n    <ImplicitUsings>enable</ImplicitUsings>\n"
    "    <Nullable>enable</Nullable>\n    <UseAppHost>false</UseAppHost>\n"
    "    <AllowUnsafeBlocks>true</AllowUnsafeBlocks>\n  </PropertyGroup>\n</Project>\n";

Status NoDotnetCall(const Problem&, std::string_view, ProgramLayout*) {
  return InvalidField("langs.program", "language",
                      "csharp has a driver for function calls with Mono only, not with dotnet");
}

Status LayoutDotnet(const Problem&, std::string_view code, ProgramLayout* layout) {
  layout->sources = {{"Program.cs", Blob::FromString(std::string(code))},
                     {"main.csproj", Blob::FromString(std::string(kProject))}};
  layout->main = "out/main.dll";
  return {};
}

LanguageTools DotnetTools(const std::string& dotnet) {
  return {.source = "Program.cs",
          .compile = {dotnet, "build", "main.csproj", "-nologo", "-v", "q", "-c", "Debug", "-o",
                      "out", "{flags}"},
          .artifacts = {"out/main.dll", "out/main.runtimeconfig.json"},
          .run = {dotnet, "{main}"},
          .env = {{"DOTNET_CLI_HOME", "/tmp"},
                  {"DOTNET_CLI_TELEMETRY_OPTOUT", "1"},
                  {"DOTNET_NOLOGO", "1"},
                  {"DOTNET_SKIP_FIRST_TIME_EXPERIENCE", "1"},
                  {"NUGET_PACKAGES", "/tmp/nuget"}},
          .version_argv = {dotnet, "--version"},
          .version_prefix = ".NET SDK ",
          .programs = {dotnet},
          .whole = LayoutDotnet,
          .function_call = NoDotnetCall};
}

LanguageTools MonoTools() {
  return {
      .source = "Program.cs",
      .compile = {"/usr/bin/mcs", "-d:DEBUG", "-r:System.Numerics.dll", "-nowarn:0219,0168",
                  "{flags}", "-out:main.exe", "{files}"},
      .artifacts = {"main.exe"},
      .run = {"/usr/bin/mono", "--debug", "main.exe"},
      // A failed Debug.Assert is only said, and only when asked for.
      .env = {{"MONO_TRACE_LISTENER", "Console.Error"}},
      .failure_signs = {"at System.Diagnostics.DefaultTraceListener.Fail", "Unhandled Exception"},
      .version_argv = {"/usr/bin/mcs", "--version"},
      .version_prefix = "C# without local functions and top-level statements: ",
      .programs = {"/usr/bin/mcs"},
      .function_call = LayoutCsharpCall};
}

LanguageTools Tools(const LanguageConfig& config) {
  const std::string dotnet = OnPath(config, kDotnet, "dotnet");
  return dotnet == "dotnet" ? MonoTools() : DotnetTools(dotnet);
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "using System;\nusing System.Diagnostics;\nclass Program {\n"
           "  static void Main(string[] a) { " +
           body + " }\n}\n";
  };
  return {.right = with("Debug.Assert(2 + 2 == 4); Console.WriteLine(\"ok\");"),
          .assertion = with("Debug.Assert(a.Length == 1, \"not so\"); Console.WriteLine(\"ok\");"),
          .broken = with("int x = \"four\"; Console.WriteLine(\"ok\");"),
          .crash = with("Console.WriteLine(\"ok\"); Console.WriteLine(1 / a.Length);"),
          .assertion_sign = "not so"};
}

}  // namespace

LanguageEntry CsharpLanguage() {
  return {.id = "csharp",
          .aliases = {"c#", "dotnet"},
          .extensions = {".cs"},
          .time_multiplier = 2,
          .fences = {"csharp", "c#", "cs"},
          .peer_fences = {{"csharp", {{"csharp", "c#", "C#"}}}},
          .options = {kDotnet},
          .install_hint = "apt install mono-mcs (or put a .NET SDK's dotnet on PATH)",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
