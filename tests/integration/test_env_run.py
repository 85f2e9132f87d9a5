"""`assay env run`: five environments at once against an endpoint that misbehaves, killed with -9 and gone on with.

ASSAY_ROLL_TASKS: how many tasks that run has (100), ASSAY_ROLL_KILLS: how often it is killed (2). `make check-env`
has 2,000 of them, and asks how busy the slots were.
"""

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import time

import pytest

from harness import server as harness
from harness.client import Client
from harness.rollout_endpoint import RolloutEndpoint

TASKS = int(os.environ.get("ASSAY_ROLL_TASKS", "100"))
KILLS = int(os.environ.get("ASSAY_ROLL_KILLS", "2"))
SEED = int(os.environ.get("ASSAY_ROLL_SEED", "20261128"))
MANY = 1000  # from so many on the figures say something
PATIENCE_S = 600  # against hangs only
NAMES = ("arithmetic", "programs", "motion", "words", "counting")


# The environments.

def write_environment(folder, name, rows, **fields):
    folder = folder / name
    folder.mkdir()
    tasks = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "tasks.jsonl").write_text(tasks)
    # JSON is YAML.
    (folder / "environment.yaml").write_text(json.dumps({
        "name": name, "version": "1.0.0", "prompt": {"user": "{question}"},
        "tasks": {"file": "tasks.jsonl", "sha256": hashlib.sha256(tasks.encode()).hexdigest()}, **fields}))
    return folder


