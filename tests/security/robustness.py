"""The programs of robustness/programs as submissions, with the verdicts that are right for Assay.

The source's expectation is translated by WORDS. Where it speaks about something that Assay does not
have (a banned class, an interactor, a judge's faulty configuration) or decides otherwise on purpose,
OURS has the verdict and the reason.
"""

import base64
import dataclasses
import gzip
import json
import os
import pathlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = {"c": "c", "C": "c", "cpp": "cpp", "CPP11": "cpp", "python3": "python", "PY3": "python",
             "java": "java", "JAVA": "java", "JAVA8": "java", "javascript": "nodejs", "bash": "bash"}

# The source's words and the verdicts they allow. A crash at a memory limit is MLE here and a run-time
# error there; a program that prints nothing is a wrong answer.
WORDS = {
    "accepted": {"AC"}, "AC": {"AC"}, "wrong_answer": {"WA"}, "WA": {"WA"}, "no_output": {"WA"},
    "compile_error": {"CE"}, "CE": {"CE"}, "run_time_error": {"RE", "MLE"}, "RTE": {"RE"},
    "IR": {"RE"}, "MLE": {"MLE"}, "OLE": {"OLE"}, "TLE": {"TLE"}, "time_limit_exceeded": {"TLE"},
}

_NO_INTERACTOR = "the interactor is not in the data; with an empty input the program ends by itself"
_CHECKER = "the judge's own checker or its faulty configuration is not in the data; the program is fine"
_GENERATOR = "the expectation is about the problem's faulty generator; the program is fine"
_ALLOWED = "the source bans this class; here nothing needs it to be banned"
_PARTS = "a function without main: the grader it is joined with is not in the data"

# id: (verdicts, reason)
OURS = {
    "domjudge/hello/check_manually/bad-expected-result-sourcesize.c":
        ({"CE"}, "260 kB that are no C: refused there for the size, here by the compiler"),
    "domjudge/hello/compiler_error/bogus-filename":
        ({"WA"}, "refused there for its file name, which programs don't have here; prints nothing"),
    "domjudge/hello/compiler_error/multifile-js-3":
        ({"AC"}, "the invalid file is never imported, and only what is run is read"),
    "domjudge/hello/multiple/test-multithread.c":
        ({"CE", "WA", "RE"}, "threads link here, and the program aborts unless stacks are 2 MB"),
    "domjudge/hello/multiple/test-package.java":
        ({"AC", "CE", "RE"}, "a class in a package may fail to be found as Main"),
    "domjudge/hello/wrong_answer/test-cpu-pinning.c":
        ({"WA", "RE"}, "programs are not pinned to one core, so the children may run elsewhere"),
    "domjudge/hello/wrong_answer/test-write-file.c":
        ({"RE"}, "the working folder is writable here, which the program calls an error"),
    "dmoj/aplusb/java_bigdecimal/test.yml": ({"AC"}, _ALLOWED),
    "dmoj/aplusb/java_biginteger/test.yml": ({"AC"}, _ALLOWED),
    "dmoj/batch_dependencies/python_pass_one/test.yml": ({"AC"}, _CHECKER),
    "dmoj/batch_dependencies/python_pass_two/test.yml": ({"AC"}, _CHECKER),
    "dmoj/bridged_checker_not_contrib_module/py_ie/test.yml": ({"AC"}, _CHECKER),
    "dmoj/bridged_checker_peg/py_wa/test.yml": ({"AC"}, _CHECKER),
    "dmoj/coci_partial/py_above_one_ie/test.yml": ({"AC"}, _CHECKER),
    "dmoj/coci_partial/py_empty_ie/test.yml": ({"AC"}, _CHECKER),
    "dmoj/coci_partial/py_neg_ie/test.yml": ({"AC"}, _CHECKER),
    "dmoj/generator_test_ce/cpp_ie/test.yml": ({"AC"}, _GENERATOR),
    "dmoj/generator_test_invalid_config/cpp_ie/test.yml": ({"AC"}, _GENERATOR),
    "dmoj/generator_test_sandbox/cpp_ie/test.yml": ({"AC"}, _GENERATOR),
    "dmoj/helloworld/cpp_badalloc/test.freebsd.yml":
        ({"WA"}, "memory counts when it is touched: 512 MB asked for and not used is no fault"),
    "dmoj/helloworld/cpp_badalloc/test.linux.yml":
        ({"WA"}, "memory counts when it is touched: 512 MB asked for and not used is no fault"),
    "dmoj/helloworld/java_unsafe/test.yml":
        ({"MLE"}, "the class is not banned; the 512 MB it takes outside the heap break the limit"),
    "dmoj/helloworld/sandbox_py3_bad_file/test.yml":
        ({"AC"}, "/dev/full is there to be opened, as on any Linux"),
    "dmoj/siggrade/cpp_macro_test/test.yml": ({"CE"}, _PARTS),
    "dmoj/siggrade/cpp_signature_grading/test.yml": ({"CE"}, _PARTS),
    "qduoj/integration/gcc_random.c": ({"CE"}, "including an endless file breaks a compile limit"),
    "qduoj/integration/math.c": ({"AC"}, "the source asserts success"),
    "qduoj/integration/normal.c": ({"AC"}, "the source asserts success"),
    "qduoj/integration/re1.c": ({"RE"}, "the source asserts exit code 25"),
    "qduoj/integration/re2.c": ({"RE"}, "the source asserts SIGSEGV"),
    "qduoj/integration/sleep.c": ({"TLE"}, "the source asserts the real-time limit"),
    "qduoj/integration/stack.c": ({"AC"}, "the stack is bounded by the memory limit only"),
    "qduoj/integration/writev.cpp": ({"AC"}, "the source asserts success"),
    "qduoj/seccomp/fork.c": ({"AC"}, "processes are allowed and bounded"),
    "qduoj/seccomp/sysinfo.c": ({"AC"}, "the source asserts success"),
    "domjudge/runguard/hello.cc": ({"AC"}, "no expectation; it prints and ends"),
    "scalebox/antihack/PY_CODE_1": ({"RE"}, "ending early must not pass the asserts"),
    "scalebox/antihack/PY_CODE_2": ({"RE"}, "ending early must not pass the asserts"),
    "scalebox/antihack/PY_CODE_3": ({"RE"}, "ending early must not pass the asserts"),
}

