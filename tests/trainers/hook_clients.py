"""Clients that call a Python function of ours: the trainers' own reward paths, unmodified, with our adapters in them.

Each is a function of its checkouts and of the proxy that the adapter asks. What makes completions (an inference
engine, a tokenizer) is a stand-in here; what turns them into rewards is the trainer's.
"""

import asyncio
import json
import math
import os
import sys
import threading
import typing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from peer_harness import SUM, TOKEN, WRONG, check, killed_in_mid_batch, label, sleeper, stub_missing

MATH, PROGRAM = "42", json.dumps(label())
RIGHT_ANSWER, WRONG_ANSWER = "So \\boxed{42}.", "So \\boxed{41}."
# label, completion, reward
SAMPLES = [(MATH, RIGHT_ANSWER, 1.0), (MATH, WRONG_ANSWER, 0.0), (PROGRAM, SUM, 1.0), (PROGRAM, WRONG, 0.0)]
BROKEN = '{"inputs": [], "outputs": []}'  # a label that is at fault: no completion can be right or wrong
FAULTS = [503, 429, 504, 500, "cut", "slow"]


def ask_at(url, token=None):
    """The adapters' server from here on."""
    from assay.trainers import scoring
    os.environ["ASSAY_URL"] = url
    os.environ.pop("ASSAY_TOKEN", None)
    if token is not None:
        os.environ["ASSAY_TOKEN"] = token
    scoring._clients.clear()


class Tokens:
    """A tokenizer whose tokens are characters."""

    eos_token, pad_token, bos_token, eos_token_id, pad_token_id = "\0", "\0", "", 0, 0

    def decode(self, ids, **_):
        return "".join(map(chr, ids))

    def encode(self, text, **_):
        return [ord(letter) for letter in text]

    def apply_chat_template(self, messages, tokenize=True, return_dict=True, **_):
        if messages and isinstance(messages[0], list):
            return [self.apply_chat_template(each, tokenize, return_dict) for each in messages]
        ids = self.encode("".join(each["content"] for each in messages))
        return {"input_ids": ids} if return_dict else ids


# ---- AReaL ----

def areal(peers, proxy):
    sys.path.insert(0, str(peers / "AReaL"))
    # Logs with colors, a metrics page, and what only training and other workflows need.
    stub_missing("colorlog", "colorlog.escape_codes", "colorlog.formatter", "flask", "werkzeug", "werkzeug.serving",
                 "lark", "uvloop", "numba", "einops")
    from areal.api import AsyncRewardWrapper, ModelResponse
    from areal.api.cli_args import GenerationHyperparameters
    from areal.infra.remote_inf_engine import GroupedRolloutWorkflow
    from areal.utils.dynamic_import import import_from_string
    ask_at(proxy.url)
    wrapped = AsyncRewardWrapper(import_from_string("assay.trainers.areal.reward_fn"))

    async def rewarded(samples, column="answer"):
        return await asyncio.gather(*(wrapped("p", text, [1], [2], **{column: given, "question": "?"})
                                      for given, text, _ in samples))

    check("reward_fn", asyncio.run(rewarded(SAMPLES)), [each[2] for each in SAMPLES])
    proxy.faults = list(FAULTS)
    check("reward_fn with faults", asyncio.run(rewarded(SAMPLES[:1])), [1.0])
    try:
        asyncio.run(rewarded([(BROKEN, SUM, None)]))
        raise AssertionError("a broken label has a reward")
    except Exception as error:
        check("a broken label", type(error).__name__, "MissingReward")

    class Engine:
        """Completions in their turn."""

        def __init__(self, *texts):
            self.texts = list(texts)

        async def agenerate(self, request):
            ids = Tokens().encode(self.texts.pop(0))
            return ModelResponse(input_tokens=request.input_ids, output_tokens=ids, output_logprobs=[0.0] * len(ids),
                                 output_versions=[0] * len(ids))

    def workflow(**more):
        made = import_from_string("assay.trainers.areal.AssayWorkflow")
        return made(gconfig=GenerationHyperparameters(), tokenizer=Tokens(), **more)

    def row(given):
        return {"messages": [{"role": "user", "content": "?"}], "answer": given}

    def reward_of(trajectory):
        return None if trajectory is None else trajectory["rewards"].tolist()

    def alone(given, text, **more):
        return reward_of(asyncio.run(workflow(**more).arun_episode(Engine(text), row(given))))

    for given, text, wanted in SAMPLES:
        check("AssayWorkflow", alone(given, text), [wanted])
    check("a broken label is rejected", alone(BROKEN, SUM), None)
    proxy.faults = list(FAULTS)
    check("AssayWorkflow with faults", alone(MATH, RIGHT_ANSWER), [1.0])

    with proxy.with_token() as url:
        ask_at(url, TOKEN)
        check("a token", alone(MATH, RIGHT_ANSWER), [1.0])
    ask_at(proxy.url)

    import logging
    group = GroupedRolloutWorkflow(workflow(), 4, logging.getLogger("areal"))
    proxy.faults = []
    texts = [SUM, WRONG, SUM, WRONG]
    check("a group", reward_of(asyncio.run(group.arun_episode(Engine(*texts), row(PROGRAM)))), [1.0, 0.0, 1.0, 0.0])
    with killed_in_mid_batch() as url:
        ask_at(url)
        group = GroupedRolloutWorkflow(workflow(), 8, logging.getLogger("areal"))
        got = reward_of(asyncio.run(group.arun_episode(Engine(*map(sleeper, range(8))), row(PROGRAM))))
        check("a server killed in mid-batch", got, [1.0] * 8)
    check("a server that is gone: no trajectory", alone(PROGRAM, SUM, patience_s=1.0), None)


