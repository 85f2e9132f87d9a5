"""Environments in Python: the same tasks and rewards as by HTTP, and what verifiers gets."""

import asyncio
import base64
import collections
import gzip
import hashlib
import importlib
import json
import os
import pathlib
import shutil
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


def test_rows_in_parquet_are_read_by_the_program(folder, tmp_path):
    """data/sums.parquet has the rows that `assay env new --kind math` writes; pyarrow wrote it."""
    made = folder()
    rows = list(environments.load(made).rows())
    change(made, ("tasks.jsonl", "tasks.parquet"))
    (made / "tasks.jsonl").unlink()
    shutil.copy(pathlib.Path(__file__).parent / "data" / "sums.parquet", made / "tasks.parquet")
    assay_env("check", made, "--write-hashes")
    assert list(environments.load(made).rows()) == rows
    assay_env("pack", made, "--out", tmp_path / "out", "--gzip")
    (pack,) = (tmp_path / "out").iterdir()
    with tarfile.open(pack) as archive:
        archive.extractall(tmp_path / "unpacked")
    assert [task.id for task in environments.load(tmp_path / "unpacked").tasks()] == list(RIGHT)


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
    assert {"load_environment", "EnvironmentTaskset", "OneTurn"} == set(module.__all__)
    with pytest.raises(AttributeError):
        module.Anything
    with pytest.raises(environments.EnvironmentFault, match="verifiers.v1"):
        module.EnvironmentTaskset


class Generics:
    """Of verifiers.v1: classes that take parameters and have none of its behaviour."""

    def __class_getitem__(cls, _):
        return cls


@pytest.fixture
def tasksets(stub, monkeypatch):
    """What load_taskset and load_harness call of verifiers.v1."""
    class TaskData:
        def __init__(self, **given):
            self.__dict__.update(given)

    class Task(Generics):
        def __init__(self, data, config):
            self.data, self.config = data, config

    class Taskset(Generics):
        def __init__(self, config):
            self.config = config

    class Harness(Generics):
        def resolve_text_prompt(self, data):
            return data.system_prompt, data.prompt

    module = types.ModuleType("verifiers.v1")
    module.TaskData, module.Task, module.Taskset, module.Harness = TaskData, Task, Taskset, Harness
    module.TasksetConfig = module.HarnessConfig = module.Trace = type("Any", (), {})
    module.reward = lambda weight: lambda function: function
    runtimes = types.ModuleType("verifiers.v1.runtimes")
    runtimes.ProgramResult = collections.namedtuple("ProgramResult", "exit_code stdout stderr")
    stub.v1 = module
    monkeypatch.setitem(sys.modules, "verifiers.v1", module)
    monkeypatch.setitem(sys.modules, "verifiers.v1.runtimes", runtimes)
    return module


def test_a_taskset_has_the_tasks_and_the_servers_score(server, folder, tasksets, monkeypatch):
    monkeypatch.setenv("ASSAY_URL", server.url)
    taskset = environments.load_taskset(folder())(types.SimpleNamespace(use="tasks", task="config"))
    tasks = list(taskset.load())
    assert [task.data.name for task in tasks] == list(RIGHT)
    assert tasks[0].key == "sums:sum-1" and tasks[0].config == "config"
    assert "boxed" in tasks[0].data.system_prompt and tasks[0].data.prompt == "What is 17 + 25?"
    for task in tasks:
        for said, score in ((RIGHT[task.data.name], 1.1), (None, 0.0)):
            assert asyncio.run(task.assay_score(types.SimpleNamespace(last_reply=said))) == score


def test_a_task_without_a_verdict_has_no_reward(fake, folder, tasksets, monkeypatch):
    monkeypatch.setenv("ASSAY_URL", fake(lambda request: Status(503)).url)
    monkeypatch.setattr(environments, "PATIENCE_S", 0.0)
    monkeypatch.setattr(shared, "Client", lambda url, token=None: assay.Client(os.environ["ASSAY_URL"], retries=0))
    task = next(iter(environments.load_taskset(folder())(types.SimpleNamespace(use="tasks", task=None)).load()))
    with pytest.raises((shared.MissingReward, assay.AssayError)):
        asyncio.run(task.assay_score(types.SimpleNamespace(last_reply="\\boxed{42}")))


def test_the_harness_asks_once_with_the_environments_limit(fake, folder, tasksets):
    asked = []

    def answer(request):
        asked.append((request.path, request.json()))
        return Status(200, {}, b'{"choices": []}') if len(asked) == 1 else Status(429)

    endpoint = fake(answer).url
    harness = environments.load_harness(folder())()
    data = types.SimpleNamespace(system_prompt="Be short.", prompt="1+1?")

    def launch():
        return asyncio.run(harness.launch(types.SimpleNamespace(model="m"), None, None, endpoint, "secret", {}, data))

    assert launch().exit_code == 0
    assert asked == [("/chat/completions", {
        "model": "m", "max_tokens": 4096,
        "messages": [{"role": "system", "content": "Be short."}, {"role": "user", "content": "1+1?"}]})]
    failed = launch()
    assert failed.exit_code == 1 and "HTTP 429" in failed.stderr


def test_a_taskset_of_more_turns_is_its_own(folder, tasksets):
    made = folder()
    change(made, ("turns: 1", "turns: 2"))
    for load in (environments.load_taskset, environments.load_harness):
        with pytest.raises(environments.EnvironmentFault, match="not single-turn"):
            load(made)
    change(made, ("files: [README.md]", "files: [README.md]\npython: hooks.py"))
    (made / "hooks.py").write_text("def load_taskset(environment):\n    return environment.name\n")
    assert environments.load_taskset(made) == "sums"
