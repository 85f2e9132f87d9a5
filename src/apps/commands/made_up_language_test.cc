// The proof that a language is one entry: a made-up one, from the entry below and a program in
// tests/languages, goes the whole way through HTTP, the command line, doctor and metrics. Its
// programs run on the host, without isolation: they are this repository's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "api/service.h"
#include "apps/commands/doctor.h"
#include "apps/commands/run_command.h"
#include "apps/setup/options.h"
#include "base/clock.h"
#include "engine/engine.h"
#include "langs/language.h"
#include "net/http_server.h"
#include "runner/runner.h"
#include "service/local_judge.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr char kProgram[] = ASSAY_SOURCE_DIR "/tests/languages/hello.shout";
constexpr LanguageOption kInterpreter = {"shout", "/bin/sed", "interpreter of shouts"};

// All of it.
LanguageEntry Shout() {
  return {.id = "shout",
          .aliases = {"yell"},
          .extensions = {".shout"},
          .fences = {"shout", "shouting"},
          .options = {kInterpreter},
          .install_hint = "apt install sed",
          .tools = [](const LanguageConfig& config) -> LanguageTools {
            const std::string interpreter = config.Text(kInterpreter);
            return {.source = "main.shout",
                    .run = {interpreter, "-f", "{main}"},
                    .version_argv = {interpreter, "--version"},
                    .programs = {interpreter}};
          }};
}

std::vector<LanguageEntry> WithShout() {
  std::vector<LanguageEntry> languages = BuiltInLanguages();
  languages.push_back(Shout());
  return languages;
}

