// The parsers of test frameworks' accounts of a run: from a log, or from the report that the
// framework wrote to a file, to a TestReport.
//
// What all of them hold to, since a log is written by whoever is judged:
// - One closing summary. A printed second one, before or after the true one, is a contradiction,
// for
//   nothing in a text tells which is true.
// - Every number of the closing equals the count of the records behind it, so that a printed result
//   of a test makes one too many, and a test can't be counted twice.
// - Text after the closing is let through only while none of it looks like the framework's own.
// - Colours are taken out, other escape sequences aren't: see LogLines.
// In mocha's, RSpec's and PHPUnit's trees a printed title may also rename the tests below it.
// What no parser can see is a process that prints a whole session of its own making and leaves: a
// printed log has no author. Reports in files keep what tests print out of the grammar; control
// tests (swe/grade) catch who makes up a session. Each is linear in its text, and none recurses.
// Pure functions, thread-safe.
#pragma once

#include <string_view>

#include "swe/report/test_report.h"

namespace assay::swe {

// Names as SWE-bench has them: "tests/test_a.py::TestC::test_m[param]". From the lines of -rA
// ("PASSED name"), of -v and of xdist's -v, whichever agree with the closing.
TestReport ParsePytest(std::string_view log);
// --junitxml with junit_family=xunit1, whose elements have the file; the same names.
TestReport ParsePytestJunit(std::string_view xml);
// -v. "test_m (package.Class.test_m)", before Python 3.11 "test_m (package.Class)"; alias: the
// first line of a docstring, which the log shows behind it and Django's lists use.
TestReport ParseUnittest(std::string_view log);
// -v. "TestA/sub"; alias: "example.com/m/a.TestA/sub". Go has no closing of several packages: that
// a log ends after one of them can be seen only by what is missing.
TestReport ParseGo(std::string_view log);
// -json; names as above. Lines that aren't events are skipped.
TestReport ParseGoJson(std::string_view log);
// "tests::it", "src/lib.rs - one (line 2)"; alias: "tests/t.rs::tests::it" with the file of the
// test program, which stands in the error stream.
TestReport ParseCargo(std::string_view log);
// --verbose. "Outer › inner › title" as jest writes it over failures; alias: the title.
TestReport ParseJest(std::string_view log);
// --json --outputFile, and vitest's reporter of that name; names as above.
TestReport ParseJestJson(std::string_view json);
// The spec reporter. "Outer inner title" as mocha's full titles; alias: the title.
TestReport ParseMocha(std::string_view log);
// The json reporter; names as above.
TestReport ParseMochaJson(std::string_view json);
// JUnit's XML of Surefire, Gradle, PHPUnit, CTest, jest-junit; one document or several in a row.
// "class.name", as Maven's console; "name" alone where the class is the same or missing; alias:
// "class::name".
TestReport ParseJunit(std::string_view xml);
// Surefire on Maven's console. A class as "x.FooTest"; its methods, "x.FooTest.ok", where
// -Dsurefire.reportFormat=plain shows them or where they failed.
TestReport ParseMaven(std::string_view log);
// "name", as add_test has it.
TestReport ParseCtest(std::string_view log);
// The documentation formatter. "Outer inner title"; a printed line may look like a passing example,
// so a log with one is a contradiction: prefer JSON.
TestReport ParseRspec(std::string_view log);
// The JSON formatter; names as above, alias: "./spec/a_spec.rb[1:2]".
TestReport ParseRspecJson(std::string_view json);
// --testdox. "Class title": "C (Demo\C) Adds numbers"; alias: "Adds numbers".
TestReport ParsePhpunit(std::string_view log);

}  // namespace assay::swe
