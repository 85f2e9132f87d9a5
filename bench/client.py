#!/usr/bin/python3
"""The Python client beside a load generator in C++: the same mixed batch, the same requests.

    bench/client.py --assay build/bench/assay --load build/bench/bench/load [--items 1024] [--rounds 7]

Half of the items are programs of 15 tests, 16 rollouts a problem; half are math answers. Both sides are
measured in turn, round after round, on fresh programs and without a cache of verdicts; printed are medians over
the rounds, the ratio of the throughputs, and the client's share of all CPU time that the machine spent meanwhile.
Nothing else should run. The generator only sends and counts; the client encodes, decodes and makes results.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import resource
import statistics
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "clients" / "python" / "src"), str(ROOT / "tests")]
import assay  # noqa: E402
from harness.server import AssayServer  # noqa: E402

TESTS = 15
GROUP = 16
BATCH = 64  # programs a request, as the client has it; four times as many math answers
CONNECTIONS = 16
SUM = "import sys\na, b = map(int, input().split())\nprint(a + b)\n"


def items(count: int, mark: str) -> list[assay.Submission | assay.MathAnswer]:
    """Code and math in turn; programs are unlike those of any other round."""
    made: list[assay.Submission | assay.MathAnswer] = []
    problem = None
    for i in range(count // 2):
        if i % GROUP == 0:
            problem = assay.Problem.stdin_stdout([(f"{i} {k * 7}\n", f"{i + k * 7}\n") for k in range(TESTS)],
                                                 comparison={"mode": "tokens"})
        assert problem is not None
        made.append(assay.Submission(problem, SUM + f"# {mark} {i}\n", stop="all"))
        made.append(assay.MathAnswer(rf"\frac{{{i + 1}}}{{{i + 3}}}",
                                     rf"We simplify. So the answer is \boxed{{{(i + 1) * 2}/{(i + 3) * 2}}}."))
    return made


def wire(made: list[assay.Submission | assay.MathAnswer], port: int) -> bytes:
    """The same items as requests for the load generator."""
    code = [item for item in made if isinstance(item, assay.Submission)]
    math = [item for item in made if isinstance(item, assay.MathAnswer)]
    out = []

    def add(path: str, body: dict) -> None:
        data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        head = (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
                f"Accept: application/x-ndjson\r\nContent-Length: {len(data)}\r\n\r\n").encode()
        out.append(struct.pack("=I", len(head) + len(data)) + head + data)

    for at in range(0, len(code), BATCH):
        part = code[at: at + BATCH]
        problems = {item.problem.sha256: json.loads(item.problem.text) for item in part}
        add("/v1/verify", {"stream": True, "problems": problems, "submissions": [
            {"language": item.language, "code": item.code, "stop": item.stop, "problem": item.problem.sha256}
            for item in part]})
    for at in range(0, len(math), 4 * BATCH):
        add("/v1/math/verify", {"stream": True, "items": [
            {"gold": item.gold, "response": item.response} for item in math[at: at + 4 * BATCH]]})
    return b"".join(out)


def busy_s() -> float:
    """CPU time that all of the machine has spent, in seconds."""
    with open("/proc/stat", encoding="ascii") as stream:
        user, nice, system, _, _, irq, softirq = map(int, stream.readline().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def own_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def by_generator(load: str, server: AssayServer, made: list) -> dict[str, float]:
    with tempfile.NamedTemporaryFile() as file:
        file.write(wire(made, server.port))
        file.flush()
        before = busy_s()
        done = subprocess.run([load, str(server.port), str(CONNECTIONS), file.name], check=True, capture_output=True)
        said = json.loads(done.stdout)
        assert (said["results"], said["refused"]) == (len(made), 0), said
    return {"per second": len(made) / said["seconds"], "client share": said["cpu_s"] / (busy_s() - before)}


def by_client(client: assay.Client, made: list) -> dict[str, float]:
    busy, own, start = busy_s(), own_s(), time.monotonic()
    scores = client.scores(made)
    took = time.monotonic() - start
    own, busy = own_s() - own, busy_s() - busy
    assert scores == [1.0] * len(made), [i for i, score in enumerate(scores) if score != 1.0][:10]
    return {"per second": len(made) / took, "client share": own / busy, "client ms": 1000 * own}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--assay", required=True)
    parser.add_argument("--load", required=True)
    parser.add_argument("--items", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    server = AssayServer(["--verdict-cache-mb", "0"], program=args.assay)
    server.start()
    rows: dict[str, list[dict[str, float]]] = {"load generator": [], "Python client": []}
    try:
        with assay.Client(f"http://127.0.0.1:{server.port}") as client:
            by_client(client, items(64, "warm"))
            for number in range(args.rounds):
                mark = f"{time.time_ns()} {number}"
                rows["load generator"].append(by_generator(args.load, server, items(args.items, mark + " c")))
                rows["Python client"].append(by_client(client, items(args.items, mark + " p")))
    finally:
        server.stop()
    print(f"{args.items} mixed completions, half programs of {TESTS} tests: {os.cpu_count()} cores, {args.rounds} rounds, "
          f"Python {sys.version.split()[0]}")
    medians = {}
    for name, rounds in rows.items():
        values = [each["per second"] for each in rounds]
        medians[name] = statistics.median(values)
        share = statistics.median(each["client share"] for each in rounds)
        print(f"  {name:<16} {medians[name]:8.1f} /s   ({min(values):.1f} to {max(values):.1f}), its CPU {100 * share:.1f} % "
              "of the machine's")
    milliseconds = statistics.median(each["client ms"] for each in rows["Python client"])
    print(f"  ratio: {medians['Python client'] / medians['load generator']:.3f} of the load generator; the client's CPU "
          f"{milliseconds:.0f} ms a batch")
    return 0


if __name__ == "__main__":
    sys.exit(main())
