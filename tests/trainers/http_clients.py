"""Clients that speak to a route of the trainer's own: one file of each, unmodified, and loaded alone.

Each is a function of where it is and of the proxy it asks, and fails by an AssertionError.
"""

import asyncio
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import types
import typing
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from peer_harness import (SUM, WRONG, check, commit, harness, killed_in_mid_batch, label, load, sleeper, stub,
                          stub_missing)

def openrlhf_file(peers, scratch):
    if peers and (peers / "OpenRLHF/openrlhf/utils/agent.py").exists():
        folder = peers / "OpenRLHF"
        return folder / "openrlhf/utils/agent.py", commit(folder)
    done = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":none:",
                           "--dest", scratch, "openrlhf"], capture_output=True, text=True)
    wheels = list(pathlib.Path(scratch).glob("openrlhf-*.whl"))
    if done.returncode != 0 or not wheels:
        return None, "openrlhf can't be downloaded, and no checkout was given"
    with zipfile.ZipFile(wheels[0]) as wheel:
        # A wheel with machine code has its Python below NAME.data/purelib.
        found = [name for name in wheel.namelist() if re.fullmatch(r"(.*/)?openrlhf/utils/agent\.py", name)]
        if not found:
            return None, f"{wheels[0].name} has no openrlhf/utils/agent.py"
        return pathlib.Path(wheel.extract(found[0], scratch)), "-".join(wheels[0].name.split("-")[:2]) + " from PyPI"


def load_openrlhf(path):
    stub("openrlhf", "openrlhf.utils", "openrlhf.utils.logging_utils")
    import logging
    sys.modules["openrlhf.utils.logging_utils"].init_logger = logging.getLogger
    return load("openrlhf_agent", path)


def openrlhf(path, proxy):
    agent = load_openrlhf(path)

    def ask(query, prompt, label, urls=1):
        executor = agent.SingleTurnAgentExecutor([proxy.url + "/get_reward"] * urls)
        infos = asyncio.run(executor._fetch_rewards_via_http([query], [prompt], [label]))
        return infos[0]["rewards"], infos[0]["scores"]

    programs = json.dumps({"inputs": ["1 2\n", "5 6\n"], "outputs": ["3\n", "11\n"]})
    check("math", ask("6*7? \\boxed{42}<|im_end|>", "6*7?", "42"), ([1.0], [1.0]))
    check("wrong math", ask("6*7? \\boxed{41}<|im_end|>", "6*7?", "42"), ([0.0], [0.0]))
    check("program", ask("Sum." + SUM, "Sum.", programs), ([1.0], [1.0]))
    check("wrong program", ask("Sum." + WRONG, "Sum.", programs), ([0.0], [0.0]))
    check("three URLs", ask("6*7? \\boxed{42}", "6*7?", "42", 3), ([1.0], [1.0]))
    proxy.faults = [503, 504, 429, 500]
    check("four faults", ask("6*7? \\boxed{42}", "6*7?", "42"), ([1.0], [1.0]))
    proxy.faults = ["cut", "slow"]
    check("half an answer, and a slow one", ask("6*7? \\boxed{42}", "6*7?", "42"), ([1.0], [1.0]))
    with proxy.with_token():
        check("a token", ask("6*7? \\boxed{42}", "6*7?", "42"), ([1.0], [1.0]))
    with killed_in_mid_batch() as url:
        async def batch():
            executor = agent.SingleTurnAgentExecutor([url + "/get_reward"])
            return await asyncio.gather(*(executor._fetch_rewards_via_http([sleeper(i)], [""], [json.dumps(label())])
                                          for i in range(6)), return_exceptions=True)
        # It tries five times, a second between: a reward, or none.
        got = asyncio.run(batch())
        assert all(isinstance(each, Exception) or each is None or each[0]["rewards"] == [1.0] for each in got), got


