// Patches graded by running: a small repository of Python in boxes of this machine.
#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <regex>

#include "sessions/sessions_test_util.h"
#include "swe/run/controls.h"
#include "swe/run/grader.h"
#include "swe/run/tree_plan.h"

namespace assay::swe {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kCalc[] = "def add(a, b):\n    return a - b\n\n\ndef twice(a):\n    return 2 * a\n";
constexpr char kTests[] =
    "import unittest\n\nfrom calc import twice\n\n\n"
    "class Calc(unittest.TestCase):\n"
    "    def test_twice(self):\n        self.assertEqual(twice(2), 4)\n";

std::string Lines(std::string_view content, char mark, int* count) {
  std::string lines;
  for (*count = 0; !content.empty(); ++*count) {
    const size_t end = content.find('\n') + 1;
    lines += mark + std::string(content.substr(0, end));
    content.remove_prefix(end);
  }
  return lines;
}
// A patch of a whole file, each line of which ends.
std::string Rewrite(const std::string& file, const std::string& before, const std::string& after) {
  int old_count = 0, new_count = 0;
  const std::string lines = Lines(before, '-', &old_count) + Lines(after, '+', &new_count);
  return "diff --git a/" + file + " b/" + file + "\n--- a/" + file + "\n+++ b/" + file +
         "\n@@ -1," + std::to_string(old_count) + " +1," + std::to_string(new_count) + " @@\n" +
         lines;
}
// calc.py with something in the place of something.
std::string Calc(const std::string& before, const std::string& after) {
  std::string content = kCalc;
  content.replace(content.find(before), before.size(), after);
  return Rewrite("calc.py", kCalc, content);
}
std::string NewFile(const std::string& file, const std::vector<std::string>& lines) {
  std::string patch = "diff --git a/" + file + " b/" + file +
                      "\nnew file mode 100644\n--- /dev/null\n+++ b/" + file + "\n@@ -0,0 +1," +
                      std::to_string(lines.size()) + " @@\n";
  for (const std::string& line : lines) patch += "+" + line + "\n";
  return patch;
}

const std::string kFix = Calc("return a - b", "return a + b");

std::string TarOf(const std::vector<PlacedFile>& files) {
  std::string tar(1 << 20, '\0');
  size_t used = 0;
  archive* const out = archive_write_new();
  archive_write_set_format_ustar(out);
  archive_write_open_memory(out, tar.data(), tar.size(), &used);
  for (const PlacedFile& file : files) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, file.path.c_str());
    archive_entry_set_size(entry, static_cast<int64_t>(file.content.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(out, entry);
    archive_write_data(out, file.content.data(), file.content.size());
    archive_entry_free(entry);
  }
  archive_write_close(out);
  archive_write_free(out);
  tar.resize(used);
  return tar;
}

// The reader of the tests below: of a tree that is a list.
ReadTree Reads(std::vector<PlacedFile> files) {
  return [files = std::move(files)](const std::string& path) -> TreeFile {
    for (const PlacedFile& file : files) {
      if (file.path == path) return {TreeEntry::kFile, file.content, false};
      if (file.path.rfind(path + "/", 0) == 0) return {TreeEntry::kOther};
    }
    return {};
  };
}

RunTask Task() {
  RunTask task;
  task.parser = FindLogParser("unittest");
  task.command = "python3 -B -m unittest -v";
  task.tests.fail_to_pass = {"test_add (test_calc.Calc.test_add)"};
  task.tests.pass_to_pass = {"test_twice (test_calc.Calc.test_twice)"};
  task.reference = kFix;
  task.default_controls = false;  // they are named as Python's release writes its tests
  task.test_files = {{"test_calc.py",
                      "import unittest\n\nfrom calc import add, twice\n\n\n"
                      "class Calc(unittest.TestCase):\n"
                      "    def id(self):\n"
                      "        return 'test_calc.Calc.' + self._testMethodName\n\n"
                      "    def __str__(self):\n"
                      "        return f'{self._testMethodName} ({self.id()})'\n\n"
                      "    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n\n"
                      "    def test_twice(self):\n        self.assertEqual(twice(2), 4)\n"}};
  task.controls = {{{"test_{secret}.py",
                     "import unittest\n\n\nclass Calc(unittest.TestCase):\n"
                     "    def __str__(self):\n        return 'test_add (test_{secret}.Calc)'\n\n"
                     "    def test_add(self):\n        self.fail('{secret}')\n"},
                    {"test_add (test_{secret}.Calc)"}}};
  return task;
}

constexpr int kAtOnce = 4;

class GraderTest : public SessionsFixture {
 protected:
  Result<Graded> Grade(const std::string& patch) {
    if (grader_ == nullptr) grader_ = std::make_unique<Grader>(*sandboxes_, clock_, kAtOnce);
    GradeJob job;
    job.tenant = "t";
    job.task = std::make_shared<const RunTask>(task_);
    job.repository.archive =
        Blob::FromString(TarOf({{"calc.py", kCalc}, {"test_calc.py", kTests}}));
    job.limits = limits_;
    job.patch = patch;
    job.patience = patience_;
    std::promise<Result<Graded>> told;
    const auto ticket =
        grader_->Submit(job, [&](Result<Graded> graded) { told.set_value(std::move(graded)); });
    if (!ticket.ok()) return ticket.error();
    if (on_submit_) on_submit_(*ticket);
    return told.get_future().get();
  }
  // Of a grading that must be there.
  Grading Of(const std::string& patch) {
    const auto graded = Grade(patch);
    EXPECT_TRUE(graded.ok()) << graded.error().ToString();
    if (!graded.ok()) return {};
    last_ = *graded;
    return graded->grading;
  }

