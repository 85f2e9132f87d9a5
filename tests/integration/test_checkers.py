"""Special judges on a live server: the examples of docs/judging.md, judges that misbehave in every
way in several languages, outputs made to confuse them, and checkers of what an interactor wrote."""

import concurrent.futures
import json
import re

import pytest

from harness import server as harness

DOCS = (harness.REPOSITORY / "docs" / "judging.md").read_text()
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL)]
# All of the page are sent; those with a judge are what this file is about.
JUDGED = [each for each in EXAMPLES if {"checker", "interactor"} & set(each["problem"])]


def judge(server, checker, code="print(1)\n", interactor=None, language="python", **more):
    problem = {"tests": [{"input": "1\n", "expected": "1\n"}], "checker": checker}
    if interactor is not None:
        problem["interactor"] = interactor
    return server.verify({"language": language, "code": code, "cache": False, "problem": problem,
                          "limits": {"cpu_time_s": 10, "wall_time_s": 30}, "stop": "all", **more})


def judge_of(body):
    source = ('#include "testlib.h"\nint main(int argc, char* argv[]) {\n'
              "registerTestlibCmd(argc, argv);\n" + body + "\n}\n")
    return {"kind": "testlib", "language": "cpp", "source": source}


def blame(result):
    return result["verdict"], result["cause"], result["reason"]


def test_every_kind_and_mode_has_an_example():
    assert len(EXAMPLES) == 9 and len(JUDGED) == 6
    assert {example["problem"].get("mode") for example in EXAMPLES} == {None, "run", "function_call", "assert"}
    judges = [example["problem"].get(role, {}) for example in JUDGED for role in ("checker", "interactor")]
    assert {judge.get("kind", "default") for judge in judges if judge} == {
        "default", "testlib", "icpc", "cms"}


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_are_accepted(server, example):
    result = server.verify(example)
    assert result["verdict"] == "AC", result


@pytest.mark.parametrize("text", ["0\n\n", "3\n1 2\n", "3\n1 2  3\n", "3\n1 2 3", " 3\n1 2 3\n", "03\n1 2 3\n",
                                  "3\n1 2 1001\n", "3\n1 2 3\n\n", "3\r\n1 2 3\n"])
def test_a_validator_refuses(server, text):
    example = next(each for each in EXAMPLES if each["problem"].get("mode") == "run")
    result = server.verify({**example, "problem": {"mode": "run", "tests": [{"input": text}]}})
    assert blame(result) == ("RE", "candidate", "exit_code"), result


ACCEPTED, REJECTED = ("AC", "candidate", "accepted"), ("WA", "candidate", "checker_rejected")
LAYOUT = ("PE", "candidate", "checker_presentation")


@pytest.mark.parametrize("body, want, score", [
    ("quitf(_ok, \"\");", ACCEPTED, 1),
    ("quitf(_wa, \"no\");", REJECTED, 0),
    ("quitf(_pe, \"no\");", LAYOUT, 0),
    ("quitf(_dirt, \"no\");", LAYOUT, 0),
    ("quitf(_unexpected_eof, \"no\");", LAYOUT, 0),
    ("quitf(_fail, \"broken\");", ("JE", "problem", "checker_failed"), None),
    ("return 0;", ("JE", "problem", "checker_failed"), None),
    ("inf.readInt(5, 9); quitf(_ok, \"\");", ("JE", "problem", "checker_failed"), None),
    ("ans.readInt(); ans.readInt(); quitf(_ok, \"\");", ("JE", "problem", "checker_failed"), None),
    ("ouf.readInt(); quitp(0.25, \"a quarter\");", ("WA", "candidate", "checker_partial"), 0.25),
    ("ouf.readInt(); quitp(1, \"all\");", ACCEPTED, 1),
    ("ouf.readInt(); quitp(1e9);", ACCEPTED, 1),
    ("ouf.readInt(); quitp(-1);", REJECTED, 0),
    ("ouf.readInt(); quitp(0.0 / 0.0);", ("JE", "problem", "checker_bad_output"), None),
    ("ouf.readInt(); quitf(_pc(50), \"a quarter\");", ("WA", "candidate", "checker_partial"), 0.25),
    ("quitf(_ok, \"unread\");", ("PE", "candidate", "checker_presentation"), 0),
])
def test_ends_of_testlib(server, body, want, score):
    code = "print(1)\n" if body.startswith(("ouf", "quitf(_ok, \"unread")) else "pass\n"
    result = judge(server, judge_of(body), code)
    assert blame(result) == want and result["score"] == score, result


