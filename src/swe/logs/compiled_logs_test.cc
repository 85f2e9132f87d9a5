// Logs written by go 1.26, cargo 1.95, Maven 3.8 with Surefire 3.0 and CMake 3.25, shortened.
#include <gtest/gtest.h>

#include "swe/logs/logs_test_util.h"

namespace assay::swe {
namespace {

constexpr std::string_view kGo = R"(=== RUN   TestOk
noise
    a_test.go:3: logged
--- PASS: TestOk (0.00s)
=== RUN   TestFail
    a_test.go:4: x
--- FAIL: TestFail (0.00s)
=== RUN   TestSkip
    a_test.go:5: why
--- SKIP: TestSkip (0.00s)
=== RUN   TestSub
=== RUN   TestSub/one_two
=== RUN   TestSub/bad
    a_test.go:6: no
--- FAIL: TestSub (0.00s)
    --- PASS: TestSub/one_two (0.00s)
    --- FAIL: TestSub/bad (0.00s)
=== RUN   TestPar
=== PAUSE TestPar
=== RUN   TestNoNl
no newline--- PASS: TestNoNl (0.00s)
=== CONT  TestPar
--- PASS: TestPar (0.00s)
FAIL
FAIL	example.com/m/a	0.009s
=== RUN   TestOk
--- PASS: TestOk (0.00s)
PASS
ok  	example.com/m/b	(cached)
?   	example.com/m/c	[no test files]
FAIL
)";

TEST(GoLog, ReadsPackagesAndSubtests) {
  EXPECT_EQ(Parsed("go", kGo), R"(passed TestOk
failed TestFail
skipped TestSkip
failed TestSub
passed TestSub/one_two
failed TestSub/bad
passed TestNoNl
passed TestPar
passed TestOk
)");
  EXPECT_EQ(FindLogParser("go")->parse(kGo).records.back().alias, "example.com/m/b.TestOk");
}

TEST(GoLog, APanicAndABuildErrorFailTheirPackage) {
  EXPECT_EQ(Parsed("go", R"(=== RUN   TestX
=== RUN   TestX/inner
--- FAIL: TestX (0.00s)
panic: boom [recovered, repanicked]
FAIL	example.com/m/d	0.006s
# example.com/m/e [example.com/m/e.test]
e/e_test.go:3:27: undefined: x
FAIL	example.com/m/e [build failed]
FAIL
)"),
            "failed TestX\nerror TestX/inner\nerror example.com/m/e\n");
}

TEST(GoLog, SaysWhyARunIsNotWhole) {
  EXPECT_EQ(FaultOf("go", kGo.substr(0, kGo.rfind("FAIL\n"))), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("go", kGo.substr(0, kGo.find("FAIL\tex"))), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("go", "go: command not found\n"), ReportFault::kNothing);
  EXPECT_EQ(FaultOf("go", "?   \ta\t[no test files]\n"), ReportFault::kNothing);
}

TEST(GoJson, ReadsEvents) {
  constexpr std::string_view kLog = R"({"Action":"start","Package":"m/a"}
{"Action":"run","Package":"m/a","Test":"TestFail"}
{"Action":"output","Package":"m/a","Test":"TestFail","Output":"--- PASS: TestFail (0.00s)\n"}
{"Action":"output","Package":"m/a","Test":"TestFail","Output":"{\"Action\":\"pass\"}\n"}
{"Action":"fail","Package":"m/a","Test":"TestFail","Elapsed":0}
{"Action":"run","Package":"m/a","Test":"TestOk"}
{"Action":"pass","Package":"m/a","Test":"TestOk","Elapsed":0}
{"Action":"fail","Package":"m/a","Elapsed":0.01}
{"ImportPath":"m/e [m/e.test]","Action":"build-fail"}
{"Action":"start","Package":"m/e"}
{"Action":"fail","Package":"m/e","Elapsed":0,"FailedBuild":"m/e [m/e.test]"}
)";
  EXPECT_EQ(Parsed("go-json", kLog), "failed TestFail\npassed TestOk\nerror m/e\n");
  EXPECT_EQ(
      FaultOf("go-json", kLog.substr(0, kLog.find("{\"Action\":\"fail\",\"Package\":\"m/a\",\"E"))),
      ReportFault::kCutOff);
}

constexpr std::string_view kCargo = R"(   Compiling m v0.1.0 (/tmp/m)
     Running unittests src/lib.rs (target/debug/deps/m-81c9f5d764ef8bf2)

running 5 tests
test tests::ign ... ignored, slow
test tests::nopan - should panic ... FAILED
raw
test tests::ok ... ok
test tests::fails ... FAILED
test tests::pan - should panic ... ok

failures:

---- tests::nopan stdout ----
note: test did not panic as expected at src/lib.rs:13:32
---- tests::fails stdout ----
test tests::fails ... ok

failures:
    tests::fails
    tests::nopan

test result: FAILED. 2 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s

