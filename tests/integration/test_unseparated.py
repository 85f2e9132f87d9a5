"""Assert tests that need to share a process with the program: the verdict says so, with a warning, metrics count
it, and the operator may mask it or not have it run at all."""

import hashlib
import json

SHARED = {"mode": "assert", "assert_code": "assert f(1) == 2\nassert 'f' in globals()"}
APART = {"mode": "assert", "assert_code": "assert f(1) == 2"}
RIGHT = "def f(x):\n    return x + 1\n"


def judge(server, problem, code=RIGHT):
    return server.verify({"language": "python", "code": code, "problem": problem})


def put(server, problem):
    canonical = json.dumps(problem, sort_keys=True, separators=(",", ":"))
    return server.put("/v1/problems/" + hashlib.sha256(canonical.encode()).hexdigest(), problem).json()


def test_it_is_said_and_counted(server):
    result = judge(server, SHARED)
    assert (result["verdict"], result["separation"]) == ("AC", "none")
    assert "separation is none" in result["warnings"][0]
    assert "warnings" not in judge(server, APART)
    assert 'assay_unseparated_total{verdict="AC"}' in server.get("/metrics").body.decode()
    assert judge(server, SHARED, "def f(x):\n    return x\n")["verdict"] == "WA"


def test_the_problem_store_warns(server):
    assert "the tests use globals" in put(server, SHARED)["warnings"][0]
    assert "the tests use globals" in put(server, SHARED)["warnings"][0], "known by now"
    assert "warnings" not in put(server, APART)


def test_masked_it_is_run_without_a_score(start_server):
    server = start_server("--slots", "1", "--unseparated", "mask")
    for code, seen in ((RIGHT, "AC (assertions_passed)"), ("def f(x):\n    return x\n", "WA (assertion_failed)")):
        result = judge(server, SHARED, code)
        assert (result["verdict"], result["cause"], result["reason"]) == ("JE", "problem", "unseparated"), result
        assert result["masked"] and seen in result["message"] and result["tests"][0]["executed"]
    assert judge(server, APART)["verdict"] == "AC"


def test_refused_it_is_not_run(start_server):
    server = start_server("--slots", "1", "--unseparated", "refuse")
    result = judge(server, SHARED)
    assert (result["verdict"], result["reason"]) == ("JE", "unseparated")
    assert result["masked"] and not result["tests"][0]["executed"]
    assert judge(server, APART)["verdict"] == "AC"
    assert 'assay_unseparated_total{verdict="JE"} 1' in server.get("/metrics").body.decode()
