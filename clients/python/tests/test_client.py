"""The client against a real server: verdicts, masks, labels, faults and cancellation."""

import asyncio
import contextlib
import multiprocessing
import threading
import time

import pytest

import assay

SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
ADD = assay.Problem.stdin_stdout([("1 2\n", "3"), ("5 5\n", "10")])


def by_index(results):
    results = sorted(results, key=lambda result: result.index)
    assert [result.index for result in results] == list(range(len(results)))
    return results


def test_right_and_wrong_programs(client):
    right = client.verify(ADD, SUM)
    assert (right.score, right.verdict, right.cause, right.masked, right.reason) == (1.0, "AC", "candidate", False,
                                                                                  "accepted")
    assert [test.verdict for test in right.tests] == ["AC", "AC"]
    assert right.tests[0].exit_code == 0 and right.tests[0].cpu_time_s > 0
    half = client.verify(ADD, response="```python\nprint(3)\n```", stop="all")
    assert (half.score, half.verdict, [test.verdict for test in half.tests]) == (0.5, "WA", ["AC", "WA"])


def test_other_ways_of_judging(client):
    calls = assay.Problem.function_call("add", [((2, 3), 5), ((0, 0), 0)])
    assert client.verify(calls, "def add(a, b):\n    return a + b\n").score == 1.0
    asserts = assay.Problem.asserts("def check(f):\n    assert f(2) == 4\n", "twice")
    assert client.verify(asserts, "def twice(x):\n    return 2 * x\n").score == 1.0
    assert client.verify({"tests": [{"input": "1 2", "expected": "3"}]}, SUM).score == 1.0


def test_a_mixed_batch_comes_back_whole(client):
    items, scores = [], []
    for i in range(40):
        tests = [(f"{i} {k}\n", f"{i + k}\n") for k in range(3)]
        right = i % 3 != 0
        if i % 2:
            items.append(assay.MathAnswer(gold=str(i), response=rf"So \boxed{{{i if right else i + 1}}}."))
        else:
            items.append(assay.Submission(assay.Problem.stdin_stdout(tests), SUM if right else "print(-1)"))
        scores.append(1.0 if right else 0.0)
    results = by_index(client.verify_many(items))
    assert [result.score for result in results] == scores
    assert client.scores(items) == scores
    assert [isinstance(result, assay.MathResult) for result in results] == [i % 2 == 1 for i in range(40)]


def test_results_arrive_as_they_are_there(client):
    slow = assay.Submission({"tests": [{"input": "", "expected": ""}]}, "import time\ntime.sleep(3)\n", cache=False)
    quick = assay.Submission({"tests": [{"input": "", "expected": ""}]}, "pass\n", cache=False)
    started = time.monotonic()
    arrivals = {result.index: time.monotonic() - started for result in client.verify_many([slow, quick])}
    assert list(arrivals) == [1, 0]
    assert arrivals[0] >= 3


def test_a_url_may_end_with_the_version_as_other_clients_want_it(server):
    for end in ("/v1", "/v1/", "/"):
        with assay.Client(server.url + end) as client:
            assert client.verify(ADD, SUM).score == 1.0
            assert client.url == server.url


def test_labels_come_back_and_the_items_own_go_first(server):
    with assay.Client(server.url, run="r7", tenant="blue") as client:
        result = client.verify(ADD, SUM, step=3, group="g", sample=2)
        assert result.origin == assay.Origin("r7", 3, "g", 2, "blue")
        assert result.raw["origin"] == {"run": "r7", "step": 3, "group": "g", "sample": "2", "tenant": "blue"}
        items = [assay.Submission(ADD, SUM, sample=i, tenant="red" if i else None) for i in range(3)]
        items += [assay.MathAnswer("1", "1", sample=i) for i in range(3, 6)]
        results = by_index(client.verify_many(items))
        assert [result.origin.sample for result in results] == list(range(6))
        assert [result.origin.tenant for result in results] == ["blue", "red", "red"] + ["blue"] * 3
        assert client.math("1", "1", step=4).raw["origin"] == {"run": "r7", "step": 4, "tenant": "blue"}
        assert client.run_code("print(1)", step=9).origin == assay.Origin(run="r7", step=9, tenant="blue")


def test_ids_come_back(client):
    results = by_index(client.verify_many([assay.Submission(ADD, SUM, id="first"), assay.Submission(ADD, SUM),
                                           assay.MathAnswer("1", "1", id="third")]))
    assert [result.id for result in results] == ["first", "1", "third"]


