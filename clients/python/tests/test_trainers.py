"""The adapters of trainers: right rewards, each trainer's mask, and never a zero that nobody earned.

Trainers aren't installed here. What they call is called as they call it; `make check-trainers` runs the adapters
and the routes under the real ones.
"""

import asyncio
import importlib
import os
import signal
import sys
import types

import numpy
import pytest

import assay
from assay.trainers import areal, labels, nemo_gym, openrlhf, rllm, scoring, skyrl, slime, trl, verifiers, verl
from fake_server import Reset, Slow, Status

RIGHT, WRONG = "```python\nright\n```", "```python\nwrong\n```"
TESTS = {"inputs": ["1 2\n"], "outputs": ["3\n"]}


@pytest.fixture
def asks(fake, monkeypatch):
    """asks(script): a fake server that all adapters ask."""
    def start(script=None):
        server = fake(script)
        monkeypatch.setenv("ASSAY_URL", server.url)
        monkeypatch.setattr(scoring, "_clients", {})
        monkeypatch.setattr(scoring, "_FIRST_PAUSE_S", 0.01)
        labels._kept.clear()
        return server
    return start


def dead(monkeypatch):
    """No server at all, and clients that see it soon."""
    labels._kept.clear()
    monkeypatch.setattr(scoring, "_clients", {})
    monkeypatch.setattr(scoring, "Client", lambda url, token=None: assay.Client(
        "http://127.0.0.1:9", token=token, retries=0))


# ---- labels ----

@pytest.fixture
def read(client):
    """read(label): the item for a response to a label, as the real server reads it."""
    labels._kept.clear()

    def item(label, **more):
        row = labels.read([label], client)[0]
        if isinstance(row, Exception):
            raise row
        return labels.item(row, "x", **more)
    return item


@pytest.mark.parametrize("label", ["42", 42, 4.5, {"gold": "42"}, {"answer": 42}, {"ground_truth": "42"}, ["42"],
                                   '{"answer": "42"}', "[1, 2)", "{1, 2}", "[1, 2]", numpy.int64(42),
                                   numpy.array(["42"])])
def test_labels_that_are_answers(read, label):
    item = read(label, stop="all", profile="assay", limits={"cpu_time_s": 1})
    assert isinstance(item, assay.MathAnswer) and item.profile == "assay"


@pytest.mark.parametrize("label, mode", [
    (TESTS, "stdin_stdout"), ('{"inputs": ["1"], "outputs": ["2"]}', "stdin_stdout"),
    ([{"input": "1", "output": "2"}], "stdin_stdout"), ({"tests": [{"input": "1", "expected": "2"}]}, "stdin_stdout"),
    ({"inputs": numpy.array(["1"]), "outputs": numpy.array(["2"])}, "stdin_stdout"),
    ({"inputs": ["[1]\n2"], "outputs": ["3"], "fn_name": "f"}, "function_call"),
    ({"ground_truth": '{"inputs": [[1]], "outputs": [[3]], "fn_name": "f"}'}, "function_call"),
    (["assert f(1) == 2"], "assert"), ({"test_list": ["assert f(1) == 2"]}, "assert"),
    ({"tests": "eJxrYJkqxAABsVN6uBOLi1OLShRCikpTpyTqAQBkRAgp"}, "assert"),  # packed
    ({"problem": {"tests": [{"input": "1", "expected": "2"}]}, "language": "cpp"}, None)])
def test_labels_that_are_programs(read, label, mode):
    item = read(label, stop="all", profile="assay")
    assert isinstance(item, assay.Submission) and item.stop == "all" and item.response == "x"
    assert mode is None or f'"mode":"{mode}"'.encode() in item.problem.text
    assert item.language == ("python" if mode else "cpp")


@pytest.mark.parametrize("label", [None, "", {}, [], {"question": "?"}, {"inputs": [], "outputs": []},
                                   {"inputs": ["1"], "outputs": []}, {"tests": "no json"}, object(), "\ud800",
                                   {"inputs": ["{"], "outputs": ["1"], "fn_name": "f"}])
