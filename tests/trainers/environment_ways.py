"""The ways by which verifiers and prime-rl load an environment's wheel, each in a process of its own.

A way is a function of the scratch folder of check_environments.py (`wanted.json` there has what the model says to
each task and what that is worth), the server's URL and the checkouts' folder. It returns what ran, or raises
NotHere.
"""

import asyncio
import contextlib
import importlib.util
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from peer_harness import check, commit, stub_missing

WAYS = ["classic", "classic_server", "taskset_server", "taskset_worker_pool", "eval_command", "prime_rl"]
KEY = "ASSAY_CHECK_KEY"
NAMES = ["small-sums", "small-programs"]


class NotHere(Exception):
    """The installed verifiers, or the machine, lacks what the way needs."""


class ScriptedModel:
    """A chat endpoint that answers a task's prompt with what the script says."""

    def __init__(self, wanted):
        script = {task["prompt"]: task["said"] for of in wanted.values() for task in of.values()}
        self.asked = asked = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked.append(body)
                last = body["messages"][-1]["content"]
                prompt = last if isinstance(last, str) else "".join(part["text"] for part in last)
                message = {"role": "assistant", "content": script[prompt]}
                answer = {"id": "c", "object": "chat.completion", "created": 1, "model": body["model"],
                          "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                          "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
                data = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}/v1"
        os.environ[KEY] = "any"


def wanted_in(scratch):
    return json.loads((scratch / "wanted.json").read_text())


def rewards_of(wanted, name):
    return [task["reward"] for task in wanted[name].values()]


def ask_at(url):
    """The adapter's server from here on, in this process."""
    from assay.trainers import scoring
    os.environ["ASSAY_URL"] = url
    scoring._clients.clear()


def version():
    from importlib.metadata import version as version_of
    return version_of("verifiers")


# ---- verifiers to 0.3: load_environment ----

def classic_verifiers():
    import verifiers as vf
    if not hasattr(vf, "SingleTurnEnv"):
        raise NotHere(f"verifiers {version()} has no SingleTurnEnv")
    return vf


def client_config(vf, model):
    return vf.ClientConfig(api_base_url=model.url, api_key_var=KEY)


def classic(scratch, url, _):
    """load_environment and evaluate_sync; then with a server that isn't there."""
    vf = classic_verifiers()
    wanted = wanted_in(scratch)
    model = ScriptedModel(wanted)

    def outputs_of(name):
        environment = vf.load_environment(name)
        assert environment.eval_dataset is None or len(environment.get_eval_dataset()) == len(wanted[name])
        results = environment.evaluate_sync(client=client_config(vf, model), model="m", num_examples=-1,
                                            rollouts_per_example=1)
        return sorted(results["outputs"], key=lambda output: list(wanted[name]).index(output["info"]["id"]))

    for name in NAMES:
        outputs = outputs_of(name)
        check(f"{name}: rewards", [each["reward"] for each in outputs], rewards_of(wanted, name))
        check(f"{name}: errors", [each.get("error") for each in outputs], [None] * len(outputs))
    limits = {body.get("max_tokens", body.get("max_completion_tokens")) for body in model.asked}
    check("the environments' limits of tokens", limits - {4096, 8192}, set())
    from assay import environments
    ask_at("http://127.0.0.1:9")
    environments.PATIENCE_S = 0.5
    outputs = outputs_of("small-sums")
    assert all(each.get("error") for each in outputs), "without a server there must be errors, and no zeros"
    return f"verifiers {version()}, load_environment and evaluate_sync, {sum(map(len, wanted.values()))} tasks"


def classic_server(scratch, url, _):
    """verifiers' own environment server as a process, and its own client, over ZMQ."""
    vf = classic_verifiers()
    try:
        from verifiers.serve import ZMQEnvClient, ZMQEnvServer
    except ImportError:
        raise NotHere(f"verifiers {version()} has no verifiers.serve with ZMQ")
    wanted = wanted_in(scratch)
    model = ScriptedModel(wanted)
    spawn = multiprocessing.get_context("spawn")
    for name in NAMES:
        with free_address() as address:
            server = spawn.Process(target=ZMQEnvServer.run_server, args=(name,), kwargs={"address": address})
            server.start()
            try:
                rows = vf.load_environment(name).get_dataset()
                outputs = asyncio.run(classic_rollouts(vf, ZMQEnvClient(address=address), model, rows))
                check(name, [each["reward"] for each in outputs], rewards_of(wanted, name))
            finally:
                server.terminate()
                server.join(20)
                server.kill()
    return f"verifiers {version()}, ZMQEnvServer and ZMQEnvClient, {sum(map(len, wanted.values()))} tasks"


async def classic_rollouts(vf, client, model, rows):
    await client.wait_for_server_startup(timeout=120)
    return await asyncio.gather(*(client.run_rollout(vf.RolloutInput(**row), client_config(vf, model), "m", {})
                                  for row in rows))


