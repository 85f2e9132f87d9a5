"""Faults of the host and of our own processes: no wrong verdict, no hang, and all is well afterwards.

tests/security/faults.py --seconds 600 is the long version of the first test.
"""

import concurrent.futures
import contextlib
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import time

import pytest

from security import faults

KILLING_S = 8
DISK_BYTES = 1 << 20
NO_VERDICT_CACHE = ["--verdict-cache-mb", "0"]


def judge_all(server, nonce, must_be_judged=True, clients=faults.CLIENTS):
    """What is wrong with the verdicts of every program, at least one for each client at a time."""
    programs = faults.programs()
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        chosen = [programs[i % len(programs)] for i in range(max(clients, len(programs)))]
        results = pool.map(lambda program: program.submit(server, nonce), chosen)
        found = [program.fault(result, must_be_judged) for program, result in zip(chosen, results)]
    return [fault for fault in found if fault]


def wait_for_descriptors(server, wanted):
    """Until the server has noticed that clients went."""
    deadline = time.monotonic() + faults.DEADLINE_S
    while server.descriptors() > wanted and time.monotonic() < deadline:
        time.sleep(0.05)


def test_no_kill_brings_a_wrong_verdict(start_server):
    server = start_server(*faults.OPTIONS)
    report = faults.sabotage(server, KILLING_S, seed=1)
    assert report.faults == []
    assert sum(report.kills.values()) > 0 and report.verdicts["AC"] > 0


@contextlib.contextmanager
def small_disk(folder, options=f"size={DISK_BYTES}"):
    """A file system at `folder`, with little room unless `options` say otherwise."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "assay-test", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def cache_path():
    """A new folder. Not below /tmp: there a box has something of its own."""
    with tempfile.TemporaryDirectory(prefix="assay-test-", dir="/var/cache") as folder:
        yield pathlib.Path(folder)


def fill(folder):
    """Takes all the space there is; returns the file that has it."""
    ballast = folder / "ballast"
    with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as stream:
        while True:
            stream.write(os.urandom(4096))
    return ballast


def put_problem(server, number):
    """Stores a problem that does not get smaller; returns its name and whether it is on disk."""
    noise = os.urandom(32 << 10).hex()
    problem = {"tests": [{"input": noise, "expected": f"{number}\n"}]}
    canonical = json.dumps(problem, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    name = hashlib.sha256(canonical).hexdigest()
    reply = server.request("PUT", f"/v1/problems/{name}", canonical)
    assert reply.status == 201, reply.body
    return name, reply.json()["persistent"]


def check_problem(server, name, number):
    right = {"language": "python", "code": f"print({number})", "problem": {"sha256": name}}
    wrong = {**right, "code": f"print({number + 1})"}
    assert [server.verify(each)["verdict"] for each in (right, wrong)] == ["AC", "WA"]


def test_full_stores_change_no_verdict(start_server, cache_path):
    cache = cache_path / "cache"
    cache.mkdir()
    for kind in ("pch", "classes", "tsc"):
        for kept in pathlib.Path("/var/cache/assay").glob(f"{kind}-*"):
            (cache / kept.name).symlink_to(kept)  # so that none is made for this test
    with small_disk(cache_path / "disk") as disk:
        for name in ("problems", "compiled"):
            (disk / name).mkdir()
            (cache / name).symlink_to(disk / name)
        options = [*NO_VERDICT_CACHE, "--cache-dir", str(cache), "--compile-cache-mb", "0"]
        server = start_server(*options)
        stored = {1: put_problem(server, 1)}
        ballast = fill(disk)
        stored[2] = put_problem(server, 2)
        assert [on_disk for _, on_disk in stored.values()] == [True, False]
        for round_name in ("full", "full again"):
            assert judge_all(server, round_name) == []
        for number in stored:
            check_problem(server, stored[number][0], number)
        # A server that starts on the full disk knows what is there and makes do without the rest.
        server.stop()
        assert list(disk.glob("*/**/tmp.*")) == []
        server = start_server(*options)
        assert judge_all(server, "full") == []
        check_problem(server, stored[1][0], 1)
        ballast.unlink()
        assert put_problem(server, 3)[1]
        server.stop()


def test_without_room_for_a_cache_folder_all_is_as_ever(start_server, cache_path):
    with small_disk(cache_path / "disk", "nr_inodes=1") as disk:
        server = start_server(*NO_VERDICT_CACHE, "--cache-dir", str(disk / "cache"))
        assert judge_all(server, "no cache") == []
        server.stop()


# 44 are in use at a time when nobody but judge_all's clients is there: 56 leave a few for those that go.
@pytest.mark.parametrize("files, enough", [(56, False), (160, True)])
def test_exhausted_descriptors_bring_no_wrong_verdict(start_server, files, enough):
    server = start_server(*NO_VERDICT_CACHE, "--compile-disk-mb", "0", "--slots", "2",
                          prefix=["prlimit", f"--nofile={files}:{files}"])
    assert judge_all(server, "calm") == []
    before, open_before = faults.counts(server), server.descriptors()
    idle = [server.connect(faults.DEADLINE_S) for _ in range(files // 4)]
    for connection in idle:
        connection.connect()
    # More requests at a time than there are descriptors.
    assert judge_all(server, "crowd", must_be_judged=enough, clients=files + 20) == []
    for connection in idle:
        connection.close()
    wait_for_descriptors(server, open_before)
    assert judge_all(server, "calm again") == []
    assert faults.counts(server, wanted=before) == before