Options Load(const std::map<std::string, std::string>& flags) {
  const auto none = [](const char*) -> const char* { return nullptr; };
  auto options = LoadOptions(flags, none, "", WithShout());
  EXPECT_TRUE(options.ok());
  return options.ok() ? *std::move(options) : Options();
}

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void Write(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

class Folder {
 public:
  Folder() { path_ = ::mkdtemp(name_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  char name_[32] = "/tmp/assay-shout-XXXXXX";
  std::filesystem::path path_;
};

// Runs a program as it is, in a folder with its files.
class HostRunner final : public Runner {
 public:
  Result<RunResult> Run(const RunRequest& request, const CancelToken*) override {
    const Folder folder;
    for (const InputFile& file : request.files) Write(folder / file.path, file.contents->view());
    Write(folder / ".stdin", request.stdin_bytes ? request.stdin_bytes->view() : "");
    std::string command = "cd " + folder.path().string() + " && exec";
    for (const std::string& word : request.argv) command += " '" + word + "'";
    const int status = ::system((command + " < .stdin > .stdout 2> .stderr").c_str());
    RunResult result;
    result.status = RunStatus::kExited;
    result.exit_code = WEXITSTATUS(status);
    result.cpu_time = result.wall_time = std::chrono::milliseconds(1);
    result.stdout_bytes = ReadAll(folder / ".stdout");
    result.stderr_bytes = ReadAll(folder / ".stderr");
    return result;
  }
  Result<PairResult> RunPair(const PairRequest&, const CancelToken*) override {
    return Error{ErrorCode::kUnsupported, "test", 0, "no pairs here"};
  }
  int slots() const override { return 1; }
  std::string tier() const override { return "test-tier"; }
};

// Any route, in this process.
struct Routes : service::LocalJudge {
  using LocalJudge::Ask;
  using LocalJudge::LocalJudge;
};

std::string Answer(const Result<service::Answer>& answer) {
  return answer.ok() ? answer->body : answer.error().ToString();
}

// What `assay serve` puts together, over that runner.
struct Server {
  Server() {
    service.RegisterRoutes(router);
    EXPECT_TRUE(http.Start().ok());
  }

  std::string Get(const std::string& path) { return Answer(routes.Ask("GET", path, "")); }
  std::string Post(const std::string& path, std::string body) {
    return Answer(routes.Ask("POST", path, std::move(body)));
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(http.port()); }

  const Options options = Load({});
  const LanguageTable table{options.language_config, options.languages};
  Metrics metrics;
  HostRunner runner;
  const RealClock clock;
  Engine engine{EngineOptions{}, runner, table, clock, &metrics};
  ApiService service{ApiOptions{}, engine, table, table.Probe(), metrics, runner.tier()};
  Router router;
  Routes routes{router, 1};
  HttpServer http{HttpServerOptions{.port = 0},
                  [this](auto request, auto reply) { router.Handle(request, reply); }};
};

TEST(AMadeUpLanguage, IsJudgedThroughHttp) {
  Server server;
  const std::string problem = R"("problem":{"tests":[{"input":"hi\n","expected":"HI!\n"}]})";
  EXPECT_THAT(
      server.Post("/v1/verify", R"({"language":"shout","code":"s/.*/\\U&!/",)" + problem + "}"),
      HasSubstr(R"("verdict":"AC")"));
  // By its alias, and the code in a fence of its name after another's.
  EXPECT_THAT(server.Post("/v1/verify", R"({"language":"yell","code":"s/.*/&?/",)" + problem + "}"),
              HasSubstr(R"("verdict":"WA")"));
  EXPECT_THAT(
      server.Post(
          "/v1/verify",
          R"({"language":"shout","response":"```shouting\ns/.*/\\U&!/\n```\n```text\nx\n```",)" +
              problem + "}"),
      HasSubstr(R"("verdict":"AC")"));
  EXPECT_THAT(
      server.Post("/run_code", R"({"language":"shout","code":"s/.*/\\U&!/","stdin":"hi\n"})"),
      HasSubstr(R"("stdout":"HI!\n")"));
  EXPECT_THAT(server.Get("/v1/info"),
              HasSubstr(R"({"language":"shout","available":true,"version":")"));
  EXPECT_THAT(server.Get("/metrics"), HasSubstr(R"(language="shout")"));
}

TEST(AMadeUpLanguage, IsKnownToTheCommandLineByItsExtension) {
  Server server;
  const Folder folder;
  Write(folder / "in", "hi\n");
  Write(folder / "good", "HI!\n");
  Write(folder / "bad", "hi\n");
  const auto run = [&](const std::string& expected) {
    RunCommand command;
    const Status parsed =
        ParseArguments("run", [&](CommandLine* line) { command.AddTo(line); },
                       {kProgram, "--url", server.url(), "--input", (folder / "in").string(),
                        "--expect", (folder / expected).string()});
    EXPECT_TRUE(parsed.ok());
    ::testing::internal::CaptureStdout();
    const int exit_code = command.Run(server.options);
    ::testing::internal::GetCapturedStdout();
    return exit_code;
  };
  EXPECT_EQ(run("good"), 0);
  EXPECT_EQ(run("bad"), 1);
}

TEST(AMadeUpLanguage, HasItsOptionEverywhere) {
  std::vector<std::string> names;
  for (const OptionSpec& spec : MakeOptionTable(WithShout())) {
    if (spec.name == kInterpreter.name) names = {spec.EnvironmentName(), spec.DefaultText()};
  }
  EXPECT_THAT(names, ::testing::ElementsAre("ASSAY_SHOUT", "/bin/sed"));
  const Options options = Load({{"shout", "/nowhere/sed"}});
  const LanguageTable table(options.language_config, options.languages);
  EXPECT_THAT(table.Probe().back().problem, HasSubstr("/nowhere/sed: "));
  EXPECT_THAT(table.Probe().back().problem, HasSubstr("apt install sed"));
}

TEST(AMadeUpLanguage, IsInDoctorsTable) {
  ::testing::internal::CaptureStdout();
  Doctor(Load({{"toolchain-self-test", "off"}}), false);
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_THAT(text, ::testing::ContainsRegex("shout +.*sed .*/bin/sed"));
}

}  // namespace
}  // namespace assay
