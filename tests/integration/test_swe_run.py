"""Patches graded by running (`mode: "swe"`): tasks of tests/swe in Python and C++, a flaky test that is set
aside, a sandbox that ends meanwhile, requests that make no sense, and `assay swe run`. `make check-swe` has all languages."""

import json
import pathlib
import subprocess
import sys
import threading
import time

import pytest

from harness import server as harness
from harness.server import AssayServer

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "swe"))
import repositories  # noqa: E402
import verdicts  # noqa: E402

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

# Of C++, which is compiled anew for each patch, one.
TASKS = repositories.tasks(("python",))
TASKS += [task for task in repositories.tasks(("cpp",)) if task.id == "rota-first-come"]
SMALL = next(task for task in TASKS if task.language == "python")


@pytest.fixture(scope="module")
def server():
    with AssayServer(["--slots", "2", "--warm-sandboxes", "0"]) as started:
        yield started
        assert started.stop() == 0
        assert started.leftovers() == []


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_only_the_reference_is_resolved(server, task):
    if why := verdicts.why_not(task):
        pytest.skip(why)
    assert "\n".join(verdicts.faults(server, task)) == ""


def test_a_patch_is_found_in_a_response(server):
    body = SMALL.body(response="The fault is in one line:\n\n```diff\n" + SMALL.reference + "```\n")
    result = server.post("/v1/verify", body).json()
    assert (result["verdict"], result["score"], result["reason"]) == ("AC", 1, "accepted"), result
    result = server.post("/v1/verify", SMALL.body(response="I can't tell.")).json()
    assert (result["verdict"], result["reason"], result["masked"]) == ("WA", "no_code", False)


def test_a_patch_that_leaves_the_tree_is_refused_and_nothing_runs(server):
    patch = "--- /dev/null\n+++ b/../outside\n@@ -0,0 +1 @@\n+x\n"
    result = server.post("/v1/verify", SMALL.body(patch=patch)).json()
    assert (result["verdict"], result["reason"], result["masked"]) == ("WA", "patch_refused", False), result
    assert result["swe"]["reasons"][0]["kind"] == "patch"


@pytest.mark.parametrize("change, field", [
    (lambda body: body["task"].pop("command"), "task.command"),
    (lambda body: body["task"].update(framework="nose"), "task.framework"),
    (lambda body: body["task"].update(comand="x"), "task.comand"),
    (lambda body: body["task"].update(test_patch="nonsense"), "task.test_patch"),
    (lambda body: body.update(repository={}), "repository.archive"),
    (lambda body: body.update(repository={"archive": "bm8gdGFy"}), "repository.archive"),
    (lambda body: body.update(image="no/such:image"), "image"),
    (lambda body: body.update(limits={"time_s": 0}), "limits.time_s"),
    (lambda body: body.update(limits={"memory_mb": 1 << 23}), "limits.memory_mb"),
    (lambda body: body.update(language="python"), "language"),
    (lambda body: body.pop("patch"), "patch"),
])
def test_what_makes_no_sense_is_refused_with_its_field(server, change, field):
    body = SMALL.body(patch="")
    change(body)
    reply = server.post("/v1/verify", body)
    assert reply.status == 422, reply.body
    assert reply.json()["error"]["field"] == field, reply.body


def test_a_sandbox_that_ends_meanwhile_is_no_verdict(server):
    body = SMALL.body(patch=SMALL.reference)
    body["task"]["command"] = "sleep 1000"
    results = []
    asking = threading.Thread(target=lambda: results.append(server.post("/v1/verify", body).json()))
    asking.start()
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and asking.is_alive():
        for box in server.get("/v1/sandboxes?state=running").json()["sandboxes"]:
            if server.get(f"/v1/sandboxes/{box['id']}/processes").json()["processes"]:
                server.request("DELETE", f"/v1/sandboxes/{box['id']}")
        time.sleep(0.1)
    asking.join(120)
    assert (results[0]["verdict"], results[0]["cause"], results[0]["masked"]) == ("IE", "infrastructure", True), results


def test_an_environment_in_which_the_reference_fails_is_no_verdict(server):
    body = SMALL.body(patch=SMALL.reference)
    body["task"]["command"] = "no-such-runner"
    result = server.post("/v1/verify", body).json()
    assert (result["verdict"], result["cause"], result["masked"]) == ("IE", "infrastructure", True), result
    assert result["swe"]["reasons"][0]["kind"] == "reference"