def load_slime(path):
    import random
    stub("slime", "slime.utils", "slime.utils.misc", "slime.utils.types", "slime_rm_hub")
    for name in ("deepscaler", "f1", "gpqa", "math_dapo_utils", "math_utils"):
        stub(f"slime_rm_hub.{name}")
    spec = importlib.util.spec_from_file_location("slime_rm_hub", path, submodule_search_locations=[])
    module = importlib.util.module_from_spec(spec)
    sys.modules["slime_rm_hub"] = module
    spec.loader.exec_module(module)
    random.random = lambda: 0.0
    return module


def slime(path, proxy):
    module = load_slime(path)

    async def ask(response, label):
        args = types.SimpleNamespace(rm_url=proxy.url + "/rm", rm_type="remote_rm", custom_rm_path=None)
        sample = types.SimpleNamespace(prompt="p", response=response, label=label, metadata={}, custom_rm_path=None)
        return await module.async_rm(args, sample)

    async def everything():
        check("math", await ask("\\boxed{\\frac{1}{2}}", "0.5"), 1.0)
        check("wrong math", await ask("\\boxed{3}", "0.5"), 0.0)
        check("program", await ask(SUM, {"tests": [{"input": "1 2", "output": "3"}]}), 1.0)
        check("wrong program", await ask(WRONG, {"tests": [{"input": "1 2", "output": "3"}]}), 0.0)
        proxy.faults = [503, 429]
        check("two faults", await ask("\\boxed{0.5}", "0.5"), 1.0)
        rewards = await asyncio.gather(*(ask(f"\\boxed{{{i % 3}}}", "1") for i in range(60)))
        check("sixty at once", rewards, [1.0 if i % 3 == 1 else 0.0 for i in range(60)])
        proxy.faults = ["cut", "slow"]
        check("half an answer, and a slow one", await ask("\\boxed{0.5}", "0.5"), 1.0)
        with proxy.with_token():
            check("a token", await ask("\\boxed{0.5}", "0.5"), 1.0)
        with killed_in_mid_batch() as url:
            killed = types.SimpleNamespace(rm_url=url + "/rm", rm_type="remote_rm", custom_rm_path=None)
            batch = [types.SimpleNamespace(prompt="p", response=sleeper(i), label=label(), metadata={},
                                           custom_rm_path=None) for i in range(8)]
            check("a server killed in mid-batch",
                  await asyncio.gather(*(module.async_rm(killed, each) for each in batch)), [1.0] * 8)
        await module._get_shared_session().close()

    asyncio.run(everything())


def load_open_instruct(path):
    """CodeVerifier alone, cut out of its file by its own syntax: the file's imports are the whole trainer."""
    import ast
    import dataclasses
    import logging
    import weakref
    from typing import Any

    import requests
    tree = ast.parse(path.read_text())
    wanted = {"VerifierConfig", "CodeVerifierConfig", "VerificationResult", "VerifierFunction", "CodeVerifier"}
    tree.body = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name in wanted]
    from abc import ABC, abstractmethod
    module = types.ModuleType("open_instruct_verifier")
    sys.modules[module.__name__] = module
    names = module.__dict__
    names.update({"Any": Any, "ABC": ABC, "abstractmethod": abstractmethod, "asyncio": asyncio, "re": re,
             "requests": requests, "weakref": weakref, "dataclasses": dataclasses, "dataclass": dataclasses.dataclass,
             "logger": logging.getLogger("open_instruct"), "json": json})
    exec(compile(tree, str(path), "exec", flags=annotations_flag()), names)
    return names["CodeVerifier"]


def open_instruct(path, proxy):
    code_verifier = load_open_instruct(path)
    config = types.SimpleNamespace(code_api_url=proxy.url + "/test_program", code_max_execution_time=1.0,
                                   code_pass_rate_reward_threshold=0.0, code_apply_perf_penalty=False)
    for url, program, tests in (
            ("/test_program", "def add(a, b):\n    return a + b", ["assert add(1, 2) == 3", "assert add(0, 0) == 1"]),
            ("/test_program_stdio", "print(int(input()) + 1)", [{"input": "1\n", "output": "2\n"},
                                                                {"input": "5\n", "output": "7\n"}])):
        config.code_api_url = proxy.url + url
        verifier = code_verifier(config)

        def ask(text, label):
            return verifier([], text, label).score
        check(url, ask(f"Here:\n```python\n{program}\n```", tests), 0.5)
        check(url + " as JSON", ask(f"```python\n{program}\n```", json.dumps(tests)), 0.5)
        check(url + " without tests", ask("```python\nx = 1\n```", []), 0.0)
        proxy.faults = ["slow"]
        check(url + " late", ask(f"Late:\n```python\n{program}\n```", tests), 0.5)
        with proxy.with_token():
            config.code_api_url = proxy.url + url
            verifier = code_verifier(config)
            check(url + " with a token", ask(f"```python\n{program}\n```", tests), 0.5)


