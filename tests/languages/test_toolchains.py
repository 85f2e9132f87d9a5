"""Every language whose toolchain this machine has: a right program, a wrong one, one that crashes, one that
can't be compiled and one that never ends. Those that are missing are skipped, with the server's own reason.

    make check-toolchains
"""

import pytest

from . import samples

EXPECTED_BROKEN = {True: "CE", False: "RE"}


@pytest.fixture(scope="session")
def missing(server):
    """Why a language can't be judged, by its id."""
    return {row["language"]: row.get("problem", "") for row in server.get("/v1/info").json()["toolchains"]
            if not row["available"]}


def need(missing, language):
    if language.lower() in missing:
        pytest.skip(missing[language.lower()])


def verdict(server, language, code, expected="7\n", **more):
    reply = server.post("/v1/verify", {
        "language": language, "code": code, "problem": {"tests": [{"input": "3 4\n", "expected": expected}]}, **more})
    assert reply.status == 200, reply.json()
    return reply.json()


@pytest.mark.parametrize("language", samples.PROGRAMS)
def test_ends_of_programs_are_told_apart(server, missing, language):
    need(missing, language)
    programs = samples.PROGRAMS[language]
    got = {
        "right": verdict(server, language, programs.sum),
        "wrong": verdict(server, language, programs.sum, expected="8\n"),
        "crash": verdict(server, language, programs.crash),
        "broken": verdict(server, language, programs.broken),
        "hang": verdict(server, language, programs.hang, limits={"cpu_time_s": 1, "wall_time_s": 3}),
    }
    assert {name: answer["verdict"] for name, answer in got.items()} == {
        "right": "AC", "wrong": "WA", "crash": "RE", "broken": EXPECTED_BROKEN[programs.compiled], "hang": "TLE"}, got


@pytest.mark.parametrize("language", samples.PROGRAMS)
def test_programs_run_by_the_contract(server, missing, language):
    need(missing, language)
    programs = samples.PROGRAMS[language]
    reply = server.post("/run_code", {"language": language, "code": programs.sum, "stdin": "3 4\n"}).json()
    assert reply["status"] == "Success", reply
    assert reply["run_result"]["stdout"].strip() == "7"
    assert (reply["compile_result"] is not None) == programs.compiled
    reply = server.post("/run_code", {"language": language, "code": programs.crash}).json()
    assert reply["status"] == "Failed" and reply["run_result"]["return_code"] != 0, reply


@pytest.mark.parametrize("language", samples.TEST_RUNNERS)
def test_tests_pass_and_fail(server, missing, language):
    need(missing, language)
    tests = samples.TEST_RUNNERS[language]

    def status(code):
        reply = server.post("/run_code", {"language": language, "code": code, "compile_timeout": 60,
                                          "run_timeout": 60}).json()
        return reply["status"], reply

    assert status(tests.passing)[0] == "Success", status(tests.passing)
    assert status(tests.failing)[0] == "Failed", status(tests.failing)
    assert status(tests.broken)[0] == "Failed", status(tests.broken)