def test_labels_that_say_nothing_are_refused(read, label):
    with pytest.raises(assay.InvalidRequest, match="label"):
        read(label)


def test_limits_of_a_label(read):
    item = read({**TESTS, "time_limit_s": 3, "memory_mb": 64}, limits={"cpu_time_s": 9})
    assert item.limits == {"cpu_time_s": 3, "wall_time_s": 3, "memory_mb": 64}
    assert read(TESTS, limits={"cpu_time_s": 9}).limits == {"cpu_time_s": 9}
    assert read({**TESTS, "limits": {"memory_mb": 64}}, limits={"cpu_time_s": 9}).limits == {
        "cpu_time_s": 9, "memory_mb": 64}
    assert read({**TESTS, "limits": {"cpu_time_s": 2}}).limits == {"cpu_time_s": 2, "wall_time_s": 2}
    assert read({"problem": {"sha256": "a" * 64}}).problem == "a" * 64


def test_a_label_is_judged_as_the_server_reads_it(client):
    """Values in a list of one, and not: verl's harness takes both, and so does the route."""
    right = "```python\ndef f(x):\n    return x + 1\n```"
    wrapped = {"inputs": [[1]], "outputs": [[2]], "fn_name": "f"}
    verdicts = scoring.judge([(wrapped, right), ({**wrapped, "outputs": [2]}, right), ({**wrapped, "outputs": [3]}, right),
                              (["assert f(1) == 2"], right), ("7", "7"), (None, "7")], url=client.url)
    assert [verdict.reward for verdict in verdicts] == [1.0, 1.0, 0.0, 1.0, 1.0, None]
    assert verdicts[5].verdict == "invalid_label" and "null" in verdicts[5].why


def test_a_label_is_asked_for_once(asks):
    server = asks()
    assert scoring.rewards([(TESTS, RIGHT), (TESTS, WRONG), ("7", "7")] * 5) == [1.0, 0.0, 1.0] * 5
    assert scoring.rewards([(TESTS, RIGHT), ("7", "8")]) == [1.0, 0.0]
    asked = [request.json()["rows"] for request in server.requests if request.path == "/v1/problems:convert"]
    assert asked == [[{"label": TESTS}, {"label": "7"}]]


def test_a_label_is_never_lost_for_its_neighbours(asks):
    def script(request):
        if request.path == "/v1/problems:convert" and len(request.json()["rows"]) > 3:
            return Status(413, body=b"<html>413 Request Entity Too Large</html>")
        return None
    asks(script)
    answers = [str(number) for number in range(50)]
    assert scoring.rewards([(answer, answer) for answer in answers]) == [1.0] * 50


def test_a_label_that_is_too_large_is_refused_alone_and_asked_for_again(asks):
    def script(request):
        big = request.path == "/v1/problems:convert" and b"x" * 1000 in request.body
        return Status(413, body=b"<html>413 Request Entity Too Large</html>") if big else None
    server = asks(script)
    pairs = [("7", "7"), ("x" * 1000, "7"), ("8", "8")]
    for _ in range(2):
        assert scoring.rewards(pairs) == [1.0, None, 1.0]
    alone = [request for request in server.requests if request.path == "/v1/problems:convert"
             and [len(row["label"]) for row in request.json()["rows"]] == [1000]]
    assert len(alone) == 2


def test_what_a_label_has_beside_its_tests_may_be_anything(read):
    assert read({"gold": "42", "made": object(), "note": "\ud800"}).gold == "42"
    with pytest.raises(assay.InvalidRequest, match="label"):
        read({"gold": object()})
    called = read({"tests": {"inputs": [[1, 2]], "outputs": [3]}, "fn_name": "add"})
    assert b'"mode":"function_call"' in called.problem.text


# ---- TRL ----

