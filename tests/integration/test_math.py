"""Math answers by the built binary: POST /v1/math/verify and `assay math` with one answer, a file, and an
audit. What is equal to what is tested in src/math and tests/math; here it is the whole way round."""

import json
import subprocess

import pytest

from harness import server as harness

ROUTE = "/v1/math/verify"
RIGHT = {"id": "right", "gold": "\\frac{1}{2}", "response": "… so the answer is \\boxed{0.5}."}
WRONG = {"id": "wrong", "gold": "42", "response": "Hence \\boxed{43}."}
NO_GOLD = {"id": "no gold", "gold": "(((", "response": "\\boxed{1}"}
NO_ANSWER = {"id": "no answer", "gold": "7", "response": ""}


def judge(server, *items, **fields):
    reply = server.post(ROUTE, {"items": list(items), **fields})
    assert reply.status == 200, reply.body
    results = reply.json()["results"]
    assert [r["index"] for r in results] == list(range(len(items)))
    return results


def math(*arguments, text=None):
    """Exit code and stdout of `assay math`, and stderr."""
    if not harness.binary().exists():
        pytest.skip(f"{harness.binary()} is not built")
    done = subprocess.run([harness.binary(), "math", *map(str, arguments)], input=text, capture_output=True,
                          text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def write(path, *rows):
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return path


# ---- the route ----


def test_a_right_answer(server):
    (result,) = judge(server, RIGHT)
    assert (result["verdict"], result["score"], result["reason"]) == ("correct", 1.0, "equal")
    assert result["id"] == "right"
    first, last = result["extraction"]["span"]
    assert result["extraction"]["rule"] == "boxed" and result["extraction"]["text"] == "0.5"
    assert RIGHT["response"][first:last] == "\\boxed{0.5}"  # characters, not bytes


def test_a_wrong_answer(server):
    (result,) = judge(server, WRONG)
    assert (result["verdict"], result["score"], result["reason"]) == ("incorrect", 0.0, "values_differ")


def test_what_can_not_be_read_has_a_score_only_when_the_answer_is_to_blame(server):
    gold, answer = judge(server, NO_GOLD, NO_ANSWER)
    assert (gold["verdict"], gold["score"], gold["reason"]) == ("unparseable", None, "gold_unparseable")
    assert (answer["verdict"], answer["score"]) == ("unparseable", 0.0)
    assert answer["extraction"] is None


def test_numbers_ids_and_defaults(server):
    results = judge(server, {"gold": 0.5, "response": "1/2"}, {"id": 17, "gold": 3, "response": 3.0},
                    {"id": None, "gold": "x+1", "response": "1+x"})
    assert [r["verdict"] for r in results] == ["correct"] * 3
    assert [r["id"] for r in results] == ["0", "17", "2"]


def test_a_batch_keeps_its_order(server):
    items = [{"id": str(i), "gold": str(i), "response": f"\\boxed{{{i + i % 3}}}"} for i in range(3000)]
    results = judge(server, *items)
    assert [r["id"] for r in results] == [item["id"] for item in items]
    assert [r["verdict"] for r in results] == ["incorrect" if i % 3 else "correct" for i in range(3000)]


def test_a_stream_has_one_result_a_line_in_order(server):
    items = [RIGHT, WRONG, NO_GOLD, NO_ANSWER] * 50
    reply = server.post(ROUTE, {"items": items, "stream": True})
    assert reply.status == 200 and "ndjson" in reply.headers["content-type"]
    assert reply.lines() == judge(server, *items)


def test_profiles_and_options_change_verdicts(server):
    bare = {"gold": "2", "response": "2"}
    assert judge(server, bare)[0]["verdict"] == "correct"
    assert judge(server, bare, profile="strict")[0]["verdict"] == "unparseable"
    near = {"gold": "3.14159", "response": "3.1416"}
    exact = {"decimals": "exact"}
    assert judge(server, near, options=exact)[0]["verdict"] == "incorrect"
    assert judge(server, near, options={**exact, "relative_tolerance": 0.01})[0]["verdict"] == "correct"


def test_hostile_answers_end(server):
    hostile = ["9" * 100_000, "(" * 50_000, "2^{2^{2^{2^{2^{2}}}}}", "\\frac{1}{0}", "\\boxed{" * 20_000, "x" * 100_000,
               "10^{10^{10}}", "\ud7ff\U0001f600", "!" * 10_000, "\\sqrt" * 10_000]
    results = judge(server, *({"gold": "1", "response": text} for text in hostile))
    assert all(r["verdict"] != "correct" for r in results)
    assert judge(server, RIGHT)[0]["verdict"] == "correct"


@pytest.mark.parametrize("change, field", [
    ({"items": [{"response": "1"}]}, "items[0].gold"),
    ({"items": [RIGHT, {"gold": "1"}]}, "items[1].response"),
    ({"items": [RIGHT, RIGHT, {"gold": [], "response": "1"}]}, "items[2].gold"),
    ({"items": [{**RIGHT, "response": {"text": "1"}}]}, "items[0].response"),
    ({"items": [{**RIGHT, "id": []}]}, "items[0].id"),
    ({"items": [5]}, "items[0]"),
    ({"items": []}, "items"),
    ({"items": {}}, "items"),
    ({"items": [{**RIGHT, "gold": "1" * ((1 << 20) + 1)}]}, "items[0].gold"),
    ({"profile": "nobody's"}, "profile"),
    ({"profile": 3}, "profile"),
    ({"options": []}, "options"),
    ({"options": {"relative_tolerence": 0.1}}, "options.relative_tolerence"),
    ({"options": {"relative_tolerance": 2}}, "options.relative_tolerance"),
    ({"options": {"decimals": "roughly"}}, "options.decimals"),
    ({"stream": "perhaps"}, "stream"),
])
def test_bad_input_names_the_field(server, change, field):
    reply = server.post(ROUTE, {"items": [RIGHT], **change})
    assert reply.status == 422, reply.body
    assert field in [reply.json()["error"]["field"]] + reply.json()["error"]["message"].split(), reply.body


# ---- the command ----


@pytest.mark.parametrize("item, code", [(RIGHT, 0), (WRONG, 1), (NO_GOLD, 3), (NO_ANSWER, 3)])
def test_one_answer_as_the_route_judges_it(server, item, code):
    got, out, _ = math("--json", item["gold"], item["response"])
    assert got == code
    (result,) = judge(server, item)
    assert json.loads(out) == {**result, "id": "0"}


def test_a_response_from_stdin():
    assert math("42", "-", text="After long thought: \\boxed{42}\n")[0] == 0
    assert math("42", "-", text="After long thought: \\boxed{41}\n")[0] == 1


@pytest.mark.parametrize("arguments", [(), ("1",), ("1", "1", "--profile", "nobody's"), ("--batch", "/no/such/file")])
def test_wrong_usage(arguments):
    code, _, error = math(*arguments)
    assert code == 2 and error


def test_a_file_is_judged_in_order_as_by_the_route(server, tmp_path):
    rows = [RIGHT, {"gold": "2", "pred": "3"}, NO_GOLD, NO_ANSWER] + [
        {"id": f"n{i}", "gold": i, "response": f"\\boxed{{{i}}}"} for i in range(500)]
    code, out, _ = math("--batch", write(tmp_path / "answers.jsonl", *rows))
    assert code == 0
    results = [json.loads(line) for line in out.splitlines()]
    assert [r["verdict"] for r in results] == ["correct", "incorrect", "unparseable", "unparseable"] + ["correct"] * 500
    assert results[1]["id"] == "line 2"
    assert results[:1] == judge(server, RIGHT)


@pytest.mark.parametrize("row, words", [
    ('{"gold": 1}', "response"), ('{"response": "1"}', "gold"), ("{", "JSON"), ("[1]", "line 2"),
    ('{"gold": [], "pred": "1"}', "gold"),
])
def test_a_bad_line_of_a_file_is_named(tmp_path, row, words):
    code, _, error = math("--batch", write(tmp_path / "answers.jsonl", RIGHT, row))
    assert code == 2
    assert "line 2" in error and words in error


def test_an_audit_counts_and_lists(tmp_path):
    rows = [{**RIGHT, "expected": True, "category": "a"}, {**WRONG, "expected": True, "category": "a"},
            {"id": "lucky", "gold": "5", "pred": "5", "correct": False, "category": "b"}]
    code, out, _ = math("audit", write(tmp_path / "labelled.jsonl", *rows))
    report = json.loads(out)
    assert code == 1
    total = report["total"]
    assert (total["total"], total["agree"], total["false_positive"], total["false_negative"]) == (3, 1, 1, 1)
    assert report["by_category"]["a"]["false_negative"] == 1
    assert {d["id"] for d in report["disagreements"]} == {"wrong", "lucky"}
    assert math("audit", write(tmp_path / "fine.jsonl", rows[0]))[0] == 0


def test_an_audit_of_two_profiles(tmp_path):
    rows = [RIGHT, {"id": "bare", "gold": "2", "pred": "2"}]
    code, out, _ = math("audit", write(tmp_path / "answers.jsonl", *rows), "--profile", "assay", "--against", "strict")
    report = json.loads(out)
    assert code == 1 and report["different"] == 1
    assert [d["id"] for d in report["differences"]] == ["bare"]
    assert report["matrix"]["correct"] == {"correct": 1, "incorrect": 0, "unparseable": 1, "undecided": 0}


def test_an_audit_needs_labels(tmp_path):
    code, _, error = math("audit", write(tmp_path / "answers.jsonl", RIGHT))
    assert code == 2 and "expected" in error