EXITS = {
    "python": "import os\nos._exit({})\n",
    "cpp": "#include <cstdlib>\nint main() {{ _Exit({}); }}\n",
    "java": "public class Main {{ public static void main(String[] a) {{ Runtime.getRuntime().halt({}); }} }}\n",
    "nodejs": "process.exit({})\n",
}


@pytest.mark.parametrize("language", EXITS)
def test_exit_codes_in_every_language(server, language):
    failed, unknown = ("JE", "problem", "checker_failed"), ("JE", "problem", "checker_bad_exit")
    codes = {0: ACCEPTED, 1: REJECTED, 2: LAYOUT, 3: failed, 4: LAYOUT, 6: unknown, 8: LAYOUT, 255: unknown,
             5: ("JE", "problem", "checker_bad_output"), 7: ("JE", "problem", "checker_bad_output")}
    for code, want in codes.items():
        checker = {"kind": "testlib", "language": language, "source": EXITS[language].format(code)}
        assert blame(judge(server, checker)) == want, code


@pytest.mark.parametrize("kind", ["scalebox", "testlib", "icpc", "cms"])
@pytest.mark.parametrize("source, reason", [
    ("import os\nos.abort()\n", "checker_crashed"),
    ("import sys\nfor _ in range(100): sys.stdout.write('x' * (1 << 20))\n", "checker_output_limit"),
    ("import sys\nfor _ in range(100): sys.stderr.write('x' * (1 << 20))\n", "checker_output_limit"),
    ("bytearray(4 << 30)\n", "checker_memory_limit"),
    ("raise ValueError('no')\n", "checker_crashed"),
    ("this is no Python\n", "checker_crashed"),
])
def test_a_misbehaving_checker_is_the_problems_fault(server, kind, source, reason):
    result = judge(server, {"kind": kind, "source": source, "always": True})
    assert blame(result) == ("JE", "problem", reason) and result["masked"], result


def test_an_endless_checker_is_the_problems_fault(server):
    def outcome(kind):
        return judge(server, {"kind": kind, "source": "while True: pass\n", "always": True})

    # At once, as each takes all of its time; their limits are one piece of code for all kinds.
    kinds = ["scalebox", "testlib"]
    with concurrent.futures.ThreadPoolExecutor(len(kinds)) as pool:
        for result in pool.map(outcome, kinds):
            assert blame(result) == ("JE", "problem", "checker_time_limit") and result["masked"], result


EXCEPTIONS = {
    "nodejs": ["throw new Error('no');", "Promise.reject(new Error('no'));", "this is no JavaScript"],
    "java": ["public class Check { public static void main(String[] a) { throw new RuntimeException(); } }",
             "class Check { public static void main(String[] a) throws Exception { new Thread(() -> {"
             " throw new IllegalStateException(); }).start(); Thread.sleep(20000); } }"],
}


@pytest.mark.parametrize("kind", ["scalebox", "testlib", "icpc", "cms"])
@pytest.mark.parametrize("language", EXCEPTIONS)
def test_an_exception_of_a_checker_is_no_rejection(server, kind, language):
    for source in EXCEPTIONS[language]:
        result = judge(server, {"kind": kind, "language": language, "source": source, "always": True})
        assert blame(result) == ("JE", "problem", "checker_crashed"), (source, result)


def test_a_judge_in_python_is_its_own_main_program(server):
    source = ("import sys, helper\nassert __name__ == '__main__' and __file__ == '/box/assay_judge.py'\n"
              "def judge():\n    return helper.VALUE + len(sys.argv)\n"
              "sys.exit(0 if judge() == 45 else 1)\n")
    checker = {"kind": "testlib", "source": source, "always": True,
               "files": {"helper.py": "VALUE = 41\n"}}
    assert blame(judge(server, checker)) == ACCEPTED


READERS = {"int": "ouf.readInt()", "long": "ouf.readLong()", "double": "ouf.readDouble()"}


