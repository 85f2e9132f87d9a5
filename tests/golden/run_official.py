#!/usr/bin/python3
"""Judges recorded samples by the official drivers of `assay eval` and compares with their recorded status.

    tests/golden/run_official.py --url http://127.0.0.1:8080 [--suite evalplus-humaneval …] [--every 10]

EvalPlus' samples have a status for the base inputs and one for the additional ones, CRUXEval's one each. The
drivers are those of src/lab/eval/official, put together as harness.cc does. Exit status 1 when a status differs
for no known cause, 3 when some sample got no verdict.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import functools
import json
import pathlib
import sys
import time
from dataclasses import dataclass
from typing import Callable, Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from golden.known_official import cause_of  # noqa: E402
from harness import datasets  # noqa: E402
from harness.client import Client  # noqa: E402

@dataclass
class Sample:
    name: str
    body: dict  # of POST /v1/verify
    recorded: str
    cause: Callable[[str], str]  # why another status may come out; "": for no reason


DRIVERS = datasets.REPOSITORY / "src" / "lab" / "eval" / "official"
PROGRAM = ("guard.py", "program.py")
EVALPLUS = ("guard.py", "sanitize.py", "evalplus_problems.py", "evalplus.py")


def driver(pieces: tuple[str, ...]) -> str:
    return "".join((DRIVERS / piece).read_text() for piece in pieces)


def submission(pieces: tuple[str, ...], task: dict, wall_s: float) -> dict:
    task = {**task, "token": "t" + format(abs(hash(json.dumps(task, sort_keys=True))), "x")}
    return {
        "language": "python", "code": driver(pieces), "include_output": True,
        "problem": {"tests": [{"input": json.dumps(task), "expected": task["token"] + " pass"}]},
        "limits": {"cpu_time_s": 4 * wall_s, "wall_time_s": wall_s, "memory_mb": 4608},
    }


def reference_of(row: dict) -> str:
    """The first releases keep the corrected reference, and what it takes, in columns of their own."""
    if "reference" in row:
        return row["prompt"] + row["contract"] + "\n" + row["reference"]
    return row["prompt"] + "\n" + row["canonical_solution"]


def evalplus(dataset: str, problems_file: str) -> Iterator[Sample]:
    problems = {row["problem_id"]: row for row in datasets.rows(f"func_python/{problems_file}")}
    for number, sample in enumerate(datasets.rows(f"func_python/evalplus_samples_{dataset}")):
        row = problems.get(sample["problem_id"])
        if row is None:
            continue
        task = {
            "dataset": dataset, "id": row["problem_id"], "entry_point": row["entry_point"],
            "reference": reference_of(row),
            "base_input": row["base_input"],
            "plus_input": row["plus_input"] if isinstance(row["plus_input"], list) else None,
            "atol": row["atol"], "program": sample["solution"], "extract": False,
        }
        recorded = f"base={sample['base_status']} plus={sample['plus_status']}"
        yield Sample(f"{row['problem_id']}/sample{number}", submission(EVALPLUS, task, 300), recorded,
                     functools.partial(cause_of, sample, row))


def cruxeval() -> Iterator[Sample]:
    problems = {row["problem_id"]: row for row in datasets.rows("func_python/cruxeval")}
    for number, sample in enumerate(datasets.rows("func_python/cruxeval_samples")):
        row = problems.get(sample["problem_id"])
        if row is None:
            continue
        answer, call = sample["generation"], f"f({row['input']})"
        never_run = "f(" not in answer if sample["mode"] == "input" else call in answer
        task = {"program": f"{row['code']}\nassert {row['output']} == {answer}", "seconds": 3}
        if never_run:
            task["program"] = "raise SystemExit"
        yield Sample(f"{row['problem_id']}/{sample['mode']}{number}", submission(PROGRAM, task, 5),
                     "pass" if sample["passed"] else "fail", lambda got: "")


SUITES = {
    "evalplus-humaneval": lambda: evalplus("humaneval", "humanevalplus_2023_04"),
    "evalplus-mbpp": lambda: evalplus("mbpp", "mbppplus_2023_11"),
    "cruxeval": cruxeval,
}


def judged(client: Client, body: dict) -> tuple[str, str]:
    """What the driver said: its details where it gives a word for each kind of inputs, else its one word."""
    while True:
        reply = client.post("/v1/verify", body)
        if reply.status != 429:
            break
        time.sleep(0.2)
    if reply.status != 200:
        return "", f"HTTP {reply.status}: {reply.body[:300]}"
    result = reply.json()
    if result["cause"] == "infrastructure":
        return "", f"{result['reason']}: {result['message']}"
    test = result["tests"][0]
    word = test.get("stdout", "").split()[1:2]
    notes = json.loads(test.get("stderr") or "{}")
    details, parts = notes.get("details", ""), notes.get("parts")
    if parts:
        return f"base={parts['base']} plus={parts['plus']}", details
    if word == ["broken"]:
        return "", details
    return (word or ["fail"])[0], details or result["message"]


def run(client: Client, suite: str, every: int, threads: int) -> tuple[int, int]:
    cases = [case for i, case in enumerate(SUITES[suite]()) if i % every == 0]
    start = time.monotonic()
    agreed, known, differ, lost = 0, [], [], []
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for case, (got, details) in zip(cases, pool.map(lambda case: judged(client, case.body), cases)):
            line = f"{case.name}: recorded {case.recorded}, got {got} ({details})"
            if got == case.recorded:
                agreed += 1
            elif not got:
                lost.append(f"{case.name}: {details}")
            elif cause := case.cause(got):
                known.append(f"{line}: {cause}")
            else:
                differ.append(line)
    print(f"{suite}: {agreed} of {len(cases)} as recorded, {len(known)} differ for a known cause,"
          f" {len(differ)} differ, {len(lost)} without a verdict, {time.monotonic() - start:.0f} s", flush=True)
    for title, lines in (("known", known), ("DIFFERS", differ), ("NO VERDICT", lost)):
        for line in lines:
            print(f"    {title}: {line}")
    return len(differ), len(lost)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--suite", action="append", choices=sorted(SUITES), help="default: all")
    parser.add_argument("--every", type=int, default=1, help="judge every N-th sample")
    parser.add_argument("--threads", type=int, default=4)
    arguments = parser.parse_args()
    client = Client(arguments.url, keep_alive=True)
    differ = lost = 0
    for suite in arguments.suite or sorted(SUITES):
        one, other = run(client, suite, arguments.every, arguments.threads)
        differ, lost = differ + one, lost + other
    return 1 if differ else 3 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