@contextlib.contextmanager
def free_address():
    import socket
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    yield f"tcp://127.0.0.1:{port}"


# ---- verifiers from 0.4: a taskset ----

def tasksets():
    try:
        import verifiers.v1 as vf
        from verifiers.v1.serve import EnvClient  # noqa: F401
        from verifiers.v1.utils.loaders import resolve_env_config  # noqa: F401
    except ImportError as error:
        raise NotHere(f"verifiers {version()} serves no tasksets ({error})")
    return vf


def config_of(name, **more):
    return {"taskset": {"id": name, **more}, "agent": {"runtime": {"type": "subprocess"}}}


async def episodes(address, name, model):
    """One episode of each task: verifiers' client, which has the taskset and sends the tasks."""
    import verifiers.v1 as vf
    from verifiers.v1.configs.client import EvalClientConfig
    from verifiers.v1.serve import EnvClient
    from verifiers.v1.utils.loaders import load_taskset, resolve_env_config
    client = EnvClient(address=address)
    await client.wait_for_server_startup(timeout=120)
    tasks = list(load_taskset(resolve_env_config(config_of(name)).taskset))
    endpoint = EvalClientConfig(base_url=model.url, api_key_var=KEY)
    return await asyncio.gather(*(client.run(task_data=task.data.model_dump(mode="json"), client=endpoint, model="m",
                                             sampling=vf.SamplingConfig()) for task in tasks))


def outcomes(of):
    return [None if trace.errors else trace.reward for episode in of for trace in episode.traces]


def served(scratch, workers):
    tasksets()
    from verifiers.v1.serve import serve_env
    wanted = wanted_in(scratch)
    model = ScriptedModel(wanted)
    spawn = multiprocessing.get_context("spawn")
    for name in NAMES:
        bound = spawn.Queue()
        server = spawn.Process(target=serve_env, kwargs={
            "max_workers": workers, "elastic": False, "address": "tcp://127.0.0.1:0", "address_queue": bound,
            "config_data": config_of(name)})
        server.start()
        try:
            address = bound.get(timeout=120)
            check(name, outcomes(asyncio.run(episodes(address, name, model))), rewards_of(wanted, name))
        finally:
            server.terminate()
            server.join(30)
            server.kill()
    limits = {body.get("max_tokens", body.get("max_completion_tokens")) for body in model.asked}
    check("the environments' limits of tokens", limits - {4096, 8192}, set())
    return sum(map(len, wanted.values()))


def taskset_server(scratch, url, _):
    count = served(scratch, 1)
    # A server of scores that is gone: errors of traces, no zeros.
    import verifiers.v1 as vf
    from verifiers.v1.serve.server import EnvServer
    from verifiers.v1.utils.loaders import resolve_env_config
    from assay import environments
    environments.PATIENCE_S = 0.5
    ask_at("http://127.0.0.1:9")
    wanted = wanted_in(scratch)
    model = ScriptedModel(wanted)

    async def masked():
        server = EnvServer(config=resolve_env_config(config_of("small-sums")), address="tcp://127.0.0.1:0")
        serving = asyncio.create_task(server.run())
        try:
            return await episodes(server.address, "small-sums", model)
        finally:
            serving.cancel()

    check("without a server", outcomes(asyncio.run(masked())), [None] * len(wanted["small-sums"]))
    return f"verifiers {getattr(vf, '__version__', version())}, serve_env and EnvClient, {count} tasks"


def taskset_worker_pool(scratch, url, _):
    return f"verifiers {version()}, serve_env with a pool of 2 workers and EnvClient, {served(scratch, 2)} tasks"


def eval_command(scratch, url, _):
    """The command with which verifiers evaluates, as its user types it."""
    tasksets()
    if [int(part) for part in version().split(".")[:2]] < [0, 4]:
        raise NotHere(f"the command of verifiers {version()} is that of the classic API")
    programs = [pathlib.Path(sys.executable).parent / name for name in ("vf-eval", "eval")]
    program = next((path for path in programs if path.exists()), None)
    if program is None:
        raise NotHere(f"verifiers {version()} has no command vf-eval beside its Python")
    wanted = wanted_in(scratch)
    model = ScriptedModel(wanted)
    for name in NAMES:
        out = scratch / f"outputs-{name}"
        done = subprocess.run([str(program), name, "--env.agent.runtime.type", "subprocess", "-m", "m",
                               "--client.base-url", model.url, "--client.api-key-var", KEY, "--no-push", "-o",
                               str(out)], capture_output=True, text=True, cwd=scratch)
        assert done.returncode == 0, done.stdout + done.stderr
        (path,) = out.rglob("traces.jsonl")
        found = {}
        for episode in map(json.loads, path.read_text().splitlines()):
            for trace in episode.get("traces", [episode]):
                assert not trace.get("errors"), trace["errors"]
                found[trace["task"]["data"]["name"]] = trace["reward"] if "reward" in trace else sum(
                    given["score"] * given["weight"] if isinstance(given, dict) else given
                    for given in trace["rewards"].values())
        check(name, [found[task] for task in wanted[name]], rewards_of(wanted, name))
    return f"verifiers {version()}, {program.name}, {sum(map(len, wanted.values()))} tasks"


