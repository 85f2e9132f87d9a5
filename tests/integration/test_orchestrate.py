"""`assay orchestrate` between inference servers that are simulated, the real verifier and a trainer: batches, weights in
the middle of rollouts, failures, kills, evaluations."""

import contextlib
import http.server
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest

from harness import server as harness

sys.path.insert(0, str(harness.REPOSITORY / "clients" / "python" / "src"))
import assay  # noqa: E402

PATIENCE_S = 120  # against hangs only


class Inference:
    """An OpenAI-compatible server with vLLM's fields and prime-rl's routes for weights. What it answers to a question is
    `answer(question, weights)`; a token is a character."""

    def __init__(self, answer, latency_s=0.01, fails=0.0):
        self.answer, self.latency_s, self.fails = answer, latency_s, fails
        self.weights, self.requests, self.updates, self.paused = "begin", [], [], False
        self.most_at_once, self._now, self._lock = 0, 0, threading.Lock()
        self._dice, self._connections, self._closed = random.Random(1), [], False
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                with outer._lock:
                    outer._connections.append(self.request)
                super().setup()

            def log_message(self, *_):
                pass

            def do_GET(self):
                self._send(200, {"status": "ok"})

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    self._send(*outer.on_post(self.path, body))

            def _send(self, status, body):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

            def handle_error(self, *_):  # clients that are killed break off
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        """As when its process is killed: connections break, and nobody takes new ones."""
        self._server.shutdown()
        self._server.server_close()
        with self._lock:
            self._closed = True
            for each in self._connections:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def on_post(self, path, body):
        if path != "/v1/chat/completions":
            if path == "/update_weights":
                assert self.paused
                self.weights = body["weight_dir"]
                self.updates.append(self.weights)
            self.paused = {"/pause": True, "/resume": False}.get(path, self.paused)
            return 200, {}
        with self._lock:
            self.requests.append(body)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
            wait_s, fail = self.latency_s * self._dice.expovariate(1), self._dice.random() < self.fails
        time.sleep(wait_s)
        with self._lock:
            self._now -= 1
        if fail:
            return 500, {"error": "it broke"}
        prompt = "".join(f"<{each['role']}>{each['content']}" for each in body["messages"])
        begun = body["messages"][-1]["content"] if body["messages"][-1]["role"] == "assistant" else ""
        text = self.answer(body["messages"][0]["content"], self.weights, begun)[:body["max_tokens"]]
        full = self.answer(body["messages"][0]["content"], self.weights, begun)
        return 200, {"id": "x", "prompt_token_ids": [ord(each) for each in prompt.replace("<assistant>", "")],
                     "choices": [{"index": 0, "message": {"role": "assistant", "content": text},
                                  "finish_reason": "length" if len(full) > len(text) else "stop",
                                  "token_ids": [ord(each) for each in text],
                                  "logprobs": {"content": [{"token": each, "logprob": -0.5} for each in text]}}],
                     "usage": {"completion_tokens": len(text)}}


class Run:
    def __init__(self, folder, problems, servers, *options, port=0, plan=None):
        command = [str(harness.binary()), "orchestrate", str(plan), "--problems", str(problems), "--folder", str(folder),
                   "--model", "m", "--port", str(port), "--log-level", "warn", *map(str, options)]
        for server in servers:
            command += ["--server", server.url]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, "ASSAY_TOOLCHAIN_SELF_TEST": "off"})
        self.words = []
        for line in self.process.stderr:
            self.words.append(line)
            found = re.search(r"listening on (http://127\.0\.0\.1:(\d+))", line)
            if found:
                self.url, self.port = found[1], int(found[2])
                break
        else:
            raise AssertionError((self.process.wait(), self.words))
        threading.Thread(target=lambda: self.words.extend(self.process.stderr), daemon=True).start()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


@contextlib.contextmanager
def running(*arguments, **options):
    run = Run(*arguments, **options)
    try:
        yield run
    finally:
        if run.process.poll() is None:
            run.end(signal.SIGKILL)