# ---- rLLM ----

def rllm(peers, proxy):
    sys.path.insert(0, str(peers / "rllm"))
    from concurrent.futures import ThreadPoolExecutor

    from rllm.engine import ModelOutput
    from rllm.rewards.reward_fn import RewardFunction
    from rllm.trainer.algorithms.config import CompactFilteringConfig
    from rllm.workflows.simple_workflow import SimpleWorkflow
    from rllm.workflows.workflow import TerminationReason

    from assay.trainers.rllm import AssayReward

    class Engine:
        def __init__(self, text):
            self.text = text

        async def get_model_response(self, messages, **_):
            return ModelOutput(content=self.text, reasoning="", finish_reason="stop")

    def episode(given, text, **more):
        reward = AssayReward(**more)
        assert isinstance(reward, RewardFunction)
        flow = SimpleWorkflow(Engine(text), reward, executor=ThreadPoolExecutor(1))
        return asyncio.run(flow.run_with_termination_handling({"question": "?", "ground_truth": given}, "t:0"))

    def reward_of(one):
        return [float(each.reward) for each in one.trajectories], one.is_correct, one.termination_reason

    ask_at(proxy.url)
    for given, text, wanted in SAMPLES:
        check("SimpleWorkflow", reward_of(episode(given, text)), ([wanted], wanted > 0, TerminationReason.ENV_DONE))
    proxy.faults = list(FAULTS)
    check("faults", reward_of(episode(MATH, RIGHT_ANSWER))[0], [1.0])
    with proxy.with_token() as url:
        ask_at(url, TOKEN)
        check("a token", reward_of(episode(MATH, RIGHT_ANSWER))[0], [1.0])
    ask_at(proxy.url)
    broken = episode(BROKEN, SUM)
    check("a broken label", reward_of(broken), ([], False, TerminationReason.ERROR))
    assert "MissingReward" in str(broken.info["error"]), broken.info
    masks = CompactFilteringConfig(enable=True, mask_error=True)
    check("its mask", masks.should_mask(broken.termination_reason), True)
    with killed_in_mid_batch() as url:
        ask_at(url)
        rewards = [None] * 4

        def one(i):
            rewards[i] = reward_of(episode(PROGRAM, sleeper(i)))[0]

        threads = [threading.Thread(target=one, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        check("a server killed in mid-batch", rewards, [[1.0]] * 4)
    gone = episode(PROGRAM, SUM, patience_s=1.0)
    check("a server that is gone", reward_of(gone), ([], False, TerminationReason.ERROR))


# ---- SkyRL ----

def skyrl(peers, proxy):
    import typing_extensions
    typing.TypedDict = typing_extensions.TypedDict  # pydantic wants that before Python 3.12, which SkyRL is for
    sys.path[:0] = [str(peers / "SkyRL"), str(peers / "SkyRL" / "skyrl-gym")]
    stub_missing("cloudpathlib", "pybase64")
    import skyrl_gym
    from skyrl.train.config import GeneratorConfig, SkyRLGymConfig
    from skyrl.train.generators.skyrl_gym_generator import SkyRLGymGenerator
    skyrl_gym.register(id="assay", entry_point="assay.trainers.skyrl:AssayEnv")
    skyrl_gym.register(id="assay-share", entry_point="assay.trainers.skyrl:AssayEnv",
                       kwargs={"env_config": {"score": "share"}})

    class Engine:
        """Completions by their prompts, which here are the completions."""

        async def generate(self, batch, model=None):
            texts = [Tokens().decode(ids) for ids in batch["prompt_token_ids"]]
            return {"responses": texts, "stop_reasons": ["stop"] * len(texts), "response_logprobs": None,
                    "response_ids": [Tokens().encode(text) + [Tokens.eos_token_id] for text in texts]}

        async def finish_session(self, session):
            pass

    def rewards(samples, batched, environment="assay"):
        config = GeneratorConfig()
        config.batched, config.max_turns, config.max_input_length = batched, 1, 4096
        config.sampling_params.logprobs = None
        config.use_conversation_multi_turn = not batched
        config.chat_template_kwargs = {}
        generator = SkyRLGymGenerator(config, SkyRLGymConfig(), Engine(), Tokens())
        out = asyncio.run(generator.generate({
            "prompts": [[{"role": "user", "content": text}] for _, text, _ in samples],
            "env_classes": [environment] * len(samples), "sampling_params": None, "trajectory_ids": None,
            "env_extras": [{"reward_spec": {"ground_truth": given}} for given, _, _ in samples]}))
        return [math.fsum(each) if isinstance(each, list) else each for each in out["rewards"]]

    ask_at(proxy.url)
    wanted = [each[2] for each in SAMPLES]
    check("a sample at a time", rewards(SAMPLES, False), wanted)
    check("batched", rewards(SAMPLES, True), wanted)
    check("share", skyrl_gym.make("assay-share", extras={"reward_spec": {"ground_truth": {
        "inputs": ["1 2", "0 0"], "outputs": ["3", "0"]}}}).step(WRONG)["reward"], 0.5)
    proxy.faults = list(FAULTS)
    check("faults", rewards(SAMPLES[:1], False), [1.0])
    with proxy.with_token() as url:
        ask_at(url, TOKEN)
        check("a token", rewards(SAMPLES, False), wanted)
    ask_at(proxy.url)
    for batched in (False, True):
        try:
            rewards([(BROKEN, SUM, None)], batched)
            raise AssertionError("a broken label has a reward")
        except Exception as error:
            check("a broken label", type(error).__name__, "MissingReward")
    with killed_in_mid_batch() as url:
        ask_at(url)
        check("a server killed in mid-batch", rewards([(PROGRAM, sleeper(i), 1.0) for i in range(8)], False), [1.0] * 8)


# ---- prime-rl, over verifiers' environment server ----

class Model:
    """A chat endpoint that answers with what the prompt says after its first line."""

    def __init__(self):
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                question = asked["messages"][-1]["content"]
                text = question.split("SAY:", 1)[1].split(":END", 1)[0]
                body = json.dumps({"id": "c", "object": "chat.completion", "created": 1, "model": asked["model"],
                                   "choices": [{"index": 0, "finish_reason": "stop",
                                                "message": {"role": "assistant", "content": text}}],
                                   "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


HARNESS = '''
import asyncio, json, urllib.request
import verifiers.v1 as vf
from verifiers.v1.runtimes import ProgramResult


class OneTurnConfig(vf.HarnessConfig):
    pass


class OneTurn(vf.Harness[OneTurnConfig]):
    """A turn of chat, without a program of its own."""

    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data):
        _, prompt = self.resolve_prompt(data)
        body = json.dumps({"model": ctx.model, "messages": [{"role": "user", "content": prompt}]}).encode()
        request = urllib.request.Request(endpoint.rstrip("/") + "/chat/completions", body, {
            "Content-Type": "application/json", "Authorization": f"Bearer {secret}"})
        await asyncio.to_thread(lambda: urllib.request.urlopen(request).read())
        return ProgramResult(0, "", "")


__all__ = ["OneTurn", "OneTurnConfig"]
'''


def prime_rl(peers, proxy, scratch):
    sys.path[:0] = [str(scratch), str(peers / "verifiers"), str(peers / "prime-rl/src"),
                    str(peers / "prime-rl/packages/prime-rl-configs/src")]
    (scratch / "one_turn.py").write_text(HARNESS)
    # A page of metrics, and what another taskset serves tools with.
    stub_missing("wandb", "wandb.util", "mcp.server.fastmcp")
    import verifiers.v1 as vf
    from verifiers.v1.configs.client import EvalClientConfig
    from verifiers.v1.serve.server import EnvServer
    from prime_rl.configs.algorithm import GRPOAlgoConfig
    from prime_rl.configs.orchestrator import TrainSourceConfig
    from prime_rl.orchestrator.algo.base import iter_trainable_traces
    from prime_rl.orchestrator.algo.grpo import GRPOAlgorithm
    from prime_rl.orchestrator.envs import Env

    os.environ["ANY_KEY"] = "x"
    client = EvalClientConfig(base_url=Model().url, api_key_var="ANY_KEY")

    def rows(name, samples):
        path = scratch / f"{name}.jsonl"
        path.write_text("".join(json.dumps({"question": f"SAY:{text}:END", "label": given}) + "\n"
                                for given, text, _ in samples))
        return str(path)

    async def episodes(name, samples, task=None):
        """One episode of each row: prime-rl's client and verifiers' server, with a socket between them."""
        taskset = {"id": "assay-taskset", "path": rows(name, samples), **({"task": task} if task else {})}
        source = TrainSourceConfig.model_validate({"name": name, "env": {
            "taskset": taskset, "agent": {"harness": {"id": "one_turn"}, "runtime": {"type": "subprocess"}}}})
        server = EnvServer(config=source.env, address="tcp://127.0.0.1:0")
        serving = asyncio.create_task(server.run())
        env = Env(source, server.address)
        await env.start()
        try:
            return await asyncio.gather(*(env.run(client, "m", None, each.data.model_dump(mode="json"))
                                          for each in env.tasks))
        finally:
            serving.cancel()

    def outcomes(of):
        return [None if trace.has_error else trace.reward for episode in of for trace in episode.traces]

    def advantages(of):
        """GRPO's, of traces whose tokens are made up: a chat endpoint gives none."""
        for episode in of:
            for trace in episode.traces:
                for node in trace.nodes:
                    node.token_ids, node.mask = [1], [True]
        asyncio.run(GRPOAlgorithm(GRPOAlgoConfig(), None).score_group(of))
        return [trace.nodes[-1].advantages[0] for _, trace in iter_trainable_traces(of)]

    ask_at(proxy.url)
    judged = asyncio.run(episodes("samples", SAMPLES))
    check("the taskset", outcomes(judged), [each[2] for each in SAMPLES])
    check("its advantages", advantages(judged), [0.5, -0.5, 0.5, -0.5])
    plugged = {"rewards": {"assay": {"fn": "assay.trainers.verifiers:trace_reward"}}}
    check("the reward function", outcomes(asyncio.run(episodes("plugged", SAMPLES, plugged))),
          [each[2] for each in SAMPLES])
    proxy.faults = list(FAULTS)
    check("faults", outcomes(asyncio.run(episodes("faults", SAMPLES[:1]))), [1.0])
    with proxy.with_token() as url:
        ask_at(url, TOKEN)
        check("a token", outcomes(asyncio.run(episodes("token", SAMPLES))), [each[2] for each in SAMPLES])
    ask_at(proxy.url)
    masked = asyncio.run(episodes("broken", [*SAMPLES[2:], (BROKEN, SUM, None)]))
    check("a broken label", outcomes(masked), [1.0, 0.0, None])
    check("advantages without it", advantages(masked), [0.5, -0.5])
    with killed_in_mid_batch() as url:
        ask_at(url)
        check("a server killed in mid-batch",
              outcomes(asyncio.run(episodes("killed", [(PROGRAM, sleeper(i), 1.0) for i in range(6)]))), [1.0] * 6)
    return getattr(vf, "__version__", None)