# ---- prime-rl ----

def prime_rl(scratch, url, peers):
    """prime-rl's own client of environments, as its orchestrator makes it, over its own environment server."""
    root = peers / "prime-rl" if peers else None
    if root is None or not (root / "src/prime_rl/orchestrator/envs.py").exists():
        raise NotHere("no prime-rl/src/prime_rl/orchestrator/envs.py below --peers")
    added = [str(root / "src"), str(root / "packages/prime-rl-configs/src")]
    if (peers / "verifiers/verifiers/v1").exists():  # the commit that goes with it
        added.append(str(peers / "verifiers"))
    sys.path[:0] = added
    has_torch = importlib.util.find_spec("torch") is not None
    tasksets()  # before the stand-ins, which a verifiers that serves none may take for torch
    stub_missing(*UNUSED)
    missing = [name for name in ("msgspec", "loguru", "orjson", "psutil", "uvloop", "setproctitle") if importlib.util.find_spec(name) is None]
    if missing:
        raise NotHere(f"{', '.join(missing)} not installed")
    from verifiers.v1.configs.client import EvalClientConfig
    from prime_rl.configs.orchestrator import TrainSourceConfig
    from prime_rl.orchestrator.envs import Env
    wanted = wanted_in(scratch)
    model = ScriptedModel(wanted)
    endpoint = EvalClientConfig(base_url=model.url, api_key_var=KEY)

    async def run(name):
        source = TrainSourceConfig.model_validate({"name": name, "env": config_of(name)})
        with free_address() as address:
            # One worker serves in the process itself, where torch may be a stand-in.
            serve = {"address": address, "pool": {"type": "static", "num_workers": 1}}
            server = subprocess.Popen(
                [sys.executable, "-B", "-c", ENV_SERVER, json.dumps({"env": config_of(name), "serve": serve})],
                env={**os.environ, "PYTHONPATH": os.pathsep.join([*added, os.environ["PYTHONPATH"]])})
            try:
                env = Env(source, address)
                starting = asyncio.create_task(env.start())
                while not starting.done():
                    assert server.poll() is None, "prime-rl's environment server has ended"
                    await asyncio.wait([starting], timeout=1)
                return await asyncio.gather(*(env.run(endpoint, "m", None, task.data.model_dump(mode="json"))
                                              for task in env.tasks))
            finally:
                server.kill()
                server.wait()

    said = ""
    for name in NAMES:
        done = asyncio.run(run(name))
        check(name, outcomes(done), rewards_of(wanted, name))
        if has_torch and name == "small-sums":
            said = f", GRPO's advantages {grpo(done, rewards_of(wanted, name))}"
    return (f"prime-rl {commit(root)}: its environment server and the orchestrator's Env, "
            f"{sum(map(len, wanted.values()))} tasks{said}" + ("" if has_torch else "; torch was a stand-in"))


# A page of metrics; what other tasksets serve tools with; and torch, which only the trainer's side computes with.
UNUSED = ["wandb", "wandb.util", "mcp.server.fastmcp", "torch", "torch.distributed", "torch.distributed.nn",
          "torch.nn"]
# `uv run env-server` after its arguments are read: the same function of the same configuration.
ENV_SERVER = """
import json, sys
from environment_ways import UNUSED
from peer_harness import stub_missing
stub_missing(*UNUSED)
from prime_rl.configs.env_server import EnvServerConfig
from prime_rl.entrypoints.env_server import run_server
if __name__ == "__main__":
    run_server(EnvServerConfig.model_validate(json.loads(sys.argv[1])))
"""


def grpo(episodes, rewards):
    """Advantages as prime-rl's GRPO computes them of one group."""
    from prime_rl.configs.algorithm import GRPOAlgoConfig
    from prime_rl.orchestrator.algo.base import iter_trainable_traces
    from prime_rl.orchestrator.algo.grpo import GRPOAlgorithm
    for episode in episodes:
        for trace in episode.traces:
            for node in trace.nodes:
                node.token_ids, node.mask = [1], [True]
    asyncio.run(GRPOAlgorithm(GRPOAlgoConfig(), None).score_group(episodes))
    found = [round(trace.nodes[-1].advantages[0], 4) for _, trace in iter_trainable_traces(episodes)]
    mean = sum(rewards) / len(rewards)
    check("GRPO", found, [round(reward - mean, 4) for reward in rewards])
    return found
