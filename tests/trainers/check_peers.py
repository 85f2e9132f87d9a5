#!/usr/bin/env python3
"""The trainers' own client files, unmodified, against a live server.

    check_peers.py --url http://127.0.0.1:8080 [--peers DIR] [--record FILE]

Clients come from PyPI where a release has them (openrlhf: downloaded, its file taken out, nothing of it
installed) and from a folder of checkouts that the user supplies: DIR/OpenRLHF, DIR/slime, DIR/open-instruct,
DIR/open-r1. A client is one file, loaded alone; what it imports of its trainer that has nothing to do with rewards
(loggers, tokenizers, GPUs) is an empty module. Needs aiohttp and requests. What isn't there is skipped, and said.

`--record` writes the requests and answers, for tests/integration/test_trainer_replay.py.
"""

import argparse
import asyncio
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import types
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen
from urllib.error import HTTPError

SUM = "```python\nprint(sum(map(int, input().split())))\n```"
WRONG = "```python\nprint(0)\n```"


class Anything(types.ModuleType):
    """A module of which everything there might be is there, and none of it does anything."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = type(name, (), {"__init__": lambda self, *a, **k: None, "__call__": lambda self, *a, **k: None,
                                "__getattr__": lambda self, key: lambda *a, **k: None})
        return value


def stub(*names):
    for name in names:
        sys.modules.setdefault(name, Anything(name))


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def commit(folder):
    try:
        return (folder / ".commit").read_text().strip()
    except OSError:
        done = subprocess.run(["git", "-C", folder, "log", "-1", "--format=%h %cs"], capture_output=True, text=True)
        return done.stdout.strip() or "unknown"


class Recorder:
    """A proxy that passes requests on and keeps them with their answers. `faults`: statuses to answer instead of
    passing on, one for each of the next requests."""

    def __init__(self, url):
        self.exchanges, self.faults, self.peer = [], [], ""
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if recorder.faults:
                    return self.answer(recorder.faults.pop(0), b'{"detail": "a fault of the test"}')
                try:
                    with urlopen(Request(url + self.path, body, {"Content-Type": "application/json"})) as reply:
                        status, answer = reply.status, reply.read()
                except HTTPError as error:
                    status, answer = error.code, error.read()
                recorder.exchanges.append({"peer": recorder.peer, "path": self.path, "request": json.loads(body),
                                           "status": status, "answer": json.loads(answer)})
                return self.answer(status, answer)

            def answer(self, status, body):
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def check(name, got, wanted):
    assert got == wanted, f"{name}: {got!r}, not {wanted!r}"


# ---- the clients ----

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
        if "openrlhf/utils/agent.py" not in wheel.namelist():
            return None, f"{wheels[0].name} has no openrlhf/utils/agent.py"
        return pathlib.Path(wheel.extract("openrlhf/utils/agent.py", scratch)), wheels[0].name


def openrlhf(path, proxy):
    stub("openrlhf", "openrlhf.utils", "openrlhf.utils.logging_utils")
    import logging
    sys.modules["openrlhf.utils.logging_utils"].init_logger = logging.getLogger
    agent = load("openrlhf_agent", path)

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


def slime(path, proxy):
    import random
    stub("slime", "slime.utils", "slime.utils.misc", "slime.utils.types", "slime_rm_hub")
    for name in ("deepscaler", "f1", "gpqa", "math_dapo_utils", "math_utils"):
        stub(f"slime_rm_hub.{name}")
    spec = importlib.util.spec_from_file_location("slime_rm_hub", path, submodule_search_locations=[])
    module = importlib.util.module_from_spec(spec)
    sys.modules["slime_rm_hub"] = module
    spec.loader.exec_module(module)
    random.random = lambda: 0.0

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
        await module._get_shared_session().close()

    asyncio.run(everything())


def open_instruct(path, proxy):
    """CodeVerifier alone, cut out of its file by its own syntax: the file's imports are the whole trainer."""
    import ast
    import dataclasses
    import logging
    import re
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
    config = types.SimpleNamespace(code_api_url=proxy.url + "/test_program", code_max_execution_time=1.0,
                                   code_pass_rate_reward_threshold=0.0, code_apply_perf_penalty=False)
    for url, program, tests in (
            ("/test_program", "def add(a, b):\n    return a + b", ["assert add(1, 2) == 3", "assert add(0, 0) == 1"]),
            ("/test_program_stdio", "print(int(input()) + 1)", [{"input": "1\n", "output": "2\n"},
                                                                {"input": "5\n", "output": "7\n"}])):
        config.code_api_url = proxy.url + url
        verifier = names["CodeVerifier"](config)

        def ask(text, label):
            return verifier([], text, label).score
        check(url, ask(f"Here:\n```python\n{program}\n```", tests), 0.5)
        check(url + " as JSON", ask(f"```python\n{program}\n```", json.dumps(tests)), 0.5)
        check(url + " without tests", ask("```python\nx = 1\n```", []), 0.0)


def annotations_flag():
    import __future__
    return __future__.annotations.compiler_flag


def open_r1(folder, proxy):
    sources = folder / "src/open_r1/utils"
    stub("async_lru")
    sys.modules["async_lru"].alru_cache = lambda **_: lambda function: function
    package = types.ModuleType("open_r1_cp")
    package.__path__ = [str(sources / "competitive_programming")]
    sys.modules["open_r1_cp"] = package
    scoring = load("open_r1_cp.cf_scoring", sources / "competitive_programming/cf_scoring.py")
    piston = sys.modules["open_r1_cp.piston_client"]

    async def none(_):
        return []
    scoring.get_generated_tests = none
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", required=True)
    parser.add_argument("--peers", type=pathlib.Path, default=os.environ.get("ASSAY_PEERS"))
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--only", nargs="*")
    given = parser.parse_args()
    peers = pathlib.Path(given.peers) if given.peers else None
    for module in ("aiohttp", "requests"):
        if importlib.util.find_spec(module) is None:
            print(f"{module} is not installed: no client can be run")
            return 1
    proxy = Recorder(given.url)
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        def in_checkout(name, file):
            if peers and (peers / name / file).exists():
                return peers / name / file, commit(peers / name)
            return None, f"no {name}/{file} below --peers"
        found = {
            "OpenRLHF": (openrlhf, openrlhf_file(peers, scratch)),
            "slime": (slime, in_checkout("slime", "slime/rollout/rm_hub/__init__.py")),
            "open-instruct": (open_instruct, in_checkout("open-instruct", "open_instruct/ground_truth_utils.py")),
            "open-r1": (open_r1, in_checkout("open-r1", ".")),
        }
        for name, (run, (path, what)) in found.items():
            if given.only and name not in given.only:
                continue
            if path is None:
                print(f"skipped  {name}: {what}")
                continue
            proxy.peer, before = name, len(proxy.exchanges)
            try:
                run(path, proxy)
                print(f"passed   {name} {what}: {len(proxy.exchanges) - before} requests")
            except Exception as error:  # the next one is asked all the same
                failed += 1
                print(f"FAILED   {name} {what}: {type(error).__name__}: {error}")
    if given.record:
        lines = dict.fromkeys(json.dumps(each) for each in proxy.exchanges)  # each once
        given.record.write_text("".join(line + "\n" for line in lines))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
