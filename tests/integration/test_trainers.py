"""The trainers' own wire formats against a live server, by clients that do what the trainers' do.

Each client here sends the literal requests of its trainer's and reads answers as that does: its time-outs, what it
tries again, and what it makes of an error (docs/trainers.md names versions and files). `make check-trainers` runs
the unmodified clients.
"""

import json
import threading
import time
import urllib.error
import urllib.request

import pytest

from harness.server import AssayServer

SUM = "```python\nprint(sum(map(int, input().split())))\n```"
SLOTS = 2


def post(url, body, timeout_s=600):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=timeout_s) as reply:
        return json.load(reply)


def url_of(server, path):
    return f"http://127.0.0.1:{server.port}{path}"


# ---- OpenRLHF: SingleTurnAgentExecutor, 2026-08 ----

def openrlhf(urls, query, prompt, label, tries=5, timeout_s=180):
    """(reward, score): lists as they come; None, None when every try fails."""
    queries, prompts, labels = [query], [prompt], [label]
    size = (len(queries) + len(urls) - 1) // len(urls)
    infos = []
    for i, url in enumerate(urls):
        part = slice(i * size, min((i + 1) * size, len(queries)))
        body = {"query": queries[part], "prompts": prompts[part], "labels": labels[part]}
        for _ in range(tries):
            try:
                infos.append(post(url, body, timeout_s))
                break
            except (OSError, ValueError):
                time.sleep(0.2)
        else:
            return None, None
    return infos[0].get("rewards"), infos[0].get("scores")


def test_openrlhf(server):
    url = url_of(server, "/get_reward")
    assert openrlhf([url], "Q: 6*7? \\boxed{42}<|im_end|>", "Q: 6*7?", "42") == ([1.0], [1.0])
    assert openrlhf([url], "Q: 6*7? \\boxed{43}<|im_end|>", "Q: 6*7?", "42") == ([0.0], [0.0])
    label = json.dumps({"inputs": ["1 2\n", "5 6\n"], "outputs": ["3\n", "11\n"]})
    assert openrlhf([url], "Sum." + SUM, "Sum.", label)[0] == [1.0]
    assert openrlhf([url], "Sum.```python\nprint(3)\n```", "Sum.", label)[0] == [0.0]
    assert openrlhf([url + "?score=share"], "Sum.```python\nprint(3)\n```", "Sum.", label)[0] == [0.5]
    # With more than one URL all but the first get empty lists.
    assert openrlhf([url, url, url], "x \\boxed{1}", "x", "1") == ([1.0], [1.0])


# ---- slime: rm_hub.remote_rm, 2026-08 ----

def slime(url, response, label, tries=10, timeout_s=120):
    for attempt in range(tries):
        try:
            return post(url, {"prompt": "p", "response": response, "label": label}, timeout_s)
        except (OSError, ValueError):
            if attempt + 1 >= tries:
                raise
            time.sleep(min(2 ** attempt, 30) / 10)
    return None


def test_slime(server):
    url = url_of(server, "/rm")
    assert slime(url, "\\boxed{\\frac{1}{2}}", "0.5") == 1.0
    assert slime(url, SUM, {"tests": [{"input": "1 2", "output": "3"}]}) == 1.0
    assert slime(url, "```python\ndef f(x):\n    return x + 1\n```", ["assert f(1) == 2"]) == 1.0
    assert slime(url, "no program", {"tests": [{"input": "1 2", "output": ""}]}) == 0.0
    assert slime(url + "?reply=object", "7", "7")["score"] == 1.0
    with pytest.raises(urllib.error.HTTPError) as refused:
        slime(url, "7", None, tries=1)
    assert refused.value.code == 422 and b"label is null" in refused.value.read()


# ---- open-instruct: CodeVerifier, 2026-08 ----

def open_instruct(url, program, label, max_execution_time=1.0):
    """The score: the pass rate; an error is 0.0 there."""
    body = {"program": program, "tests": label, "max_execution_time": max_execution_time}
    try:
        result = post(url, body, max(30, min(300, max_execution_time * 10)))
        return sum(result["results"]) / len(result["results"]) if result["results"] else 0.0, result
    except (OSError, ValueError) as error:
        return 0.0, error