def test_trl_gives_none_for_what_has_no_verdict(asks):
    def script(request):
        return None
    server = asks(script)
    reward = trl.reward_func()
    assert reward.__name__ == "assay_reward"
    state = types.SimpleNamespace(global_step=17)
    rewards = reward(prompts=["p"] * 4, completions=[RIGHT, [{"role": "assistant", "content": WRONG}], "7", "8"],
                     completion_ids=[[1]] * 4, answer=[TESTS, TESTS, "7", None], trainer_state=state,
                     log_extra=None, log_metric=None)
    assert rewards == [1.0, 0.0, 1.0, None]
    sent = [request for request in server.requests if request.path in ("/v1/verify", "/v1/math/verify")]
    assert b'"step":17' in sent[0].body


def test_trl_names_the_column_that_is_not_there(asks):
    asks()
    with pytest.raises(ValueError, match="reward_func"):
        trl.reward_func()(prompts=[], completions=["x"], question=["q"])
    with pytest.raises(ValueError, match="tests_column"):
        trl.reward_func("tests_column")(prompts=[], completions=["x"], answer=["q"])
    assert trl.reward_func()(prompts=[], completions=[], answer=[]) == []


def test_a_question_is_no_label(asks):
    asks()
    rewards = trl.reward_func()(prompts=[], completions=["7", "8"], problem=["What is 3 + 4?"] * 2, answer=["7", "7"])
    assert rewards == [1.0, 0.0]
    assert trl.label_column({"problem": '{"sha256": "aa"}', "answer": "7"}) == "problem"
    assert trl.label_column({"problem": {"sha256": "aa"}, "answer": "7"}) == "problem"
    assert trl.label_column({"problem": "{x | x > 0} is what?", "answer": "7"}) == "answer"


@pytest.mark.parametrize("fault", [Reset(), Reset(after=30), Status(429, {"Retry-After": "0"}), Status(503),
                                   Status(504), Slow(0.3)], ids=str)
def test_faults_on_the_way_are_no_zeros(asks, fault):
    asks(lambda request: fault if request.number % 3 == 1 else None)
    completions = [RIGHT, WRONG, "7"] * 20
    rewards = trl.reward_func()(prompts=[], completions=completions, answer=[TESTS, TESTS, "7"] * 20)
    assert rewards == [1.0, 0.0, 1.0] * 20


def test_a_server_that_is_gone_is_a_mask_for_trl(monkeypatch):
    dead(monkeypatch)
    assert trl.reward_func(patience_s=0.5)(prompts=[], completions=[RIGHT, "7"], answer=[TESTS, "7"]) == [None, None]


def test_a_fault_of_the_environment_is_asked_for_again(asks, monkeypatch):
    failed = []
    import fake_server
    true = fake_server.code_result

    def sometimes(index, given, score, **more):
        if len(failed) < 3:
            failed.append(index)
            return true(index, given, None, verdict="IE", cause="infrastructure", reason="box_failed")
        return true(index, given, score, **more)
    monkeypatch.setattr(fake_server, "code_result", sometimes)
    asks()
    assert scoring.rewards([(TESTS, RIGHT), (TESTS, WRONG)]) == [1.0, 0.0]
    assert len(failed) == 3


# ---- verl ----

def test_verls_compute_score_in_every_way_it_is_called(asks):
    asks()
    assert verl.compute_score(data_source="apps", solution_str=RIGHT, ground_truth=TESTS, extra_info={}) == 1.0
    # The prime manager: by position.
    assert verl.compute_score("apps", WRONG, '{"inputs": ["1"], "outputs": ["2"]}', None) == 0.0
    assert verl.compute_score_batch(data_sources=["a", "b"], solution_strs=["7", RIGHT], ground_truths=["7", TESTS],
                                    extra_infos=[{}, {}]) == [1.0, 1.0]
    import pickle
    assert pickle.loads(pickle.dumps(verl.compute_score)) is verl.compute_score


