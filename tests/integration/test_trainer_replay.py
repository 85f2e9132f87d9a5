"""Recorded traffic of the trainers' own clients, sent again: the same answers must come.

RECORDED, not live: tests/trainers/recorded.jsonl holds what unmodified client files sent in one run of
tests/trainers/check_peers.py, with the answers they accepted. docs/trainers.md has the commits and the date;
`make check-trainers` runs the clients themselves.
"""

import json
import re

import pytest

from harness import server as harness

RECORDED = harness.REPOSITORY / "tests" / "trainers" / "recorded.jsonl"
EXCHANGES = [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
# What another run measures anew, or what another toolchain says.
MEASURED = {"cpu_time", "wall_time", "memory", "version", "cpu_time_s", "wall_time_s", "memory_peak_bytes",
            "queue_time_s", "total_time_s", "unit_tests_time_taken", "cached"}


def comparable(value, key=None):
    if isinstance(value, dict):
        return {name: comparable(each, name) for name, each in value.items()}
    if isinstance(value, list):
        if key == "runtimes":  # -1 says that a test did not pass
            return [each if each < 0 else 0 for each in value]
        return [comparable(each) for each in value]
    if key in MEASURED and value is not None:
        return "measured"
    if key in ("stderr", "output", "traceback") and isinstance(value, str):
        return re.sub(r"\S*/|:\d+(:\d+)?", "", value).split("\n")[0]
    return value


def without_new(value, recorded):
    """Without the members of objects that came to the native routes since: those may grow."""
    if isinstance(value, dict) and isinstance(recorded, dict):
        return {name: without_new(each, recorded[name]) for name, each in value.items() if name in recorded}
    if isinstance(value, list) and isinstance(recorded, list) and len(value) == len(recorded):
        return [without_new(*pair) for pair in zip(value, recorded)]
    return value


def answer_of(reply):
    """JSON, or of a stream its lines in the order of the submissions, as they are recorded."""
    if "ndjson" not in reply.headers.get("content-type", ""):
        return reply.json()
    lines = reply.lines()
    return {"lines": sorted(lines, key=lambda line: line.get("index", len(lines)))}


@pytest.mark.parametrize("exchange", EXCHANGES, ids=[f"{i}-{each['peer']}" for i, each in enumerate(EXCHANGES)])
def test_the_recorded_answer_comes_again(server, exchange):
    reply = server.post(exchange["path"], exchange["request"])
    assert reply.status == exchange["status"]
    if reply.status >= 400:  # the words of a refusal may change, and no client reads them
        assert reply.json().keys() == exchange["answer"].keys()
    else:
        answer = answer_of(reply)
        if exchange["path"].startswith("/v1/"):  # our own client; what a peer's may meet is in its route's shape
            answer = without_new(answer, exchange["answer"])
        assert comparable(answer) == comparable(exchange["answer"])


def test_every_trainer_is_in_the_record():
    assert {each["peer"] for each in EXCHANGES} == {
        "OpenRLHF", "slime", "open-instruct", "open-r1", "NeMo-Gym", "AReaL", "rLLM", "SkyRL", "prime-rl"}
