"""What was judged: on a real server, over kill -9 and a restart, within its bounds, for each tenant its own."""

import hashlib
import json
import signal
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from harness import server as harness

ECHO = "print(input())\n"
HOSTILE = "import sys\nsys.stdout.buffer.write(b'<img src=x onerror=alert(1)>\\xff\\x1b[31m\\0' + b'x' * 9000)\n"
TESTS = [{"input": f"{word}\n", "expected": word} for word in ("one", "two", "three")]


@pytest.fixture
def start_server(tmp_path):
    if reason := harness.why_not():
        pytest.skip(reason)
    running = []

    def start(*arguments):
        kept = [] if "--history" in arguments else ["--history", str(tmp_path / "history")]
        server = harness.AssayServer(["--slots", "1", *kept, *arguments])
        server.start()
        running.append(server)
        return server

    (tmp_path / "history").mkdir()
    harness.hand_over(tmp_path / "history")
    yield start
    for server in running:
        server.kill()


def get(server, path, token=None):
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}")
    if token:
        request.add_header("authorization", "Bearer " + token)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def verdicts(server, count, query="", token=None):
    """The verdicts once there are `count` of them: the history's thread looks a few times a second."""
    deadline = time.monotonic() + 120
    while True:
        status, page = get(server, "/v1/verdicts?limit=1000&" + query, token)
        assert status == 200, page
        if len(page["verdicts"]) >= count or time.monotonic() > deadline:
            return page["verdicts"]
        time.sleep(0.1)


def submission(code=ECHO, **more):
    return {"language": "python", "code": code, "stop": "all", "problem": {"tests": TESTS}, **more}


def test_verdicts_have_their_figures_and_survive_a_kill(start_server):
    server = start_server()
    origin = {"run": "grpo", "step": 3, "group": "g", "sample": "s"}
    result = server.verify(submission(origin=origin))
    assert result["verdict"] == "AC"
    server.verify(submission("print('one')\n", origin=origin))
    server.verify(submission("print(\n"))
    found = verdicts(server, 3)
    assert [one["verdict"] for one in found] == ["RE", "WA", "AC"]
    accepted = found[2]
    assert {name: accepted[name] for name in origin} == origin
    assert accepted["score"] == 1 and not accepted["masked"] and not accepted["cached"]
    assert accepted["tests"] == {"total": 3, "passed": 3, "first_failed": None}
    assert accepted["route"] == "/v1/verify" and accepted["tenant"] == "default"
    assert accepted["code_sha256"] == hashlib.sha256(ECHO.encode()).hexdigest()
    assert 0 < accepted["cpu_ms"] < accepted["cpu_limit_ms"] and accepted["memory_mb"] > 0
    assert abs(accepted["time"] - time.time()) < 600
    assert accepted["marks"] == []
    constant = found[1]
    assert constant["marks"] == ["constant_output"]
    assert constant["tests"] == {"total": 3, "passed": 1, "first_failed": 1}
    assert [one["id"] for one in verdicts(server, 1, "mark=constant_output")] == [constant["id"]]

    status, stats = get(server, "/v1/stats?by=run")
    assert status == 200 and stats["total"] == 3 and stats["accepted"] == 1
    assert {row["key"]: row["total"] for row in stats["rows"]} == {"grpo": 2, "": 1}
    status, runs = get(server, "/v1/runs")
    assert runs["runs"][0]["run"] == "grpo" and runs["runs"][0]["steps"][0]["step"] == 3
    status, problems = get(server, "/v1/problems/stats?order=count")
    assert problems["problems"][0]["total"] == 3
    assert get(server, "/v1/findings") == (200, {"findings": []})
    status, listed = get(server, "/v1/series")
    names = [series["name"] for series in listed["series"]]
    status, values = get(server, "/v1/series?name=" + ",".join(names))
    assert set(values["series"]) == set(names) and values["step_s"] == 1

    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    server = start_server()
    assert verdicts(server, 3) == found
    server.verify(submission())
    assert verdicts(server, 4)[0]["id"] == found[0]["id"] + 1