def test_what_is_no_verdict_about_the_candidate_is_masked(client):
    broken = {"tests": [{"input": "1", "expected": "1"}], "checker": {"source": "import nothing_of_this_name"}}
    result = client.verify(broken, "print(2)")
    assert (result.score, result.masked, result.cause, result.verdict) == (None, True, "problem", "JE")
    assert client.scores([assay.Submission(broken, "print(2)"), assay.Submission(ADD, SUM)]) == [None, 1.0]
    math = client.math("", "5")
    assert (math.score, math.masked, math.cause, math.reason) == (None, True, "problem", "gold_missing")


def test_faults_name_the_field(client):
    with pytest.raises(assay.InvalidRequest) as caught:
        client.verify(ADD, SUM, language="klingon")
    assert caught.value.field == "language" and "klingon" in str(caught.value)
    with pytest.raises(assay.InvalidRequest) as caught:
        client.verify({"mode": "stdin_stdout", "tests": []}, SUM)
    assert caught.value.field == "problem.tests"
    with pytest.raises(assay.InvalidRequest) as caught:
        client.math("1", "1", options={"thunk": "off"})
    assert caught.value.field == "options.thunk"
    with pytest.raises(assay.InvalidRequest) as caught:
        client.verify("0" * 64, SUM)
    assert caught.value.code == "unknown_problem"


def test_a_faulty_item_of_many_is_masked_and_the_others_are_judged(client):
    items = [assay.Submission(ADD, SUM), assay.Submission(ADD, SUM, language="klingon"),
             assay.Submission("0" * 64, SUM), assay.MathAnswer("\ud800", "1"), assay.MathAnswer("1", "1")]
    results = by_index(client.verify_many(items))
    assert [result.score for result in results] == [1.0, None, None, None, 1.0]
    assert [result.cause for result in results[1:4]] == ["problem"] * 3
    assert "language" in results[1].faults[0].field
    assert results[2].reason == "unknown_problem"
    assert results[3].faults[0].field == "gold"


def test_half_a_surrogate_pair_of_a_candidate_is_judged(client):
    assert client.verify(ADD, SUM + "# \ud800\n").score == 1.0
    assert client.math("1", "\ud800 so \\boxed{1}").score == 1.0


def test_a_large_problem_is_decoded_once(server, client):
    problem = assay.Problem.stdin_stdout([("7\n" + "x" * 200_000, "7")])
    before = server.metric("assay_problems_decoded_total")
    items = [assay.Submission(problem, f"print(input())  # {i}") for i in range(48)]
    assert client.scores(items, batch=8) == [1.0] * 48
    assert server.metric("assay_problems_decoded_total") - before <= 1
    assert client.verify(problem, "print(7)").score == 1.0


def test_closing_the_iterator_cancels_what_runs(client):
    forever = assay.Submission({"tests": [{"input": "", "expected": ""}]}, "while True: pass\n", cache=False,
                               limits={"cpu_time_s": 600, "wall_time_s": 600})
    quick = assay.Submission({"tests": [{"input": "", "expected": ""}]}, "pass\n", cache=False)
    results = client.verify_many([quick, forever, forever, forever])
    assert next(results).index == 0
    results.close()
    end = time.monotonic() + 60
    while client.info().queued_submissions and time.monotonic() < end:
        time.sleep(0.05)
    assert client.info().queued_submissions == 0


def test_a_deadline_cancels_what_runs(client):
    with pytest.raises(assay.DeadlineExceeded):
        client.run_code("while True: pass", limits={"cpu_time_s": 600, "wall_time_s": 600}, timeout=0.5)
    end = time.monotonic() + 60
    while client.info().queued_submissions and time.monotonic() < end:
        time.sleep(0.05)
    assert client.info().queued_submissions == 0


def test_math(client):
    right = client.math(r"\frac{1}{2}", r"So the answer is \boxed{0.5}.")
    assert (right.score, right.verdict, right.answer, right.cause) == (1.0, "correct", "0.5", "candidate")
    assert client.math(3, 4).score == 0.0
    results = by_index(client.math_many([(r"\frac12", "0.5"), ("3", "4"), assay.MathAnswer("2", "2")]))
    assert [result.score for result in results] == [1.0, 0.0, 1.0]
    strict = by_index(client.math_many([("1/3", "0.3333")] * 2, options={"decimals": "exact"}))
    assert [result.score for result in strict] == [0.0, 0.0]


