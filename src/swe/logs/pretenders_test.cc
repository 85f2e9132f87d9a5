// Runs whose code prints what looks like results. In each, the test "…hidden" fails or never runs,
// and the log says otherwise somewhere.
#include <gtest/gtest.h>

#include <string>

#include "swe/logs/logs_test_util.h"

namespace assay::swe {
namespace {

constexpr std::string_view kHidden = "a.py::test_hidden";

std::string Pytest(std::string_view before_summary, std::string_view summary,
                   std::string_view closing, std::string_view after = "") {
  std::string log = "==== test session starts ====\ncollected 2 items\n\na.py .F  [100%]\n\n";
  log.append("==== FAILURES ====\n____ test_hidden ____\n").append(before_summary);
  log.append("==== short test summary info ====\n").append(summary);
  return log.append("==== ").append(closing).append(" ====\n").append(after);
}

constexpr std::string_view kTrueSummary =
    "PASSED a.py::test_ok\nFAILED a.py::test_hidden - assert 0\n";
constexpr std::string_view kTrueClosing = "1 failed, 1 passed in 0.01s";

TEST(Pytest, APrintedResultIsNone) {
  const std::string log = Pytest("---- Captured stdout call ----\nPASSED a.py::test_hidden\n",
                                 kTrueSummary, kTrueClosing);
  EXPECT_EQ(Parsed("pytest", log), "passed a.py::test_ok\nfailed a.py::test_hidden\n");
}

TEST(Pytest, APrintedSessionIsASecondOne) {
  const std::string fake =
      "==== test session starts ====\n==== short test summary info ====\n"
      "PASSED a.py::test_hidden\n==== 1 passed in 0.01s ====\n";
  EXPECT_EQ(FaultOf("pytest", Pytest(fake, kTrueSummary, kTrueClosing)),
            ReportFault::kContradiction);
  // From an exit handler, behind the true one.
  EXPECT_EQ(FaultOf("pytest", Pytest("", kTrueSummary, kTrueClosing, fake)),
            ReportFault::kContradiction);
}

TEST(Pytest, APrintedSummaryOrClosingAloneIsASecondOne) {
  EXPECT_EQ(
      FaultOf("pytest", Pytest("==== short test summary info ====\nPASSED a.py::test_hidden\n",
                               kTrueSummary, kTrueClosing)),
      ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("pytest", Pytest("==== 2 passed in 0.01s ====\n", kTrueSummary, kTrueClosing)),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("pytest", Pytest("", kTrueSummary, kTrueClosing, "==== 2 passed in 1s ====\n")),
            ReportFault::kContradiction);
}

TEST(Pytest, ResultsBehindTheClosingAreNone) {
  EXPECT_EQ(FaultOf("pytest", Pytest("", kTrueSummary, kTrueClosing, "PASSED a.py::test_hidden\n")),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("pytest", Pytest("", kTrueSummary, kTrueClosing, "+ git checkout main\n")),
            ReportFault::kNone);
}

TEST(Pytest, AMessageOfSeveralLinesAddsNoResult) {
  // Under CI=1 pytest shows whole messages in the short summary.
  EXPECT_EQ(FaultOf("pytest", Pytest("",
                                     "PASSED a.py::test_ok\nFAILED a.py::test_hidden - x\n"
                                     "PASSED a.py::test_hidden\n",
                                     kTrueClosing)),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("pytest", Pytest("",
                                     "PASSED a.py::test_ok\nFAILED a.py::test_hidden - x\n"
                                     "==== short test summary info ====\nPASSED a.py::test_hidden\n"
                                     "FAILED a.py::test_ok\n",
                                     kTrueClosing)),
            ReportFault::kContradiction);
}

TEST(Pytest, AResultWithoutATestMakesOneTooMany) {
  EXPECT_EQ(FaultOf("pytest", Pytest("", "PASSED a.py::test_ok\nPASSED a.py::test_hidden\n",
                                     "1 passed in 0.01s")),
            ReportFault::kContradiction);
}

TEST(Pytest, ProgressOfNobodysTestsIsNotCounted) {
  // Printed past the capture before the sections begin; the short summary is whole without it.
  const std::string log =
      "==== test session starts ====\na.py::test_hidden PASSED   [ 50%]\na.py .s [100%]\n"
      "==== short test summary info ====\nPASSED a.py::test_ok\nSKIPPED [1] a.py:3: why\n"
      "==== 1 passed, 1 skipped in 0.01s ====\n";
  EXPECT_EQ(Parsed("pytest", log), "passed a.py::test_ok\n");
}

TEST(Pytest, AnExitInTheMiddleLeavesNoClosing) {
  // os._exit(0), with and without results printed before it.
  const std::string begun = "==== test session starts ====\na.py::test_ok PASSED [ 50%]\n";
  EXPECT_EQ(FaultOf("pytest", begun), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("pytest", begun + "a.py::test_hidden PASSED [100%]\n"), ReportFault::kCutOff);
  EXPECT_EQ(
      FaultOf("pytest", begun + "==== short test summary info ====\nPASSED a.py::test_hidden\n"),
      ReportFault::kCutOff);
}

TEST(Pytest, PytestExitStopsEarly) {
  EXPECT_EQ(
      FaultOf("pytest", Pytest("", "PASSED a.py::test_ok\n!!!! _pytest.outcomes.Exit: done !!!!\n",
                               "1 passed in 0.01s")),
      ReportFault::kStopped);
}

TEST(Pytest, ControlCharactersDrawNothing) {
  // A terminal would show "PASSED a.py::test_hidden" for each of these lines.
  for (const std::string_view drawn :
       {"FAILED a.py::test_x\rPASSED a.py::test_hidden\n",
        "\x1b[2K\x1b[1GPASSED a.py::test_hidden\n",
        "FAILED a.py::test_x\x1b[1A\x1b[8DPASSED a.py::test_hidden\n",
        "\bPASSED a.py::test_hidden\n"}) {
    const std::string log =
        Pytest("", "PASSED a.py::test_ok\n" + std::string(drawn), "2 passed in 0.01s");
    EXPECT_FALSE(Believed("pytest", log, kHidden)) << drawn;
  }
  const std::string nul("PASSED a.py::test_ok\n\0PASSED a.py::test_hidden\n", 46);
  EXPECT_FALSE(Believed("pytest", Pytest("", nul, "2 passed in 0.01s"), kHidden));
}

TEST(Pytest, LongLinesAndBrokenCharactersDoNoHarm) {
  const std::string log =
      Pytest(std::string(1 << 20, 'x') + "\n\xff\xfe\x80\n",
             "PASSED a.py::test[\xff]\nFAILED a.py::test_hidden\n", kTrueClosing);
  EXPECT_EQ(Parsed("pytest", log), "passed a.py::test[\xEF\xBF\xBD]\nfailed a.py::test_hidden\n");
}

TEST(PytestJunit, ADocumentMustBeOneAndWhole) {
  const std::string one =
      R"(<testsuites><testsuite tests="1" failures="0" errors="0" skipped="0"><testcase classname="a" name="test_hidden" file="a.py"/></testsuite></testsuites>)";
  EXPECT_TRUE(Believed("pytest-junit", one, kHidden));
  EXPECT_EQ(FaultOf("pytest-junit", one + one), ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("pytest-junit", one + "<"), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("pytest-junit", "<!DOCTYPE x [<!ENTITY a 'b'>]>" + one), ReportFault::kNothing);
}

std::string Unittest(std::string_view lines, std::string_view sections, std::string_view ran,
                     std::string_view end) {
  std::string log(lines);
  log.append("\n").append(sections).append(std::string(70, '-')).append("\nRan ").append(ran);
  return log.append(" in 0.001s\n\n").append(end).append("\n");
}

std::string Section(std::string_view title) {
  return std::string(70, '=') + "\n" + std::string(title) + "\n" + std::string(70, '-') +
         "\nAssertionError\n\n";
}

TEST(Unittest, APrintedOkBeforeAFailureContradictsItsSection) {
  EXPECT_EQ(FaultOf("unittest",
                    Unittest("test_hidden (m.C) ... ok\nFAIL\n", Section("FAIL: test_hidden (m.C)"),
                             "1 test", "FAILED (failures=1)")),
            ReportFault::kContradiction);
}

TEST(Unittest, ATestThatPrintsOkAndSkipsIsNotCounted) {
  EXPECT_EQ(FaultOf("unittest", Unittest("test_hidden (m.C) ... ok\nskipped 'x'\n", "", "1 test",
                                         "OK (skipped=1)")),
            ReportFault::kContradiction);
}

TEST(Unittest, APrintedLineIsOneTestTooMany) {
  EXPECT_EQ(FaultOf("unittest", Unittest("test_a (m.C) ... ok\ntest_hidden (m.C) ... ok\nok\n", "",
                                         "1 test", "OK")),
            ReportFault::kContradiction);
}

TEST(Unittest, APrintedClosingIsASecondOne) {
  const std::string fake = Unittest("test_hidden (m.C) ... ok\n", "", "1 test", "OK");
  EXPECT_EQ(FaultOf("unittest", fake + Unittest("test_a (m.C) ... ok\n", "", "1 test", "OK")),
            ReportFault::kContradiction);
}

TEST(Unittest, AnOkClosingDisagreesWithFailures) {
  EXPECT_EQ(FaultOf("unittest", Unittest("test_hidden (m.C) ... ok\ntest_b (m.C) ... FAIL\n",
                                         Section("FAIL: test_b (m.C)"), "2 tests", "OK")),
            ReportFault::kContradiction);
}

TEST(Go, APrintedPassIsASecondResult) {
  EXPECT_EQ(FaultOf("go",
                    "=== RUN   TestHidden\n--- PASS: TestHidden (0.00s)\n"
                    "--- FAIL: TestHidden (0.00s)\nFAIL\nFAIL\tm/a\t0.01s\nFAIL\n"),
            ReportFault::kContradiction);
}

TEST(Go, APrintedPackageLineLeavesATestOpen) {
  EXPECT_EQ(FaultOf("go",
                    "=== RUN   TestHidden\nPASS\nok  \tm/a\t0.01s\n--- FAIL: TestHidden (0.00s)\n"
                    "FAIL\nFAIL\tm/a\t0.01s\nFAIL\n"),
            ReportFault::kContradiction);
}

TEST(Go, AnExitWithZeroLeavesATestOpen) {
  EXPECT_EQ(FaultOf("go", "=== RUN   TestHidden\nok  \tm/a\t0.01s\n"), ReportFault::kContradiction);
}

TEST(Go, AResultOfATestThatNeverBeganIsNone) {
  EXPECT_EQ(Parsed("go",
                   "=== RUN   TestA\n--- PASS: TestHidden (0.00s)\n--- PASS: TestA (0.00s)\nPASS\n"
                   "ok  \tm/a\t0.01s\n"),
            "passed TestA\n");
}

TEST(GoJson, AResultNeedsItsBeginningAndComesOnce) {
  const std::string start = R"({"Action":"start","Package":"m"})"
                            "\n"
                            R"({"Action":"run","Package":"m","Test":"TestHidden"})"
                            "\n";
  const std::string pass = R"({"Action":"pass","Package":"m","Test":"TestHidden"})"
                           "\n";
  const std::string fail = R"({"Action":"fail","Package":"m","Test":"TestHidden"})"
                           "\n";
  // The marker that tells test2json of a result can be printed by a test, too.
  EXPECT_EQ(FaultOf("go-json", start + pass + fail + R"({"Action":"fail","Package":"m"})"),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("go-json", start + R"({"Action":"pass","Package":"m"})"),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("go-json", start + fail + R"({"Action":"pass","Package":"m"})"),
            ReportFault::kContradiction);
}

constexpr std::string_view kCargoFailed =
    "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";
constexpr std::string_view kCargoOk =
    "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";

TEST(Cargo, APrintedResultIsOneTooMany) {
  EXPECT_EQ(
      FaultOf("cargo", "running 1 test\ntest hidden ... ok\ntest hidden ... FAILED\n\nfailures:\n" +
                           std::string(kCargoFailed)),
      ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("cargo", "running 1 test\ntest hidden ... ok\nFAILED\n\nfailures:\n" +
                                 std::string(kCargoFailed)),
            ReportFault::kContradiction);
}

TEST(Cargo, APrintedBlockIsInsideOfAnother) {
  EXPECT_EQ(
      FaultOf("cargo",
              "running 1 test\ntest hidden ... FAILED\n\nfailures:\n\n---- hidden stdout ----\n"
              "running 1 test\ntest hidden ... ok\n\n" +
                  std::string(kCargoOk) + std::string(kCargoFailed)),
      ReportFault::kContradiction);
}

TEST(Cargo, APrintedClosingHasNoBlock) {
  EXPECT_EQ(FaultOf("cargo", "running 1 test\ntest hidden ... ok\n" + std::string(kCargoOk) +
                                 "FAILED\n\nfailures:\n" + std::string(kCargoFailed)),
            ReportFault::kContradiction);
}

TEST(Cargo, AnExitInATestLeavesTheBlockOpen) {
  EXPECT_EQ(FaultOf("cargo",
                    "running 2 tests\ntest hidden ... ok\n   Doc-tests m\n\nrunning 0 tests\n\n"
                    "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n"),
            ReportFault::kContradiction);
}

constexpr std::string_view kJestEnd =
    "Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\nTime:        1 s\n";

TEST(Jest, PrintedTreesAndClosingsDontAddUp) {
  const std::string tree = "FAIL a.test.js\n  ✕ hidden (1 ms)\n\n";
  EXPECT_EQ(FaultOf("jest", "PASS a.test.js\n  ✓ hidden\n\n" + tree + std::string(kJestEnd)),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("jest", "Test Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\n" +
                                tree + std::string(kJestEnd)),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("jest", tree + std::string(kJestEnd) + "PASS a.test.js\n  ✓ hidden\n"),
            ReportFault::kContradiction);
  EXPECT_EQ(Parsed("jest", "  console.log\n    ✓ hidden\n\n" + tree + std::string(kJestEnd)),
            "failed hidden\n");
}

TEST(Mocha, PrintedResultsAndClosingsDontAddUp) {
  EXPECT_EQ(
      FaultOf("mocha", "  A\n    ✔ hidden\n    1) hidden\n\n  0 passing (1ms)\n  1 failing\n"),
      ReportFault::kContradiction);
  EXPECT_EQ(
      FaultOf("mocha", "  A\n  1 passing (1ms)\n    1) hidden\n\n  0 passing (1ms)\n  1 failing\n"),
      ReportFault::kContradiction);
  EXPECT_EQ(
      FaultOf("mocha", "  A\n    1) other\n    1) hidden\n\n  0 passing (1ms)\n  2 failing\n"),
      ReportFault::kContradiction);
}

TEST(Maven, PrintedClassesAndSumsDontAddUp) {
  const std::string fake =
      "[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in "
      "x.Hidden\n";
  const std::string begin = "[INFO] Running x.Hidden\n";
  const std::string end =
      "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! "
      "- "
      "in x.Hidden\n[ERROR] x.Hidden.a  Time elapsed: 0.1 s  <<< FAILURE!\n[INFO] Results:\n"
      "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n";
  EXPECT_EQ(FaultOf("maven", begin + end), ReportFault::kNone);
  EXPECT_EQ(FaultOf("maven", begin + fake + end), ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("maven", begin + fake + "[INFO] BUILD SUCCESS\n" + end),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("maven", begin + "[INFO] Running x.Other\n[INFO] Results:\n" + end),
            ReportFault::kContradiction);
}

TEST(Ctest, APrintedResultTakesAPlace) {
  EXPECT_EQ(
      FaultOf("ctest",
              "1/2 Test #1: a ....***Failed    0.00 sec\n2/2 Test #2: hidden ....   Passed    "
              "0.00 sec\n2/2 Test #2: hidden ....***Failed    0.00 sec\n"
              "0% tests passed, 2 tests failed out of 2\n"),
      ReportFault::kContradiction);
}

TEST(Rspec, APrintedExampleIsOneTooMany) {
  EXPECT_EQ(FaultOf("rspec",
                    "\nC\n  hidden\n  hidden (FAILED - 1)\n\nFailures:\n\n1 example, 1 failure\n"),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("rspec",
                    "\nC\n  hidden\n1 example, 0 failures\n  hidden (FAILED - 1)\n\n"
                    "1 example, 1 failure\n"),
            ReportFault::kContradiction);
}

TEST(Phpunit, APrintedMarkOrClosingIsOneTooMany) {
  EXPECT_EQ(
      FaultOf("phpunit",
              "C\n ✔ Hidden\n ✘ Hidden\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.\n"),
      ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("phpunit",
                    "C\n ✔ Hidden\n\nOK (1 test, 1 assertion)\n ✘ Hidden\n\nFAILURES!\n"
                    "Tests: 1, Assertions: 1, Failures: 1.\n"),
            ReportFault::kContradiction);
}

TEST(Junit, CountsMustAgree) {
  EXPECT_EQ(FaultOf("junit",
                    R"(<testsuite tests="1" failures="1"><testcase name="hidden"/></testsuite>)"),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("junit",
                    R"(<testsuite tests="2" failures="0"><testcase name="hidden"/></testsuite>)"),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("junit", R"(<testsuite><testcase name="hidden"/></testsuite>)"),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("junit", R"(<testcase name="hidden"/>)"), ReportFault::kContradiction);
}

TEST(JsonReports, SuccessBesideFailuresIsAContradiction) {
  EXPECT_EQ(FaultOf("jest-json", R"({"numTotalTests":1,"numPassedTests":0,"numFailedTests":1,
"success":true,"testResults":[{"assertionResults":[{"title":"hidden","status":"failed"}]}]})"),
            ReportFault::kContradiction);
  EXPECT_EQ(FaultOf("mocha-json", R"({"stats":{"passes":0,"pending":0,"failures":1},
"passes":[{"fullTitle":"hidden"}],"failures":[],"pending":[]})"),
            ReportFault::kContradiction);
}

TEST(EveryParser, TakesNothingForAReport) {
  const std::string deep(100'000, '[');
  for (const LogParser& parser : LogParsers()) {
    EXPECT_EQ(FaultOf(parser.name, ""), ReportFault::kNothing) << parser.name;
    EXPECT_NE(FaultOf(parser.name, "\0\xff\x1b[\n\r\n"), ReportFault::kNone) << parser.name;
    EXPECT_NE(FaultOf(parser.name, deep), ReportFault::kNone) << parser.name;
    EXPECT_FALSE(parser.command.empty()) << parser.name;
  }
  EXPECT_EQ(FindLogParser("nose"), nullptr);
}

}  // namespace
}  // namespace assay::swe