@pytest.fixture
def serve():
    servers = []

    def start(*arguments, **options):
        servers.append(Inference(*arguments, **options))
        return servers[-1]

    yield start
    for server in servers:
        if not server._closed:
            server.close()


@pytest.fixture
def problems(tmp_path):
    path = tmp_path / "problems.jsonl"
    path.write_text("".join(json.dumps({"id": f"p{i}", "domain": "sums", "question": f"What is {i} + {i}?",
                                        "answer": str(2 * i)}) + "\n" for i in range(60)))
    return path


def plan_of(tmp_path, **keys):
    path = tmp_path / "plan.yaml"
    values = {"groups": 4, "rollouts": 4, "response_tokens": 2000, "uniform": "train", **keys}
    path.write_text("name: t\n" + "".join(f"{key}: {json.dumps(value)}\n" for key, value in values.items() if key != "stages")
                    + values.get("stages", "stages: [{name: a, epochs: 1}]") + "\n")
    return path


DICE = random.Random(3)


def sums(question, weights, begun, right=0.5):
    """Half of the answers are right; what goes on is said to."""
    number = int(re.search(r"(\d+) \+", question)[1])
    answer = 2 * number if DICE.random() < right else 2 * number + 1
    return f"so it is \\boxed{{{answer}}}." if begun else f"I add them, so it is \\boxed{{{answer}}}."


def test_a_trainer_gets_every_problem_once_judged_by_the_verifier(tmp_path, problems, serve):
    servers = [serve(sums), serve(sums)]
    with running(tmp_path / "f", problems, servers, "--server-slots", 8, plan=plan_of(tmp_path)) as run, \
            assay.Orchestrator(run.url) as orchestrator:
        seen = []
        for step, rollouts in orchestrator.batches():
            groups = {}
            for each in rollouts:
                assert each["step"] == step
                groups.setdefault(each["group"], []).append(each)
                number = int(each["id"][1:])
                right = f"\\boxed{{{2 * number}}}" in each["text"]
                assert each["reward"] == (1.0 if right else 0.0), each
                assert step - 1 - each["first_version"] <= 8
                assert "".join(map(chr, each["token_ids"])) == each["text"] and len(each["logprobs"]) == len(each["token_ids"])
                assert "put your final answer within \\boxed{}" in each["messages"][0]["content"]
            assert all(len(group) == 4 for group in groups.values())
            seen += [group[0]["id"] for group in groups.values()]
            orchestrator.new_weights(step, folder=f"/weights/{step}")
        assert sorted(seen) == sorted(f"p{i}" for i in range(60))
        state = orchestrator.state()
        assert state["done"] and state["step"] == 15 and state["open_groups"] == 0 and state["masked"] == 0
        assert orchestrator.batch(3) == orchestrator.batch(3)
        assert run.end() == 0
    for server in servers:
        assert server.updates == sorted(server.updates, key=lambda each: int(each.rsplit("/")[-1]))
        assert server.most_at_once <= 8 and not server.paused
    assert all(server.updates for server in servers)


def test_programs_are_run(tmp_path, serve):
    problems = tmp_path / "programs.jsonl"
    problems.write_text(json.dumps({"id": "a", "prompt": "Add two numbers.", "language": "python",
                                    "problem": {"tests": [{"input": "1 2\n", "expected": "3\n"}]}}) + "\n")

    def code(question, weights, begun):
        return "```python\nprint(sum(map(int, input().split())))\n```" if DICE.random() < 0.5 else "```python\nprint(4)\n```"

    with running(tmp_path / "f", problems, [serve(code)], "--batch-groups", 1, plan=plan_of(tmp_path, rollouts=8)) as run:
        rollouts = assay.Orchestrator(run.url).batch(1, wait=PATIENCE_S)
    assert len(rollouts) == 8
    for each in rollouts:
        assert (each["reward"], each["verdict"]) == ((1.0, "AC") if "sum" in each["text"] else (0.0, "WA"))