  RunTask task_ = Task();
  RunLimits limits_;
  Nanoseconds patience_{0};
  std::function<void(const Grader::Ticket&)> on_submit_;
  Graded last_;
  std::unique_ptr<Grader> grader_;
};

TEST_F(GraderTest, ResolvesTheReferenceAndNothingElse) {
  const Grading grading = Of(kFix);
  EXPECT_EQ(grading.verdict, SweVerdict::kResolved)
      << grading.reasons.front().message << last_.ran.log;
  EXPECT_EQ(last_.control, ControlUse::kNotNeeded);
  EXPECT_EQ(last_.ran.lists.must_fail.size(), 1u);
  EXPECT_EQ(Of("").verdict, SweVerdict::kNotResolved);
  EXPECT_EQ(Of(Calc("return a - b", "return 3")).verdict, SweVerdict::kResolved);
  EXPECT_EQ(Of(Calc("return 2 * a", "return a")).reasons.size(), 2u);
  EXPECT_EQ(host_.alive(), 0);
}

TEST_F(GraderTest, WritesTheTestsOverWhatThePatchMadeOfThem) {
  const Grading grading =
      Of("--- a/test_calc.py\n+++ /dev/null\n@@ -1,8 +0,0 @@\n-import unittest\n"
         "-\n-from calc import twice\n-\n-\n-class Calc(unittest.TestCase):\n"
         "-    def test_twice(self):\n-        self.assertEqual(twice(2), 4)\n");
  EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
  EXPECT_THAT(last_.ran.tests, ElementsAre("test_calc.py"));
  EXPECT_EQ(grading.pass_to_pass_passed, 1u);
}

TEST_F(GraderTest, APatchThatDoesNotFitIsNotResolved) {
  const Grading grading = Of(Rewrite("calc.py", "another\n", "file\n"));
  EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
  ASSERT_EQ(grading.reasons.size(), 1u);
  EXPECT_EQ(grading.reasons[0].kind, ReasonKind::kPatch);
  EXPECT_THAT(grading.reasons[0].message, HasSubstr("calc.py"));
  EXPECT_EQ(Of(NewFile(".git/hooks/post-checkout", {"true"})).reasons[0].kind, ReasonKind::kPatch);
  EXPECT_EQ(Of(NewFile("../outside", {"true"})).reasons[0].kind, ReasonKind::kPatch);
  EXPECT_EQ(Of("no diff at all").reasons[0].kind, ReasonKind::kPatch);
  // What would take all the time that there is for files, and so be nobody's fault.
  std::string many;
  for (int i = 0; i < 5000; ++i) many += NewFile("f" + std::to_string(i), {"x"});
  EXPECT_THAT(Of(many).reasons[0].message, HasSubstr("more than 4096 files"));
  std::string deep;
  for (int i = 0; i < 30; ++i) {
    std::string path = "f" + std::to_string(i);
    for (int folder = 0; folder < 1500; ++folder) path.insert(0, "d/");
    deep += NewFile(path, {"x"});
  }
  EXPECT_THAT(Of(deep).reasons[0].message, HasSubstr("too deep"));
  EXPECT_EQ(counts_.executions, 0);
}

// What it does in the process of the tests turns over their outcomes, those of secret names too.
TEST_F(GraderTest, AForgerTurnsOverTheControlTestsAsWell) {
  const std::string patch =
      Calc("return 2 * a",
           "return 2 * a\nimport unittest\nunittest.TestCase.run = lambda self, result=None: "
           "(result.startTest(self), result.addSuccess(self), result.stopTest(self))[0]");
  const Grading grading = Of(patch);
  EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
  EXPECT_EQ(grading.fail_to_pass_passed, 1u) << last_.ran.log;
  ASSERT_FALSE(grading.reasons.empty());
  EXPECT_EQ(grading.reasons[0].kind, ReasonKind::kControlPassed);
  EXPECT_EQ(last_.control, ControlUse::kRun);
  Of(patch);
  EXPECT_EQ(last_.control, ControlUse::kKnown);
}

// Whole names are known to whoever knows the lists; what the tests say isn't.
TEST_F(GraderTest, ATrickOnKnownNamesTurnsOverDecoys) {
  const std::string patch =
      Calc("return 2 * a",
           "return 2 * a\nimport unittest\nrun = unittest.TestCase.run\n"
           "unittest.TestCase.run = lambda self, result=None: run(self, result) if "
           "self.__class__.__module__ != 'test_calc' else "
           "(result.startTest(self), result.addSuccess(self), result.stopTest(self))[0]");
  EXPECT_EQ(Of(patch).verdict, SweVerdict::kResolved) << last_.ran.log;
  EXPECT_FALSE(last_.decoys);
  task_.decoys = {{task_.test_files[0], {"test_add (test_calc.Calc.test_add)"}}};
  std::string& content = task_.decoys[0].file.content;
  content.replace(content.find("add(1, 2), 3"), 12, "add(1, 2), 4");
  const Grading grading = Of(patch);
  EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
  EXPECT_TRUE(last_.decoys);
  EXPECT_EQ(grading.reasons[0].kind, ReasonKind::kControlPassed);
  EXPECT_EQ(Of(kFix).verdict, SweVerdict::kResolved) << last_.ran.log;
  EXPECT_TRUE(last_.decoys);
}

TEST_F(GraderTest, PutsBackWhatSteersTheRunner) {
  const std::string shadow = NewFile("unittest.py", {"print('OK')"});
  EXPECT_EQ(Of(shadow + kFix).verdict, SweVerdict::kResolved) << last_.ran.log;
  EXPECT_THAT(last_.ran.runner_files, ElementsAre("unittest.py"));
  task_.runner_files = RunnerFiles::kRefuse;
  EXPECT_EQ(Of(shadow + kFix).reasons[0].kind, ReasonKind::kPatch);
  task_.runner_files = RunnerFiles::kKeep;
  EXPECT_EQ(Of(shadow + kFix).verdict, SweVerdict::kNotResolved);
}

TEST_F(GraderTest, WhatTheSetupLeavesBehindIsUndone) {
  task_.setup =
      // Until its folder is gone: nothing else ends it on a host without isolation.
      "(while sleep 0.05 && cp calc.py test_calc.py; do :; done) & "
      "echo > test_calc.py; rm -f test_*_*.py; mkdir unittest";
  EXPECT_EQ(Of(kFix).verdict, SweVerdict::kResolved) << last_.ran.log;
  EXPECT_GT(last_.ran.setup_time.count(), 0);
}

TEST_F(GraderTest, TheSetupSeesNoTestsWhereTheTaskSaysSo) {
  task_.setup = "test -z \"$(grep test_add test_calc.py)\" && test $(ls *.py | wc -l) = 2";
  EXPECT_EQ(Of(kFix).verdict, SweVerdict::kInfrastructure);
  task_.tests_written = TestsWritten::kAfterSetup;
  EXPECT_EQ(Of(kFix).verdict, SweVerdict::kResolved) << last_.ran.log;
}

TEST_F(GraderTest, ASetupThatOnlyThePatchBreaksIsThePatchs) {
  task_.setup = "python3 -B -c 'import calc'";
  const Grading grading = Of(Calc("return a - b", "return a +"));
  EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
  EXPECT_THAT(grading.reasons[0].message, HasSubstr("the setup ended with 1"));
  EXPECT_EQ(last_.control, ControlUse::kRun);
}

TEST_F(GraderTest, ABrokenEnvironmentIsNobodysFault) {
  task_.command = "python3 -B -m no_such_runner";
  const Grading grading = Of(kFix);
  EXPECT_EQ(grading.verdict, SweVerdict::kInfrastructure);
  EXPECT_EQ(grading.reasons[0].kind, ReasonKind::kReference);
  task_.reference.reset();
  EXPECT_EQ(Of(kFix).verdict, SweVerdict::kNotResolved);
  EXPECT_EQ(last_.control, ControlUse::kNone);
}

TEST_F(GraderTest, TimeThatIsOverIsThePatchsFaultWhereTheReferenceHasEnough) {
  limits_.time = std::chrono::seconds(10);
  const std::string slow = Calc("return a - b", "import time; time.sleep(1000)");
  const Grading grading = Of(slow);
  EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
  EXPECT_EQ(grading.reasons[0].kind, ReasonKind::kRun);
  EXPECT_EQ(last_.control, ControlUse::kRun);
}

// The reference was fast enough once; now the machine has no time for it either.
TEST_F(GraderTest, TimeThatTheReferenceHasNoMoreEitherIsNoVerdict) {
  limits_.time = std::chrono::seconds(6);
  const std::string marker = ::testing::TempDir() + "/busy-" + std::to_string(::getpid());
  task_.command += "; while test -e " + marker + "; do sleep 0.05; done";
  EXPECT_EQ(Of(Calc("return a - b", "import os; os._exit(0)")).verdict, SweVerdict::kNotResolved);
  EXPECT_EQ(last_.control, ControlUse::kRun) << "the reference is remembered";
  std::ofstream(marker) << "busy";
  EXPECT_EQ(Of(kFix).verdict, SweVerdict::kInfrastructure);
  std::filesystem::remove(marker);
  EXPECT_EQ(Of(kFix).verdict, SweVerdict::kResolved) << last_.ran.log;
}

TEST_F(GraderTest, ALogWithoutAnEndIsNotRead) {
  limits_.log_bytes = 4 << 10;
  const std::string loud = Calc("return a - b", "print('x' * 100000); return a + b");
  const Grading grading = Of(loud);
  EXPECT_EQ(grading.verdict, SweVerdict::kNotResolved);
  EXPECT_THAT(grading.reasons[0].message, HasSubstr("more than 4096 bytes"));
  EXPECT_EQ(last_.ran.log.size(), 4u << 10);
}

TEST_F(GraderTest, ALostSandboxIsNoVerdict) {
  task_.command = "touch begun; sleep 1000";
  on_submit_ = [&](const Grader::Ticket&) {
    ASSERT_TRUE(Becomes([&] { return counts_.executions > 0; }));
    host_.LoseAll();
  };
  const auto graded = Grade(kFix);
  ASSERT_FALSE(graded.ok());
  EXPECT_NE(graded.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(GraderTest, WhatIsGivenUpEnds) {
  task_.command = "sleep 1000";
  on_submit_ = [&](const Grader::Ticket& ticket) {
    ASSERT_TRUE(Becomes([&] { return counts_.executions > 0; }));
    ticket->Now();
  };
  EXPECT_FALSE(Grade(kFix).ok());
  EXPECT_TRUE(Becomes([&] { return host_.alive() == 0; }));
}

TEST_F(GraderTest, WithoutRoomThereIsNoVerdict) {
  host_.FailNext({ErrorCode::kUnavailable, "box", 0, "no box today"});
  EXPECT_EQ(Grade(kFix).error().code, ErrorCode::kUnavailable);
  SandboxPolicy policy;
  policy.max_sandboxes = 1;
  grader_.reset();
  Make(policy);
  const auto other = Create();
  EXPECT_EQ(Grade(kFix).error().code, ErrorCode::kResource);
}

TEST_F(GraderTest, WhatTheRequestIsAtFaultForHasItsField) {
  task_.test_patch = Rewrite("calc.py", "another\n", "file\n");
  EXPECT_EQ(Grade(kFix).error().field, "test_patch");
  task_ = Task();
  task_.reference = "nonsense";
  EXPECT_EQ(Grade(kFix).error().field, "reference");
}

TEST_F(GraderTest, ReadsReportsOfManyFiles) {
  task_.parser = FindLogParser("junit");
  task_.report = "out/TEST-*.xml";
  task_.controls.clear();
  task_.tests.fail_to_pass = {"b.B.two"};
  task_.tests.pass_to_pass = {"a.A.one"};
  const auto suite = [](const std::string& owner, const std::string& name) {
    return "echo '<testsuite name=\"" + owner + "\" tests=\"1\" failures=\"0\" errors=\"0\" " +
           "skipped=\"0\"><testcase classname=\"" + owner + "\" name=\"" + name +
           "\"/></testsuite>' > out/TEST-" + owner + ".xml";
  };
  task_.command = "mkdir -p out && " + suite("a.A", "one") + " && " + suite("b.B", "two");
  EXPECT_EQ(Of(kFix).verdict, SweVerdict::kResolved)
      << last_.ran.attempt.report.problem << last_.ran.log;
  task_.report = "out/nothing.xml";
  task_.reference.reset();
  EXPECT_THAT(Of(kFix).reasons[0].message, HasSubstr("no such report"));
  // One that the patch brings is none.
  EXPECT_THAT(Of(NewFile("out/nothing.xml", {"<testsuite/>"})).reasons[0].message,
              HasSubstr("no such report"));
}

TEST(PlanTree, MakesTestsOfTheBaseAndNotOfThePatch) {
  RunTask task = Task();
  task.test_files.clear();
  task.test_patch = Rewrite("tests/test_a.py", "old\n", "new\n");
  const auto read = Reads({{"a.py", "x\n"}, {"tests/test_a.py", "old\n"}});
  task.reference = Rewrite("a.py", "x\n", "y\n");
  auto plan = PlanTree(task, Rewrite("tests/test_a.py", "old\n", "mine\n") + *task.reference, read);
  ASSERT_TRUE(plan.ok()) << plan.error().ToString();
  EXPECT_EQ(plan->patch.size(), 1u);
  ASSERT_EQ(plan->tests.size(), 1u);
  EXPECT_EQ(plan->tests[0].file->content, "new\n");
  EXPECT_THAT(plan->touched_tests, ElementsAre("tests/test_a.py"));
  // What stands in the place of the tests' folder can't be: the base has files there; but one may
  // stand where a new test goes.
  task.test_patch = NewFile("more/test_b.py", {"new"});
  plan = PlanTree(task, NewFile("more", {"a file"}), read);
  ASSERT_TRUE(plan.ok());
  EXPECT_THAT(plan->refused.value_or(""), HasSubstr("stands where the task's tests go"));
  plan = PlanTree(task, NewFile("more/test_b.py/deeper", {"a file"}), read);
  ASSERT_TRUE(plan.ok());
  EXPECT_TRUE(plan->refused);
}

TEST(PlanTree, OfAFaultTheTreeBeforeItIsTheReference) {
  RunTask task = Task();
  task.test_files.clear();
  task.reference.reset();
  task.fault_patch = Rewrite("a.py", "right\n", "wrong\n");
  const auto read = Reads({{"a.py", "right\n"}});
  auto plan = PlanTree(task, "", read);
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->patch.size(), 1u);
  EXPECT_EQ(plan->patch[0].file->content, "wrong\n");
  plan = PlanTree(task, Rewrite("a.py", "wrong\n", "right\n"), read);
  EXPECT_EQ(plan->patch[0].file->content, "right\n");
  ASSERT_TRUE(task.HasReference());
  plan = PlanReference(task, read);
  ASSERT_TRUE(plan.ok());
  EXPECT_THAT(plan->patch, IsEmpty());
}

TEST(Controls, HaveSecretNamesAndTheNamesOfTheTests) {
  RunTask task;
  task.parser = FindLogParser("pytest");
  task.command = "pytest -rA";
  task.tests.fail_to_pass = {"tests/test_a.py::test_f[1-2]", "tests/test_a.py::test_f[2-3]",
                             "tests/test_a.py::TestC::test_m", "tests/odd.py::test_g"};
  const auto controls = DefaultControls(task, {});
  ASSERT_EQ(controls.size(), 1u);
  EXPECT_THAT(controls[0].tests, ElementsAre("tests/test_{secret}.py::test_f",
                                             "tests/test_{secret}.py::TestC::test_m"));
  const auto decoys = DefaultDecoys(task, {});
  ASSERT_EQ(decoys.size(), 2u);
  EXPECT_EQ(decoys[0].file.path, "tests/odd.py");
  EXPECT_THAT(decoys[1].tests,
              ElementsAre("tests/test_a.py::test_f", "tests/test_a.py::TestC::test_m"));
  const auto secret = NewSecret(task.tests);
  ASSERT_TRUE(secret.ok());
  EXPECT_THAT(*secret, testing::MatchesRegex("[a-z]+_[a-z]+_[a-z]+"));
  EXPECT_NE(*secret, *NewSecret(task.tests));
  const ControlFile made = WithSecret(controls[0], *secret);
  EXPECT_EQ(made.file.path, "tests/test_" + *secret + ".py");
  EXPECT_THAT(made.file.content,
              HasSubstr("def test_m(self):\n        raise AssertionError(\"" + *secret + "\")"));
  task.command = "pytest -rA tests/test_a.py";
  EXPECT_THAT(DefaultControls(task, {}), IsEmpty());
  task.command += " {controls}";
  EXPECT_EQ(DefaultControls(task, {}).size(), 1u);
  task.parser = FindLogParser("go");
  EXPECT_THAT(DefaultControls(task, {}), IsEmpty());
}

TEST(Controls, OfUnittestAreInTheModulesFolder) {
  RunTask task;
  task.parser = FindLogParser("unittest");
  task.command = "python3 -m unittest -v";
  task.tests.fail_to_pass = {"test_m (pack.test_a.TestC.test_m)", "test_n (pack.test_a.TestC)"};
  const std::vector<std::string> tests = {"src/pack/test_a.py"};
  const auto controls = DefaultControls(task, tests);
  ASSERT_EQ(controls.size(), 1u);
  EXPECT_EQ(controls[0].file.path, "src/pack/test_{secret}.py");
  EXPECT_THAT(controls[0].tests, ElementsAre("test_m (pack.test_{secret}.TestC.test_m)",
                                             "test_n (pack.test_{secret}.TestC)"));
  EXPECT_THAT(DefaultControls(task, {}), IsEmpty());
}

TEST(NewSecret, HasWordsOfTheTasksOwnNames) {
  TestLists lists;
  for (int i = 0; i < 300; ++i) {
    // Letters alone: "qaax", "qabx", …, none of which is an everyday word.
    lists.fail_to_pass.push_back(std::string("tests/test_x.py::TestQ::q") +
                                 static_cast<char>('a' + i / 26) + static_cast<char>('a' + i % 26) +
                                 "x[1]");
  }
  size_t own = 0;
  constexpr size_t kSecrets = 200;
  for (size_t i = 0; i < kSecrets; ++i) {
    const auto secret = NewSecret(lists);
    ASSERT_TRUE(secret.ok());
    own += std::regex_search(*secret, std::regex("(^|_)q[a-l][a-z]x(_|$)")) ? 1 : 0;
  }
  // About half of 600 words are the task's own, so that nearly nine secrets of ten have one.
  EXPECT_GT(own, kSecrets / 2);
  EXPECT_LT(own, kSecrets);
}

}  // namespace
}  // namespace assay::swe
