"""scripts/count-tests.py on made-up results: what failed is told with what it expected."""

import pathlib
import subprocess

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "count-tests.py"
CTEST = """<testsuite>
<testcase name="unit.sandbox" status="fail"><failure message="Failed"/><system-out>long</system-out></testcase>
<testcase name="integration" status="fail"><failure message="Failed"/><system-out>long</system-out></testcase>
<testcase name="crashed" status="fail"><failure message="Failed"/>
<system-out>[ RUN      ] Box.Opens
Check failed: left == right (3 vs. 4)
</system-out></testcase>
</testsuite>"""
GOOGLE_TEST = """<testsuites><testsuite>
<testcase classname="FaultTest" name="IsRetryable" status="run">
<failure message="/src/box_faults_test.cc:164&#x0A;Expected equality of these values:&#x0A;  result-&gt;exit_code&#x0A;    Which is: 0&#x0A;  7"/>
<failure message="/src/box_faults_test.cc:170&#x0A;Value of: hit&#x0A;  Actual: false"/>
</testcase>
<testcase classname="FaultTest" name="Passes" status="run"/>
</testsuite></testsuites>"""
PYTEST = """<testsuites><testsuite>
<testcase classname="test_a" name="test_one"><failure message="AssertionError: assert 'WA' == 'AC'&#10;  - AC&#10;  + WA">trace</failure></testcase>
<testcase classname="test_a" name="test_two"><skipped message="no node here&#10;at all"/></testcase>
<testcase classname="test_a" name="test_long"><failure message="%s"/></testcase>
</testsuite></testsuites>""" % "&#10;".join(f"line {i}" for i in range(100))


def run(tmp_path, ctest, **cases):
    (tmp_path / "ctest.xml").write_text(ctest)
    for name, text in cases.items():
        (tmp_path / f"{name}.xml").write_text(text)
    return subprocess.run(["/usr/bin/python3", SCRIPT, tmp_path / "ctest.xml", tmp_path],
                          capture_output=True, text=True, timeout=60)


def test_every_failed_expectation_is_printed_whole(tmp_path):
    done = run(tmp_path, CTEST, sandbox_test=GOOGLE_TEST, integration=PYTEST)
    assert done.returncode == 1, done.stderr
    said = done.stdout
    assert "failed: unit.sandbox: FaultTest.IsRetryable\n  /src/box_faults_test.cc:164\n" in said
    assert "    result->exit_code\n      Which is: 0\n" in said
    assert "  Value of: hit\n    Actual: false\n" in said
    assert "failed: integration: test_a.test_one\n  AssertionError: assert 'WA' == 'AC'\n    - AC\n    + WA\n" in said
    assert said.splitlines()[-1] == "1 passed, 4 failed, 1 skipped"


def test_long_reasons_are_cut_and_skips_are_a_line(tmp_path):
    said = run(tmp_path, CTEST, sandbox_test=GOOGLE_TEST, integration=PYTEST).stdout
    assert "  line 19\n  … 80 more lines\n" in said and "line 20" not in said
    assert said.startswith("skipped: integration: test_a.test_two: no node here\n")


def test_a_program_that_left_no_cases_is_told_with_its_last_words(tmp_path):
    said = run(tmp_path, CTEST, sandbox_test=GOOGLE_TEST, integration=PYTEST).stdout
    assert "failed: crashed\n  Failed\n  [ RUN      ] Box.Opens\n  Check failed: left == right (3 vs. 4)\n" in said


def test_a_run_in_which_all_passed_is_good(tmp_path):
    done = run(tmp_path, '<testsuite><testcase name="x" status="run"/></testsuite>')
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
