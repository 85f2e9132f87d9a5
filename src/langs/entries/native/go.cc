// Go, twice: programs, and files of tests.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "langs/drivers/drivers.h"
#include "langs/entries/native/native.h"
#include "langs/entry/common.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

constexpr LanguageOption kGo = {"go", "", "go program; empty means the one on PATH"};
constexpr char kTestify[] = "github.com/stretchr/testify";

// What `make toolchains` has compiled ahead, by `folder`/version for the go of that version.
struct GoFiles {
  std::string go;
  std::string folder;
};

std::string FindGo(const std::string& configured) {
  if (!configured.empty()) return configured;
  const std::string found = FindOnPath("go");
  if (!found.empty()) return found;
  constexpr char kUsual[] = "/usr/local/go/bin/go";
  std::error_code error;
  return std::filesystem::exists(kUsual, error) ? kUsual : "/usr/bin/go";
}

GoFiles Find(const LanguageConfig& config) {
  return {FindGo(config.Text(kGo)), config.Text(kToolchains) + "/go"};
}

std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The library compiled ahead must be of this go: no program may wait until it is compiled anew.
Result<std::string> FindVersion(const GoFiles& files) {
  const auto missing = [](std::string what) {
    return Error{ErrorCode::kUnsupported, "langs.go", 0, std::move(what)};
  };
  const HostCommandResult asked = RunHostCommand({files.go, "version"});
  if (asked.exit_code != 0) {
    return missing(files.go + ": " + (asked.problem.empty() ? "fails" : asked.problem) +
                   " (apt install golang-go)");
  }
  if (ReadText(files.folder + "/version") != asked.output) {
    return missing("the standard library is not compiled ahead for this go in " + files.folder);
  }
  return std::string(TrimAsciiSpace(asked.output));
}

// Runs the words behind "$0" with a build cache of their own that begins with all that is in the
// read-only one "$0", by links: what a program writes there is its own and goes with the run.
constexpr char kWithCache[] = "mkdir /tmp/go && cp -rs \"$0\"/. /tmp/go/cache && exec \"$@\"";

std::vector<std::string> WithCache(const GoFiles& files, const std::vector<std::string>& words) {
  std::vector<std::string> argv = {"/bin/sh", "-c", kWithCache, files.folder + "/cache", files.go};
  argv.insert(argv.end(), words.begin(), words.end());
  return argv;
}

std::map<std::string, std::string> GoEnv(const GoFiles& files) {
  return {{"CGO_ENABLED", "0"},
          {"GOCACHE", "/tmp/go/cache"},
          {"GOENV", "off"},
          {"GOFLAGS", "-mod=mod"},
          {"GOMODCACHE", files.folder + "/mod"},
          {"GOPATH", "/tmp/go"},
          {"GOPROXY", "off"},
          {"GOSUMDB", "off"},
          {"GOTELEMETRY", "off"},
          {"GOTOOLCHAIN", "local"}};
}

// A program that imports testify gets a module that has it. Without a module the go program has
// less to read.
LayoutHook LayOut(const std::string& source, const GoFiles& files) {
  std::vector<ProgramFile> module;
  for (const char* name : {"go.mod", "go.sum"}) {
    module.push_back({name, Blob::FromString(ReadText(files.folder + "/" + name))});
  }
  return [source, module](const Problem&, std::string_view code, ProgramLayout* layout) -> Status {
    layout->sources = {{source, Blob::FromString(std::string(code))}};
    layout->compiled = {source};
    layout->main = source;
    if (code.find(kTestify) == code.npos) return {};
    layout->sources.insert(layout->sources.end(), module.begin(), module.end());
    return {};
  };
}

LanguageTools Tools(const GoFiles& files, const std::string& source) {
  return {.source = source,
          .env = GoEnv(files),
          .find_version = [files] { return FindVersion(files); },
          .programs = {files.go},
          .find_paths = [files] { return std::vector<std::string>{files.folder}; },
          .whole = LayOut(source, files)};
}

LanguageTools ProgramTools(const LanguageConfig& config) {
  const GoFiles files = Find(config);
  LanguageTools tools = Tools(files, "main.go");
  tools.compile = WithCache(files, {"build", "{flags}", "-o", "main", "{files}"});
  // Linking is most of what is left of a compile; tables for debuggers are a third of it.
  tools.default_flags = {"-ldflags=-s -w"};
  tools.artifacts = {"main"};
  tools.run = {"./main"};
  tools.function_call = GoCallHook(
      {ReadText(files.folder + "/go.mod"), ReadText(files.folder + "/go.sum"), kTestify});
  return tools;
}

// In the name of the file `_test` must stand: without it the go program finds no tests, and is
// content with that.
LanguageTools TestTools(const LanguageConfig& config) {
  const GoFiles files = Find(config);
  LanguageTools tools = Tools(files, "main_test.go");
  tools.run = WithCache(files, {"test", "{main}"});
  return tools;
}

constexpr char kCrash[] = "func none() []int { return nil }\n";

}  // namespace

LanguageEntry GoLanguage() {
  return {
      .id = "go",
      .aliases = {"golang"},
      .extensions = {".go"},
      .fences = {"go", "golang"},
      .peer_fences = {{"go", {{"go", "Go"}}}},
      .options = {kGo},
      .install_hint = kMakeToolchains,
      .self_test = {.right =
                        "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"ok\") }\n",
                    .assertion = "package main\n\nfunc main() { panic(\"assertion failed\") }\n",
                    .broken = "package main\n\nfunc main() { x := }\n",
                    .crash = std::string("package main\n\n") + kCrash +
                             "func main() { none()[1] = 1 }\n",
                    .assertion_sign = "assertion failed"},
      .tools = ProgramTools};
}

LanguageEntry GoTestLanguage() {
  const std::string begin = "package main\n\nimport \"testing\"\n\n";
  return {
      .id = "go_test",
      .time_multiplier = 2,
      .fences = {"go", "golang"},
      .peer_fences = {{"go_test", {}}},
      .install_hint = kMakeToolchains,
      .self_test = {.right = begin + "func TestSum(t *testing.T) {}\n",
                    .assertion = begin + "func TestSum(t *testing.T) { t.Error(\"unequal\") }\n",
                    .broken = begin + "func TestSum(t *testing.T) { x := }\n",
                    .crash = begin + kCrash + "func TestSum(t *testing.T) { none()[1] = 1 }\n",
                    .assertion_sign = "unequal",
                    .right_prints = false},
      .tools = TestTools};
}

}  // namespace assay
