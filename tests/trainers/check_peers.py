#!/usr/bin/env python3
"""The trainers' own client files, unmodified, against a live server, with faults in between.

    check_peers.py --url http://127.0.0.1:8080 [--peers DIR] [--record FILE] [--only NAME…]

Clients come from PyPI where a release has them (openrlhf: downloaded, its file taken out, nothing of it
installed) and from a folder of checkouts that the user supplies: DIR/OpenRLHF, DIR/slime, DIR/open-instruct,
DIR/open-r1, DIR/Gym, DIR/AReaL, DIR/rllm, DIR/SkyRL, DIR/prime-rl with DIR/verifiers. What a client imports of its
trainer that has nothing to do with rewards (loggers, metrics, GPUs) is an empty module. Each runs in a process of its
own. What isn't there is skipped, and said. NEEDS says what each must find installed.

Each client is also asked while a server is killed in mid-batch and another takes its port: that server is started here
($ASSAY_BIN or build/release/assay). `--record` writes the requests and answers, for
tests/integration/test_trainer_replay.py; with --only, those of the others stay.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "clients" / "python" / "src"))
import hook_clients  # noqa: E402
import http_clients  # noqa: E402
from peer_harness import Recorder, commit  # noqa: E402

CLIENT_TIMEOUT_S = 420
PASSED, FAILED, SKIPPED = 0, 1, 77  # exit codes of a child
# name: what it must find installed, and what of its checkout it runs.
NEEDS = {
    "OpenRLHF": (["aiohttp"], "OpenRLHF/openrlhf/utils/agent.py"),
    "slime": (["aiohttp"], "slime/slime/rollout/rm_hub/__init__.py"),
    "open-instruct": (["requests"], "open-instruct/open_instruct/ground_truth_utils.py"),
    "open-r1": (["aiohttp", "requests"], "open-r1/src/open_r1/utils"),
    "NeMo-Gym": (["aiohttp", "fastapi", "openai", "omegaconf", "orjson", "ray"],
                 "Gym/responses_api_agents/simple_agent/app.py"),
    "AReaL": (["torch", "transformers"], "AReaL/areal/workflow/rlvr.py"),
    "rLLM": (["openai", "pydantic", "omegaconf"], "rllm/rllm/workflows/simple_workflow.py"),
    "SkyRL": (["torch", "transformers", "loguru", "omegaconf"], "SkyRL/skyrl/train/generators/skyrl_gym_generator.py"),
    "prime-rl": (["torch", "zmq", "msgspec", "pydantic_config"], "prime-rl/src/prime_rl/orchestrator/envs.py"),
}


def run(name, peers, proxy, scratch):
    """Runs one client; returns what ran."""
    if name == "OpenRLHF":
        path, what = http_clients.openrlhf_file(peers, scratch)
        if path is not None:
            http_clients.openrlhf(path, proxy)
        return path is not None, what
    folder, file = NEEDS[name][1].split("/", 1)
    root = peers / folder if peers else None
    if root is None or not (root / file).exists():
        return False, f"no {folder}/{file} below --peers"
    if name == "prime-rl":
        if not (peers / "verifiers/verifiers/v1").exists():
            return False, "no verifiers/verifiers/v1 below --peers: its environment server is part of the way"
        hook_clients.prime_rl(peers, proxy, scratch)
        return True, f"{commit(root)}, verifiers {commit(peers / 'verifiers')}"
    of = {"slime": http_clients.slime, "open-instruct": http_clients.open_instruct, "open-r1": http_clients.open_r1,
          "NeMo-Gym": http_clients.nemo_gym}
    if name in of:
        of[name](root if name in ("open-r1", "NeMo-Gym") else root / file, proxy)
    else:
        {"AReaL": hook_clients.areal, "rLLM": hook_clients.rllm, "SkyRL": hook_clients.skyrl}[name](peers, proxy)
    return True, commit(root)


def child(name, url, peers, record):
    missing = [module for module in NEEDS[name][0] if importlib.util.find_spec(module) is None]
    if missing:
        print(f"skipped  {name}: {', '.join(missing)} not installed")
        return SKIPPED
    proxy = Recorder(url, name)
    with tempfile.TemporaryDirectory() as scratch:
        try:
            ran, what = run(name, peers, proxy, pathlib.Path(scratch))
            faults = ", ".join(str(each) for each in proxy.faulted)
            print(f"passed   {name} {what}: {len(proxy.exchanges)} requests; faults: {faults}" if ran
                  else f"skipped  {name}: {what}")
            code = PASSED if ran else SKIPPED
        except BaseException as error:  # a SystemExit of a trainer's, too
            traceback.print_exc()
            print(f"FAILED   {name}: {type(error).__name__}: {error}")
            code = FAILED
    record.write_text(json.dumps(proxy.exchanges))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # trainers leave threads and processes behind that would be waited for


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", required=True)
    parser.add_argument("--peers", type=pathlib.Path, default=os.environ.get("ASSAY_PEERS"))
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--only", nargs="*", choices=list(NEEDS))
    parser.add_argument("--child", choices=list(NEEDS), help=argparse.SUPPRESS)
    given = parser.parse_args()
    peers = pathlib.Path(given.peers).resolve() if given.peers else None
    if given.child:
        return child(given.child, given.url, peers, given.record)
    ended = {}
    names = given.only or list(NEEDS)
    exchanges = []
    for name in names:
        with tempfile.NamedTemporaryFile(suffix=".json") as kept:
            command = [sys.executable, "-B", __file__, "--url", given.url, "--child", name, "--record", kept.name]
            try:
                code = subprocess.run(command + (["--peers", str(peers)] if peers else []),
                                      timeout=CLIENT_TIMEOUT_S).returncode
            except subprocess.TimeoutExpired:
                print(f"FAILED   {name}: not done within {CLIENT_TIMEOUT_S} s", flush=True)
                code = FAILED
            ended[name] = code
            text = pathlib.Path(kept.name).read_text()
            exchanges += json.loads(text) if text else []
    failed = [name for name, code in ended.items() if code not in (PASSED, SKIPPED)]
    if given.record and not failed:
        before = [json.loads(line) for line in given.record.read_text().splitlines()] if given.record.exists() else []
        ran = {each["peer"] for each in exchanges}
        once = {}  # the first of those that ask the same
        for each in [*(each for each in before if each["peer"] not in ran), *exchanges]:
            once.setdefault(json.dumps([each["peer"], each["path"], each["request"]]), json.dumps(each) + "\n")
        given.record.write_text("".join(once.values()))
    codes = list(ended.values())
    print(f"{codes.count(PASSED)} passed, {len(failed)} failed, {codes.count(SKIPPED)} skipped")
    return 1 if failed or PASSED not in codes else 0


if __name__ == "__main__":
    sys.exit(main())
