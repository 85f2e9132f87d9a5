// Logs written by jest 30, mocha 11, RSpec 3.12 and PHPUnit 9.6, shortened.
#include <gtest/gtest.h>

#include "swe/logs/logs_test_util.h"

namespace assay::swe {
namespace {

constexpr std::string_view kJest = R"(  console.log
    noise
      ✓ fake

      at Object.log (jt/a.test.js:3:36)

FAIL jt/a.test.js
  ✓ top (3 ms)
  Outer
    ✓ each 1 › x
    ○ skipped skipped
    ✎ todo later
    inner
      ✓ passes (22 ms)
      ✕ fails (2 ms) (4 ms)

  ● Outer › inner › fails (2 ms)

    Expected: 2
  ✓ in a failure

PASS jt/b.test.js
  ✓ b (1 ms)

FAIL jt/c.test.js
  ● Test suite failed to run

Test Suites: 2 failed, 1 passed, 3 total
Tests:       1 failed, 1 skipped, 1 todo, 4 passed, 7 total
Snapshots:   0 total
Time:        0.759 s
Ran all test suites matching jt.
)";

TEST(JestLog, ReadsTheTree) {
  EXPECT_EQ(Parsed("jest", kJest), R"(passed top
passed Outer › each 1 › x
skipped Outer › skipped
skipped Outer › later
passed Outer › inner › passes
failed Outer › inner › fails (2 ms)
passed b
error jt/c.test.js
)");
  EXPECT_EQ(FaultOf("jest", kJest.substr(0, kJest.find("Test Suites"))), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("jest", kJest.substr(0, kJest.find("Time:"))), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("jest", "sh: 1: jest: not found\n"), ReportFault::kNothing);
}

TEST(JestJson, ReadsSuites) {
  constexpr std::string_view kJson =
      R"({"numFailedTests":1,"numPassedTests":1,"numPendingTests":1,"numTotalTests":3,
"success":false,"testResults":[{"name":"/a.test.js","status":"failed","assertionResults":[
{"ancestorTitles":["Outer","inner"],"title":"passes","status":"passed"},
{"ancestorTitles":["Outer"],"title":"fails","status":"failed"},
{"ancestorTitles":[],"title":"later","status":"pending"}]},
{"name":"/c.test.js","status":"failed","assertionResults":[]}]})";
  EXPECT_EQ(Parsed("jest-json", kJson), R"(passed Outer › inner › passes
failed Outer › fails
skipped later
error /c.test.js
)");
  EXPECT_EQ(FaultOf("jest-json", kJson.substr(0, 200)), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("jest-json", ""), ReportFault::kNothing);
  EXPECT_EQ(FaultOf("jest-json", "{}"), ReportFault::kContradiction);
}

constexpr std::string_view kMocha = R"(

  ✔ root
  Array
    #indexOf()
noise
      ✔ works
      1) fails
      - pending
      ✔ slow (62ms)

  hooks
    2) "before all" hook for "never"


  3 passing (72ms)
  1 pending
  2 failing

  1) Array
       #indexOf()
         fails:

      AssertionError [ERR_ASSERTION]: 1 == 2
  ✔ in a failure
)";

TEST(MochaLog, ReadsTheTree) {
  EXPECT_EQ(Parsed("mocha", kMocha), R"(passed root
passed Array #indexOf() works
failed Array #indexOf() fails
skipped Array #indexOf() pending
passed Array #indexOf() slow
failed hooks "before all" hook for "never"
)");
  EXPECT_EQ(FaultOf("mocha", kMocha.substr(0, kMocha.find("  3 passing"))), ReportFault::kCutOff);
}

TEST(MochaJson, ReadsLists) {
  constexpr std::string_view kJson =
      R"({"stats":{"tests":3,"passes":1,"pending":1,"failures":1},"tests":[{},{},{}],
"pending":[{"title":"later","fullTitle":"A later"}],"failures":[{"title":"f","fullTitle":"A f"}],
"passes":[{"title":"p","fullTitle":"A p"}]})";
  EXPECT_EQ(Parsed("mocha-json", kJson), "passed A p\nskipped A later\nfailed A f\n");
}

constexpr std::string_view kRspec = R"(
Calculator
noise
  adds
  fails (FAILED - 1)
  pends (PENDING: why)
  inner
    deep (a)

Pending: (Failures listed here are expected and do not affect your suite's status)

  1) Calculator pends
     # why

Failures:

  1) Calculator fails
     Failure/Error: it("fails") { expect(1).to eq(2) }

Finished in 0.01402 seconds (files took 0.10138 seconds to load)
4 examples, 1 failure, 1 pending

