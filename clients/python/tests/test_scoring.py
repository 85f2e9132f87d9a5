"""Rubrics through the client, against a real server."""

import asyncio

import pytest

import assay
import assay.items
from fake_server import Status

SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
ADD = assay.Problem.stdin_stdout([("1 2\n", "3"), ("5 5\n", "10")])
RUBRICS = {"code": {"functions": [{"kind": "code", "name": "tests"},
                                  {"kind": "format", "weight": 0.5, "require": ["code_block"]}]},
           "math": {"functions": [{"kind": "math"}]}}
ROUTES = {"taco": "code", "*": "math"}


def fenced(code):
    return f"```python\n{code}```\n"


def test_a_mixed_batch_in_order(client):
    items = [{"data_source": "taco", "language": "python", "problem": ADD, "response": fenced(SUM)},
             {"data_source": "gsm8k", "gold": "42", "response": "so \\boxed{42}", "origin": {"sample": 3}},
             {"data_source": "taco", "language": "python", "problem": ADD, "response": fenced("print(3)\n")},
             {"data_source": "gsm8k", "gold": "42", "response": "so \\boxed{41}", "id": "mine"}]
    results = client.score(items, RUBRICS, routes=ROUTES)
    assert [each.score for each in results] == [1.5, 1.0, 0.5, 0.0]
    assert [each.rubric for each in results] == ["code", "math", "code", "math"]
    assert results[0].value("tests") == 1.0 and results[0].functions[0].detail["passed"] == 2
    assert results[1].origin == assay.Origin(sample=3)
    assert results[3].id == "mine" and not results[3].masked
    assert client.score([], RUBRICS) == []


def test_masks_faults_and_refusals(client):
    items = [{"rubric": "math", "gold": "(((", "response": "1"}, {"rubric": "math", "response": "1"}]
    masked, faulty = client.score(items, RUBRICS)
    assert (masked.score, masked.masked, masked.masked_by, masked.cause) == (None, True, "math", "problem")
    assert (faulty.score, faulty.reason, faulty.faults[0].field) == (None, "invalid_item", "items[1].gold")
    with pytest.raises(assay.InvalidRequest, match="magic"):
        client.score(items, {"math": {"functions": [{"kind": "math", "magic": 1}]}})
    with pytest.raises(assay.InvalidRequest, match="items"):
        client.score([7], RUBRICS)


def test_groups_get_advantages(client):
    rubric = {"math": {"functions": [{"kind": "math"}], "advantage": {"kind": "dr_grpo"}}}
    items = [{"gold": "1", "response": answer, "origin": {"group": 7}} for answer in ("1", "2", "2", "2")]
    results = client.score(items, rubric)
    assert [each.advantage for each in results] == [0.75, -0.25, -0.25, -0.25]
    assert results[0].origin.group == 7


def test_labels_of_the_client_go_along_and_a_full_server_is_asked_again(fake):
    answer = {"results": [{"index": 0, "id": "0", "rubric": "math", "score": None, "masked": True, "functions": [],
                           "mask": {"function": "math", "cause": "infrastructure", "reason": "deadline",
                                    "message": "late"}}]}

    def script(request):
        if request.number == 1:
            return Status(429, {"Retry-After": "0"})
        sent.append(request.json())
        return Status(200, {}, assay.items.encode(answer))

    sent = []
    running = fake(script)

    async def ask():
        async with assay.AsyncClient(running.url, run="r1", step=4) as client:
            return await client.score([{"gold": 1, "response": "1"}], {"math": RUBRICS["math"]}, timeout=50)

    (result,) = asyncio.run(ask())
    assert (result.cause, result.reason, result.masked_by) == ("infrastructure", "deadline", "math")
    assert sent[0]["items"] == [{"gold": 1, "response": "1", "origin": {"run": "r1", "step": 4}}]
    assert sent[0]["deadline_s"] == 50
    assert result.origin == assay.Origin(run="r1", step=4)
