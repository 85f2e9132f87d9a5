"""Other interpreters than Debian's, and virtual environments: forked, restored and started alike, with their packages."""

import functools
import json
import os
import pathlib
import platform
import shlex
import subprocess
import sysconfig

import pytest

from harness import pythons
from harness import server as harness
from integration.test_warm import PROBES, judge, visible

QUICK_END_FROM = (3, 9)  # an older CPython frees its interpreter as ever
# Not of the interpreter: these need a module that it may lack, or show which modules were compiled in.
LEFT_OUT = {"numpy"}
TESTS = 6  # of a submission: its runs may share a process


@pytest.fixture(scope="module", autouse=True)
def needs_root():
    if reason := harness.why_not():
        pytest.skip(reason)


def each(usual=False):
    """A parameter for each interpreter; one that says why there is none."""
    found = {"usual": pythons.USUAL} if usual else {}
    found |= pythons.others()
    return [pytest.param(path, id=name) for name, path in found.items()] or [
        pytest.param(None, id="none", marks=pytest.mark.skip(reason=pythons.WHY_NONE))]


def doctor(*options):
    done = subprocess.run([harness.binary(), "doctor", "--json", "--toolchain-self-test", "off", *options],
                          capture_output=True, text=True, timeout=300, check=True)
    return json.loads(done.stdout)


@functools.cache
def restores():
    """Whether the usual interpreter is restored on this host."""
    return doctor()["restore"]["on"]


@pytest.fixture(scope="module", params=each())
def python(request):
    return request.param


@pytest.fixture(scope="module")
def servers(python):
    """One that forks and restores, and one that starts an interpreter for each test."""
    with harness.AssayServer(["--slots", "1", "--python", python]) as warm:
        with harness.AssayServer(["--slots", "1", "--python", python, "--warm", "off"]) as cold:
            yield warm, cold


def test_the_doctor_says_what_is_on(python):
    report = doctor("--python", python)
    found, = (each for each in report["toolchains"] if each["language"] == "python")
    known = pythons.version(python)
    assert found["available"] and found["version"].startswith("Python %d.%d." % known)
    if known >= QUICK_END_FROM and platform.machine() == "x86_64":
        assert report["python_quick_end"] == {"on": True, "why": "the self-test saw no difference"}
    assert report["python_quick_end"]["why"] and report["restore"]["why"]
    assert report["restore"]["on"] == restores(), report["restore"]


def test_forked_and_restored_are_as_started(servers):
    different, restored = {}, 0
    for name in PROBES.keys() - LEFT_OUT:
        one, started = (judge(server, PROBES[name]) for server in servers)
        many, cold = (judge(server, PROBES[name], tests=TESTS) for server in servers)
        assert one["warm"] and not started["warm"]
        restored += sum(test["restored"] for test in many)
        pairs = [(visible(one), visible(started)), *zip(map(visible, many), map(visible, cold))]
        if differing := [pair for pair in pairs if pair[0] != pair[1]]:
            different[name] = differing[0]
    assert different == {}
    assert (restored > 0) == restores()


@pytest.mark.parametrize("problem, code, verdict, says", [
    ({"mode": "function_call", "function_name": "f", "tests": [{"input": [2, 3], "expected": 5}] * TESTS},
     "def f(a, b):\n    return a + b\n", "AC", ""),
    ({"mode": "function_call", "function_name": "f", "tests": [{"input": [2, 3], "expected": 5}] * TESTS},
     "def f(a, b):\n    return a - b\n", "WA", ""),
    ({"mode": "function_call", "function_name": "f", "tests": [{"input": [[]], "expected": 5}]},
     "def f(a):\n    return a[0]\n", "RE", "IndexError: list index out of range"),
    ({"mode": "assert", "assert_code": "assert f(2) == 4\nassert f(3) == 9"}, "def f(n): return n * n", "AC", ""),
    ({"mode": "assert", "assert_code": "assert f(2) == 4\nassert f(3) == 9"}, "def f(n): return n + 2", "WA", ""),
    ({"mode": "stdin_stdout", "tests": [{"input": "1\n", "expected": "1"}] * TESTS},
     "def f(n):\n    return 1 // n\nprint(f(int(input()) - 1))\n", "RE", "ZeroDivisionError"),
    ({"mode": "stdin_stdout", "tests": [{"input": "1\n", "expected": "1"}] * TESTS}, "print(1\nx =", "RE", "SyntaxError"),
])
def test_it_judges(servers, problem, code, verdict, says):
    for server in servers:
        result = server.verify({"language": "python", "code": code, "problem": problem, "stop": "all",
                                "include_output": True})
        assert result["verdict"] == verdict, result
        assert says in json.dumps(result["tests"])


# What an environment brings: a module, and one that was compiled where a compiler and headers are.
MODULE = "import os\nimported_by = os.getpid()\ndef word():\n    return 'made up'\n"
COMPILED = """#include <Python.h>
static PyObject* Twice(PyObject* self, PyObject* number) { return PyNumber_Add(number, number); }
static PyMethodDef methods[] = {{"twice", Twice, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "assay_compiled", NULL, -1, methods};
PyMODINIT_FUNC PyInit_assay_compiled(void) { return PyModule_Create(&module); }
"""


def of(python, expression):
    code = f"import sys, sysconfig; print({expression})"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=300, check=True).stdout.strip()