@pytest.mark.parametrize("reader, mode", [("int", "testlib-icmp"), ("long", "testlib-ncmp"), ("double", "testlib-rcmp6")])
def test_readers_and_comparisons_agree_on_odd_numbers(server, reader, mode):
    odd = [b"1", b"  \t1", b"1 \n\n", b"01", b"00", b"-0", b"+1", b"0x1", b"1e0", b"1.0", b"1e400", b"1\0", b"\0001",
           b"1\0002", b"9" * 30, b"2147483648", b"-9223372036854775809", b"nan", b"inf", b"\xff1", b"\xef\xbb\xbf1",
           b"1\x0b", b"1 1", b"", b"1" * 1_000_000, b" " * 10_000_000 + b"1", b"1e99999999999", b"1.", b".1e1", b"1_0"]
    checker = judge_of("auto want = %s; auto got = %s;\nif (want != got) quitf(_wa, \"differs\");\nquitf(_ok, \"\");"
                      % (READERS[reader].replace("ouf", "ans"), READERS[reader]))
    if mode == "testlib-ncmp":
        odd = [text for text in odd if text not in (b"", b"1 1")]  # it compares how many there are, too
    for text in odd:
        code = ("import sys\nt = %r\nsys.stdout.buffer.write(t)\n" % text if len(text) < 1000 else
                "import sys\nsys.stdout.buffer.write(%r * %d + b'1')\n" % (text[:1], len(text) - 1))
        by_header = judge(server, checker, code)
        by_mode = server.verify({"language": "python", "code": code, "cache": False, "problem": {
            "tests": [{"input": "1\n", "expected": "1\n"}], "comparison": {"mode": mode}}})
        assert by_header["verdict"] == by_mode["verdict"], (text[:40], by_header, by_mode)


@pytest.mark.parametrize("body", [
    "std::string line = ouf.readLine(); quitif(line.size() > 5, _wa, \"long\"); quitf(_ok, \"\");",
    "ouf.readToken(\"[a-z]{1,5}\"); quitf(_ok, \"\");",
    "ouf.readToken(\"[a-z]*\"); quitf(_wa, \"never\");",
    "ouf.readLine(\"([a-z]|[0-9])+\"); quitf(_wa, \"never\");",
])
def test_ten_megabytes_on_a_line_break_no_checker(server, body):
    for text in ("'x' * 10_000_000", "'\\xff\\0' * 5_000_000"):
        result = judge(server, judge_of(body), f"import sys\nsys.stdout.write({text})\n")
        assert result["verdict"] in ("WA", "PE") and result["cause"] == "candidate", result


INTERACTOR = {"language": "cpp", "source": '#include "testlib.h"\nint main(int argc, char* argv[]) {\n'
              "registerInteraction(argc, argv);\nint n = ouf.readInt();\n"
              'tout << n << std::endl;\nif (n == 9) quitf(_wa, "nine");\nquitf(_ok, "read");\n}\n'}
READ_ONE = 'int n = ouf.readInt(); if (n == 8) quitf(_fail, "eight"); quitf(n == ans.readInt() ? _ok : _wa, "");'


@pytest.mark.parametrize("code, want", [
    ("print(1)\n", ACCEPTED),
    ("print(2)\n", REJECTED),                                     # by the checker
    ("print(9)\n", REJECTED),                                     # by the interactor
    ("print('x')\n", LAYOUT),
    ("print(8)\n", ("JE", "problem", "checker_failed")),
    ("print(1, flush=True)\nraise SystemExit(3)\n", ("RE", "candidate", "exit_code")),
])
def test_a_checker_of_what_the_interactor_wrote(server, code, want):
    assert blame(judge(server, judge_of(READ_ONE), code, INTERACTOR)) == want


def test_the_transcript_goes_to_a_checker_of_any_kind(server):
    source = "raise SystemExit(open('answer.txt').read() != '7\\n')\n"
    for code, want in (("print(7)\n", ACCEPTED), ("print(1)\n", REJECTED)):
        assert blame(judge(server, {"source": source}, code, INTERACTOR)) == want


def test_points_of_the_transcript(server):
    result = judge(server, {**judge_of("quitp(ouf.readInt());"), "max_points": 10}, "print(4)\n", INTERACTOR)
    assert result["score"] == 0.4 and result["tests"][0]["reason"] == "checker_partial"
