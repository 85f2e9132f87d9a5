"""Rows of public data sets through the package: problems, answers and refusals."""

import asyncio
import json

import assay
import pytest

APPS = {"problem_id": 7, "question": "Add one.", "input_output": json.dumps({"inputs": ["1\n"], "outputs": ["2\n"]})}
ANSWER = {"question": "q", "answer": "5 + 7 = 12\n#### 12"}
FAULTY = {"question": "q", "input_output": json.dumps({"inputs": ["1\n"]})}


def test_a_row_becomes_a_problem_that_judges(client):
    row = assay.problem(APPS, client=client)
    assert (row.format, row.kind, row.id, row.language) == ("apps", "code", "7", "python")
    assert row.prompt == ({"role": "user", "content": "Add one."},)
    assert client.verify(row.item(code="print(int(input()) + 1)")).score == 1
    assert client.verify(row.item("```python\nprint(1)\n```")).score == 0


def test_a_row_of_mathematics_becomes_a_gold_answer(client):
    row = assay.problem(ANSWER, client=client)
    assert (row.kind, row.gold, row.problem) == ("math", "12", None)
    assert client.math(row.item(r"\boxed{12}")).score == 1
    assert list(client.scores([row.item("12"), assay.problem(APPS, client=client).item(code="print(2)")])) == [1, 1]


def test_a_refused_row_names_field_and_example(client):
    with pytest.raises(assay.RowRefused) as caught:
        assay.problem(FAULTY, client=client)
    assert caught.value.field == "input_output.outputs"
    assert caught.value.row_format == "apps"
    assert "outputs" in caught.value.example and "expected is" in str(caught.value)
    with pytest.raises(assay.InvalidRequest) as caught:
        assay.problem(ANSWER, "apps", client=client)
    assert caught.value.field == "input_output"
    with pytest.raises(assay.InvalidRequest, match="mapping of columns"):
        assay.problem(["no"], client=client)


def test_many_rows_keep_their_order(server, client):
    rows = [APPS, FAULTY, ANSWER] * 50
    made = assay.problems(rows, client=client)
    assert [type(each).__name__ for each in made] == ["Row", "RowRefused", "Row"] * 50

    async def same():
        async with assay.AsyncClient(server.url) as each:
            return await assay.rows.convert(each, rows[:3])

    assert [type(each).__name__ for each in asyncio.run(same())] == ["Row", "RowRefused", "Row"]
    assert assay.problems([], client=client) == []
