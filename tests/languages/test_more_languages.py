"""What Java programs find on their class path, and JUnit's tests: of a file, of several, and of none."""

import base64

import pytest

TUPLES = """
import org.javatuples.*;

public class Main {
    public static void main(String[] words) {
        Triplet<Integer, String, Boolean> one = Triplet.with(1, "two", true);
        System.out.println(one.getValue1() + " " + Pair.with(3, 4).equals(new Pair<>(3, 4)));
    }
}
"""
PASSING = """
import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.Test;

public class AdderTest { @Test void adds() { assertEquals(5, new Adder().add(2, 3)); } }
"""
ADDER = "public class Adder { int add(int a, int b) { return a %s b; } }\n"


def need(server, language):
    row = next(row for row in server.get("/v1/info").json()["toolchains"] if row["language"] == language)
    if not row["available"]:
        pytest.skip(row["problem"])


def run(server, language, code, **files):
    encoded = {name.replace("_", ".", 1): base64.b64encode(text.encode()).decode() for name, text in files.items()}
    return server.post("/run_code", {"language": language, "code": code, "files": encoded, "compile_timeout": 60,
                                     "run_timeout": 60}).json()


def test_java_finds_javatuples(server):
    need(server, "java")
    reply = run(server, "java", TUPLES)
    if "package org.javatuples does not exist" in str(reply["compile_result"]):
        pytest.skip("javatuples is not installed: apt install libjavatuples-java")
    assert reply["status"] == "Success", reply
    assert reply["run_result"]["stdout"] == "two true\n"


def test_junit_compiles_the_files_beside_the_test(server):
    need(server, "junit")
    assert run(server, "junit", PASSING, Adder_java=ADDER % "+")["status"] == "Success"
    failed = run(server, "junit", PASSING, Adder_java=ADDER % "-")
    assert failed["status"] == "Failed" and "AssertionFailedError" in failed["run_result"]["stdout"], failed


def test_junit_takes_files_alone(server):
    need(server, "junit")
    reply = run(server, "junit", "", AdderTest_java=PASSING, Adder_java=ADDER % "+")
    assert reply["status"] == "Success", reply


def test_no_tests_are_no_success(server):
    need(server, "junit")
    assert run(server, "junit", "public class Main { }\n")["status"] == "Failed"


def test_csharp_sees_a_failed_assertion(server):
    need(server, "csharp")
    code = ("using System; using System.Diagnostics;\n"
            "class P { static void Main(string[] a) { Debug.Assert(a.Length == %d); Console.WriteLine(7); } }\n")
    problem = {"tests": [{"input": "", "expected": "7\n"}]}
    passed = server.verify({"language": "csharp", "code": code % 0, "problem": problem})
    assert passed["verdict"] == "AC" and "C#" in passed["toolchain"] or ".NET" in passed["toolchain"], passed
    failed = server.verify({"language": "csharp", "code": code % 1, "problem": problem})
    assert failed["verdict"] == "RE" and failed["reason"] in {"reported_failure", "signal", "exit_code"}, failed


def test_sql_reads_the_tables_of_the_test(server):
    need(server, "sql")
    tables = "CREATE TABLE t (x); INSERT INTO t VALUES (3), (4);\n"
    result = server.verify({"language": "sql", "code": "SELECT sum(x) FROM t;\n",
                            "problem": {"tests": [{"input": tables, "expected": "7\n"}]}})
    assert result["verdict"] == "AC", result