def test_run_code(client):
    run = client.run_code("import sys\nprint(input())\nprint('oops', file=sys.stderr)\nopen('out', 'w').write('x')\n",
                          stdin="hello\n", fetch_files=["out"])
    assert run.ok and (run.stdout, run.stderr, run.exit_code, run.files) == ("hello\n", "oops\n", 0, {"out": b"x"})
    crash = client.run_code("import sys\nsys.exit(3)")
    assert not crash.ok and (crash.exit_code, crash.executed) == (3, True)
    late = client.run_code("while True: pass", limits={"cpu_time_s": 0.5})
    assert late.status == "cpu-limit" and late.cpu_time_s >= 0.5
    built = client.run_code('#include <stdio.h>\nint main() { puts("hi"); }', "c")
    assert built.stdout == "hi\n" and built.compile.exit_code == 0
    unbuilt = client.run_code("int main() { return x; }", "c")
    assert not unbuilt.executed and "x" in unbuilt.compile.stderr
    assert client.run_code("print(open('data.bin', 'rb').read())", files={"data.bin": b"\x00\xff"}).stdout == \
        "b'\\x00\\xff'\n"


def test_info(server, client):
    info = client.info()
    assert info.version == assay.__version__ and info.slots >= 1 and "python" in info.languages


def test_the_async_client(server):
    async def items():
        for i in range(30):
            await asyncio.sleep(0)
            yield assay.Submission(ADD, SUM + f"# {i}") if i % 2 else assay.MathAnswer("1", str(i % 4))

    async def check():
        async with assay.AsyncClient(server.url, timeout=120) as client:
            one, math, run, info = await asyncio.gather(client.verify(ADD, SUM), client.math("1", "1"),
                                                        client.run_code("print(1)"), client.info())
            assert (one.score, math.score, run.stdout, info.tier != "") == (1.0, 1.0, "1\n", True)
            results = by_index([result async for result in client.verify_many(items())])
            assert [result.score for result in results] == [1.0 if i % 2 else 0.0 for i in range(30)]
            assert await client.scores([assay.Submission(ADD, SUM)]) == [1.0]
            with pytest.raises(assay.InvalidRequest):
                await client.verify(ADD, SUM, language="klingon")

    asyncio.run(check())


def test_leaving_an_async_loop_early_cancels_what_runs(server, client):
    forever = assay.Submission({"tests": [{"input": "", "expected": ""}]}, "while True: pass\n", cache=False,
                               limits={"cpu_time_s": 600, "wall_time_s": 600})

    async def check():
        async with assay.AsyncClient(server.url) as client:
            # A generator of its own accord is closed only when it is collected.
            async with contextlib.AsyncExitStack() as stack:
                results = client.verify_many([assay.MathAnswer("1", "1"), forever])
                stack.push_async_callback(results.aclose)
                async for result in results:
                    assert result.index == 0
                    break

    asyncio.run(check())
    end = time.monotonic() + 60
    while client.info().queued_submissions and time.monotonic() < end:
        time.sleep(0.05)
    assert client.info().queued_submissions == 0


def test_an_error_of_the_callers_iterable_comes_through(server):
    async def items():
        yield assay.MathAnswer("1", "1")
        raise LookupError("the data set is gone")

    async def check():
        async with assay.AsyncClient(server.url) as client:
            with pytest.raises(LookupError, match="data set is gone"):
                async for _ in client.verify_many(items()):
                    pass

    asyncio.run(check())


def test_many_threads_share_a_client(client):
    scores = []

    def ask():
        scores.extend(client.scores([assay.Submission(ADD, SUM), assay.MathAnswer("1", "2")]))

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(scores) == [0.0] * 16 + [1.0] * 16


def _in_child(client, answers):
    answers.put(client.scores([assay.Submission(ADD, SUM), assay.MathAnswer("1", "2")]))


def test_a_child_after_a_fork_uses_its_parents_client(client):
    assert client.verify(ADD, SUM).score == 1.0
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_in_child, args=(client, answers))
    child.start()
    assert answers.get(timeout=60) == [1.0, 0.0]
    child.join(60)
    assert child.exitcode == 0
    assert client.verify(ADD, SUM).score == 1.0
