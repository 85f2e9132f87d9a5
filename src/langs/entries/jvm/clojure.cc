#include <filesystem>

#include "langs/entries/jvm/class_archive.h"
#include "langs/entries/jvm/jdk.h"
#include "langs/entries/jvm/jvm.h"
#include "langs/entries/jvm/trial_programs.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr LanguageOption kJar = {"clojure-jar", "/usr/share/java/clojure.jar",
                                 "Clojure's jar; those that it needs are beside it"};

LanguageTools Tools(const LanguageConfig& config) {
  const Jdk jdk = FindJdk(config);
  // Where it really is: a link of /etc need not lead there in a box.
  std::error_code error;
  const fs::path real = fs::canonical(config.Text(kJar), error);
  const std::string jar = error ? config.Text(kJar) : real.string();
  std::vector<std::string> run = jdk.Tool({jar, "."}, "clojure.main");
  run.push_back("{main}");
  ArchiveJob job = {.jdk = jdk,
                    .jars = {jar},
                    .files = {{"main.clj", kClojureTrial}},
                    .trials = {Filled(run, "", "main.clj")}};
  return {.source = "main.clj",
          .run = std::move(run),
          .version_prefix = "Clojure ",
          .find_version = [jar, jdk]() -> Result<std::string> {
            std::error_code unknown;
            for (const std::string& file : {jar, jdk.bin + "java"}) {
              if (!fs::exists(file, unknown)) {
                return Error{ErrorCode::kUnsupported, "langs.clojure", 0, file + " is not there"};
              }
            }
            return JarVersion(jar);
          },
          .programs = {jdk.bin + "java"},
          .find_paths =
              [jdk, jar] {
                return std::vector<std::string>{jdk.home, fs::path(jar).parent_path().string()};
              },
          .preparation = PrepareArchives("Clojure", {{std::move(job), &LanguageTools::run}})};
}

SelfTestPrograms SelfTest() {
  return {.right = "(assert (= 4 (+ 2 2)))\n(println \"ok\")\n",
          .assertion = "(assert (= 4 (+ 2 3)))\n(println \"ok\")\n",
          .broken = "(println \"ok\"\n",
          .crash = "(println \"ok\")\n(println (nth [1] 2))\n",
          .assertion_sign = "Assert failed"};
}

}  // namespace

LanguageEntry ClojureLanguage() {
  return {.id = "clojure",
          .aliases = {"clj"},
          .extensions = {".clj"},
          .time_multiplier = 2,
          .fences = {"clojure", "clj"},
          .options = {kJar},
          .install_hint = "apt install clojure",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