def test_what_a_hostile_program_wrote_is_data(start_server):
    server = start_server()
    server.verify(submission(HOSTILE, origin={"run": "</script><b>'\"\\"}))
    (one,) = verdicts(server, 1)
    assert one["run"] == "</script><b>'\"\\"
    status, whole = get(server, f"/v1/verdicts/{one['id']}")
    assert status == 200
    shown = whole["excerpts"]["stdout"]
    assert shown.startswith("<img src=x onerror=alert(1)>\ufffd\x1b[31m\0") and len(shown) < 4096
    assert whole["excerpts"]["code"] == HOSTILE
    assert [moment["event"] for moment in whole["timeline"]] == ["admitted", "started", "finished"]


def test_a_verdict_can_be_judged_again(start_server, tmp_path):
    server = start_server()
    text = json.dumps({"tests": TESTS}, sort_keys=True, separators=(",", ":"))
    name = hashlib.sha256(text.encode()).hexdigest()
    assert server.request("PUT", f"/v1/problems/{name}", text.encode()).status in (200, 201)
    server.verify(submission(problem={"sha256": name}))
    (one,) = verdicts(server, 1)
    status, whole = get(server, f"/v1/verdicts/{one['id']}")
    status, bundle = get(server, whole["bundle"])
    assert status == 200 and bundle["format"] == "assay-bundle-1"
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(bundle))
    done = subprocess.run([harness.binary(), "rejudge", str(file), "--url", f"http://127.0.0.1:{server.port}"],
                          text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr


CALLS = {"mode": "function_call", "function_name": "f", "tests": [{"input": [{"b": 1, "a": 2}], "expected": 3}]}


@pytest.mark.parametrize("tokens", ["without tokens", "with tokens"])
def test_so_can_one_whose_problem_came_inside_the_request(start_server, tmp_path, tokens):
    token, arguments = None, ["--cache-dir", str(tmp_path / "cache")]
    (tmp_path / "cache").mkdir()
    harness.hand_over(tmp_path / "cache")
    if tokens == "with tokens":
        file = str(tmp_path / "tokens.yaml")
        made = subprocess.run([harness.binary(), "token", "new", "--tokens", file, "--name", "t", "--tenant", "t"],
                              text=True, capture_output=True, check=True)
        harness.hand_over(file)
        token, arguments = made.stdout.strip(), [*arguments, "--tokens", file]
    server = start_server(*arguments)
    batch = {"submissions": [submission(), submission("print('one')\n"),
                             submission("def f(x):\n    return x['a'] + x['b']\n", problem=CALLS)]}
    headers = {"content-type": "application/json", **({"authorization": "Bearer " + token} if token else {})}
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}/v1/verify", json.dumps(batch).encode(), headers)
    assert len(json.loads(urllib.request.urlopen(request, timeout=120).read())["results"]) == 3

    def bundles():
        found = verdicts(server, 3, token=token)[-3:]  # those that rejudging adds are newer
        answers = [get(server, f"/v1/verdicts/{one['id']}/bundle", token) for one in found]
        assert [status for status, _ in answers] == [200] * 3, answers
        assert all("expected" in json.dumps(bundle["problem"]) for _, bundle in answers)
        return [bundle for _, bundle in answers]

    before = bundles()
    file = tmp_path / "bundles.jsonl"
    file.write_text("".join(json.dumps(bundle) + "\n" for bundle in before))
    access = ["--token-file", str(tmp_path / "token")] if token else []
    if token:
        (tmp_path / "token").write_text(token)
    done = subprocess.run([harness.binary(), "rejudge", str(file), "--url", f"http://127.0.0.1:{server.port}", *access],
                          text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    # The problems are on disk by then, or soon: a restart forgets none of them.
    server.process.send_signal(signal.SIGTERM)
    server.process.wait()
    server = start_server(*arguments)
    assert bundles() == before


def test_a_small_history_forgets_the_oldest(start_server, tmp_path):
    server = start_server("--history-mb", "1", "--verdict-cache-mb", "64")
    padding = "#" * 3000 + "\n"
    batch = [submission(f"#{i}\n" + padding + "print(input())\n" if i < 3 else "#0\n" + padding + ECHO)
             for i in range(600)]
    for _ in range(2):
        server.verify({"submissions": batch})
    deadline = time.monotonic() + 120
    file = next((tmp_path / "history").glob("*/history.sqlite"))
    while time.monotonic() < deadline:
        ids = [one["id"] for one in verdicts(server, 1)]
        if max(ids) == 1200 and min(ids) > 1 and file.stat().st_size < 3 << 20:
            break
        time.sleep(0.5)
    assert max(ids) == 1200 and min(ids) > 1, (min(ids), max(ids))
    assert file.stat().st_size < 3 << 20


def test_faulty_questions_name_their_fields(start_server):
    server = start_server()
    for path, field in [("/v1/verdicts?verdict=XX", "verdict"), ("/v1/verdicts?limit=0", "limit"),
                        ("/v1/verdicts?mark=odd", "mark"), ("/v1/stats?by=moon", "by"),
                        ("/v1/stats?window_s=-1", "window_s"), ("/v1/series?name=nothing", "name"),
                        ("/v1/problems/stats?order=best", "order")]:
        status, answer = get(server, path)
        assert status == 422 and answer["error"]["field"] == field, (path, answer)
    assert get(server, "/v1/verdicts/7")[0] == 404
    assert get(server, "/v1/verdicts/seven")[0] == 400


def test_each_tenant_sees_its_own(start_server, tmp_path):
    file = str(tmp_path / "tokens.yaml")
    token = {}
    for name, role, tenant in [("ann", "user", "red"), ("bob", "viewer", "blue"), ("eve", "admin", "ops")]:
        made = subprocess.run([harness.binary(), "token", "new", "--tokens", file, "--name", name, "--role", role,
                               "--tenant", tenant], capture_output=True, text=True, timeout=60)
        assert made.returncode == 0, made.stderr
        token[name] = made.stdout.strip()
    harness.hand_over(file)
    server = start_server("--tokens", file)
    body = json.dumps(submission()).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}/v1/verify", body,
                                     {"authorization": "Bearer " + token["ann"], "content-type": "application/json"})
    assert json.loads(urllib.request.urlopen(request, timeout=120).read())["verdict"] == "AC"
    (one,) = verdicts(server, 1, token=token["ann"])
    assert one["tenant"] == "red"
    assert len(verdicts(server, 1, token=token["eve"])) == 1
    assert get(server, "/v1/verdicts", token["bob"])[1]["verdicts"] == []
    assert get(server, "/v1/verdicts?tenant=red", token["bob"])[0] == 403
    assert get(server, f"/v1/verdicts/{one['id']}", token["bob"])[0] == 403
    assert get(server, "/v1/stats", token["bob"])[1]["total"] == 0
    assert get(server, "/v1/stats", token["eve"])[1]["total"] == 1
    assert get(server, "/v1/stats")[0] == 401