def test_open_instruct(server):
    url = url_of(server, "/test_program")
    adder = "import os\ndef add(a, b):\n    return a + b\n"
    tests = ["assert add(1, 2) == 3", "assert add(-1, 1) == 0", "assert add(0, 0) == 1"]
    score, result = open_instruct(url, adder, tests)
    assert result["results"] == [1, 1, 0]
    assert score == pytest.approx(2 / 3)
    assert all(0 <= each < 1 for each in result["runtimes"][:2]) and result["runtimes"][2] == -1.0
    assert open_instruct(url, adder, json.dumps(tests))[1]["results"] == [1, 1, 0]
    # The same list as base64 of zlib of a pickle.
    packed = "eJxrYJkqxAABsVN6uBOLi1OLShRCikpTpyTqAQBkRAgp"
    assert open_instruct(url, adder, packed)[1]["results"] == [1]
    assert open_instruct(url, "while True: pass", ["assert True", "assert True"])[1]["results"] == [0, 0]
    assert open_instruct(url, "def add(", tests)[1]["results"] == [0, 0, 0]
    assert open_instruct(url, adder, [])[1] == {"results": [], "runtimes": []}
    # Ending early is no way to pass.
    assert open_instruct(url, "import os\nos._exit(0)", ["assert False"])[1]["results"] == [0]


def test_open_instruct_stdio(server):
    url = url_of(server, "/test_program_stdio")
    program = "import sys\nfor line in sys.stdin.read().splitlines():\n    print(int(line.strip()) + 1)"
    tests = [{"input": "1\n", "output": "2\n"}, {"input": "100\n", "output": "101.0\n"},
             {"input": "5\n", "output": "7\n"}]
    assert open_instruct(url, program, tests)[1]["results"] == [1, 1, 0]
    slow = "import time\nif int(input()) > 1: time.sleep(60)\nprint(2)"
    assert open_instruct(url, slow, tests[:2])[1]["results"] == [1, 0]


# ---- open-r1: cf_scoring over Piston, 2026-04 ----

def codeforces(server, submission, tests, language="python", checker=None, mode="stdio"):
    """weighted_sum, as score_submission counts it; None of a test is a test not passed."""
    passed = 0
    for given, wanted in tests:
        files = [{"name": f"main.{language}", "content": submission},
                 *([{"name": "checker.py", "content": checker}] if checker else []),
                 {"name": "input.txt", "content": given}, {"name": "correct_output.txt", "content": wanted},
                 {"name": "grader_config", "content": f"TIME_LIMIT=2.0\nMEMORY_LIMIT=256.0\nINPUT_MODE={mode}"}]
        result = post(url_of(server, "/api/v2/execute"), {
            "files": files, "run_timeout": 12000, "language": "cf_python3" if language == "python" else "c++17",
            "version": "*"}, 30)
        if result["compile"]["code"] != 0:
            return -0.1
        passed += result["run"]["code"] == 0 and result["run"]["stdout"].strip() == "1"
    return (1.0 if passed == len(tests) else 0.0) + 0.1 * passed / len(tests)


CHECKER = ("import sys\nwanted, got = open(sys.argv[2]).read().split(), open(sys.argv[3]).read().split()\n"
           "print(1 if sorted(wanted) == sorted(got) else 0)")