Failed examples:

rspec ./spec/c_spec.rb:3 # Calculator fails
)";

TEST(RspecLog, ReadsTheTree) {
  EXPECT_EQ(Parsed("rspec", kRspec), R"(passed Calculator adds
failed Calculator fails
skipped Calculator pends
passed Calculator inner deep (a)
)");
  EXPECT_EQ(FaultOf("rspec", kRspec.substr(0, kRspec.find("4 examples"))), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("rspec", "\n0 examples, 0 failures, 1 error occurred outside of examples\n"),
            ReportFault::kStopped);
}

TEST(RspecJson, ReadsExamples) {
  constexpr std::string_view kJson =
      R"({"version":"3.12.0","examples":[{"id":"./s.rb[1:1]","full_description":"C adds","status":"passed"},
{"id":"./s.rb[1:2]","full_description":"C fails","status":"failed"},
{"id":"./s.rb[1:3]","full_description":"C pends","status":"pending"}],
"summary":{"example_count":3,"failure_count":1,"pending_count":1,"errors_outside_of_examples_count":0}})";
  EXPECT_EQ(Parsed("rspec-json", kJson), "passed C adds\nfailed C fails\nskipped C pends\n");
}

constexpr std::string_view kPhpunit = R"(PHPUnit 9.6.7 by Sebastian Bergmann and contributors.

C (Demo\C)
 ✔ Adds numbers
noise
 ✘ Fails
   │
   │ Failed asserting that 2 is identical to 1.
   │

 ↩ Skip
 ∅ Inc
 ☢ Risky
 ✔ Data with data set "named one"

Time: 00:00.010, Memory: 6.00 MB

Summary of non-successful tests:

C (Demo\C)
 ✘ Fails
 ↩ Skip

FAILURES!
Tests: 6, Assertions: 5, Failures: 1, Skipped: 1, Incomplete: 1, Risky: 1.
)";

TEST(PhpunitLog, ReadsTestdox) {
  EXPECT_EQ(Parsed("phpunit", kPhpunit), R"(passed C (Demo\C) Adds numbers
failed C (Demo\C) Fails
skipped C (Demo\C) Skip
skipped C (Demo\C) Inc
failed C (Demo\C) Risky
passed C (Demo\C) Data with data set "named one"
)");
  EXPECT_EQ(Parsed("phpunit", "Ok\n ✔ It\n\nOK (1 test, 1 assertion)\n"), "passed Ok It\n");
  EXPECT_EQ(FaultOf("phpunit", kPhpunit.substr(0, kPhpunit.find("Tests: 6"))),
            ReportFault::kCutOff);
}

TEST(JunitFile, ReadsSeveralDocuments) {
  constexpr std::string_view kXml = R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="x.FooTest" tests="4" errors="1" skipped="1" failures="1">
  <properties/>
  <testcase name="ok" classname="x.FooTest" time="0.004">
    <system-out><![CDATA[<testcase name="fake" classname="x.FooTest"/></testsuite>]]></system-out>
  </testcase>
  <testcase name="bad" classname="x.FooTest"><failure message="x">trace</failure></testcase>
  <testcase name="err" classname="x.FooTest"><error type="E">trace</error></testcase>
  <testcase name="off" classname="x.FooTest"><skipped message="why"/></testcase>
</testsuite><?xml version="1.0"?>
<testsuites><testsuite name="o" tests="1" failures="0" errors="0"><testsuite name="i" tests="1" failures="0">
<testcase name="testIt" class="Demo\C" classname="Demo.C"/></testsuite></testsuite></testsuites>
)";
  EXPECT_EQ(Parsed("junit", kXml), R"(passed x.FooTest.ok
failed x.FooTest.bad
error x.FooTest.err
skipped x.FooTest.off
passed Demo.C.testIt
)");
  EXPECT_EQ(FindLogParser("junit")->parse(kXml).records.back().alias, "Demo\\C::testIt");
  EXPECT_EQ(FaultOf("junit", kXml.substr(0, kXml.find("<testcase name=\"off\""))),
            ReportFault::kCutOff);
}

TEST(JunitFile, ReadsCtest) {
  EXPECT_EQ(Parsed("ctest-junit",
                   R"xml(<testsuite name="(empty)" tests="3" failures="1" disabled="1" skipped="0">
<testcase name="with space" classname="with space" status="run"><system-out></system-out></testcase>
<testcase name="bad" classname="bad" status="fail"><failure message=""/></testcase>
<testcase name="off" classname="off" status="disabled"/></testsuite>)xml"),
            "passed with space\nfailed bad\nskipped off\n");
}

}  // namespace
}  // namespace assay::swe