error: test failed, to rerun pass `--lib`
   Doc-tests m

running 1 test
test src/lib.rs - one (line 2) ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.17s
)";

TEST(CargoLog, ReadsBlocks) {
  EXPECT_EQ(Parsed("cargo", kCargo), R"(skipped tests::ign
failed tests::nopan
passed tests::ok
failed tests::fails
passed tests::pan
passed src/lib.rs - one (line 2)
)");
  EXPECT_EQ(FindLogParser("cargo")->parse(kCargo).records[2].alias, "src/lib.rs::tests::ok");
}

TEST(CargoLog, ReadsOutcomesBehindOutput) {
  EXPECT_EQ(Parsed("cargo", R"(running 2 tests
test a ... noise
FAILED
test b ... ok

failures:

failures:
    a

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s
)"),
            "failed a\npassed b\n");
}

TEST(CargoLog, SaysWhyARunIsNotWhole) {
  EXPECT_EQ(FaultOf("cargo", kCargo.substr(0, kCargo.find("test result"))), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("cargo", "error: could not compile `m` (lib) due to 1 previous error\n"),
            ReportFault::kStopped);
  EXPECT_EQ(FaultOf("cargo", "cargo: command not found\n"), ReportFault::kNothing);
}

constexpr std::string_view kMaven = R"([INFO]  T E S T S
[INFO] Running x.BarTest
[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.086 s - in x.BarTest
[INFO] x.BarTest.fine  Time elapsed: 0.041 s
[INFO] Running x.FooTest
noise
[ERROR] Tests run: 4, Failures: 1, Errors: 1, Skipped: 1, Time elapsed: 0.179 s <<< FAILURE! - in x.FooTest
[ERROR] x.FooTest.ok  Time elapsed: 0.004 s
[ERROR] x.FooTest.bad  Time elapsed: 0.022 s  <<< FAILURE!
org.opentest4j.AssertionFailedError: x
[ERROR] x.FooTest.err  Time elapsed: 0.002 s  <<< ERROR!
[INFO] 
[INFO] Results:
[INFO] 
[ERROR] Failures: 
[ERROR]   FooTest.bad:3 x
[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1
[INFO] BUILD FAILURE
)";

TEST(MavenLog, ReadsClassesAndMethods) {
  EXPECT_EQ(Parsed("maven", kMaven), R"(passed x.BarTest
passed x.BarTest.fine
error x.FooTest
passed x.FooTest.ok
failed x.FooTest.bad
error x.FooTest.err
)");
}

TEST(MavenLog, SaysWhyARunIsNotWhole) {
  EXPECT_EQ(FaultOf("maven", kMaven.substr(0, kMaven.find("[INFO] BUILD"))), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("maven", kMaven.substr(0, kMaven.find("[ERROR] Tests run: 4"))),
            ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("maven", "[ERROR] COMPILATION ERROR : \n[INFO] BUILD FAILURE\n"),
            ReportFault::kStopped);
  EXPECT_EQ(FaultOf("maven", "[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n"),
            ReportFault::kNothing);
}

constexpr std::string_view kCtest = R"(Test project /tmp/b
    Start 1: good
1/6 Test #1: good .............................   Passed    0.01 sec
    Start 2: with space
2/6 Test #2: with space .......................   Passed    0.00 sec
    Start 3: bad
3/6 Test #3: bad ..............................***Failed    0.00 sec
    Start 5: off
4/6 Test #5: off ..............................***Not Run (Disabled)   0.00 sec
    Start 6: slow
5/6 Test #6: slow .............................***Timeout   1.00 sec
    Start 7: absent
Unable to find executable: /nonexistent
6/6 Test #7: absent ...........................***Not Run   0.00 sec

40% tests passed, 3 tests failed out of 5

Total Test time (real) =   1.04 sec

The following tests FAILED:
	  3 - bad (Failed)
Errors while running CTest
)";

TEST(CtestLog, ReadsEveryOutcome) {
  EXPECT_EQ(Parsed("ctest", kCtest), R"(passed good
passed with space
failed bad
skipped off
failed slow
error absent
)");
  EXPECT_EQ(FaultOf("ctest", kCtest.substr(0, kCtest.find("40%"))), ReportFault::kCutOff);
  EXPECT_EQ(FaultOf("ctest", "No tests were found!!!\n"), ReportFault::kNothing);
}

TEST(CtestLog, NamesATestThatItsSystemEnded) {
  EXPECT_EQ(Parsed("ctest", R"(Test project /tmp/b
1/3 Test #1: aborts ...........................Subprocess aborted***Exception:   0.01 sec
2/3 Test #2: falls ............................***Exception: SegFault  0.02 sec
3/3 Test #3: good .............................   Passed    0.00 sec

33% tests passed, 2 tests failed out of 3
)"),
            "failed aborts\nfailed falls\npassed good\n");
}

}  // namespace
}  // namespace assay::swe