def test_events_come_as_they_happen_and_end_with_the_server(start_server):
    server = start_server()
    for accept, prefix in [("text/event-stream", b"event: verdict"), ("application/json", b'{"type":"verdict"')]:
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}/v1/events", headers={"accept": accept})
        with urllib.request.urlopen(request, timeout=120) as stream:
            assert b"hello" in stream.readline()
            server.verify(submission(cache=False))
            while not (line := stream.readline()).startswith(prefix):
                assert line, "the stream ended"
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/v1/events", timeout=120) as stream:
        stream.readline()
        began = time.monotonic()
        assert server.stop() == 0
        rest = stream.read()
        assert b'"reason":"server_ends"' in rest
        assert time.monotonic() - began < 25  # of 30 that a drain may take


def test_without_a_history_the_routes_say_so(start_server):
    server = start_server("--history", "off")
    # /v1/problems/stats beside them: the route of a problem's hash must not take "stats" for one.
    for path in ("/v1/stats", "/v1/series", "/v1/verdicts", "/v1/verdicts/1", "/v1/problems/stats", "/v1/runs",
                 "/v1/findings", "/v1/events"):
        status, answer = get(server, path)
        assert status == 501 and answer["error"]["code"] == "no_history", path
        assert "--history off" in answer["error"]["message"]