def test_servers_that_fail_and_go_away_lose_nothing(tmp_path, problems, serve):
    servers = [serve(sums, fails=0.1), serve(sums, latency_s=0.02), serve(sums)]
    gone = servers[2]
    with running(tmp_path / "f", problems, servers, "--server-slots", 4, plan=plan_of(tmp_path)) as run, \
            assay.Orchestrator(run.url) as orchestrator:
        seen = []
        for step, rollouts in orchestrator.batches():
            seen += {each["id"] for each in rollouts}
            if step == 2:
                gone.close()
            orchestrator.new_weights(step, folder=f"/weights/{step}")
        assert sorted(seen) == sorted(f"p{i}" for i in range(60))
        state = orchestrator.state()
        assert state["failed"] > 0 and state["servers_up"] == [True, True, False]


def test_who_gives_no_weights_is_told_what_is_waited_for(tmp_path, problems, serve):
    with running(tmp_path / "f", problems, [serve(sums)], "--max-off-policy", 1, plan=plan_of(tmp_path)) as run, \
            assay.Orchestrator(run.url) as orchestrator:
        assert orchestrator.batch(1, wait=PATIENCE_S) and orchestrator.batch(2, wait=PATIENCE_S)
        with pytest.raises(assay.DeadlineExceeded):
            orchestrator.batch(3, wait=1)
        assert orchestrator.state()["waiting_for_weights"]
        orchestrator.new_weights(2, folder="/w")
        assert orchestrator.batch(3, wait=PATIENCE_S)
        assert any("step 3 waits for weights" in line for line in run.words)


def test_killed_anywhere_no_group_is_lost_or_double(tmp_path, problems, serve):
    servers = [serve(sums, latency_s=0.03)]
    plan = plan_of(tmp_path)
    dice = random.Random(5)
    seen, kills = [], 0
    with contextlib.ExitStack() as stack:
        run = stack.enter_context(running(tmp_path / "f", problems, servers, "--server-slots", 8, plan=plan))
        orchestrator = assay.Orchestrator(run.url, timeout=PATIENCE_S)
        step = 1
        while True:
            if kills < 5 and step > kills:
                time.sleep(dice.uniform(0, 0.2))
                run.end(signal.SIGKILL)
                run = stack.enter_context(running(tmp_path / "f", problems, servers, "--server-slots", 8, plan=plan, port=run.port))
                kills += 1
            rollouts = orchestrator.batch(step, wait=PATIENCE_S)
            if rollouts is None:
                break
            assert all(each["reward"] is not None for each in rollouts)
            seen += {each["id"] for each in rollouts}
            orchestrator.new_weights(step, folder=f"/weights/{step}")
            step += 1
        assert kills == 5
    assert sorted(seen) == sorted(f"p{i}" for i in range(60))


def test_thinking_is_interrupted_and_the_phrase_is_not_trained_on(tmp_path, problems, serve):
    def long(question, weights, begun):
        return sums(question, weights, begun) if begun else "hm " * 300 + sums(question, weights, begun)

    with running(tmp_path / "f", problems, [serve(long)], "--interrupt", "100:200", "--interrupt-phrase", "</think>",
                 plan=plan_of(tmp_path)) as run:
        rollouts = assay.Orchestrator(run.url).batch(1, wait=PATIENCE_S)
    cuts = set()
    for each in rollouts:
        assert each["interrupted"] and not each["truncated"]
        assert "".join(map(chr, each["token_ids"])) == each["text"]
        phrase = [token for token, chosen in zip(each["token_ids"], each["chosen"]) if not chosen]
        assert "".join(map(chr, phrase)) == "</think>"
        cuts.add(each["text"].index("</think>"))
    assert all(100 <= cut <= 200 for cut in cuts) and len(cuts) > 1


