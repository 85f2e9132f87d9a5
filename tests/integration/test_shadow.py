"""`assay shadow` before a small sandbox with known faults: it finds every planted disagreement and no other.

The requests are those of verl's client (/run_code, a request a test) and of ScaleBox's (/common_evaluate_batch, a request
a sample), over programs of tests and of verl's own rows. What is found online must be found again offline, from the
record and from the same traffic as HAR.
"""

import gzip
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

import pytest

from harness import server as harness
from harness.client import Client
from harness.faulty_sandbox import FaultySandbox, fenced

DATA = pathlib.Path(os.environ.get("ASSAY_DATA", harness.REPOSITORY / ".." / "shared" / "data"))
ROWS = DATA / "sandboxfusion_samples" / "verl_prime_code.jsonl.gz"
SECRET = "hunter2"
SUM = "a, b = map(int, input().split())\nprint(a + b)"
TIMEOUT_S = 300
STARTED = []  # processes; a test that fails ends none


class Shadow:
    """A running `assay shadow`; finish() ends it and gives exit code and report."""

    def __init__(self, out, *arguments):
        self.out, self.port = out, None
        self.process = subprocess.Popen(
            [harness.binary(), "shadow", "--out", out, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        STARTED.append(self.process)
        self.log = ""
        for line in self.process.stderr:
            self.log += line
            found = re.search(r"listening on http://\S+:(\d+)", line)
            if found:
                self.port = int(found.group(1))
                break

    def client(self):
        return Client(f"http://127.0.0.1:{self.port}")

    def finish(self, how=signal.SIGTERM):
        if self.port is not None:
            self.process.send_signal(how)
        self.text, err = self.process.communicate(timeout=TIMEOUT_S)
        self.log += err
        return self.process.returncode, self.report()

    def report(self):
        return json.loads((self.out / "report.json").read_text())

    def disagreements(self):
        return [json.loads(line) for line in (self.out / "disagreements.jsonl").read_text().splitlines()]

    def found(self):
        return sorted((each["task"]["sample"], each["reason"], each["cause"]) for each in self.disagreements())


def run_code(code, given=""):
    """As verl's client asks."""
    return "/run_code", {"compile_timeout": 30, "run_timeout": 30, "code": code, "stdin": given,
                         "memory_limit_MB": 1024, "language": "python", "files": {}, "fetch_files": []}


def evaluate(code, *tests):
    """As ScaleBox's client for verl asks."""
    return "/common_evaluate_batch", {
        "completion": fenced(code),
        "config": {"language": "python", "compile_timeout": 30, "run_timeout": 30, "memory_limit_mb": 1024,
                   "provided_data": {"test_cases": {"type": "stdin_stdout", "input": [given for given, _ in tests],
                                                    "output": [right for _, right in tests], "fn_name": None}},
                   "extra": {"run_all_cases": True, "total_timeout": 300}}}


def traffic():
    """name, path and body: programs that meet each fault, those next to it that don't, and rows of verl's."""
    first, second = ("1 2", "3"), ("3 4", "7")
    zero = "print(0)"
    noisy = "import sys\nprint('debug', file=sys.stderr)\n"
    requests = [
        ("plain", *run_code(SUM, "1 2")),
        ("crash", *run_code("1 / 0")),
        ("exit", *run_code("import sys\nprint('x')\nsys.exit(3)")),
        ("upper", *run_code("print('YES')")),
        ("once", *run_code(SUM, "5 6")),
        ("again", *run_code(SUM, "5 6")),
        ("random", *run_code("import random\nprint(random.random())")),
        ("wrong", *evaluate(zero, first, second)),
        ("noisy-right", *evaluate(noisy + SUM, first, second)),
        ("noisy-wrong", *evaluate(noisy + zero, first, second)),
        ("last", *evaluate("print(3)", first, second)),
        ("middle", *evaluate("print(3)", first, second, first)),
        ("swapped", *evaluate("print(3)", ("1 2" + " " * 1200, "3"), ("3 4" + " " * 1200, "7"))),
    ]
    requests += [(f"right-{i}", *evaluate(SUM, first, second)) for i in range(12)]
    if ROWS.exists():
        with gzip.open(ROWS, "rt") as lines:
            for number, line in zip(range(4), lines):
                row = json.loads(line)
                tests = list(zip(row["ground_truth"]["inputs"], row["ground_truth"]["outputs"]))[:3]
                requests.append((f"row-{number}", *evaluate(row["completion"], *tests)))
                requests += [(f"row-{number}-{i}", *run_code(row["completion"], given))
                             for i, (given, _) in enumerate(tests)]
    return requests


def send_all(client, requests):
    replies = {}

    def send(name, path, body):
        replies[name] = client.post(path, body, headers={"X-Assay-Sample": name,
                                                         "Authorization": f"Bearer {SECRET}"})

    threads = [threading.Thread(target=send, args=each) for each in requests]
    for each in threads:
        each.start()
    for each in threads:
        each.join(TIMEOUT_S)
    return replies


def har_of(lines):
    def headers(pairs):
        return [{"name": name, "value": value} for name, value in pairs]

    return json.dumps({"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": [{
        "startedDateTime": "2026-11-22T12:00:00.000Z", "time": each["seconds"] * 1000,
        "request": {"method": each["method"], "url": "http://10.0.0.1:8080" + each["target"],
                    "headers": headers(each["request_headers"]),
                    "postData": {"mimeType": "application/json", "text": each["request_body"]}},
        "response": {"status": each["status"], "headers": headers(each["reply_headers"]),
                     "content": {"size": len(each["reply_body"]), "text": each["reply_body"]}},
    } for each in lines]}}, indent=1)


@pytest.fixture(scope="module", autouse=True)
def url(server):
    yield f"http://127.0.0.1:{server.port}"
    for process in STARTED:
        if process.poll() is None:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def online(url, tmp_path_factory):
    """The traffic once through a shadow; everything the tests look at."""
    folder = tmp_path_factory.mktemp("online")
    record = folder / "record.jsonl"
    requests = traffic()
    with FaultySandbox() as peer:
        shadow = Shadow(folder / "out", "--against", peer.url, "--listen", "127.0.0.1:0", "--url", url,
                        "--record", record)
        client = shadow.client()
        assert client.get("/v1/ping").json() == "pong"
        replies = send_all(client, requests)
        code, report = shadow.finish()
    return {"shadow": shadow, "code": code, "report": report, "lies": sorted(peer.lies), "record": record,
            "requests": requests, "replies": replies, "folder": folder}


def test_all_planted_disagreements_and_no_others_are_found(online):
    report, requests = online["report"], online["requests"]
    assert len(online["lies"]) >= 6 and online["shadow"].found() == online["lies"]
    assert online["code"] == 1 and report["finished"]
    exchanges = report["exchanges"]
    assert exchanges["disagreed"] == len(online["lies"])
    assert exchanges["unstable"] == 1  # the program that rolls dice
    assert exchanges["agreed"] == len(requests) - len(online["lies"]) - 1
    assert exchanges["relayed_only"] == 1  # the ping
    assert exchanges["seen"] == len(requests) + 1
    assert report["time"]["exchanges"] == len(requests) - 2  # nor the outage
    assert f"{exchanges['disagreed']}  disagree" in online["shadow"].text


def test_clients_get_the_peers_replies(online):
    lied = {sample for sample, _, _ in online["lies"]}
    assert online["replies"]["once"].status == 500
    assert online["replies"]["noisy-wrong"].json()["accepted"] and "noisy-wrong" in lied
    assert all("set-cookie" in reply.headers for reply in online["replies"].values())


def test_disagreements_say_what_to_do(online):
    found = {each["task"]["sample"]: each for each in online["shadow"].disagreements()}
    assert "peer reports return code 1, here it is 3" in found["exit"]["why"]
    assert "test 2 fails" in found["last"]["why"] and found["last"]["where"] == "test 2"
    assert found["last"]["our_verdict"].startswith("WA ")
    assert found["noisy-wrong"]["request"]["config"]["language"] == "python"
    for each in found.values():
        assert each["bundle"].startswith("bundles.jsonl:"), each


def test_bundles_can_be_judged_again(online, url):
    bundles = online["shadow"].out / "bundles.jsonl"
    assert len(bundles.read_text().splitlines()) == len(online["lies"])
    done = subprocess.run([harness.binary(), "rejudge", bundles, "--url", url, "--json"], capture_output=True,
                          text=True, timeout=TIMEOUT_S)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(json.loads(line)["same"] for line in done.stdout.splitlines())


def test_nothing_holds_a_secret(online):
    for path in [online["record"], *online["shadow"].out.iterdir()]:
        assert SECRET not in path.read_text(), path
        assert path.stat().st_mode & 0o077 == 0, path


@pytest.mark.parametrize("form", ["record", "har"])
def test_the_same_is_found_offline(online, url, form):
    log = online["record"]
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    if form == "har":
        log = online["folder"] / "traffic.har"
        log.write_text(har_of(lines))
    shadow = Shadow(online["folder"] / form, "--log", log, "--url", url)
    code, report = shadow.finish()
    assert code == 1 and shadow.found() == online["lies"]
    assert report["exchanges"] == online["report"]["exchanges"]


def test_an_honest_peer_agrees_and_this_process_judges(tmp_path):
    with FaultySandbox(honest=True) as peer:
        shadow = Shadow(tmp_path / "out", "--against", peer.url, "--listen", "127.0.0.1:0", "--slots", "2")
        send_all(shadow.client(), [each for each in traffic()[:10] if each[0] != "random"])
        code, report = shadow.finish(signal.SIGINT)
    assert code == 0, shadow.text + shadow.log
    assert report["agreement"] == 1 and report["exchanges"]["agreed"] == 9


def test_a_peer_that_dies_and_clients_that_leave_are_no_disagreements(url, tmp_path):
    with FaultySandbox(honest=True, delay_s=1.0) as peer:
        shadow = Shadow(tmp_path / "out", "--against", peer.url, "--listen", "127.0.0.1:0", "--url", url)
        path, body = run_code(SUM, "1 2")
        with pytest.raises(OSError):  # the client's own time-out, in the middle of the reply's wait
            shadow.client().request("POST", path, body, timeout_s=0.2)
        half = socket.create_connection(("127.0.0.1", shadow.port))
        half.sendall(b"POST /run_code HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
        half.close()
        assert shadow.client().post(path, body).status == 200
    reply = shadow.client().post(path, body)
    assert reply.status == 502  # nobody is there any more
    code, report = shadow.finish()
    assert shadow.disagreements() == []
    assert report["exchanges"]["agreed"] >= 1 and report["exchanges"]["disagreed"] == 0
    assert code == 3 and report["exchanges"]["not_comparable"] >= 1


def test_a_slow_judge_never_holds_up_the_traffic(tmp_path):
    """Nobody answers at --url: the peer's clients are served as ever, and everything is counted."""
    silent = socket.create_server(("127.0.0.1", 0))
    with FaultySandbox(honest=True) as peer:
        shadow = Shadow(tmp_path / "out", "--against", peer.url, "--listen", "127.0.0.1:0", "--drain-s", "0", "--url",
                        f"http://127.0.0.1:{silent.getsockname()[1]}")
        replies = send_all(shadow.client(), [(str(i), *run_code(SUM, "1 2")) for i in range(8)])
        assert all(reply.status == 200 for reply in replies.values())
        code, report = shadow.finish()
    silent.close()
    assert code == 3 and report["exchanges"]["left"] + report["exchanges"]["not_judged"] == 8


def test_wrong_words_are_refused_with_the_option(tmp_path):
    for arguments, word in [([], "--against"), (["--log", tmp_path / "none"], "none"),
                            (["--log", "x", "--against", "http://127.0.0.1:1"], "--against"),
                            (["--against", "127.0.0.1:1"], "--against"),
                            (["--against", "http://127.0.0.1:1", "--listen", "x"], "--listen"),
                            (["--log", "x", "--sample", "2"], "--sample"),
                            (["--log", "x", "--record", "y"], "--record")]:
        done = subprocess.run([harness.binary(), "shadow", "--out", tmp_path / "o", "--url", "http://127.0.0.1:1",
                               *arguments], capture_output=True, text=True, timeout=TIMEOUT_S)
        assert done.returncode == 2 and word in done.stderr, (arguments, done)


def test_a_start_that_fails_leaves_the_last_audits_files(tmp_path):
    """A port that is taken, a log that isn't there or isn't one: nothing of the folder is touched."""
    out = tmp_path / "out"
    out.mkdir()
    names = ["bundles.jsonl", "disagreements.jsonl", "report.json", "report.txt"]
    for name in names:
        (out / name).write_text("kept")
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("no log\n")
    taken = socket.create_server(("127.0.0.1", 0))
    listen = f"127.0.0.1:{taken.getsockname()[1]}"
    for arguments in [["--against", "http://127.0.0.1:1", "--listen", listen], ["--log", tmp_path / "none"],
                      ["--log", wrong]]:
        done = subprocess.run([harness.binary(), "shadow", "--out", out, "--url", "http://127.0.0.1:1", *arguments],
                              capture_output=True, text=True, timeout=TIMEOUT_S)
        assert done.returncode != 0, (arguments, done)
        assert sorted(path.name for path in out.iterdir()) == names, arguments
        assert all((out / name).read_text() == "kept" for name in names), arguments
    taken.close()


def test_a_log_that_breaks_off_is_judged_as_far_as_it_goes(online, url, tmp_path):
    lines = online["record"].read_text().splitlines(keepends=True)
    log = tmp_path / "broken.jsonl"
    log.write_text("".join(lines) + lines[0][:40])
    shadow = Shadow(tmp_path / "out", "--log", log, "--url", url)
    code, report = shadow.finish()
    assert code == 2 and "--log" in shadow.log and report["finished"]
    assert report["exchanges"] == online["report"]["exchanges"] and shadow.found() == online["lies"]


def test_a_record_is_whole_while_it_is_written(url, tmp_path):
    record = tmp_path / "record.jsonl"
    with FaultySandbox(honest=True) as peer:
        shadow = Shadow(tmp_path / "out", "--against", peer.url, "--listen", "127.0.0.1:0", "--url", url,
                        "--record", record)
        shadow.client().post(*run_code(SUM, "1 2"))
        deadline = time.monotonic() + TIMEOUT_S
        while not record.read_text().endswith("\n") and time.monotonic() < deadline:
            time.sleep(0.05)
        assert json.loads(record.read_text())["target"] == "/run_code"
        shadow.finish()


def test_the_counts_can_be_scraped_while_it_runs(url, tmp_path):
    with FaultySandbox(honest=True) as peer:
        shadow = Shadow(tmp_path / "out", "--against", peer.url, "--listen", "127.0.0.1:0", "--url", url,
                        "--metrics-port", "0")
        line = shadow.process.stderr.readline()
        port = int(re.search(r"metrics at http://\S+:(\d+)/metrics", line).group(1))
        shadow.client().post(*run_code(SUM, "1 2"))
        metrics, deadline = "", time.monotonic() + TIMEOUT_S
        while 'outcome="agreed"} 1' not in metrics and time.monotonic() < deadline:
            metrics = Client(f"http://127.0.0.1:{port}").get("/metrics").body.decode()
            time.sleep(0.1)
        assert 'assay_shadow_exchanges_total{outcome="agreed"} 1' in metrics
        assert shadow.finish()[0] == 0