def number_of(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def arithmetic(count):
    return [{"id": i, "question": f"What is {i} + {7 * i % 50}?", "answer": str(i + 7 * i % 50)} for i in range(count)]


def programs(count):
    return [{"id": f"p-{i}", "question": f"Read two integers and print their sum plus {i}.",
             "problem": {"tests": [{"input": "1 2\n", "expected": f"{3 + i}\n"},
                                   {"input": "-5 9\n", "expected": f"{4 + i}\n"}]}} for i in range(count)]


def motion(count):
    return [{"id": f"m-{i}", "question": f"A train goes {3 * (i + 1)} km in 3 hours. How fast is it, in km/h?",
             "answer": f"{i + 1} km/h", "hint": "distance by time"} for i in range(count)]


def words(count):
    rows = []
    for i in range(count):
        some = [f"w{number_of(f'{i} {k}') % 1000:03d}".translate(str.maketrans("0123456789", "abcdefghij"))
                for k in range(4)]
        rows.append({"id": f"w-{i}", "question": f"Sort ({i}): {' '.join(some)}", "puzzle": {
            "kind": "word_sorting",
            "facts": {"words": some, "alphabet": "abcdefghijklmnopqrstuvwxyz", "order": "ascending"}}})
    return rows


def counting(count):
    return [{"id": f"c-{i}", "question": f"How many lines has data/{i}.txt?", "answer": str(i % 9 + 1),
             "data": {f"data/{i}.txt": "line\n" * (i % 9 + 1)}} for i in range(count)]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The folders of five environments with TASKS / 5 tasks each."""
    folder = tmp_path_factory.mktemp("environments")
    count = max(2, TASKS // 5)
    boxed = {"answer_format": "boxed", "fields": {"gold": "answer"}}
    return [
        write_environment(folder, "arithmetic", arithmetic(count), kind="math", **boxed,
                          rubric={"functions": [{"kind": "math"}]}),
        write_environment(folder, "programs", programs(count), kind="code", answer_format="code_block",
                          item={"language": "python"}, rubric={"functions": [{"kind": "code", "name": "tests"}]}),
        write_environment(folder, "motion", motion(count), kind="science", **boxed,
                          rubric={"functions": [{"kind": "science"}]}, limits={"turns": 3},
                          follow_up="That scores {score}: {feedback}\nThink of {hint}. {turns_left} left."),
        write_environment(folder, "words", words(count), kind="logic", answer_format="code_block",
                          rubric={"functions": [{"kind": "logic"}]}),
        write_environment(folder, "counting", counting(count), kind="math", fields={"gold": "answer"},
                          rubric={"functions": [{"kind": "math"}]}, limits={"turns": 9, "tool_timeout_s": 60},
                          tools=["bash", "read_file", "write_file", "edit", "python", "submit"],
                          sandbox={"files": "data", "setup": "mkdir -p made"}),
    ]


# The model.

def call(name, arguments, identity="call"):
    return {"id": identity, "type": "function", "function": {
        "name": name, "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments)}}


def model(request):
    """Does most tasks right, some wrong, by their prompts."""
    messages = request["messages"]
    question = next(each["content"] for each in messages if each["role"] == "user")
    seed = request.get("seed", 0)
    right = number_of(f"{question} {seed}") % 4 > 0
    if match := re.fullmatch(r"What is (\d+) \+ (\d+)\?", question):
        return {"content": f"It is \\boxed{{{int(match[1]) + int(match[2]) + (not right)}}}"}
    if match := re.search(r"sum plus (\d+)", question):
        more = int(match[1]) + (not right)
        return {"content": f"```python\na, b = map(int, input().split())\nprint(a + b + {more})\n```"}
    if match := re.search(r"goes (\d+) km", question):
        # Wrong at first, for some for ever.
        turn = sum(each["role"] == "assistant" for each in messages)
        good = right or (turn == 2 and number_of(question) % 3 > 0)
        return {"content": f"\\boxed{{{int(match[1]) // 3 + (not good)} km/h}}"}
    if match := re.search(r"Sort \(\d+\): (.*)", question):
        return {"content": "```\n" + " ".join(sorted(match[1].split(), reverse=not right)) + "\n```"}
    return count_lines(messages, question, right)


def count_lines(messages, question, right):
    said = [each["content"] for each in messages if each["role"] == "tool"]
    path = re.search(r"data/\d+\.txt", question)[0]
    steps = [
        [call("bash", {"command": f"wc -l < {path}; exit 3"})],
        [call("look", {}, "a"), call("bash", "{", "b"), call("bash", {"comand": "ls"}, "c")],
        [call("write_file", {"path": "made/a.txt", "content": "one two\n"}, "a"),
         call("edit", {"path": "made/a.txt", "old": "two", "new": "three"}, "b"),
         call("edit", {"path": "made/a.txt", "old": "two", "new": "three"}, "c"),
         call("read_file", {"path": "made/a.txt"}, "d"), call("read_file", {"path": "made/none"}, "e")],
        [call("python", {"code": f"print(len(open('{path}').read().split()))"})],
    ]
    turn = sum(each["role"] == "assistant" for each in messages)
    if turn < len(steps):
        return {"content": None, "tool_calls": steps[turn]}
    return {"content": "", "tool_calls": [call("submit", {"answer": str(int(said[-1]) + (not right))})]}


# Runs.

@pytest.fixture
def roll(server, tmp_path):
    """roll(endpoint, folder, …): `assay env run` as a process of its own, judged by the session's server."""
    started = []

    def start(endpoint, out, *arguments, local=False):
        place = [] if local else ["--url", f"http://127.0.0.1:{server.port}"]
        command = [harness.binary(), "env", "run", *arguments, "--endpoint", endpoint.url, "--model", "m", "--out",
                   out, *place]
        started.append(Run([str(word) for word in command], tmp_path / f"{out.name}.{len(started)}.log"))
        return started[-1]

    yield start
    for each in started:
        each.kill()


class Run:
    def __init__(self, command, log):
        self._log = log
        with open(log, "wb") as stream:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream)

    def text(self):
        return self._log.read_text(errors="replace")

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def ends(self, code=0):
        assert self.process.wait(PATIENCE_S) == code, self.text()[-3000:]
        return self


