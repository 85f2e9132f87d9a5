#include "langs/entries/entries.h"

#include <gmock/gmock.h>

#include <set>

#include "langs/drivers/driver_harness.h"
#include "langs/language.h"
#include "langs/testlib/testlib.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// A changed command line makes every compiled program and verdict on disk stale, and is a change of
// what programs see: it should be meant.
TEST(Entries, CommandLinesAreAsTheyWere) {
  LanguageConfig config;
  config.Set("java-home", "/jdk");
  const LanguageTable table(config);
  // A flag that chooses the linking keeps ours away, which depend on the host's linker.
  const std::vector<std::string> flags = {"-O1", "-lx"};
  const std::map<std::string, std::pair<std::string, std::string>> expected = {
      {"python", {"", "/usr/bin/python3 main.py"}},
      {"pytest", {"", "/usr/bin/python3 -m pytest -q -p no:cacheprovider test_main.py"}},
      {"cpp", {"/usr/bin/g++ -O1 -lx main.cpp -o main", "./main"}},
      {"c", {"/usr/bin/gcc -O1 -lx main.c -o main -lm", "./main"}},
      {"java",
       {"/jdk/bin/javac -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-XX:-UsePerfData -J-Xss64m "
        "-J-Xshare:auto -encoding UTF-8 -proc:none -O1 -lx Main.java",
        "/jdk/bin/java -XX:CompileThresholdScaling=2 -XX:+UseSerialGC -Xshare:auto "
        "-XX:-UsePerfData -XX:-UseContainerSupport "
        "-Djava.io.tmpdir=/tmp -Xms16m -Xmx16g -Xss64m -ea Main"}},
      {"nodejs", {"", "/usr/bin/node --stack-size=65500 main.js"}},
      {"bash", {"", "/bin/bash main.sh"}}};
  for (const auto& [language, commands] : expected) {
    const auto program = table.MakeProgram(language, ProgramKind::kWhole, "", {}, flags);
    ASSERT_TRUE(program.ok());
    EXPECT_EQ(Joined(program->compile_argv), commands.first);
    EXPECT_EQ(Joined(program->run_argv), commands.second);
  }
  EXPECT_THAT(table.DefaultFlags("cpp"), ElementsAre("-O2", "-std=gnu++17"));
  EXPECT_THAT(table.DefaultFlags("c"), ElementsAre("-O2", "-std=gnu17"));
  EXPECT_THAT(table.ContestFlags("cpp"), ElementsAre("-O2", "-std=gnu++20"));
  EXPECT_THAT(table.ContestFlags("c"), IsEmpty());
}

TEST(Entries, OpenSslIsLinkedWhereItsHeadersAreIncluded) {
  const LanguageTable table({});
  for (const char* language : {"cpp", "c"}) {
    const auto with = table.MakeProgram(language, ProgramKind::kWhole,
                                        "#include <openssl/md5.h>\nint main() {}", {}, {});
    const auto without = table.MakeProgram(language, ProgramKind::kWhole, "int main() {}", {}, {});
    ASSERT_TRUE(with.ok() && without.ok());
    EXPECT_THAT(with->compile_argv, testing::IsSupersetOf({"-lssl", "-lcrypto"}));
    EXPECT_THAT(without->compile_argv, testing::Not(testing::Contains("-lcrypto")));
    const auto word = table.MakeProgram(language, ProgramKind::kWhole,
                                        "// see openssl/md5.h\nint main() {}", {}, {});
    ASSERT_TRUE(word.ok());
    EXPECT_EQ(word->compile_argv, without->compile_argv);
  }
}

TEST(Entries, JavaFindsJarsAmongItsFilesAndTheOperators) {
  LanguageConfig config;
  config.Set("java-jars", "/usr /nowhere/x.jar");
  const auto program =
      LanguageTable(config).MakeProgram("java", ProgramKind::kWhole, "class Main {}", {}, {});
  ASSERT_TRUE(program.ok());
  EXPECT_EQ(program->env.at("CLASSPATH"), ".:*:/usr");
}

TEST(Entries, NodeFindsTheOperatorsModules) {
  LanguageConfig config;
  config.Set("node-modules", "/usr/include");
  const LanguageTable table(config);
  EXPECT_TRUE(table.CheckSettings().ok());
  EXPECT_EQ(table.MakeProgram("nodejs", ProgramKind::kWhole, "", {}, {})->env.at("NODE_PATH"),
            "/usr/include");
  config.Set("node-modules", "/nowhere");
  const Status status = LanguageTable(config).CheckSettings();
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, testing::HasSubstr("--node-modules: /nowhere: "));
}

