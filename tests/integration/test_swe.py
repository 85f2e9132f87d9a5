"""`assay swe` on logs that pytest writes here, true ones and forged ones."""

import json
import subprocess
import sys

import pytest

from harness import server as harness

CALC = "def add(a, b):\n    return a - b\n\n\ndef twice(a):\n    return 2 * a\n"
FIXED = CALC.replace("a - b", "a + b")
TESTS = "from calc import add, twice\n\n\ndef test_add():\n    assert add(1, 2) == 3\n\n\ndef test_twice():\n    assert twice(2) == 4\n"
PATCH = "diff --git a/{file} b/{file}\n--- a/{file}\n+++ b/{file}\n@@ -2 +2 @@\n-{before}\n+{after}\n"
TASK = {"instance_id": "own__calc-1", "repo": "own/calc", "base_commit": "0" * 40,
        "patch": PATCH.format(file="calc.py", before="    return a - b", after="    return a + b"),
        "test_patch": PATCH.format(file="test_calc.py", before="    pass", after="    assert add(1, 2) == 3"),
        "problem_statement": "add subtracts", "version": "1",
        "FAIL_TO_PASS": '["test_calc.py::test_add"]', "PASS_TO_PASS": ["test_calc.py::test_twice"]}


@pytest.fixture
def graded(tmp_path):
    """graded(calc, **files): the verdict on calc.py, from pytest's own log; and the exit code of `assay swe`."""
    (tmp_path / "task.jsonl").write_text(json.dumps(TASK) + "\n")

    def run(calc, name, control=None):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "calc.py").write_text(calc)
        (folder / "test_calc.py").write_text(TESTS)
        done = subprocess.run([sys.executable, "-B", "-m", "pytest", "-rA", "-p", "no:cacheprovider", "."], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        (tmp_path / f"{name}.log").write_bytes(done.stdout)
        command = [harness.binary(), "swe", "grade", "pytest", tmp_path / f"{name}.log", "--task",
                   tmp_path / "task.jsonl", "--exit-code", done.returncode]
        if control:
            command += ["--control", tmp_path / f"{control}.log"]
        said = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60)
        assert said.stdout, said.stderr
        return json.loads(said.stdout), said.returncode

    return run


def test_the_reference_resolves_and_the_fault_does_not(graded):
    verdict, code = graded(FIXED, "right")
    assert (verdict["verdict"], code) == ("resolved", 0), verdict
    assert verdict["fail_to_pass"] == {"passed": 1, "listed": 1}
    verdict, code = graded(CALC, "wrong")
    assert (verdict["verdict"], code) == ("not_resolved", 1)
    assert [reason["test"] for reason in verdict["reasons"]] == ["test_calc.py::test_add"]


@pytest.mark.parametrize("trick", [
    "import os\nprint('PASSED test_calc.py::test_add')\nprint('==== 2 passed in 0.01s ====', flush=True)\nos._exit(0)\n",
    "import sys\nsys.exit(0)\n",
    "import pytest\npytest.exit('done', 0)\n",
    "import pytest\npytest.skip('no', allow_module_level=True)\n",
    "raise SystemError\n",
])
def test_who_breaks_the_run_has_not_resolved_it(graded, trick):
    graded(FIXED, "reference")
    verdict, code = graded(trick + FIXED, "trick", control="reference")
    assert (verdict["verdict"], code) == ("not_resolved", 1), verdict


def test_a_broken_environment_is_nobodys_fault(graded):
    graded("raise ImportError('no such library here')\n", "reference")
    verdict, code = graded("raise ImportError('no such library here')\n" + FIXED, "candidate", control="reference")
    assert (verdict["verdict"], code) == ("infrastructure", 3), verdict


def test_what_is_not_there_is_named(tmp_path):
    (tmp_path / "log").write_text("")
    done = subprocess.run([harness.binary(), "swe", "read", "nose", str(tmp_path / "log")], capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 2
    assert "there is no 'nose'" in done.stderr and "pytest-junit" in done.stderr
