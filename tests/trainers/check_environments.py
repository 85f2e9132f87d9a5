#!/usr/bin/env python3
"""A wheel of `assay env pack --wheel` in verifiers and prime-rl, both unmodified: loaded, asked and scored.

    check_environments.py --url http://127.0.0.1:8080 [--peers DIR]

It runs in a Python that has verifiers; which ways there are follows from its version, and each is a process of its
own. The model is a scripted endpoint that answers some tasks rightly and some wrongly. Every way must give each task
the same reward as POST /v1/score, the Python package and `assay env score` do, and none of them a zero to a task
whose verdict is missing. With --peers, DIR/prime-rl (and what it imports: torch isn't needed) runs its own client of
environments.
"""

import argparse
import contextlib
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
CLIENT = REPOSITORY / "clients/python/src"
sys.path[:0] = [str(HERE), str(CLIENT), str(REPOSITORY / "tests")]
import environment_ways as ways  # noqa: E402
from harness import server as harness  # noqa: E402

WAY_TIMEOUT_S = 300
SKIPPED = 77
# What a model says to a task, and what that is worth under the rubric of `assay env new --kind math` (0.1 for the
# box) and of `--kind code`.
SAID = {
    "small-sums": {"sum-1": ("\\boxed{42}", 1.1), "product-1": ("132", 1.0), "fraction-1": ("\\boxed{1/9}", 0.0),
                   "linear-1": ("so \\boxed{x = 6}", 1.1), "quadratic-1": ("I don't know.", 0.0), "pair-1": ("\\boxed{(3,4)}", 0.0)},
    "small-programs": {"sum": ("```python\nprint(sum(map(int, input().split())))\n```", 1.1),
                       "*": ("```python\nprint(0)\n```", 0.0)},
}


def assay_env(*arguments):
    done = subprocess.run([str(harness.binary()), "env", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def prepare(scratch):
    """Environments, and a folder of modules with their wheels: site/small_sums."""
    for name, kind in (("small-sums", "math"), ("small-programs", "code")):
        assay_env("new", name, "--kind", kind, "--folder", scratch / name)
        assay_env("pack", scratch / name, "--wheel", "--out", scratch / "wheels")
    wheels = sorted(str(path) for path in (scratch / "wheels").glob("*.whl"))
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target",
                    str(scratch / "site"), *wheels], check=True)


def responses_of(name, tasks):
    said = SAID[name]
    return {task.id: said.get(task.id, said.get("*", ("", 0.0))) for task in tasks}


def by_package_http_and_command(scratch, url):
    """The rewards by the three ways of our own, which must be those that SAID has."""
    import assay
    client = assay.Client(url)
    wanted = {}
    for name in SAID:
        environment = assay.environments.load(scratch / name)
        tasks = list(environment.tasks())
        said = responses_of(name, tasks)
        wanted[name] = {task.id: {"prompt": task.prompt, "said": said[task.id][0], "reward": said[task.id][1]}
                        for task in tasks}
        rewards = [said[task.id][1] for task in tasks]
        answers = [(task, said[task.id][0]) for task in tasks]
        package = [each.score for each in environment.score(answers, client=client)]
        assert package == rewards, f"{name}, the package: {package}, not {rewards}"
        items = [{**task.item, "response": text} for task, text in answers]
        http = [each.score for each in client.score(items, {"any": environment.rubric})]
        assert http == rewards, f"{name}, POST /v1/score: {http}"
        lines = "".join(json.dumps({"id": task.id, "response": text}) + "\n" for task, text in answers)
        (scratch / f"{name}.responses").write_text(lines)
        printed = assay_env("score", scratch / name, scratch / f"{name}.responses", "--url", url).splitlines()
        command = [json.loads(line)["score"] for line in printed]
        assert command == rewards, f"{name}, assay env score: {command}"
    (scratch / "wanted.json").write_text(json.dumps(wanted))
    print("passed   POST /v1/score, the package, assay env score: "
          f"{sum(map(len, wanted.values()))} tasks, the same rewards", flush=True)


def child(way, scratch, url, peers):
    try:
        said = getattr(ways, way)(scratch, url, peers)
    except ways.NotHere as why:
        print(f"skipped  {way}: {why}", flush=True)
        os._exit(SKIPPED)
    except BaseException as error:
        traceback.print_exc()
        print(f"FAILED   {way}: {type(error).__name__}: {error}", flush=True)
        os._exit(1)
    print(f"passed   {way}: {said}", flush=True)
    os._exit(0)  # servers' threads and processes would be waited for


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", required=True)
    parser.add_argument("--peers", type=pathlib.Path, default=os.environ.get("ASSAY_PEERS"))
    parser.add_argument("--only", nargs="*", choices=ways.WAYS, default=ways.WAYS)
    parser.add_argument("--child", choices=ways.WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--scratch", type=pathlib.Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    os.environ["ASSAY_BIN"] = str(harness.binary())  # the package's, and its subprocesses'
    peers = pathlib.Path(given.peers).resolve() if given.peers else None
    if given.child:
        return child(given.child, given.scratch, given.url, peers)
    if importlib.util.find_spec("verifiers") is None:
        print("skipped  no verifiers is installed")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        prepare(scratch)
        by_package_http_and_command(scratch, given.url)
        path = os.pathsep.join([str(scratch / "site"), str(CLIENT), str(HERE), str(REPOSITORY / "tests"),
                                *filter(None, [os.environ.get("PYTHONPATH")])])
        codes = {}
        for way in given.only:
            command = [sys.executable, "-B", __file__, "--url", given.url, "--child", way, "--scratch", folder]
            child_of = subprocess.Popen(command + (["--peers", str(peers)] if peers else []), start_new_session=True,
                                        env={**os.environ, "PYTHONPATH": path, "ASSAY_URL": given.url})
            try:
                codes[way] = child_of.wait(WAY_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                print(f"FAILED   {way}: not done within {WAY_TIMEOUT_S} s", flush=True)
                codes[way] = 1
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child_of.pid, signal.SIGKILL)  # servers and their workers that were left
    ended = list(codes.values())
    failed = [way for way, code in codes.items() if code not in (0, SKIPPED)]
    print(f"{ended.count(0)} passed, {len(failed)} failed, {ended.count(SKIPPED)} skipped")
    return 1 if failed or 0 not in ended else 0


if __name__ == "__main__":
    sys.exit(main())