def test_codeforces_over_piston(server):
    right = "a, b = map(int, input().split())\nprint('Yes' if a < b else 'NO')"
    tests = [("1 2\r\n", "YES\r\n"), ("2 1\n", "no\n")]
    assert codeforces(server, right, tests) == 1.1
    assert codeforces(server, "print('YES')", tests) == 0.05
    assert codeforces(server, "while True: pass", tests[:1]) == 0.0
    assert codeforces(server, "x = bytearray(1 << 30)\nprint('YES', x[::4096].count(1))", tests[:1]) == 0.0
    assert codeforces(server, "import sys\nprint('YES')\nsys.exit(1)", tests[:1]) == 0.0
    cpp = "#include <bits/stdc++.h>\nint main() { int a, b; std::cin >> a >> b; puts(a < b ? \"YES\" : \"NO\"); }"
    assert codeforces(server, cpp, tests, "cpp") == 1.1
    assert codeforces(server, cpp.replace("a < b", "a < c"), tests, "cpp") == -0.1
    assert codeforces(server, "print('b', 'a')", [("1\n", "a b\n")]) == 0.0
    assert codeforces(server, "print('b', 'a')", [("1\n", "a b\n")], checker=CHECKER) == 1.1
    assert codeforces(server, "print('b', 'c')", [("1\n", "a b\n")], checker=CHECKER) == 0.0
    files = "a, b = open('input.txt').read().split()\nopen('output.txt', 'w').write('YES\\n')"
    assert codeforces(server, files, tests[:1], mode="file") == 1.1
    # What is expected is nowhere to be found.
    peek = "import glob\nprint(''.join(open(f).read() for f in glob.glob('**', recursive=True) if 'out' in f))"
    assert codeforces(server, peek, tests[:1]) == 0.0


def test_piston_runs(server):
    assert any(each["language"] == "python" for each in server.get("/api/v2/runtimes").json())
    reply = server.post("/api/v2/execute", {"language": "python", "version": "3.11", "stdin": "a",
                                            "files": [{"name": "x.py", "content": "print(input() * 2)"}]}).json()
    assert (reply["run"]["stdout"], reply["run"]["code"], reply["run"]["signal"]) == ("aa\n", 0, None)
    assert "compile" not in reply
    late = server.post("/api/v2/execute", {"language": "python", "version": "*", "run_timeout": 300,
                                           "files": [{"content": "while True: pass"}]}).json()
    assert (late["run"]["signal"], late["run"]["status"], late["run"]["code"]) == ("SIGKILL", "TO", None)
    assert server.post("/api/v2/execute", {"language": "cms_ioi", "version": "*",
                                           "files": [{"content": "x"}]}).status == 400


# ---- open-r1: the routers, 2026-04 ----

# Of the kind that code_reward sends: a cell, indented as a whole, that runs a candidate in processes of its own.
CELL = """
    import json, subprocess

    def share(program, tests):
        good = 0
        for test in tests:
            ran = subprocess.run(["python3", "-c", program], input=test["input"], text=True, capture_output=True,
                                 timeout=5)
            good += ran.returncode == 0 and ran.stdout.split() == test["output"].split()
        return good / len(tests)

    share(%s, json.loads(%s))
    """


def routers(server, scripts):
    """(E2B's rewards, Morph's): None and NaN are left out by TRL."""
    items = post(url_of(server, "/execute_batch"), {
        "scripts": scripts, "languages": ["python"] * len(scripts), "timeout": 30, "request_timeout": 28})
    e2b, morph = [], []
    for item in items:
        execution = item["execution"]
        main = next((r["text"] for r in execution["results"] if r["is_main_result"]), None) if execution else None
        try:
            e2b.append(float(main))
        except (TypeError, ValueError):
            e2b.append(None)
        try:
            morph.append(float(item["text"]))  # None would be a zero for all of them
        except ValueError:
            morph.append(0.0)
    return e2b, morph


def test_open_r1s_routers(server):
    def script(code, cases):
        return CELL % (json.dumps(code), json.dumps(json.dumps(cases)))
    cases = [{"input": "1 2", "output": "3"}, {"input": "2 2", "output": "5"}]
    e2b, morph = routers(server, [script("print(sum(map(int, input().split())))", cases), script("x", cases),
                                  "1 +", "print('no value')", "raise SystemExit(3)", "2 ** 3"])
    assert e2b == [0.5, 0.0, None, None, None, 8.0]
    assert morph == [0.5, 0.0, 0.0, 0.0, 0.0, 8.0]
    assert routers(server, []) == ([], [])


# ---- NeMo-Gym: SimpleAgent.run, 2026-08 ----

