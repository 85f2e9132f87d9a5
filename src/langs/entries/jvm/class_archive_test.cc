#include "langs/entries/jvm/class_archive.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "langs/entries/jvm/jvm.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr char kHello[] =
    "public class Main { public static void main(String[] a) { System.out.println(\"hello\"); } "
    "}\n";

class ClassArchives : public ::testing::Test {
 protected:
  ClassArchives() { cache_ = ::mkdtemp(name_); }
  ~ClassArchives() override { fs::remove_all(cache_); }
  void SetUp() override {
    if (!fs::exists(jdk_.home + "/lib/modules")) GTEST_SKIP() << "there is no JDK";
  }

  static std::string Text(const fs::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  size_t Entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(cache_), {}));
  }
  // Of a compile by javac in a folder of its own; what a JVM writes about the classes it loads is
  // in class.log there.
  HostCommandResult Compile(const std::vector<std::string>& javac) {
    const fs::path folder = cache_ / "work";
    fs::create_directory(folder);
    std::ofstream(folder / "Main.java") << kHello;
    std::vector<std::string> argv = {"env", "-C", folder};
    for (const std::string& word : Filled(javac, "Main.java")) argv.push_back(word);
    argv.push_back("-J-Xlog:class+load:file=class.log");
    HostCommandResult done = RunHostCommand(argv);
    log_ = Text(folder / "class.log");
    EXPECT_TRUE(fs::exists(folder / "Main.class")) << done.output;
    fs::remove_all(folder);
    return done;
  }

  char name_[32] = "/tmp/assay-classes-XXXXXX";
  fs::path cache_;
  const Jdk jdk_ = FindJdk({});
  std::string log_;
};

constexpr char kShared[] = "com.sun.tools.javac.main.JavaCompiler source: shared objects file";

TEST_F(ClassArchives, AreTakenOnceTheyAreMadeByTheSameCommand) {
  LanguageTools tools = JavaLanguage().tools({});
  const std::vector<std::string> plain = tools.compile;
  const auto work = tools.preparation.place(cache_, &tools);
  ASSERT_TRUE(work.ok()) << work.error().ToString();
  ASSERT_NE(*work, nullptr);
  // Boxes are given the folders once, so they are there already; and so are the files.
  EXPECT_THAT(tools.visible_paths, SizeIs(2));
  EXPECT_THAT(tools.run, Contains("-XX:VMOptionsFile=" + tools.visible_paths[1] + "/options"));
  EXPECT_EQ(Compile(tools.compile).output, "");
  EXPECT_THAT(log_, Not(HasSubstr(kShared)));

  const ArchiveJob job = JavaCompiles(jdk_);
  const auto archive = PlaceClassArchive(cache_, job);
  ASSERT_TRUE(archive.ok());
  EXPECT_EQ(archive->folder, tools.visible_paths[0]);
  EXPECT_FALSE(IsMade(*archive));
  const Status made = MakeClassArchive(*archive, job, {});
  ASSERT_TRUE(made.ok()) << made.error().ToString();
  EXPECT_TRUE(IsMade(*archive));
  EXPECT_EQ(Entries(), 2u);  // nothing of the making
  EXPECT_EQ(Compile(tools.compile).output, "");
  EXPECT_THAT(log_, HasSubstr(kShared));

  // Whoever places it again finds it.
  LanguageTools again = JavaLanguage().tools({});
  ASSERT_TRUE(again.preparation.place(cache_, &again).ok());
  EXPECT_EQ(again.compile, tools.compile);

  // A folder that is moved is filled anew, and one behind a link is the same.
  const fs::path moved = cache_ / "moved";
  fs::create_directory(moved);
  const fs::path name = fs::path(archive->folder).filename();
  fs::create_directory_symlink(archive->folder, moved / name);
  EXPECT_EQ(PlaceClassArchive(moved, job)->folder, archive->folder);
  fs::remove(moved / name);
  fs::copy(archive->folder, moved / name);
  const auto copied = PlaceClassArchive(moved, job);
  ASSERT_TRUE(copied.ok());
  EXPECT_FALSE(IsMade(*copied));
  fs::remove_all(moved);

  // One that is none is ignored, and nothing is said of it: words of the JVM's would be in a
  // program's output.
  const fs::path file = fs::path(archive->folder) / "classes.jsa";
  std::ofstream(file) << "no archive";
  EXPECT_EQ(Compile(tools.compile).output, "");
  fs::remove(file);
  EXPECT_EQ(Compile(tools.compile).output, "");
}

TEST_F(ClassArchives, BelongToTheFilesTheyAreMadeFrom) {
  const fs::path jar = cache_ / "compiler.jar";
  std::ofstream(jar) << "one";
  const auto folder = [&] {
    const auto archive = PlaceClassArchive(cache_, {.jdk = jdk_, .jars = {jar}});
    return archive.ok() ? archive->folder : archive.error().ToString();
  };
  const std::string first = folder();
  EXPECT_EQ(folder(), first);
  std::ofstream(jar) << "another";
  EXPECT_NE(folder(), first);
}

TEST_F(ClassArchives, AStopOrAFailingTrialLeavesNothingBehind) {
  const ArchiveJob job = JavaCompiles(jdk_);
  const auto archive = PlaceClassArchive(cache_, job);
  ASSERT_TRUE(archive.ok());
  std::stop_source stop;
  stop.request_stop();
  const Status stopped = MakeClassArchive(*archive, job, stop.get_token());
  ASSERT_FALSE(stopped.ok());
  EXPECT_THAT(stopped.error().message, HasSubstr("it was stopped"));
  EXPECT_FALSE(IsMade(*archive));
  EXPECT_EQ(Entries(), 1u);

  ArchiveJob failing = job;
  failing.files = {{"Main.java", "public class Main { int x = \"\"; }"}};
  const auto other = PlaceClassArchive(cache_, failing);
  ASSERT_TRUE(other.ok());
  const Status failed = MakeClassArchive(*other, failing, {});
  ASSERT_FALSE(failed.ok());
  EXPECT_THAT(failed.error().message, HasSubstr("incompatible types"));
  EXPECT_FALSE(IsMade(*other));
  EXPECT_EQ(Entries(), 2u);
}

TEST_F(ClassArchives, AreNotLookedForWithoutAJvm) {
  LanguageConfig config;
  config.Set("java-home", "/nowhere");
  LanguageTools tools = JavaLanguage().tools(config);
  const std::vector<std::string> plain = tools.compile;
  const auto work = tools.preparation.place(cache_, &tools);
  ASSERT_TRUE(work.ok());
  EXPECT_EQ(*work, nullptr);
  EXPECT_EQ(tools.compile, plain);
  EXPECT_EQ(Entries(), 0u);
}

}  // namespace
}  // namespace assay
