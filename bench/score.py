#!/usr/bin/python3
"""/v1/score beside the routes that judge the same work: one request of rubrics for a mixed batch, or requests of
/v1/verify and /v1/math/verify.

    bench/score.py --assay build/bench/assay --load build/bench/bench/load [--items 1024] [--rounds 7]

Half of the items are responses with programs, 15 tests and 16 rollouts a problem; half are math answers. Three ways
take turns, round after round, on fresh programs and without a cache of verdicts: the two routes, a rubric each of
verdicts alone, and rubrics with functions of the text beside them, as trainers have them. The load generator sends
all; medians over the rounds are printed. Nothing else should run.
"""
from __future__ import annotations

import argparse
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import client as mixed  # the batch and the sizes of requests

sys.path[:0] = [str(mixed.ROOT / "tests")]
from harness.server import AssayServer  # noqa: E402

VERDICTS = {"code": [{"kind": "code"}], "math": [{"kind": "math"}]}
WITH_TEXTS = {
    "code": [{"kind": "code"}, {"kind": "format", "weight": 0.1, "require": ["code_block"]},
             {"kind": "repetition", "weight": 0}],
    "math": [{"kind": "math"}, {"kind": "format", "weight": 0.1, "require": ["boxed"]}, {"kind": "repetition", "weight": 0}],
}


def items(count: int, mark: str) -> tuple[list[dict], dict[str, dict]]:
    """Code and math in turn, and the problems that the code names."""
    made: list[dict] = []
    problems: dict[str, dict] = {}
    name = ""
    for i in range(count // 2):
        if i % mixed.GROUP == 0:
            name = f"p{i}"
            problems[name] = {"comparison": {"mode": "tokens"}, "tests": [
                {"input": f"{i} {k * 7}\n", "expected": f"{i + k * 7}\n"} for k in range(mixed.TESTS)]}
        made.append({"language": "python", "stop": "all", "problem": name,
                     "response": f"So:\n```python\n{mixed.SUM}# {mark} {i}\n```"})
        made.append({"gold": rf"\frac{{{i + 1}}}{{{i + 3}}}",
                     "response": rf"We simplify. So the answer is \boxed{{{(i + 1) * 2}/{(i + 3) * 2}}}."})
    return made, problems


def request(path: str, body: dict, port: int) -> bytes:
    """As the load generator reads it."""
    data = json.dumps({"stream": True, **body}, ensure_ascii=False, separators=(",", ":")).encode()
    head = (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            f"Accept: application/x-ndjson\r\nContent-Length: {len(data)}\r\n\r\n").encode()
    return struct.pack("=I", len(head) + len(data)) + head + data


def by_routes(made: list[dict], problems: dict[str, dict], port: int) -> bytes:
    code = [item for item in made if "problem" in item]
    math = [item for item in made if "gold" in item]
    out = b""
    for at in range(0, len(code), mixed.BATCH):
        part = code[at: at + mixed.BATCH]
        out += request("/v1/verify", {"submissions": part, "problems": {
            item["problem"]: problems[item["problem"]] for item in part}}, port)
    for at in range(0, len(math), 4 * mixed.BATCH):
        out += request("/v1/math/verify", {"items": math[at: at + 4 * mixed.BATCH]}, port)
    return out


def by_rubrics(rubrics: dict[str, list[dict]], made: list[dict], problems: dict[str, dict], port: int) -> bytes:
    routed = [{**item, "rubric": "code" if "problem" in item else "math"} for item in made]
    body = {"rubrics": {name: {"functions": functions} for name, functions in rubrics.items()},
            "items": routed, "problems": problems}
    return request("/v1/score", body, port)


def send(load: str, port: int, wire: bytes, count: int) -> float:
    """Items a second."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(wire)
        file.flush()
        done = subprocess.run([load, str(port), str(mixed.CONNECTIONS), file.name], check=True, capture_output=True)
    said = json.loads(done.stdout)
    assert (said["results"], said["refused"]) == (count, 0), said
    return count / said["seconds"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--assay", required=True)
    parser.add_argument("--load", required=True)
    parser.add_argument("--items", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    server = AssayServer(["--verdict-cache-mb", "0"], program=args.assay)
    server.start()
    ways = {"/v1/verify and /v1/math/verify": by_routes,
            "/v1/score, verdicts": lambda *rest: by_rubrics(VERDICTS, *rest),
            "/v1/score, verdicts and texts": lambda *rest: by_rubrics(WITH_TEXTS, *rest)}
    rates: dict[str, list[float]] = {name: [] for name in ways}
    try:
        for number in range(-1, args.rounds):  # the first one warms up
            for name, way in ways.items():
                made, problems = items(args.items, f"{time.time_ns()} {number}")
                rate = send(args.load, server.port, way(made, problems, server.port), len(made))
                if number >= 0:
                    rates[name].append(rate)
    finally:
        server.stop()
    print(f"{args.items} mixed completions, half programs of {mixed.TESTS} tests: {os.cpu_count()} cores, "
          f"{args.rounds} rounds")
    first = statistics.median(next(iter(rates.values())))
    for name, values in rates.items():
        median = statistics.median(values)
        print(f"  {name:<32} {median:8.1f} /s   ({min(values):.1f} to {max(values):.1f}), {median / first:.3f} of the routes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
