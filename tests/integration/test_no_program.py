"""Responses without a program: never a pass, on any route that extracts code or takes it as it is, even where
nothing is what is expected; and what was extracted, on request."""

import pytest

SORRY = "I am sorry, I can't solve this."
EMPTY = {"tests": [{"input": "1\n", "expected": ""}, {"input": "2\n", "expected": ""}]}


def outcome(result):
    return result["verdict"], result["cause"], result["reason"], result["score"]


@pytest.mark.parametrize("extraction", ["assay", "sandboxfusion", "scalebox", "verl"])
@pytest.mark.parametrize("language", ["python", "cpp", "java", "nodejs"])
@pytest.mark.parametrize("stop", ["all", "first_failure"])
def test_nothing_is_no_program(server, language, extraction, stop):
    for response in (SORRY, "", "```%s\n\n```" % language):
        result = server.verify({"language": language, "response": response, "extraction": extraction,
                                "stop": stop, "problem": EMPTY, "include_extracted_code": True})
        assert outcome(result) == ("WA", "candidate", "no_code", 0), result
        assert result["extracted"]["code"].strip() == "" and not result["masked"]
        assert [test["executed"] for test in result["tests"]] == [False, False]


@pytest.mark.parametrize("problem", [
    EMPTY,
    {"mode": "function_call", "function_name": "f", "tests": [{"input": [], "expected": None}]},
    {"mode": "assert", "assert_code": "assert True"},
])
def test_nor_is_an_empty_one(server, problem):
    for code in ("", " \n"):
        result = server.verify({"language": "python", "code": code, "problem": problem})
        assert outcome(result) == ("WA", "candidate", "no_code", 0), result
        assert "extracted" not in result


def test_a_program_that_prints_nothing_is_one(server):
    result = server.verify({"language": "python", "response": "```python\npass\n```", "problem": EMPTY,
                            "include_extracted_code": True})
    assert outcome(result) == ("AC", "candidate", "accepted", 1)
    assert result["extracted"] == {"code": "pass", "type": "fenced", "rule": "language_block",
                                   "profile": "assay"}


def test_a_plain_run_of_nothing_stays_one(server):
    problem = {"mode": "run"}
    assert server.verify({"language": "python", "code": "", "problem": problem})["reason"] == "finished"
    assert server.verify({"language": "python", "response": SORRY, "problem": problem})["reason"] == "no_code"
    assert server.post("/run_code", {"language": "python", "code": ""}).json()["status"] == "Success"


@pytest.mark.parametrize("run_all", [False, True])
def test_the_routes_of_scalebox_fail_its_cases(server, run_all):
    extra = {"run_all_cases": run_all}
    cases = {"type": "stdin_stdout", "input": ["1", "2"], "output": ["", ""], "fn_name": None}
    listed = [{"input": {"stdin": "1"}, "output": {"stdout": ""}}] * 2
    for route, data in (("/common_evaluate_batch", {"test_cases": cases}), ("/common_evaluate", {"test": listed})):
        answer = server.post(route, {"completion": SORRY, "config": {
            "language": "python", "provided_data": data, "extra": extra}}).json()
        assert answer["accepted"] is False and answer["extracted_type"] == "empty", answer
        assert [test["passed"] for test in answer["tests"]] == [False] * (2 if run_all else 1)
        assert answer["tests"][0]["exec_info"]["status"] == "Failed"