@pytest.mark.parametrize("shape", ["prime-rl", "verl"])
def test_records_of_trainers(tmp_path, problems, serve, shape):
    with running(tmp_path / "f", problems, [serve(sums)], "--records", shape, plan=plan_of(tmp_path)) as run:
        rollouts = assay.Orchestrator(run.url).batch(1, wait=PATIENCE_S)
    assert len(rollouts) == 16
    for each in rollouts:
        if shape == "prime-rl":
            sizes = {len(each[key]) for key in ("token_ids", "mask", "logprobs", "temperatures", "advantages")}
            assert len(sizes) == 1 and each["env_name"] == "sums" and not each["mask"][0] and each["mask"][-1]
            assert each["advantages"][0] == 0 and abs(each["advantages"][-1]) <= 1
        else:
            assert len(each["responses"]) == len(each["response_mask"]) == len(each["rollout_log_probs"])
            assert each["rm_scores"][-1] in (0.0, 1.0) and not any(each["rm_scores"][:-1])
    if shape == "verl":
        assert len({each["uid"] for each in rollouts}) == 4


def test_evaluations_run_between_the_others(tmp_path, problems, serve):
    held_out = tmp_path / "held.jsonl"
    held_out.write_text("".join(json.dumps({"id": f"h{i}", "question": f"What is {i} + {i}?", "answer": str(2 * i)}) + "\n"
                                for i in range(100, 105)))
    with running(tmp_path / "f", problems, [serve(sums)], "--evaluate", held_out, "--evaluate-every", 2, "--evaluate-rollouts", 3,
                 plan=plan_of(tmp_path)) as run, assay.Orchestrator(run.url) as orchestrator:
        for step, _ in orchestrator.batches():
            orchestrator.new_weights(step, folder=f"/weights/{step}")
        end = time.monotonic() + PATIENCE_S
        while orchestrator.state()["evaluation"] is None and time.monotonic() < end:
            time.sleep(0.05)
        assert 0 <= orchestrator.state()["evaluation"] <= 1
        assert run.end() == 0
    rows = [json.loads(line) for line in (tmp_path / "f" / "evaluations.jsonl").read_text().splitlines()]
    first = [row for row in rows if row["step"] == 2]
    assert sorted(row["id"] for row in first) == [f"h{i}" for i in range(100, 105)]
    assert all(len(row["rewards"]) == 3 and set(row["rewards"]) <= {0.0, 1.0} for row in rows)


def test_wrong_usage_and_wrong_calls_are_told(tmp_path, problems, serve):
    plan = plan_of(tmp_path)

    def refused(*options, rows=problems):
        done = subprocess.run([str(harness.binary()), "orchestrate", str(plan), "--problems", str(rows), "--folder",
                               str(tmp_path / "g"), "--model", "m", *options], capture_output=True, text=True, timeout=PATIENCE_S)
        assert done.returncode == 2, done
        return done.stderr

    assert "--server" in refused()
    assert "--server: must be like" in refused("--server", "ftp://x")
    assert "--interrupt: must be tokens FROM:TO" in refused("--server", "http://h:1", "--interrupt", "9")
    assert "more than 8192 rollouts" in refused("--server", "http://h:1", "--server", "http://i:1", "--server", "http://j:1",
                                                "--server-slots", "4096")
    assert "--extra-body: must be a JSON object" in refused("--server", "http://h:1", "--extra-body", "[1]")
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "a", "name": "no question"}\n')
    assert "bad.jsonl" in refused("--server", "http://h:1", rows=bad)
    with running(tmp_path / "f", problems, [serve(sums)], plan=plan) as run, assay.Orchestrator(run.url) as orchestrator:
        orchestrator.new_weights(3, folder="/w")
        orchestrator.new_weights(3, folder="/w")
        with pytest.raises(assay.InvalidRequest, match="version: must be above 3"):
            orchestrator.new_weights(3, folder="/other")
        with pytest.raises(assay.InvalidRequest, match="step"):
            orchestrator.batch(0)
        with pytest.raises(assay.DeadlineExceeded):
            orchestrator.batch(1000, wait=0.3)