def test_math_answers_are_remembered_beside_programs(start_server):
    server = start_server()
    answers = [("1/2", "so it is \\boxed{0.5}"), ("7", "\\boxed{8}"), ("7", "no idea"), ("\\undefined{", "\\boxed{3}")]
    items = [{"id": str(i), "gold": gold, "response": response, "origin": {"run": "m", "step": 3, "group": f"g{i}"}}
             for i, (gold, response) in enumerate(answers)]
    reply = server.post("/v1/math/verify", {"items": items})
    assert reply.status == 200, reply.body
    given = [result["verdict"] for result in reply.json()["results"]]
    found = {verdict["group"]: verdict for verdict in verdicts(server, len(items), "language=math")}
    assert len(found) == len(items)
    for i, (said, (gold, _)) in enumerate(zip(given, answers)):
        verdict = found[f"g{i}"]
        masked = reply.json()["results"][i]["score"] is None
        assert verdict["verdict"] == ("AC" if said == "correct" else "JE" if masked else "WA"), (said, verdict)
        assert verdict["masked"] == masked and verdict["cause"] == ("problem" if masked else "candidate")
        assert verdict["score"] == reply.json()["results"][i]["score"]
        assert verdict["route"] == "/v1/math/verify" and verdict["run"] == "m" and verdict["step"] == 3
        assert verdict["problem"] == "math:" + hashlib.sha256(gold.encode()).hexdigest()[:32]
        assert verdict["reason"] == reply.json()["results"][i]["reason"]
    # One gold is one problem, whoever answers; what the answer was is on its page.
    assert found["g1"]["problem"] == found["g2"]["problem"]
    _, page = get(server, f"/v1/verdicts/{found['g0']['id']}")
    assert page["excerpts"]["stdout"] == "0.5" and page["excerpts"]["code"] == answers[0][1] and page["bundle"] is None
    status, runs = get(server, "/v1/runs")
    assert status == 200 and [run["run"] for run in runs["runs"]] == ["m"]

    # Answers inside of /v1/score and of a trainer's route are the same thing.
    reply = server.post("/v1/score", {"items": [{"response": "\\boxed{2}", "gold": "2", "origin": {"run": "s"}}],
                                      "rubrics": {"m": {"functions": [{"kind": "math"}]}}, "routes": {"*": "m"}})
    assert reply.status == 200, reply.body
    scored, = verdicts(server, 1, "run=s")
    assert scored["verdict"] == "AC" and scored["language"] == "math" and scored["route"] == "/v1/score"


def test_golds_that_nobody_can_read_are_a_finding(start_server):
    server = start_server()
    items = [{"gold": "\\undefined{", "response": f"\\boxed{{{i}}}", "origin": {"run": "r", "group": f"g{i % 4}"}}
             for i in range(40)]
    reply = server.post("/v1/math/verify", {"items": items})
    assert {result["verdict"] for result in reply.json()["results"]} == {"unparseable"}
    assert len(verdicts(server, 40)) == 40
    _, findings = get(server, "/v1/findings")
    name = "math:" + hashlib.sha256(b"\\undefined{").hexdigest()[:32]
    assert {"problem": name} in [finding["subject"] for finding in findings["findings"]]
