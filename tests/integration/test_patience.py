"""Clients whose patience is shorter than the queue: no answer that we owe them becomes a zero.

The client here does what verl's stock client for SandboxFusion does (0.9.1): it waits compile and run
time and ten seconds more for an answer, sends the same request again after a 504 and nothing else, three
tries in all with one and two seconds between, and then scores the test zero. ScaleBox's client for verl
does the same and tries a 500 again too. All times are a fifth of theirs or less, and the programs sleep,
so that what counts is the wait in the queue and not this machine's load.
"""

import json
import threading
import time
import urllib.error
import urllib.request

import pytest

from harness.server import AssayServer

SCALE = 5
SLOTS = 2
PROGRAMS = 40
PROGRAM_S = 2 / SCALE  # together more than one try waits for, and less than three do
COMPILE_S = RUN_S = 10 / SCALE
BEYOND_S = 10 / SCALE
TRIES = 3
RETRY_DELAY_S = 1 / SCALE


@pytest.fixture(scope="module")
def server():
    with AssayServer(["--slots", str(SLOTS), "--client-patience-s", str(BEYOND_S)]) as started:
        yield started


def ask(url, body, patience_s, retried):
    """(answer or None, tries): what verl's call_sandbox_api returns."""
    data = json.dumps(body).encode()
    for attempt in range(TRIES):
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=patience_s) as reply:
                return json.load(reply), attempt + 1
        except urllib.error.HTTPError as error:
            error.read()
            if error.code not in retried:
                return None, attempt + 1
            if attempt < TRIES - 1:
                time.sleep(RETRY_DELAY_S * (attempt + 1))
        except OSError:  # time-outs among them
            return None, attempt + 1
    return None, TRIES


def all_at_once(count, work):
    results = [None] * count

    def one(index):
        results[index] = work(index)

    threads = [threading.Thread(target=one, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def events(server):
    page = server.get("/metrics").body.decode()
    return {line.split('"')[1]: int(line.rsplit(" ", 1)[1]) for line in page.splitlines()
            if line.startswith("assay_client_patience_total{")}


def sleeper(answer):
    return f"import time\ntime.sleep({PROGRAM_S})\nprint({answer})"


def verl_score(server, index, answer):
    """The score of one test, as verl's check_correctness counts it."""
    reply, tries = ask(f"http://127.0.0.1:{server.port}/run_code", {
        "compile_timeout": COMPILE_S, "run_timeout": RUN_S, "code": sleeper(answer), "stdin": str(index),
        "memory_limit_MB": 1024, "language": "python", "files": {}, "fetch_files": []},
        COMPILE_S + RUN_S + BEYOND_S, {504})
    right = (reply is not None and reply["status"] == "Success" and
             reply["run_result"]["stdout"].rstrip("\n") == str(answer))
    return (1 if right else 0), tries


def test_forty_slow_programs_at_once_are_no_zero_for_verl(server):
    before = events(server)
    results = all_at_once(PROGRAMS, lambda i: verl_score(server, i, i))
    assert [score for score, _ in results] == [1] * PROGRAMS, results
    after = events(server)
    assert after.get("lost", 0) == before.get("lost", 0)
    # One try wouldn't have done, whoever has the machine: the queue alone is longer than that.
    assert max(tries for _, tries in results) > 1
    assert after["taken_up"] > 0 and after["saved"] > 0


def test_equal_samples_at_once_each_get_their_own_run(server):
    # Twelve samples of one text: each is a run of its own, tried again or not.
    scores = all_at_once(2 * PROGRAMS // 3, lambda _: verl_score(server, 0, 7))
    assert {score for score, _ in scores} == {1}, scores


def test_slow_samples_are_no_zero_for_scaleboxs_client(server):
    def reward(index):
        completion = f"```python\n{sleeper(index)}\n```"
        cases = {"type": "stdin_stdout", "input": [""], "output": [str(index)], "fn_name": None}
        reply, _ = ask(f"http://127.0.0.1:{server.port}/common_evaluate_batch", {
            "completion": completion,
            "config": {"language": "python", "compile_timeout": 30 / SCALE / 3, "run_timeout": 30 / SCALE / 3,
                       "memory_limit_mb": 1024, "provided_data": {"test_cases": cases},
                       "extra": {"run_all_cases": True, "total_timeout": 30 / SCALE / 3,
                                 "special_judge_program": None, "special_judge_language": None}}},
            60 / SCALE / 3 + BEYOND_S, {500, 504})
        if reply is None:
            return 0
        passed = [test["passed"] for test in reply["tests"]]
        return 1 if reply["accepted"] else sum(passed) / len(passed)

    assert all_at_once(PROGRAMS, reward) == [1] * PROGRAMS


def test_what_is_lost_is_counted(server):
    # More than three tries wait for: zeros can't be helped here, and the server knows of each.
    before = events(server).get("lost", 0)

    def short_of_patience(index):
        reply, _ = ask(f"http://127.0.0.1:{server.port}/run_code", {
            "compile_timeout": 0.01, "run_timeout": 1, "stdin": str(index),
            "code": "import time\ntime.sleep(0.9)"}, 1.01 + BEYOND_S, {504})
        return reply is None

    lost = sum(all_at_once(PROGRAMS, short_of_patience))
    assert lost > 0
    # All but those whose client was late itself.
    assert 0 < events(server)["lost"] - before <= lost