def test_results_come_as_lines(server):
    body = SMALL.body(stream=True, submissions=[{"id": 1, "patch": SMALL.reference}, {"id": "b", "patch": ""}])
    lines = server.post("/v1/verify", body).lines()
    assert {(line["id"], line["verdict"]) for line in lines} == {("1", "AC"), ("b", "WA")}


FLAKY = """import os
import random


def test_fixed():
    import flaky
    assert flaky.VALUE == 2


def test_kept():
    pass


def test_changes():
    assert random.SystemRandom().random() < 0.5
"""


@pytest.fixture
def flaky(tmp_path):
    """A folder with a repository, and the file of its task."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "flaky.py").write_text("VALUE = 1\n")
    task = {"framework": "pytest", "command": "python3 -B -m pytest -rA -p no:cacheprovider", "env": {"PYTHONPATH": "."},
            "test_files": {"tests/test_flaky.py": FLAKY},
            "reference": "--- a/flaky.py\n+++ b/flaky.py\n@@ -1 +1 @@\n-VALUE = 1\n+VALUE = 2\n"}
    (tmp_path / "task.json").write_text(json.dumps({"task": task}) + "\n")
    return tree, tmp_path / "task.json", task


def assay(*words, **more):
    return subprocess.run([str(harness.binary()), *map(str, words)], capture_output=True, text=True, timeout=1800, **more)


def test_a_flaky_test_is_set_aside(server, flaky):
    tree, file, task = flaky
    # Twenty runs of a fair coin: one alike in all of them is one in half a million.
    done = assay("swe", "run", "--task", file, "--repository", tree, "--repeat", 10, "--url", f"http://127.0.0.1:{server.port}")
    assert done.returncode == 0, done.stderr
    lists = json.loads(done.stdout)
    assert lists["fail_to_pass"] == ["tests/test_flaky.py::test_fixed"]
    assert lists["pass_to_pass"] == ["tests/test_flaky.py::test_kept"]
    assert [aside["test"] for aside in lists["set_aside"]] == ["tests/test_flaky.py::test_changes"]
    task.update(fail_to_pass=lists["fail_to_pass"], pass_to_pass=lists["pass_to_pass"])
    file.write_text(json.dumps({"task": task}) + "\n")
    for flag, code, verdict in (("--reference", 0, "AC"), ("--nothing", 1, "WA")):
        done = assay("swe", "run", "--task", file, "--repository", tree, flag, "--url", f"http://127.0.0.1:{server.port}")
        assert (done.returncode, json.loads(done.stdout)["verdict"]) == (code, verdict), done.stdout + done.stderr


def test_the_command_runs_tests_without_a_server(flaky, tmp_path):
    tree, file, task = flaky
    task.update(fail_to_pass=["tests/test_flaky.py::test_fixed"], pass_to_pass=["tests/test_flaky.py::test_kept"])
    file.write_text(json.dumps({"task": task}) + "\n")
    patch = tmp_path / "fix.patch"
    patch.write_text(task["reference"])
    done = assay("swe", "run", "--task", file, "--repository", tree, "--patch", patch)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["swe"]["control_tests"] == 1


@pytest.mark.parametrize("words, says", [
    (("--task", "{file}", "--repository", "{tree}"), "give one of"),
    (("--task", "{file}", "--repository", "{tree}", "--id", "other", "--nothing"), "no row has it"),
    (("--task", "nowhere", "--nothing"), "nowhere"),
])
def test_a_command_line_that_makes_no_sense(flaky, words, says):
    tree, file, _ = flaky
    done = assay("swe", "run", *[word.format(tree=tree, file=file) for word in words])
    assert done.returncode == 2, done.stderr
    assert says in done.stderr


def test_a_software_environment_is_scored_without_a_server(tmp_path):
    """`assay env score` makes a judge with sandboxes where the rubric runs tests."""
    assay = [harness.binary(), "env"]
    subprocess.run([*assay, "new", "mend", "--kind", "software"], cwd=tmp_path, check=True, timeout=60)
    rows = [json.loads(line) for line in (tmp_path / "mend/tasks.jsonl").read_text().splitlines()]
    responses = [{"id": row["id"], "response": f"```diff\n{row['swe']['task']['reference']}```"} for row in rows]
    responses.append({"id": rows[0]["id"], "response": "I can't tell."})
    (tmp_path / "responses.jsonl").write_text("".join(json.dumps(each) + "\n" for each in responses))
    done = subprocess.run([*assay, "score", "mend", "responses.jsonl"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["score"] for line in done.stdout.splitlines()] == [1.1] * len(rows) + [0], done.stdout
