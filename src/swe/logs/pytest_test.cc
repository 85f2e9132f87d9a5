// Logs written by pytest 9.2 with xdist 3.8 and by unittest of Python 3.8 and 3.11, shortened.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "swe/logs/logs_test_util.h"

namespace assay::swe {
namespace {

using testing::HasSubstr;

constexpr std::string_view kRa =
    R"(============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0
rootdir: /testbed
collected 16 items

tests/test_a.py .F..F...sxX.EE.FE                                       [100%]

==================================== ERRORS ====================================
______________________ ERROR at teardown of test_teardown ______________________
E       RuntimeError: teardown
=================================== FAILURES ===================================
__________________________________ test_fail ___________________________________
----------------------------- Captured stdout call -----------------------------
PASSED tests/test_a.py::test_fail
==================================== PASSES ====================================
=========================== short test summary info ============================
PASSED tests/test_a.py::test_pass
PASSED tests/test_a.py::test_par[a b]
PASSED tests/test_a.py::test_par[a - b]
PASSED tests/test_a.py::test_par[\x1b[31mred]
PASSED tests/test_a.py::test_par[a/b::c]
PASSED tests/test_a.py::test_teardown
PASSED tests/test_a.py::TestC::test_m
SKIPPED [1] tests/test_a.py:6: no way
XFAIL tests/test_a.py::test_xfail - known
XPASS tests/test_a.py::test_xpass
ERROR tests/test_a.py::test_teardown - RuntimeError: teardown
ERROR tests/test_a.py::test_setup - RuntimeError: setup
FAILED tests/test_a.py::test_fail - AssertionError: multi
FAILED tests/test_a.py::test_par[[z]] - AssertionError: assert 'z' not in '[z]'
FAILED tests/test_a.py::test_par[x - y] - assert 0
SUBFAILED[two] (i=2) tests/test_a.py::TestC::test_sub - assert 0
FAILED tests/test_a.py::TestC::test_sub - contains 1 failed subtest
==== 5 failed, 7 passed, 1 skipped, 1 xfailed, 1 xpassed, 2 errors in 0.05s ====
)";

TEST(PytestLog, ReadsTheShortSummary) {
  EXPECT_EQ(Parsed("pytest", kRa), R"(passed tests/test_a.py::test_pass
passed tests/test_a.py::test_par[a b]
passed tests/test_a.py::test_par[a - b]
passed tests/test_a.py::test_par[\x1b[31mred]
passed tests/test_a.py::test_par[a/b::c]
error tests/test_a.py::test_teardown
passed tests/test_a.py::TestC::test_m
expected_failure tests/test_a.py::test_xfail
unexpected_pass tests/test_a.py::test_xpass
error tests/test_a.py::test_setup
failed tests/test_a.py::test_fail
failed tests/test_a.py::test_par[[z]]
failed tests/test_a.py::test_par[x - y]
failed tests/test_a.py::TestC::test_sub
)");
}

TEST(PytestLog, LooksThroughColours) {
  constexpr std::string_view kLog =
      "\x1b[1m===================== test session starts =====================\x1b[0m\n"
      "tests/test_a.py \x1b[32m.\x1b[0m\x1b[31mF\x1b[0m\n"
      "\x1b[36m\x1b[1m=============== short test summary info ===============\x1b[0m\n"
      "\x1b[32mPASSED\x1b[0m tests/test_a.py::\x1b[1mtest_pass\x1b[0m\n"
      "\x1b[31mFAILED\x1b[0m tests/test_a.py::\x1b[1mtest_fail\x1b[0m - AssertionError\n"
      "\x1b[31m========= \x1b[31m\x1b[1m1 failed\x1b[0m, \x1b[32m1 passed\x1b[0m\x1b[31m in "
      "0.05s\x1b[0m\x1b[31m =========\x1b[0m\r\n";
  EXPECT_EQ(Parsed("pytest", kLog),
            "passed tests/test_a.py::test_pass\nfailed tests/test_a.py::test_fail\n");
}

TEST(PytestLog, ReadsVerboseLines) {
  constexpr std::string_view kLog = R"(==== test session starts ====
collecting ... collected 5 items

tests/test_a.py::test_pass PASSED                                        [  6%]
tests/test_a.py::test_par[a PASSED b] FAILED                             [ 12%]
tests/test_a.py::test_skip SKIPPED (no way)                              [ 56%]
tests/test_a.py::test_xfail XFAIL (known)                                [ 62%]
tests/test_a.py::test_sub SUBPASSED[one] (i=1)                           [100%]
tests/test_a.py::test_sub SUBFAILED[two] (i=2)                           [100%]
tests/test_a.py::test_sub FAILED                                         [100%]

=================================== FAILURES ===================================
=========================== short test summary info ============================
FAILED tests/test_a.py::test_par[a PASSED b] - AssertionError
SUBFAILED[two] (i=2) tests/test_a.py::test_sub - assert 0
FAILED tests/test_a.py::test_sub - contains 1 failed subtest
=============== 3 failed, 1 passed, 1 skipped, 1 xfailed in 1.05s (0:00:01) ===============
)";
  EXPECT_EQ(Parsed("pytest", kLog), R"(passed tests/test_a.py::test_pass
failed tests/test_a.py::test_par[a PASSED b]
skipped tests/test_a.py::test_skip
expected_failure tests/test_a.py::test_xfail
failed tests/test_a.py::test_sub
)");
}

TEST(PytestLog, ReadsXdist) {
  constexpr std::string_view kLog = R"(==== test session starts ====
created: 2/2 workers
2 workers [3 items]

scheduling tests via LoadScheduling

tests/test_a.py::test_pass 
[gw1] [ 33%] PASSED tests/test_a.py::test_pass 
[gw0] [ 66%] PASSED tests/test_a.py::test_par[a b] 
[gw1] [100%] FAILED tests/test_a.py::test_fail 

==== short test summary info ====
FAILED tests/test_a.py::test_fail - AssertionError: multi
==== 1 failed, 2 passed in 0.35s ====
)";
  EXPECT_EQ(Parsed("pytest", kLog), R"(passed tests/test_a.py::test_pass
passed tests/test_a.py::test_par[a b]
failed tests/test_a.py::test_fail
)");
}

TEST(PytestLog, SaysWhyARunIsNotWhole) {
  EXPECT_EQ(Parsed("pytest", R"(==== test session starts ====
collected 0 items / 1 error
==== ERRORS ====
____ ERROR collecting tests/test_broken.py ____
==== short test summary info ====
ERROR tests/test_broken.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
==== 1 error in 0.16s ====
)"),
            "error tests/test_broken.py\n= stopped\n");
  EXPECT_EQ(FaultOf("pytest", kRa.substr(0, kRa.size() / 2)), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("pytest", kRa.substr(0, kRa.rfind("===="))), ReportFault::kCutOff);
  EXPECT_EQ(Parsed("pytest", "==== test session starts ====\n==== no tests ran in 0.01s ====\n"),
            "= nothing\n");
  EXPECT_EQ(Parsed("pytest", "bash: pytest: command not found\n"), "= nothing\n");
  // Neither -rA nor -v: what passed has no name.
  EXPECT_EQ(Parsed("pytest", "..\n2 passed in 0.05s\n"), "= contradiction\n");
}

TEST(PytestLog, ReadsOldAndQuietClosings) {
  EXPECT_EQ(Parsed("pytest", R"(=== test session starts ===
=== short test summary info ===
PASSED a.py::t
SKIP [2] a.py:3: why
=== 1 passed, 2 skipped, 1 warnings in 0.03 seconds ===
)"),
            "passed a.py::t\n");
  EXPECT_EQ(
      Parsed("pytest", ".\n=== short test summary info ===\nPASSED a.py::t\n1 passed in 0.05s\n"),
      "passed a.py::t\n");
}

TEST(PytestJunit, GivesTheSameNames) {
  constexpr std::string_view kXml =
      R"(<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="2" failures="3" skipped="2" tests="8" time="0.094"><testcase classname="tests.test_a" name="test_par[a &lt;b&#10;]" file="tests/test_a.py" line="3" time="0.000" /><testcase classname="tests.test_a.TestC" name="test_m" file="tests/test_a.py" line="3" time="0.004"><failure message="a&#10;b">&gt;   x ]] &amp; </failure><failure message="twice"/></testcase><testcase classname="tests.test_a" name="test_skip" file="tests/test_a.py" line="5"><skipped type="pytest.skip" message="no way">why</skipped></testcase><testcase classname="tests.test_a" name="test_xfail" file="tests/test_a.py"><skipped type="pytest.xfail" message="known" /></testcase><testcase classname="tests.test_a" name="test_teardown" file="tests/test_a.py"><error message="failed on teardown">x</error></testcase><testcase classname="tests.test_a" name="test_both" file="tests/test_a.py"><failure message="0"></failure></testcase><testcase classname="tests.test_a" name="test_both" file="tests/test_a.py"><error message="teardown"></error></testcase></testsuite></testsuites>)";
  EXPECT_EQ(Parsed("pytest-junit", kXml), R"(passed tests/test_a.py::test_par[a <b
]
failed tests/test_a.py::TestC::test_m
skipped tests/test_a.py::test_skip
expected_failure tests/test_a.py::test_xfail
error tests/test_a.py::test_teardown
failed tests/test_a.py::test_both
error tests/test_a.py::test_both
)");
}

constexpr std::string_view kUnittest = R"(setUpClass (tests.test_u.TestS) ... ERROR
test_doc (tests.test_u.TestU.test_doc)
Docstring line. ... ok
test_err (tests.test_u.TestU.test_err) ... ERROR
test_fail (tests.test_u.TestU.test_fail) ... FAIL
test_ok (tests.test_u.TestU.test_ok) ... noise
ok
test_skip (tests.test_u.TestU.test_skip) ... skipped 'why not'
test_sub (tests.test_u.TestU.test_sub) ... 
  test_sub (tests.test_u.TestU.test_sub) (i=1) ... FAIL
test_xf (tests.test_u.TestU.test_xf) ... expected failure
test_xp (tests.test_u.TestU.test_xp) ... unexpected success

======================================================================
ERROR: setUpClass (tests.test_u.TestS)
----------------------------------------------------------------------
RuntimeError: no class

======================================================================
ERROR: test_err (tests.test_u.TestU.test_err)
----------------------------------------------------------------------
ValueError

======================================================================
FAIL: test_fail (tests.test_u.TestU.test_fail)
----------------------------------------------------------------------
AssertionError: x

======================================================================
FAIL: test_sub (tests.test_u.TestU.test_sub) (i=1)
----------------------------------------------------------------------
AssertionError: 1 == 1

======================================================================
UNEXPECTED SUCCESS: test_xp (tests.test_u.TestU.test_xp)
----------------------------------------------------------------------
Ran 8 tests in 0.002s

FAILED (failures=2, errors=2, skipped=1, expected failures=1, unexpected successes=1)
)";