def rollouts_of(folder):
    lines = (folder / "rollouts.jsonl").read_text().splitlines()
    rollouts = {each["id"]: each for each in map(json.loads, lines)}
    assert len(rollouts) == len(lines), "a rollout is there twice"
    return rollouts


def without_chance(rollout):
    """What must be the same whenever it was made."""
    kept = {name: value for name, value in rollout.items() if name not in ("times", "attempts", "faults")}
    kept["steps"] = [{name: value for name, value in step.items() if name not in ("seconds", "attempts")}
                     for step in rollout["steps"]]
    return kept


def lines_in(folder):
    count = 0
    for name in ("finished.jsonl", "rollouts.jsonl"):
        try:
            count += (folder / name).read_bytes().count(b"\n")
        except FileNotFoundError:
            pass
    return count


def live_sandboxes(server):
    return server.get("/v1/sandboxes?state=running").json()["sandboxes"]


def test_a_run_killed_at_random_has_the_rewards_of_one_that_was_not(server, roll, folders, tmp_path):
    arguments = [*folders, "--tasks", str(TASKS), "--seed", "5", "--max-in-flight", "32"]
    quiet, killed = tmp_path / "quiet", tmp_path / "killed"
    with RolloutEndpoint(model) as endpoint:
        run = roll(endpoint, quiet, *arguments).ends()
    summary = json.loads((quiet / "summary.json").read_text())
    print(f"{TASKS} tasks: {summary['start']}")
    assert summary["scored"] == TASKS and not summary["masked"], run.text()
    assert set(summary["environments"]) == set(NAMES)
    assert all(0.3 < each["mean_reward"] < 1 for each in summary["environments"].values()), summary
    assert not (quiet / "finished.jsonl").exists()
    if TASKS >= MANY:
        assert summary["start"]["slots_busy"] >= 0.95, summary
    chance = random.Random(SEED)
    kills = 0
    with RolloutEndpoint(model) as endpoint:
        while kills < KILLS:
            run = roll(endpoint, killed, *arguments)
            goal = lines_in(killed) + chance.randint(1, max(2, 2 * TASKS // (KILLS + 1)))
            deadline = time.monotonic() + PATIENCE_S
            while run.process.poll() is None and lines_in(killed) < goal and time.monotonic() < deadline:
                time.sleep(0.002)
            if run.process.poll() is not None:
                break  # it came to its end before all the kills
            run.kill()
            kills += 1
        assert kills > 0
        print(f"killed {kills} times, the last with {lines_in(killed)} lines")
        asked = endpoint.requests
        roll(endpoint, killed, *arguments).ends()
        if kills == KILLS:
            assert endpoint.requests > asked
    expected, got = rollouts_of(quiet), rollouts_of(killed)
    assert set(expected) == set(got)
    for identity, rollout in expected.items():
        assert without_chance(got[identity]) == without_chance(rollout)
    assert live_sandboxes(server) == []


def test_what_a_rollout_looks_like(roll, folders, tmp_path):
    with RolloutEndpoint(model, delay_s=0, faults=False) as endpoint:
        roll(endpoint, tmp_path / "run", *folders, "--tasks", "10", "--extra-body",
             '{"logprobs": true, "return_token_ids": true}').ends()
    rollouts = rollouts_of(tmp_path / "run")
    one = rollouts["arithmetic/1/0"]
    assert one["messages"] == [{"role": "user", "content": "What is 1 + 7?"},
                               {"role": "assistant", "content": one["response"]}]
    assert (one["ended"], one["turns"], one["masked"]) == ("answer", 1, False)
    assert one["functions"][0]["kind"] == "math"
    step = one["steps"][0]
    assert step["prompt_token_ids"] == [1, 2, 3]
    assert len(step["token_ids"]) == len(step["logprobs"]) == one["tokens"]["completion"] == step["completion_tokens"]
    tooled = rollouts["counting/c-0/0"]
    assert tooled["ended"] == "submit" and tooled["turns"] == 5
    told = [each["content"] for each in tooled["messages"] if each["role"] == "tool"]
    assert told[0] == "1\n[exit code 3]"
    assert told[1].startswith("There is no tool 'look'; there are: bash, ")
    assert told[2].startswith("The arguments are no JSON")
    assert told[3] == "The argument 'command' is missing."
    assert told[4:7] == ["Wrote 8 bytes.", "Replaced.", "Error: 'old' isn't in the file."]
    assert told[7] == "one three\n" and told[8].startswith("Error: ")
    assert told[9:] == ["1\n", "Submitted."]
    assert tooled["times"]["tools_s"] > 0
    # Those that were right at once have one turn, the others hear why not.
    moving = [each for name, each in rollouts.items() if name.startswith("motion/")]
    for each in moving:
        follow_ups = [message["content"] for message in each["messages"] if message["role"] == "user"][1:]
        assert len(follow_ups) == each["turns"] - 1
        for number, text in enumerate(follow_ups):
            assert text == f"That scores 0: science: 0 (incorrect)\nThink of distance by time. {2 - number} left."


def test_the_mix_of_a_group_file_is_that_of_its_weights(roll, folders, tmp_path):
    group = folders[0].parent / "group.yaml"
    group.write_text("environments:\n- {environment: arithmetic, weight: 2}\n- {environment: words, tasks: 2}\n")
    with RolloutEndpoint(model, delay_s=0, faults=False) as endpoint:
        roll(endpoint, tmp_path / "a", group, "--tasks", "8", "--seed", "1").ends()
        roll(endpoint, tmp_path / "b", group, "--tasks", "8", "--seed", "1").ends()
        roll(endpoint, tmp_path / "c", group, "--tasks", "8", "--seed", "2").ends()
        folder_of_another = roll(endpoint, tmp_path / "a", group, "--tasks", "8", "--seed", "2").ends(2)
    assert "is the folder of another run: " in folder_of_another.text()
    assert "seed was 1 and is now 2" in folder_of_another.text()
    a, b, c = (rollouts_of(tmp_path / name) for name in "abc")
    assert sum(name.startswith("words/") for name in a) == 2
    assert set(a) == set(b) != set(c)


def test_the_rollouts_of_a_group_are_compared(roll, tmp_path):
    rows = [{"id": i, "question": f"What is {i} + {i}?", "answer": str(2 * i)} for i in range(4)]
    folder = write_environment(tmp_path, "compared", rows, answer_format="boxed", fields={"gold": "answer"},
                               rubric={"functions": [{"kind": "math"}, {"kind": "pass_rate", "weight": 0}],
                                       "advantage": {"kind": "dr_grpo"}})
    with RolloutEndpoint(model) as endpoint:
        roll(endpoint, tmp_path / "run", folder, "--group", "6", "--seed", "3").ends()
    rollouts = rollouts_of(tmp_path / "run")
    assert len(rollouts) == 24
    for task in range(4):
        group = [rollouts[f"compared/{task}/{sample}"] for sample in range(6)]
        mean = sum(each["reward"] for each in group) / 6
        assert [each["advantage"] for each in group] == pytest.approx([each["reward"] - mean for each in group])
        assert group[0]["functions"][1]["value"] == pytest.approx(mean)


def test_interrupting_lets_what_was_begun_come_to_its_end(roll, folders, tmp_path):
    with RolloutEndpoint(model, delay_s=0.3, faults=False) as endpoint:
        run = roll(endpoint, tmp_path / "run", folders[4], "--max-in-flight", "2")
        deadline = time.monotonic() + PATIENCE_S
        while endpoint.requests < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        run.process.send_signal(signal.SIGINT)
        run.ends(130)
        done = rollouts_of(tmp_path / "run")
        assert 2 <= len(done) < max(2, TASKS // 5)
        assert all(each["ended"] == "submit" for each in done.values())
        roll(endpoint, tmp_path / "run", folders[4]).ends()
    after = rollouts_of(tmp_path / "run")
    assert len(after) == max(2, TASKS // 5)
    assert all(after[name] == done[name] for name in done)


def test_an_endpoint_that_never_answers_leaves_no_rewards_and_the_run_goes_on(roll, folders, tmp_path):
    with RolloutEndpoint(lambda request: 1 / 0, delay_s=0, faults=False) as endpoint:
        # The handler dies with its connection.
        run = roll(endpoint, tmp_path / "run", folders[0], "--tasks", "3", "--max-in-flight", "3", "--max-requests",
                   "6").ends(3)
        assert "ended early" in run.text()
    with RolloutEndpoint(model, delay_s=0, faults=False) as endpoint:
        roll(endpoint, tmp_path / "run", folders[0], "--tasks", "3", "--max-in-flight", "3").ends()
        assert all(each["reward"] is not None for each in rollouts_of(tmp_path / "run").values())


def test_a_sandbox_that_ends_masks_its_rollout_and_gives_its_answer_up(server, roll, folders, tmp_path):
    def slow(request):
        if any(each["role"] == "tool" for each in request["messages"]):
            for box in live_sandboxes(server):
                server.request("DELETE", f"/v1/sandboxes/{box['id']}")
            time.sleep(PATIENCE_S / 4)
        return model(request)

    with RolloutEndpoint(slow, delay_s=0, faults=False) as endpoint:
        began = time.monotonic()
        run = roll(endpoint, tmp_path / "run", folders[4], "--tasks", "1").ends(3)
        assert time.monotonic() - began < PATIENCE_S / 4
    (rollout,) = rollouts_of(tmp_path / "run").values()
    assert rollout["reward"] is None and rollout["masked"]
    assert (rollout["mask"]["cause"], rollout["mask"]["reason"]) == ("infrastructure", "sandbox")
    assert "1 without a reward, infrastructure: sandbox" in run.text()
    with RolloutEndpoint(model, delay_s=0, faults=False) as endpoint:
        roll(endpoint, tmp_path / "run", folders[4], "--tasks", "1").ends()
    (rollout,) = rollouts_of(tmp_path / "run").values()
    assert rollout["reward"] is not None and rollout["ended"] == "submit"


def test_a_diff_is_the_response_of_what_was_changed(roll, tmp_path):
    rows = [{"id": "a", "question": "Add a line."}]
    folder = write_environment(
        tmp_path, "changes", rows, tools=["bash"], limits={"turns": 3}, response={"diff": "repository"},
        rubric={"functions": [{"kind": "regex", "pattern": r"(?m)^\+two$"}]},
        sandbox={"setup": "git init -q repository && cd repository && echo one > a.txt && git add . && "
                          "git -c user.name=a -c user.email=a@example.org commit -qm a"})

    def change(request):
        if request["messages"][-1]["role"] == "tool":
            return {"content": "Done."}
        return {"content": "", "tool_calls": [call("bash", {"command": "cd repository; echo two >> a.txt; echo 3 > b"})]}

    with RolloutEndpoint(change, delay_s=0, faults=False) as endpoint:
        roll(endpoint, tmp_path / "run", folder).ends()
    (rollout,) = rollouts_of(tmp_path / "run").values()
    assert rollout["reward"] == 1 and rollout["ended"] == "answer", rollout
    assert "+++ b/a.txt" in rollout["response"] and "+++ b/b" in rollout["response"]


def test_a_trainer_is_given_tasks_rollouts_and_scores(server, folders, tmp_path):
    log = tmp_path / "serve.log"
    with RolloutEndpoint(model) as endpoint, log.open("wb") as stream:
        process = subprocess.Popen(
            [str(word) for word in (harness.binary(), "env", "serve", folders[0], folders[4], "--endpoint", endpoint.url,
                                    "--model", "m", "--out", tmp_path / "runs", "--port", "0", "--url",
                                    f"http://127.0.0.1:{server.port}")], stdout=stream, stderr=stream)
        try:
            trainer = client_of(process, log)
            answer = trainer.get("/v1/environment").json()["environments"]
            assert [each["name"] for each in answer] == ["arithmetic", "counting"]
            page = trainer.get("/v1/tasks?environment=arithmetic&limit=2").json()
            assert page["next"] == 2 and page["tasks"][1] == {
                "environment": "arithmetic", "id": "1", "messages": [{"role": "user", "content": "What is 1 + 7?"}]}
            wanted = {"run": "step-1", "group": 2, "sampling": {"seed": 5}, "tasks": [
                {"environment": "counting", "id": "c-1"}, {"environment": "arithmetic", "id": "1"}]}
            reply = trainer.post("/v1/rollouts", wanted)
            assert reply.status == 200, reply.body
            rollouts = [json.loads(line) for line in reply.body.decode().splitlines()]
            assert [each["id"] for each in rollouts] == [
                "counting/c-1/0", "counting/c-1/1", "arithmetic/1/0", "arithmetic/1/1"]
            assert all(each["reward"] is not None for each in rollouts)
            asked = endpoint.requests
            assert trainer.post("/v1/rollouts", wanted).body == reply.body
            assert endpoint.requests == asked, "the same request gets what is there"
            other = trainer.post("/v1/rollouts", {**wanted, "group": 3})
            assert other.status == 422 and "group was 2 and is now 3" in other.json()["error"]["message"]
            scored = trainer.post("/v1/score", {"items": [
                {"environment": "arithmetic", "id": "1", "response": "\\boxed{8}"},
                {"environment": "arithmetic", "id": "1", "response": "\\boxed{9}"}]}).json()["results"]
            assert [each["score"] for each in scored] == [1, 0]
            for body, field in (({"run": "../x", "tasks": [{"id": "1"}]}, "run"), ({"run": "a", "tasks": []}, "tasks"),
                                ({"run": "a", "tasks": [{"id": "1"}]}, "tasks[0].environment"),
                                ({"run": "a", "tasks": [{"environment": "arithmetic", "id": "x"}]}, "tasks[0].id"),
                                ({"run": "a", "tasks": 1}, "tasks"), ({"runs": "a"}, "runs")):
                reply = trainer.post("/v1/rollouts", body)
                assert (reply.status, reply.json()["error"]["field"]) == (422, field), reply.body
            process.terminate()
            assert process.wait(PATIENCE_S) == 0, log.read_text()
        finally:
            process.kill()
            process.wait()


def client_of(process, log):
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and process.poll() is None:
        if match := re.search(r"listening on http://127\.0\.0\.1:(\d+)", log.read_text()):
            return Client(f"http://127.0.0.1:{match[1]}")
        time.sleep(0.02)
    raise AssertionError(log.read_text())


@pytest.mark.parametrize("change, arguments, said", [
    ({"tools": ["browse"]}, [], "the tool 'browse' isn't built in: there are "),
    ({"tools": ["bash"], "image": "no-such-image"}, [], "its tools need a sandbox: "),
    ({}, ["--rows", "evaluation"], "has no evaluation tasks"),
    ({}, ["--group", "0"], "--group: must be from 1 to 4096"),
    ({}, ["--extra-body", "[]"], "extra_body: must be a JSON object"),
    ({"limits": {"turns": 2}, "follow_up": "No.", "rubric": {"functions": [{"kind": "duplicates"}]}}, [],
     "nothing can follow an answer"),
])
def test_what_cannot_be_meant_is_refused_before_a_model_is_asked(roll, tmp_path, change, arguments, said):
    fields = {"rubric": {"functions": [{"kind": "regex", "pattern": "a"}]}, **change}
    folder = write_environment(tmp_path, "odd", [{"id": 1, "question": "?"}], **fields)
    with RolloutEndpoint(model) as endpoint:
        assert said in roll(endpoint, tmp_path / "run", folder, *arguments).ends(2).text()
        assert endpoint.requests == 0
