"""Environments in Python: the same tasks and rewards as by HTTP, and what verifiers gets."""

import asyncio
import base64
import gzip
import hashlib
import importlib
import json
import os
import subprocess
import sys
import tarfile
import types
import zipfile

import pytest

import assay
from assay import _find, environments
from assay.trainers import scoring as shared
from fake_server import Status

RIGHT = {"sum-1": "\\boxed{42}", "product-1": "\\boxed{132}", "fraction-1": "\\boxed{\\frac18}",
         "linear-1": "so \\boxed{x = 6}", "quadratic-1": "\\boxed{2^{1/2}}", "pair-1": "\\boxed{(4,3)}"}


def assay_env(*arguments):
    binary = _find.find_binary()
    if binary is None:
        pytest.skip("there is no program assay")
    done = subprocess.run([str(binary), "env", *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path):
    """folder(kind): a new environment."""
    def make(kind="math", name="sums"):
        assay_env("new", name, "--kind", kind, "--folder", tmp_path / name)
        return tmp_path / name
    return make


def change(folder, *changes):
    path = folder / "environment.yaml"
    text = path.read_text()
    for what, by in changes:
        assert what in text
        text = text.replace(what, by)
    path.write_text(text)


@pytest.fixture
def stub(monkeypatch):
    """What load_environment calls of verifiers and datasets; it has no others."""
    class Rubric:
        def __init__(self, funcs, weights):
            self.funcs, self.weights = funcs, weights

    class SingleTurnEnv:
        def __init__(self, **given):
            self.__dict__.update(given)

    module = types.ModuleType("verifiers")
    module.Rubric, module.SingleTurnEnv = Rubric, SingleTurnEnv
    module.SandboxError = type("SandboxError", (Exception,), {})
    datasets = types.ModuleType("datasets")
    datasets.Dataset = types.SimpleNamespace(from_list=list)
    monkeypatch.setitem(sys.modules, "verifiers", module)
    monkeypatch.setitem(sys.modules, "datasets", datasets)
    monkeypatch.setattr(shared, "_clients", {})
    monkeypatch.setattr(environments, "_FIRST_PAUSE_S", 0.01)
    return module


# ---- reading ----

@pytest.mark.parametrize("template, filled", [  # the same pairs are in src/env/model/model_test.cc
    ("{a} {b.c}", "x{a} 5"),
    ("\\boxed{} {} { a } {1} {a-b} {a", "\\boxed{} {} { a } {1} {a-b} {a"),
    ("{{a}} {{b.c}} {{a} {a}}", "{a} {b.c} {x{a} x{a}}"),
    ("\\frac{{a}}{2}", "\\frac{a}{2}"),
])
def test_placeholders_are_fields_and_nothing_else(template, filled):
    assert environments.fill(template, {"id": 1, "a": "x{a}", "b": {"c": 5}}) == filled


@pytest.mark.parametrize("template", ["{zz}", "{a.c}", "{f}", "{t}"])
def test_a_placeholder_without_a_text_is_a_fault(template):
    with pytest.raises(environments.EnvironmentFault, match=template[1:-1]):
        environments.fill(template, {"a": "x", "f": 0.5, "t": True})


def test_a_working_folder_and_an_unpacked_one_are_the_same(folder, tmp_path, monkeypatch):
    made = folder()
    assay_env("pack", made, "--out", tmp_path / "out", "--gzip")
    (pack,) = (tmp_path / "out").iterdir()
    with tarfile.open(pack) as archive:
        archive.extractall(tmp_path / "unpacked")
    working = environments.load(made)
    monkeypatch.setattr(environments, "find_binary", lambda: None)  # the other needs no program
    unpacked = environments.load(tmp_path / "unpacked")
    assert working.manifest == unpacked.manifest
    tasks = list(unpacked.tasks())
    assert [task.id for task in tasks] == list(RIGHT)
    assert tasks[0].messages[0]["role"] == "system" and "\\boxed{}" in tasks[0].messages[0]["content"]
    assert tasks[0].messages[1] == {"role": "user", "content": "What is 17 + 25?"}
    assert tasks[0].item == {"id": "sum-1", "prompt": "What is 17 + 25?", "gold": "42"}


def test_an_installed_one_is_found_by_its_name(folder, tmp_path):
    assay_env("pack", folder(), "--registry", tmp_path / "registry")
    assay_env("install", "sums", "--registry", tmp_path / "registry", "--allow-unsigned", "--store", tmp_path / "store")
    for name in ("sums", "sums@0.1", "sums@>=0.1"):
        assert environments.load(name, store=str(tmp_path / "store")).version == "0.1.0"
    with pytest.raises(environments.EnvironmentFault, match="sums@2"):
        environments.load("sums@2", store=str(tmp_path / "store"))


def test_tasks_of_another_hash_are_refused(folder):
    made = folder()
    environment = environments.load(made)
    rows = (made / "tasks.jsonl").read_text()
    (made / "tasks.jsonl").write_text(rows.replace("42", "43"))
    with pytest.raises(environments.EnvironmentFault, match="has the hash of"):
        next(environment.tasks())
    (made / "tasks.jsonl").unlink()
    with pytest.raises(environments.EnvironmentFault, match="No such file"):
        next(environment.tasks())
    with pytest.raises(environments.EnvironmentFault, match="no evaluation"):
        next(environment.tasks("evaluation"))


@pytest.mark.parametrize("form", ["gzip", "array"])
def test_rows_are_read_in_other_forms(folder, form):
    made = folder()
    rows = [json.loads(line) for line in (made / "tasks.jsonl").read_text().splitlines()]
    rows[0]["question"] = "a\u2028b\r"  # no ends of lines
    lines = "\ufeff" + "\r\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n\n"
    data = gzip.compress(lines.encode()) if form == "gzip" else json.dumps(rows).encode()
    (made / "tasks.jsonl").write_bytes(data)
    assay_env("check", made, "--write-hashes")
    assert list(environments.load(made).rows()) == rows


# ---- scores ----

def test_scores_are_those_of_http_and_of_the_command(client, server, folder):
    made = folder()
    environment = environments.load(made)
    tasks = list(environment.tasks())
    answers = [(task, RIGHT[task.id]) for task in tasks] + [(tasks[0], "\\boxed{43}"), (tasks[0], "42")]
    scores = environment.score(answers, client=client)
    assert [each.score for each in scores] == [1.1] * 6 + [0.0, 1.0]
    items = [{**task.item, "response": text} for task, text in answers]
    assert [each.score for each in client.score(items, {"any": environment.rubric})] == [each.score for each in scores]
    lines = [json.dumps({"id": task.id, "response": text}) + "\n" for task, text in answers]
    (made / "responses.jsonl").write_text("".join(lines))
    printed = assay_env("score", made, made / "responses.jsonl", "--url", server.url).splitlines()
    assert [json.loads(line)["score"] for line in printed] == [each.score for each in scores]


def test_programs_are_judged(client, folder):
    environment = environments.load(folder("code"))
    task = next(environment.tasks())
    right = "```python\nprint(sum(map(int, input().split())))\n```"
    scores = environment.score([(task, right), (task.row, "```python\nprint(3)\n```")], client=client)
    assert [each.score for each in scores] == [1.1, 0.0]


def test_groups_are_compared(client, folder):
    made = folder()
    change(made, ("    - kind: format\n      weight: 0.1\n      require: [boxed]\n      when: math\n",
                  "    - kind: pass_rate\n      weight: 0\n      of: math\n  advantage: {kind: dr_grpo}\n"))
    environment = environments.load(made)
    assert environment.needs_group
    task = next(environment.tasks())
    scores = environment.score([(task, "\\boxed{42}"), (task, "\\boxed{1}")], client=client)
    assert [each.advantage for each in scores] == [0.5, -0.5]


# ---- verifiers ----

def test_verifiers_gets_prompts_and_the_servers_score(server, folder, stub, monkeypatch):
    monkeypatch.setenv("ASSAY_URL", server.url)
    made = environments.load_environment(folder(), max_concurrent=3)
    assert made.system_prompt.startswith("Think") and made.max_concurrent == 3
    assert made.sampling_args == {"max_tokens": 4096}
    (reward,) = made.rubric.funcs
    for row in made.dataset:
        right = [{"role": "assistant", "content": RIGHT[row["info"]["id"]]}]
        wrong = [{"role": "assistant", "content": "\\boxed{0}"}]
        assert asyncio.run(reward(completion=right, state={}, info=row["info"])) == 1.1
        assert asyncio.run(reward(completion=wrong, state={}, info=json.dumps(row["info"]))) == 0.0


def test_no_verdict_is_an_error_of_the_rollout(fake, folder, stub, monkeypatch):
    monkeypatch.setenv("ASSAY_URL", fake(lambda request: Status(503)).url)
    monkeypatch.setattr(environments, "PATIENCE_S", 0.0)
    monkeypatch.setattr(shared, "Client", lambda url, token=None: assay.Client(os.environ["ASSAY_URL"], retries=0))
    made = environments.load_environment(folder())
    state = {}
    row = made.dataset[0]
    assert asyncio.run(made.rubric.funcs[0](completion="\\boxed{42}", state=state, info=row["info"])) == 0.0
    assert isinstance(state["error"], stub.SandboxError)
    with pytest.raises(stub.SandboxError):
        asyncio.run(made.rubric.funcs[0](completion="\\boxed{42}", info=row["info"]))


def test_a_faulty_gold_is_an_error_of_the_rollout(server, folder, stub, monkeypatch):
    monkeypatch.setenv("ASSAY_URL", server.url)
    made = environments.load_environment(folder())
    state = {}
    info = {"id": "1", "item": json.dumps({"id": "1", "prompt": "?", "gold": "((("})}
    assert asyncio.run(made.rubric.funcs[0](completion="1", state=state, info=info)) == 0.0
    assert "math" in str(state["error"])


def test_what_is_not_single_turn_says_so(folder, stub):
    made = folder()
    change(made, ("turns: 1", "turns: 2"))
    with pytest.raises(environments.EnvironmentFault, match="not single-turn"):
        environments.load_environment(made)
    change(made, ("files: [README.md]", "files: [README.md]\npython: hooks.py"))
    (made / "hooks.py").write_text("def load_environment(environment, **options):\n"
                                   "    return environment.name, options\n")
    assert environments.load_environment(made, a=1) == ("sums", {"a": 1})


def test_without_verifiers_the_fault_names_it(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "verifiers", None)
    with pytest.raises(environments.EnvironmentFault, match="pip install verifiers"):
        environments.load_environment(folder())


def test_a_wheel_is_a_module_that_verifiers_looks_for(folder, stub, tmp_path, monkeypatch):
    assay_env("pack", folder(name="small-sums"), "--wheel", "--out", tmp_path / "out")
    (path,) = (tmp_path / "out").iterdir()
    assert path.name == "small_sums-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(path) as wheel:
        assert wheel.testzip() is None
        names = wheel.namelist()
        record = wheel.read("small_sums-0.1.0.dist-info/RECORD").decode().splitlines()
        assert [line.split(",")[0] for line in record] == names
        for line in record[:-1]:
            name, digest, size = line.split(",")
            data = wheel.read(name)
            hashed = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            assert (digest, int(size)) == (f"sha256={hashed}", len(data))
    target = tmp_path / "site"
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(target),
                           str(path)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    monkeypatch.syspath_prepend(str(target))
    module = importlib.import_module("small-sums".replace("-", "_"))
    assert len(module.load_environment().dataset) == 6