def add_packages(python):
    """Whether a compiled one is among them."""
    site = pathlib.Path(of(python, "sysconfig.get_paths()['purelib']"))
    (site / "assay_made_up").mkdir()
    (site / "assay_made_up" / "__init__.py").write_text(MODULE)
    (site / "assay_compiled.c").write_text(COMPILED)
    library = site / ("assay_compiled" + of(python, "sysconfig.get_config_var('EXT_SUFFIX')"))
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    try:
        subprocess.run([compiler, "-shared", "-fPIC", "-I", of(python, "sysconfig.get_paths()['include']"), "-o", library,
                        site / "assay_compiled.c"], check=True, capture_output=True, timeout=600)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def make_environment(python, folder, *options):
    made = subprocess.run([python, "-m", "venv", "--without-pip", *options, folder], capture_output=True, text=True,
                          timeout=300)
    if made.returncode != 0:
        pytest.skip(f"{python} makes no virtual environment: {made.stdout + made.stderr}")
    return folder / "bin" / "python"


def ask(server, code, tests=TESTS):
    result = server.verify({"language": "python", "code": code, "stop": "all", "include_output": True,
                            "problem": {"mode": "stdin_stdout", "tests": [{"input": "", "expected": ""}] * tests}})
    assert {test["exit_code"] for test in result["tests"]} == {0}, result
    return result["tests"]


LOOKS = """import sys
import assay_made_up
print(assay_made_up.word(), sys.prefix, sys.base_prefix, sys.executable, sys.path[1:])
"""
LOOKS_FURTHER = LOOKS + """import assay_compiled
print(assay_compiled.twice(21), assay_compiled.__file__)
"""


@pytest.mark.parametrize("options", [(), ("--copies",), ("--system-site-packages",)], ids=" ".join)
@pytest.mark.parametrize("base", each(usual=True))
def test_an_environment_is_as_it_is_outside(base, place, options):
    """Named by its folder or by its program, forked, restored and started."""
    program = make_environment(base, place / "environment", *options)
    programs = [LOOKS, LOOKS_FURTHER] if add_packages(program) else [LOOKS]
    expected = []
    for code in programs:
        (place / "main.py").write_text(code)
        done = subprocess.run([program, place / "main.py"], capture_output=True, text=True, timeout=300, check=True)
        expected.append({done.stdout})
    for named, more in ((place / "environment", []), (program, ["--warm-packages", "assay_compiled"]),
                        (program, ["--warm", "off"])):
        with harness.AssayServer(["--slots", "1", "--python", named, *more]) as server:
            for code, printed in zip(programs, expected):
                tests = ask(server, code)
                assert {test["stdout"] for test in tests} == printed
                assert all(test["warm"] == ("off" not in more) for test in tests)
                # A library that a program maps itself ends that; one that was there before doesn't.
                may = "off" not in more and restores() and ("import assay_compiled" not in code or more)
                assert restored_at_last(server, code) == bool(may), (code, more)


def restored_at_last(server, code):
    """A first snapshot may find no room."""
    return any(any(test["restored"] for test in ask(server, code)) for _ in range(4))


def test_links_on_the_way_to_its_interpreter_are_followed(place):
    make_environment(pythons.USUAL, place / "environment")
    (place / "elsewhere").mkdir()
    (place / "elsewhere" / "python3").symlink_to("/usr/bin/python3")
    program = place / "environment" / "bin" / "python"
    program.unlink()
    program.symlink_to(place / "elsewhere" / "python3")
    (place / "elsewhere" / "secret").write_text("not shown")
    with harness.AssayServer(["--slots", "1", "--python", place / "environment"]) as server:
        test, = ask(server, f"import os, sys\nprint(sys.executable, os.listdir({str(place / 'elsewhere')!r}))", 1)
        assert test["stdout"] == f"{program} ['python3']\n"


@pytest.mark.parametrize("preloaded", [True, False])
def test_a_package_is_imported_before_runs_on_request(place, preloaded):
    program = make_environment(pythons.USUAL, place / "environment")
    add_packages(program)
    options = ["--slots", "1", "--python", place / "environment"]
    options += ["--warm-packages", "assay_made_up"] if preloaded else []
    code = "import os, assay_made_up\nprint(assay_made_up.imported_by == os.getpid())\n"
    with harness.AssayServer(options) as server:
        tests = ask(server, code)
        assert {test["stdout"] for test in tests} == {f"{not preloaded}\n"}
        assert all(test["warm"] for test in tests)
        bare, = ask(server, "import sys\nprint('assay_made_up' in sys.modules)", 1)
        assert bare["stdout"] == "False\n"


def test_a_package_that_starts_a_thread_costs_its_programs_a_cold_start(place):
    program = make_environment(pythons.USUAL, place / "environment")
    site = pathlib.Path(of(program, "sysconfig.get_paths()['purelib']"))
    (site / "assay_busy.py").write_text("import threading\nstop = threading.Event()\n"
                                        "threading.Thread(target=stop.wait, daemon=True).start()\n")
    with harness.AssayServer(["--slots", "1", "--python", program, "--warm-packages", "assay_busy"]) as server:
        for _ in range(2):
            test, = ask(server, "import assay_busy\nprint('ok')", 1)
            assert test["stdout"] == "ok\n" and not test["warm"]
        test, = ask(server, "print('ok')", 1)
        assert test["stdout"] == "ok\n" and test["warm"]


def refusal(*options):
    done = subprocess.run([harness.binary(), "serve", "--port", "0", *options], capture_output=True, text=True,
                          timeout=600)
    assert done.returncode != 0
    return done.stdout + done.stderr


def test_a_folder_that_is_no_environment_is_refused_by_name(place):
    said = refusal("--python", place)
    assert "--python" in said and str(place) in said and "python3 -m venv" in said


def test_an_environment_that_boxes_cannot_see_is_refused_by_name(tmp_path):
    if not str(tmp_path).startswith(("/tmp/", "/var/tmp/")):
        pytest.skip("temporary files are elsewhere")
    make_environment(pythons.USUAL, tmp_path / "environment")
    said = refusal("--python", tmp_path / "environment")
    assert "--python" in said and "/tmp" in said and "elsewhere" in said