def test_verls_scores_wait_and_then_raise(monkeypatch):
    dead(monkeypatch)
    with pytest.raises(scoring.MissingReward, match="no verdict"):
        verl.compute_score("apps", RIGHT, TESTS, patience_s=0.3)
    assert verl.compute_score("apps", RIGHT, TESTS, patience_s=0.3, no_verdict=-5.0) == -5.0


def test_the_mean_of_the_others():
    assert verl.mean_of_others([1.0, None, 0.0, None], ["a", "a", "a", "b"]) == [1.0, 0.5, 0.0, 0.0]


class Tokenizer:
    """A token is a letter."""

    def decode(self, ids, skip_special_tokens=True):
        return "".join(chr(int(each)) for each in ids)


def batch_of_verl(responses, truths, uids):
    """A DataProto as far as reward managers look at it, of NumPy's arrays, which have what is needed of torch's."""
    width = max(map(len, responses))
    ids = numpy.zeros((len(responses), width), int)
    attention = numpy.zeros((len(responses), 2 + width), int)
    for i, text in enumerate(responses):
        ids[i, : len(text)] = [ord(letter) for letter in text]
        attention[i, : 2 + len(text)] = 1
    batch = {"prompts": numpy.zeros((len(responses), 2), int), "responses": ids, "attention_mask": attention}

    class Data(types.SimpleNamespace):
        def __len__(self):
            return len(responses)

    return Data(batch=batch, non_tensor_batch={"reward_model": [{"ground_truth": each} for each in truths],
                                               "uid": uids, "data_source": ["x"] * len(responses)})


def test_verls_batch_manager_masks(asks, monkeypatch):
    asks()
    torch = types.SimpleNamespace(zeros_like=lambda like, dtype: numpy.zeros(like.shape, dtype), float32=float)
    monkeypatch.setitem(sys.modules, "torch", torch)
    data = batch_of_verl([RIGHT, "7", RIGHT, "9"], [TESTS, "7", None, "8"], ["a", "a", "a", "b"])
    out = verl.AssayRewardManager(Tokenizer(), 0)(data, return_dict=True)
    assert out["reward_tensor"].sum(axis=-1).tolist() == [1.0, 1.0, 1.0, 0.0]
    assert out["reward_extra_info"]["masked"] == [0.0, 0.0, 1.0, 0.0]
    assert data.batch["response_mask"].sum(axis=-1).tolist() == [len(RIGHT), 1, 0, 1]


# ---- verifiers ----

def test_verifiers_classic_function(asks):
    asks()
    assert verifiers.reward.__name__ == "assay_reward"
    state = {"error": None}
    message = [{"role": "assistant", "content": RIGHT}]
    assert asyncio.run(verifiers.reward(completion=message, answer="", state=state, info={"label": TESTS},
                                        prompt="", parser=None)) == 1.0
    assert asyncio.run(verifiers.reward(completion="8", answer="7", state=state, info={})) == 0.0
    assert state["error"] is None


def test_verifiers_mask_is_an_error_of_the_rollout(asks):
    asks()
    state = {"error": None}
    assert asyncio.run(verifiers.reward(completion="x", answer="", state=state, info={"label": {}})) == 0.0
    assert isinstance(state["error"], Exception)
    task = types.SimpleNamespace(data=types.SimpleNamespace(label=None, answer=None))
    with pytest.raises(scoring.MissingReward):
        asyncio.run(verifiers.trace_reward(task, types.SimpleNamespace(last_reply="7")))
    task.data.answer = "7"
    assert asyncio.run(verifiers.trace_reward(task, types.SimpleNamespace(last_reply="7"))) == 1.0


# ---- the others ----

def test_openrlhfs_function(asks):
    asks()
    out = openrlhf.reward_func(["<s>6*7?7", "p" + RIGHT], ["6*7?", "p"], ["7", TESTS])
    assert list(map(float, out["rewards"])) == [1.0, 1.0]
    assert set(out) == {"rewards", "scores", "extra_logs"} and len(out["extra_logs"]["assay_accepted"]) == 2