def annotations_flag():
    import __future__
    return __future__.annotations.compiler_flag


def load_open_r1(folder):
    """Its scoring of Codeforces, whose generated tests are none."""
    sources = folder / "src/open_r1/utils"
    stub("async_lru")
    sys.modules["async_lru"].alru_cache = lambda **_: lambda function: function
    package = types.ModuleType("open_r1_cp")
    package.__path__ = [str(sources / "competitive_programming")]
    sys.modules["open_r1_cp"] = package
    scoring = load("open_r1_cp.cf_scoring", sources / "competitive_programming/cf_scoring.py")

    async def none(_):
        return []
    scoring.get_generated_tests = none
    return scoring, sys.modules["open_r1_cp.piston_client"]


def open_r1(folder, proxy):
    scoring, piston = load_open_r1(folder)
    sources = folder / "src/open_r1/utils"
    problem = {"id": "1/A", "generated_checker": None, "time_limit": 2.0, "memory_limit": 256.0, "input_mode": "stdio",
               "official_tests": [{"input": "1 2\r\n", "output": "YES\r\n"}, {"input": "2 1\n", "output": "no\n"}]}
    checker = ("import sys\na, b = (open(sys.argv[i]).read().split() for i in (2, 3))\n"
               "print(int(sorted(a) == sorted(b)))")

    async def ask(submission, language="python", **more):
        client = piston.PistonClient([proxy.url + "/api/v2"], max_requests_per_endpoint=4)
        try:
            return await scoring.score_submission(client, {**problem, **more}, submission, test_batch_size=2,
                                                  submission_language=language)
        finally:
            await client.session.close()

    async def everything():
        right = "a, b = map(int, input().split())\nprint('Yes' if a < b else 'NO')"
        check("right", await ask(right), 1.1)
        check("half", await ask("print('YES')"), 0.05)
        check("no program", await ask(""), -1.0)
        cpp = "#include <cstdio>\nint main() { int a, b; scanf(\"%d%d\", &a, &b); puts(a < b ? \"YES\" : \"NO\"); }"
        check("C++", await ask(cpp, "cpp"), 1.1)
        check("C++ that does not compile", await ask(cpp.replace("a <", "c <"), "cpp"), -0.1)
        shuffled = {"generated_checker": checker, "official_tests": [{"input": "1\n", "output": "a b\n"}]}
        check("checker", await ask("print('b', 'a')", **shuffled), 1.1)
        check("checker says no", await ask("print('b', 'c')", **shuffled), 0.0)
        proxy.faults = [503, 504]
        check("two faults", await ask(right), 1.1)
        proxy.faults = ["slow", "slow"]
        check("slow answers", await ask(right), 1.1)
        with proxy.with_token():
            check("a token", await ask(right), 1.1)
        # Half an answer is no fault that it tries again: a zero of its own, of which docs/trainers.md tells.
        proxy.faults = ["cut"]
        check("half an answer", await ask(right), 0.05)
        with killed_in_mid_batch() as url:
            async def slow(i):
                client = piston.PistonClient([url + "/api/v2"], max_requests_per_endpoint=4)
                try:
                    return await scoring.score_submission(client, problem, f"import time\ntime.sleep(0.5)\n{right}#{i}",
                                                          test_batch_size=2, submission_language="python")
                finally:
                    await client.session.close()
            check("a server killed in mid-batch", await asyncio.gather(*map(slow, range(4))), [1.1] * 4)

    asyncio.run(everything())
    stub("e2b_code_interpreter", "e2b_code_interpreter.models")
    import dataclasses

    @dataclasses.dataclass
    class Result:  # as e2b-code-interpreter has it
        text: str = None
        is_main_result: bool = False

    @dataclasses.dataclass
    class Execution:
        results: list = dataclasses.field(default_factory=list)
        logs: dict = None
        error: object = None
        execution_count: int = None

        @property
        def text(self):
            return next((each.text for each in self.results if each.is_main_result), None)

    models = sys.modules["e2b_code_interpreter.models"]
    models.Execution, models.Result = Execution, Result
    models.ExecutionError = lambda **error: error
    host = proxy.url.removeprefix("http://")
    scripts = ["1 / 4", "1 +", "x = 2\nx ** 3"]
    routed = load("open_r1_routed_sandbox", sources / "routed_sandbox.py").RoutedSandbox(router_url=host)
    check("E2B", [each.text for each in routed.run_code(scripts, timeout=30, request_timeout=28)], ["0.25", None, "8"])
    routed = load("open_r1_routed_morph", sources / "routed_morph.py").RoutedMorphSandbox(router_url=host)
    check("Morph", [each.text for each in routed.run_code(scripts, timeout=90, request_timeout=96)], ["0.25", "", "8"])
    with proxy.with_token():
        host = proxy.url.removeprefix("http://")
        for module, name in (("open_r1_routed_sandbox", "RoutedSandbox"), ("open_r1_routed_morph", "RoutedMorphSandbox")):
            routed = getattr(sys.modules[module], name)(router_url=host)
            texts = [each.text for each in routed.run_code(scripts[:1], timeout=30, request_timeout=28)]
            check("a token", texts, ["0.25"])





