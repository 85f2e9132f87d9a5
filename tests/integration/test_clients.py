"""Clients that other projects ship, against a live server.

verl's own client for SandboxFusion comes unmodified from verl's wheel, which is downloaded once into
build/; ScaleBox's client for verl is no package, so its request shape is sent from here.
"""

import threading

import pytest

from harness import verl_client as verl_client_of_wheel


@pytest.fixture(scope="session")
def verl_client():
    pytest.importorskip("requests", reason="python3-requests is not installed")
    module, why = verl_client_of_wheel.load()
    if module is None:
        pytest.skip(why)
    return module


def check(client, server, code, tests, language="python", memory_mb=1024, timeout=10):
    """verl's (results, metadata) for one program."""
    return client.check_correctness(
        f"http://127.0.0.1:{server.port}/run_code", tests, code, timeout, memory_mb, language,
        threading.Semaphore(8))


def fenced(code):
    return f"Let me think.\n```python\n{code}\n```\nThat is all."


SUM = "a, b = map(int, input().split())\nprint(a + b)"
THREADS = """
import threading
parts = [0] * 8
def work(i):
    parts[i] = sum(range(1000))
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
for t in threads: t.start()
for t in threads: t.join()
print(sum(parts))
"""

# name, code, inputs, outputs, results of verl's client, status of its first case
CASES = [
    ("right", SUM, ["1 2", "3 4\n"], ["3", "7\n"], [True, True], "success"),
    ("wrong", SUM, ["1 2", "3 4"], ["3", "8"], [True, False], "success"),
    ("runtime_error", "print(1 / 0)", [""], ["1"], [-2], "runtime_error"),
    ("exit_code", "print(1)\nexit(3)", [""], ["1"], [-2], "runtime_error"),
    ("signal", "import os\nos.abort()", [""], ["1"], [-2], "runtime_error"),
    ("null_stdin", "import sys\nprint(repr(sys.stdin.read()))", [None], ["''"], [True], "success"),
    ("empty_stdin", "import sys\nprint(repr(sys.stdin.read()))", [""], ["''"], [True], "success"),
    ("no_expectation", "print('anything')", [""], [None], [True], "success"),
    ("large_output", "print('x' * 1_000_000)", [""], ["x" * 1_000_000], [True], "success"),
    ("large_input", "print(len(input()))", ["y" * 1_000_000], ["1000000"], [True], "success"),
    ("not_ascii", "print(input()[::-1])", ["añ漢😀"], ["😀漢ña"], [True], "success"),
    ("threads", THREADS, [""], [str(8 * 499500)], [True], "success"),
    ("numpy", "import numpy as np\nprint(int(np.arange(10).sum()))", [""], ["45"], [True], "success"),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_verl_results(verl_client, server, case):
    _, code, inputs, outputs, results, status = case
    got, metadata = check(verl_client, server, code, {"inputs": inputs, "outputs": outputs})
    assert got == results, metadata
    assert metadata[0]["status"] == status, metadata


def test_verl_timeout(verl_client, server):
    for code in ("while True: pass", "import time\ntime.sleep(1000)"):
        got, metadata = check(
            verl_client, server, code, {"inputs": [""], "outputs": ["1"]}, timeout=1)
        assert got == [-3], metadata
        assert metadata[0]["status"] == "timeout"
        assert metadata[0]["exit_code"] is None


def test_verl_compiled_language(verl_client, server):
    tests = {"inputs": ["1 2", "5 6"], "outputs": ["3", "11"]}
    code = "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }"
    assert check(verl_client, server, code, tests, "cpp")[0] == [True, True]
    # The client repeats a compile error for all later cases without asking.
    got, metadata = check(verl_client, server, code.replace("a + b", "a + c"), tests, "cpp")
    assert got == [-4, -4], metadata
    assert metadata[0]["status"] == "compile_error"
    assert "was not declared" in metadata[0]["compile_stderr"]


def test_verl_function_call(verl_client, server):
    tests = {"inputs": ["[1, 2, 3]\n2", "[]\n5"], "outputs": ["[2, 4, 6]", "[]"], "fn_name": "scale"}
    for code in ("def scale(xs, k):\n    return [x * k for x in xs]",
                 "class Solution:\n    def scale(self, xs: List[int], k: int):\n"
                 "        return [x * k for x in xs]"):
        assert check(verl_client, server, code, tests)[0] == [True, True]
    wrong = check(verl_client, server, "def scale(xs, k):\n    return xs", tests)
    assert wrong[0] == [False, True]


def test_verl_memory_limit(verl_client, server):
    code = "x = bytearray(900 << 20)\nprint(sum(x[::4096]))"
    tests = {"inputs": [""], "outputs": ["0"]}
    assert check(verl_client, server, code, tests)[0] == [True]
    assert check(verl_client, server, code, tests, memory_mb=256)[0] == [-2]


def test_verl_score(verl_client, server):
    url = f"http://127.0.0.1:{server.port}/run_code"
    tests = {"inputs": ["1 2", "3 4", "5 6"], "outputs": ["3", "7", "12"]}
    score, metadata = verl_client.compute_score(url, None, 1024, fenced(SUM), tests)
    assert score == pytest.approx(2 / 3) and len(metadata) == 3
    score, _ = verl_client.compute_score(url, None, 1024, fenced(SUM), tests, continuous=True)
    assert score == pytest.approx(2 / 3)


def test_verl_asserts(verl_client, server):
    url = f"http://127.0.0.1:{server.port}/run_code"
    code = fenced("def double(x):\n    return 2 * x")
    tests = {"assert_case": ["assert double(2) == 4", "assert double(2) == 5"]}
    score, metadata = verl_client.compute_score(url, None, 1024, code, tests)
    assert score == 0.5, metadata


# The request of ScaleBox's client for verl: one for each sample, all cases in it.
def scalebox(server, completion, cases, language="python", judge=None):
    body = {
        "completion": completion,
        "config": {
            "language": language,
            "compile_timeout": 30,
            "run_timeout": 30,
            "memory_limit_mb": 1024,
            "provided_data": {"test_cases": cases},
            "extra": {
                "run_all_cases": True,
                "total_timeout": 30,
                "special_judge_program": judge,
                "special_judge_language": "python" if judge else None,
            },
        },
    }
    reply = server.post("/common_evaluate_batch", body)
    assert reply.status == 200, reply.body[:2000]
    result = reply.json()
    passed = [test["passed"] for test in result["tests"]]
    assert result["accepted"] == all(passed)
    return result, passed


def stdin_cases(inputs, outputs):
    return {"type": "stdin_stdout", "input": inputs, "output": outputs, "fn_name": None}


def test_scalebox_results(server):
    two = stdin_cases(["1 2", "3 4"], ["3", "7"])
    assert scalebox(server, fenced(SUM), two)[1] == [True, True]
    assert scalebox(server, fenced(SUM), stdin_cases(["1 2", "3 4"], ["3", "8"]))[1] == [True, False]
    result, passed = scalebox(server, fenced("print(int(input()))"), stdin_cases(["5", "x"], ["5", "x"]))
    assert passed == [True, False]
    assert result["tests"][1]["exec_info"]["run_result"]["return_code"] == 1
    large = "x" * 1_000_000
    assert scalebox(server, fenced("print('x' * 1_000_000)"), stdin_cases([""], [large]))[1] == [True]
    echo = "import sys\nprint(repr(sys.stdin.read()))"
    assert scalebox(server, fenced(echo), stdin_cases(["", None], ["''", "''"]))[1] == [True, True]


def test_scalebox_timeout(server):
    # The client's total of 30 s would make this test slow; fields of the request decide alike.
    body = {
        "completion": fenced("while True: pass"),
        "config": {
            "language": "python",
            "run_timeout": 1,
            "provided_data": {"test_cases": stdin_cases(["", ""], ["1", "2"])},
            "extra": {"run_all_cases": True, "total_timeout": 30},
        },
    }
    result = server.post("/common_evaluate_batch", body).json()
    assert result["accepted"] is False and len(result["tests"]) == 2
    for test in result["tests"]:
        assert test["exec_info"]["run_result"]["status"] == "TimeLimitExceeded"


def test_scalebox_compile_error(server):
    code = "```cpp\nint main() { return x; }\n```"
    result, passed = scalebox(server, code, stdin_cases(["1", "2"], ["1", "2"]), "cpp")
    assert passed == [False, False]
    compiled = result["tests"][0]["exec_info"]["compile_result"]
    assert compiled["return_code"] != 0 and "not declared" in compiled["stderr"]


def test_scalebox_function_call(server):
    cases = {"type": "function_call", "input": [[1, 2], [3, 4]], "output": [[3], [8]],
             "fn_name": "add"}
    code = fenced("def add(a, b):\n    return a + b")
    assert scalebox(server, code, cases)[1] == [True, False]
    # Ending early is no way to pass.
    assert scalebox(server, fenced("import os\nos._exit(0)"), cases)[1] == [False, False]


def test_scalebox_special_judge(server):
    judge = ("import sys\na, b = map(int, open('answer.txt').read().split())\n"
             "sys.exit(a + b != int(open('stdin.txt').read()))")
    cases = stdin_cases(["3", "7"], ["1 2", "3 4"])
    right = fenced("n = int(input())\nprint(0, n)")
    assert scalebox(server, right, cases, judge=judge)[1] == [True, True]
    wrong = fenced("n = int(input())\nprint(0, 3)")
    assert scalebox(server, wrong, cases, judge=judge)[1] == [True, False]


def test_tutorial_client_without_a_language(server):
    reply = server.post("/run_code", {"code": "print('hi')"})
    assert reply.json()["run_result"]["stdout"] == "hi\n"


def test_ping(server):
    reply = server.get("/v1/ping")
    assert (reply.status, reply.body) == (200, b'"pong"')