def test_openrlhf_has_no_mask(monkeypatch):
    dead(monkeypatch)
    monkeypatch.setattr(openrlhf.scoring.judge, "__kwdefaults__",
                        {**scoring.judge.__kwdefaults__, "patience_s": 0.3})
    with pytest.raises(scoring.MissingReward):
        openrlhf.reward_func(["x"], ["p"], ["7"])


def sample_of_slime(response, label, index=0):
    return types.SimpleNamespace(response=response, label=label, group_index=3, index=index, remove_sample=False)


def test_slimes_function(asks):
    server = asks()
    assert asyncio.run(slime.rm(None, sample_of_slime("7", "7"))) == 1.0
    assert b'"group":3' in server.requests[-1].body
    group = [sample_of_slime("7", "7"), sample_of_slime("8", "7"), sample_of_slime("7", None)]
    assert asyncio.run(slime.rm(None, group)) == [1.0, 0.0, 0.5]
    assert [each.remove_sample for each in group] == [False, False, True]
    with pytest.raises(scoring.MissingReward):
        asyncio.run(slime.rm(None, sample_of_slime("7", None)))


def test_areals_function(asks):
    asks()
    assert areal.reward_fn("p", "7", [1], [2], answer="7", question="?") == 1.0
    with pytest.raises(scoring.MissingReward):
        areal.reward_fn("p", "7", [1], [2], answer="")
    assert areal.PATIENCE_S < 15  # what AReaL gives a call