def gym(server, row, text):
    assert post(url_of(server, "/seed_session"), row) == {}
    response = {"id": "resp_1", "created_at": 1.0, "model": "m", "object": "response", "parallel_tool_calls": True,
                "tool_choice": "auto", "tools": [], "output": [
                    {"id": "m1", "role": "assistant", "status": "completed", "type": "message",
                     "content": [{"annotations": [], "text": text, "type": "output_text", "logprobs": None}]}]}
    answer = post(url_of(server, "/verify"), {**row, "response": response})
    assert answer["response"] == response and isinstance(answer["reward"], float)
    assert all(answer[key] == value for key, value in row.items())
    return answer


def test_nemo_gym(server):
    math = {"responses_create_params": {"input": [{"role": "user", "content": "6*7?"}]}, "question": "6*7?",
            "expected_answer": "$42$"}
    assert gym(server, math, "It is \\boxed{42}.")["reward"] == 1.0
    assert gym(server, math, "It is \\boxed{41}.")["extracted_answer"] == "41"
    code = {"responses_create_params": {"input": []}, "hash_id": "h", "verifier_metadata": {
        "difficulty": "easy", "unit_tests": {"inputs": ["1 2", "2 2", "3 3"], "outputs": ["3", "4", "7"]}}}
    assert gym(server, code, SUM)["result"] == [True, True, -2]
    code["verifier_metadata"]["unit_tests"]["outputs"][2] = "6"
    assert gym(server, code, SUM)["reward"] == 1.0
    assert gym(server, code, "")["reward"] == 0.0
    assert server.get("/reverify_mode").json() == "stateless"
    assert gym(server, {**code, "verifier_metadata": {"unit_tests": {
        "inputs": ["[1]\n2"], "outputs": ["3"], "fn_name": "add"}}},
        "```python\nclass Solution:\n    def add(self, xs, k):\n        return xs[0] + k\n```")["reward"] == 1.0


# ---- faults ----

def sleeper(seconds):
    return f"```python\nimport time\ntime.sleep({seconds})\nprint(3)\n```"


def test_a_server_killed_in_mid_batch_costs_no_reward():
    """Trainers that come back: what was under way is judged by the server that follows."""
    label = {"tests": [{"input": "1 2", "output": "3"}]}
    first = AssayServer(["--slots", str(SLOTS)])
    first.start()
    port = first.port
    rewards = [None] * 12

    def one(i):
        url = f"http://127.0.0.1:{port}"
        if i % 2:
            rewards[i] = slime(url + "/rm", sleeper(0.5) + f"\n{i}", label)
        else:
            rewards[i] = openrlhf([url + "/get_reward"], sleeper(0.5) + f"\n{i}", "", label, tries=200)[0]

    threads = [threading.Thread(target=one, args=(i,)) for i in range(len(rewards))]
    for thread in threads:
        thread.start()
    time.sleep(0.7)
    first.kill()
    with AssayServer(["--slots", str(SLOTS)], port=port):
        for thread in threads:
            thread.join()
    assert [reward if isinstance(reward, float) else reward[0] for reward in rewards] == [1.0] * len(rewards)


def test_a_full_queue_is_waited_for_and_is_no_zero():
    """open-instruct counts every error as a zero, so there must be none: the queue has room for one."""
    with AssayServer(["--slots", "1", "--max-queue", "1"]) as small:
        scores = [None] * 8

        def one(i):
            program = f"import time\ntime.sleep(0.2)\nx = {i}"
            scores[i] = open_instruct(url_of(small, "/test_program"), program, [f"assert x == {i}"], 3.0)[0]

        threads = [threading.Thread(target=one, args=(i,)) for i in range(len(scores))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert scores == [1.0] * len(scores)


def test_a_client_that_leaves_takes_its_work_along(server):
    with pytest.raises(OSError):
        open_url = url_of(server, "/test_program_stdio")
        post(open_url, {"program": "import time\ntime.sleep(120)", "tests": [{"input": "", "output": ""}],
                        "max_execution_time": 200}, timeout_s=1)
    deadline = time.monotonic() + 60
    while server.get("/v1/info").json()["queued_submissions"] and time.monotonic() < deadline:
        time.sleep(0.1)
    assert server.get("/v1/info").json()["queued_submissions"] == 0