// Without them nobody would notice a toolchain that passes everything.
TEST(Entries, EachHasFourProgramsForItsSelfTest) {
  for (const LanguageEntry& entry : BuiltInLanguages()) {
    const SelfTestPrograms& programs = entry.self_test;
    const std::set<std::string> all = {programs.right, programs.assertion, programs.broken,
                                       programs.crash, ""};
    EXPECT_EQ(all.size(), 5u) << entry.id;
    EXPECT_NE(programs.assertion_sign, "") << entry.id;
    EXPECT_EQ(programs.right.find(programs.assertion_sign), std::string::npos) << entry.id;
  }
}

TEST(Entries, NoTwoClaimAnExtensionOrAnOption) {
  std::set<std::string> extensions, options;
  for (const LanguageEntry& entry : BuiltInLanguages()) {
    for (const std::string& extension : entry.extensions) {
      EXPECT_TRUE(extensions.insert(extension).second) << extension;
      EXPECT_EQ(extension.front(), '.');
    }
    for (const LanguageOption& option : entry.options) {
      EXPECT_TRUE(options.insert(std::string(option.name)).second) << option.name;
    }
  }
}

TEST(Entries, FilesAreKnownByTheirExtensions) {
  for (const auto& [path, name] : std::map<std::string, std::string>{{"a/b.py", "python"},
                                                                     {"B.PY", "python"},
                                                                     {"x.c++", "cpp"},
                                                                     {"x.c", "c"},
                                                                     {"Main.java", "java"},
                                                                     {"x.mjs", "javascript"},
                                                                     {"x.sh", "bash"},
                                                                     {"a.py/readme", ""},
                                                                     {"readme", ""},
                                                                     {"x.", ""}}) {
    EXPECT_EQ(LanguageOfFile(BuiltInLanguages(), path), name) << path;
  }
}

TEST(Entries, CompileUnitsAreFilesOfACompiledLanguage) {
  EXPECT_TRUE(Table().IsCompileUnit("cpp", "lib/a.cc"));
  EXPECT_TRUE(Table().IsCompileUnit("java", "A.java"));
  EXPECT_FALSE(Table().IsCompileUnit("cpp", "a.c"));
  EXPECT_FALSE(Table().IsCompileUnit("cpp", "a.CC"));
  EXPECT_FALSE(Table().IsCompileUnit("cpp", "a.h"));
  EXPECT_FALSE(Table().IsCompileUnit("python", "a.py"));
}

TEST(Entries, CppJudgesAreOfferedTestlib) {
  const auto files = Table().OfferedFiles("cpp", "#include \"testlib.h\"\n");
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].path, "testlib.h");
  EXPECT_EQ(files[0].contents, OwnTestlib());
  EXPECT_THAT(Table().OfferedFiles("cpp", "int main() {}"), IsEmpty());
  EXPECT_THAT(Table().OfferedFiles("python", "testlib.h"), IsEmpty());
}

TEST(Entries, ASettingThatCannotBeUsedIsNamed) {
  EXPECT_TRUE(Table().CheckSettings().ok());
  LanguageConfig config;
  config.Set("testlib", "/nowhere/testlib.h");
  const Status status = LanguageTable(config).CheckSettings();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(status.error().message, HasSubstr("/nowhere/testlib.h"));
}

TEST(Entries, FencesFollowWhatTheClientCalledTheLanguage) {
  EXPECT_THAT(Table().FencesFor("Python3").names,
              ElementsAre("python", "py", "python3", "py3", "pytest", "pypy"));
  EXPECT_THAT(Table().FencesFor("g++").names, ElementsAre("g++"));
  EXPECT_THAT(Table().FencesFor("COBOL").names, ElementsAre("cobol"));
  EXPECT_THAT(Table().FencesFor("").names, IsEmpty());
  // The peers' lists go by the exact name.
  EXPECT_EQ(Table().FencesFor("python").peer.unfenced, UnfencedCode::kPythonDefinition);
  EXPECT_THAT(Table().FencesFor("py").peer.names, IsEmpty());
  EXPECT_THAT(Table().FencesFor("nodejs").peer.names, ElementsAre("JS", "js"));
  EXPECT_THAT(Table().FencesFor("javascript").peer.names,
              ElementsAre("javascript", "Javascript", "JavaScript"));
}

TEST(Entries, PythonStartsWarm) {
  const auto starts = Table().WarmStarts();
  ASSERT_EQ(starts.size(), 2u);
  EXPECT_EQ(starts[0].kind, ProgramKind::kWhole);
  EXPECT_THAT(starts[0].argv, ElementsAre("/usr/bin/python3", "main.py"));
  EXPECT_EQ(starts[1].kind, ProgramKind::kFunctionCall);
  EXPECT_EQ(starts[1].recipe, WarmRecipe::kCPython);
}

}  // namespace
}  // namespace assay