@pytest.fixture
def rlvr(monkeypatch):
    """AReaL's RLVRWorkflow, as far as ours uses it."""
    class RLVRWorkflow:
        def __init__(self, reward_fn, gconfig, tokenizer):
            assert isinstance(reward_fn, str)  # by a name there is no pool of processes
            self.tokenizer = tokenizer

        async def arun_episode(self, engine, data):
            return {"rewards": await self._compute_rewards(types.SimpleNamespace(output_tokens=engine), "p", data)}

        async def _compute_rewards(self, resp, prompt_str, task_data):
            raise AssertionError("ours is asked")

    for name in ("areal", "areal.workflow", "areal.workflow.rlvr"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    sys.modules["areal.workflow.rlvr"].RLVRWorkflow = RLVRWorkflow
    yield RLVRWorkflow
    vars(areal).pop("AssayWorkflow", None)


TOKENIZER = types.SimpleNamespace(decode=lambda tokens: tokens)


def test_areals_workflow_leaves_out_what_has_no_verdict(asks, rlvr):
    asks()
    flow = areal.AssayWorkflow(gconfig=None, tokenizer=TOKENIZER, reward_fn="the.one.of.an.example")
    assert asyncio.run(flow.arun_episode("7", {"answer": "7"})) == {"rewards": 1.0}
    assert asyncio.run(flow.arun_episode("8", {"answer": "7"})) == {"rewards": 0.0}
    assert asyncio.run(flow.arun_episode("7", {"answer": ""})) is None
    with pytest.raises(ValueError, match="columns"):  # the whole data set is at fault: that is said, not left out
        asyncio.run(flow.arun_episode("7", {"question": "?"}))


def test_areals_workflow_judges_a_group_side_by_side(asks, rlvr):
    """One after the other, as in AReaL's pool of processes, the last would be late."""
    server = asks(lambda request: Slow(0.2))
    flow = areal.AssayWorkflow(gconfig=None, tokenizer=TOKENIZER)

    async def group():
        return await asyncio.gather(*(flow.arun_episode(str(i), {"answer": str(i)}) for i in range(16)))

    assert asyncio.run(group()) == [{"rewards": 1.0}] * 16
    assert server.most_under_way > 1


def test_areals_workflow_without_a_server(monkeypatch, rlvr):
    dead(monkeypatch)
    flow = areal.AssayWorkflow(gconfig=None, tokenizer=TOKENIZER, patience_s=0.3)
    assert asyncio.run(flow.arun_episode("7", {"answer": "7"})) is None


def test_an_areal_that_is_made_otherwise_is_said(asks, rlvr):
    del rlvr._compute_rewards
    with pytest.raises(ImportError, match="reward_fn"):
        areal.AssayWorkflow


def test_a_fork_while_the_clients_are_locked(asks):
    """AReaL's pool forks at any time: the child must not wait for a lock that nobody there will open."""
    asks()
    with scoring._lock, labels._kept._lock:
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            os._exit(0 if scoring.client() is not None and labels._kept.find(b"") is None else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_the_taskset_is_found_by_its_id(monkeypatch):
    """verifiers imports an id as a module at the top level, and takes from its `__all__` the one Taskset."""
    v1 = types.ModuleType("verifiers.v1")

    class Generic:
        def __class_getitem__(cls, _):
            return cls

    v1.TaskData, v1.Task, v1.TasksetConfig, v1.Taskset = (type(name, (Generic,), {}) for name in (
        "TaskData", "Task", "TasksetConfig", "Taskset"))
    v1.Trace = object
    v1.reward = lambda weight: lambda function: function
    package = types.ModuleType("verifiers")
    package.v1 = v1
    monkeypatch.setitem(sys.modules, "verifiers", package)
    monkeypatch.setitem(sys.modules, "verifiers.v1", v1)
    try:
        module = importlib.import_module("assay-taskset".replace("-", "_"))
        assert [issubclass(getattr(module, name), v1.Taskset) for name in module.__all__] == [True]
    finally:
        sys.modules.pop("assay_taskset", None)
        vars(verifiers).pop("AssayTaskset", None)


def test_rllms_function(asks):
    asks()
    out = rllm.AssayReward()({"problem": "What is 7?", "ground_truth": "7"}, types.SimpleNamespace(action="7"))
    assert (out.reward, out.is_correct) == (1.0, True)
    assert rllm.AssayReward()({"problem": {"tests": [{"input": "1", "expected": "1"}]}}, WRONG).reward == 0.0
    with pytest.raises(ValueError, match="ground_truth"):
        rllm.AssayReward()({"question": "?"}, "7")


def test_skyrls_environment(asks):
    asks()
    env = skyrl.AssayEnv(env_config={"score": "share"}, extras={"reward_spec": {"ground_truth": "7"}})
    out = env.step("7")
    assert (out["reward"], out["done"], out["observations"]) == (1.0, True, [])
    with pytest.raises(ValueError, match="reward_spec"):
        skyrl.AssayEnv(extras={})


def test_nemo_gyms_launcher():
    config = '{"assay": {"resources_servers": {"assay": {"host": "127.0.0.1", "port": 12345, "entrypoint": "app.py"}}}}'
    environment = {"NEMO_GYM_CONFIG_DICT": config, "NEMO_GYM_CONFIG_PATH": "assay"}
    assert nemo_gym.address(environment) == ("127.0.0.1", 12345)
    with pytest.raises(SystemExit, match="NEMO_GYM_CONFIG_DICT"):
        nemo_gym.address({})


def test_adapters_need_no_trainer():
    for name in ("torch", "verl", "trl", "verifiers", "datasets", "skyrl_gym", "rllm", "areal", "slime", "nemo_gym"):
        assert name not in sys.modules, name
    for name in ("areal", "nemo_gym", "openrlhf", "rllm", "skyrl", "slime", "trl", "verifiers", "verl"):
        importlib.import_module(f"assay.trainers.{name}")


def test_results_of_the_real_server(server, monkeypatch):
    monkeypatch.setenv("ASSAY_URL", server.url)
    monkeypatch.setattr(scoring, "_clients", {})
    program = "```python\nprint(sum(map(int, input().split())))\n```"
    rewards = trl.reward_func(score="share")(
        prompts=[], completions=[program, program, r"so \boxed{\frac12}", r"\boxed{3}"],
        tests=[TESTS, {"inputs": ["1 1", "2 2"], "outputs": ["2", "5"]}, "0.5", "4"])
    assert rewards == [1.0, 0.5, 1.0, 0.0]