class Policy:
    """An agent's own server of NeMo-Gym's: its model answers with what the input says."""

    def __init__(self):
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                text = asked["input"][-1]["content"]
                message = {"id": "m", "role": "assistant", "status": "completed", "type": "message",
                           "content": [{"annotations": [], "text": text, "type": "output_text", "logprobs": None}]}
                body = json.dumps({"id": "r", "created_at": 1.0, "model": "m", "object": "response",
                                   "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
                                   "output": [message]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def nemo_gym(folder, proxy):
    """Its simple agent and its client of servers, and its launcher of ours."""
    sys.path.insert(0, str(folder))
    stub_missing("yappi", "pydot", "wandb")  # profiles, and where they are drawn
    from types import SimpleNamespace

    from nemo_gym import server_utils
    from omegaconf import OmegaConf
    from responses_api_agents.simple_agent.app import SimpleAgent, SimpleAgentConfig, SimpleAgentRunRequest
    policy = Policy()

    def agent(url):
        host, port = url.removeprefix("http://").rsplit(":", 1)
        servers = OmegaConf.create({
            "assay": {"resources_servers": {"assay": {"host": host, "port": int(port), "entrypoint": "app.py"}}},
            "simple": {"responses_api_agents": {"simple": {"host": "127.0.0.1", "port": policy.port}}}})
        client = server_utils.ServerClient(
            head_server_config=server_utils.BaseServerConfig(host="127.0.0.1", port=1), global_config_dict=servers)
        config = SimpleAgentConfig(host="127.0.0.1", port=policy.port, entrypoint="app.py", name="simple",
                                   resources_server={"type": "resources_servers", "name": "assay"},
                                   model_server={"type": "responses_api_models", "name": "simple"})
        return SimpleAgent(config=config, server_client=client)

    def row(text, **more):
        return SimpleAgentRunRequest.model_validate(
            {"responses_create_params": {"input": [{"role": "user", "content": text}]}, **more})

    def tests(inputs, outputs, **more):
        return {"hash_id": "h", "verifier_metadata": {"unit_tests": {"inputs": inputs, "outputs": outputs, **more}}}

    async def run(one, text, **more):
        return await one.run(SimpleNamespace(cookies={}, path_params={}), row(text, **more))

    async def everything():
        if not server_utils.is_global_aiohttp_client_setup():
            server_utils.set_global_aiohttp_client(server_utils.GlobalAIOHTTPAsyncClientConfig())
        one = agent(proxy.url)
        kept = []
        for name, text, more, wanted in (
                ("math", "\\boxed{42}", {"question": "6*7?", "expected_answer": "42"}, 1.0),
                ("wrong math", "\\boxed{41}", {"question": "6*7?", "expected_answer": "42"}, 0.0),
                ("program", SUM, tests(["1 2", "2 2"], ["3", "4"]), 1.0),
                ("wrong program", WRONG, tests(["1 2", "2 2"], ["3", "4"]), 0.0),
                ("no program", "I don't know.", tests(["1 2"], ["3"]), 0.0),
                ("function", "```python\nclass Solution:\n    def add(self, a, b):\n        return a + b\n```",
                 tests(["1\n2"], ["3"], fn_name="add"), 1.0)):
            done = await run(one, text, **more)
            check(name, done.reward, wanted)
            kept.append({**done.model_dump(), "_ng_task_index": 0})
        metrics = await one.aggregate_metrics(server_utils_request(one)(verify_responses=kept))
        check("metrics", metrics.agent_metrics["mean/reward"], 0.5)
        none = await one.aggregate_metrics(server_utils_request(one)(verify_responses=[]))
        check("metrics of nothing", none.group_level_metrics, [])
        for fault in (503, 429, 504, "cut"):
            # The fault is for /verify: /seed_session is asked before it. No reward, of whatever value.
            proxy.faults = [None, fault]
            try:
                done = await run(one, SUM, **tests(["1 2"], ["3"]))
                raise AssertionError(f"after {fault} the reward is {done.reward}")
            except (aiohttp_errors()) as error:
                check(f"{fault}", getattr(error, "status", fault), fault)
        with proxy.with_token():
            check("a token", (await run(agent(proxy.url), SUM, **tests(["1 2"], ["3"]))).reward, 1.0)
        proxy.faults = [None, "slow"]
        check("late", (await run(one, SUM, **tests(["1 2"], ["3"]))).reward, 1.0)
        for name, more in (("no tests", tests([], [])), ("no row of ours", {"question": "?"})):
            try:
                done = await run(one, SUM, **more)
                raise AssertionError(f"{name} has the reward {done.reward}")
            except aiohttp_errors() as error:
                check(name, error.status, 422)
        with killed_in_mid_batch() as url:
            killed = agent(url)
            got = await asyncio.gather(*(run(killed, sleeper(i), **tests(["1 2"], ["3"])) for i in range(8)))
            check("a server killed in mid-batch", [each.reward for each in got], [1.0] * 8)
        await server_utils.get_global_aiohttp_client().close()

    asyncio.run(everything())
    launch(folder)


def server_utils_request(one):
    """The type that the agent's aggregate_metrics takes."""
    return typing.get_type_hints(type(one).aggregate_metrics)["body"]


def aiohttp_errors():
    import aiohttp
    return aiohttp.ClientError


def launch(folder):
    """The line of a resources server's app.py, as Gym starts it."""
    import socket
    import time
    from urllib.request import urlopen

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # As Gym hands it over: YAML.
    config = ("assay:\n  resources_servers:\n    assay:\n"
              f"      host: 127.0.0.1\n      port: {port}\n      entrypoint: app.py\n")
    environment = {**os.environ, "NEMO_GYM_CONFIG_DICT": config, "NEMO_GYM_CONFIG_PATH": "assay",
                   "ASSAY_BIN": str(harness.binary()), "PYTHONPATH": os.pathsep.join(sys.path)}
    started = subprocess.Popen([sys.executable, "-c", "from assay.trainers.nemo_gym import run; run()"],
                               env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                check("Gym's poll", urlopen(f"http://127.0.0.1:{port}/reverify_mode").status, 200)
                return
            except OSError:
                assert started.poll() is None and time.monotonic() < deadline, "the launcher's server is not there"
                time.sleep(0.2)
    finally:
        started.terminate()
        started.wait(60)
