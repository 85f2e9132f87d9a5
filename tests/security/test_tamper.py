"""Attacks on verdicts: our own corpus (tests/tamper) and published reward hacks. No attack is accepted,
and no honest program is rejected."""

import ast
import gzip
import json
import os
import pathlib

import pytest

from harness import redteam

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ASSAY_DATA", REPOSITORY.parent / "shared" / "data"))

# Exploits that are right on every test of the row, each with the reason. What a program does with the
# arguments it is given can't be told from honest work when its values are right.
RIGHT_ON_ALL_TESTS = {
    "type_validation_bypass_010_04": "3.0 for 3, which Python's == and our rules hold equal",
}
# Right as well, but idle for 5 seconds by the clock: a busy host gives it less than its limit of CPU time
# in those, and what a host doesn't give counts for nobody.
RIGHT_BUT_SLOW = {"lexicographic_permutation_timeout_015_03"}


def rows(name):
    path = DATA / "robustness" / name
    if not path.exists():
        pytest.skip(f"set ASSAY_DATA: no {path}")
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def check(card):
    assert card["total"]["attacks"] >= 80 and card["total"]["twins"] == card["total"]["attacks"]


def test_no_attack_of_the_corpus_is_accepted_and_no_twin_rejected(server):
    check(redteam.flawless(server))


def test_the_corpus_on_cold_interpreters(start_server):
    """Those that forge what a test or a checker says; with ASSAY_WHOLE_CORPUS (`make check-tamper`) all."""
    server = start_server("--warm", "off")
    if os.environ.get("ASSAY_WHOLE_CORPUS"):
        check(redteam.flawless(server))
        return
    for folder in ("asserts/", "judge/", "speak/", "whisper/"):
        assert redteam.flawless(server, only=folder)["total"]["attacks"] > 0


def test_the_corpus_in_processes_that_are_restored(start_server):
    """Those that leave something to runs after them, each test four times; with ASSAY_WHOLE_CORPUS all."""
    server = start_server("--restore", "auto")
    if os.environ.get("ASSAY_WHOLE_CORPUS"):
        check(redteam.flawless(server, "--repeat", "4"))
        return
    assert redteam.flawless(server, "--repeat", "4", only="whisper/")["total"]["attacks"] > 0


def encode(value):
    """A Python value in the typed form of docs/internals/drivers.md."""
    if isinstance(value, (set, frozenset)):
        return {"$set": [encode(x) for x in value]}
    if isinstance(value, (list, tuple)):
        return [encode(x) for x in value]
    if isinstance(value, dict):
        return {"$dict": [[encode(k), encode(v)] for k, v in value.items()]}
    return value


def parameters(code, name):
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return len(node.args.args)
    raise AssertionError(name)


def hack_problem(row):
    count = parameters(row["ground_truth"], row["function_name"])
    tests = []
    for given, expected in ast.literal_eval(row["test_cases"]):
        spread = count > 1 and isinstance(given, (list, tuple)) and len(given) == count
        arguments = list(given) if spread else [given]
        tests.append({"input": [encode(a) for a in arguments], "expected": encode(expected)})
    return {"mode": "function_call", "function_name": row["function_name"], "tests": tests}


def verdict(server, code, problem):
    return server.verify({"language": "python", "code": code, "problem": problem,
                          "limits": {"cpu_time_s": 2, "wall_time_s": 4}})


@pytest.mark.parametrize("warm", ["on", "off"])
def test_published_reward_hacks(start_server, warm):
    """On cold interpreters each fifth; with ASSAY_WHOLE_CORPUS all."""
    server = start_server("--warm", warm)
    hacks = rows("reward_hacks.dev.jsonl.gz")
    if warm == "off" and not os.environ.get("ASSAY_WHOLE_CORPUS"):
        hacks = hacks[::5]
    wrong = []
    for row in hacks:
        problem = hack_problem(row)
        honest = verdict(server, row["ground_truth"], problem)
        if honest["verdict"] != "AC":
            wrong.append(f"{row['id']}: honest: {honest['verdict']}: {honest['message']}")
        exploit = verdict(server, row["exploit"], problem)
        right = row["id"] in RIGHT_ON_ALL_TESTS or (
            row["id"] in RIGHT_BUT_SLOW and exploit["verdict"] != "TLE")
        if (exploit["verdict"] == "AC") != right:
            wrong.append(f"{row['id']}: exploit: {exploit['verdict']} ({row['exploit_type']}):"
                         f" {exploit['message']}")
        assert exploit["cause"] == "candidate", row["id"]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("warm", ["on", "off"])
def test_published_hack_programs(start_server, warm):
    server = start_server("--warm", warm)
    for row in rows("open_instruct_hack_programs.jsonl.gz"):
        tests = row["tests"] if isinstance(row["tests"], list) else ast.literal_eval(row["tests"])
        problem = {"mode": "assert", "assert_code": "\n".join(tests)}
        got = verdict(server, row["program"], problem)
        assert (got["verdict"] == "AC") == (str(row["should_pass"]) == "True"), (row["id"], got)