TEST(UnittestLog, ReadsEveryOutcome) {
  EXPECT_EQ(Parsed("unittest", kUnittest), R"(error setUpClass (tests.test_u.TestS)
passed test_doc (tests.test_u.TestU.test_doc)
error test_err (tests.test_u.TestU.test_err)
failed test_fail (tests.test_u.TestU.test_fail)
passed test_ok (tests.test_u.TestU.test_ok)
skipped test_skip (tests.test_u.TestU.test_skip)
failed test_sub (tests.test_u.TestU.test_sub)
failed test_sub (tests.test_u.TestU.test_sub)
expected_failure test_xf (tests.test_u.TestU.test_xf)
unexpected_pass test_xp (tests.test_u.TestU.test_xp)
)");
  EXPECT_EQ(FindLogParser("unittest")->parse(kUnittest).records[1].alias, "Docstring line.");
}

TEST(UnittestLog, ReadsALineThatATestWithSubtestsLeftOpen) {
  EXPECT_EQ(Parsed("unittest", R"(test_ok (test_u.TestU) ... ok
test_sub (test_u.TestU) ... test_xf (test_u.TestU) ... expected failure

======================================================================
FAIL: test_sub (test_u.TestU) (i=1)
----------------------------------------------------------------------
AssertionError: 1 == 1

----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1, expected failures=1)
Destroying test database for alias 'default'...
)"),
            R"(passed test_ok (test_u.TestU)
failed test_sub (test_u.TestU)
expected_failure test_xf (test_u.TestU)
)");
}

TEST(UnittestLog, SaysWhyARunIsNotWhole) {
  EXPECT_EQ(FaultOf("unittest", kUnittest.substr(0, kUnittest.find("Ran 8"))),
            ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("unittest", kUnittest.substr(0, kUnittest.find("FAILED ("))),
            ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("unittest", "python: command not found\n"), ReportFault::kNothing);
  const TestReport report = FindLogParser("unittest")->parse(R"(t (m.C.t) ... ok

----------------------------------------------------------------------
Ran 2 tests in 0.001s

OK
)");
  EXPECT_EQ(report.fault, ReportFault::kContradiction);
  EXPECT_THAT(report.problem, HasSubstr("2 tests by the summary, 1 by the records"));
}

}  // namespace
}  // namespace assay::swe
