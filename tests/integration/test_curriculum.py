"""`assay curriculum`: a service asked by the Python client and by hand, killed anywhere, and asked wrongly."""

import contextlib
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from harness import server as harness

sys.path.insert(0, str(harness.REPOSITORY / "clients" / "python" / "src"))
import assay  # noqa: E402

PATIENCE_S = 120  # against hangs only


class Service:
    def __init__(self, folder, problems, plan="scalerl", *options, port=0, environment=None):
        command = [str(harness.binary()), "curriculum", str(plan), "--problems", str(problems), "--folder", str(folder),
                   "--port", str(port), *options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
        self.words = []
        for line in self.process.stderr:
            self.words.append(line)
            found = re.search(r"listening on (http://127\.0\.0\.1:(\d+))", line)
            if found:
                self.url, self.port = found[1], int(found[2])
                break
        else:
            raise AssertionError((self.process.wait(), self.words))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            reply = connection.getresponse()
            return reply.status, reply.read().decode()


@pytest.fixture
def problems(tmp_path):
    path = tmp_path / "problems.jsonl"
    path.write_text("".join(json.dumps({"id": f"p{i}", "domain": ["math", "code"][i % 2], "solved": i % 9, "of": 8}) + "\n"
                            for i in range(300)))
    return path


@contextlib.contextmanager
def running(*arguments, **options):
    service = Service(*arguments, **options)
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.end(signal.SIGKILL)


def train(client, steps, seed, before_step=lambda: None):
    """What a trainer sees, the same for the same seed."""
    dice = random.Random(seed)
    seen = []
    for _ in range(steps):
        before_step()
        batch = client.next()
        seen.append(batch)
        if batch.groups:
            seen.append(client.report({each.group: [dice.choice([0, 1, None]) for _ in range(each.rollouts)]
                                       for each in batch.groups}))
    return seen


def test_a_trainer_is_given_a_batch_and_told_what_to_train_on(tmp_path, problems):
    with running(tmp_path / "f", problems) as service, assay.Curriculum(service.url) as client:
        batch = client.next()
        assert (batch.step, batch.stage, len(batch.groups)) == (1, "all", 48)
        assert len({each.id for each in batch.groups}) == 48
        first = batch.groups[0]
        assert (first.rollouts, first.response_tokens, first.id) == (16, 14336, f"p{first.row}")
        rewards = {each.group: [1.0] * 8 + [0.0] * 8 for each in batch.groups}
        rewards[first.group] = [1.0] * 16
        rewards[batch.groups[1].group] = [None] * 16
        reported = client.report(rewards, truncated={batch.groups[2].group: 4})
        taken = {each.group: each for each in reported.groups}
        assert (taken[first.group].outcome, taken[first.group].train, taken[first.group].retired) == ("all_solved", False, True)
        assert taken[batch.groups[1].group].outcome == "masked"
        assert sum(each.train for each in reported.groups) == 46
        assert reported.steps[0].trained == 46
        state = client.state()
        assert state["groups"]["mixed"] == 46 and state["retired"] == 1 and state["place"] == 2
        assert abs(state["truncated"] - 4 / (48 * 16)) < 1e-12
        status, page = service.ask("GET", "/metrics")
        assert status == 200 and 'assay_curriculum_groups_total{outcome="mixed"} 46' in page
        assert service.ask("GET", "/healthz")[0] == 200
        assert service.end() == 0


def test_killed_anywhere_it_goes_on_as_if_nothing_had_happened(tmp_path, problems):
    plan = tmp_path / "plan.yaml"
    plan.write_text("name: t\ngroups: 8\nrollouts: 4\nuniform: refill\nretire: {from: 1.0}\n"
                    "stages: [{name: a, steps: 7}, {name: b, draw: pools}]\n")
    with running(tmp_path / "whole", problems, plan) as service, assay.Curriculum(service.url) as client:
        expected = train(client, 20, 1)
    dice = random.Random(7)
    kills = 0
    with contextlib.ExitStack() as stack:
        service = stack.enter_context(running(tmp_path / "parts", problems, plan))
        client = stack.enter_context(assay.Curriculum(service.url, timeout=PATIENCE_S))
        killer = None

        def kill(after_s):
            nonlocal service, kills
            time.sleep(after_s)
            service.end(signal.SIGKILL)
            service = stack.enter_context(running(tmp_path / "parts", problems, plan, port=service.port))
            kills += 1

        def kill_soon():
            nonlocal killer
            if killer is not None and killer.is_alive():
                return
            killer = threading.Thread(target=kill, args=(dice.uniform(0, 0.02),))
            killer.start()

        seen = train(client, 20, 1, kill_soon)
        killer.join()
        assert kills > 1
        # A client whose call was cut off sends it again; its key makes it count once.
        assert seen == expected


def test_a_checkpoint_is_gone_back_to(tmp_path, problems):
    with running(tmp_path / "f", problems, "prime-rl") as service, assay.Curriculum(service.url) as client:
        place = train(client, 3, 1)[-1].place
        first = train(client, 4, 2)
        assert client.rewind(place) == place
        assert train(client, 4, 2) == first


def test_measures_and_stages(tmp_path, problems):
    with running(tmp_path / "f", problems, "acereason-7b") as service, assay.Curriculum(service.url) as client:
        assert {each.domain for each in client.next(groups=20).groups} == {"math"}
        client.measure({"p0": (16, 16), "p2": (1, 16)})
        client.advance("math-24k")
        names = {each.id for each in client.next(groups=60).groups}
        assert "p0" not in names and "p2" in names
        batch = client.next()
        client.give_back([each.group for each in batch.groups])
        assert client.state()["groups"]["returned"] == len(batch.groups)


def test_wrong_calls_are_told_what_is_wrong(tmp_path, problems):
    with running(tmp_path / "f", problems) as service, assay.Curriculum(service.url) as client:
        with pytest.raises(assay.InvalidRequest, match=r"groups\[0\].group: 7 isn't under way"):
            client.report({7: [1.0]})
        batch = client.next(groups=1)
        with pytest.raises(assay.InvalidRequest, match=r"rewards.*finite"):
            client.report({batch.groups[0].group: [float("nan")]})
        for step in (-4, 2**53, 2**63, 2**70):
            with pytest.raises(assay.InvalidRequest, match="step: must be from 1 to 9007199254740991"):
                client.next(step=step)
        with pytest.raises(assay.InvalidRequest, match="no stage 'x'"):
            client.advance("x")
        with pytest.raises(assay.InvalidRequest, match="place: must be from 0 to 1"):
            client.rewind(2)
        assert client.state()["place"] == 1
        assert service.ask("POST", "/v1/curriculum/next", "{")[0] == 400
        assert service.ask("POST", "/v1/curriculum/nothing", "{}")[0] == 404
        assert service.ask("POST", "/v1/curriculum/next", "{}", {"Origin": "http://example.org"})[0] == 403


def test_a_token_is_asked_for(tmp_path, problems):
    with running(tmp_path / "f", problems, environment={"ASSAY_TOKEN": "secret"}) as service:
        with pytest.raises(assay.InvalidRequest, match="a token is needed"):
            assay.Curriculum(service.url, token="other").next()
        assert assay.Curriculum(service.url, token="secret").next().step == 1


@pytest.mark.parametrize("arguments, words", [
    (["nobody"], "presets are acereason-7b"),
    (["scalerl"], "--problems: name a file"),
    (["scalerl", "--problems", "PROBLEMS"], "--folder: name a folder"),
    (["scalerl", "--problems", "/no/such/file", "--folder", "F"], "/no/such/file"),
    (["scalerl", "--problems", "PROBLEMS", "--folder", "F", "--host", "0.0.0.0"], "--insecure"),
])
def test_wrong_usage_is_told(tmp_path, problems, arguments, words):
    named = [str(problems) if each == "PROBLEMS" else str(tmp_path / "f") if each == "F" else each for each in arguments]
    environment = {key: value for key, value in os.environ.items() if key != "ASSAY_TOKEN"}
    done = subprocess.run([str(harness.binary()), "curriculum", *named], capture_output=True, text=True, timeout=PATIENCE_S,
                          env=environment)
    assert done.returncode == 2, done
    assert words in done.stderr


def test_a_folder_is_of_one_plan(tmp_path, problems):
    with running(tmp_path / "f", problems):
        pass
    done = subprocess.run([str(harness.binary()), "curriculum", "dapo", "--problems", str(problems), "--folder",
                           str(tmp_path / "f")], capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 2 and "another plan" in done.stderr


def test_the_table_says_what_a_plan_makes_of_the_problems(problems):
    def table():
        done = subprocess.run([str(harness.binary()), "curriculum", "acereason-7b", "--problems", str(problems), "--table"],
                              capture_output=True, text=True, timeout=PATIENCE_S)
        header, *lines = done.stdout.splitlines()
        return header, [line.split() for line in lines]

    header, rows = table()
    # 150 problems of each domain; i % 9 of 8 are solved (8 of 8 where it is 8, and 0 where it is 0).
    math = [i % 9 for i in range(0, 300, 2)]
    code = [i % 9 for i in range(1, 300, 2)]
    expected = {"math-8k": 150, "math-16k": 150, "math-24k": sum(each <= 3 for each in math),
                "code-24k": sum(each >= 3 for each in code), "code-32k": sum(each >= 1 for each in code),
                "math-32k": sum(each <= 3 for each in math)}
    assert {row[0]: int(row[1]) for row in rows} == expected
    assert "unmeasured" not in header
    # What nobody measured is counted where a stage goes by that; there it is kept.
    with open(problems, "a", encoding="utf-8") as more:
        more.write('{"id": "new", "domain": "math"}\n')
    header, rows = table()
    assert header.split()[:3] == ["stage", "problems", "unmeasured"]
    assert {row[0]: int(row[2]) for row in rows} == {name: int(name in ("math-24k", "math-32k")) for name in expected}