# Tests for programs whose own are not in the data: id prefix, input, expected output.
_SUMS = ("2\n1 2\n3 4\n", "3\n7\n")
TESTS = {
    "dmoj/aplusb/": _SUMS,
    "dmoj/generator_custom_limits/": _SUMS,
    "dmoj/generator_pass_flags/": _SUMS,
    "dmoj/generator_test_sandbox/": _SUMS,
    "dmoj/generator_mixed_config/": ("5\n", "5\n"),
    "dmoj/generator_test_invalid_config/": ("5\n", "5\n"),
    "dmoj/mixed_str_int_cases/": ("abc\n", "abc\n"),
    "dmoj/binary_data/": ("\x00\x01\x7f\r\n\u00ff", "\x00\x01\x7f\r\n\u00ff"),
    "dmoj/interactive/java_ac": ("7\n", "0\n7\n"),
    "dmoj/helloworld/": ("", "Hello, World!\n"),
    "domjudge/hello/": ("1\n", "Hello world!\n"),
    "domjudge/runguard/": ("", "Hello DOMjudge\n"),
    "qduoj/integration/math.c": ("", "abs 1024"),
    "qduoj/integration/normal.c": ("judger_test\n", "judger_test\nHello world"),
    "qduoj/integration/stack.c": ("", "big stack"),
    "qduoj/integration/writev.cpp": ("111" * 10000 + "\n", "111" * 10000),
}
# Programs that read their input by name.
FILES = {"dmoj/aplusb/cpp_io_symlinks/test.posix.yml": {"in_link": _SUMS[0]}}
# It computes for ten seconds by the clock, whatever it gets of a processor: a busy machine once gave it
# 1.9 s, less than the limit that comes with it.
TIMES_S = {"dmoj/helloworld/cpp_wall_clock/test.posix.yml": 0.25}
MAIN_NAMES = ("main.", "hello.", "test-", "a.")
TIME_S = 2
MEMORY_MB = 256


@dataclasses.dataclass
class Program:
    id: str
    submission: dict
    verdicts: set
    reason: str  # why other than the source says, or ""
    exit_code: int | None = None
    signal: int | None = None


def data_folder():
    return pathlib.Path(os.environ.get("ASSAY_DATA") or REPOSITORY.parent / "shared" / "data")


def programs():
    """Every program in a language that Assay has; FileNotFoundError without the data."""
    path = data_folder() / "robustness" / "programs.dev.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    return [_program(row) for row in rows if row["language"] in LANGUAGES]


def _program(row):
    main = _main_file(row)
    others = {f["path"]: f.get("base64") or _base64(f["text"]) for f in row["files"] if f is not main}
    others.update({name: _base64(text) for name, text in FILES.get(row["id"], {}).items()})
    limits = row["limits"]
    time_s = TIMES_S.get(row["id"]) or limits.get("time_s") or TIME_S
    verdicts, reason = OURS.get(row["id"]) or (_translated(row["expected"]), "")
    submission = {
        "id": row["id"],
        "language": LANGUAGES[row["language"]],
        "code": main["text"],
        "problem": _problem(row),
        "files": others,
        "limits": {
            "cpu_time_s": time_s,
            # Their judges limit CPU time. As short a limit by the clock would be about the host's disks,
            # but for those that sleep.
            "wall_time_s": time_s if "TLE" in verdicts else 10 * time_s,
            "memory_mb": max(1, (limits.get("memory_kb") or MEMORY_MB << 10) >> 10),
            "output_bytes": 16 << 20,
        },
        "compile_limits": {"cpu_time_s": 10, "wall_time_s": 20, "memory_mb": 1024},
    }
    sources = [name for name in others if name.endswith((".cc", ".cpp"))]
    if sources:
        submission["compile_flags"] = ["-O2", *sources]
    signal = 11 if row["id"] == "qduoj/integration/re2.c" else None
    exit_code = 25 if row["id"] == "qduoj/integration/re1.c" else None
    return Program(row["id"], submission, verdicts, reason, exit_code, signal)


def _main_file(row):
    sources = [f for f in row["files"] if "text" in f]
    if len(sources) == 1:
        return sources[0]
    for name in MAIN_NAMES:
        for each in sources:
            if each["path"].startswith(name) and not each["path"].endswith(("ext", ".txt", ".hpp")):
                return each
    return sources[0]


def _problem(row):
    if row["id"].startswith("scalebox/"):
        return {"mode": "assert", "assert_code": "assert 1 + 1 == 2\n"}
    for prefix, (stdin, stdout) in TESTS.items():
        if row["id"].startswith(prefix):
            return {"mode": "stdin_stdout", "tests": [{"input": stdin, "expected": stdout}]}
    return {"mode": "run", "tests": [{"input": "", "expected": ""}]}


def _translated(expected):
    words = expected if isinstance(expected, list) else [expected]
    return set().union(*(WORDS[word] for word in words))


def _base64(text):
    return base64.b64encode(text.encode()).decode()
