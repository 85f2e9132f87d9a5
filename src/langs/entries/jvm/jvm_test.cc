#include "langs/entries/jvm/jvm.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "langs/entries/jvm/jdk.h"
#include "langs/entries/jvm/main_class.h"

namespace assay {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(KotlinMainClass, IsTheFilesOrTheTypeWithAStaticMain) {
  EXPECT_EQ(KotlinMainClass("fun main() { println(1) }"), "MainKt");
  EXPECT_EQ(
      KotlinMainClass("package a.b\nimport java.util.*\nsuspend fun main(a: Array<String>) {}"),
      "a.b.MainKt");
  EXPECT_EQ(KotlinMainClass("@file:JvmName(\"Told\")\npackage p\nfun main() {}"), "p.Told");
  EXPECT_EQ(KotlinMainClass("object Start { @JvmStatic fun main(a: Array<String>) {} }"), "Start");
  EXPECT_EQ(KotlinMainClass("class A(val x: Int)\nclass B { companion object {\n"
                            "  @JvmStatic\n  fun main(a: Array<String>) { } } }"),
            "B");
  // Of the file, when both are there; comments and strings say nothing.
  EXPECT_EQ(KotlinMainClass("object O { @JvmStatic fun main(a: Array<String>) {} }\n"
                            "/* object P */ val s = \"{ fun\"\nfun main() {}"),
            "MainKt");
  EXPECT_EQ(KotlinMainClass("object O { fun main() {} }"), "MainKt");
  EXPECT_EQ(KotlinMainClass("package"), "MainKt");
}

TEST(ScalaMainClass, IsTheFirstObjectThatCanBeRun) {
  EXPECT_EQ(ScalaMainClass("object Problem { def main(args: Array[String]): Unit = {} }"),
            "Problem");
  EXPECT_EQ(ScalaMainClass("package x.y\nobject Tools { def f = 1 }\nobject Run extends App { }"),
            "x.y.Run");
  EXPECT_EQ(ScalaMainClass("// object Wrong\nclass C { def main(a: Int) = 1 }\nobject First {}"),
            "First");
  EXPECT_EQ(ScalaMainClass("package object p { }\nobject Main { def main(a: Array[String]) = 1 }"),
            "Main");
  EXPECT_EQ(ScalaMainClass("val x = 1"), "Main");
}

// A folder with jars.
class Jars : public ::testing::Test {
 protected:
  Jars() { folder_ = ::mkdtemp(name_); }
  ~Jars() override { std::filesystem::remove_all(folder_); }
  void Put(const std::string& name) { std::ofstream(folder_ / name) << "jar"; }

  char name_[32] = "/tmp/assay-jars-XXXXXX";
  std::filesystem::path folder_;
};

TEST_F(Jars, ArePickedByNameWhateverTheirVersion) {
  for (const char* name : {"kotlin-stdlib-2.0.0.jar", "kotlin-stdlib-jdk8-2.0.0.jar",
                           "scala-library.jar", "readme.txt"}) {
    Put(name);
  }
  const auto jars = JarsOf(folder_);
  EXPECT_EQ(jars.size(), 3u);
  const auto picked = PickJars(jars, {"scala-library", "kotlin-stdlib"});
  ASSERT_TRUE(picked.ok());
  EXPECT_THAT(*picked, ElementsAre((folder_ / "scala-library.jar").string(),
                                   (folder_ / "kotlin-stdlib-2.0.0.jar").string()));
  EXPECT_EQ(JarVersion(picked->back()), "2.0.0");
  EXPECT_EQ(JarVersion(picked->front()), "");
  EXPECT_THAT(PickJars(jars, {"trove4j"}).error().message, HasSubstr("trove4j.jar"));
  std::filesystem::create_directory(folder_ / "lib");
  EXPECT_TRUE(JarsOf(folder_).empty());
  EXPECT_TRUE(JarsOf("/nowhere").empty());
}

TEST_F(Jars, OfACompilerMakeItAvailable) {
  LanguageConfig config;
  config.Set("kotlin-home", folder_);
  config.Set("scala-home", folder_);
  config.Set("java-home", "/usr");
  const auto version = [&](const LanguageEntry& entry) {
    const auto found = entry.tools(config).find_version();
    return found.ok() ? *found : found.error().message;
  };
  EXPECT_THAT(version(KotlinLanguage()), HasSubstr("no Kotlin compiler in " + folder_.string()));
  EXPECT_THAT(version(ScalaLanguage()), HasSubstr("scala-compiler.jar is not there"));
  for (const char* name : {"kotlin-compiler-embeddable-2.0.0.jar", "kotlin-stdlib-2.0.0.jar",
                           "kotlin-reflect-2.0.0.jar", "kotlin-script-runtime-2.0.0.jar",
                           "scala-library-2.13.14.jar", "scala-compiler-2.13.14.jar"}) {
    Put(name);
  }
  if (!std::filesystem::exists("/usr/bin/java")) GTEST_SKIP() << "there is no java";
  EXPECT_EQ(version(KotlinLanguage()), "2.0.0");
  EXPECT_EQ(version(KotlinScriptLanguage()), "2.0.0");
  EXPECT_EQ(version(ScalaLanguage()), "2.13.14");
  // Only the library is on the class path of programs.
  EXPECT_EQ(ScalaLanguage().tools(config).env.at("CLASSPATH"),
            "main.jar:" + (folder_ / "scala-library-2.13.14.jar").string());
}

TEST(Junit, FailsWithoutTestsAndCompilesTheFilesBesideIt) {
  LanguageConfig config;
  config.Set("junit-jar", "/j/junit-platform-console-standalone-1.8.2.jar");
  const LanguageTools tools = JunitLanguage().tools(config);
  EXPECT_THAT(tools.run, Contains("--fail-if-no-tests"));
  EXPECT_EQ(tools.env.at("CLASSPATH"), ".:*:/j/junit-platform-console-standalone-1.8.2.jar");
  EXPECT_THAT(tools.find_version().error().message, HasSubstr("/j/junit"));
  EXPECT_THAT(JunitLanguage().compile_units, ElementsAre(".java"));
  ProgramLayout empty;
  ASSERT_TRUE(tools.whole({}, " \n", &empty).ok());
  EXPECT_TRUE(empty.sources.empty());
  ProgramLayout named;
  ASSERT_TRUE(tools.whole({}, "public class SumTest {}", &named).ok());
  EXPECT_EQ(named.sources.at(0).path, "SumTest.java");
}

}  // namespace
}  // namespace assay
