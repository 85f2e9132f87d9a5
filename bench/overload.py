#!/usr/bin/python3
"""A server that is offered more than it can do, and one with clients that hold it up.

    bench/overload.py --assay build/bench/assay --traffic build/bench/bench/overload [PART …]

PARTs (all of them, in this order, without any):
  goodput   what clients that hang up after --patience seconds get right and in time while fifty times the
            capacity is offered, beside what as many as keep all slots busy get
  shares    three tenants of weights 1, 2 and 4 that all flood it: the slot time that each of them has
  idle      rates with and without --idle connections that say nothing
  slow      rates with and without hundreds of clients that send heads or bodies, or read answers, a byte a second
Programs sleep where only slots are to be scarce (--sleep-s), so that the clients, on the same machine, take nothing
away from them; the CPU time that clients use is printed. Rounds of what is compared alternate; printed are medians.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]
from harness.server import AssayServer  # noqa: E402

OPTIONS = ["--verdict-cache-mb", "0", "--sandboxes", "0", "--history", "off"]


class Bench:
    def __init__(self, args: argparse.Namespace, folder: pathlib.Path) -> None:
        self.args, self.folder = args, folder
        # Half of the programs are right, so that an invented verdict of either kind shows.
        self.bodies = {verdict: self.body(f"body-{verdict}", verdict, args.sleep_s) for verdict in ("AC", "WA")}
        self.quick = self.body("quick", "AC", 0)

    def body(self, name: str, verdict: str, sleep_s: float) -> pathlib.Path:
        path = self.folder / name
        path.write_text(json.dumps({
            "language": "python", "code": f"import time\ntime.sleep({sleep_s})\nprint(input())\n# @@@@@@@@",
            "cache": False, "limits": {"wall_time_s": 60},
            "problem": {"mode": "stdin_stdout",
                        "tests": [{"input": "7\n", "expected": "7\n" if verdict == "AC" else "8\n"}]}}))
        return path

    def server(self, *more: str) -> AssayServer:
        return AssayServer([*OPTIONS, *more], program=self.args.assay, keep_alive=True)

    def traffic(self, server: AssayServer, seconds: float, *groups: str) -> list[dict]:
        done = subprocess.run(self.command(server, seconds, *groups), stdout=subprocess.PIPE, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def command(self, server: AssayServer, seconds: float, *groups: str) -> list[str]:
        return [self.args.traffic, str(server.port), str(seconds), *groups]

    def halves(self, more: str) -> list[str]:
        """Two groups, one of each verdict, that share what `more` says with `%`: a number that is halved."""
        key, _, rest = more.partition(",")
        name, _, number = key.partition("=")
        half = f"{float(number) / 2:g}"
        return [f"name={verdict},file={path},expect={verdict},{name}={half},{rest}"
                for verdict, path in self.bodies.items()]


class Watch:
    """The most memory that a server has while it runs."""

    def __init__(self, server: AssayServer) -> None:
        self._server, self._done, self.most = server, threading.Event(), 0
        self._thread = threading.Thread(target=self._look, daemon=True)

    def _look(self) -> None:
        while not self._done.wait(0.2):
            self.most = max(self.most, self._server.status_bytes("VmRSS"))

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()


def total(reports: list[dict], key: str) -> float:
    return sum(report[key] for report in reports)


def in_steady_state(reports: list[dict], skip_s: int, until_s: int) -> float:
    """Right verdicts a second, without the first and the last seconds."""
    return sum(sum(report["right_in_second"][skip_s:until_s]) for report in reports) / (until_s - skip_s)


def mib(size: float) -> str:
    return f"{size / (1 << 20):.0f} MiB"


def goodput(bench: Bench) -> None:
    args = bench.args
    with bench.server("--slots", str(args.slots)) as server:
        before = server.status_bytes("VmRSS")
        bench.traffic(server, 5, *bench.halves(f"connections={4 * args.slots}"))  # warm
        closed = bench.traffic(server, args.seconds, *bench.halves(f"connections={4 * args.slots}"))
        peak = in_steady_state(closed, 2, int(args.seconds) - 1)
        print(f"goodput: {args.slots} slots, programs that sleep {args.sleep_s} s; peak {peak:.1f}/s closed-loop "
              f"({peak * args.sleep_s / args.slots:.0%} of what sleeping alone would allow)", flush=True)
        for rnd in range(args.rounds):
            for tries in (1, 4):
                offer = args.times * peak
                with Watch(server) as watch:
                    open_loop = bench.traffic(
                        server, args.seconds,
                        *bench.halves(f"rate={offer},patience={args.patience},tries={tries}"))
                good = in_steady_state(open_loop, 2, int(args.seconds) - 1)
                refused, wrong = total(open_loop, "refused"), total(open_loop, "wrong")
                print(f"  round {rnd}, {tries} {'try' if tries == 1 else 'tries'}: offered {offer:.0f}/s by clients "
                      f"that hang up after {args.patience:g} s: right in time {good:.1f}/s = {good / peak:.1%} of the "
                      f"peak; wrong {wrong:.0f}, refused {refused:.0f} (p50 "
                      f"{1000 * max(r['refusal_p50_s'] for r in open_loop):.1f} ms, p99 "
                      f"{1000 * max(r['refusal_p99_s'] for r in open_loop):.1f} ms, without Retry-After "
                      f"{total(open_loop, 'without_retry_after'):.0f}), hung up {total(open_loop, 'hung_up'):.0f}, broken "
                      f"{total(open_loop, 'broken'):.0f}; took p50 {max(r['p50_s'] for r in open_loop):.2f} s, p99 "
                      f"{max(r['p99_s'] for r in open_loop):.2f} s; memory {mib(before)} before, {mib(watch.most)} at "
                      f"most; clients' CPU {open_loop[0]['cpu_s'] / args.seconds:.0%} of a core", flush=True)
                time.sleep(2)


def shares(bench: Bench) -> None:
    args = bench.args
    path = bench.folder / "tokens.yaml"
    weights = {"one": 1, "two": 2, "four": 4}
    tokens = {}
    for name, weight in weights.items():
        made = subprocess.run([args.assay, "token", "new", "--tokens", path, "--name", name], capture_output=True,
                              text=True, check=True)
        tokens[name] = made.stdout.strip()
    admin = subprocess.run([args.assay, "token", "new", "--tokens", path, "--name", "boss", "--role", "admin"],
                           capture_output=True, text=True, check=True).stdout.strip()
    with path.open("a") as file:
        file.writelines(f"- {{tenant: {name}, weight: {weight}}}\n" for name, weight in weights.items())
    # Of different lengths: shares are of slot time, not of submissions.
    sleeps = {"one": 0.05, "two": 0.2, "four": 0.1}
    groups = [f"name={name},token={tokens[name]},file={bench.body(f'body-{name}', 'AC', sleeps[name])},connections=64"
              for name in weights]
    with bench.server("--slots", str(args.slots), "--tokens", str(path)) as server:
        def slot_time() -> dict[str, float]:
            reply = server.get("/v1/tenants", headers={"Authorization": f"Bearer {admin}"}).json()
            return {each["tenant"]: each["cpu_s"] for each in reply["tenants"]}

        with subprocess.Popen(bench.command(server, args.seconds * 2, *groups), stdout=subprocess.PIPE, text=True) as run:
            time.sleep(4)
            first = slot_time()
            time.sleep(args.seconds * 2 - 6)
            second = slot_time()
            reports = [json.loads(line) for line in (run.stdout or []) if line.strip()]
        used = {name: second[name] - first[name] for name in weights}
        print(f"shares: {args.slots} slots, {args.seconds * 2 - 6:g} s, 64 connections each", flush=True)
        for name, weight in weights.items():
            share, due = used[name] / sum(used.values()), weight / sum(weights.values())
            report = next(each for each in reports if each["name"] == name)
            print(f"  weight {weight}, programs of {sleeps[name]} s: {share:.2%} of the slot time, due {due:.2%}: "
                  f"{share / due - 1:+.1%}; right {report['right']}, wrong {report['wrong']}", flush=True)


def beside(bench: Bench, what: str, seconds: float, *others: str) -> None:
    """Rates of a load with and without other clients, in turn."""
    args = bench.args
    load = f"name=load,file={bench.quick},connections=16"
    with bench.server("--slots", "2") as server:
        bench.traffic(server, 3, load)
        rates: dict[bool, list[float]] = {True: [], False: []}
        latencies: dict[bool, list[float]] = {True: [], False: []}
        rss, held, ended = 0.0, 0, 0
        for rnd in range(args.rounds * 2):
            order = (False, True) if rnd % 2 == 0 else (True, False)
            for with_them in order:
                crowd = None
                if with_them:
                    before = server.status_bytes("VmRSS")
                    crowd = subprocess.Popen(bench.command(server, seconds + 600, *others), stdout=subprocess.PIPE,
                                             text=True)
                    wanted = sum(int(part.split("=")[1]) for group in others for part in group.split(",")
                                 if part.startswith(("quiet=", "connections=")))
                    deadline = time.monotonic() + 60
                    while server.metric("assay_http_connections") < wanted and time.monotonic() < deadline:
                        time.sleep(0.2)
                    held = int(server.metric("assay_http_connections"))
                    # The first crowd's: what it took is kept for the next.
                    rss = max(rss, server.status_bytes("VmRSS") - before)
                report = bench.traffic(server, seconds, load)[0]
                rates[with_them].append(report["right"] / seconds)
                latencies[with_them].append(report["p99_s"])
                assert report["wrong"] == 0 and report["broken"] == 0, report
                if crowd is not None:
                    ended = max(ended, held - int(server.metric("assay_http_connections")))
                    crowd.kill()
                    crowd.wait()
                    while server.metric("assay_http_connections") > 4:
                        time.sleep(0.2)
        ratios = [a / b for a, b in zip(rates[True], rates[False])]
        print(f"{what}: with {held} connections {statistics.median(rates[True]):.0f}/s, without "
              f"{statistics.median(rates[False]):.0f}/s: median ratio {statistics.median(ratios):.3f} "
              f"({min(ratios):.3f} to {max(ratios):.3f}, {len(ratios)} pairs); p99 "
              f"{1000 * statistics.median(latencies[True]):.0f} ms with, "
              f"{1000 * statistics.median(latencies[False]):.0f} ms without; {rss / max(held, 1):.0f} bytes of the "
              f"server's memory a connection; {max(ended, 0)} fewer of them at the end", flush=True)


def idle(bench: Bench) -> None:
    beside(bench, "idle", bench.args.seconds / 2, f"name=idle,quiet={bench.args.idle}")


def slow(bench: Bench) -> None:
    for kind in ("head", "body", "read"):
        beside(bench, f"slow ({kind})", bench.args.seconds / 2,
               f"name=slow,slow={kind},connections=300,file={bench.quick}")


PARTS = {"goodput": goodput, "shares": shares, "idle": idle, "slow": slow}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--assay", required=True)
    parser.add_argument("--traffic", required=True)
    parser.add_argument("--slots", type=int, default=8)
    parser.add_argument("--sleep-s", type=float, default=0.2)
    parser.add_argument("--patience", type=float, default=10)
    parser.add_argument("--times", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--idle", type=int, default=10000)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    args = parser.parse_args()
    args.assay, args.traffic = os.path.abspath(args.assay), os.path.abspath(args.traffic)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args, pathlib.Path(folder))
        for name in args.parts or PARTS:
            PARTS[name](bench)
    return 0


if __name__ == "__main__":
    sys.exit(main())
